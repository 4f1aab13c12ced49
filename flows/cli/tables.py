"""Plain text for people: lines of a nested value, and tables with aligned columns."""

from collections.abc import Iterator, Mapping, Sequence


def in_lines(value: object, *, indent: str = "") -> Iterator[str]:
    """``value`` as indented lines, a mapping's keys in their order.

    >>> list(in_lines({"known": 3, "refused": {"robots": 1}}))
    ['known: 3', 'refused:', '  robots: 1']
    """
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entry(f"{indent}{key}:", inner, indent)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _entry(f"{indent}-", inner, indent)
    else:
        yield f"{indent}{value}"


def _entry(label: str, inner: object, indent: str) -> Iterator[str]:
    is_nested = isinstance(inner, (Mapping, Sequence)) and not isinstance(inner, str)
    if is_nested and inner:
        yield label
        yield from in_lines(inner, indent=indent + "  ")
    elif is_nested:
        yield f"{label} none"
    else:
        yield f"{label} {inner}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, widest: int = 70) -> str:
    """Rows under a head, columns aligned, long cells shortened in the middle.

    >>> print(table(("a", "b"), [("x", "long")]))
    a  b
    x  long
    """
    cells = [[shortened(cell, widest) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def shortened(text: str, widest: int) -> str:
    """``text`` on one line, at most ``widest`` characters, its middle replaced by an ellipsis.

    >>> shortened("abcdefghij", 5)
    'ab…ij'
    """
    line = " ".join(text.split())
    if len(line) <= widest:
        return line
    tail = (widest - 1) // 2
    return f"{line[: widest - 1 - tail]}…{line[len(line) - tail :]}"
