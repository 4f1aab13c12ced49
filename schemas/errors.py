"""Every error that the pipeline raises on purpose.

* PipelineError
  x StepError -- one document cannot go on; the run does (it becomes a `Refusal`)
    + FetchError
    + ParseError
      - PasswordRequired
  x RunError -- the run cannot go on; it stops, says what to do, and loses nothing
    + ProfileError
    + SiteUnreachable
    + SnapshotError
      - EmptySnapshot
    + ModelError
    + IndexLocked
    + IndexTooNew
    + IndexTooOld
    + PublishError
      - BuildHeld
    + NoIndex
"""


class PipelineError(Exception):
    """The root: everything that Millésime raises on purpose."""


class StepError(PipelineError):
    """One document cannot go on; ``reason`` is a sentence for the operator."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason


class FetchError(StepError):
    """The resource could not be fetched, or was refused while it was."""


class ParseError(StepError):
    """The bytes could not be read as the document that they claim to be."""


class PasswordRequired(ParseError):
    """The document is encrypted and the empty password does not open it."""


class RunError(PipelineError):
    """The run cannot go on. The message says what happened and what to do about it."""


class ProfileError(RunError):
    """The profile is missing, unreadable or breaks a rule."""


class SiteUnreachable(RunError):
    """No start URL answered, or robots.txt could not be had and no recent copy exists."""


class SnapshotError(RunError):
    """The snapshot or its ledger cannot be read or written."""


class EmptySnapshot(SnapshotError):
    """The snapshot holds no document, so there is nothing to index."""


class ModelError(RunError):
    """The embedding model cannot be loaded, or its file is not the one expected."""


class IndexLocked(RunError):
    """Another run is writing to this index."""


class IndexTooNew(RunError):
    """The index or the snapshot was written by a newer version of Millésime."""


class IndexTooOld(RunError):
    """The build has the layout of an older version; a backfill makes it anew."""


class PublishError(RunError):
    """The build could not be written or published; the published index is untouched."""


class BuildHeld(PublishError):
    """The gate holds the build back, or never saw it; the published index is untouched."""


class NoIndex(RunError):
    """Nothing has been published yet, or the version asked for does not exist."""
