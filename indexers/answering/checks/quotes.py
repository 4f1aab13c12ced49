"""Words that a claim quotes, and figures that a scan vouches for."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case, readable
from indexers.answering.numbers import check_figures
from schemas.answer import Finding, Verdict

_QUOTE = re.compile(r"«\s*(?P<a>[^»]+?)\s*»|“(?P<b>[^”]+)”|\"(?P<c>[^\"]+)\"")


def check_quotes(case: Case) -> Iterator[Finding]:
    """Quoted words stand in a cited body, to the letter."""
    bodies = " ".join(_spaced(passage.body) for passage in case.cited)
    for match in _QUOTE.finditer(case.text):
        quote = next(group for group in match.groups() if group)
        if _spaced(quote) not in bodies:
            yield Finding(
                check="quotes",
                verdict=Verdict.CONTRADICTED,
                detail=f'not in the cited passages: "{quote}"',
            )


def check_ocr(case: Case) -> Iterator[Finding]:
    """A figure read by character recognition is not sure enough to vouch for itself."""
    if not check_figures(case.text, "").figures:
        return
    sure = [
        p for p in case.cited if not p.ocr or (p.ocr_confidence or 0) >= case.min_ocr_confidence
    ]
    # The date of a scan is known from elsewhere than its characters.
    dates = [part for p in case.cited for part in (p.date or "", p.date_label or "")]
    known = "\n".join([*dates, *(readable(p) for p in sure)])
    if len(sure) < len(case.cited) and not check_figures(case.text, known).all_stand:
        detail = "figures read by OCR cannot be verified to the digit"
        yield Finding(check="ocr_figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _spaced(text: str) -> str:
    return " ".join(text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ").split())
