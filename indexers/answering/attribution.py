"""Where a claim says in which document something stands, and when that document is of.

« Selon le procès-verbal du 14 mai 2019, … » is vouched for by the passage as a whole, by its
title and its date; no sentence of it repeats it beside each fact.
"""

import re
from collections.abc import Iterable

from indexers.answering.evidence import opening
from indexers.answering.numbers import check_figures, find_quantities
from indexers.answering.wording import claim_terms, source_keys
from schemas.passage import Passage

_OPENS = re.compile(
    r"(?:^(?:Oui, |Non, )?|, |\b(?=comme ))"
    r"(?P<said>(?:selon|d['’]après|suivant|comme l['’]indiquait|dans|lors d(?:e|u)"
    r"|à l['’]occasion d(?:e|u))"
    r" ?(?:la |le |les |l['’]|sa |son |ses |ce |cette |cet )?"
    r"(?P<name>[^\W\d_][^,;:]*?))(?=,|\.?$)",
    re.IGNORECASE,
)
_DOCUMENTS = re.compile(
    r"\b(?:procès-verb\w+|pv|rapport|communiqué|texte|réponse|hommage|séance|assemblée|interview|entretien"
    r"|préavis|document|bulletin|lettre|discours|compte rendu|budget|brochure|décision|annonce|avis"
    r"|portrait|article(?! [0-9])|page|notice|motion|interpellation|postulat|règlement|archive"
    r"|journal"
    r"|feuille|exposé|chronique|publication|message|circulaire|statistique|comptes|bilan|étude"
    r"|enquête|convention|courrier|information|historique|récit|témoignage|plaquette)s?\b",
    re.IGNORECASE,
)


def without_attribution(text: str, cited: Iterable[Passage]) -> str:
    """A claim without the words that only name the document and its date, when these are right.

    >>> page = Passage(id="p", text="", body="Le crédit est accordé.", url="https://x.example/",
    ...     title="Procès-verbal", date="2019-05-14", date_precision="day", is_archive=True)
    >>> without_attribution("Selon le procès-verbal du 14 mai 2019, le crédit est accordé.", [page])
    'Le crédit est accordé.'
    >>> without_attribution("Selon le rapport du 15 mai 2019, le crédit est accordé.", [page])
    'Selon le rapport du 15 mai 2019, le crédit est accordé.'
    """
    passages = tuple(cited)
    for match in reversed(list(_OPENS.finditer(text))):
        if _DOCUMENTS.match(match["name"]) and _is_of(match["name"], passages):
            text = f"{text[: match.start('said')]}{text[match.end() :].lstrip(' ,')}"
            text = re.sub(r",\s*(?=\.?$)", "", text)
    return text[:1].upper() + text[1:]


def _is_of(name: str, passages: tuple[Passage, ...]) -> bool:
    dates = "\n".join("\n".join((opening(p), p.date or "", p.date_label or "")) for p in passages)
    years = {(p.date or "")[:4] for p in passages}
    wrong = [q for q in check_figures(name, dates).missing if q.value not in years]
    if wrong and find_quantities(name):
        return False
    known = source_keys("\n".join(f"{p.title}\n{p.body}" for p in passages))
    terms = claim_terms(_DOCUMENTS.sub(" ", name))
    return all(term.keys & known for term in terms)
