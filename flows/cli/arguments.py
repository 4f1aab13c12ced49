"""Arguments and options that several commands share, worded once."""

from pathlib import Path
from typing import Annotated

import typer

from flows.settings import Settings
from flows.workspace import Workspace

ProfilePath = Annotated[
    Path, typer.Argument(metavar="PROFILE", help="The site's profile (TOML).", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]


def workspace_of(profile: Path) -> Workspace:
    """The workspace of ``profile`` with the settings of this machine; raises `ProfileError`."""
    return Workspace.of(profile, Settings())
