"""What every command shares: reading and exploring a scenario, progress, errors as messages, exit codes.

Results go to standard output, all else to standard error.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, InsteadError, Problem, RuleError

if TYPE_CHECKING:
    from reasoner.cards.library import Library
    from reasoner.exploring.explore import Exploration, Limits
    from reasoner.graphs.parts import Product
    from reasoner.language.scenario import Scenario

__all__ = [
    "CUT_OFF",
    "FINDINGS",
    "FINE",
    "INTERNAL",
    "USAGE",
    "Bar",
    "Progress",
    "card_library",
    "explore_one",
    "explore_parts",
    "guarded",
    "interrupt",
    "libraries",
    "limits_of",
    "load_scenario",
    "say",
    "scenario_files",
    "warn_incomplete",
]

FINE, FINDINGS, USAGE, CUT_OFF, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes."""

libraries: list[str] = []
"""The user's own libraries of cards, as --library names them."""


memory_limit: int | None = None
"""The bytes that may be held, as --max-memory says; None for what is given by default."""


def card_library() -> Library:
    """The cards that scenarios may name."""
    from reasoner.cards.library import Library

    return Library(libraries)


def say(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text + "\n")


def guarded(run: Callable[[], int]) -> int:
    """Run a command; errors become one message and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # reports hold → and …, whatever the terminal's own encoding
    try:
        code = run()
        sys.stdout.flush()
        return code
    except RuleError as error:
        say(f"internal error: {error}")
        return INTERNAL
    except InsteadError as error:
        say(str(error))
        return USAGE
    except BrokenPipeError:
        # The reader has gone; what is still in the buffer must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        say(f"internal error: {type(error).__name__}: {error}")
        return INTERNAL


def load_scenario(file: str, switches: list[str]) -> Scenario:
    """The scenario of a file, with switches set from outside. Raises InputError or SwitchError."""
    from reasoner.language.reading import load

    scenario = load(file, card_library())
    if not switches:
        return scenario
    from reasoner.language.switches import with_switches

    return with_switches(scenario, switches)


class Progress:
    """A line on standard error when a search takes longer than a second, if somebody is watching."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = False

    def __call__(self, found: int, waiting: int) -> None:
        self.show(f"{found} situations found, {waiting} waiting …")

    def show(self, text: str) -> None:
        """Put this text in place of the line, if it is time for one."""
        if sys.stderr.isatty() and time.monotonic() - self.started > 1:
            self.shown = True
            sys.stderr.write(f"\r{text}\x1b[K")
            sys.stderr.flush()

    def done(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")


class Bar:
    """A progress bar on standard error for a sweep that takes longer than a second, if somebody is watching."""

    def __init__(self) -> None:
        self.line = Progress()

    def __call__(self, done: int, total: int) -> None:
        filled = 30 * done // max(total, 1)
        left = (time.monotonic() - self.line.started) / max(done, 1) * (total - done)
        self.line.show(f"[{'#' * filled}{'.' * (30 - filled)}] {done} of {total}, about {left:.0f} s left")

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.done()


class Interrupt:
    """What Ctrl-C does: end at once or, during a search, end the search, so that what was found is told; a second one ends at once.

    An exception in place of all this could be raised inside a destructor, where Python swallows it."""

    def __init__(self) -> None:
        self.searching = False
        self.pressed = False

    def __call__(self, *_: object) -> None:
        again = self.pressed or not self.searching
        self.pressed = True
        text = b"interrupted\n" if again else b"interrupted; telling what was found so far (once more to end at once)\n"
        os.write(2, b"\n" + text if os.isatty(2) else text)
        if again:
            os._exit(INTERRUPTED)


interrupt = Interrupt()


def limits_of(max_states: int, time_limit: float | None) -> Limits:
    """The limits that the options ask for."""
    from reasoner.exploring.explore import Limits

    return Limits(states=max_states, seconds=time_limit, memory=memory_limit)


def explore_one(scenario: Scenario, max_states: int, time_limit: float | None, reduce: bool = True, commuting: bool = True) -> Exploration:
    """Explore a scenario, with progress, until an interrupt. Raises NumberTooLarge, TooMany, ValueMissing or RuleError."""
    from reasoner.exploring.explore import explore_many

    progress = Progress()
    interrupt.searching = True
    try:
        limits = replace(limits_of(max_states, time_limit), stop=lambda: interrupt.pressed)
        return explore_many([scenario], limits, reduce=reduce, commuting=commuting, progress=progress)[0]
    finally:
        interrupt.searching = False
        progress.done()


def explore_parts(scenario: Scenario, max_states: int, time_limit: float | None) -> Exploration | Product:
    """Explore a scenario with events that happen at once: as a whole if that is little, else by independent parts if there are any.

    Raises as :func:`explore_one` does."""
    from reasoner.graphs.apart import little_or_parts

    return little_or_parts(scenario, limits_of(max_states, time_limit)) or explore_one(scenario, max_states, time_limit)


def warn_incomplete(exploration: Exploration) -> int:
    """Say so if a limit or an interrupt cut the search off. Returns the exit code."""
    if exploration.complete:
        return FINE
    from reasoner.words.phrasing import counted

    found = f"{counted(len(exploration.fluents), 'situation')}, {len(exploration.open):,} of them not explored"
    if interrupt.pressed:
        say(f"incomplete: interrupted after {found}")
        return INTERRUPTED
    why, option = {"seconds": ("", "--time-limit"), "memory": (", for want of memory", "--max-memory")}.get(
        exploration.stopped_by or "", ("", "--max-states")
    )
    say(f"incomplete: the search was cut off after {found}{why}; raise {option} for the rest")
    return CUT_OFF


def scenario_files(paths: list[Path]) -> list[str]:
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
