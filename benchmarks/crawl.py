"""The crawl's figures: first and second crawl of a 2,000-page site, and a week of quiet nights.

    python -m benchmarks.crawl [PAGES]

The server runs in its own process, so that CPU seconds are the crawler's alone. Pages carry an
ETag, link to ten others and weigh about 6 kB. No delay between requests: manners cost time, not
CPU. The clock is moved by hand from night to night.
"""

import hashlib
import multiprocessing
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ingest.crawl import CrawlReport, Snapshot, crawl_site
from schemas.site import AuthorityRule, CrawlSettings, SiteProfile

PINNED = 10
NIGHTS = 8


def page(number: int, pages: int) -> bytes:
    """A page of a commune: menu, a paragraph or twelve, a list of links with dates."""
    near = [(number * 10 + step) % pages for step in range(1, 11)]
    rows = "".join(
        f"<li>{n % 28 + 1} mai 2019 <a href=/p{n}>Procès-verbal {n}</a></li>" for n in near
    )
    menu = "".join(f"<li><a href=/p{n}>Rubrique {n}</a></li>" for n in range(1, 21))
    text = f"<p>Le Conseil communal a délibéré sur l'objet {number}. </p>" * 60
    return (
        f"<!doctype html><html lang=fr><title>Page {number}</title><nav><ul>{menu}</ul></nav>"
        f"<main><h1>Page {number}</h1>{text}<ul>{rows}</ul></main></html>"
    ).encode()


def serve(pages: int, port: "multiprocessing.Queue[int]") -> None:
    """Serve the site until the process is ended."""
    bodies = {"/": page(0, pages)} | {f"/p{n}": page(n, pages) for n in range(1, pages)}
    etags = {path: f'"{hashlib.sha256(body).hexdigest()}"' for path, body in bodies.items()}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = bodies.get(self.path)
            known = body is not None and self.headers.get("If-None-Match") == etags[self.path]
            self.send_response(404 if body is None else 304 if known else 200)
            if body is not None:
                self.send_header("ETag", etags[self.path])
                self.send_header("Content-Type", "text/html; charset=utf-8")
            sent = b"" if body is None or known else body
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.put(server.server_port)
    server.serve_forever()


def measured(profile: SiteProfile, folder: Path, now: datetime) -> tuple[CrawlReport, float, float]:
    """One run with its wall and CPU seconds, opening and closing the snapshot included."""
    wall, cpu = time.perf_counter(), time.process_time()
    with Snapshot.open(folder) as snapshot:
        report = crawl_site(profile, snapshot, clock=lambda: now)
    return report, time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Print the figures."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    port: multiprocessing.Queue[int] = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(pages, port), daemon=True)
    server.start()
    profile = SiteProfile(
        name="Mesure",
        start_urls=(f"http://127.0.0.1:{port.get()}/",),
        contact="mesure@commune.example",
        authority=tuple(AuthorityRule(topic=f"t{n}", url=f"/p{n}") for n in range(1, PINNED + 1)),
        crawl=CrawlSettings(delay_s=0, allow_private_addresses=("127.0.0.0/8",)),
    )
    now = datetime(2026, 11, 1, 2, 0, tzinfo=UTC)
    with tempfile.TemporaryDirectory() as name:
        print("night  asked  bodies  wire_kB  wall_s  cpu_s")
        for night in range(NIGHTS):
            report, wall, cpu = measured(profile, Path(name), now + timedelta(days=night))
            asked = report.fetched + report.not_modified
            print(
                f"{night:5}  {asked:5}  {report.fetched:6}  {report.wire_bytes / 1000:7.0f}"
                f"  {wall:6.2f}  {cpu:5.2f}  {report.incomplete_reason}"
            )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    server.terminate()


if __name__ == "__main__":
    main()
