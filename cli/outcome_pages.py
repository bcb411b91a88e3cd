"""The reports of ``instead outcomes`` and ``instead test`` as pages, and in one line for each thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reasoner.graphs.outcome_words import outcome_texts, shared_changes

from .page import Page
from .render_text import place_of, verdict

if TYPE_CHECKING:
    from reasoner.graphs.report import Divergence, Outcome, Report
    from reasoner.graphs.suite import Result

__all__ = ["concise_outcomes", "concise_suite", "outcome_table", "outcomes_page", "start_page", "suite_page"]

_MOST_DIVERGENCES = 4


def _lead(report: Report) -> list[str]:
    """What every report starts with: the verdict, and switches that were set."""
    switches = sorted(report.scenario.switches.items())
    told = [f"With {', '.join(f'{name} = {setting}' for name, setting in switches)}."] if switches else []
    return [verdict(report), *told]


def start_page(report: Report) -> Page:
    """A page with the title, the game, the rules and the verdict."""
    return Page(report.scenario.title, place_of(report), _lead(report))


def _orderings(outcome: Outcome) -> str:
    return "∞" if outcome.orderings is None else f"{outcome.orderings:,}"


def _witness(outcome: Outcome) -> str:
    return ", then ".join(outcome.witness) or "no effect applies"


def _rows(report: Report) -> Iterator[tuple[str, str, str, str]]:
    """A row for each outcome, and one for all that are alike."""
    groups = {alike.outcomes[0]: alike.outcomes for alike in report.alike}
    told = {number for numbers in groups.values() for number in numbers[1:]}
    for outcome, text in zip(report.outcomes, outcome_texts(report), strict=True):
        if outcome.number not in told:
            numbers = groups.get(outcome.number, (outcome.number,))
            each = " each" if len(numbers) > 1 else ""
            yield ", ".join(map(str, numbers)), text, f"{_orderings(outcome)}{each}", _witness(outcome)


def outcome_table(page: Page, report: Report) -> None:
    """The outcomes as a table, and what those in one row have between them."""
    page.table(("#", "outcome", "orderings", "for example"), list(_rows(report)), frozenset({0, 2}))
    if report.alike:
        objects = dict.fromkeys(", ".join(alike.objects) for alike in report.alike)
        page.text(f"Outcomes in one row differ only in which it is of {'; or of '.join(objects)}.")


def outcomes_page(report: Report) -> Page:
    """Every outcome, and where the choices part."""
    page = start_page(report)
    outcome_table(page, report)
    if shared := shared_changes(report):
        page.text(f"In every outcome: {', '.join(shared)}.")
    for number, divergence in enumerate(report.divergences[:_MOST_DIVERGENCES]):
        _divergence(page, divergence, number == 0)
    if report.loops:
        _exits(page, report.exits)
    more = len(report.divergences) - _MOST_DIVERGENCES
    if more > 0:
        page.text(f"({more} further choices at which paths part; --format json lists them.)")
    return page


def _choice(page: Page, heading: str, names: Sequence[str], ends: Sequence[str]) -> None:
    page.heading(heading)
    page.table(("", ""), [(name, f"→ {end}") for name, end in zip(names, ends, strict=True)])


def _exits(page: Page, exits: list[Divergence]) -> None:
    """How loops are left: each way once, after the fewest steps."""
    seen: set[tuple[object, ...]] = set()
    for way_out in sorted(exits, key=lambda way_out: len(way_out.after)):
        names = [option.text for option in way_out.options]
        ends = [", ".join(map(str, option.outcomes)) or "no end" for option in way_out.options]
        key = (way_out.choosers, *names, *ends)
        if key not in seen and len(seen) < _MOST_DIVERGENCES:
            after = f" after {', then '.join(way_out.after)}" if way_out.after else ""
            _choice(page, f"The loop can be left{after}. {' and '.join(way_out.choosers) or 'nobody'} may choose", names, ends)
        seen.add(key)
    if not seen:
        page.text("No choice leaves the loop.")


def _divergence(page: Page, divergence: Divergence, first: bool) -> None:
    plain = all(option.kind == "apply" for option in divergence.options)
    where = f"after {', then '.join(divergence.after)}" if divergence.after else "at the first choice" if first else "there"
    rules = f" ({', '.join(divergence.rules)})" if divergence.rules else ""
    several = len({option.event for option in divergence.options}) > 1
    names = [
        (f"{option.effect} (“{option.event}”)" if several else option.effect) if option.kind == "apply" else option.text
        for option in divergence.options
    ]
    if len(divergence.choosers) > 1:
        names = [f"{name} ({' and '.join(option.choosers)})" for name, option in zip(names, divergence.options, strict=True)]
    who = f"{' and '.join(divergence.choosers)} may {'apply' if plain else 'choose'}" if divergence.choosers else "Chance decides"
    ends = [", ".join(map(str, option.outcomes)) or "not explored" for option in divergence.options]
    _choice(page, f"The paths part {where}{rules}. {who}", names, ends)


def concise_outcomes(report: Report) -> str:
    """The verdict, and one line for each outcome."""
    lines = [verdict(report)]
    for outcome, text in zip(report.outcomes, outcome_texts(report), strict=True):
        lines.append(f"{outcome.number}: {text} [{_orderings(outcome)}] {_witness(outcome)}")
    return "\n".join(lines)


def _summary(results: list[Result]) -> str:
    passed = sum(result.passed for result in results)
    return f"{passed} passed, {len(results) - passed} failed"


def suite_page(results: list[Result]) -> Page:
    """The results of many files: what did not pass."""
    page = Page("Scenarios against what they expect", "", [_summary(results)])
    rows = [(result.status, result.case or "", result.file, "; ".join(result.messages)) for result in results if not result.passed]
    page.table(("status", "case", "file", "why"), rows)
    return page


def concise_suite(results: list[Result]) -> str:
    """One line for each message of what did not pass, and the numbers."""
    lines = [f"{result.file}: {result.status}: {' '.join(message.split())}" for result in results for message in result.messages]
    return "\n".join([*lines, _summary(results)])
