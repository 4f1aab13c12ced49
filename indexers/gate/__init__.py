"""The gate: reads a build before anyone else does, and says whether it may be published.

A pure function of the build, the build before it and the profile's rules; the shell reads
the tables, runs the golden questions and carries out what the report says.
"""

from indexers.gate.candidate import Candidate, GateRules, LastBuild
from indexers.gate.content import content_checks, gate_figures, lost_documents
from indexers.gate.golden import golden_checks, golden_figures
from indexers.gate.pinned import count_civilities, pinned_checks
from indexers.gate.structure import choose_probes, is_rightly_marked, structure_checks
from schemas.report import GateReport

__all__ = [
    "Candidate",
    "GateRules",
    "LastBuild",
    "choose_probes",
    "count_civilities",
    "examine",
    "gate_figures",
    "is_rightly_marked",
    "lost_documents",
]


def examine(candidate: Candidate, last: LastBuild | None, rules: GateRules) -> GateReport:
    """The report on ``candidate``: every check of structure, content, pinned pages, questions."""
    checks = [
        *structure_checks(candidate, rules.settings.min_probe_cosine),
        *content_checks(candidate, last, rules),
        *pinned_checks(candidate, last, rules),
        *golden_checks(candidate, last, rules),
    ]
    figures = gate_figures(candidate.site_documents)
    report = GateReport.of(
        candidate.manifest.version, checks, None if last is None else last.manifest.version
    )
    return report.model_copy(
        update={
            "figures": golden_figures(figures, candidate.golden, rules.settings.golden_k),
            "golden": tuple(candidate.golden),
        }
    )
