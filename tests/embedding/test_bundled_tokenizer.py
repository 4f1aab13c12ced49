"""The default model's tokenizer gives XLM-RoBERTa's pieces, and its counter adds up."""

import unicodedata

import pytest
from tokenizers import Tokenizer

from indexers.embedding import load_token_counter
from indexers.embedding.bundled import BUNDLED_OVERHEAD_TOKENS, BUNDLED_PROMPTS
from indexers.embedding.bundled_file import read_bundled_file
from indexers.embedding.bundled_tokenizer import build_tokenizer
from indexers.embedding.description import TokenCounter
from schemas.site import EmbeddingSettings

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return build_tokenizer(read_bundled_file())


@pytest.fixture(scope="module")
def count(tmp_path_factory: pytest.TempPathFactory) -> TokenCounter:
    return load_token_counter(EmbeddingSettings(), tmp_path_factory.mktemp("none"))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Qui s'occupe des finances ?", "▁Qui ▁s ' occupe ▁des ▁finance s ▁?"),
        ("  La\tpréfète\n", "▁La ▁pré f ète"),
        ("ﬁn", "▁fin"),
        ("a\u200bb", "▁a ▁b"),
        ("a\x07b", "▁ab"),
    ],
    ids=["sentence", "blanks", "ligature", "zero-width-space", "control-character"],
)
def test_pieces(tokenizer: Tokenizer, text: str, tokens: str) -> None:
    assert tokenizer.encode(text).tokens == ["<s>", *tokens.split(), "</s>"]


def test_composed_and_decomposed_accents_are_one(tokenizer: Tokenizer) -> None:
    text = "Préfète à l'Hôtel de Ville, élue en août"
    decomposed = unicodedata.normalize("NFD", text)

    assert tokenizer.encode(decomposed).ids == tokenizer.encode(text).ids


def test_special_tokens_have_the_ids_of_the_original(tokenizer: Tokenizer) -> None:
    ids = [tokenizer.token_to_id(token) for token in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")]

    assert ids == [0, 1, 2, 3, 250001]


def test_overhead_is_that_of_prompt_and_special_tokens(tokenizer: Tokenizer) -> None:
    bare = tokenizer.encode("mot", add_special_tokens=False).ids
    whole = tokenizer.encode(f"{BUNDLED_PROMPTS['document']}mot").ids

    assert len(whole) - len(bare) == BUNDLED_OVERHEAD_TOKENS


def test_counts_of_parts_add_up(count: TokenCounter) -> None:
    parts = ["Règlement communal\nArt. 3", "Les déchets sont triés : verre, papier, PET."]

    assert sum(map(count, parts)) == count("\n".join(parts))


def test_soft_hyphens_do_not_count(count: TokenCounter) -> None:
    assert count("pré\u00adca\u00adrité") == count("précarité")
