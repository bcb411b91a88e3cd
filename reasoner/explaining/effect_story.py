"""One effect in all situations of a graph: where it can be applied, and why not elsewhere. And two outcomes side by side."""

from __future__ import annotations

from dataclasses import dataclass

from reasoner.exploring.explore import Edge
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.report import Report, report_of
from reasoner.language.scenario import Effect
from reasoner.language.vocabulary import vocabulary
from reasoner.words.sentences import sentence
from reasoner.words.situation_words import now_happening, shown

from .story import MOST_SITUATIONS, judged
from .why import reasons

__all__ = ["Comparison", "EffectStory", "Place", "Side", "compare", "effect_story"]
from reasoner.graphs.steps import Steps


@dataclass(frozen=True)
class Place:
    """What is said of an effect at an event, in how many situations, and the steps that lead to the first of them."""

    event: str
    reasons: tuple[str, ...]
    rules: tuple[str, ...]
    situations: int
    after: tuple[str, ...]


@dataclass(frozen=True)
class EffectStory:
    """An effect, where it can be applied, and where it can't. ``searched`` is False where only the first situations were
    looked at."""

    report: Report
    effect: str
    sentence: str
    can: tuple[Place, ...]
    cannot: tuple[Place, ...]
    searched: bool


def told_effect(effect: Effect, game: str) -> str:
    """What an effect says, as one sentence."""
    return sentence(effect, vocabulary(game), effect.source or "this", created=effect.source is None or effect.created)


def effect_story(graph: OutcomeGraph, name: str) -> EffectStory:
    """Where an effect of the scenario can be applied, and why not elsewhere. Raises KeyError if there is no such effect."""
    exploration = graph.exploration
    scenario = exploration.scenario
    effect = next((effect for effect in scenario.effects if effect.name == name), None)
    if effect is None:
        raise KeyError(name)
    order = graph.breadth_first()
    some = order[:MOST_SITUATIONS]
    found = reasons(exploration, some)
    places: dict[tuple[bool, str, tuple[str, ...], tuple[str, ...]], list[int]] = {}
    for situation in some:
        if graph.edges[situation]:
            for each in judged(found, situation, name):
                places.setdefault((each.allowed, each.event, each.reasons, each.rules), []).append(situation)

    def listed_where(allowed: bool) -> tuple[Place, ...]:
        return tuple(
            Place(event, why, rules, len(where), tuple(Steps(graph.exploration).along(graph.shortest({where[0]}))))
            for (can, event, why, rules), where in places.items()
            if can == allowed
        )

    return EffectStory(
        report_of(graph), name, told_effect(effect, scenario.game), listed_where(True), listed_where(False), len(some) == len(order)
    )


@dataclass(frozen=True)
class Side:
    """What is chosen where two outcomes part, the steps from there, and the values at the end that differ."""

    outcome: int
    chosen: str
    choosers: tuple[str, ...]
    steps: tuple[str, ...]
    values: dict[str, str]


@dataclass(frozen=True)
class Comparison:
    """Where the ways to two outcomes part for the first time."""

    report: Report
    after: tuple[str, ...]
    events: tuple[str, ...]
    rules: tuple[str, ...]
    sides: tuple[Side, Side]


def _parting(graph: OutcomeGraph, one: int, other: int) -> tuple[int, Edge, Edge] | None:
    """The nearest situation in which one option leaves only the first of the outcomes open, and the other option the other; or
    at least one of them."""
    for strict in (True, False):
        for node in graph.breadth_first():
            edges = graph.edges[node]
            left = [e for e in edges if one in graph.reachable[e.target] and other not in graph.reachable[e.target]]
            right = [e for e in edges if other in graph.reachable[e.target] and (not strict or one not in graph.reachable[e.target])]
            if left and (other_way := [edge for edge in right if edge not in left]):
                return node, left[0], other_way[0]
    return None


def compare(graph: OutcomeGraph, one: int, other: int) -> Comparison | None:
    """The first divergence of two outcomes (from 1) side by side; None if no choice separates them."""
    exploration = graph.exploration
    scenario = exploration.scenario
    found = _parting(graph, one - 1, other - 1)
    turned = False
    if found is None:
        found, turned = _parting(graph, other - 1, one - 1), True
    if found is None:
        return None
    node, left, right = found
    if turned:
        left, right = right, left
    report = report_of(graph)
    paths = sorted({*report.outcomes[one - 1].changes, *report.outcomes[other - 1].changes})

    def side(outcome: int, edge: Edge) -> Side:
        way = [(node, edge), *graph.shortest(set(graph.outcomes[outcome - 1]), edge.target)]
        steps = Steps(graph.exploration).along(way)
        ends = report.outcomes[outcome - 1]
        values = {path: shown(ends.values.get(path, ends.changes[path][1] if path in ends.changes else None)) for path in paths}
        return Side(outcome, steps[0] if steps else "go on", edge.choosers, tuple(steps[1:]), values)

    sides = side(one, left), side(other, right)
    different = [path for path in paths if sides[0].values[path] != sides[1].values[path]]
    for each in sides:
        for path in [path for path in each.values if path not in different]:
            del each.values[path]
    return Comparison(
        report,
        tuple(Steps(graph.exploration).along(graph.shortest({node}))),
        tuple(now_happening(scenario, exploration.fluents[node])),
        tuple(sorted({*left.rules, *right.rules})),
        sides,
    )
