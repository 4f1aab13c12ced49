"""How a guest behaves: one rate for each host, Retry-After, a breaker, budgets and a window."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from email.utils import parsedate_to_datetime
from random import SystemRandom
from zoneinfo import ZoneInfo

from schemas.site import CrawlSettings

MAX_SLOWDOWN = 16.0
_JITTER = 0.1
_random = SystemRandom()


class RunMustEnd(Exception):
    """The run may make no further request; the message is the name of the reason."""


@dataclass(slots=True)
class HostManners:
    """What is known of one host during a run."""

    delay_s: float
    slowdown: float = 1.0
    next_turn: float = 0.0
    """Loop time before which the next request does not start."""
    paused_until: float = 0.0
    """Loop time until which the host asked to be left in peace."""
    failures_in_a_row: int = 0
    is_left_alone: bool = False


@dataclass(slots=True)
class Budget:
    """What one run may spend. `check` raises `RunMustEnd` once something is spent."""

    settings: CrawlSettings
    timezone: ZoneInfo
    clock: Callable[[], datetime]
    started_at: datetime = field(init=False)
    requests: int = 0
    wire_bytes: int = 0

    def __post_init__(self) -> None:
        self.started_at = self.clock()

    def check(self) -> None:
        """Nothing, while the run may go on."""
        settings = self.settings
        if settings.max_requests is not None and self.requests >= settings.max_requests:
            raise RunMustEnd("budget_requests")
        if settings.max_megabytes is not None and self.wire_bytes >= settings.max_megabytes * 10**6:
            raise RunMustEnd("budget_bytes")
        if self.seconds_left() <= 0:
            raise RunMustEnd("budget_minutes")
        if not in_window(settings.window, self.clock().astimezone(self.timezone).time()):
            raise RunMustEnd("outside_window")

    def seconds_left(self) -> float:
        """Until the budget of minutes is spent; infinite without one."""
        if self.settings.max_minutes is None:
            return float("inf")
        spent = (self.clock() - self.started_at).total_seconds()
        return self.settings.max_minutes * 60 - spent


def in_window(window: str, now: time) -> bool:
    """Whether ``now`` lies in ``window``, which may cross midnight; empty is always.

    >>> in_window("22:00-06:00", time(3)), in_window("22:00-06:00", time(12))
    (True, False)
    """
    if not window:
        return True
    start, end = (time.fromisoformat(part) for part in window.split("-"))
    return start <= now < end if start <= end else now >= start or now < end


class Manners:
    """Turns at the door. Aliases of one site share a host key, hence a rate."""

    def __init__(self, settings: CrawlSettings, budget: Budget) -> None:
        self._settings = settings
        self._hosts: dict[str, HostManners] = {}
        self._slots = asyncio.Semaphore(settings.concurrency)
        self.budget = budget

    def of(self, host: str) -> HostManners:
        """What is known of ``host``."""
        return self._hosts.setdefault(host, HostManners(self._settings.delay_s))

    def obey_crawl_delay(self, host: str, seconds: float | None) -> str:
        """Take the larger of our delay and robots.txt's; a note when it was capped."""
        if seconds is None:
            return ""
        cap = self._settings.max_crawl_delay_s
        manners = self.of(host)
        manners.delay_s = max(manners.delay_s, min(seconds, cap))
        return f"Crawl-delay {seconds:g} s capped to {cap:g} s" if seconds > cap else ""

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for ``host``'s turn; raises `RunMustEnd` when a budget is spent."""
        async with self._slots:
            self.budget.check()
            await self._wait(self.of(host))
            self.budget.check()
            self.budget.requests += 1
            yield

    async def _wait(self, manners: HostManners) -> None:
        loop = asyncio.get_running_loop()
        start = max(loop.time(), manners.next_turn)
        # Jitter: so that requests do not beat like a drum.
        spacing = manners.delay_s * manners.slowdown * (1 + _random.uniform(0, _JITTER))
        manners.next_turn = start + spacing
        # A Retry-After may arrive while we wait: hence a loop.
        while (wait := max(start, manners.paused_until) - loop.time()) > 0:
            if wait > self.budget.seconds_left():
                raise RunMustEnd("budget_minutes")
            await asyncio.sleep(wait)

    def note_success(self, host: str) -> None:
        """The host answered: it is well, and slowly gets its former rate back."""
        manners = self.of(host)
        manners.failures_in_a_row = 0
        manners.slowdown = max(1.0, manners.slowdown * 0.9)

    def note_failure(self, host: str, *, retry_after_s: float | None, is_overload: bool) -> None:
        """The host failed; 429 and 503 halve its rate, too many in a row end it."""
        manners = self.of(host)
        manners.failures_in_a_row += 1
        if is_overload:
            manners.slowdown = min(MAX_SLOWDOWN, manners.slowdown * 2)
        if retry_after_s is not None:
            pause = min(retry_after_s, self._settings.max_retry_after_s)
            now = asyncio.get_running_loop().time()
            manners.paused_until = max(manners.paused_until, now + pause)
        if manners.failures_in_a_row >= self._settings.breaker_failures:
            manners.is_left_alone = True


def retry_after_s(value: str, now: datetime) -> float | None:
    """Seconds that a Retry-After asks for (RFC 9110, 10.2.3), in either form.

    >>> now = datetime(2026, 11, 29, 3, 0, tzinfo=UTC)
    >>> retry_after_s("120", now), retry_after_s("Sun, 29 Nov 2026 03:01:00 GMT", now)
    (120.0, 60.0)
    >>> retry_after_s("soon", now) is None
    True
    """
    text = value.strip()
    if text.isascii() and text.isdigit() and len(text) < 9:
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now) / timedelta(seconds=1))
