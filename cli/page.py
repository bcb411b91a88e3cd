"""A report as a page: headings, text, lists and tables, which ``render_page`` writes as text, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Union

__all__ = ["Block", "Heading", "Item", "Items", "Page", "Table", "Text"]


@dataclass(frozen=True)
class Heading:
    """A heading inside a page."""

    text: str


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Item:
    """An entry of a list: a mark (``+``, ``-``, ``▸``, a number, …), what it is about, and what is said of it."""

    mark: str
    text: str
    style: str = ""


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Table:
    """A table; ``right`` are the columns that are set to the right (numbers). Where all heads are empty it has none."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()


Block = Union[Heading, Text, Items, Table]


@dataclass
class Page:
    """A whole report. ``place`` is what stands beside the title (the game and its rules), ``lead`` the lines under it (the
    verdict)."""

    title: str
    place: str = ""
    lead: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Add a heading."""
        self.blocks.append(Heading(text))

    def text(self, text: str) -> None:
        """Add a paragraph."""
        self.blocks.append(Text(text))

    def items(self, items: list[Item]) -> None:
        """Add a list, if there is anything in it."""
        if items:
            self.blocks.append(Items(tuple(items)))

    def table(self, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset()) -> None:
        """Add a table, if it has rows."""
        if rows:
            self.blocks.append(Table(heads, tuple(rows), right))
