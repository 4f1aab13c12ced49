"""The difference of two builds as text, JSON or a page of HTML that needs nothing else."""

from collections.abc import Iterator
from textwrap import shorten

from jinja2 import Environment, PackageLoader, select_autoescape

from indexers.diff.model import ChangedDocument, IndexDiff

_PASSAGES_SHOWN = 10
_WIDTH = 96


def diff_as_json(diff: IndexDiff) -> str:
    """Everything, for a script."""
    return diff.model_dump_json(indent=2)


def diff_as_html(diff: IndexDiff) -> str:
    """A whole page: pinned pages first, changed passages side by side; texts are escaped."""
    pages = Environment(
        loader=PackageLoader("indexers.diff", "."), autoescape=select_autoescape(default=True)
    )
    return pages.get_template("page.html.jinja").render(diff=diff)


def diff_as_text(diff: IndexDiff) -> str:
    """What a person reads in a terminal: pinned pages first, long passages cut.

    >>> print(diff_as_text(IndexDiff(before="v1", after="v2")))
    v1 -> v2: nothing changed
    """
    if diff.is_empty:
        return f"{diff.before} -> {diff.after}: nothing changed"
    return "\n".join(_lines(diff))


def _lines(diff: IndexDiff) -> Iterator[str]:
    yield (
        f"{diff.before} -> {diff.after}: {len(diff.added)} added, {len(diff.gone)} gone, "
        f"{len(diff.moved)} moved, {len(diff.changed)} changed, {len(diff.dates)} dated anew, "
        f"{len(diff.standings)} standing changed"
    )
    for document in diff.pinned:
        yield f"! pinned page changed: {document.url}"
        yield from _passages(document)
    for document in diff.changed:
        if not document.is_pinned:
            yield f"~ {document.url}"
            yield from _passages(document)
    yield from (f"+ {document.url}  {document.title}" for document in diff.added)
    yield from (f"- {document.url}  ({document.reason})" for document in diff.gone)
    yield from (f"> {move.before} -> {move.after}" for move in diff.moved)
    for dated in diff.dates:
        yield f"@ {dated.url}: {dated.before or 'undated'} -> {dated.after or 'undated'}"
    yield from (f"= {s.url}: {s.before} -> {s.after} ({s.reason})" for s in diff.standings)


def _passages(document: ChangedDocument) -> Iterator[str]:
    for passage in document.passages[:_PASSAGES_SHOWN]:
        for sign, text in (("-", passage.before), ("+", passage.after)):
            if text is not None:
                yield f"    {sign} {shorten(text, _WIDTH, placeholder=' ...')}"
    if (more := len(document.passages) - _PASSAGES_SHOWN) > 0:
        yield f"    ... and {more} more passages"
