"""The plain walk: one situation at a time, a fresh solver for each, no batching and no reductions.

It is slow and simple on purpose: what it finds must lie inside the explored graph, and end at one of its outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reasoner.language.scenario import Scenario
from reasoner.terms import Term, sort_key

from .explore import solver_for
from .facts import initial_fluents

__all__ = ["options", "walk"]


def options(scenario: Scenario, fluents: frozenset[Term]) -> list[tuple[Term, frozenset[Term]]]:
    """The options of one situation, sorted, with the situation that each leads to."""
    solver, _ = solver_for([scenario], reduce=False, slim=True)
    moves = solver.step([solver.state(fluents)], {0})[0]
    found = [(solver.term(move.option), frozenset(solver.fluents(move.target))) for move in moves]
    return sorted(found, key=lambda pair: sort_key(pair[0]))


def walk(scenario: Scenario, choose: Callable[[Sequence[Term]], int]) -> Iterator[tuple[frozenset[Term], Term | None]]:
    """One complete path: every situation with the option taken there (None at the end). ``choose`` picks by position."""
    fluents = frozenset(initial_fluents(scenario))
    while found := options(scenario, fluents):
        option, after = found[choose([option for option, _ in found])]
        yield fluents, option
        fluents = after
    yield fluents, None
