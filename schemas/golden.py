"""``golden.toml``: the questions by which a build and its reading are judged."""

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.errors import ProfileError


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class GoldenQuestion(_Entry):
    """``[[question]]``: what is asked and the page that must be among the passages."""

    ask: str = Field(min_length=1)
    expect: str = Field(min_length=1)
    """Path on the site or absolute URL of the document that must be found."""
    authority: str | None = None
    """Topic whose pinned page must come first."""
    about: Literal["today", "past"] = "today"


class FormerHolder(_Entry):
    """``[[former]]``: someone who is no longer in office."""

    name: str = Field(min_length=1)
    function: str = Field(min_length=1)
    documents: tuple[str, ...] = ()
    """Paths of documents in which the person holds the function."""


class OffTopic(_Entry):
    """``[[off_topic]]``: a question that the documents do not answer."""

    ask: str = Field(min_length=1)


class GoldenSet(_Entry):
    """Everything in one ``golden.toml``."""

    question: tuple[GoldenQuestion, ...] = ()
    former: tuple[FormerHolder, ...] = ()
    off_topic: tuple[OffTopic, ...] = ()


def parse_golden(text: str, *, origin: str = "golden.toml") -> GoldenSet:
    """The golden set that ``text`` (TOML) states; raises `ProfileError` with path and rule.

    >>> parse_golden('[[question]]' + chr(10) + 'ask = "Qui est syndic ?"')
    Traceback (most recent call last):
    ...
    schemas.errors.ProfileError: golden.toml: question.0.expect: Field required
    """
    try:
        return GoldenSet.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{origin}: not valid TOML: {error}") from error
    except ValidationError as error:
        found = "; ".join(
            f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}"
            for item in error.errors(include_url=False)
        )
        raise ProfileError(f"{origin}: {found}") from error


def load_golden(path: Path) -> GoldenSet:
    """The golden set in the file ``path``; raises `ProfileError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path}: cannot be read ({error})") from error
    return parse_golden(text, origin=str(path))
