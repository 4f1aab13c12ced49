"""Whether this machine and model go with OpenVINO, and in which precision."""

import os
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from indexers.embedding.description import EmbeddingMatrix, ModelDescription
from indexers.embedding.engine import PROBES, Engine, Role, embed_in_order
from indexers.embedding.openvino_engine import OpenVinoEngine, OpenVinoTuning, Precision
from indexers.embedding.openvino_form import PROBES_FILE, REFUSAL_FILE, OpenVinoUnfit
from schemas.site import EmbeddingSettings

_LOWEST_COSINE: dict[Precision, float] = {"float32": 0.9999, "bfloat16": 0.999}
_BFLOAT16_FLAGS = frozenset({"avx512_bf16", "amx_bf16"})


def load_openvino(
    description: ModelDescription, form: Path, tokenizer: Tokenizer, settings: EmbeddingSettings
) -> OpenVinoEngine:
    """The fastest precision whose vectors agree with the library's; raises `OpenVinoUnfit`."""
    if (form / REFUSAL_FILE).is_file():
        reason = (form / REFUSAL_FILE).read_text(encoding="utf-8").strip()
        raise OpenVinoUnfit(f"the model does not become a graph: {reason}")
    prompts: dict[Role, str] = {
        "query": description.query_prompt,
        "document": description.document_prompt,
    }
    tuning = OpenVinoTuning.for_threads(settings.threads or usable_cores())
    agreements = []
    for precision in precisions_to_try(settings):
        try:
            engine = OpenVinoEngine(form, tokenizer, prompts, precision, tuning)
        except (OSError, RuntimeError, ValueError) as error:
            raise OpenVinoUnfit(f"{form}: cannot be loaded, delete it ({error})") from error
        agreement = lowest_cosine(engine, form)
        if agreement >= _LOWEST_COSINE[precision]:
            return engine
        agreements.append(f"{precision} {agreement:.5f}")
    raise OpenVinoUnfit(f"its vectors differ from the library's (cosine: {', '.join(agreements)})")


def precisions_to_try(settings: EmbeddingSettings) -> tuple[Precision, ...]:
    """Fastest first. bfloat16 without the units for it is four times slower than float32."""
    if settings.precision != "auto":
        return (settings.precision,)
    return ("bfloat16", "float32") if computes_in_bfloat16() else ("float32",)


def computes_in_bfloat16(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor has units for bfloat16; elsewhere than on Linux, not known: no."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "")
    return not _BFLOAT16_FLAGS.isdisjoint(flags.split())


def lowest_cosine(engine: Engine, form: Path) -> float:
    """How well ``engine`` agrees with the vectors kept beside the graph: 1 is exactly."""
    with np.load(form / PROBES_FILE) as kept:
        return min(
            float(_cosines(embed_in_order(engine, PROBES, role), kept[role]).min())
            for role in ("query", "document")
        )


def usable_cores() -> int:
    """Cores that this process may run on."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _cosines(one: EmbeddingMatrix, other: EmbeddingMatrix) -> EmbeddingMatrix:
    norms = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    cosines: EmbeddingMatrix = (one * other).sum(axis=1) / norms
    return cosines
