"""What the terminal can show: colours, and how wide it is."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap

__all__ = ["coloured", "paint", "width", "wrapped"]

PLAIN_WIDTH = 110
"""How wide reports are where no terminal says otherwise."""

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
    """How many columns a report may take."""
    return shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if sys.stdout.isatty() else PLAIN_WIDTH


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
