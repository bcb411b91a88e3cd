"""Interchangeable objects: images of situations are copied, and nothing else comes of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from reasoner.exploring.exploration import Exploration, Limits
from reasoner.exploring.explore import explore, solver_for
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.exploring.growing import Search, grow
from reasoner.exploring.symmetry import interchangeable
from reasoner.graphs.graph import OutcomeGraph
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.solving.solver import Solver

from .bench.bench import riftbound_set, scenario, sweep_wipe
from .conftest import CORPUS
from .random_scenarios import Data, mixed, read


def plain(of: Scenario) -> Exploration:
    """The exploration with every situation asked of the solver."""
    solver, (first,) = solver_for([of])
    return grow([of], solver, [Search(first)], Limits(), None, False, False)[0]


def told(exploration: Exploration) -> tuple[object, ...]:
    """The outcomes, and how many orderings and paths lead to each. (Of events that wait in no order another may be decided first.)"""
    graph = OutcomeGraph(exploration)
    ends = [frozenset(exploration.fluents[nodes[0]]) for nodes in graph.outcomes]
    assert graph.orderings is not None
    assert graph.paths is not None
    total, each = graph.orderings
    return total, dict(zip(ends, zip(each, graph.paths, strict=True), strict=True))


def classes(of: Scenario) -> list[list[str]]:
    objects = [thing.name for thing in of.objects]
    among = [*objects, *(effect.name for effect in of.effects if effect.source not in objects)]
    found = interchangeable(of, set(fixed_facts(of)), initial_fluents(of), among)
    return [[str(names[0]) for names in members] for members in found]


def shields() -> Scenario:
    """Three equal shields, which remember what is left of them, and two events that they may meet."""
    effects = {f"shield-{number}": {"controller": "ben", "would": {"damage": {"to": "ben"}}, "prevent": 2} for number in range(3)}
    sources = {name: {"types": ["creature"], "controller": "ann"} for name in ("knight", "imp")}
    events = [{"damage": {"source": name, "to": "ben", "amount": 3}} for name in sources]
    return scenario({"objects": sources, "effects": effects, "events": events})


@pytest.mark.parametrize("of", [riftbound_set(2), sweep_wipe(3), shields()], ids=["riftbound", "wipe", "shields"])
def test_images_are_what_the_rules_derive(of: Scenario) -> None:
    assert classes(of)
    assert told(explore(of, lift=False)) == told(plain(of))


def test_images_in_the_corpus() -> None:
    having = [found for path in sorted(CORPUS.rglob("*.yaml"))[::9] if classes(found := load(str(path)))]
    assert len(having) > 5
    for each in having:
        assert told(explore(each, lift=False)) == told(plain(each)), each.file


@settings(max_examples=15)
@given(mixed())
def test_images_in_random_scenarios(data: Data) -> None:
    assert told(explore(read(data), lift=False)) == told(plain(read(data)))


def test_one_of_each_kind_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    step = Solver.step

    def counting(solver: Solver, states: list[frozenset[int]], groups: frozenset[int] = frozenset()) -> object:
        asked.append(len(states))
        return step(solver, states, groups)

    monkeypatch.setattr(Solver, "step", counting)
    found = explore(riftbound_set(3), lift=False)
    assert 3 * sum(asked) < len(found.fluents)


def test_what_differs_is_not_interchangeable() -> None:
    assert classes(riftbound_set(3)) == [["unit-0", "unit-1", "unit-2"], ["hourglass-1", "hourglass-2"]]
