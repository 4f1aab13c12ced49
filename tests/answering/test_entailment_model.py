"""Entailment by a real CrossEncoder: a tiny one, made and trained here, nothing downloaded."""

from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

from indexers.answering.verification import verify_answer
from indexers.embedding.nli import load_nli
from schemas.answer import Decision, Relation, Support
from schemas.errors import ModelError
from schemas.passage import Passage

LABELS = {0: "CONTRADICTION", 1: "ENTAILMENT", 2: "NEUTRAL"}
PREMISE = "La vignette coûte douze francs par an."
PAIRS = [
    (PREMISE, "La vignette coûte douze francs par an.", 1),
    (PREMISE, "La vignette est gratuite par an.", 0),
    (PREMISE, "La vignette par an douze francs coûte au guichet.", 2),
]


def _tokenizer() -> PreTrainedTokenizerFast:
    words = {word for *texts, _ in PAIRS for text in texts for word in text.rstrip(".").split()}
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    vocabulary = {word: number for number, word in enumerate([*special, ".", *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=64,
    )


def _trained(folder: Path, labels: dict[int, str], *, steps: int) -> Path:
    torch.manual_seed(7)
    torch.set_num_threads(1)
    tokenizer = _tokenizer()
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        initializer_range=0.3,
        num_labels=3,
        id2label=labels,
        label2id={label: number for number, label in labels.items()},
    )
    model = BertForSequenceClassification(config)
    batch = tokenizer(
        [p for p, _, _ in PAIRS], [h for _, h, _ in PAIRS], padding=True, return_tensors="pt"
    )
    truth = torch.tensor([label for *_, label in PAIRS])
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    for _ in range(steps):
        loss = model(**batch, labels=truth).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _trained(tmp_path_factory.mktemp("nli"), LABELS, steps=100)


def test_the_labels_of_the_model_are_read(folder: Path) -> None:
    nli = load_nli(str(folder))

    assert nli([(p, h) for p, h, _ in PAIRS]) == [
        Relation.ENTAILMENT,
        Relation.CONTRADICTION,
        Relation.NEUTRAL,
    ]
    assert nli([]) == []


@pytest.mark.parametrize(
    ("sentence", "decision", "support"),
    [
        ("La vignette coûte douze francs par an [1].", Decision.ANSWER, Support.ENTAILMENT),
        ("La vignette par an douze francs coûte au guichet [1].", Decision.ABSTAIN, Support.NONE),
    ],
)
def test_its_word_decides_where_the_rules_are_content(
    folder: Path, sentence: str, decision: Decision, support: Support
) -> None:
    passage = Passage(id="p", text=PREMISE, body=PREMISE, url="https://commune.example/p")

    found = verify_answer(sentence, [passage], load_nli(str(folder)))

    assert found.decision is decision
    assert found.claims[0].support is support
    assert "entailment" in found.checks_run


def test_a_model_with_other_labels_is_refused(tmp_path: Path) -> None:
    folder = _trained(tmp_path, {0: "a", 1: "b", 2: "c"}, steps=0)

    with pytest.raises(ModelError, match="entailment, neutral and contradiction"):
        load_nli(str(folder))


def test_a_missing_model_is_a_run_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_nli(str(tmp_path / "nowhere"))
