"""The demonstration: the sample commune on loopback, indexed, and asked the story's question."""

import socket
from collections.abc import Callable
from pathlib import Path

from flows.loopback import PLACEHOLDER_ORIGIN, serve_folder
from schemas.errors import NoIndex
from schemas.run import RunReport

SAMPLE = Path(__file__).resolve().parent.parent / "examples/commune"
QUESTIONS = ("qui s'occupe des finances ?", "Roland Tissavel")
"""The story's question, then a former member of the executive by his bare name."""
_PORT = 8765
"""Asked for first, so that the second demo finds the URLs of the first one in its snapshot."""


def run_demo(
    folder: Path,
    *,
    index_site: Callable[[Path], RunReport],
    print_line: Callable[[str], None],
) -> int:
    """Index the sample site into ``folder``, show the report and the passages; the exit code."""
    from flows.reports import report_in_words

    if not SAMPLE.is_dir():
        raise NoIndex(
            f"{SAMPLE}: the sample site is not installed; run from a clone of the project"
        )
    with serve_folder(SAMPLE / "site", port=_free_port(_PORT)) as server:
        if not server.url.endswith(f":{_PORT}"):
            folder = folder / server.url.rpartition(":")[2]  # another address is another site
        profile_path = _profile_for(server.url, folder)
        print_line(f"The sample commune is served on {server.url}; its data goes to {folder}\n")
        report = index_site(profile_path)
    print_line("\n" + report_in_words(report))
    _show_passages(profile_path, print_line)
    print_line(
        f'\nNext: millesime search {profile_path} "qui est responsable du tourisme ?"\n'
        f"      millesime explain {profile_path} /municipalite\n"
        f"      millesime status {profile_path}"
    )
    return 0


def _show_passages(profile_path: Path, print_line: Callable[[str], None]) -> None:
    from flows.asking import Desk, retrieval_in_words

    with Desk.of_profile(profile_path) as desk:
        for question in QUESTIONS:
            print_line(f"\n=== {question}\n")
            print_line(retrieval_in_words(desk.ask(question, k=3), most_lines=18))


def _profile_for(origin: str, folder: Path) -> Path:
    """The sample's profile with the server's origin, beside its golden questions."""
    folder.mkdir(parents=True, exist_ok=True)
    profile = (SAMPLE / "site.toml").read_text(encoding="utf-8")
    path = folder / "site.toml"
    path.write_text(profile.replace(PLACEHOLDER_ORIGIN, origin.rstrip("/")), encoding="utf-8")
    golden = (SAMPLE / "golden.toml").read_text(encoding="utf-8")
    (folder / "golden.toml").write_text(golden, encoding="utf-8")
    return path


def _free_port(wanted: int) -> int:
    """``wanted`` when nobody listens there, else 0 (any free port)."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return 0
    return wanted
