"""Nothing connects to an address that is not public, whatever names or numbers lead there."""

import asyncio
import socket
from collections.abc import Iterable

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.crawl.addresses import AddressPolicy, AddressRefused, GuardedBackend
from ingest.crawl.door import Door, DoorRules
from ingest.crawl.exchange import Request
from ingest.crawl.reasons import Reason
from tests.crawl.conftest import Reply, Serve

PUBLIC = ["93.184.216.34", "2606:4700::1111", "8.8.8.8"]
PRIVATE = [
    "127.0.0.1",
    "127.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.1",
    "255.255.255.255",
    "224.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "not an address",
    "",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_permitted(address: str) -> None:
    assert AddressPolicy().permits(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_other_addresses_are_refused(address: str) -> None:
    assert not AddressPolicy().permits(address)


def test_only_the_named_network_is_allowed() -> None:
    policy = AddressPolicy(["10.1.0.0/16", "fc00::/7"])

    assert policy.permits("10.1.2.3")
    assert policy.permits("::ffff:10.1.2.3")
    assert policy.permits("fc00::1")
    assert not policy.permits("10.2.0.1")
    assert not policy.permits("127.0.0.1")


@given(number=st.integers(0, 2**32 - 1))
def test_a_mapped_address_is_judged_like_the_bare_one(number: int) -> None:
    bare = socket.inet_ntoa(number.to_bytes(4))

    assert AddressPolicy().permits(f"::ffff:{bare}") == AddressPolicy().permits(bare)


@pytest.mark.parametrize(
    "host", ["2130706433", "0177.0.0.1", "0x7f.1", "127.1", "localhost", "[::1]", "127.0.0.1"]
)
def test_spellings_of_loopback_are_refused_when_connecting(host: str) -> None:
    with pytest.raises(AddressRefused, match=r"not a public address"):
        asyncio.run(GuardedBackend(AddressPolicy()).connect_tcp(host, 80, timeout=1.0))


def test_the_checked_address_is_the_one_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: the name server's second answer is never asked for."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    connected: list[str] = []

    async def resolve(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, None, 0, "", (ip, 80)) for ip in next(answers)]

    async def connect(_: object, host: str, *__: object, **___: object) -> None:
        connected.append(host)
        raise httpcore.ConnectError("far away")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(httpcore.ConnectError, match=r"far away"):
        asyncio.run(GuardedBackend(AddressPolicy()).connect_tcp("rebind.example", 80))

    assert connected == ["93.184.216.34"]


def test_one_private_answer_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, None, 0, "", (ip, 80)) for ip in ("8.8.8.8", "10.0.0.1")]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    with pytest.raises(AddressRefused):
        asyncio.run(GuardedBackend(AddressPolicy()).connect_tcp("mixed.example", 80))


def _asked(url: str, networks: Iterable[str] = (), ports: Iterable[int] = ()) -> tuple[Reason, str]:
    async def ask() -> tuple[Reason, str]:
        rules = DoorRules("Test/1.0", tuple(networks), extra_ports=frozenset(ports))
        async with Door(rules) as door:
            answer = await door.get(Request(url, limit=lambda _: 1000, timeout_s=5))
        answer.close()
        return answer.reason, answer.detail

    return asyncio.run(ask())


def test_the_door_refuses_loopback_unless_it_is_allowed(serve: Serve) -> None:
    site = serve({"/": Reply("bonjour")})
    port = site.server.server_port

    assert _asked(site.url, ports=[port])[0] is Reason.ADDRESS
    assert _asked(site.url, ["127.0.0.0/8"], [port])[0] is Reason.NONE
    assert _asked(site.url, ["127.0.0.0/8"])[0] is Reason.PORT
    assert len(site.hits) == 1


def test_proxies_of_the_environment_are_not_used(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, proxy = serve({"/": Reply("bonjour")}), serve({})
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy.url)

    assert _asked(site.url, ["127.0.0.0/8"], [site.server.server_port])[0] is Reason.NONE
    assert proxy.hits == []
