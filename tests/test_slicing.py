"""Which rules can fire and are asked for: never one too few."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from reasoner.exploring.explore import explore
from reasoner.solving.needs import Needs, keys_of, names_in, needs_of
from reasoner.solving.rules import Rules
from reasoner.solving.slicing import Slicer, asked_for
from reasoner.terms import Term, Word

from .random_scenarios import Data, mixed, read
from .test_properties import ends

A, B = Word("a"), Word("b")


@pytest.mark.parametrize(
    ("rules", "facts", "alive"),
    [
        (["p(X) :- q(X)."], [("q", 1)], [True]),
        (["p(X) :- q(X)."], [("r", 1)], [False]),
        (["p(X) :- q(X,a)."], [("q", 1, B)], [False]),
        (["p(X) :- q(X,(a;b))."], [("q", 1, B)], [True]),
        (["p(X) :- q(X,f(Y,a))."], [("q", 1, ("f", 1, A))], [True]),
        (["p(X) :- q(X,f(Y,a))."], [("q", 1, ("f", 1, B))], [False]),
        (["p(X) :- q(X); not r(X)."], [("q", 1)], [True]),
        (["p(X,N) :- q(X); N = #sum { M,Y: r(Y,M) }."], [("q", 1)], [True]),
        (["p(C) :- q(C); C = f(X)."], [("q", A)], [False]),
        (["p(C) :- C = f(X); q(X).", "s :- p(f(a))."], [("q", A)], [True, True]),
        (["p(C) :- C = f(X); q(X).", "s :- p(f(b))."], [("q", A)], [True, False]),
        (["p(X+1) :- q(X).", "s :- p(2).", "t :- p(a)."], [("q", 1)], [True, True, False]),
        (["p(|X-Y|) :- q(X,Y).", "s :- p(1..3)."], [("q", 1, 2)], [True, True]),
        (['p("a; b{") :- q(X).', "s :- p(X); r(X)."], [("q", 1)], [True, False]),
        (["p(X) :- q(X); r(X)."], [("q", A), ("r", B)], [False]),
        (["p(X) :- q(X); r(X)."], [("q", A), ("r", A)], [True]),
        (["p(X) :- q(X); r(X)."], [("q", "one"), ("r", "other")], [True]),
        (["p(X) :- q(X,X)."], [("q", A, B)], [False]),
        (["p(X) :- q(X); r((X;a))."], [("q", A), ("r", B)], [True]),
        (["p(X) :- q(X); not r(X)."], [("q", A), ("r", B)], [True]),
        (["q(@f(X)) :- s(X).", "r(@f(X)) :- s(X).", "p(X) :- q(X); r(X)."], [("s", 1)], [True, True, True]),
        (["q(@f(X)) :- s(X).", "p(X) :- q(X); r(X)."], [("s", 1), ("r", B)], [True, True]),
        (["q(@f(X)) :- s(X).", "p(X) :- q(X); r(X)."], [("s", 1)], [True, False]),
        (["p(X) :- q(X); r(f(X))."], [("q", A), ("r", ("f", B))], [False]),
        (["p(1..3).", "q((a;b)).", "r(X) :- q(X); p(Y)."], [], [True, True, True]),
    ],
)
def test_rules_that_fire(rules: list[str], facts: list[Term], alive: list[bool]) -> None:
    assert Slicer(map(needs_of, rules)).alive(key for fact in facts for key in keys_of(fact)) == alive


@pytest.mark.parametrize(
    ("rules", "asked", "kept"),
    [
        (["p(X) :- q(X).", "q(X) :- r(X).", "s(X) :- q(X)."], ["p"], [True, True, False]),
        (["p(X) :- r(X); not q(X).", "q(X) :- r(X)."], ["p"], [True, True]),
        (["p(N) :- N = #sum { M,X: q(X,M), not s(X) }.", "q(1,2).", "s(1).", "t(1)."], ["p"], [True, True, True, False]),
        (["p :- r; q(X): s(X).", "q(1).", "s(1)."], ["p"], [True, True, True]),
        (["p :- r; X < Y: q(X,Y).", "q(1,2)."], ["p"], [True, True]),
        (["p :- q.", "p(1) :- r."], ["p"], [True, True]),
        (['p(X) :- r(X,"q").', "q(1)."], ["p"], [True, False]),
    ],
)
def test_rules_that_are_asked_for(rules: list[str], asked: list[str], kept: list[bool]) -> None:
    assert asked_for(list(map(needs_of, rules)), asked)[0] == kept


def test_a_statement_that_derives_nothing_is_kept_with_what_it_reads() -> None:
    rules = [needs_of("q(X) :- r(X)."), Needs(reads=names_in(":- q(X), not s(X).")), needs_of("t(X) :- r(X).")]
    kept, read = asked_for(rules, [])
    assert kept == [True, True, False]
    assert read >= {"q", "r", "s"}
    assert "t" not in read


def test_what_is_initiated_can_hold() -> None:
    everything = Rules(["core/inputs.lp", "core/situation.lp"], slim=True)
    first: list[Term] = [("batch", 0, "x"), ("event", "x", A)]
    fluents = [key for fluent in first for key in keys_of(("holds", 0, fluent))]
    rules, _ = everything.needed([*fluents, *keys_of(("state", 0))], ["kind", "item"])
    kept = "\n".join(map(str, rules))
    assert "kind(S,Ev,K) :-" in kept
    assert "item(S,Ev,R,X,N) :-" not in kept


@settings(max_examples=20)
@given(mixed())
def test_leaving_rules_out_changes_nothing(data: Data) -> None:
    scenario = read(data)
    slim, whole = explore(scenario), explore(scenario, slim=False)
    assert ends(slim) == ends(whole)
    assert [len(edges) for edges in slim.edges] == [len(edges) for edges in whole.edges]
