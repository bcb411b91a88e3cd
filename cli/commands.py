"""What the commands do. Each returns its exit code and writes results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, NumberTooLarge, Problem, SwitchError, TooMany, ValueMissing

if TYPE_CHECKING:
    from reasoner.explore import Exploration, Limits
    from reasoner.scenario import Scenario

__all__ = ["facts", "orderings", "outcomes", "schema", "test"]

FINE, FINDINGS, USAGE, CUT_OFF, INTERNAL = 0, 1, 2, 3, 4


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _guarded(run: Callable[[], int]) -> int:
    """Run a command; errors become one message and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # reports hold → and …, whatever the terminal's own encoding
    try:
        code = run()
        sys.stdout.flush()
        return code
    except (InputError, NumberTooLarge, SwitchError, TooMany, ValueMissing) as error:
        _say(str(error))
        return USAGE
    except BrokenPipeError:
        # The reader has gone; what is still in the buffer must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        _say(f"internal error: {type(error).__name__}: {error}")
        return INTERNAL


def _load(file: str, switches: list[str]) -> Scenario:
    from reasoner.reading import load

    scenario = load(file)
    if not switches:
        return scenario
    from reasoner.switches import with_switches

    return with_switches(scenario, switches)


class _Progress:
    """A line on standard error when a search takes longer than a second, if somebody is watching."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = False

    def __call__(self, found: int, waiting: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.started > 1:
            self.shown = True
            sys.stderr.write(f"\r{found} situations found, {waiting} waiting …")
            sys.stderr.flush()

    def done(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")


def _limits(max_states: int, time_limit: float | None) -> Limits:
    from reasoner.explore import Limits

    return Limits(states=max_states, seconds=time_limit)


def _explore(scenario: Scenario, max_states: int, time_limit: float | None) -> Exploration:
    from reasoner.explore import explore_many

    progress = _Progress()
    try:
        return explore_many([scenario], _limits(max_states, time_limit), progress=progress)[0]
    finally:
        progress.done()


def _warn_incomplete(exploration: Exploration) -> int:
    if exploration.complete:
        return FINE
    _say(
        f"incomplete: the search was cut off after {len(exploration.fluents)} situations, {len(exploration.open)} of them "
        "not explored; raise --max-states or --time-limit for the rest"
    )
    return CUT_OFF


def outcomes(file: str, switches: list[str], format: str, by_state: bool, max_states: int, time_limit: float | None) -> int:
    """``instead outcomes``"""

    def run() -> int:
        from reasoner.report import make_report

        from . import render_json, render_text

        exploration = _explore(_load(file, switches), max_states, time_limit)
        report = make_report(exploration, by_state)
        print(render_json.outcomes(report) if format == "json" else render_text.outcomes(report))
        return _warn_incomplete(exploration)

    return _guarded(run)


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
        from reasoner.report import list_orderings, make_graph

        from . import render_json, render_text

        exploration = _explore(_load(file, switches), max_states, time_limit)
        graph = make_graph(exploration, by_state)
        if to is not None and to > len(graph.outcomes):
            _say(f"there is no outcome {to}; the scenario has {len(graph.outcomes)} (see instead outcomes)")
            return USAGE
        if graph.loops:
            _say("the options can repeat without end, so there are endlessly many orderings")
            return CUT_OFF
        for number, ordering in enumerate(list_orderings(graph, to - 1 if to else None), 1):
            print(render_json.ordering(ordering) if format == "json" else render_text.ordering(number, ordering), flush=True)
            if limit is not None and number >= limit:
                break
        return _warn_incomplete(exploration)

    return _guarded(run)


def facts(file: str, program: bool, at: int | None, switches: list[str], max_states: int, time_limit: float | None) -> int:
    """``instead facts``"""

    def run() -> int:
        from reasoner.graph import OutcomeGraph
        from reasoner.text_programs import facts_text, ordering_program, situation_program

        scenario = _load(file, switches)
        if program and at is not None:
            _say("give --program or --at, not both")
            return USAGE
        if not program and at is None:
            print(facts_text(scenario), end="")
            return FINE
        exploration = _explore(scenario, max_states, time_limit)
        if at is not None:
            if at >= len(exploration.fluents):
                _say(f"there is no situation {at}; they count from 0 to {len(exploration.fluents) - 1}")
                return USAGE
            print(situation_program(exploration, at), end="")
            return FINE
        graph = OutcomeGraph(exploration)
        if graph.loops:
            _say("the options can repeat without end, so there are endlessly many paths")
            return CUT_OFF
        print(ordering_program(graph), end="")
        return _warn_incomplete(exploration)

    return _guarded(run)


def _scenario_files(paths: list[Path]) -> list[str]:
    """The scenario files under the paths, sorted. Raises InputError for a path that is not there or holds none."""
    found: list[str] = []
    problems: list[Problem] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(str(file) for kind in ("*.yaml", "*.yml", "*.json") for file in path.rglob(kind))
            if not inside:
                problems.append(Problem(str(path), 1, 1, "there are no scenario files (.yaml, .yml, .json) in this folder"))
            found.extend(inside)
        elif path.exists() or str(path) == "-":
            found.append(str(path))
        else:
            problems.append(Problem(str(path), 1, 1, "there is no such file or folder"))
    if problems:
        raise InputError(problems)
    return list(dict.fromkeys(found))


def test(paths: list[Path], format: str, max_states: int, time_limit: float | None) -> int:
    """``instead test``"""

    def run() -> int:
        from reasoner.suite import run_files

        from . import render_json, render_text

        progress = _Progress()
        results = run_files(_scenario_files(paths), _limits(max_states, time_limit), progress)
        progress.done()
        print(render_json.suite(results) if format == "json" else render_text.suite(results))
        statuses = {result.status for result in results}
        return USAGE if "error" in statuses else FINDINGS if "failed" in statuses else CUT_OFF if "incomplete" in statuses else FINE

    return _guarded(run)


def schema() -> int:
    """``instead schema``"""

    def run() -> int:
        from reasoner.schema import schema

        print(json.dumps(schema(), indent=2, sort_keys=True))
        return FINE

    return _guarded(run)
