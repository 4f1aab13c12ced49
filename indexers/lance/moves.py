"""What the moves of the pointer say: what was live when, and in which order."""

from collections.abc import Sequence
from datetime import datetime

from indexers.lance.layout import MoveKind, PointerMove


def standing_in(moves: Sequence[PointerMove], version: str) -> str:
    """The build that holds what ``version`` held, after any withdrawal from it."""
    replaced = {move.replaces: move.version for move in moves if move.kind is MoveKind.WITHDRAW}
    while version in replaced:
        version = replaced[version]
    return version


def pointed_to(moves: Sequence[PointerMove]) -> list[PointerMove]:
    """The moves by which a build became the live one."""
    return [move for move in moves if move.kind is not MoveKind.WITHDRAW]


def live_version(moves: Sequence[PointerMove], moment: datetime) -> str | None:
    """The build that was live at ``moment``, or what stands in for it since."""
    version = None
    for move in pointed_to(moves):
        if move.at <= moment:
            version = move.version
    return None if version is None else standing_in(moves, version)


def first_published(moves: Sequence[PointerMove]) -> dict[str, datetime]:
    """When each build, or the one that it stands in for, was first published, in order."""
    first: dict[str, datetime] = {}
    for move in pointed_to(moves):
        first.setdefault(standing_in(moves, move.version), move.at)
    return first
