"""Many scenario files against what they expect, explored together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .cards import Library
from .errors import InputError, NumberTooLarge, TooMany, ValueMissing
from .expect import check
from .explore import Exploration, Limits, explore_many
from .reading import load
from .report import make_report
from .scenario import Scenario

__all__ = ["Result", "run_files"]

TOGETHER = 200
"""Scenarios explored in one grounding."""


@dataclass(frozen=True)
class Result:
    """What became of one file: passed, or the messages that tell why not."""

    file: str
    case: str | None
    messages: tuple[str, ...]
    is_error: bool = False
    complete: bool = True

    @property
    def passed(self) -> bool:
        return not self.messages

    @property
    def status(self) -> str:
        return "passed" if self.passed else "error" if self.is_error else "failed" if self.complete else "incomplete"


def _explored(scenarios: list[Scenario], limits: Limits, progress: Callable[[int, int], None] | None) -> list[Exploration | str]:
    """The explorations; for a scenario whose numbers grow too large or are not given, the message instead."""
    try:
        return list(explore_many(scenarios, limits, progress=progress))
    except (NumberTooLarge, TooMany, ValueMissing) as error:
        if len(scenarios) == 1:
            return [str(error)]
        half = len(scenarios) // 2
        return _explored(scenarios[:half], limits, progress) + _explored(scenarios[half:], limits, progress)


def run_files(
    files: list[str], limits: Limits, progress: Callable[[int, int], None] | None = None, library: Library | None = None
) -> list[Result]:
    """Run every file, with cards from the library (the shipped one if none is given).

    The results are in the order of the files. Raises RuleError only."""
    results: dict[str, Result] = {}
    by_game: dict[str, list[tuple[str, Scenario]]] = {}
    for file in files:
        try:
            scenario = load(file, library)
        except InputError as error:
            results[file] = Result(file, None, tuple(map(str, error.problems)), is_error=True)
        else:
            by_game.setdefault(scenario.game, []).append((file, scenario))
    for group in by_game.values():
        for start in range(0, len(group), TOGETHER):
            part = group[start : start + TOGETHER]
            for (file, scenario), found in zip(part, _explored([s for _, s in part], limits, progress), strict=True):
                if isinstance(found, str):
                    results[file] = Result(file, scenario.case, (found,), is_error=True)
                else:
                    results[file] = Result(file, scenario.case, tuple(check(make_report(found))), complete=found.complete)
    return [results[file] for file in files]
