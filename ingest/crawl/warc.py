"""WARC, the web archives' format: export of the snapshot, import of other crawls (``[warc]``)."""

import importlib
import io
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ingest.crawl.blobs import BlobStore
from ingest.crawl.imports import ImportedFile
from ingest.crawl.ledger import Ledger
from ingest.crawl.records import moment
from schemas.errors import SnapshotError

_KEPT_HEADERS = frozenset({"content-type", "last-modified", "etag", "x-robots-tag"})


def _warcio(module: str) -> ModuleType:
    try:
        return importlib.import_module(f"warcio.{module}")
    except ImportError as error:
        raise SnapshotError("WARC needs the extra: pip install 'millesime[warc]'") from error


def warc_files(path: Path) -> Iterator[ImportedFile]:
    """The successful responses of a WARC file, the last one of each URL last."""
    archive = _warcio("archiveiterator")
    try:
        with path.open("rb") as stream:
            for record in archive.ArchiveIterator(stream):
                url = record.rec_headers.get_header("WARC-Target-URI")
                http = record.http_headers
                if record.rec_type != "response" or http is None or not url:
                    continue
                if http.get_statuscode() == "200" and url.startswith(("http://", "https://")):
                    kept = {n.lower(): v for n, v in http.headers if n.lower() in _KEPT_HEADERS}
                    yield ImportedFile(url, record.content_stream().read(), kept)
    except _warcio("exceptions").ArchiveLoadFailed as error:
        raise SnapshotError(f"{path}: not a WARC file ({error})") from error


def export_warc(ledger: Ledger, blobs: BlobStore, path: Path) -> int:
    """Write every live body as a response record; how many. Renamed into place at the end."""
    writer_module = _warcio("warcwriter")
    headers_module = _warcio("statusandheaders")
    partial = path.with_name(f".{path.name}.partial")
    count = 0
    with partial.open("wb") as stream:
        writer = writer_module.WARCWriter(stream, gzip=path.suffix == ".gz")
        for record in ledger.live():
            seen = moment(record.checked_at)
            headers = [
                ("Content-Type", record.declared_type or record.media_type),
                ("Last-Modified", record.last_modified),
                ("ETag", record.etag),
            ]
            writer.write_record(
                writer.create_warc_record(
                    record.fetch_url,
                    "response",
                    payload=io.BytesIO(blobs.get(record.sha256)),
                    http_headers=headers_module.StatusAndHeaders(
                        "200 OK", [item for item in headers if item[1]], protocol="HTTP/1.1"
                    ),
                    warc_headers_dict={"WARC-Date": f"{seen:%Y-%m-%dT%H:%M:%SZ}"} if seen else {},
                )
            )
            count += 1
    partial.replace(path)
    return count
