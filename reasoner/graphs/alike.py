"""Outcomes that are alike: they differ only in which of several interchangeable objects did what.

Two objects are interchangeable when exchanging their names, and those of their effects and of the events that speak of them, leaves
every fact of the scenario and of its first situation as it is. Exchanging them then turns each way through the graph into another, so
that an outcome and its exchanged self are reached by as many orderings. Nothing is left out: such outcomes stay what they are, and
reports may tell them in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.exploring.symmetry import Exchange, interchangeable
from reasoner.language.scenario import Scenario
from reasoner.terms import mentions, renamed

from .graph import OutcomeGraph

__all__ = ["Alike", "alike_outcomes"]


@dataclass(frozen=True)
class Alike:
    """Numbers of outcomes, from 1 and sorted, that the exchange of these objects turns into each other."""

    outcomes: tuple[int, ...]
    objects: tuple[str, ...]


def _exchanges(scenario: Scenario, among: Sequence[str]) -> Iterator[tuple[str, str, Exchange]]:
    """Every two of the objects that are interchangeable, with the exchange of all names that belong to them."""
    for members in interchangeable(scenario, set(fixed_facts(scenario)), initial_fluents(scenario), among):
        for one, other in combinations(members, 2):
            yield str(one[0]), str(other[0]), dict(zip([*one, *other], [*other, *one], strict=True))


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
