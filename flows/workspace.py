"""Where one site's data lives: every path of a run, in one value."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from flows.settings import Settings
from schemas.golden import GoldenSet, load_golden
from schemas.site import EmbeddingSettings, SiteProfile, load_profile

if TYPE_CHECKING:
    from indexers.lance import IndexLocation


@dataclass(frozen=True, slots=True)
class Workspace:
    """A profile with the folders that its runs read and write."""

    profile: SiteProfile
    profile_path: Path
    settings: Settings

    @classmethod
    def of(cls, profile_path: Path, settings: Settings) -> Self:
        """The workspace of the profile in ``profile_path``; raises `ProfileError`."""
        return cls(load_profile(profile_path), profile_path.resolve(), settings)

    @property
    def models_dir(self) -> Path:
        """Embedding models, shared by all sites of the machine."""
        return self.settings.models_dir

    @property
    def data_dir(self) -> Path:
        """The folder that holds everything below."""
        return self.profile_path.parent / self.profile.data_dir

    @property
    def snapshot_dir(self) -> Path:
        """Bytes and ledger: the source of everything else."""
        return self.data_dir / "snapshot"

    @property
    def cache_dir(self) -> Path:
        """Results of steps by what they depend on; may be deleted at any time."""
        return self.data_dir / "cache"

    @property
    def index_dir(self) -> Path:
        """Builds and the pointer to the published one, when they lie on this machine."""
        return self.data_dir / "index"

    @property
    def index_place(self) -> "IndexLocation":
        """Where the index is: `index_dir`, or the object store that the profile names."""
        from indexers.lance import ObjectStoreUrl

        location = self.profile.index.location
        if location is None:
            return self.index_dir
        return ObjectStoreUrl(location, tuple(sorted(self.settings.storage_options.items())))

    @property
    def reports_dir(self) -> Path:
        """One report a run."""
        return self.data_dir / "reports"

    @property
    def embedding(self) -> EmbeddingSettings:
        """The profile's model; a folder is looked for beside the profile."""
        settings = self.profile.embedding
        folder = self.profile_path.parent / settings.model
        return settings.model_copy(update={"model": str(folder)}) if folder.is_dir() else settings

    @property
    def golden_path(self) -> Path | None:
        """The golden questions, when there are any."""
        named = self.profile.golden
        path = self.profile_path.parent / (named or "golden.toml")
        return path if named or path.exists() else None

    def golden(self) -> GoldenSet:
        """The golden questions, none without a file; raises `ProfileError`."""
        return GoldenSet() if self.golden_path is None else load_golden(self.golden_path)

    def profile_sha256(self) -> str:
        """Hash of the profile as it was understood (comments and order do not count)."""
        return hashlib.sha256(self.profile.model_dump_json().encode()).hexdigest()
