"""The base of every section: frozen, and a misspelt key is an error with a path."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """One table of the profile."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)
