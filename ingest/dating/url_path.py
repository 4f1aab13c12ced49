"""A URL taken apart for dating: the file name, the folders, and what the store added to them."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from ingest.dating.folding import Folded, fold_url
from ingest.dating.words import day_date
from schemas.dating import PartialDate

MAX_CHARS = 2000
"""Of a URL, from its end; no server needs more."""
MAX_FOLDERS = 16
"""The nearest ones; a path with more is a trap for crawlers."""

_ORIGIN = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{0,20}://[^/?#]*")
_FILE_KEY = re.compile(
    r"[?&;](?:file|filename|fichier|doc|document|name|nom|path|f|url|src|datei|pdf)=([^&;#]*)",
    re.IGNORECASE,
)
_FILE_VALUE = re.compile(
    r"[?&;][^=&;#]{1,40}=([^&;#]{1,300}\.(?:pdf|docx?|odt|rtf|html?))(?=[&;#]|\Z)", re.IGNORECASE
)
_DAY_KEY = re.compile(r"[?&;](?:date|datum|data|jour|seance|sitzung)=([^&;#]{6,40})", re.IGNORECASE)
_EXTENSION = re.compile(
    r"(?:\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|html?|php|aspx?|txt|zip|jpe?g|png|tiff?|msg|download|signed))+\Z"
)
_ACTION = re.compile(r"(?:view|download|file|at_download|open|show|inline)\Z")
_COPY = re.compile(
    r"[ _-]{0,2}\([0-9]{1,2}\)\s{0,2}\Z|[ _-]{1,2}(?:copie|copy|kopie|copia)\s{0,2}\Z"
)
_EPOCH = re.compile(r"(?<![0-9])(1[0-9]{9})(?:[0-9]{3})?\Z")
_SCAN = re.compile(
    r"(?:(?:scan|scn|img|image|numerisation|numeriser|km_c[a-z0-9]+|sharp|ricoh|xerox|"
    r"whatsapp image|screenshot|capture[a-z' ]*)[ ._-]{0,3})?"
    r"((?:19|20)[0-9]{2})-?([01][0-9])-?([0-3][0-9])"
    r"(?:[ ._-]?(?:at )?(?:wa)?[0-9][0-9._-]{0,12})?"
    r"(?:[ ._-]?(?:scan|scn|img|image|doc|page|numerisation)[ ._-]?[0-9]{0,6})?[ ._-]{0,3}\Z"
)
_LONG_STAMP = re.compile(r"((?:19|20)[0-9]{2})([01][0-9])([0-3][0-9])[0-9]{6,9}(?![0-9])")
_STORE = re.compile(
    r"(?:wp-content|uploads?|files|medias?|sites|default|storage|assets|fileadmin|cdn|static|"
    r"images?|attachments?|resources?|binaries)\Z"
)
_SITTINGS = re.compile(
    r"deliberation|conseil|seance|proces|compte|sitzung|consigli|protokoll|actes|arrete|decision"
)
_ID_FOLDER = re.compile(
    r"(?:node|articles?|item|id|show|detail|page|attachment|download|telecharger|telechargement)\Z"
)
"""What follows these is a number of the machine, though it look like a year."""
_ID = re.compile(r"[0-9]{1,8}\Z")
_STORE_YEAR = re.compile(r"((?:19|20)[0-9]{2})\Z")
_STORE_MONTH = re.compile(r"(0[1-9]|1[0-2])\Z")
_STORE_YEAR_MONTH = re.compile(r"((?:19|20)[0-9]{2})-(0[1-9]|1[0-2])\Z")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment that a machine wrote: an upload, an epoch, a scan. It dates no document."""

    kind: str
    value: PartialDate
    text: str
    """Verbatim from the URL or the file."""


@dataclass(frozen=True, slots=True)
class UrlPath:
    """The parts of a URL that people or machines name; all of them quote the same source."""

    name: Folded
    """The file name without endings, copy marks and machine suffixes."""
    folders: tuple[Folded, ...]
    """Folders that people named, outermost first; the store's own are left out."""
    stamps: tuple[Stamp, ...] = ()
    upload_month: tuple[int, int] | None = None
    is_file: bool = True
    """Whether the name ends like a file's; a page's path dates its publication."""


def parse_url_path(url: str) -> UrlPath:
    """The parts of ``url``, which may be absolute, a path or a bare file name.

    >>> path = parse_url_path("https://x.example/wp-content/uploads/2021/03/Rapport%202019.pdf")
    >>> path.name.text, path.upload_month, [f.text for f in path.folders]
    ('rapport 2019', (2021, 3), ['wp-content', 'uploads'])
    """
    url = url[-MAX_CHARS:]
    folded = fold_url(url)
    segments = _segments(url, folded)
    name = segments.pop() if segments else folded.window(0, 0)
    while segments and _ACTION.match(name.text) and _EXTENSION.search(segments[-1].text):
        name = segments.pop()
    named = _query_segments(url, folded)
    if named:
        *inner, name = named
        segments = [*segments, *inner]
    segments, name = _without_ids([*segments[-MAX_FOLDERS:], name])
    plain = _without_endings(name)
    is_file = _EXTENSION.search(name.text) is not None
    folders, stamps, upload_month = _without_store(segments, is_file=is_file)
    plain, name_stamps = _without_stamps(plain)
    return UrlPath(plain, folders, (*name_stamps, *stamps), upload_month, is_file)


