"""Pairs: for every two effects of a library, how they behave together, over all situations of a scope.

The first effect is ann's, the second ann's or ben's (see :mod:`reasoner.consistency.posing`). Pairs of the same shapes are decided once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations_with_replacement

from reasoner.cards.card import Card
from reasoner.cards.library import Library
from reasoner.errors import InputError
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Edge, Exploration, Limits
from reasoner.exploring.sweep import Plan, sweep
from reasoner.graphs.graph import applied_effect
from reasoner.graphs.report import make_graph, report_of
from reasoner.words.describe import describe_event, event_views

from .affine import condition
from .compare import tell_apart
from .find import in_batches
from .posing import Entry, Posed, meeting_kinds, pair_shape, pose, together
from .scope import Scope, situations

__all__ = ["VERDICTS", "Decision", "Matrix", "decide_batch", "pair_matrix"]

VERDICTS = ("order matters", "exclude each other", "commute", "cannot meet", "undecided")
"""How two effects can behave, the most telling first: that is the verdict over many situations."""


@dataclass(frozen=True)
class Decision:
    """What was found for one shape: the verdict, how many situations were looked at, how many of them have both effects to choose
    between, and the smallest in which the order matters, with what each order comes to.
    ``condition``: for two effects on amounts, when they commute."""

    verdict: str
    situations: int
    meetings: int
    event: str | None = None
    witness: tuple[str, ...] = ()
    condition: str | None = None


@dataclass
class Matrix:
    """Every pair of effects, by their names on their cards, with its decision; effects that could not be posed, and why."""

    scope: Scope
    decisions: dict[tuple[str, str], Decision] = field(default_factory=dict)
    shapes: int = 0
    unposed: dict[str, str] = field(default_factory=dict)

    def count(self) -> dict[str, int]:
        """How many pairs have each verdict."""
        return {verdict: sum(d.verdict == verdict for d in self.decisions.values()) for verdict in VERDICTS}


# --- deciding
@dataclass
class _Seen:
    """What one situation shows: can somebody choose between both for one event, does that matter, does each rule the other out."""

    meet: bool = False
    matters: bool = False
    exclude: bool = True


def _look(exploration: Exploration, first: tuple[str, ...], second: tuple[str, ...]) -> _Seen:
    edges = exploration.edges
    applied = {name for each in edges for edge in each if (name := applied_effect(edge)) is not None}
    seen = _Seen()
    if applied.isdisjoint(first) or applied.isdisjoint(second):
        return seen
    graph = make_graph(exploration)

    def later(node: int, names: tuple[str, ...]) -> bool:
        known, waiting = {node}, [node]
        while waiting:
            for edge in edges[waiting.pop()]:
                if applied_effect(edge) in names:
                    return True
                if edge.target not in known:
                    known.add(edge.target)
                    waiting.append(edge.target)
        return False

    for each in edges:
        groups = [[edge for edge in each if applied_effect(edge) in names] for names in (first, second)]
        for one, other in ((one, other) for one in groups[0] for other in groups[1] if _same_event(one, other)):
            seen.meet = True
            if graph.reachable[one.target] != graph.reachable[other.target]:
                seen.matters = True
                seen.exclude = seen.exclude and not later(one.target, second) and not later(other.target, first)
            else:
                seen.exclude = False
    return seen


def _condition(first: Posed, second: Posed) -> str | None:
    return condition(first.scenario.effects[0], second.scenario.effects[0])


def _same_event(one: Edge, other: Edge) -> bool:
    return isinstance(one.option, tuple) and isinstance(other.option, tuple) and one.option[2] == other.option[2]


def _decide(first: Posed, second: Posed, scope: Scope, limits: Limits) -> Decision:
    """The decision for two effects. The search ends with the first situation in which the order matters."""
    closed = _condition(first, second)
    looked_at = meetings = excluded = undecided = 0
    choice: Exploration | None = None
    for batch in in_batches(situations(together(first, second), scope, meeting_kinds(first, second))):
        for exploration in explore_all([situation.scenario for situation in batch], limits, related=True):
            looked_at += 1
            if isinstance(exploration, str) or not exploration.complete:
                undecided += 1
                continue
            seen = _look(exploration, first.names, second.names)
            meetings += seen.meet
            if seen.meet and seen.matters and not seen.exclude:
                return Decision(
                    "order matters", looked_at, meetings, event=_event(exploration), witness=_witness(exploration), condition=closed
                )
            if seen.meet and seen.exclude:
                excluded += 1
                choice = choice or exploration
    if undecided:
        return Decision("undecided", looked_at, meetings, condition=closed)
    if choice is not None:
        verdict = "exclude each other" if excluded == meetings else "order matters"
        return Decision(verdict, looked_at, meetings, event=_event(choice), witness=_witness(choice), condition=closed)
    return Decision("commute" if meetings else "cannot meet", looked_at, meetings, condition=closed)


def _event(exploration: Exploration) -> str:
    views = event_views(exploration.fluents[0])
    return " and ".join(describe_event(exploration.scenario, view) for view in views.values())


def _witness(exploration: Exploration) -> tuple[str, ...]:
    report = report_of(make_graph(exploration))
    told = tell_apart([report.outcomes], exploration.scenario.game)
    return tuple(f"{', then '.join(outcome.witness) or 'nothing'} → {told[id(outcome)]}" for outcome in report.outcomes[:4])


def decide_batch(items: Sequence[tuple[Posed, Posed]], scope: Scope, limits: Limits) -> list[Decision]:
    """Decide pairs that may meet."""
    return [_decide(first, second, scope, limits) for first, second in items]


def _entries(cards: Sequence[Card]) -> dict[str, list[Entry]]:
    """The effects of each game that act."""
    found: dict[str, list[Entry]] = {}
    for card in cards:
        acting = [name for name, effect in card.effects.items() if effect.effect.verb == "acts"]
        found.setdefault(card.game, []).extend(Entry(card, name) for name in acting)
    return found


def pair_matrix(
    cards: Sequence[Card],
    scope: Scope,
    limits: Limits,
    plan: Plan,
    library: Library,
    names: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Matrix:
    """Decide every pair of effects of the cards of one game each, an effect with itself included; with one of ``names`` only
    the pairs that have this card, with several the pairs among them. Raises SweepError or RuleError."""
    matrix = Matrix(scope)
    shapes: dict[tuple[object, ...], int] = {}
    items: list[tuple[Posed, Posed]] = []
    uses: dict[tuple[str, str], list[int | Decision]] = {}
    wanted = set(names)
    for entries in _entries([card for card in cards if len(wanted) < 2 or card.name in wanted]).values():
        posed = [_posed(entry, library, matrix) for entry in entries]
        pairs = combinations_with_replacement([(e, p) for e, p in zip(entries, posed, strict=True) if p is not None], 2)
        for (one, first), (other, second) in pairs:
            if names and not wanted.intersection((one.card.name, other.card.name)):
                continue
            for against in second[1:]:
                place: int | Decision = Decision("cannot meet", 0, 0, condition=_condition(first[0], against))
                if meeting_kinds(first[0], against):
                    place = shapes.setdefault(pair_shape(first[0], against), len(items))
                    if place == len(items):
                        items.append((first[0], against))
                uses.setdefault((one.called, other.called), []).append(place)
    matrix.shapes = len(items)
    found = sweep(partial(decide_batch, scope=scope, limits=limits), items, replace(plan, batch=20), progress)
    for pair, places in uses.items():
        decided = [place if isinstance(place, Decision) else found[place] for place in places]
        matrix.decisions[pair] = min(decided, key=lambda decision: VERDICTS.index(decision.verdict))
    return matrix


def _posed(entry: Entry, library: Library, matrix: Matrix) -> tuple[Posed, Posed, Posed] | None:
    """The effect as the first of a pair, and as the second, of either player; None if it cannot be posed."""
    try:
        return pose(entry, "first", "ann", library), pose(entry, "second", "ann", library), pose(entry, "second", "ben", library)
    except InputError as error:
        matrix.unposed[entry.called] = str(error)
        return None
