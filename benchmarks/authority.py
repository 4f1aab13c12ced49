"""Which questions bring the pinned page in? ``python -m benchmarks.authority PROFILE FILE.tsv``.

    python -m benchmarks.authority site.toml questions.tsv [--json]

The file has the columns ``question`` and topic, or ``none`` for an ordinary question (a header
row is skipped). Questions are read as retrieval reads them: with the lexicon of the profile's
published index and with their embedding; without an index, with the words of the profile alone,
and the output says so. ``--rules`` leaves the question model out: words and names alone. Prints
recall (the topic is among those brought in), false triggers, and every question that was read
otherwise.
"""

import argparse
import csv
import datetime as dt
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from flows.settings import Settings
from flows.shared_model import SharedModel
from flows.workspace import Workspace
from indexers.lance import open_index
from indexers.retrieval import Guide
from schemas.errors import NoIndex, RunError

_NONE = "none"
_HEADER = "question"


@dataclass(frozen=True, slots=True)
class Misread:
    """A question that was read otherwise than the file says."""

    question: str
    expected: str
    topics: tuple[str, ...]
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The measure of one file."""

    source: str
    """The version whose lexicon was used, or ``profile``."""
    asked: int
    ordinary: int
    missed: tuple[Misread, ...]
    false: tuple[Misread, ...]

    @property
    def recall(self) -> float | None:
        """Share of the questions with a topic that bring it in."""
        return (self.asked - len(self.missed)) / self.asked if self.asked else None

    @property
    def false_triggers(self) -> float | None:
        """Share of the ordinary questions that bring a pinned page in."""
        return len(self.false) / self.ordinary if self.ordinary else None


def load_guide(workspace: Workspace, *, rules_alone: bool = False) -> tuple[Guide, str]:
    """What reads questions for a profile, and the version that it knows (or ``profile``)."""
    settings = workspace.profile.retrieval
    if rules_alone:
        settings = settings.model_copy(update={"question_model": False})
    topics = [rule.topic for rule in workspace.profile.authority]
    try:
        with open_index(workspace.index_place) as reader:
            pinned, lexicon = reader.chunks("is_authoritative = true"), reader.lexicon()
            model_id, source = reader.manifest.model_id, reader.manifest.version
    except NoIndex:
        pinned, lexicon = [], []
        model_id, source = SharedModel(workspace).description.model_id, "profile"
    return Guide(lexicon, pinned, settings, topics, model_id), source


def read_questions(path: Path) -> list[tuple[str, str]]:
    """The questions of a file with their topics."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        pairs = [(row[0].strip(), row[1].strip()) for row in rows if len(row) > 1]
    return [pair for pair in pairs if pair[0] and pair[0].casefold() != _HEADER]


def measure(
    profile_path: Path, questions: Sequence[tuple[str, str]], *, rules_alone: bool = False
) -> Figures:
    """Read each question as retrieval would today; the day only tells past from present."""
    workspace = Workspace.of(profile_path, Settings())
    model = SharedModel(workspace)
    guide, source = load_guide(workspace, rules_alone=rules_alone)
    today = dt.datetime.now(tz=dt.UTC).date()
    missed, false = [], []
    for question, expected in questions:
        vector = None if rules_alone else model.load().embed_query(question)
        intent = guide.read(question, today, vector).intent
        found = Misread(question, expected, intent.topics, intent.evidence)
        if expected == _NONE and intent.is_authority:
            false.append(found)
        if expected != _NONE and expected not in intent.topics:
            missed.append(found)
    ordinary = sum(expected == _NONE for _, expected in questions)
    return Figures(source, len(questions) - ordinary, ordinary, tuple(missed), tuple(false))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 when the profile or the file cannot be used."""
    parser = argparse.ArgumentParser(prog="benchmarks.authority", description=__doc__)
    parser.add_argument("profile", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", action="store_true", help="words and names alone, no model")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    try:
        figures = measure(options.profile, read_questions(options.file), rules_alone=options.rules)
    except (RunError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        shown = asdict(figures) | {
            "recall": figures.recall,
            "false_triggers": figures.false_triggers,
        }
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        _print(figures)
    return 0


def _print(figures: Figures) -> None:
    if figures.source == "profile":
        print("no published index: names and areas are unknown, only the profile's words count")
    print(f"lexicon         {figures.source}")
    print(f"questions       {figures.asked} with a topic, {figures.ordinary} ordinary")
    for name, share in (("recall", figures.recall), ("false triggers", figures.false_triggers)):
        print(f"{name:<15} {'-' if share is None else f'{share:.4f}'}")
    for kind, listed in (("missed", figures.missed), ("false", figures.false)):
        for one in listed:
            print(f"{kind}: {one.question!r} expected {one.expected}, got {one.topics or 'none'}")
            print(f"  evidence {one.evidence}")


if __name__ == "__main__":
    sys.exit(main())
