"""An index in an S3-compatible store: a lease object instead of a lock, conditional pointer.

What an object store cannot do: a reader's hold on a build is unknown to writers, so `prune`
and `withdraw` may remove what a reader has open. `prune` therefore leaves every build alone
that was live within the last day. The store must honour ``If-None-Match`` and ``If-Match`` on
writes (AWS S3, MinIO and Ceph do): on one that ignores them two writers can overtake each other.
"""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import ModuleType
from urllib.parse import urlsplit

from indexers.lance.store import ObjectStoreUrl
from schemas.errors import IndexLocked, NoIndex, PublishError

LEASE = timedelta(minutes=5)
"""A writer that has not renewed its lease for so long is taken for dead."""
POINTER = "CURRENT.json"

_LOCK = "lock.json"


class NoLease:
    """Object stores know no readers: nothing to let go."""

    def release(self) -> None:
        """Do nothing."""


class ObjectStore:
    """Small files by ``obstore``; tables by LanceDB itself."""

    has_leases = False

    def __init__(self, location: ObjectStoreUrl) -> None:
        self.place = location.url.rstrip("/")
        self.storage_options = dict(location.storage_options)
        self._obstore = _obstore()
        allow_http = self.storage_options.get("allow_http", "false").lower() == "true"
        config = {k: v for k, v in self.storage_options.items() if k != "allow_http"}
        self._store = import_module("obstore.store").from_url(
            self.place, config=config, client_options={"allow_http": allow_http}
        )
        self._absent: type[Exception] = import_module("obstore.exceptions").NotFoundError
        self._refused: tuple[type[Exception], ...] = (
            import_module("obstore.exceptions").AlreadyExistsError,
            import_module("obstore.exceptions").PreconditionError,
        )
        self._failed: type[Exception] = import_module("obstore.exceptions").BaseError
        self._seen: dict[str, str | None] = {}

    def read(self, key: str) -> str | None:
        """The text of an object, or ``None``; the pointer's tag is remembered for `write`."""
        try:
            found = self._obstore.get(self._store, key)
            self._seen[key] = found.meta["e_tag"]
            return bytes(found.bytes()).decode("utf-8")
        except (self._absent, FileNotFoundError):
            self._seen[key] = None
            return None
        except self._failed as error:
            raise NoIndex(f"{self.place}/{key} cannot be read ({error})") from error

    def write(self, key: str, text: str) -> None:
        """Replace an object; the pointer only if it is still the one that was read last."""
        mode: object = "overwrite"
        if key == POINTER:
            tag = self._seen.get(key)
            mode = "create" if tag is None else {"e_tag": tag}
        try:
            put = self._obstore.put(self._store, key, text.encode(), mode=mode)
        except self._refused as error:
            raise PublishError(
                f"{self.place}/{key} was moved by another writer; nothing changed"
            ) from error
        except self._failed as error:
            raise PublishError(f"{self.place}/{key} cannot be written ({error})") from error
        self._seen[key] = put["e_tag"]

    def remove(self, key: str) -> None:
        """Remove an object, if it is there."""
        self._delete([key])

    def has(self, key: str) -> bool:
        """Whether the object is there."""
        try:
            self._obstore.head(self._store, key)
        except (self._absent, FileNotFoundError):
            return False
        return True

    def folders(self, key: str) -> list[str]:
        """Names that stand directly below ``key/``."""
        found = self._obstore.list_with_delimiter(self._store, key)
        return sorted(prefix.rstrip("/").rpartition("/")[2] for prefix in found["common_prefixes"])

    def begin_folder(self, key: str) -> None:
        """Remove what an unfinished build left."""
        self.remove_folder(key)

    def remove_folder(self, key: str) -> None:
        """Remove every object below ``key/``."""
        self._delete([path for path, _ in self._list(key)])

    def size(self, key: str) -> int:
        """Bytes of all objects below ``key/``."""
        return sum(size for _, size in self._list(key))

    def address(self, key: str) -> str:
        """A folder as LanceDB opens it."""
        return f"{self.place}/{key}"

    def lease(self, key: str) -> NoLease:
        """Nothing to hold; raises ``FileNotFoundError`` when the build is gone."""
        if not self.has(f"{key}/manifest.json"):
            raise FileNotFoundError(key)
        return NoLease()

    @contextmanager
    def sole_use(self, key: str) -> Iterator[bool]:
        """Assume so: whoever asks has waited a day (see `prune`)."""
        del key
        yield True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the index by a lease object, renewed by a thread for as long as the block lasts."""
        tag = self._take_lease()
        done = threading.Event()
        renewing = threading.Thread(target=self._renew, args=(tag, done), daemon=True)
        renewing.start()
        try:
            yield
        finally:
            done.set()
            renewing.join()
            self.remove(_LOCK)

    def _take_lease(self) -> str:
        now = datetime.now(UTC)
        held = self.read(_LOCK)
        tag = self._seen[_LOCK]
        if held is not None:
            lease = json.loads(held)
            if datetime.fromisoformat(lease["expires"]) > now:
                raise IndexLocked(
                    f"another run ({lease['holder']}) is writing to {self.place} until "
                    f"{lease['expires']} at least: wait for its end, or stop it"
                )
        mode: object = "create" if tag is None else {"e_tag": tag}
        try:
            put = self._obstore.put(self._store, _LOCK, _lease_text(now), mode=mode)
        except self._refused as error:
            raise IndexLocked(f"another run took {self.place} at the same moment") from error
        except self._failed as error:
            raise PublishError(f"{self.place} cannot be written ({error})") from error
        return str(put["e_tag"])

    def _renew(self, tag: str, done: threading.Event) -> None:
        """Renew the lease every fifth of its length; a lease that was lost is not retaken.

        A writer that lost it cannot publish any more if the new holder did, for the pointer
        has another tag then.
        """
        while not done.wait(LEASE.total_seconds() / 5):
            try:
                text = _lease_text(datetime.now(UTC))
                tag = self._obstore.put(self._store, _LOCK, text, mode={"e_tag": tag})["e_tag"]
            except self._refused:
                return
            except self._failed:
                # The store did not answer: four more tries before the lease ends.
                continue

    def _list(self, key: str) -> Iterator[tuple[str, int]]:
        """Path and size of every object below ``key/``."""
        for batch in self._obstore.list(self._store, prefix=f"{key}/"):
            for meta in batch:
                yield str(meta["path"]), int(meta["size"])

    def _delete(self, keys: list[str]) -> None:
        try:
            if keys:
                self._obstore.delete(self._store, keys)
        except (self._absent, FileNotFoundError):
            return
        except self._failed as error:
            raise PublishError(f"{self.place}: cannot remove {keys[0]} ({error})") from error


def _lease_text(now: datetime) -> bytes:
    holder = f"process {os.getpid()} on {socket.gethostname()}"
    return json.dumps({"holder": holder, "expires": (now + LEASE).isoformat()}).encode()


def _obstore() -> ModuleType:
    try:
        return import_module("obstore")
    except ModuleNotFoundError as error:
        raise NoIndex(
            "an index in an object store needs the package obstore: pip install 'millesime[s3]'"
        ) from error


def is_object_store(text: str) -> bool:
    """Whether ``text`` names a place in an object store.

    >>> is_object_store("s3://bucket/index"), is_object_store("/srv/index")
    (True, False)
    """
    return urlsplit(text).scheme == "s3"
