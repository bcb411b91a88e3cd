"""The rule programs: where they lie, how they divide into rule groups, which of them a game loads.

A line ``%% 616.1a, 614.15: sentence`` heads a rule group, which ends at the next such line or at an empty line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from .errors import RuleError

__all__ = ["RuleGroup", "games", "program_text", "read_program", "rule_groups"]

_HEADING = re.compile(r"%% (?P<ids>[^:]+): (?P<sentence>.+)\Z")


@dataclass(frozen=True)
class RuleGroup:
    """A rule group: the numbers it stands under, what it says, and where it is."""

    rules: tuple[str, ...]
    sentence: str
    file: str
    line: int


def _root() -> Traversable:
    return files("asp")


def games() -> list[str]:
    """The games that have a table of event kinds, sorted."""
    return sorted(entry.name for entry in _root().iterdir() if entry.is_dir() and (entry / "kinds.lp").is_file())


@lru_cache(maxsize=None)
def read_program(name: str) -> str:
    """The text of one program file, such as ``"magic/damage.lp"``.

    Raises RuleError if there is none.
    """
    try:
        return _root().joinpath(name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RuleError(f"there is no rule program {name}") from error


def program_names(folder: str) -> list[str]:
    """The program files of a folder of ``asp``, sorted."""
    return sorted(f"{folder}/{entry.name}" for entry in _root().joinpath(folder).iterdir() if entry.name.endswith(".lp"))


def _headings(text: str) -> Iterator[tuple[int, tuple[str, ...], str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if match := _HEADING.match(line):
            yield number, tuple(rule.strip() for rule in match["ids"].split(",")), match["sentence"]


def rule_groups(name: str) -> list[RuleGroup]:
    """The rule groups of one program file, in the order of the file."""
    return [RuleGroup(rules, sentence, name, line) for line, rules, sentence in _headings(read_program(name))]


def program_text(name: str, without: frozenset[str] = frozenset()) -> str:
    """The text of a program file, with the groups of the rules in ``without`` blanked out (lines keep their numbers)."""
    text = read_program(name)
    if not without:
        return text
    heads = {line: set(rules) for line, rules, _ in _headings(text)}
    kept: list[str] = []
    off = False
    for number, line in enumerate(text.splitlines(), 1):
        if number in heads:
            off = bool(heads[number] & without)
        elif not line.strip():
            off = False
        kept.append("" if off else line)
    return "\n".join(kept) + "\n"
