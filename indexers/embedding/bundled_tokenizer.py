"""The default model's tokenizer, made from the pieces in the bundled file."""

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)

from indexers.embedding.bundled_file import BundledFile

SPECIAL_TOKENS = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "unk_token": "<unk>",
    "sep_token": "</s>",
    "pad_token": "<pad>",
    "cls_token": "<s>",
    "mask_token": "<mask>",
}

# The model's own normalisation ("nmt_nfkc") is NFKC after these two; compared code point by
# code point with the map in the file: what still differs is 72 rare symbols of later Unicode.
_DROPPED = Regex("[\x00-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]")
_BLANKS = Regex("[\t\n\x0c\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]")


def build_tokenizer(bundled: BundledFile) -> Tokenizer:
    """A tokenizer with the ids of the original (XLM-RoBERTa's, 250,002 pieces)."""
    tokenizer = Tokenizer(models.Unigram(bundled.pieces, unk_id=3, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(_DROPPED, ""),
            normalizers.Replace(_BLANKS, " "),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True) for token in dict.fromkeys(SPECIAL_TOKENS.values())]
    )
    return tokenizer
