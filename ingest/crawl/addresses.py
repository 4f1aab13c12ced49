"""Where the crawl may connect to: checked on the address itself, at the moment of connecting.

A name is resolved once, every address that is not public is refused, and the connection goes to
that same address: a second answer of the name server (rebinding) has no gap to slip through.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Coroutine, Iterable
from typing import Any, TypedDict, Unpack

import httpcore

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class AddressRefused(Exception):
    """The host has no address to which this crawl may connect."""


class AddressPolicy:
    """Public addresses, and the networks that the profile allows by name."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed: tuple[Network, ...] = tuple(map(ipaddress.ip_network, allowed))

    def permits(self, address: str) -> bool:
        """Whether ``address`` (as resolved) may be connected to.

        >>> AddressPolicy().permits("::ffff:10.0.0.1"), AddressPolicy().permits("127.0.0.1")
        (False, False)
        >>> AddressPolicy(["127.0.0.0/8"]).permits("127.0.0.1")
        True
        """
        try:
            ip = _unwrapped(ipaddress.ip_address(address.partition("%")[0]))
        except ValueError:
            return False
        if any(ip.version == network.version and ip in network for network in self._allowed):
            return True
        return ip.is_global and not ip.is_multicast

    def names_private(self, address: str) -> bool:
        """Whether the profile itself allows ``address`` although it is not public."""
        return self.permits(address) and not AddressPolicy().permits(address)


def _unwrapped(ip: IpAddress) -> IpAddress:
    """The IPv4 address inside a mapped, 6to4, Teredo or NAT64 one."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in ipaddress.IPv6Network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    teredo = ip.teredo
    return ip.ipv4_mapped or ip.sixtofour or (teredo[1] if teredo else ip)


class _ConnectOptions(TypedDict):
    timeout: float | None
    local_address: str | None
    socket_options: Iterable[httpcore.SOCKET_OPTION] | None


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects for httpcore: resolve once, refuse or go to exactly the address checked."""

    def __init__(self, policy: AddressPolicy) -> None:
        self._policy = policy
        self._sockets = httpcore.AnyIOBackend()

    # Plain methods that return coroutines: httpcore names the argument ``timeout``.
    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> Coroutine[Any, Any, httpcore.AsyncNetworkStream]:
        """Connect to ``host``; raises `AddressRefused` or httpcore's errors."""
        return self._connect(
            host,
            port,
            timeout=timeout,
            local_address=local_address,
            socket_options=socket_options,
        )

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> Coroutine[Any, Any, httpcore.AsyncNetworkStream]:
        """Never: a crawl speaks TCP."""
        raise AddressRefused(f"unix socket {path!r} ({timeout=}, {socket_options=})")

    async def sleep(self, seconds: float) -> None:
        """Wait, for httpcore's own retries (which are off)."""
        await asyncio.sleep(seconds)

    async def _connect(
        self, host: str, port: int, **options: Unpack[_ConnectOptions]
    ) -> httpcore.AsyncNetworkStream:
        """Try each checked address in turn: a host may have an IPv6 address that is dead."""
        *others, last = await self._checked(host, port)
        for address in others:
            try:
                return await self._sockets.connect_tcp(address, port, **options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._sockets.connect_tcp(last, port, **options)

    async def _checked(self, host: str, port: int) -> list[str]:
        name = host.strip("[]")
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                name, port, type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(f"{host} cannot be resolved: {error}") from error
        addresses = [str(entry[4][0]) for entry in found]
        # One private address among public ones is refused as well: nobody serves a site so.
        if refused := [address for address in addresses if not self._policy.permits(address)]:
            raise AddressRefused(f"{host} resolves to {refused[0]}, which is not a public address")
        return addresses
