"""What the commands do. Each returns its exit code and writes results to standard output, all else to standard error."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, Problem

from .running import (
    CUT_OFF,
    FINDINGS,
    FINE,
    USAGE,
    Bar,
    card_library,
    explore_one,
    explore_parts,
    guarded,
    limits_of,
    load_scenario,
    say,
    scenario_files,
    warn_incomplete,
)

if TYPE_CHECKING:
    from reasoner.graphs.combining import Combination, Combinations

__all__ = ["facts", "orderings", "outcomes", "schema", "test"]

_MOST_COMBINATIONS = 100
"""So many are told at once, unless they are written line by line."""


def outcomes(
    file: str,
    switches: list[str],
    format: str,
    by_state: bool,
    reduce: bool,
    expand: bool,
    only: str | None,
    limit: int | None,
    max_states: int,
    time_limit: float | None,
) -> int:
    """``instead outcomes``"""

    def run() -> int:
        from reasoner.graphs.combining import Combinations
        from reasoner.graphs.parts import Product, report_of_parts
        from reasoner.graphs.report import make_report

        from . import reports

        if (limit is not None or only is not None) and not expand:
            say("--limit and --only say which combinations of outcomes are told; give them with --expand")
            return USAGE
        scenario = load_scenario(file, switches)
        exploration = explore_parts(scenario, max_states, time_limit) if reduce else explore_one(scenario, max_states, time_limit, reduce)
        if isinstance(exploration, Product):
            if not expand:
                print(reports.parts(report_of_parts(exploration, by_state), format))
                return FINE
            found = Combinations(exploration, by_state)
            most = limit if limit is not None or format in reports.BY_LINE else _MOST_COMBINATIONS
            told, asked = (islice(found, most), found.count) if only is None else ([_named(only, found)], 1)
            for piece in reports.combinations(found, told, asked, format):
                print(piece, flush=True)
            return FINE
        if only is not None:
            say("--only names an outcome of each part, and this scenario is told as a whole; leave it out")
            return USAGE
        print(reports.outcomes(make_report(exploration, by_state), format))
        return warn_incomplete(exploration)

    return guarded(run)


def _named(numbers: str, found: Combinations) -> Combination:
    """The combination with these numbers, such as ``2,1,1``. Raises InputError."""
    try:
        return found.of(*map(int, numbers.split(",")))
    except ValueError:
        message = f"{numbers!r} is no list of numbers such as {','.join('1' for _ in found.sizes)}"
    except IndexError as error:
        message = str(error)
    raise InputError([Problem("--only", 1, 1, message)])


def orderings(
    file: str,
    to: int | None,
    limit: int | None,
    switches: list[str],
    format: str,
    by_state: bool,
    max_states: int,
    time_limit: float | None,
) -> int:
    """``instead orderings``"""

    def run() -> int:
        from reasoner.graphs.report import list_orderings, make_graph

        from . import render_json, render_text

        exploration = explore_one(load_scenario(file, switches), max_states, time_limit)
        graph = make_graph(exploration, by_state)
        if to is not None and to > len(graph.outcomes):
            say(f"there is no outcome {to}; the scenario has {len(graph.outcomes)} (see instead outcomes)")
            return USAGE
        if graph.loops:
            say("the options can repeat without end, so there are endlessly many orderings")
            return CUT_OFF
        for number, ordering in enumerate(list_orderings(graph, to - 1 if to else None), 1):
            print(render_json.ordering(ordering) if format == "json" else render_text.ordering(number, ordering), flush=True)
            if limit is not None and number >= limit:
                break
        return warn_incomplete(exploration)

    return guarded(run)


def facts(file: str, program: bool, at: int | None, switches: list[str], max_states: int, time_limit: float | None) -> int:
    """``instead facts``"""

    def run() -> int:
        from reasoner.graphs.graph import OutcomeGraph
        from reasoner.graphs.text_programs import facts_text, ordering_program, situation_program

        scenario = load_scenario(file, switches)
        if program and at is not None:
            say("give --program or --at, not both")
            return USAGE
        if not program and at is None:
            print(facts_text(scenario), end="")
            return FINE
        exploration = explore_one(scenario, max_states, time_limit)
        if at is not None:
            if at >= len(exploration.fluents):
                say(f"there is no situation {at}; they count from 0 to {len(exploration.fluents) - 1}")
                return USAGE
            print(situation_program(exploration, at), end="")
            return FINE
        graph = OutcomeGraph(exploration)
        if graph.loops:
            say("the options can repeat without end, so there are endlessly many paths")
            return CUT_OFF
        print(ordering_program(graph), end="")
        return warn_incomplete(exploration)

    return guarded(run)


def test(
    paths: list[Path],
    format: str,
    jobs: int | None,
    scheduler: str | None,
    journal: Path | None,
    max_states: int,
    time_limit: float | None,
) -> int:
    """``instead test``"""

    def run() -> int:
        from reasoner.exploring.sweep import Plan
        from reasoner.graphs.suite import run_files

        from . import reports

        with Bar() as bar:
            results = run_files(
                scenario_files(paths),
                limits_of(max_states, time_limit),
                Plan(jobs, scheduler=scheduler),
                str(journal) if journal else None,
                bar,
                card_library(),
            )
        print(reports.suite(results, format))
        statuses = {result.status for result in results}
        return USAGE if "error" in statuses else FINDINGS if "failed" in statuses else CUT_OFF if "incomplete" in statuses else FINE

    return guarded(run)


def schema(library: bool) -> int:
    """``instead schema``"""

    def run() -> int:
        from reasoner.language.library_schema import library_schema
        from reasoner.language.schema import schema

        print(json.dumps(library_schema() if library else schema(), indent=2, sort_keys=True))
        return FINE

    return guarded(run)
