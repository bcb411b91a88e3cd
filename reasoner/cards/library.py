"""The library: cards as data files, found by name, and no more of a file is parsed than the card that is asked for.

A library file is a mapping with ``game`` and ``cards``; under ``cards`` stands an entry for each card. Where the file is
written as such files are (one entry after the other, each indented alike), an index of its lines finds the entry; any
other YAML or JSON is parsed as a whole.

>>> shelf = Library()
>>> shelf.entry("magic", "Furnace of Rath").where
'Furnace of Rath'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from reasoner.errors import InputError, Problem
from reasoner.language.source import Entry, Source, advice, nearest, parse, quoted, read_text
from reasoner.solving.programs import games

__all__ = ["Library", "Shelved", "shipped"]

_GAME = re.compile(r"game: *([a-z_]+) *(?:#.*)?\Z")
_CARDS = re.compile(r"cards: *(?:#.*)?\Z")
_ENTRY = re.compile(r"""^(?P<indent> +)(?:"(?P<double>[^"\\\n]+)"|'(?P<single>[^'\n]+)'|(?P<plain>[^\W\d_](?:[^:#\n]|:(?! ))*?)):(?= |$)""")
_FILES = ("*.yaml", "*.yml", "*.json")


@dataclass(frozen=True)
class Shelved:
    """Where a card stands: its file, the first line of its entry, and the entry as text or, in a file of another make, read."""

    name: str
    game: str
    file: str
    line: int
    text: str
    read: Entry | None = None


def _sliced(text: str, file: str) -> list[Shelved] | None:
    """The entries of a file that is written as library files are: game first, then cards, nothing after; else None."""
    lines = text.splitlines()
    told = [(number, line) for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    if len(told) < 3 or (game := _GAME.match(told[0][1])) is None or game[1] not in games() or _CARDS.match(told[1][1]) is None:
        return None
    indent = len(told[2][1]) - len(told[2][1].lstrip(" "))
    starts: list[tuple[int, str]] = []
    for number, line in told[2:]:
        if not line.startswith(" " * (indent + 1)):
            match = _ENTRY.match(line)
            if match is None or len(match["indent"]) != indent:
                return None
            starts.append((number, match["double"] or match["single"] or match["plain"]))
    ends = [*(number for number, _ in starts[1:]), len(lines)]
    return [
        Shelved(name, game[1], file, number + 1, "\n".join(lines[number:end]) + "\n")
        for (number, name), end in zip(starts, ends, strict=True)
    ]


def _shelved(text: str, file: str) -> list[Shelved]:
    """The cards of a file. Raises InputError if it is no library file."""
    if (found := _sliced(text, file)) is not None:
        return found
    root = parse(text, file, "a library file", "game and cards")
    fields = root.fields(("game", "cards"), required=("game", "cards"))
    game = fields["game"].text("the name of a game") if "game" in fields else None
    if game is not None and game not in games():
        fields["game"].wrong(f"unknown game {quoted(game)}{advice(game, games())}")
    pairs = fields["cards"].items() if "cards" in fields else []
    root.source.check()
    return [Shelved(key.raw, str(game), file, key.line, "", Entry(root.source, value.node, key.raw)) for key, value in pairs]


def _shipped_files() -> Iterator[Traversable]:
    for game in games():
        folder = files("reasoner").joinpath("library").joinpath(game)
        if folder.is_dir():
            yield from sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)


class Library:
    """The shipped cards and those of the user's own files or folders, which go first. Files are read when a card is asked for.

    Raises InputError, from any method, if a file is not there or is no library file.
    """

    def __init__(self, own: Iterable[str] = ()):
        self.own = tuple(own)
        self._index: dict[tuple[str, str], Shelved] | None = None

    def own_files(self) -> list[str]:
        """The user's own files."""
        found: list[str] = []
        for place in self.own:
            path = Path(place)
            if not path.is_dir():
                found.append(place)
            elif inside := sorted(str(file) for kind in _FILES for file in path.rglob(kind)):
                found.extend(inside)
            else:
                raise InputError([Problem(place, 1, 1, "there are no library files (.yaml, .yml, .json) in this folder")])
        return found

    def fingerprint(self) -> str:
        """A short text that changes with any file of the library."""
        texts = [file.read_bytes() for file in (*_shipped_files(), *map(Path, self.own_files()))]
        return sha256(b"\0".join(texts)).hexdigest()[:16]

    def own_cards(self) -> dict[tuple[str, str], Shelved]:
        """The cards of the user's own files, by game and name."""
        found: dict[tuple[str, str], Shelved] = {}
        problems: list[Problem] = []
        for file in self.own_files():
            for card in _shelved(read_text(file), file):
                first = found.setdefault((card.game, card.name), card)
                if first is not card:
                    message = f"the card {card.name!r} stands here twice (first in {first.file}, line {first.line})"
                    problems.append(Problem(file, card.line, 1, message))
        if problems:
            raise InputError(problems)
        return found

    def _cards(self) -> dict[tuple[str, str], Shelved]:
        if self._index is None:
            self._index = {**_shipped_cards(), **self.own_cards()}
        return self._index

    def cards(self, game: str | None = None) -> list[Shelved]:
        """Every card of the game, or of all games, sorted by name."""
        return sorted((card for card in self._cards().values() if game in (None, card.game)), key=lambda card: (card.name, card.game))

    def entry(self, game: str, name: str, source: Source | None = None) -> Entry | None:
        """The entry of a card; None if there is no such card. Its problems are collected with those of ``source``."""
        card = self._cards().get((game, name))
        if card is None:
            return None
        inside = Source(card.file, card.line - 1)
        inside.problems = source.problems if source is not None else inside.problems
        if card.read is not None:
            return Entry(inside, card.read.node, name)
        root = parse(card.text, card.file, offset=card.line - 1)
        return Entry(inside, root.items()[0][1].node, name)

    def missing(self, game: str | None, name: str) -> str:
        """What to say of a card that is not there."""
        known = [card.name for card in self.cards(game)]
        longer = [card for card in known if name and name.lower() in card.lower()]
        hint = f"; did you mean {longer[0]!r}?" if longer else nearest(name, known)
        return f"there is no card {quoted(name)} in the library{hint} (instead cards lists all {len(known)})"


@cache
def _shipped_cards() -> dict[tuple[str, str], Shelved]:
    found: dict[tuple[str, str], Shelved] = {}
    for file in _shipped_files():
        for card in _shelved(file.read_text(encoding="utf-8"), str(file)):
            found[card.game, card.name] = card
    return found


@cache
def shipped() -> Library:
    """The library without files of the user's own."""
    return Library()
