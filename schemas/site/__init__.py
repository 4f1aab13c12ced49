"""The profile of a site: everything that its operator decides, in one TOML file."""

from schemas.site.authority import AuthorityRule, StandingRule
from schemas.site.crawl import CrawlSettings
from schemas.site.dating import DatingSettings
from schemas.site.gate import GateSettings
from schemas.site.index import EmbeddingSettings, IndexSettings
from schemas.site.profile import SiteProfile, load_profile, parse_profile
from schemas.site.reading import ChunkingSettings, OcrSettings, PdfSettings, ReadingSettings
from schemas.site.retrieval import AnswerSettings, RetrievalSettings

__all__ = [
    "AnswerSettings",
    "AuthorityRule",
    "ChunkingSettings",
    "CrawlSettings",
    "DatingSettings",
    "EmbeddingSettings",
    "GateSettings",
    "IndexSettings",
    "OcrSettings",
    "PdfSettings",
    "ReadingSettings",
    "RetrievalSettings",
    "SiteProfile",
    "StandingRule",
    "load_profile",
    "parse_profile",
]
