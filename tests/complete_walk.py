"""Every path of a scenario the long way: each situation by itself, with a fresh solver, no batching and no reductions."""

from __future__ import annotations

from reasoner.exploring.facts import initial_fluents
from reasoner.exploring.walk import options
from reasoner.language.scenario import Scenario
from reasoner.terms import Term

__all__ = ["every_end"]

Situation = frozenset[Term]


def every_end(scenario: Scenario) -> set[Situation]:
    """The situations in which the scenario may end."""
    first = frozenset(initial_fluents(scenario))
    known, waiting, ends = {first}, [first], set()
    while waiting:
        here = waiting.pop()
        leads = {target for _, target in options(scenario, here)}
        if not leads:
            ends.add(here)
        waiting += leads - known
        known |= leads
    return ends
