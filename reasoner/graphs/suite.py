"""Many scenario files against what they expect, explored together in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from reasoner.cards.library import Library, shipped
from reasoner.errors import InputError
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Limits
from reasoner.exploring.journal import sweep_files
from reasoner.exploring.sweep import Plan
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.solving.programs import fingerprint

from .expect import check
from .report import make_report

__all__ = ["Result", "run_batch", "run_files"]


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


def run_batch(files: Sequence[str], limits: Limits, own: tuple[str, ...] = ()) -> list[Result]:
    """Run files together, with cards from the library and from the user's ``own`` files; the results are in their order.

    Raises RuleError, or InputError for a library file."""
    library = Library(own)
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
        for (file, scenario), found in zip(group, explore_all([s for _, s in group], limits), strict=True):
            if isinstance(found, str):
                results[file] = Result(file, scenario.case, (found,), is_error=True)
            else:
                results[file] = Result(file, scenario.case, tuple(check(make_report(found))), complete=found.complete)
    return [results[file] for file in files]


def run_files(
    files: Sequence[str],
    limits: Limits,
    plan: Plan = Plan(jobs=1),
    journal: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    library: Library | None = None,
) -> list[Result]:
    """Run every file, with cards from the library (the shipped one if none is given); the results are in the order of the files.

    With the path of a ``journal``, each result is written there as it comes, and files that it has already are not run again.
    ``progress`` is told how many files are done, of how many. Raises RuleError, SweepError, or InputError for a journal of
    other work.
    """
    if "-" in files:
        plan = Plan(jobs=1)  # only this process has the standard input
    library = library or shipped()
    about = f"instead test, rules {fingerprint()}, cards {library.fingerprint()}, {limits}"
    return sweep_files(partial(run_batch, limits=limits, own=library.own), files, plan, Result, journal, about, progress)
