"""How two effects behave together: decided over every situation of a scope in which both apply to what is about to happen.

Many pairs are decided together. Their smallest situations are explored in one go, as most pairs in which the order matters
show it there; what is then left open is explored pair by pair, in all situations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.exploring.batches import explore_related
from reasoner.exploring.explore import Edge, Exploration, Limits
from reasoner.graphs.graph import applied_effect
from reasoner.graphs.report import make_graph, report_of
from reasoner.language.scenario import Scenario
from reasoner.words.describe import describe_event, event_views

from .affine import condition
from .compare import tell_apart
from .posing import Posed, meeting_kinds, together
from .scope import Meeting, Scope, meetings

__all__ = ["VERDICTS", "Decision", "cannot_meet", "decide_all"]

VERDICTS = ("order matters", "exclude each other", "commute", "cannot meet", "undecided")
"""How two effects can behave, the most telling first: that is the verdict over many situations."""


_TOGETHER = 100
"""Situations of one pair that are explored together, after the first."""


@dataclass(frozen=True)
class Decision:
    """What was found for a pair: the verdict, how many situations were explored, in how many of them somebody can choose between
    both effects, and the smallest in which the order matters, with what each order comes to.
    ``condition``: for two effects on amounts, when they commute."""

    verdict: str
    situations: int
    meetings: int
    event: str | None = None
    witness: tuple[str, ...] = ()
    condition: str | None = None


@dataclass
class _Seen:
    """What one situation shows: can somebody choose between both for one event, does that matter, does each rule the other out."""

    meet: bool = False
    matters: bool = False
    exclude: bool = True


def _look(exploration: Exploration, pair: _Pair) -> _Seen:
    """What the exploration shows of the effects of both sides, which may go by several names each."""
    edges, names = exploration.edges, (pair.first.names, pair.second.names)
    graph = make_graph(exploration)
    seen = _Seen()

    def later(node: int, side: tuple[str, ...]) -> bool:
        known, waiting = {node}, [node]
        while waiting:
            for edge in edges[waiting.pop()]:
                if applied_effect(edge) in side:
                    return True
                if edge.target not in known:
                    known.add(edge.target)
                    waiting.append(edge.target)
        return False

    for each in edges:
        sides = [[edge for edge in each if applied_effect(edge) in side] for side in names]
        for one, other in ((one, other) for one in sides[0] for other in sides[1] if _same_event(one, other)):
            seen.meet = True
            if graph.reachable[one.target] != graph.reachable[other.target]:
                seen.matters = True
                seen.exclude = seen.exclude and not later(one.target, names[1]) and not later(other.target, names[0])
            else:
                seen.exclude = False
    return seen


def _same_event(one: Edge, other: Edge) -> bool:
    return isinstance(one.option, tuple) and isinstance(other.option, tuple) and one.option[2] == other.option[2]


class _Pair:
    """Two effects, the situations in which they meet, and what those that were explored have shown."""

    def __init__(self, first: Posed, second: Posed):
        self.first, self.second = first, second
        self.waiting: list[Scenario] = []
        """The situations in which they meet that are still to be explored, the smallest first."""
        self.explored = self.meetings = self.excluded = self.undecided = 0
        self.matters: Exploration | None = None
        """The first situation in which the order matters, and not because either effect rules the other out."""
        self.choice: Exploration | None = None
        """The first in which each effect rules the other out."""

    @property
    def meeting(self) -> Meeting:
        """What the situations are made for."""
        base = together(self.first, self.second)
        return Meeting(base, meeting_kinds(self.first, self.second), (self.first.names, self.second.names))

    def note(self, exploration: Exploration | str) -> None:
        """Take up the exploration of the next situation."""
        self.explored += 1
        if isinstance(exploration, str) or not exploration.complete:
            self.undecided += 1
            return
        seen = _look(exploration, self)
        self.meetings += seen.meet
        if seen.meet and seen.exclude:
            self.excluded += 1
            self.choice = self.choice or exploration
        elif seen.matters:
            self.matters = self.matters or exploration

    def decision(self) -> Decision:
        closed = _condition(self.first, self.second)
        if self.matters is None and self.undecided:
            return Decision("undecided", self.explored, self.meetings, condition=closed)
        if (shown := self.matters or self.choice) is not None:
            both = self.matters is not None or self.excluded < self.meetings
            verdict = "order matters" if both else "exclude each other"
            return Decision(verdict, self.explored, self.meetings, _event(shown), _witness(shown), closed)
        return Decision("commute" if self.meetings else "cannot meet", self.explored, self.meetings, condition=closed)


def _condition(first: Posed, second: Posed) -> str | None:
    return condition(first.scenario.effects[0], second.scenario.effects[0])


def cannot_meet(first: Posed, second: Posed) -> Decision:
    """The decision for two effects that wait for different kinds of events."""
    return Decision("cannot meet", 0, 0, condition=_condition(first, second))


def decide_all(items: Sequence[tuple[Posed, Posed]], scope: Scope, limits: Limits) -> list[Decision]:
    """Decide pairs of one game that may meet; for each the search ends with the first situation in which the order matters."""
    pairs = [_Pair(first, second) for first, second in items]
    for pair, made in zip(pairs, meetings([pair.meeting for pair in pairs], scope), strict=True):
        pair.waiting = [situation.scenario for situation in made]
    together = 1
    while open_ := [pair for pair in pairs if pair.waiting and pair.matters is None]:
        for pair, found in zip(open_, explore_related([pair.waiting[:together] for pair in open_], limits), strict=True):
            for exploration in found:
                pair.note(exploration)
            del pair.waiting[:together]
        together = _TOGETHER
    return [pair.decision() for pair in pairs]


def _event(exploration: Exploration) -> str:
    views = event_views(exploration.fluents[0])
    return " and ".join(describe_event(exploration.scenario, view) for view in views.values())


def _witness(exploration: Exploration) -> tuple[str, ...]:
    report = report_of(make_graph(exploration))
    told = tell_apart([report.outcomes], exploration.scenario.game)
    return tuple(f"{', then '.join(outcome.witness) or 'nothing'} → {told[id(outcome)]}" for outcome in report.outcomes[:4])
