"""A tiny commune, served on loopback, crawled and indexed once with a tiny model."""

import datetime as dt
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from fpdf import FPDF

from flows.cli.app import main
from flows.loopback import LoopbackServer, serve_folder
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
from schemas.run import RunOutcome
from tests.embedding.conftest import write_tiny_model

HOME = """<title>Commune de Test</title><h1>Bienvenue</h1>
<p>La commune de Test compte trois cents habitants et un moulin.</p>
<ul><li><a href="/municipalite">Municipalité</a><li><a href="/horaires">Horaires</a>
<li><a href="/proces-verbaux">Procès-verbaux</a><li><a href="/disparu">Une page disparue</a></ul>"""
EXECUTIVE = """<title>Municipalité – Commune de Test</title><h1>Municipalité</h1>
<p>La Municipalité siège chaque lundi.</p>
<div><h3>Mme Aline Verdon</h3><p>Syndique</p><p>Finances</p></div>
<div><h3>M. Bruno Castel</h3><p>Municipal</p><p>Écoles</p></div>
<div><h3>Mme Chloé Dumur</h3><p>Municipale</p><p>Tourisme</p></div>"""
HOURS = """<title>Horaires – Commune de Test</title><h1>Horaires d'ouverture</h1>
<table><tr><th>Jour<th>Heures<tr><td>Lundi<td>8h00 à 11h30<tr><td>Jeudi<td>14h00 à 18h30</table>"""
MINUTES = """<title>Procès-verbaux – Commune de Test</title><h1>Procès-verbaux</h1>
<h2>2019</h2><ul><li><a href="/documents/pv1.pdf">Séance du 14 mai 2019</a>
</ul>
<h2>Autres</h2><ul><li><a href="/documents/PV%2012.03.2018.pdf">Une séance</a>
<li><a href="/documents/extrait.pdf">Extrait</a></ul>
<h2>Règlements</h2><p><a href="/documents/reglements/dechets.pdf">Règlement des déchets</a></p>"""
GOLDEN = """
[[question]]
ask = "Qui est la syndique ?"
expect = "/municipalite"
authority = "exécutif"
[[question]]
ask = "Quel est le prix du sac ?"
expect = "/documents/reglements/dechets.pdf"
[[former]]
name = "Denis Faucon"
function = "syndic"
[[off_topic]]
ask = "Quel temps fera-t-il demain ?"
"""
PROFILE = """
name = "Commune de Test"
start_urls = ["{origin}/"]
contact = "it@commune.example"
[[authority]]
topic = "exécutif"
url = "/municipalite"
must_contain = ["Mme Aline Verdon"]
[[in_force]]
name = "règlements"
url = "/documents/reglements/*"
[crawl]
allow_private_addresses = ["127.0.0.0/8"]
delay_s = 0.0
[ocr]
enabled = false
[dating]
pdf_creation_date = "ignore"
[embedding]
model = "{model}"
backend = "torch"
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """One command as it ended."""

    code: int
    out: str
    err: str

    def json(self) -> object:
        return json.loads(self.out)


Command = Callable[..., Ended]


@dataclass(frozen=True, slots=True)
class Site:
    """The served site with its profile and its index."""

    server: LoopbackServer
    profile: Path

    def url(self, path: str) -> str:
        return f"{self.server.url}{path}"


def _pdf(path: Path, *lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pdf = FPDF()
    pdf.set_creation_date(dt.datetime(2020, 2, 3, tzinfo=dt.UTC))
    pdf.set_font("Helvetica", size=11)
    for number, line in enumerate(lines):
        if number % 2 == 0:
            pdf.add_page()
        pdf.multi_cell(0, 8, line)
        pdf.ln(4)
    pdf.output(str(path))


def _write_site(folder: Path) -> None:
    folder.mkdir()
    pages = {
        "index": HOME, "municipalite": EXECUTIVE, "horaires": HOURS, "proces-verbaux": MINUTES,
    }  # fmt: skip
    for name, body in pages.items():
        text = f'<!doctype html><html lang="fr"><meta charset="utf-8">{body}'
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    said = "M. Denis Faucon, syndic, presente les comptes et remercie le boursier communal."
    documents = folder / "documents"
    _pdf(documents / "pv1.pdf", "Seance du 14 mai 2019", said, "Divers", "La seance est levee.")
    _pdf(documents / "PV 12.03.2018.pdf", "Seance du 12 mars 2018", said.replace("compt", "cont"))
    _pdf(documents / "extrait.pdf", "Extrait du registre, sans date aucune, pour qui de droit.")
    price = "Le prix du sac de trente-cinq litres est de deux francs. Le tri est obligatoire."
    _pdf(documents / "reglements/dechets.pdf", "Reglement communal sur les dechets", price)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoopbackServer]:
    folder = tmp_path_factory.mktemp("cli") / "site"
    _write_site(folder)
    with serve_folder(folder) as server:
        yield server


@pytest.fixture(scope="session")
def indexed(served: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Crawled and indexed once; tests only read it."""
    folder = tmp_path_factory.mktemp("indexed")
    model = write_tiny_model(tmp_path_factory.mktemp("model") / "tiny")
    profile = folder / "site.toml"
    profile.write_text(PROFILE.format(origin=served.url, model=model), encoding="utf-8")
    (folder / "golden.toml").write_text(GOLDEN, encoding="utf-8")
    workspace = Workspace.of(profile, Settings(models_dir=tmp_path_factory.mktemp("models")))
    report = run_site(Run(workspace, Mode.NIGHTLY, dt.datetime.now(dt.UTC)))
    assert report.outcome is RunOutcome.PUBLISHED, report.gate
    return Site(served, profile)


@pytest.fixture
def own(indexed: Site, tmp_path: Path) -> Site:
    """A copy of the site's data that a test may change."""
    folder = tmp_path / "own"
    shutil.copytree(indexed.profile.parent, folder)
    return Site(indexed.server, folder / "site.toml")


@pytest.fixture
def millesime(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Command:
    """The command line itself, in this process."""
    models = tmp_path_factory.getbasetemp() / "models-of-commands"
    monkeypatch.setenv("MILLESIME_MODELS_DIR", str(models))

    def command(*arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["millesime", *map(str, arguments)])
        capsys.readouterr()
        code: object = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        seen = capsys.readouterr()
        return Ended(int(str(code)), seen.out, seen.err)

    return command
