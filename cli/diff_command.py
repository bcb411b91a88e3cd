"""``instead diff``: what its two sides mean, and what it prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, Problem

from .running import FINDINGS, FINE, USAGE, Bar, card_library, guarded, limits_of, scenario_files

if TYPE_CHECKING:
    from reasoner.consistency.diff import Pair, Side

__all__ = ["diff"]

SHIPPED = "shipped"


def _wrong(message: str) -> InputError:
    return InputError([Problem("instead diff", 1, 1, message)])


def _is_rules(path: Path) -> bool:
    return path.is_dir() and any(path.rglob("*.lp"))


def _is_cards(path: Path) -> bool:
    """Does the file, or the first file of the folder, hold cards?"""
    from reasoner.consistency.library_checks import is_library

    if not path.exists() or _is_rules(path):
        return False
    try:
        return is_library(scenario_files([path])[0])
    except InputError:
        return False  # what is wrong with it is told where it is read


def _side(text: str, without: list[str], switches: list[str]) -> Side:
    """What an argument means as a side: ``shipped``, a folder of rules, cards, or a switch."""
    from reasoner.consistency.diff import Side
    from reasoner.solving.foreign import check_rules

    if text == SHIPPED:
        return Side(None, frozenset(without), tuple(switches))
    if _is_rules(Path(text)):
        return Side(str(check_rules(Path(text))), frozenset(without), tuple(switches))
    if _is_cards(Path(text)):
        return Side(None, frozenset(without), tuple(switches), text)
    if "=" in text:
        return Side(None, frozenset(without), (text, *switches))
    raise _wrong(f"expected {SHIPPED!r}, a folder of rules, a library of cards, NAME=SETTING or scenarios on both sides, found {text!r}")


def _versions(before: Path, now: Path) -> tuple[list[Pair], list[str]]:
    """The scenarios of two files or folders that belong together, and what stands on one side alone."""
    from reasoner.consistency.diff import Pair

    if before.is_file() and now.is_file():
        return [Pair(str(before), str(now))], []
    found = [{str(Path(file).relative_to(root)): file for file in scenario_files([root])} for root in (before, now)]
    lines = [f"only in {before}: {name}" for name in found[0] if name not in found[1]]
    lines += [f"only in {now}: {name}" for name in found[1] if name not in found[0]]
    return [Pair(found[0][name], found[1][name]) for name in found[0] if name in found[1]], lines


def _is_scenarios(text: str) -> bool:
    path = Path(text)
    return path.exists() and not _is_rules(path) and not _is_cards(path)


def diff(
    before: str,
    now: str,
    on: list[Path],
    without: list[str],
    switches: list[str],
    format: str,
    by_state: bool,
    jobs: int | None,
    max_states: int,
) -> int:
    """``instead diff``"""

    def run() -> int:
        from reasoner.consistency.diff import Pair, diff
        from reasoner.exploring.sweep import Plan

        from .render_diff import diff_json, diff_text

        lines: list[str] = []
        versions = [_is_scenarios(text) for text in (before, now)]
        if all(versions):
            if on:
                raise _wrong("give scenarios on both sides, or --on with the scenarios to compare under two kinds of rules, not both")
            pairs, lines = _versions(Path(before), Path(now))
            sides = (_side(SHIPPED, without, switches), _side(SHIPPED, without, switches))
        else:
            if any(versions):
                raise _wrong("scenarios are compared with scenarios: give two files, or two folders (each path after --on needs an --on)")
            if not on:
                raise _wrong("say with --on PATH which scenarios to compare")
            pairs = [Pair(file, file) for file in scenario_files(on)]
            sides = (_side(before, [], []), _side(now, without, switches))
        with Bar() as bar:
            found = diff(pairs, sides, limits_of(max_states, None), Plan(jobs), bar, card_library(), by_state)
        labels = (before, now) if all(versions) else (str(sides[0]), str(sides[1]))
        print(diff_json(labels, found, lines) if format == "json" else diff_text(labels, found, lines))
        if any(result.error for result in found):
            return USAGE
        return FINDINGS if lines or any(result.change for result in found) else FINE

    return guarded(run)
