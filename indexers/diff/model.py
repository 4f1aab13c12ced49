"""The difference of two builds, as a value that a script can read."""

from pydantic import BaseModel, ConfigDict


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NamedDocument(_Fact):
    """A document by what a reader knows it by."""

    url: str
    title: str
    reason: str = ""
    """For a document that is gone: what became of its URL."""


class MovedDocument(_Fact):
    """A document that is at another URL, with the same bytes or by a redirect."""

    before: str
    after: str
    title: str


class ChangedPassage(_Fact):
    """A passage side by side; ``None`` where it did not or does no longer stand."""

    before: str | None
    after: str | None


class ChangedDocument(_Fact):
    """A document whose text changed, with the passages that did."""

    url: str
    title: str
    is_pinned: bool
    passages: tuple[ChangedPassage, ...]


class ReassignedDate(_Fact):
    """A document that has another date."""

    url: str
    before: str | None
    after: str | None
    reason: str


class ReassignedStanding(_Fact):
    """A document that stands otherwise towards today."""

    url: str
    before: str
    after: str
    reason: str


class IndexDiff(_Fact):
    """Everything that a reader of the two builds can tell apart."""

    before: str
    after: str
    added: tuple[NamedDocument, ...] = ()
    gone: tuple[NamedDocument, ...] = ()
    moved: tuple[MovedDocument, ...] = ()
    changed: tuple[ChangedDocument, ...] = ()
    dates: tuple[ReassignedDate, ...] = ()
    standings: tuple[ReassignedStanding, ...] = ()

    @property
    def pinned(self) -> tuple[ChangedDocument, ...]:
        """The pinned pages that changed."""
        return tuple(document for document in self.changed if document.is_pinned)

    @property
    def is_empty(self) -> bool:
        """Whether the two builds say the same."""
        return not (
            self.added or self.gone or self.moved or self.changed or self.dates or self.standings
        )
