"""Exit codes, one a kind of trouble, and the sentence that goes with it."""

import errno
import sqlite3
from enum import IntEnum

from pydantic import ValidationError
from pydantic_settings import SettingsError

from schemas.errors import (
    BuildHeld,
    EmptySnapshot,
    IndexLocked,
    IndexTooNew,
    IndexTooOld,
    ModelError,
    NoIndex,
    PipelineError,
    ProfileError,
    PublishError,
    SiteUnreachable,
    SnapshotError,
    StepError,
)


class Exit(IntEnum):
    """What a script can tell from the exit code alone."""

    OK = 0
    """Done; also when nothing had changed."""
    BUG = 1
    """An error that Millésime did not foresee; the traceback is shown."""
    USAGE = 2
    """The command line is wrong."""
    PROFILE = 3
    """The profile is missing, unreadable or breaks a rule."""
    UNREACHABLE = 4
    """The site did not answer; nothing was changed."""
    LOCKED = 5
    """Another run is writing to this index."""
    TOO_NEW = 6
    """Index or snapshot were written by a newer version of Millésime."""
    DISK = 7
    """The disk is full or read-only, or a stored file is damaged; the published index stays."""
    HELD = 8
    """The build did not pass the gate; the published index stays."""
    INCOMPLETE = 9
    """The crawl could not reach everything; nothing was deleted, the next run goes on."""
    NO_INDEX = 10
    """Nothing is published yet, or that version or document does not exist."""
    MODEL = 11
    """The embedding model cannot be made or loaded."""
    DOCUMENT = 12
    """The one document that was asked for cannot be read."""
    NOT_PROVEN = 13
    """The answer breaks the contract, or its sources do not support every claim."""
    TOO_OLD = 14
    """The build has the layout of an older version: `millesime backfill` makes it anew."""
    EMPTY = 15
    """The site gave no document that could be indexed; the published index stays."""
    INTERRUPTED = 130
    """Stopped from the keyboard; the next run goes on."""


_BY_ERROR: tuple[tuple[type[PipelineError], Exit], ...] = (
    (ProfileError, Exit.PROFILE),
    (SiteUnreachable, Exit.UNREACHABLE),
    (IndexLocked, Exit.LOCKED),
    (IndexTooNew, Exit.TOO_NEW),
    (IndexTooOld, Exit.TOO_OLD),
    (NoIndex, Exit.NO_INDEX),
    (ModelError, Exit.MODEL),
    (EmptySnapshot, Exit.EMPTY),
    (SnapshotError, Exit.DISK),
    (BuildHeld, Exit.HELD),
    (PublishError, Exit.DISK),
    (StepError, Exit.DOCUMENT),
)

_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}
_DISK_WORDS = ("no space left", "disk is full", "read-only file system", "permission denied")


def exit_for(error: BaseException) -> tuple[Exit, str] | None:
    """Exit code and one-line sentence for ``error``; ``None`` when it is a bug.

    >>> exit_for(OSError(errno.ENOSPC, "No space left on device"))[0].name
    'DISK'
    """
    if isinstance(error, BaseExceptionGroup):  # of tasks that ran side by side
        known = (exit_for(one) for one in error.exceptions)
        return next((found for found in known if found is not None), None)
    if isinstance(error, PipelineError):
        for kind, code in _BY_ERROR:
            if isinstance(error, kind):
                return (Exit.DISK if _is_disk_full(error) else code), str(error)
    if isinstance(error, SettingsError):
        return Exit.USAGE, f"a variable MILLESIME_... of the environment: {error}"
    if isinstance(error, ValidationError) and error.title == "Settings":
        wrong = ", ".join(
            f"MILLESIME_{'_'.join(map(str, each['loc'])).upper()}: {each['msg']}"
            for each in error.errors(include_url=False)
        )
        return Exit.USAGE, f"the environment: {wrong}"
    if _is_disk_full(error):
        return Exit.DISK, (
            f"cannot write: {error}; free some space or mend the rights and run again: "
            "the published index is untouched, and finished work is kept"
        )
    if isinstance(error, KeyboardInterrupt):
        return Exit.INTERRUPTED, "stopped; run the same command again to go on"
    return None


def _is_disk_full(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, OSError) and error.errno in _DISK:
            return True
        if isinstance(error, (sqlite3.Error, OSError, RuntimeError)) and any(
            words in str(error).lower() for words in _DISK_WORDS
        ):
            return True
        error = error.__cause__ or error.__context__
    return False
