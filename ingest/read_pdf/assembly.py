"""Raw pages into one `ParsedDocument`: cleaned, in blocks, with the way back to the raw text."""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial

from ingest.read_pdf.cleaning import Vocabulary, vocabulary, words_of
from ingest.read_pdf.continued import Body, goes_on, repeated_headers
from ingest.read_pdf.draft import Draft, PageBody
from ingest.read_pdf.judging import JudgedPage
from ingest.read_pdf.layout import BodyStyle, body_style, group_lines
from ingest.read_pdf.letter_spacing import without_letter_spacing
from ingest.read_pdf.lines import Line
from ingest.read_pdf.protocol import RawFacts, RawPage
from ingest.read_pdf.ruled_rows import ruled_page
from ingest.read_pdf.running import PlacedLine, masked, running_lines
from ingest.read_pdf.wordlist import common_words, detect_language, known_words, rarity
from schemas.document import (
    Block,
    BlockKind,
    DocumentFlag,
    DocumentKind,
    Page,
    PageOutcome,
    ParsedDocument,
    StatedDate,
    StatedDateSource,
)
from schemas.urls import CanonicalUrl

OWN_RARITY = 5.0
"""A word that the document itself uses is taken for as rare as one in a hundred thousand."""

_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
_MOJIBAKE = re.compile("Ã[\u0080-\u00bf]|â€[™œ“”]")


def assemble(
    url: CanonicalUrl,
    facts: RawFacts,
    pages: Sequence[JudgedPage],
    languages: tuple[str, ...] = ("fr",),
) -> ParsedDocument:
    """The document that ``pages`` make; a pure function of its arguments."""
    lines = {page.raw.number: lines_of(page.raw) for page in pages if page.is_read}
    running = _running(lines, {page.raw.number: page.raw.height for page in pages})
    body = {
        number: [line for index, line in enumerate(found) if index not in running[number]]
        for number, found in lines.items()
    }
    style = body_style(tuple(body.values()))
    raw_texts = [page.raw.text for page in pages if page.is_read]
    language = detect_language("\n".join(raw_texts)[:60_000]) if raw_texts else None
    spoken = language or languages[0]
    lexicon = known_words if spoken in languages else common_words
    words = vocabulary(raw_texts, lambda word: word in lexicon(spoken))
    draft = _written(pages, lines, running, style, words)
    titled = _title_reader(raw_texts, spoken)
    return _document(url, facts, draft, (language, languages), titled)


def _written(
    pages: Sequence[JudgedPage],
    lines: Mapping[int, Sequence[Line]],
    running: Mapping[int, frozenset[int]],
    style: BodyStyle,
    words: Vocabulary,
) -> Draft:
    """All pages in blocks, put together where a table or a paragraph goes on."""
    draft = Draft()
    bodies: list[Body] = []
    left_out: list[frozenset[int]] = []
    for page in pages:
        number, raw = page.raw.number, page.raw
        found = ruled_page(lines.get(number, ()), raw, running.get(number, frozenset()))
        bodies.append(Body(number, found.lines, group_lines(found, raw.text, style)))
        left_out.append(found.running)
    repeated = repeated_headers(bodies)
    for index, (page, body) in enumerate(zip(pages, bodies, strict=True)):
        headers = [lines[body.number][line].text for line in sorted(left_out[index])]
        is_on = index > 0 and goes_on(bodies[index - 1], body)
        own = PageBody(body.groups, headers, repeated.get(body.number, ()), is_on)
        draft.add_page(page, own, words)
    return draft


def lines_of(page: RawPage) -> list[Line]:
    """The lines of a page, with their places where the engine gave any."""
    if page.lines:
        return [Line(p.start, p.end, page.text[p.start : p.end], p) for p in page.lines]
    return [Line(*found.span(), found[0], None) for found in _LINE.finditer(page.text)]


def _running(
    lines: Mapping[int, Sequence[Line]], heights: Mapping[int, float]
) -> dict[int, frozenset[int]]:
    """Running lines by page, as indices into the page's lines in the order of its text."""
    orders = {number: _from_top(found) for number, found in lines.items()}
    placed = {
        n: [_placed(lines[n][index], heights[n]) for index in order] for n, order in orders.items()
    }
    found = running_lines(placed)
    return {
        number: frozenset(order[place] for place in found.get(number, ()))
        for number, order in orders.items()
    }


def _placed(line: Line, page_height: float) -> PlacedLine:
    baseline = line.place.baseline if line.place is not None else None
    return PlacedLine(line.text, baseline, page_height)


def _from_top(lines: Sequence[Line]) -> list[int]:
    """Indices of ``lines`` from the top of the page to its bottom."""

    def height(index: int) -> tuple[float, float]:
        place = lines[index].place
        return (-round(place.baseline / 3), place.left) if place is not None else (0.0, 0.0)

    return sorted(range(len(lines)), key=height)


