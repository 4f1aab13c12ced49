"""Modules that the engines name at their start and a reading child does not use.

A child's start is nearly all imports. These are read when something of theirs is first asked
for (`importlib.util.LazyLoader`), so nothing is missing if a library does use them one day.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader

LATE = frozenset(("ctypes.util", "traceback"))
"""Those with a price that one module imports, once and as a whole: a second import reads them."""


class LateFinder:
    """A finder for ``sys.meta_path`` that is asked before all others."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """The module's place, to be read on first use; ``None`` for all that are not `LATE`."""
        del target
        spec = PathFinder.find_spec(fullname, path) if fullname in LATE else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def import_late() -> None:
    """From now on `LATE` modules are read when they are used."""
    sys.meta_path.insert(0, LateFinder)
