"""`SiteProfile`, and how it is read: an error names the path in the file and the rule."""

import tomllib
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, ValidationError, field_validator, model_validator

from schemas.errors import ProfileError
from schemas.site.authority import AuthorityRule, StandingRule
from schemas.site.crawl import CrawlSettings
from schemas.site.dating import DatingSettings
from schemas.site.gate import GateSettings
from schemas.site.index import EmbeddingSettings, IndexSettings
from schemas.site.reading import ChunkingSettings, OcrSettings, PdfSettings, ReadingSettings
from schemas.site.retrieval import AnswerSettings, RetrievalSettings
from schemas.site.section import Section


class SiteProfile(Section):
    """Everything that the operator of a site decides. Two values are required besides the name."""

    name: str = Field(min_length=1)
    start_urls: tuple[str, ...] = Field(min_length=1)
    contact: str = Field(min_length=3)
    """An e-mail address or URL that the user agent shows to the site's webmaster."""
    aliases: tuple[str, ...] = ()
    """Other host names of the same site (``www.commune.example``, an old domain)."""
    languages: tuple[str, ...] = ("fr",)
    """ISO 639-1, the site's first language first."""
    timezone: str = "Europe/Zurich"
    data_dir: str = ".millesime"
    """Where snapshot, caches and index live; relative to the profile's folder."""
    golden: str | None = None
    """Golden questions (TOML), relative to the profile's folder; default ``golden.toml`` there."""

    authority: tuple[AuthorityRule, ...] = ()
    archive: tuple[StandingRule, ...] = ()
    in_force: tuple[StandingRule, ...] = ()
    crawl: CrawlSettings = CrawlSettings()
    reading: ReadingSettings = ReadingSettings()
    pdf: PdfSettings = PdfSettings()
    ocr: OcrSettings = OcrSettings()
    dating: DatingSettings = DatingSettings()
    chunking: ChunkingSettings = ChunkingSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    index: IndexSettings = IndexSettings()
    gate: GateSettings = GateSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    answers: AnswerSettings = AnswerSettings()

    @field_validator("start_urls")
    @classmethod
    def _urls_are_absolute(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for url in value:
            parts = urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise ValueError(f"must be an absolute http(s) URL, got {url!r}")
        return value

    @field_validator("timezone")
    @classmethod
    def _zone_exists(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"must be an IANA time zone, got {value!r}") from error
        return value

    @model_validator(mode="after")
    def _topics_are_unique(self) -> Self:
        topics = [rule.topic for rule in self.authority]
        if twice := {topic for topic in topics if topics.count(topic) > 1}:
            raise ValueError(f"authority topics must be unique, got {sorted(twice)!r} twice")
        return self


def parse_profile(text: str, *, origin: str = "site.toml") -> SiteProfile:
    """The profile that ``text`` (TOML) states; raises `ProfileError` with path and rule.

    >>> parse_profile('name = "X"')
    Traceback (most recent call last):
    ...
    schemas.errors.ProfileError: site.toml: start_urls: Field required; contact: Field required
    """
    try:
        return SiteProfile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{origin}: not valid TOML: {error}") from error
    except ValidationError as error:
        raise ProfileError(f"{origin}: {_in_words(error)}") from error


def load_profile(path: Path) -> SiteProfile:
    """The profile in the file ``path``; raises `ProfileError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(
            f"{path}: cannot be read ({error}); write one with `millesime init URL`"
        ) from error
    return parse_profile(text, origin=str(path))


def _in_words(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(str(part) for part in item['loc']) or 'profile'}: {item['msg']}"
        for item in error.errors(include_url=False)
    )
