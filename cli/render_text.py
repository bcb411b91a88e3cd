"""Results as text for a terminal: the verdict first, then the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reasoner.words.phrasing import counted

from .render_page import title_lines
from .terminal import width, wrapped

if TYPE_CHECKING:
    from reasoner.graphs.report import Ordering, Report
    from reasoner.graphs.suite import Result

__all__ = ["head_lines", "ordering", "place_of", "suite", "verdict"]


def verdict(report: Report) -> str:
    """The answer in one sentence."""
    number = len(report.outcomes)
    outcomes = counted(number, "outcome")
    counts = counted(report.orderings, "ordering")
    if report.paths != report.orderings:
        counts += f", {counted(report.paths, 'path')}"
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


def place_of(report: Report) -> str:
    """The game and the rules that the scenario shows."""
    return " · ".join(part for part in (report.scenario.game.capitalize(), ", ".join(report.scenario.rules)) if part)


def head_lines(report: Report) -> list[str]:
    """What every report starts with: title, game and rules, the verdict, and switches that were set."""
    scenario = report.scenario
    lines = [*title_lines(scenario.title, place_of(report)), *wrapped(verdict(report), width())]
    if scenario.switches:
        told = ", ".join(f"{name} = {setting}" for name, setting in sorted(scenario.switches.items()))
        lines += wrapped(f"With {told}.", width())
    return lines


def ordering(number: int, ordering: Ordering) -> str:
    """One ordering, on one line."""
    steps = ", then ".join(ordering.steps) or "no effect applies"
    alike = f" (stands for {ordering.copies:,} orderings of equal or commuting effects)" if ordering.copies > 1 else ""
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
