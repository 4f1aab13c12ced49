"""Cookies for one run: enough for sites that redirect to themselves after setting one."""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

_MAX_PER_HOST = 50
_MAX_CHARS = 4096


class CookieJar:
    """Name and value per host, forgotten with the run. Never sent to another host."""

    def __init__(self) -> None:
        self._hosts: dict[str, dict[str, str]] = {}

    def learn(self, url: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Take the Set-Cookie headers; whether they changed anything."""
        lines = [value for name, value in headers if name.lower() == b"set-cookie"]
        if not lines:
            return False
        known = self._hosts.setdefault(urlsplit(url).netloc, {})
        before = dict(known)
        for line in lines:
            known.update(_parsed(line.decode("latin-1")[:_MAX_CHARS]))
        for name in list(known)[:-_MAX_PER_HOST]:
            del known[name]
        return known != before

    def header(self, url: str) -> str:
        """The Cookie header for ``url``; empty when there is none."""
        known = self._hosts.get(urlsplit(url).netloc, {})
        return "; ".join(f"{name}={value}" for name, value in known.items())


def _parsed(line: str) -> dict[str, str]:
    try:
        return {name: morsel.coded_value for name, morsel in SimpleCookie(line).items()}
    except CookieError:
        return {}
