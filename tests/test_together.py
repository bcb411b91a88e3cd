"""Scenarios that are explored together know nothing of each other, and where nothing waits nothing can be done."""

from __future__ import annotations

import pytest

from reasoner.exploring.exploration import Exploration
from reasoner.exploring.explore import explore, explore_many, solver_for
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario

from .conftest import CORPUS

ASKS_MORE = ("cases/M-57", "cases/M-79", "cases/M-80", "engines/E-14", "engines/E-61", "rules/615.13-a")
"""Scenarios of Magic whose effects ask for what is kept for such alone: what prevented damage, what a draw is part of, …"""


def scenarios(game: str) -> list[Scenario]:
    """Some of every part of the corpus."""
    paths = sorted((CORPUS / game).rglob("*.yaml"))[::60]
    paths += [CORPUS / game / f"{name}.yaml" for name in ASKS_MORE if game == "magic"]
    return [load(str(path)) for path in dict.fromkeys(paths)]


def shown(exploration: Exploration) -> tuple[set[frozenset[object]], list[int]]:
    return set(map(frozenset, exploration.fluents)), sorted(map(len, exploration.edges.targets))


@pytest.mark.parametrize("game", ["magic", "riftbound"])
def test_scenarios_explored_together_know_nothing_of_each_other(game: str) -> None:
    chosen = scenarios(game)
    for scenario, found in zip(chosen, explore_many(chosen), strict=True):
        alone = explore(scenario, lift=False)
        assert shown(found) == shown(alone), scenario.file
        # An end is not grounded while exploring: the rules would offer nothing there.
        ends = [fluents for fluents, targets in zip(alone.fluents, alone.edges.targets, strict=True) if not targets]
        solver, _ = solver_for([scenario])
        assert not any(solver.step([solver.state(fluents) for fluents in ends], {0})), scenario.file
