"""The report of ``instead outcomes`` where a scenario falls into independent parts."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from .outcome_pages import concise_outcomes, outcome_table
from .page import Page
from .render_json import dump, heading, report_data
from .render_text import place_of

if TYPE_CHECKING:
    from reasoner.graphs.parts import ProductReport

__all__ = ["concise", "data", "lines", "page", "verdict", "whole_data"]

_MOST_PARTS = 4


def verdict(report: ProductReport) -> str:
    """The answer in one sentence: ``20 independent choices, 2 outcomes each, 1,048,576 together``."""
    sizes = Counter(len(part.report.outcomes) for part in report.parts)
    each = ", ".join(f"{count} with {size} outcome{'s' if size != 1 else ''}" for size, count in sorted(sizes.items()))
    told = f"{next(iter(sizes))} outcomes each" if len(sizes) == 1 else each
    count = "endlessly many orderings" if report.orderings is None else f"{report.orderings:,} orderings"
    return f"{len(report.parts)} independent choices, {told}, {report.outcomes:,} together. Complete: {count}."


def page(report: ProductReport) -> Page:
    """The first parts, each with its outcomes."""
    first = report.parts[0].report
    found = Page(report.scenario.title, place_of(first), [verdict(report)])
    for part in report.parts[:_MOST_PARTS]:
        found.heading(" and ".join(part.events))
        outcome_table(found, part.report)
    if (more := len(report.parts) - _MOST_PARTS) > 0:
        found.text(f"({more} further parts; --format json lists them.)")
    found.text("--expand tells the outcomes of all of them together.")
    return found


def concise(report: ProductReport) -> str:
    """The verdict, and the outcomes of each part, a line each."""
    return "\n".join([verdict(report), *(concise_outcomes(part.report) for part in report.parts)])


def _whole(report: ProductReport) -> dict[str, object]:
    scenario = report.scenario
    return {
        **heading(scenario),
        "switches": dict(sorted(scenario.switches.items())),
        "complete": True,
        "outcome_count": report.outcomes,
        "orderings": report.orderings,
        "paths": report.paths,
    }


def whole_data(report: ProductReport) -> dict[str, object]:
    """The report as data: ``parts`` in place of ``outcomes``."""
    return {**_whole(report), "parts": [{"events": part.events, **report_data(part.report)} for part in report.parts]}


def data(report: ProductReport) -> str:
    """The same as JSON."""
    return dump(whole_data(report))


def lines(report: ProductReport) -> str:
    """The same, one object a line."""
    parts = ({"kind": "part", "events": part.events, **report_data(part.report)} for part in report.parts)
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in ({"kind": "report", **_whole(report)}, *parts))
