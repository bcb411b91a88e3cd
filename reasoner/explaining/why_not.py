"""Why does nothing come to this? What would have to be otherwise for an outcome with given values.

Every effect is loosened in turn (it may be declined or applied twice, one of its filters or its condition is dropped, …), and
every rule that keeps an effect from being applied is taken out; what then comes to the wish tells what blocks it. Where nothing does,
the nearest number that comes of it is told.
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
from reasoner.graphs.report import Report, report_of
from reasoner.graphs.steps import Steps
from reasoner.language.scenario import Effect, Scenario
from reasoner.words.describe import called

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
    """``reached`` are the outcomes (from 1) that have all that is wished, ``single`` for each wish the outcomes that have it. ``passing``
    are the steps to a situation that has all of it, though no outcome has. ``nearest`` is the number that is nearest to the wished one
    once an effect is loosened, if no outcome has one as near, and what must be otherwise for it."""

    report: Report
    wish: tuple[Goal, ...]
    reached: tuple[int, ...]
    single: tuple[tuple[int, ...], ...]
    ends: tuple[str, ...]
    blockers: tuple[Blocker, ...]
    passing: tuple[str, ...] | None = None
    nearest: tuple[int, Blocker] | None = None


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
    """The likeliest first."""
    if effect.verb != "acts":
        yield ("were not there",)
        return
    if not effect.optional:
        yield "could be declined", replace(effect, optional=True)
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
    if effect.self_replacement:
        yield "had not to go first", replace(effect, self_replacement=False)
    yield "could be applied twice", effect, replace(effect, name=f"{effect.name} again")


def _with(scenario: Scenario, changed: dict[str, tuple[Effect, ...]]) -> Scenario:
    return replace(scenario, effects=tuple(new for effect in scenario.effects for new in changed.get(effect.name, (effect,))))


def _reaching(exploration: Exploration, wish: tuple[Goal, ...], through: frozenset[str] | None = None) -> tuple[str, ...] | None:
    """The steps of a shortest way to an end with all that is wished; with ``through`` it must apply one of these effects."""
    ends = {n for n, edges in enumerate(exploration.edges) if not edges and n not in exploration.open and _has(exploration, n, wish)}
    if not ends:
        return None
    graph = OutcomeGraph(exploration)
    way = graph.shortest(ends)
    if through is not None and not any(called(edge.option[1]) in through for _, edge in way if isinstance(edge.option, tuple)):
        return None
    return tuple(Steps(graph.exploration).along(way))


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


Way = tuple[str, int, str, tuple[Effect, ...]]
"""An effect, the rank of a way to loosen it, what that is in words, and what stands in its place then."""
Tried = list[tuple[tuple[str, ...], Exploration]]
"""What was loosened, and what comes of it."""


def _sets(ways: list[Way], size: int, situations: int) -> list[tuple[Way, ...]]:
    """So many loosenings together, of as many effects, the likeliest first."""
    sets = [chosen for chosen in combinations(ways, size) if len({name for name, *_ in chosen}) == size]
    if size == 1:
        return sets
    sets.sort(key=lambda chosen: sum(rank for _, rank, *_ in chosen))
    return sets[: min(_MOST_PAIRS, _MOST_SITUATIONS // situations)]


def _by_effects(scenario: Scenario, wish: tuple[Goal, ...], situations: int) -> tuple[list[Blocker], Tried]:
    """What leads there with one effect loosened, or else with two; and all that was tried."""
    ways = [(effect.name, rank, text, new) for effect in scenario.effects for rank, (text, new) in enumerate(_loosened(effect))]
    tried: Tried = []
    for size in (1, 2):
        sets = _sets(ways, size, situations)
        if not sets:
            continue
        variants = [_with(scenario, {name: new for name, _, _, new in chosen}) for chosen in sets]
        found: dict[object, Blocker] = {}
        for chosen, exploration in zip(sets, _explored(variants), strict=True):
            if exploration is None:
                continue
            texts = tuple(text for _, _, text, _ in chosen)
            tried.append((texts, exploration))
            # Of the ways to loosen the same two effects the likeliest is enough.
            key = texts if size == 1 else tuple(name for name, *_ in chosen)
            if key not in found and (steps := _reaching(exploration, wish)) is not None:
                found[key] = Blocker(texts, None, steps)
        if found:
            return list(found.values()), tried
    return [], tried


def _numbers(exploration: Exploration, path: str) -> set[int]:
    """The numbers that a value has at the ends."""
    finals = (node for node, edges in enumerate(exploration.edges) if not edges and node not in exploration.open)
    found = (value_at_end(exploration.scenario, exploration.fluents[node], path) for node in finals)
    return {value for value in found if isinstance(value, int) and not isinstance(value, bool)}


def _nearest(exploration: Exploration, wish: tuple[Goal, ...], tried: Tried) -> tuple[int, Blocker] | None:
    """The number that comes nearest to the one that is wished, if it is nearer than all that can be."""
    goal = wish[0]
    if len(wish) > 1 or goal.relation != "=" or not isinstance(goal.value, int) or isinstance(goal.value, bool):
        return None
    aim = goal.value
    best = min((abs(number - aim) for number in _numbers(exploration, goal.path)), default=None)
    found: tuple[int, tuple[str, ...], Exploration] | None = None
    for texts, other in tried:
        for number in sorted(_numbers(other, goal.path)):
            if best is None or abs(number - aim) < best:
                best, found = abs(number - aim), (number, texts, other)
    if found is None:
        return None
    number, texts, other = found
    steps = _reaching(other, (replace(goal, value=number),))
    return number, Blocker(texts, None, steps or ())


def _by_rules(graph: OutcomeGraph, wish: tuple[Goal, ...]) -> list[Blocker]:
    """What leads there by an effect that a rule had kept from being applied, once that rule is taken out."""
    scenario = graph.exploration.scenario
    nodes = range(min(len(graph.edges), 300))
    found = reasons(graph.exploration, nodes)
    kept: dict[str, set[str]] = {}
    for effect in scenario.effects:
        for reason in (reason for node in nodes for reason in found.against(effect.name, node)):
            if reason.rule:
                kept.setdefault(reason.rule, set()).add(effect.name)
    blockers: list[Blocker] = []
    for rule, effects in sorted(kept.items()):
        try:
            exploration = explore(scenario, _LIMITS, without=frozenset((rule,)))
        except InsteadError:
            continue  # without it there is no end, or nothing that can be told exactly
        if (steps := _reaching(exploration, wish, frozenset(effects))) is not None:
            sentence = " ".join(rule_sentences(scenario.game, rule)[:1]).rstrip(".")
            blockers.append(Blocker((f"rule {rule} were not there{f' ({sentence})' if sentence else ''}",), rule, steps))
    return blockers


def _passing(graph: OutcomeGraph, wish: tuple[Goal, ...]) -> tuple[str, ...] | None:
    """The steps to a situation that has all that is wished, if one has after the first."""
    exploration = graph.exploration
    having = {node for node in range(1, len(graph.edges)) if _has(exploration, node, wish)}
    return tuple(Steps(graph.exploration).along(graph.shortest(having))) if having and not _has(exploration, 0, wish) else None


def why_not(graph: OutcomeGraph, wish: tuple[Goal, ...]) -> WhyNot:
    """What blocks outcomes with these values, or which outcomes have them."""
    exploration = graph.exploration
    report = report_of(graph)
    having = [tuple(number for number, nodes in enumerate(graph.outcomes, 1) if _has(exploration, nodes[0], (goal,))) for goal in wish]
    reached = tuple(sorted(set(having[0]).intersection(*having)))
    ends = tuple(outcome_texts(report))
    if reached:
        return WhyNot(report, wish, reached, tuple(having), ends, ())
    blockers, tried = _by_effects(exploration.scenario, wish, len(graph.edges))
    blockers += _by_rules(graph, wish)
    nearest = None if blockers else _nearest(exploration, wish, tried)
    return WhyNot(report, wish, reached, tuple(having), ends, tuple(blockers), _passing(graph, wish), nearest)
