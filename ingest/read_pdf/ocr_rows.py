"""Rows of a table that tesseract read column by column, put together again. Pure.

It reads the labels of a table first and then its figures, so that no figure has its label.
Paragraphs that stand side by side, labels and figures, become rows, from top to bottom.
"""

from typing import NamedTuple

from ingest.read_pdf.ocr_tsv import TsvWord

Paragraph = list[list[TsvWord]]
"""Lines of words."""

FIGURES_SHARE = 0.6
"""So many lines of a table hold a figure or end with a colon; columns of prose do not."""


class _Zone(NamedTuple):
    top: int
    bottom: int
    paragraphs: list[Paragraph]


def with_rows(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs; those that overlap in height become rows when they hold figures."""
    zones: list[_Zone] = []
    for paragraph in paragraphs:
        words = [word for line in paragraph for word in line]
        zone = _Zone(
            min(word.top for word in words),
            max(word.top + word.height for word in words),
            [paragraph],
        )
        while zones and zone.top < zones[-1].bottom - _half_a_line(zone.paragraphs[0]):
            above = zones.pop()
            zone = _Zone(
                min(above.top, zone.top),
                max(above.bottom, zone.bottom),
                above.paragraphs + zone.paragraphs,
            )
        zones.append(zone)
    return [paragraph for zone in zones for paragraph in _rows(zone)]


def _rows(zone: _Zone) -> list[Paragraph]:
    lines = [line for paragraph in zone.paragraphs for line in paragraph]
    figures = sum(1 for line in lines if _is_label_or_figure(line))
    if len(zone.paragraphs) == 1 or figures < FIGURES_SHARE * len(lines):
        return zone.paragraphs
    rows: list[list[TsvWord]] = []
    for line in sorted(lines, key=_middle):
        if rows and _middle(line) - _middle(rows[-1]) < line[0].height / 2:
            rows[-1] = sorted(rows[-1] + line, key=lambda word: word.left)
        else:
            rows.append(line)
    return [[row] for row in rows]


def _is_label_or_figure(line: list[TsvWord]) -> bool:
    return line[-1].text.endswith(":") or any(map(str.isdigit, "".join(w.text for w in line)))


def _middle(line: list[TsvWord]) -> float:
    return sum(word.top + word.height / 2 for word in line) / len(line)


def _half_a_line(paragraph: Paragraph) -> float:
    return paragraph[0][0].height / 2
