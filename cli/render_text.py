"""Results as text for a terminal: the verdict first, then the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reasoner.report import Divergence, Ordering, Outcome, Report
    from reasoner.suite import Result

__all__ = ["ordering", "outcomes", "suite"]

_MOST_DIVERGENCES = 4
_WIDEST = 110
"""A wider table puts the example under its outcome."""


def _count(number: int | None, noun: str) -> str:
    if number is None:
        return f"endlessly many {noun}s"
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _change(path: str, change: tuple[object, object]) -> str:
    old, new = change
    if new is True and old in (False, None):
        return path
    return f"{path} {_shown(old)} → {_shown(new)}"


def _told(outcome: Outcome, paths: list[str]) -> str:
    parts = [
        _change(path, outcome.changes[path]) if path in outcome.changes else f"{path} {_shown(outcome.values.get(path, 0))}"
        for path in paths
    ]
    return ", ".join(parts)


def _verdict(report: Report) -> str:
    number = len(report.outcomes)
    head = f"{number} outcome{'s' if number != 1 else ''}"
    who = ", ".join(report.choosers[:-1]) + (" and " if len(report.choosers) > 1 else "") + report.choosers[-1] if report.choosers else ""
    chooses = f"{who} choose{'s' if len(report.choosers) == 1 else ''}" if who else "nobody has a choice"
    if number == 0:
        head = "No outcome was reached"
    elif report.order_matters:
        head += f": the choice matters, and {chooses}." if report.orderings == 1 else f": the order matters, and {chooses}."
    else:
        head += f": {'the order does not matter' if who else chooses}."
    counts = _count(report.orderings, "ordering")
    if report.paths != report.orderings:
        counts += f", {_count(report.paths, 'path')}"
    return f"{head} {'Complete' if report.complete else f'INCOMPLETE, cut off after {report.situations:,} situations'}: {counts}."


def _outcome_texts(report: Report) -> list[str]:
    """What tells each outcome apart: the values that differ, and where these are equal, what was recorded."""
    paths = report.differing if report.order_matters else sorted(report.outcomes[0].changes)
    told = [_told(outcome, paths) for outcome in report.outcomes]
    common = set(report.outcomes[0].record).intersection(*(outcome.record for outcome in report.outcomes))
    return [
        "; ".join(part for part in (text, *(line for line in outcome.record if told.count(text) > 1 and line not in common)) if part)
        or "nothing changes"
        for text, outcome in zip(told, report.outcomes, strict=True)
    ]


def _table(report: Report) -> list[str]:
    if not report.outcomes:
        return []
    rows = [
        (str(outcome.number), text, "∞" if outcome.orderings is None else f"{outcome.orderings:,}", ", then ".join(outcome.witness))
        for outcome, text in zip(report.outcomes, _outcome_texts(report), strict=True)
    ]
    heads = ("#", "outcome", "orderings", "for example")
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(4)]
    below = sum(widths) > _WIDEST
    lines: list[str] = []
    for row in [heads, *rows]:
        number, text, orderings, witness = row
        line = f"  {number:>{widths[0]}}  {text:<{widths[1]}}  {orderings:>{widths[2]}}"
        witness = witness or "no effect applies"
        lines += [line] if below else [f"{line}  {witness}"]
        if below and row is not heads:
            lines.append(f"  {'':{widths[0]}}    e.g. {witness}")
    changes = report.outcomes[0].changes.items() if report.order_matters else ()
    shared = [_change(path, change) for path, change in changes if path not in report.differing]
    return [*lines, "", f"In every outcome: {', '.join(shared)}."] if shared else lines


def _divergence(divergence: Divergence, first: bool) -> list[str]:
    plain = all(option.kind == "apply" for option in divergence.options)
    where = f"after {', then '.join(divergence.after)}" if divergence.after else "at the first choice" if first else "there"
    rules = f" ({', '.join(divergence.rules)})" if divergence.rules else ""
    several = len({option.event for option in divergence.options}) > 1
    names = [
        (f"{option.effect} to {option.event}" if several else option.effect) if option.kind == "apply" else option.text
        for option in divergence.options
    ]
    width = max(map(len, names))
    return [
        f"The paths part {where}{rules}. {' and '.join(divergence.choosers) or 'nobody'} may {'apply' if plain else 'choose'}",
        *(f"  {name:<{width}}  → {', '.join(map(str, option.outcomes))}" for name, option in zip(names, divergence.options, strict=True)),
    ]


def outcomes(report: Report) -> str:
    """The report of ``instead outcomes``."""
    scenario = report.scenario
    place = " · ".join(part for part in (scenario.game.capitalize(), ", ".join(scenario.rules)) if part)
    gap = max(2, 79 - len(scenario.title) - len(place))
    lines = [f"{scenario.title}{' ' * gap}{place}", _verdict(report), ""]
    lines += _table(report)
    for number, divergence in enumerate(report.divergences[:_MOST_DIVERGENCES]):
        lines += ["", *_divergence(divergence, number == 0)]
    more = len(report.divergences) - _MOST_DIVERGENCES
    if more > 0:
        lines += [
            "",
            f"({more}{' or more' if report.more_divergences else ''} further choices at which paths part; --format json lists them.)",
        ]
    return "\n".join(lines)


def ordering(number: int, ordering: Ordering) -> str:
    """One ordering, on one line."""
    steps = ", then ".join(ordering.steps) or "no effect applies"
    alike = f" (stands for {ordering.copies:,} orderings of equal effects)" if ordering.copies > 1 else ""
    return f"{number}. {steps}{alike} → {', '.join(map(str, ordering.outcomes))}"


def suite(results: list[Result]) -> str:
    """The results of ``instead test``."""
    lines: list[str] = []
    for result in results:
        if not result.passed:
            name = f"{result.case} ({result.file})" if result.case else result.file
            lines.append(f"{result.status.upper()} {name}")
            lines += [f"  {line}" for message in result.messages for line in message.splitlines()]
    passed = sum(result.passed for result in results)
    lines.append(f"{passed} passed, {len(results) - passed} failed")
    return "\n".join(lines)
