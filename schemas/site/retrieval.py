"""``[retrieval]`` and ``[answers]``."""

from typing import Literal, Self

from pydantic import Field, model_validator

from schemas.site.section import Section
from schemas.site.vocabulary import VOCABULARIES, Vocabulary


class RetrievalSettings(Section):
    """``[retrieval]``."""

    k: int = Field(default=5, ge=1, le=100)
    """Passages in the ranked part of a result."""
    candidates: int = Field(default=50, ge=10, le=1000)
    """Chunks that each leg of the search brings before they are fused."""
    rrf_k: int = Field(default=60, ge=1)
    """Constant of reciprocal rank fusion."""
    vector_weight: float = Field(default=2.0, ge=0)
    """Weight of the vector leg; 2 against 1 measured best on 1,217 French questions."""
    text_weight: float = Field(default=1.0, ge=0)
    archive_weight: float = Field(default=0.95, gt=0, le=1)
    """Factor on the score of archives for a question that names no time: near a tie, what is in
    force comes first. On the sample's golden questions 0.95 moves none; 0.9 costs MRR."""
    max_per_document: int = Field(default=2, ge=1)
    """Passages of one document in the ranked part, while others are left."""
    duplicate_similarity: float = Field(default=0.8, gt=0, le=1)
    """Share of five-word shingles from which two passages with the same figures are one."""
    former_k: int = Field(default=4, ge=1, le=50)
    """Archive passages about a person who is not on the pinned page."""
    languages: tuple[str, ...] = ("fr", "de", "it", "en")
    """Languages in which a question may ask for a holder of a function."""
    roles: tuple[str, ...] = ()
    """More words for functions, with their inflections, beside those of the vocabulary."""
    areas: tuple[str, ...] = ()
    """Areas of responsibility that the pinned pages do not name."""
    topic_words: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """For a topic: words that bring its pinned page in, whoever is asked for (``horaires``)."""
    question_model: bool = True
    """Whether a question is also read as a whole (`indexers.retrieval.question_model`), beside
    words and names: on 350 unseen questions for a holder 1.00 are recognised instead of 0.94."""
    vocabulary: dict[str, Vocabulary] = Field(default_factory=dict)
    """For a language: lists that replace those that ship."""

    @model_validator(mode="after")
    def _one_leg_counts(self) -> Self:
        if self.vector_weight == 0 and self.text_weight == 0:
            raise ValueError("vector_weight and text_weight must not both be 0")
        return self

    def vocabularies(self) -> tuple[Vocabulary, ...]:
        """The words of each language, the profile's own in place of those that ship."""
        return tuple(self._vocabulary(language) for language in self.languages)

    def _vocabulary(self, language: str) -> Vocabulary:
        shipped = VOCABULARIES.get(language, Vocabulary())
        given = self.vocabulary.get(language, Vocabulary())
        merged = shipped.model_copy(update=given.model_dump(exclude_unset=True))
        return merged.model_copy(update={"roles": (*merged.roles, *self.roles)})


class TokenBudget(Section):
    """``[answers.budget]``: the tokens of one question, the same from one to the next."""

    system: int = Field(default=200, ge=0)
    question: int = Field(default=50, ge=1)
    passages: int = Field(default=5, ge=1)
    """Passages that fit beside the pinned ones."""
    passage: int = Field(default=400, ge=20)
    """Tokens of one passage with its source line."""
    answer: int = Field(default=500, ge=1)
    margin: int = Field(default=200, ge=0)
    window: int = Field(default=8000, ge=500)
    """The model's context window."""


class LexiconGroup(Section):
    """``[[answers.lexicon_groups]]``: words that mean the same on this site."""

    terms: tuple[str, ...] = Field(min_length=1)
    meaning: str = ""


class AnswerSettings(Section):
    """``[answers]``: what an assistant is told."""

    fallback: str = "Je ne trouve pas cette information dans les documents fournis."
    """The literal sentence of abstention, alone and word for word."""
    assistant: str = "l’assistant documentaire du site"
    """Who answers, as the instruction names it."""
    audience: str = "les habitantes et les habitants"
    tone: str = "courtois, clair et bref"
    locale: str = "fr"
    covered_topics: tuple[str, ...] = ()
    excluded_topics: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    """Further business rules, a sentence each."""
    lexicon_groups: tuple[LexiconGroup, ...] = ()
    explainability: bool = False
    contradictions: Literal["show_both", "prefer_newest"] = "show_both"
    """``show_both`` leaves the choice to the reader; ``prefer_newest`` answers with the newest."""
    escalation: Literal["redirect", "refuse"] = "redirect"
    """What a wish to speak to a person leads to."""
    budget: TokenBudget = TokenBudget()
    min_ocr_confidence: float = Field(default=0.9, ge=0, le=1)
    """OCR passages below it cannot vouch for a figure."""
    nli_model: str | None = None
    """A sentence-transformers CrossEncoder for entailment (folder or id); none ships."""
