"""Which child reads next, and when it pays to start another one."""

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ingest.read_pdf.child_process import Seat

PATIENCE_S = 1.0
"""Waiting of so many seconds, all documents together, starts one more child.

A start costs a tenth of a second of CPU time, as much as twenty pages. A night with a handful of
short documents is over before a second child is worth it; a long one loses a second, once.
"""


class Seating:
    """Lends each seat to one thread at a time; those with a child first."""

    def __init__(self, seats: Sequence[Seat], patience_s: float = PATIENCE_S) -> None:
        self._seats = tuple(seats)
        self._unused = list(seats)
        self._free: queue.LifoQueue[Seat] = queue.LifoQueue()
        self._lock = threading.Lock()
        self._patience_s = self._left_s = patience_s

    @contextmanager
    def lent(self) -> Iterator[Seat]:
        """A seat for the time of the body; waits for one when all children are busy."""
        seat = self._first() or self._freed() or self._another() or self._free.get()
        try:
            yield seat
        finally:
            self._free.put(seat)

    def close(self) -> None:
        """End all children."""
        for seat in self._seats:
            seat.close()

    @property
    def peak_kib(self) -> int:
        """Largest resident set that any child has reported."""
        return max(seat.peak_kib for seat in self._seats)

    @property
    def cpu_s(self) -> float:
        """CPU time of all children, as they last reported."""
        return sum(seat.cpu_s for seat in self._seats)

    def _first(self) -> Seat | None:
        with self._lock:
            return self._unused.pop() if len(self._unused) == len(self._seats) else None

    def _freed(self) -> Seat | None:
        """A seat that comes free before patience ends; the waiting is charged to it."""
        if not self._unused:
            return None
        started = time.monotonic()
        try:
            return self._free.get(timeout=max(self._left_s, 0.0))
        except queue.Empty:
            return None
        finally:
            with self._lock:
                self._left_s -= time.monotonic() - started

    def _another(self) -> Seat | None:
        with self._lock:
            self._left_s = self._patience_s
            return self._unused.pop() if self._unused else None