def _segments(url: str, folded: Folded) -> list[Folded]:
    """The path's segments; ``/`` separates only where the source has one."""
    origin = _ORIGIN.match(url)
    begin = origin.end() if origin else 0
    end = min((i for i in (url.find("?", begin), url.find("#", begin)) if i >= 0), default=len(url))
    found: list[Folded] = []
    start = first = _position(folded, begin)
    stop = _position(folded, end)
    for i in range(first, stop + 1):
        if i == stop or url[folded.starts[i]] == "/":
            if i > start:
                found.append(folded.window(start, i))
            start = i + 1
    return found


def _position(folded: Folded, place: int) -> int:
    """The first folded character that stands at or after ``place`` of the source."""
    low, high = 0, len(folded.text)
    while low < high:
        middle = (low + high) // 2
        if folded.starts[middle] < place:
            low = middle + 1
        else:
            high = middle
    return low


def _without_ids(segments: list[Folded]) -> tuple[list[Folded], Folded]:
    """The folders and the name, numbers masked that a content system gave."""
    shown = segments[:1]
    for before, segment in pairwise(segments):
        is_id = _ID_FOLDER.match(before.text) and _ID.match(segment.text)
        shown.append(segment.masked([(0, len(segment.text))]) if is_id else segment)
    *folders, name = shown
    return folders, name


def _query_segments(url: str, folded: Folded) -> list[Folded]:
    """The parts of a query value that names a file or a day: ``?filename=pv20260512.pdf``."""
    question = url.find("?")
    if question < 0:
        return []
    patterns = (_FILE_VALUE, _FILE_KEY, _DAY_KEY)
    found = (pattern.search(url, question) for pattern in patterns)
    match = next((m for m in found if m is not None and m.group(1)), None)
    if match is None:
        return []
    start, end = (_position(folded, place) for place in match.span(1))
    return [
        folded.window(start + part.start(), start + part.end())
        for part in re.finditer(r"[^/]+", folded.text[start:end])
    ]


def _without_endings(name: Folded) -> Folded:
    for pattern in (_EXTENSION, _COPY):
        if (found := pattern.search(name.text)) is not None and found.start() > 0:
            name = name.window(0, found.start())
    return name


def _without_stamps(name: Folded) -> tuple[Folded, tuple[Stamp, ...]]:
    """The name without a final epoch, a scanner's name or a long leading stamp."""
    stamps: list[Stamp] = []
    if (epoch := _EPOCH.search(name.text)) is not None:
        moment = datetime.fromtimestamp(int(epoch.group(1)), UTC).date()
        value = PartialDate(moment.year, moment.month, moment.day)
        stamps.append(Stamp("epoch_suffix", value, name.quote(*epoch.span(1))))
        name = name.window(0, epoch.start())
    machine = _SCAN.match(name.text) if _is_machine_name(name.text) else None
    scan = machine or _LONG_STAMP.match(name.text)
    if scan is not None:
        day = day_date(*(int(part) for part in scan.group(1, 2, 3)))
        if day is not None:
            stamps.append(Stamp("scanner_stamp", day, name.quote(*scan.span())))
            name = name.masked([scan.span()])
    return name, tuple(stamps)


def _is_machine_name(name: str) -> bool:
    """A scanner or camera wrote the name: its own word, or a stamp to the second and no word."""
    has_word = re.match(r"[a-z]", name) is not None
    digits = sum(char.isdigit() for char in name)
    return has_word or digits >= 12


def _without_store(
    segments: list[Folded], *, is_file: bool
) -> tuple[tuple[Folded, ...], tuple[Stamp, ...], tuple[int, int] | None]:
    """Folders without an upload store's ``YYYY/MM[/DD]`` or ``YYYY-MM``, which become stamps.

    Under a folder of sittings, outside a store, such folders are dates that people gave; and in
    the path of a page they are its day of publication.
    """
    kept: list[Folded] = []
    stamps: list[Stamp] = []
    upload: tuple[int, int] | None = None
    in_store = of_sittings = False
    i = 0
    while i < len(segments):
        in_store = in_store or _STORE.match(segments[i].text) is not None
        of_sittings = of_sittings or _SITTINGS.search(segments[i].text) is not None
        size, value = _machine_date(segments[i : i + 3], in_store=in_store)
        by_people = (of_sittings and not in_store) or (not is_file and not in_store)
        if value is not None and not by_people:
            last = segments[i + size - 1]
            quote = last.source[segments[i].starts[0] : last.ends[-1]]
            stamps.append(Stamp("upload_folder", value, quote))
            upload = (value.year, value.month or 1)
        else:
            size = 1
            kept.append(segments[i])
        i += size
    return tuple(kept), tuple(stamps), upload


def _machine_date(segments: list[Folded], *, in_store: bool) -> tuple[int, PartialDate | None]:
    """How many of the segments make a date, and the date."""
    texts = [segment.text for segment in segments]
    if in_store and (pair := _STORE_YEAR_MONTH.match(texts[0])) is not None:
        return 1, PartialDate(int(pair.group(1)), int(pair.group(2)))
    if len(texts) < 2 or not _STORE_YEAR.match(texts[0]) or not _STORE_MONTH.match(texts[1]):
        return 0, None
    year, month = int(texts[0]), int(texts[1])
    day = int(texts[2]) if len(texts) > 2 and re.fullmatch(r"[0-3][0-9]", texts[2]) else 0
    full = day_date(year, month, day) if day else None
    return (3, full) if full is not None else (2, PartialDate(year, month))
