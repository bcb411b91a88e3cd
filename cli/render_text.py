"""Results as text for a terminal: the verdict first, then the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reasoner.outcome_words import outcome_texts, shared_changes

from .render_page import title_line

if TYPE_CHECKING:
    from reasoner.report import Divergence, Ordering, Report
    from reasoner.suite import Result

__all__ = ["head_lines", "ordering", "outcomes", "place_of", "suite", "verdict"]

_MOST_DIVERGENCES = 4
_WIDEST = 110
"""A wider table puts the example under its outcome."""


def _count(number: int | None, noun: str) -> str:
    if number is None:
        return f"endlessly many {noun}s"
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def verdict(report: Report) -> str:
    """The answer in one sentence."""
    number = len(report.outcomes)
    outcomes = f"{number} outcome{'s' if number != 1 else ''}"
    counts = _count(report.orderings, "ordering")
    if report.paths != report.orderings:
        counts += f", {_count(report.paths, 'path')}"
    if not report.complete:
        return f"INCOMPLETE: cut off after {report.situations:,} situations, with {outcomes} found so far and {counts} to them."
    if report.loops:
        reached = f"{outcomes} can be reached" if number else "no end is ever reached"
        return f"The options can repeat without end; {reached}."
    who = ", ".join(report.choosers[:-1]) + (" and " if len(report.choosers) > 1 else "") + report.choosers[-1] if report.choosers else ""
    chooses = f"{who} choose{'s' if len(report.choosers) == 1 else ''}" if who else "nobody has a choice"
    if report.order_matters:
        verdict = f"the order matters, and {chooses}"
    elif number > 1:
        verdict = f"the choice matters, and {chooses}"
    else:
        verdict = "the order does not matter" if who else chooses
    return f"{outcomes}: {verdict}. Complete: {counts}."


def _table(report: Report) -> list[str]:
    if not report.outcomes:
        return []
    rows = [
        (str(outcome.number), text, "∞" if outcome.orderings is None else f"{outcome.orderings:,}", ", then ".join(outcome.witness))
        for outcome, text in zip(report.outcomes, outcome_texts(report), strict=True)
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
    shared = shared_changes(report)
    return [*lines, "", f"In every outcome: {', '.join(shared)}."] if shared else lines


def _exits(exits: list[Divergence]) -> list[str]:
    """How loops are left: each way once, after the fewest steps."""
    found: dict[tuple[str, str], str] = {}
    for way_out in sorted(exits, key=lambda way_out: len(way_out.after)):
        after = f" after {', then '.join(way_out.after)}" if way_out.after else ""
        who = " and ".join(way_out.choosers) or "nobody"
        ways = [f"  {option.text}  → {', '.join(map(str, option.outcomes)) or 'no end'}" for option in way_out.options]
        found.setdefault((who, "\n".join(ways)), f"The loop can be left{after}. {who} may choose")
    return [f"{head}\n{ways}" for (_, ways), head in found.items()] or ["No choice leaves the loop."]


def _divergence(divergence: Divergence, first: bool) -> list[str]:
    plain = all(option.kind == "apply" for option in divergence.options)
    where = f"after {', then '.join(divergence.after)}" if divergence.after else "at the first choice" if first else "there"
    rules = f" ({', '.join(divergence.rules)})" if divergence.rules else ""
    several = len({option.event for option in divergence.options}) > 1
    names = [
        (f"{option.effect} to {option.event}" if several else option.effect) if option.kind == "apply" else option.text
        for option in divergence.options
    ]
    if len(divergence.choosers) > 1:
        names = [f"{name} ({' and '.join(option.choosers)})" for name, option in zip(names, divergence.options, strict=True)]
    width = max(map(len, names))
    return [
        f"The paths part {where}{rules}. {' and '.join(divergence.choosers) or 'nobody'} may {'apply' if plain else 'choose'}",
        *(
            f"  {name:<{width}}  → {', '.join(map(str, option.outcomes)) or 'not explored'}"
            for name, option in zip(names, divergence.options, strict=True)
        ),
    ]


def place_of(report: Report) -> str:
    """The game and the rules that the scenario shows."""
    return " · ".join(part for part in (report.scenario.game.capitalize(), ", ".join(report.scenario.rules)) if part)


def head_lines(report: Report) -> list[str]:
    """What every report starts with: title, game and rules, the verdict, and switches that were set."""
    scenario = report.scenario
    lines = [title_line(scenario.title, place_of(report)), verdict(report)]
    if scenario.switches:
        lines.append(f"With {', '.join(f'{name} = {setting}' for name, setting in sorted(scenario.switches.items()))}.")
    return lines


def outcomes(report: Report) -> str:
    """The report of ``instead outcomes``."""
    lines = [*head_lines(report), "", *_table(report)]
    for number, divergence in enumerate(report.divergences[:_MOST_DIVERGENCES]):
        lines += ["", *_divergence(divergence, number == 0)]
    if report.loops:
        for text in _exits(report.exits)[:_MOST_DIVERGENCES]:
            lines += ["", text]
    more = len(report.divergences) - _MOST_DIVERGENCES
    if more > 0:
        lines += [
            "",
            f"({more} further choices at which paths part; --format json lists them.)",
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
