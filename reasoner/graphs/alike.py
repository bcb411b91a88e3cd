"""Outcomes that are alike: they differ only in which of several interchangeable objects did what.

Two objects are interchangeable when exchanging their names, and those of their effects and of the events that speak of them, leaves
every fact of the scenario and of its first situation as it is. Exchanging them then turns each way through the graph into another, so
that an outcome and its exchanged self are reached by as many orderings. Nothing is left out: such outcomes stay what they are, and
reports may tell them in one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.language.scenario import Scenario
from reasoner.terms import Term, mentions, renamed, sort_key

from .graph import OutcomeGraph

__all__ = ["Alike", "Exchange", "alike_outcomes", "exchange_of"]

Exchange = dict[Term, Term]


@dataclass(frozen=True)
class Alike:
    """Numbers of outcomes, from 1 and sorted, that the exchange of these objects turns into each other."""

    outcomes: tuple[int, ...]
    objects: tuple[str, ...]


def exchange_of(mine: Sequence[Term], theirs: Sequence[Term], facts: Set[Term], told: Set[Term] | None = None) -> Exchange | None:
    """The exchange of these names and those, in their order; None if it does not leave all facts as they are. Where it is known which
    of the facts speak of the names, only these are looked at."""
    if len(mine) != len(theirs) or not set(mine).isdisjoint(theirs):
        return None
    exchange: Exchange = dict(zip([*mine, *theirs], [*theirs, *mine], strict=True))
    moved = ((fact, renamed(fact, exchange)) for fact in (facts if told is None else told))
    return exchange if all(after in facts for fact, after in moved if after is not fact) else None


def _own_names(scenario: Scenario, thing: str, fluents: Iterable[Term]) -> list[Term]:
    """The object, its effects, and the events that speak of it, each kind in order."""
    effects = [effect.name for effect in scenario.effects if effect.source == thing]
    events = {fluent[1] for fluent in fluents if isinstance(fluent, tuple) and fluent[0] in ("at", "item") and mentions(fluent, (thing,))}
    return [thing, *effects, *sorted(events, key=sort_key)]


def _exchanges(scenario: Scenario, among: Sequence[str]) -> Iterator[tuple[str, str, Exchange]]:
    """Every two of the objects that are interchangeable, with the exchange of all names that belong to them."""
    if len(among) < 2:
        return
    fluents = initial_fluents(scenario)
    facts = {*fixed_facts(scenario), *fluents}
    kinds: dict[tuple[str, ...], list[str]] = {}
    for thing in among:  # those that can be: facts of the same predicates speak of them
        ways = sorted(str(fact[0]) for fact in facts if isinstance(fact, tuple) and mentions(fact, (thing,)))
        kinds.setdefault(tuple(ways), []).append(thing)
    for things in kinds.values():
        for one, other in combinations(things, 2):
            mine, theirs = _own_names(scenario, one, fluents), _own_names(scenario, other, fluents)
            if (exchange := exchange_of(mine, theirs, facts)) is not None:
                yield one, other, exchange


def alike_outcomes(graph: OutcomeGraph) -> list[Alike]:
    """The outcomes that exchanges turn into each other, in the order of the first of them; an outcome that stands alone is not there."""
    if len(graph.outcomes) < 2:
        return []
    fluents = graph.exploration.fluents
    ends = [frozenset(fluents[nodes[0]]) for nodes in graph.outcomes]
    where = {frozenset(fluents[node]): number for number, nodes in enumerate(graph.outcomes) for node in nodes}
    group = list(range(len(ends)))
    objects: dict[int, set[str]] = {}
    parted = frozenset.union(*ends) - frozenset.intersection(*ends)
    scenario = graph.exploration.scenario
    told_apart = [thing.name for thing in scenario.objects if any(mentions(fluent, (thing.name,)) for fluent in parted)]
    for one, other, exchange in _exchanges(scenario, told_apart):
        for number, end in enumerate(ends):
            image = where.get(frozenset(renamed(fluent, exchange) for fluent in end))
            if image is None or group[image] == group[number]:
                continue
            kept, gone = sorted((group[image], group[number]))
            objects.setdefault(kept, set()).update({one, other}, objects.pop(gone, ()))
            group = [kept if place == gone else place for place in group]
    found = {kept: tuple(number + 1 for number, place in enumerate(group) if place == kept) for kept in objects}
    return [Alike(found[kept], tuple(sorted(objects[kept]))) for kept in sorted(found)]
