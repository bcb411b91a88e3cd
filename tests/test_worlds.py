"""Situations that differ in numbers alone, worked on together, tell the same as one by one; numbers may have any size."""

from __future__ import annotations

import math

import clingo
import pytest
from clingo.ast import parse_string
from hypothesis import given, settings

from reasoner.exploring.exploration import Exploration, Limits
from reasoner.exploring.explore import explore, solver_for
from reasoner.exploring.growing import Clock, Search, WorldSearch
from reasoner.exploring.worlds import Worlds
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.report import make_report
from reasoner.language.scenario import Scenario
from reasoner.solving.lifting import Lifted
from reasoner.solving.numbers import Numbers

from .random_scenarios import Data, arithmetic, mixed, read
from .test_limits import doubles, scenario
from .test_properties import ends


def lifted(of: Scenario) -> Exploration:
    """The scenario explored with lifted rules from the start."""
    solver, first = solver_for([of])
    search = Search(first[0])
    grown = WorldSearch(search, solver, Worlds(solver, 0))
    grown.grow(Clock(Limits()), None)
    return Exploration(of, grown.fluents, grown.edges, set(grown.frontier))


@settings(max_examples=20)
@given(mixed())
def test_lifted_rules_tell_the_same(data: Data) -> None:
    one, other = explore(read(data), lift=False), lifted(read(data))
    assert ends(one) == ends(other)
    assert sorted(map(len, one.edges)) == sorted(map(len, other.edges))
    assert sorted(OutcomeGraph(one).paths or ()) == sorted(OutcomeGraph(other).paths or ())


@settings(max_examples=15)
@given(arithmetic(most=6))
def test_lifted_arithmetic_tells_the_same(data: Data) -> None:
    one, other = OutcomeGraph(explore(read(data), lift=False)), OutcomeGraph(lifted(read(data)))
    assert one.orderings is not None
    assert other.orderings is not None
    assert one.orderings[0] == other.orderings[0]
    assert {frozenset(one.exploration.fluents[nodes[0]]): n for nodes, n in zip(one.outcomes, one.orderings[1], strict=True)} == {
        frozenset(other.exploration.fluents[nodes[0]]): n for nodes, n in zip(other.outcomes, other.orderings[1], strict=True)
    }


@pytest.mark.parametrize(
    ("rule", "derived"),
    [
        ("q(X + 1) :- p(X).", {"q(3)", "q(-4)"}),
        ("q(X) :- p(X), X >= 0.", {"q(2)"}),
        ("q(|X| * 2 - 1) :- p(X), not X = 2.", {"q(9)"}),
        ("q(X / 2, X \\ 2) :- p(X).", {"q(1,0)", "q(-2,-1)"}),
        ("q(N) :- N = #sum { X * X, X : p(X), X < 10 }.", {"q(29)"}),
        ("q(N) :- N = #min { X : p(X) }.", {"q(-5)"}),
        ("q(N) :- N = #max { 0; X : p(X), X < 0 }.", {"q(0)"}),
        ("q(A, N) :- r(A, _), N = #sum { X, B : r(B, X), B <= A }.", {"q(a,1)", "q(b,3)"}),
        ("q(X) :- p(X), 2 { r(A, Y) : Y > X }.", {"q(-5)"}),
        ("q(X) :- p(X), X > #min { Y : p(Y) }.", {"q(2)"}),
        ("q(X) :- p(X), X < #max { Y, A : r(A, Y) }.", {"q(-5)"}),
        ("q(A) :- r(A, X), X = #max { Y : r(_, Y) }.", {"q(b)"}),
    ],
)
def test_a_lifted_rule_derives_what_the_rule_does(rule: str, derived: set[str]) -> None:
    facts = "p(2). p(-5). r(a, 1). r(b, 2)."
    for lift in (False, True):
        made = Lifted()
        nodes: list[clingo.ast.AST] = []
        parse_string(facts + rule, nodes.append)
        control = clingo.Control()
        with clingo.ast.ProgramBuilder(control) as builder:
            for node in nodes:
                for statement in made.statements(node) if lift else [node]:
                    builder.add(statement)
        control.ground([("base", [])], context=Numbers(made.expressions, made.tests, made.kinds, made.constants))
        assert {str(atom.symbol) for atom in control.symbolic_atoms if atom.symbol.name == "q"} == derived


def test_worlds_part_where_they_compare_or_coincide() -> None:
    numbers = Numbers([lambda values: values[0]], [lambda _, values: tuple(n > 3 for n in values[0])], [], {5})  # type: ignore[union-attr]
    vector = numbers.symbol((2, 4, 5), 0)
    numbers.symbol((2, 7, 8), 0)
    numbers.test(clingo.Number(0), vector)
    assert numbers.partings(0) == {(False, True, True), (False, False, True), (True, False, False)}


def test_forty_doublers_on_one_are_exact() -> None:
    report = make_report(explore(read(scenario(doubles(40)))))
    assert [outcome.values["ben.life"] for outcome in report.outcomes] == [20 - 2**40]
    assert report.orderings == math.factorial(40)


def test_few_doublers_and_adders_lead_to_many_outcomes() -> None:
    effects = doubles(6) + [{"instead": {"amount": "amount + 1"}} for _ in range(6)]
    graph = OutcomeGraph(explore(read(scenario(effects))))
    assert graph.orderings is not None
    assert (len(graph.outcomes), graph.orderings[0]) == (250, math.factorial(12))


def test_choices_are_described_when_they_are_asked_for() -> None:
    report = make_report(explore(read(scenario([*doubles(2), {"instead": {"amount": "amount + 1"}}]))))
    first, *others = report.divergences
    assert report.divergences[0] == first
    assert report.divergences[1:] == others
    assert len(report.divergences) == 1 + len(others)
