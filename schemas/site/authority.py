"""Which page decides today, and which documents are archives or in force by rule."""

import re
from typing import Self

from pydantic import Field, field_validator, model_validator

from schemas.document import DocumentKind
from schemas.site.section import Section


class AuthorityRule(Section):
    """``[[authority]]``: the page that decides a topic, and what it must contain to count."""

    topic: str = Field(min_length=1)
    url: str = Field(min_length=1)
    """Absolute, or a path on the site (``/municipalite``)."""
    must_contain: tuple[str, ...] = ()
    """Strings that the page must contain, compared with white space folded."""
    description: str = ""

    @field_validator("url")
    @classmethod
    def _is_absolute_or_a_path(cls, value: str) -> str:
        if not value.startswith(("/", "http://", "https://")):
            raise ValueError(f"must be an absolute URL or a path that starts with /, got {value!r}")
        return value


class StandingRule(Section):
    """``[[archive]]`` or ``[[in_force]]``: what a rule names; all given parts must match."""

    name: str = ""
    url: str | None = None
    """Glob over the URL's path (``*`` crosses slashes): ``/archives/*``."""
    title: str | None = None
    """Regular expression searched in titles, link texts and file name; case and accents fold."""
    kind: DocumentKind | None = None

    @field_validator("title")
    @classmethod
    def _title_compiles(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                re.compile(value)
            except re.error as error:
                raise ValueError(f"not a regular expression: {error}") from error
        return value

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if self.url is None and self.title is None and self.kind is None:
            raise ValueError("a rule needs at least one of url, title, kind")
        return self
