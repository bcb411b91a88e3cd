"""``instead check``: files and folders in, findings out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from reasoner.cards.library import Library
from reasoner.errors import InputError
from reasoner.exploring.explore import Limits
from reasoner.exploring.sweep import Plan, sweep
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.solving.programs import rules_from

from .checks import check_scenarios
from .finding import Finding
from .library_checks import check_library, is_library

__all__ = ["check_batch", "check_files", "sweep_files"]


def check_batch(files: Sequence[str], limits: Limits, own: tuple[str, ...] = (), rules: str | None = None) -> list[list[Finding]]:
    """The findings of each file, under the rules of a folder or those that ship. Raises RuleError."""
    library = Library(own)
    found: dict[str, list[Finding]] = {}
    by_game: dict[str, list[tuple[str, Scenario]]] = {}
    with rules_from(Path(rules) if rules else None):
        for file in files:
            try:
                if is_library(file):
                    found[file] = check_library(file, own, limits)
                    continue
                scenario = load(file, library)
            except InputError as error:
                found[file] = [Finding("X901", p.file, p.line, p.column, p.message) for p in error.problems]
            else:
                by_game.setdefault(scenario.game, []).append((file, scenario))
        for group in by_game.values():
            results = check_scenarios([scenario for _, scenario in group], limits, rules_may_fail=rules is not None)
            found.update((file, result) for (file, _), result in zip(group, results, strict=True))
    return [found[file] for file in files]


def check_files(files: Sequence[str], limits: Limits, own: tuple[str, ...] = (), rules: str | None = None) -> list[Finding]:
    """The findings of the files, in their order."""
    return [finding for findings in check_batch(files, limits, own, rules) for finding in findings]


def sweep_files(
    files: Sequence[str],
    limits: Limits,
    plan: Plan,
    own: tuple[str, ...] = (),
    rules: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Finding]:
    """The same on several cores. Raises SweepError or RuleError."""
    results = sweep(partial(check_batch, limits=limits, own=own, rules=rules), files, plan, progress)
    return [finding for findings in results for finding in findings]
