"""``instead rules``: the rules in our words, where they are encoded, and the scenarios that show them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from .running import FINE, USAGE, guarded, say

if TYPE_CHECKING:
    from reasoner.solving.programs import RuleGroup

    from .page import Page

__all__ = ["rules"]

CORPUS = Path(__file__).parent.parent / "tests" / "corpus"
"""The scenarios of a checkout; an installed package has none."""
_RULES = re.compile(r"^rules:\s*\[(?P<numbers>[^\]]*)\]", re.MULTILINE)
_MOST_SHOWN = 12


def _scenarios(folders: list[Path]) -> dict[str, dict[str, list[str]]]:
    """For each game and each rule number the files under the folders that say they show it (``rules: [...]``), sorted."""
    found: dict[str, dict[str, list[str]]] = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.yaml")) if folder.is_dir() else [folder]:
            text = file.read_text(encoding="utf-8")
            game = re.search(r"^game:\s*(\w+)", text, re.MULTILINE)
            match = _RULES.search(text)
            for rule in match["numbers"].split(",") if match and game else ():
                found.setdefault(game[1] if game else "", {}).setdefault(rule.strip().strip("\"'"), []).append(_shown(file))
    return found


def _shown(file: Path) -> str:
    try:
        return str(file.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(file)


def _entry(game: str, rule: str, groups: list[RuleGroup], ideas: list[str], scenarios: list[str]) -> dict[str, object]:
    return {
        "game": game,
        "rule": rule,
        "says": [*ideas, *(group.sentence for group in groups)],
        "encoded": [{"file": f"asp/{group.file}", "line": group.line, "says": group.sentence} for group in groups],
        "scenarios": scenarios,
    }


def _chosen(numbers: list[str], wanted: str | None) -> list[str]:
    """The numbers that are meant: the one itself, or else all below it (``616`` means ``616.1``, ``616.1a``, …)."""
    if wanted is None or wanted in numbers:
        return numbers if wanted is None else [wanted]
    return [number for number in numbers if number.startswith(f"{wanted}.") or re.fullmatch(re.escape(wanted) + r"(\.?[a-z]+)+", number)]


def _one(page: Page, entry: dict[str, object]) -> None:
    from .page import Item

    says, encoded, scenarios = entry["says"], entry["encoded"], entry["scenarios"]
    assert isinstance(says, list)
    assert isinstance(encoded, list)
    assert isinstance(scenarios, list)
    page.heading(f"{str(entry['game']).capitalize()} {entry['rule']}")
    page.items([Item("·", f"{place['says']} ({place['file']}:{place['line']})") for place in encoded] or [Item("·", text) for text in says])
    shown = [*scenarios[:_MOST_SHOWN], *([f"… and {len(scenarios) - _MOST_SHOWN} more"] if len(scenarios) > _MOST_SHOWN else [])]
    page.items([Item(">", f"shown by {', '.join(shown)}" if shown else "shown by no scenario here")])


def rules(number: str | None, game: str | None, corpus: list[Path], format: str) -> int:
    """The rules, or one of them. Returns the exit code."""

    def run() -> int:
        from reasoner.explaining.rulebook import IDEAS, citations, rule_index, sort_key_of_rule
        from reasoner.language.source import advice
        from reasoner.solving.programs import games

        from .page import Page
        from .render_page import text

        if game is not None and game not in games():
            say(f"there is no game {game!r}{advice(game, games())}")
            return USAGE
        shown = _scenarios(corpus or ([CORPUS] if CORPUS.is_dir() else []))
        found: list[dict[str, object]] = []
        for each in [game] if game is not None else games():
            index, ideas = rule_index(each), citations(each)
            numbers = sorted({*index, *ideas}, key=sort_key_of_rule)
            for rule in _chosen(numbers, number):
                said = [IDEAS[idea] for idea in ideas.get(rule, []) if idea in IDEAS]
                found.append(_entry(each, rule, index.get(rule, []), said, shown.get(each, {}).get(rule, [])))
        if not found:
            elsewhere = [each for each in games() if number in {*rule_index(each), *citations(each)}]
            hint = f"{number} is a rule of {elsewhere[0].capitalize()}" if elsewhere else "instead rules lists all of them"
            say(f"no rule {number}{f' of {game.capitalize()}' if game is not None else ''} is encoded; {hint}")
            return USAGE
        if format == "json":
            print(json.dumps({"schema_version": 1, "rules": found}, indent=2, ensure_ascii=False))
            return FINE
        page = Page("Rules, in our words", f"{len(found)} rules" if len(found) > 1 else "")
        if number is not None:
            for entry in found:
                _one(page, entry)
        else:
            rows = [_row(entry, game is None) for entry in found]
            page.table(("rule", "in our words", "scenarios"), rows, frozenset({2}))
        print(text(page))
        return FINE

    return guarded(run)


def _row(entry: dict[str, object], with_game: bool) -> tuple[str, str, str]:
    says, scenarios = entry["says"], entry["scenarios"]
    assert isinstance(says, list)
    assert isinstance(scenarios, list)
    rule = f"{str(entry['game']).capitalize()} {entry['rule']}" if with_game else str(entry["rule"])
    return rule, " ".join(says[:1]), str(len(scenarios))
