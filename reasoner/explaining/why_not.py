"""Why does nothing come to this? What would have to be otherwise for an outcome with given values.

Every effect is loosened in turn (it may be declined or applied twice, one of its filters or its condition is dropped, …), and
every rule that keeps an effect from being applied is taken out; what then comes to the wish tells what blocks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from reasoner.errors import InsteadError
from reasoner.exploring.explore import Exploration, Limits, explore, explore_many
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.outcome_words import outcome_texts
from reasoner.graphs.properties import Goal, check_goal, parse_goal, value_at_end
from reasoner.graphs.report import Report, report_of, steps_in_words
from reasoner.language.scenario import Effect, Scenario

from .rulebook import rule_sentences
from .why import reasons

__all__ = ["Blocker", "WhyNot", "parse_wish", "why_not"]

_LIMITS = Limits(states=2000)
_MOST_PAIRS = 60
_MOST_SITUATIONS = 5000
"""Situations in all variants with two differences together: so many are explored in some seconds."""


@dataclass(frozen=True)
class Blocker:
    """What stands in the way: what would have to be otherwise, and the steps by which it would then come to it."""

    otherwise: tuple[str, ...]
    rule: str | None
    steps: tuple[str, ...]


@dataclass(frozen=True)
class WhyNot:
    """``reached`` are the outcomes (from 1) that have all that is wished, ``single`` for each wish the outcomes that have it."""

    report: Report
    wish: tuple[Goal, ...]
    reached: tuple[int, ...]
    single: tuple[tuple[int, ...], ...]
    ends: tuple[str, ...]
    blockers: tuple[Blocker, ...]


def parse_wish(text: str, scenario: Scenario) -> tuple[Goal, ...]:
    """Read ``ben.life 16`` or ``ben.life < 10, bear.zone exile``. Raises InputError."""
    goals: list[Goal] = []
    for part in text.split(","):
        words = part.split()
        plain = not any(sign in part for sign in "<>=") and len(words) > 1
        goal = parse_goal(f"{' '.join(words[:-1])} = {words[-1]}" if plain else part, "--why-not")
        check_goal(goal, scenario, "--why-not")
        goals.append(goal)
    return tuple(goals)


def _loosened(effect: Effect) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """What an effect could be otherwise, in words, and what stands in its place then."""
    for text, *others in _otherwise(effect):
        yield f"{effect.name} {text}", tuple(others)


def _otherwise(effect: Effect) -> Iterator[tuple[str, *tuple[Effect, ...]]]:
    if effect.verb != "acts":
        yield ("were not there",)
        return
    yield "could be applied twice", effect, replace(effect, name=f"{effect.name} again")
    if not effect.optional:
        yield "could be declined", replace(effect, optional=True)
    if effect.self_replacement:
        yield "had not to go first", replace(effect, self_replacement=False)
    if effect.conditions:
        yield "had no condition", replace(effect, conditions=None)
    for index, watch in enumerate(effect.watches):
        for role in watch.filters:
            fewer = replace(watch, filters={key: value for key, value in watch.filters.items() if key != role})
            watches = [*effect.watches[:index], fewer, *effect.watches[index + 1 :]]
            yield f"did not ask about “{role}” of {watch.kind.replace('_', ' ')}", replace(effect, watches=watches)
    if effect.uses is not None:
        yield "had no limit of uses", replace(effect, uses=None)
    if effect.works_in != "anywhere" and effect.source is not None:
        yield "worked wherever its source is", replace(effect, works_in="anywhere")


def _with(scenario: Scenario, changed: dict[str, tuple[Effect, ...]]) -> Scenario:
    return replace(scenario, effects=tuple(new for effect in scenario.effects for new in changed.get(effect.name, (effect,))))


def _reaching(exploration: Exploration, wish: tuple[Goal, ...]) -> tuple[str, ...] | None:
    """The steps of a shortest way to an end with all that is wished."""
    ends = {n for n, edges in enumerate(exploration.edges) if not edges and n not in exploration.open and _has(exploration, n, wish)}
    if not ends:
        return None
    graph = OutcomeGraph(exploration)
    return tuple(steps_in_words(exploration.scenario, graph, graph.shortest(ends)))


def _has(exploration: Exploration, node: int, wish: tuple[Goal, ...]) -> bool:
    return all(goal.holds(value_at_end(exploration.scenario, exploration.fluents[node], goal.path)) for goal in wish)


def _explored(scenarios: list[Scenario]) -> list[Exploration | None]:
    """The explorations; None for a variant that cannot be explored."""
    try:
        return list(explore_many(scenarios, _LIMITS))
    except InsteadError:
        if len(scenarios) == 1:
            return [None]
        half = len(scenarios) // 2
        return _explored(scenarios[:half]) + _explored(scenarios[half:])


def _by_effects(scenario: Scenario, wish: tuple[Goal, ...], situations: int) -> list[Blocker]:
    ways = [(effect.name, text, changed) for effect in scenario.effects for text, changed in _loosened(effect)]
    for size in (1, 2):
        sets = [chosen for chosen in combinations(ways, size) if len({name for name, _, _ in chosen}) == size]
        if size == 2:
            sets = sets[: min(_MOST_PAIRS, _MOST_SITUATIONS // situations)]
        if not sets:
            continue
        variants = [_with(scenario, {name: changed for name, _, changed in chosen}) for chosen in sets]
        found = [
            Blocker(tuple(text for _, text, _ in chosen), None, steps)
            for chosen, exploration in zip(sets, _explored(variants), strict=True)
            if exploration is not None and (steps := _reaching(exploration, wish)) is not None
        ]
        if found:
            return found
    return []


def _by_rules(graph: OutcomeGraph, wish: tuple[Goal, ...]) -> list[Blocker]:
    scenario = graph.exploration.scenario
    nodes = range(min(len(graph.edges), 300))
    found = reasons(graph.exploration, nodes)
    rules = {r.rule for effect in scenario.effects for node in nodes for r in found.against(effect.name, node) if r.rule}
    blockers: list[Blocker] = []
    for rule in sorted(rules):
        try:
            exploration = explore(scenario, _LIMITS, without=frozenset((rule,)))
        except InsteadError:
            continue  # without it there is no end, or nothing that can be told exactly
        if (steps := _reaching(exploration, wish)) is not None:
            sentence = " ".join(rule_sentences(scenario.game, rule)[:1])
            blockers.append(Blocker((f"rule {rule} were not there{f' ({sentence})' if sentence else ''}",), rule, steps))
    return blockers


def why_not(graph: OutcomeGraph, wish: tuple[Goal, ...]) -> WhyNot:
    """What blocks outcomes with these values, or which outcomes have them."""
    exploration = graph.exploration
    report = report_of(graph)
    having = [tuple(number for number, nodes in enumerate(graph.outcomes, 1) if _has(exploration, nodes[0], (goal,))) for goal in wish]
    reached = tuple(sorted(set(having[0]).intersection(*having)))
    blockers = [] if reached else _by_effects(exploration.scenario, wish, len(graph.edges)) + _by_rules(graph, wish)
    return WhyNot(report, wish, reached, tuple(having), tuple(outcome_texts(report)), tuple(blockers))
