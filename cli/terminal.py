"""What the terminal can show: colours, and how wide it is."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

__all__ = ["Span", "coloured", "fitted", "paint", "width", "wrapped", "wrapped_spans"]

PLAIN_WIDTH = 110
"""How wide reports are where no terminal says otherwise."""

_PAINTED = re.compile(r"(\x1b\[[\d;]*m)([^\x1b]*)(\x1b\[0m)")
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def coloured() -> bool:
    """Is standard output a terminal whose user has not asked for no colours (``NO_COLOR``)?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in these styles (bold, dim, or the name of a colour), where colours are shown."""
    if not styles or not coloured():
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def width() -> int:
    """How many columns a report may take: as many as the terminal has, or as ``COLUMNS`` says."""
    asked = os.environ.get("COLUMNS", "").isdecimal()
    return shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if asked or sys.stdout.isatty() else PLAIN_WIDTH


def wrapped(text: str, columns: int, indent: str = "", hanging: str | None = None) -> list[str]:
    """The text in lines of so many columns; words are never broken. ``hanging`` indents all lines but the first."""
    return textwrap.wrap(
        text,
        max(columns, 20),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent]


def fitted(line: str, columns: int) -> list[str]:
    """A line, perhaps painted as a whole, in lines of so many columns; what follows the first is indented further."""
    match = _PAINTED.fullmatch(line)
    before, text, after = match.groups() if match else ("", line, "")
    if len(text) <= columns:
        return [line]
    indent = " " * (len(text) - len(text.lstrip()))
    return [f"{before}{part}{after}" for part in wrapped(text.strip(), columns, indent, indent + "    ")]


Span = tuple[str, tuple[str, ...]]
"""A piece of a line, and the styles that it is painted in."""


def wrapped_spans(spans: Sequence[Span], columns: int, indent: str, hanging: str) -> list[str]:
    """Pieces of text, one after the other, in lines of so many columns; as ``wrapped``, for text in several styles. The two sides of an
    arrow stay together."""
    lines: list[list[Span]] = [[(indent, ())]]
    used = len(indent)
    for text, styles in spans:
        for word in re.findall(r" *[^ ]+(?: → [^ ]+)*", text):
            if used + len(word) > columns and len(lines[-1]) > 1:
                lines.append([(hanging, ())])
                used, word = len(hanging), word.lstrip()
            lines[-1].append((word, styles))
            used += len(word)
    return ["".join(paint(text, *styles) for text, styles in _joined(line)) for line in lines]


def _joined(line: list[Span]) -> Iterator[Span]:
    """The pieces of a line, those of the same style as one."""
    for styles, pieces in groupby(line, key=lambda piece: piece[1]):
        yield "".join(text for text, _ in pieces), styles