def _document(
    url: CanonicalUrl,
    facts: RawFacts,
    draft: Draft,
    spoken: tuple[str | None, tuple[str, ...]],
    titled: Callable[[str], str],
) -> ParsedDocument:
    """The finished value; ``spoken`` is the language found and those of the site."""
    language, languages = spoken
    text, blocks = draft.text(), draft.finished_blocks(facts.outline, titled)
    declared = facts.language[:2].lower() or None
    flags = _flags(facts, draft.pages, text)
    return ParsedDocument(
        url=url,
        kind=DocumentKind.PDF,
        text=text,
        blocks=blocks,
        pages=tuple(draft.pages),
        title=facts.title.strip() or None,
        h1=_first_heading(blocks, text, titled),
        language=language or declared or languages[0],
        language_declared=declared,
        language_detected=language,
        stated_dates=_stated_dates(facts),
        running_headers=tuple(map(titled, _headers(draft.pages))),
        outline=tuple(title for _, title, _ in facts.outline if title.strip()),
        attachments=facts.attachments,
        is_tagged=facts.is_tagged,
        page_count=facts.page_count,
        flags=tuple(flags),
        notes=(*facts.notes, *flags.values()),
        visible_chars=sum(len(page.raw_text) for page in draft.pages),
    )


def _title_reader(texts: Collection[str], language: str) -> Callable[[str], str]:
    """Puts letter-spaced titles together; the document's words are listed on first need."""
    own_words = cache(lambda: words_of(texts))

    def seldom(word: str) -> float:
        return min(rarity(word, language), OWN_RARITY if word in own_words() else math.inf)

    return partial(without_letter_spacing, rarity=seldom)


def _first_heading(blocks: Sequence[Block], text: str, titled: Callable[[str], str]) -> str | None:
    """The most important heading of the first page that has one."""
    headings = [block for block in blocks if block.kind is BlockKind.HEADING]
    first = [block for block in headings if block.page_number == headings[0].page_number]
    best = min(first, key=lambda block: (block.level or 0, block.span.start), default=None)
    return titled(best.span.of(text)) if best is not None else None


def _stated_dates(facts: RawFacts) -> tuple[StatedDate, ...]:
    stated = (
        (StatedDateSource.DC_DATE, facts.dc_date),
        (StatedDateSource.XMP_CREATE, facts.xmp_create),
        (StatedDateSource.XMP_MODIFY, facts.xmp_modify),
        (StatedDateSource.PDF_INFO_CREATION, facts.info_creation),
        (StatedDateSource.PDF_INFO_MODIFICATION, facts.info_modification),
    )
    return tuple(StatedDate(source, raw) for source, raw in stated if raw)


def _headers(pages: Sequence[Page]) -> tuple[str, ...]:
    """Each different running line once (numbers masked), as it stands on its first page."""
    seen: dict[str, str] = {}
    for line in (line for page in pages for line in page.header.splitlines()):
        if any(map(str.isalpha, line)):
            seen.setdefault(masked(line), " ".join(line.split()))
    return tuple(seen.values())


def _flags(facts: RawFacts, pages: Sequence[Page], text: str) -> dict[DocumentFlag, str]:
    """Each flag with a sentence for the operator."""
    found = {
        DocumentFlag.ENCRYPTED_EMPTY_PASSWORD: "encrypted, opened without a password"
        if facts.is_encrypted
        else "",
        DocumentFlag.PYPDF_REFUSED: facts.pypdf_refusal and f"pypdf: {facts.pypdf_refusal}",
        DocumentFlag.PDFIUM_REFUSED: facts.pdfium_refusal and f"PDFium: {facts.pdfium_refusal}",
        DocumentFlag.NO_TEXT: "" if text else "no page has any text",
        DocumentFlag.NEEDS_OCR: _listed(pages, PageOutcome.NEEDS_OCR, PageOutcome.GARBAGE),
        DocumentFlag.PARTLY_FAILED: _listed(pages, PageOutcome.FAILED),
        DocumentFlag.TRUNCATED: f"only {len(pages)} of {facts.page_count} pages are read"
        if len(pages) < facts.page_count
        else "",
        DocumentFlag.MOJIBAKE: "accents were decoded wrongly"
        if len(_MOJIBAKE.findall(text)) >= 5
        else "",
    }
    return {flag: sentence for flag, sentence in found.items() if sentence}


def _listed(pages: Sequence[Page], *outcomes: PageOutcome) -> str:
    """``needs_ocr: pages 1, 2``, at most twenty of them by number."""
    numbers = [str(page.number) for page in pages if page.outcome in outcomes]
    more = ", ..." if len(numbers) > 20 else ""
    return f"{outcomes[0].value}: pages {', '.join(numbers[:20])}{more}" if numbers else ""
