"""What standing needs to know of one document, as one frozen value."""

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from schemas.dating import DateFinding, Validity
from schemas.document import DocumentKind, ParsedDocument
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """Identity, kind, names and date of one document."""

    url: CanonicalUrl
    kind: DocumentKind
    finding: DateFinding
    aliases: tuple[str, ...] = ()
    """Every other URL of the document, the fetched one included."""
    titles: tuple[str, ...] = ()
    """Titles of the document and texts of the links to it, best first."""

    @property
    def validity(self) -> Validity:
        """From when to when the document states that it holds."""
        return self.finding.validity

    @property
    def path(self) -> str:
        """The URL's path, percent-decoded."""
        return unquote(urlsplit(self.url).path)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rstrip("/").rpartition("/")[2]


def facts_for(
    source: SourceDocument,
    document: ParsedDocument,
    finding: DateFinding,
) -> DocumentFacts:
    """The facts of one document of the snapshot, once it is read and dated."""
    links = (context.link_text for context in source.contexts)
    titles = (document.title, document.h1, *links)
    return DocumentFacts(
        url=document.url,
        kind=document.kind,
        finding=finding,
        aliases=tuple(dict.fromkeys((*source.aliases, source.url, source.fetch_url))),
        titles=tuple(dict.fromkeys(title for title in titles if title)),
    )


def fold_words(text: str) -> str:
    """Lower case without accents, every run of other characters one space.

    >>> fold_words("Procès-Verbal_du  14.05")
    'proces verbal du 14 05'
    """
    return re.sub(r"[^a-z0-9]+", " ", unaccented(text).lower()).strip()


def unaccented(text: str) -> str:
    """The same letters without their accents; case stays.

    >>> unaccented("Règlement"), unaccented("Re\u0300glement")
    ('Reglement', 'Reglement')
    """
    parts = unicodedata.normalize("NFKD", text)
    return "".join(char for char in parts if not unicodedata.combining(char))


def is_stamped(finding: DateFinding) -> bool:
    """Whether only a technical stamp dates the document: too little to order versions by."""
    return finding.chosen is not None and finding.chosen.source in _STAMPS


_STAMPS = frozenset(
    {
        "pdf_info_creation", "pdf_info_modification", "xmp_create", "xmp_modify",
        "office_created", "office_modified", "last_modified", "sitemap_lastmod",
        "epoch_suffix", "scanner_stamp", "upload_folder",
    }
)  # fmt: skip
