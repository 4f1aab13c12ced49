"""Read one file with as many children as it takes: a death costs a page, not the document."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ingest.read_pdf.child_process import Child, ChildDied, Message
from ingest.read_pdf.page_message import page_from
from ingest.read_pdf.protocol import (
    RawFacts,
    RawPage,
    ReadingLimits,
    ReadRequest,
    facts_from,
)

MAX_DEATHS = 3
"""After so many the remaining pages are given up."""


@dataclass(frozen=True, slots=True)
class RawRefusal:
    """Why nothing was read; ``code`` is a stable word."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class RawRead:
    """A file as its engines gave it: the facts, and one entry for each physical page."""

    facts: RawFacts
    pages: tuple[RawPage, ...]


@dataclass(slots=True)
class Progress:
    """What has been read of one file so far, across the deaths of children."""

    limits: ReadingLimits
    facts: RawFacts | None = None
    pages: list[RawPage] = field(default_factory=list)
    refusal: RawRefusal | None = None
    is_judged: bool = False
    pypdf_only: bool = False
    by_pypdf: tuple[int, ...] = ()
    deaths: list[str] = field(default_factory=list)

    def request(self) -> ReadRequest:
        """What is still to be read, with half the CPU time after a death."""
        cpu_s = self.limits.cpu_s if not self.deaths else max(1, self.limits.cpu_s // 2)
        return ReadRequest(
            limits=replace(self.limits, cpu_s=cpu_s),
            first_page=len(self.pages) + 1,
            by_pypdf=self.by_pypdf,
            pypdf_only=self.pypdf_only,
        )

    def take(self, message: Message) -> None:
        """Note one answer of the child."""
        if message.kind == "judged":
            self.is_judged = True
        elif message.kind == "facts":
            self.facts = self.facts or facts_from(message.value)
        elif message.kind == "page":
            self.pages.append(page_from(message.value, message.payload))
        elif message.kind == "refused" and isinstance(message.value, list):
            code, detail = message.value
            self.refusal = RawRefusal(str(code), str(detail))

    def take_death(self, death: ChildDied) -> bool:
        """Decide what to leave out next time; False when nothing is left to try."""
        self.deaths.append(f"{death.cause}: {death}")
        number = len(self.pages) + 1
        if self.facts is None:
            if not self.is_judged or self.pypdf_only or death.cause != "crash":
                self.refusal = RawRefusal(death.cause, str(death))
                return False
            self.pypdf_only = True
        elif death.cause == "crash" and number not in self.by_pypdf and not self.pypdf_only:
            self.by_pypdf = (*self.by_pypdf, number)
        else:
            self.pages.append(RawPage(number, error=str(death)))
        return len(self.deaths) < MAX_DEATHS

    def result(self) -> RawRead | RawRefusal:
        """The file as far as it was read; pages that were not are failures with a reason."""
        if self.facts is None:
            return self.refusal or RawRefusal("broken", "the reading process said nothing")
        wanted = min(self.facts.page_count, self.limits.max_pages)
        reason = self.refusal.detail if self.refusal else "; ".join(self.deaths)
        for number in range(len(self.pages) + 1, wanted + 1):
            self.pages.append(RawPage(number, error=reason or "not read"))
        notes = (*self.facts.notes, *self.deaths)
        return RawRead(replace(self.facts, notes=notes), tuple(self.pages[:wanted]))


def read_raw(
    body: bytes, limits: ReadingLimits, wall_s: float, child: Callable[[], Child]
) -> RawRead | RawRefusal:
    """The pages of ``body``; ``child`` gives a living child, a new one after a death."""
    progress = Progress(limits)
    while True:
        try:
            for message in child().ask("read", progress.request(), body, wall_s):
                progress.take(message)
        except ChildDied as death:
            if progress.take_death(death):
                continue
        except (TypeError, ValueError) as error:
            return RawRefusal("broken", f"the reading process answered nonsense: {error}")
        return progress.result()
