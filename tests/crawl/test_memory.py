"""Whatever a body does, the crawler's memory stays where it was."""

import gzip
import multiprocessing
import runpy
import zlib
from pathlib import Path

import pytest

from tests.crawl.conftest import Handler, Reply, Serve, html

ALLOWED_MIB = 150

_CHILD = """
import resource
from datetime import UTC, datetime
from pathlib import Path
from ingest.crawl import Snapshot, crawl_site
from schemas.site import parse_profile

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

with Snapshot.open(Path(folder)) as snapshot:
    before = peak()
    report = crawl_site(parse_profile(profile), snapshot, clock=lambda: datetime.now(UTC))
    after = peak()
Path(folder, "peak").write_text(f"{after - before} {report.refused.get('too_large', 0)}")
"""


def _bomb(unit: bytes, mib: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = unit * ((1 << 20) // len(unit))
    return b"".join(packer.compress(block) for _ in range(mib)) + packer.flush()


def _endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/pdf")
    handler.end_headers()
    handler.close_connection = True
    for _ in range(300):
        handler.wfile.write(b"%PDF-1.4 " + b"x" * (1 << 20))


@pytest.mark.slow
def test_memory_stays_where_it_was(serve: Serve, tmp_path: Path) -> None:
    packed = {"Content-Encoding": "gzip"}
    bombs = {
        "/bomb": Reply(_bomb(b"<p>Bonjour ", 400), headers=packed),
        "/bomb.pdf": Reply(_bomb(b"%PDF-1.4 ", 400), headers=packed),
        "/bomb.zip": Reply(_bomb(b"PK\x03\x04", 400), headers=packed),
        "/bomb.doc": Reply(_bomb(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 400), headers=packed),
        "/endless.pdf": _endless,
        "/wide": Reply(html("<b><i>" * 700_000)),
        "/links": Reply(html("<a href=/l>l</a>" * 250_000)),
        "/attributes": Reply(html("<a " + "x=1 " * 900_000 + ">")),
    }
    anchors = "".join(f"<a href={path}>{path}</a>" for path in bombs)
    site = serve(
        bombs
        | {
            "/": Reply(html(anchors)),
            "/sitemap.xml": Reply(_bomb(b"<a/><b/>", 400), headers=packed),
            "/robots.txt": Reply("User-agent: *\nSitemap: /s.gz", media_type="text/plain"),
            "/s.gz": Reply(gzip.compress(_bomb(b"<url><loc>/x</loc></url>", 45))),
        }
    )
    (tmp_path / "child.py").write_text(_CHILD)
    profile = (
        f'name = "X"\nstart_urls = ["{site.url}/"]\ncontact = "it@commune.example"\n'
        '[crawl]\ndelay_s = 0\nallow_private_addresses = ["127.0.0.0/8"]\n'
    )
    names = {"folder": str(tmp_path / "snapshot"), "profile": profile}
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["ingest.crawl.run"])
    child = processes.Process(target=runpy.run_path, args=(str(tmp_path / "child.py"), names))
    child.start()
    child.join(200)
    assert child.exitcode == 0

    grown, too_large = (tmp_path / "snapshot" / "peak").read_text().split()
    assert float(grown) < ALLOWED_MIB
    assert int(too_large) >= 5
