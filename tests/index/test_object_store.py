"""An index in an S3-compatible store, against a local server: the same promises but for leases."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from indexers.lance import (
    ObjectStoreUrl,
    index_lock,
    open_index,
    prune,
    published,
    rollback,
    versions,
    withdraw,
)
from indexers.lance.layout import IndexFolder
from schemas.errors import IndexLocked, NoIndex, PublishError

if TYPE_CHECKING:
    from conftest import Maker

moto_server = pytest.importorskip("moto.server")
boto3 = pytest.importorskip("boto3")
pytest.importorskip("obstore")

pytestmark = pytest.mark.slow
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def location(endpoint: str, request: pytest.FixtureRequest) -> ObjectStoreUrl:
    bucket = f"b{abs(hash(request.node.name))}"
    client = boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1",
        aws_access_key_id="test", aws_secret_access_key="test",
    )  # fmt: skip
    client.create_bucket(Bucket=bucket)
    options = {
        "aws_endpoint": endpoint, "aws_region": "us-east-1", "aws_access_key_id": "test",
        "aws_secret_access_key": "test", "allow_http": "true",
    }  # fmt: skip
    return ObjectStoreUrl(f"s3://{bucket}/commune/index", tuple(options.items()))


def test_publish_read_roll_back_and_prune(make: "Maker", location: ObjectStoreUrl) -> None:
    with pytest.raises(NoIndex, match="nothing has been published"):
        open_index(location)
    with index_lock(location) as held:
        one = make.published(held, make.commune()).version
        with open_index(location) as reader:
            two = make.published(held, make.commune()[:2], make.night + DAY).version
            assert len(reader.chunks()) == 12
            assert reader.search_text("déchetterie", 3)[0].row.url.endswith("/dechets")
            assert reader.refresh()
            assert len(reader.documents()) == 2
        rollback(held, now=make.night + 2 * DAY)
    current = published(location)
    assert current is not None
    assert current.version == one
    with open_index(location, (make.night + DAY).date()) as reader:
        assert reader.manifest.version == two
    assert [summary.version for summary in versions(location)] == [two, one]
    assert all(summary.size_bytes > 10_000 for summary in versions(location))


def test_what_was_live_within_a_day_is_not_pruned(make: "Maker", location: ObjectStoreUrl) -> None:
    with index_lock(location) as held:
        names = [
            make.published(held, make.commune(), make.night + DAY * night).version
            for night in range(5)
        ]
        store = held.folder.store
        store.write("builds/unfinished/data", "half a build")
        last = make.night + DAY * 4
        report = prune(held, keep=1, now=last + timedelta(hours=1))
        # Of November stays the last build; names[3] was live until an hour ago.
        assert set(report.removed) == {names[0], names[2]}
        assert report.leftovers == ("unfinished",)
        assert {names[3], names[4]} <= {summary.version for summary in versions(location)}
        report = prune(held, keep=1, now=last + 3 * DAY)
        assert names[3] in report.removed


def test_withdrawn_objects_are_gone(make: "Maker", location: ObjectStoreUrl) -> None:
    with index_lock(location) as held:
        make.published(held, make.commune())
        withdraw(held, ["/pv/2019.pdf"], now=make.night + DAY)
    with open_index(location) as reader:
        assert reader.document(f"{make.site}/pv/2019.pdf") is None
    assert len(versions(location)) == 1


def test_one_writer_at_a_time_and_a_dead_one_is_succeeded(location: ObjectStoreUrl) -> None:
    with index_lock(location) as held:
        with pytest.raises(IndexLocked, match="another run"), index_lock(location):
            pass
        lease = json.loads(held.folder.store.read("lock.json") or "")
        assert datetime.fromisoformat(lease["expires"]) > datetime.now(UTC)
    with index_lock(location) as held:
        dead = {"holder": "process 1 on gone", "expires": "2020-01-01T00:00:00+00:00"}
        IndexFolder(location).store.write("lock.json", json.dumps(dead))
        with index_lock(location):
            pass


def test_a_pointer_that_another_writer_moved_is_not_overwritten(
    make: "Maker", location: ObjectStoreUrl
) -> None:
    with index_lock(location) as held:
        manifest = make.published(held, make.commune())
        other = IndexFolder(location)
        assert other.published() == manifest
        text = f"{manifest.model_dump_json(indent=2)}\n"
        held.folder.store.write("CURRENT.json", f"{text}\n")
        with pytest.raises(PublishError, match="another writer"):
            other.store.write("CURRENT.json", text)
        fresh = IndexFolder(location)
        with pytest.raises(PublishError, match="another writer"):
            fresh.store.write("CURRENT.json", text)
