"""Documents that the crawl did not fetch: a folder of old files, a WARC of another crawl."""

import hashlib
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urljoin

from ingest.crawl.bodies import Body
from ingest.crawl.exchange import Answer
from ingest.crawl.frontier import Found
from ingest.crawl.judging import Asked, judge_walk
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.recording import Recorder
from ingest.crawl.sniffing import HEAD_BYTES, media_type_of
from ingest.crawl.walking import Walk
from schemas.errors import SnapshotError

LOCAL_BASE = "http://local.invalid/"
"""Address space of documents that have none (RFC 2606: ``.invalid`` is never resolved)."""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """One document to import: under which URL, with what headers."""

    url: str
    body: bytes
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import brought in."""

    taken: int
    unchanged: int
    refused: dict[str, int]
    """By reason."""


def import_files(recorder: Recorder, files: Iterator[ImportedFile]) -> ImportReport:
    """Record every file as a document that is never asked from the network."""
    taken = unchanged = 0
    refused: Counter[str] = Counter()
    for file in files:
        before, after, reason = _import_one(recorder, file)
        if reason is not Reason.NONE:
            refused[reason.value] += 1
        elif before == after:
            unchanged += 1
        else:
            taken += 1
    return ImportReport(taken, unchanged, dict(refused))


def _import_one(recorder: Recorder, file: ImportedFile) -> tuple[str, str, Reason]:
    """Hash before, hash after, and the reason of a refusal."""
    ledger = recorder.ledger
    with ledger.transaction():
        record = ledger.get(recorder.frontier.meet(file.url, Found(0, "import")))
        if record.state is UrlState.WITHDRAWN:
            return "", "", Reason.WITHDRAWN
        ledger.connection.execute("UPDATE url SET is_local = 1 WHERE id = ?", (record.id,))
    head = file.body[:HEAD_BYTES]
    sha256 = hashlib.sha256(file.body).hexdigest()
    with Body(io.BytesIO(file.body), len(file.body), head, sha256) as body:
        answer = Answer(file.url, 200, file.headers, body)
        answer.media_type = media_type_of(head, answer.declared_media_type)
        outcome = judge_walk(Walk(answer), Asked(file.url, is_home=lambda _: False))
        after = recorder.record(record.id, outcome, body)
    return record.sha256, after.sha256, outcome.reason


def folder_files(folder: Path, base_url: str = "") -> Iterator[ImportedFile]:
    """The files of ``folder`` under ``base_url``, hidden ones left out, in a stable order."""
    if not folder.is_dir():
        raise SnapshotError(f"{folder}: not a folder")
    base = base_url or urljoin(LOCAL_BASE, f"{quote(folder.resolve().name)}/")
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            url = urljoin(base, quote(relative.as_posix()))
            yield ImportedFile(url, path.read_bytes(), {})
