"""The reports of ``instead outcomes`` and ``instead test`` in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reasoner.graphs.combining import Combination, Combinations
    from reasoner.graphs.parts import ProductReport
    from reasoner.graphs.report import Report
    from reasoner.graphs.suite import Result

    from .page import Page

__all__ = ["BY_LINE", "combinations", "outcomes", "parts", "suite"]

BY_LINE = ("concise", "jsonl")
"""The formats that are written line by line."""


def _page(page: Page, format: str) -> str:
    from . import render_page

    return {"text": render_page.text, "markdown": render_page.markdown, "html": render_page.html}[format](page)


def outcomes(report: Report, format: str) -> str:
    """The report of a scenario: ``text``, ``concise``, ``json``, ``jsonl``, ``markdown`` or ``html``."""
    from . import render_json
    from .outcome_pages import concise_outcomes, outcomes_page

    if format in ("json", "jsonl", "concise"):
        writers = {"json": render_json.outcomes, "jsonl": render_json.outcome_lines, "concise": concise_outcomes}
        return writers[format](report)
    return _page(outcomes_page(report), format)


def parts(report: ProductReport, format: str) -> str:
    """The report of a scenario that falls into independent parts, in the same formats."""
    from . import render_parts

    if format in ("json", "jsonl", "concise"):
        writers = {"json": render_parts.data, "jsonl": render_parts.lines, "concise": render_parts.concise}
        return writers[format](report)
    return _page(render_parts.page(report), format)


def combinations(found: Combinations, told: Iterable[Combination], asked: int, format: str) -> Iterator[str]:
    """These combinations of the outcomes of independent parts, of so many that were asked for, in the same formats, piece by piece as
    they are made."""
    from . import render_combinations

    if format in BY_LINE:
        yield from {"jsonl": render_combinations.lines, "concise": render_combinations.concise}[format](found, told)
    elif format == "json":
        yield render_combinations.data(found, told)
    else:
        yield _page(render_combinations.page(found, told, asked), format)


def suite(results: list[Result], format: str) -> str:
    """The results of many scenario files, in the same formats or as JUnit XML (``junit``)."""
    from . import render_json, render_text
    from .outcome_pages import concise_suite, suite_page

    if format == "junit":
        from .render_junit import junit

        return junit(results)
    if format in ("json", "jsonl", "concise", "text"):
        writers = {"json": render_json.suite, "jsonl": render_json.suite_lines, "concise": concise_suite, "text": render_text.suite}
        return writers[format](results)
    return _page(suite_page(results), format)
