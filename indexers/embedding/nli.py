"""Entailment by a sentence-transformers `CrossEncoder`; importing this module loads torch.

Import it only when the profile names ``[answers] nli_model``.
"""

from collections.abc import Callable, Sequence

import numpy as np
from sentence_transformers import CrossEncoder

from indexers.embedding.quiet import quiet_libraries
from schemas.answer import Relation
from schemas.errors import ModelError

_STEMS = {
    "entail": Relation.ENTAILMENT,
    "neutral": Relation.NEUTRAL,
    "contradict": Relation.CONTRADICTION,
}


def load_nli(model: str) -> Callable[[Sequence[tuple[str, str]]], list[Relation]]:
    """A function from pairs (premise, hypothesis) to the likeliest relation of each.

    ``model`` is a folder or a model id with three labels whose names hold *entail*,
    *neutral* and *contradict*. Raises `ModelError` when it cannot be loaded or has others.
    """
    try:
        with quiet_libraries():
            encoder = CrossEncoder(model, trust_remote_code=False)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"inference model {model!r} cannot be loaded ({error}); give the path of a "
            "CrossEncoder folder, or leave out `nli_model`"
        ) from error
    relations = _relations(model, encoder)

    def relate(pairs: Sequence[tuple[str, str]]) -> list[Relation]:
        if not pairs:
            return []
        scores = np.asarray(encoder.predict(list(pairs), show_progress_bar=False))
        return [relations[int(row.argmax())] for row in scores.reshape(len(pairs), -1)]

    return relate


def _relations(model: str, encoder: CrossEncoder) -> dict[int, Relation]:
    """Which output of the model means which relation, by the names in its configuration."""
    labels = dict(encoder.config.id2label or {}) if encoder.config is not None else {}
    found = {
        int(number): relation
        for number, label in labels.items()
        for stem, relation in _STEMS.items()
        if stem in str(label).casefold()
    }
    if set(found.values()) != set(Relation) or len(found) != len(labels):
        raise ModelError(
            f"inference model {model!r} must have the labels entailment, neutral and "
            f"contradiction, got {sorted(map(str, labels.values()))!r}"
        )
    return found
