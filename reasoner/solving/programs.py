"""The rule programs: where they lie, how they divide into rule groups, which of them a game loads.

A line ``%% 616.1a, 614.15: sentence.`` heads a rule group, which ends at the next such line or at an empty line; a long sentence
goes on in comment lines below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, wraps
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ParamSpec, TypeVar

from reasoner.errors import RuleError

__all__ = [
    "DATA",
    "PHRASES",
    "RuleGroup",
    "fingerprint",
    "games",
    "per_rules",
    "program_file",
    "program_names",
    "program_text",
    "rule_groups",
    "rules_by_line",
    "rules_from",
    "table",
]

PHRASES = "phrases.lp"
"""The file of a game that tells how sentences speak of its events."""
_TABLE = ("kinds.lp", "vocabulary.lp")
DATA = (*_TABLE, PHRASES)
"""The files of a game that hold no rules."""
_HEADING = re.compile(r"%% (?P<ids>[^:]+): (?P<sentence>.+)\Z")


@dataclass(frozen=True)
class RuleGroup:
    """A rule group: the numbers it stands under, what it says, and where it is."""

    rules: tuple[str, ...]
    sentence: str
    file: str
    line: int


Stamp = tuple[tuple[str, int, int], ...]
"""The files of a folder with their times and sizes: what changes when any of them is edited."""

_FOLDER: ContextVar[tuple[Path, Stamp] | None] = ContextVar("folder of rule programs", default=None)

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def rules_from(folder: Path | None) -> Iterator[None]:
    """Inside, all rule programs come from this folder; None is the one that ships. Checked first by :mod:`reasoner.solving.foreign`."""
    token = _FOLDER.set((folder, _stamp(folder)) if folder is not None else None)
    try:
        yield
    finally:
        _FOLDER.reset(token)


def _stamp(folder: Path) -> Stamp:
    return tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in sorted(folder.rglob("*.lp")))


def per_rules(function: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function of the rule programs gives, for each folder of them apart."""

    @cache
    def remembered(_folder: tuple[Path, Stamp] | None, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return remembered(_FOLDER.get(), *args, **kwargs)  # type: ignore[arg-type]  # cached arguments are hashable

    return call


def _root() -> Traversable:
    current = _FOLDER.get()
    return files("asp") if current is None else current[0]


def games() -> list[str]:
    """The games that have a table of event kinds, sorted."""
    return sorted(entry.name for entry in _root().iterdir() if entry.is_dir() and (entry / _TABLE[0]).is_file())


def table(game: str) -> list[str]:
    """The programs that say what scenarios of a game may speak of."""
    return [f"{game}/{name}" for name in _TABLE]


def program_file(name: str) -> Traversable:
    """The program file of this name, such as ``"magic/damage.lp"``. Raises RuleError if there is none."""
    found = _root().joinpath(name)
    if not found.is_file():
        raise RuleError(f"there is no rule program {name}")
    return found


def program_text(name: str) -> str:
    """The text of a program file. Raises RuleError if there is none."""
    return program_file(name).read_text(encoding="utf-8")


def fingerprint() -> str:
    """A short text that changes with any rule program."""
    names = [name for folder in ("core", "search", *games()) for name in program_names(folder)]
    return sha256("\0".join(f"{name}\0{program_text(name)}" for name in names).encode()).hexdigest()[:16]


def program_names(folder: str) -> list[str]:
    """The program files of a folder of ``asp``, sorted."""
    return sorted(f"{folder}/{entry.name}" for entry in _root().joinpath(folder).iterdir() if entry.name.endswith(".lp"))


def rule_groups(name: str) -> list[RuleGroup]:
    """The rule groups of one program file, in the order of the file."""
    lines = program_text(name).splitlines()
    return [
        RuleGroup(tuple(rule.strip() for rule in match["ids"].split(",")), _sentence(match["sentence"], lines[number:]), name, number)
        for number, line in enumerate(lines, 1)
        if (match := _HEADING.match(line))
    ]


def _sentence(begun: str, following: list[str]) -> str:
    """The sentence of a heading, which goes on in the comment lines below until it ends with a point."""
    words = [begun]
    for line in following:
        if words[-1].endswith((".", ":", ".)")) or not line.startswith("% "):
            break
        words.append(line.removeprefix("% "))
    return " ".join(words)


@per_rules
def rules_by_line(name: str) -> tuple[tuple[str, ...], ...]:
    """For each line of a program file the numbers of the rules to whose group it belongs; none for a line outside of all groups."""
    heads = {group.line: group.rules for group in rule_groups(name)}
    found: list[tuple[str, ...]] = []
    for number, line in enumerate(program_text(name).splitlines(), 1):
        before = found[-1] if found and line.strip() else ()
        found.append(heads.get(number, before))
    return tuple(found)
