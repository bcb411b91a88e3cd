"""Independent ways agree: exploration, the plain walk, the answer sets of the ordering program, a plain enumerator."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import clingo
from hypothesis import given
from hypothesis import strategies as st

from reasoner.exploring.explore import Exploration, explore, explore_many
from reasoner.exploring.walk import options, walk
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.text_programs import ordering_program
from reasoner.language.scenario import Scenario
from reasoner.terms import Term
from reasoner.words.describe import values

from .enumerator import enumerate_damage
from .random_scenarios import Data, arithmetic, mixed, read


def ends(exploration: Exploration) -> set[frozenset[Term]]:
    assert exploration.complete
    return {frozenset(fluents) for fluents, edges in zip(exploration.fluents, exploration.edges, strict=True) if not edges}


def answer_sets(graph: OutcomeGraph) -> Counter[int]:
    """How many answer sets of the ordering program lead to each outcome (from 0)."""
    control = clingo.Control(["0"])
    control.add("base", [], ordering_program(graph))
    control.ground([("base", [])])
    found: Counter[int] = Counter()

    def note(model: clingo.Model) -> None:
        found.update(s.arguments[0].number - 1 for s in model.symbols(shown=True) if s.match("outcome", 1))

    control.solve(on_model=note)
    return found


@given(arithmetic())
def test_arithmetic_agrees_with_the_plain_enumerator(data: Data) -> None:
    expected, paths = enumerate_damage(data)
    scenario = read(data)
    for reduce in (True, False):
        exploration = explore(scenario, reduce=reduce)
        graph = OutcomeGraph(exploration)
        assert graph.orderings is not None
        assert graph.paths is not None
        by_end: dict[Any, set[Any]] = {}
        for ordering, end in expected:
            by_end.setdefault(end, set()).add(ordering)
        found = {}
        for number, nodes in enumerate(graph.outcomes):
            told = values(scenario, exploration.fluents[nodes[0]])
            left = tuple(sorted((e.name, int(told.get(f"{e.name}.left", 0))) for e in scenario.effects if e.parts.points is not None))
            found[20 - int(told.get("ben.life", 0)), left] = graph.orderings[1][number]
        assert found == {end: len(orderings) for end, orderings in by_end.items()}
        assert graph.orderings[0] == len({ordering for ordering, _ in expected})
        assert sum(graph.paths) == paths


@given(arithmetic(most=3))
def test_answer_sets_are_the_paths(data: Data) -> None:
    graph = OutcomeGraph(explore(read(data)))
    assert graph.paths is not None
    assert answer_sets(graph) == Counter(dict(enumerate(graph.paths)))


@given(mixed(most_effects=3))
def test_answer_sets_are_the_paths_of_mixed_scenarios(data: Data) -> None:
    graph = OutcomeGraph(explore(read(data)))
    assert graph.paths is not None
    if sum(graph.paths) < 3000:
        assert answer_sets(graph) == Counter(dict(enumerate(graph.paths)))


@given(mixed())
def test_reductions_lose_and_invent_nothing(data: Data) -> None:
    scenario = read(data)
    assert ends(explore(scenario)) == ends(explore(scenario, reduce=False))


@given(mixed(), st.integers(0, 2**32))
def test_the_plain_walk_stays_inside_the_graph(data: Data, seed: int) -> None:
    scenario = read(data)
    exploration = explore(scenario, reduce=False)
    known = {frozenset(fluents): edges for fluents, edges in zip(exploration.fluents, exploration.edges, strict=True)}
    pick = random.Random(seed)
    for fluents, option in walk(scenario, lambda found: pick.randrange(len(found))):
        assert fluents in known
        if option is None:
            assert fluents in ends(explore(scenario))
        else:
            assert option in {edge.option for edge in known[fluents]}


@given(mixed(most_effects=3))
def test_a_finished_graph_is_closed(data: Data) -> None:
    scenario: Scenario = read(data)
    exploration = explore(scenario, reduce=False)
    for fluents, edges in list(zip(exploration.fluents, exploration.edges, strict=True))[:60]:
        found = {(option, after) for option, after in options(scenario, frozenset(fluents))}
        assert found == {(edge.option, frozenset(exploration.fluents[edge.target])) for edge in edges}


@given(st.lists(mixed(most_effects=2), min_size=2, max_size=4))
def test_scenarios_explored_together_do_not_see_each_other(batch: list[Data]) -> None:
    scenarios = [read(data) for data in batch]
    for scenario, exploration in zip(scenarios, explore_many(scenarios), strict=True):
        assert ends(exploration) == ends(explore(scenario))
