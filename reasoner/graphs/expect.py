"""Does a scenario's exploration come out as its ``expect`` says?

Every outcome must match exactly one expected entry and every entry at least one outcome; an entry speaks only about
the values that it lists.
"""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.language.scenario import Expectation
from reasoner.language.vocabulary import Vocabulary, vocabulary
from reasoner.words.describe import Value
from reasoner.words.phrasing import counted

from .report import Outcome, Report

__all__ = ["check", "matches", "value_at", "written"]


def value_at(outcome: Outcome, path: str, words: Vocabulary) -> Value | None:
    """The value of a path in an outcome. What an outcome does not mention is 0, false or None, by the attribute."""
    if path in outcome.values:
        return outcome.values[path]
    name = path.split(".")[1]
    types = {group[name].type for group in words.attributes.values() if name in group}
    if types & {"number", "count", "table"}:
        return 0
    return False if "flag" in types else None


def matches(outcome: Outcome, entry: Mapping[str, object], words: Vocabulary) -> bool:
    """Does the outcome have all of these values?"""
    return all(_same(value_at(outcome, path, words), wanted) for path, wanted in entry.items())


def _same(found: Value | None, wanted: object) -> bool:
    return (found is None and wanted == "none") or (type(found) is type(wanted) and found == wanted)


def _told(outcome: Outcome, paths: list[str], words: Vocabulary) -> str:
    return "{" + ", ".join(f"{path}: {written(value_at(outcome, path, words))}" for path in paths) + "}"


def written(value: object) -> str:
    """A value as a scenario file writes it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def check(report: Report) -> list[str]:
    """What does not come out as expected, one message each; empty if everything does."""
    expect: Expectation = report.scenario.expect
    words = vocabulary(report.scenario.game)
    messages: list[str] = []
    if expect == Expectation():
        messages.append("the scenario has no expect; add the complete set of outcomes")
    if not report.complete:
        messages.append(f"the search was cut off after {counted(report.situations, 'situation')}, so the outcomes are not complete")
    if expect.chooser is not None:
        found = report.choosers[0] if report.choosers else "nobody"
        if found != expect.chooser:
            messages.append(f"expected {expect.chooser} to choose first, found {found}")
    for name in ("orderings", "paths"):
        wanted, number = getattr(expect, name), getattr(report, name)
        if wanted is not None and wanted != number:
            messages.append(f"expected {wanted} {name}, found {'endlessly many' if number is None else number}")
    if expect.outcomes is not None:
        paths = sorted({path for entry in expect.outcomes for path in entry}) or ["outcome"]
        used: set[int] = set()
        for outcome in report.outcomes:
            matching = [n for n, entry in enumerate(expect.outcomes) if matches(outcome, entry, words)]
            used.update(matching)
            if not matching:
                messages.append(f"outcome {outcome.number} is not expected: {_told(outcome, paths, words)}")
            elif len(matching) > 1:
                entries = " and ".join(str(n + 1) for n in matching)
                messages.append(
                    f"outcome {outcome.number} matches the expected entries {entries}; it must match one: {_told(outcome, paths, words)}"
                )
        for number, entry in enumerate(expect.outcomes):
            if number not in used:
                listed = ", ".join(f"{path}: {value}" for path, value in entry.items())
                messages.append(f"expected outcome {number + 1} does not occur: {{{listed}}}")
    return messages
