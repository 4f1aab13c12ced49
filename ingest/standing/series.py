"""Series: documents of one folder whose names differ only by their dates, in order of date."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import unquote

from ingest.month_names import FULL_NAMES, MISSPELT, SHORT_NAMES, any_month
from ingest.standing.facts import DocumentFacts, fold_words, is_stamped
from schemas.document import DocumentKind
from schemas.urls import CanonicalUrl

_DATE_WORDS = re.compile(
    rf"(?:{any_month(FULL_NAMES, MISSPELT, SHORT_NAMES)}|"
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|printemps|ete|automne|"
    r"hiver|du|le|de|la|les|des|et|au|vom|der|del|1er)\Z"
)
_DATE_DIGITS = re.compile(r"(?:(?:19|20)[0-9]{2}|[0-9]{6}|[0-9]{8}|[0-9]{14})\Z")
_NUMBERED = re.compile(
    r"(?<![a-z])(?:minutes|bulletin|journal|feuille|gazette|info|infos|lettre|magazine|echo|menu)"
    r"(?![a-z])"
)
_GLUED = re.compile(r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")
_EDITION_WORDS = re.compile(
    r"(?:pdf|docx?|odt|version|vf|vdef|def|definitif|definitive|final|finale|signe|signee|tampon|"
    r"approuve|approuvee|approuves|copie|web|internet|scan|v|rev|maj|complet|compresse|compressed|"
    r"bis|extraordinaire|ordinaire|annee|edition|revise|revisee|modifie|nouveau|ancien)\Z"
)
_MINUTES = re.compile(
    r"(?<![a-z])(?:proces verba(?:l|ux)|comptes? rendus?|pv|cr|(?:beschluss)?protokoll|verbale)"
    r"(?![a-z])"
)
_REPLACES = re.compile(
    r"(?<![a-z])(?:reglements?|reglementation|statuts|directives?|tarifs?|baremes?|emoluments?|"
    r"taxes?|prescriptions?|formulaires?|horaires?|calendriers?|agenda|budget|organigramme|"
    r"verordnung|reglemente?|satzung|gebuhren|tarif|tarife|formular|fahrplan|kalender|"
    r"regolamento|statuto|tariffe|tariffario|modulo|orario|calendario)(?![a-z])"
)


@dataclass(frozen=True, slots=True)
class Series:
    """Two or more documents that follow each other, oldest first."""

    name: str
    members: tuple[CanonicalUrl, ...]
    newest: CanonicalUrl
    """The newest one that is not still to come."""
    replaces: bool
    """Whether a newer one takes the older one's place (a regulation, a tariff; not minutes)."""


def find_series(documents: Sequence[DocumentFacts], today: date) -> tuple[Series, ...]:
    """Every series of at least two dated documents, in the order of their names."""
    groups: dict[tuple[str, str], list[DocumentFacts]] = defaultdict(list)
    for facts in documents:
        key = series_key(facts)
        if key is not None and facts.finding.value is not None and not is_stamped(facts.finding):
            groups[key].append(facts)
    return tuple(
        _series(key, members, today)
        for key, members in sorted(groups.items())
        if len({str(facts.finding.value) for facts in members}) > 1
    )


def series_key(facts: DocumentFacts) -> tuple[str, str] | None:
    """Folder and name without their dates; ``None`` for a page or a name that says nothing."""
    if facts.kind in (DocumentKind.HTML, DocumentKind.SITE_INFORMATION, DocumentKind.PAGE_HISTORY):
        return None
    chosen = facts.finding.chosen
    dated = "" if chosen is None else fold_words(unquote(chosen.text))
    texts = (_template(text, dated) for text in (facts.name, *facts.titles))
    template = next((text for text in texts if re.search(r"[a-z]{2}", text)), "")
    return (_folder(facts.path), template) if template else None


def _template(name: str, dated: str) -> str:
    """The words of a name that do not date it, sorted.

    Numbers go too where a series is numbered (minutes, a bulletin); elsewhere a number tells
    one regulation from another.

    >>> _template("PV_02_du_14.05.2019-signe.pdf", "14 05 2019")
    'minutes'
    >>> _template("reglement-1203-2019.pdf", "2019"), _template("reglement-12-2019.pdf", "2019")
    ('1203 reglement', '12 reglement')
    """
    folded = _MINUTES.sub(" minutes ", _GLUED.sub(" ", fold_words(name)))
    if dated:
        folded = f" {folded} ".replace(f" {_GLUED.sub(' ', dated)} ", " ", 1)
    numbered = _NUMBERED.search(folded) is not None
    kept = [
        word
        for word in folded.split()
        if not (
            _DATE_DIGITS.match(word)
            or _DATE_WORDS.match(word)
            or _EDITION_WORDS.match(word)
            or (numbered and word.isdigit())
        )
    ]
    return " ".join(sorted(dict.fromkeys(kept)))


def _folder(path: str) -> str:
    """The folder's path without the parts that are dates or years."""
    parts = [part for part in path.split("/")[:-1] if part]
    kept = [part for part in parts if not re.fullmatch(r"[0-9._ -]{1,10}", part)]
    return "/" + "/".join(re.sub(r"(?:19|20)[0-9]{2}", "#", part) for part in kept)


def _series(key: tuple[str, str], members: list[DocumentFacts], today: date) -> Series:
    ordered = sorted(members, key=lambda facts: (_first_day(facts), facts.url))
    begun = [facts for facts in ordered if _first_day(facts) <= today] or ordered[:1]
    folder, template = key
    words = fold_words(" ".join((folder, *(t for f in members for t in (f.name, *f.titles[:1])))))
    replaces = _REPLACES.search(words) is not None and "minutes" not in template.split()
    return Series(
        name=f"{template} ({folder})",
        members=tuple(facts.url for facts in ordered),
        newest=begun[-1].url,
        replaces=replaces,
    )


def _first_day(facts: DocumentFacts) -> date:
    value = facts.finding.value
    return date.min if value is None else value.earliest
