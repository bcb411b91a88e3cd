"""What ``instead outcomes`` tells: the verdict, the outcomes, and where the choices part.

Plain data; every renderer works from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, overload

from reasoner.exploring.exploration import Stop
from reasoner.exploring.explore import Edge, Exploration
from reasoner.language.scenario import Scenario
from reasoner.terms import Term
from reasoner.words.describe import Value, called, describe_event, event_views, record, values
from reasoner.words.situation_words import changed

from .alike import Alike, alike_outcomes
from .graph import OutcomeGraph
from .steps import Steps

__all__ = [
    "Divergence",
    "Option",
    "Ordering",
    "Outcome",
    "Report",
    "list_orderings",
    "make_graph",
    "make_report",
    "report_of",
]


@dataclass(frozen=True)
class Outcome:
    """An end: ``values`` are all attributes at the end, ``changes`` those that differ from the start (old, new), without the
    ones that only sum up what happened."""

    number: int
    orderings: int | None
    paths: int | None
    values: dict[str, Value]
    changes: dict[str, tuple[Value | None, Value | None]]
    record: list[str]
    witness: list[str]


@dataclass(frozen=True)
class Option:
    """One option of a choice: what it is called, and the outcomes that stay reachable."""

    kind: str
    effect: str
    event: str
    text: str
    choosers: tuple[str, ...]
    outcomes: list[int]


@dataclass(frozen=True)
class Divergence:
    """A choice after which different outcomes are reachable. ``after`` tells the steps that lead to it."""

    situation: int
    choosers: tuple[str, ...]
    event: str
    rules: list[str]
    after: list[str]
    options: list[Option]


_From = TypeVar("_From")
_Made = TypeVar("_Made")


class Lazily(Sequence[_Made], Generic[_From, _Made]):
    """What is made of items, each when it is asked for."""

    def __init__(self, items: Sequence[_From], make: Callable[[_From], _Made]):
        self._items, self._make = items, make

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, place: int) -> _Made: ...
    @overload
    def __getitem__(self, place: slice) -> list[_Made]: ...
    def __getitem__(self, place: int | slice) -> _Made | list[_Made]:
        return list(map(self._make, self._items[place])) if isinstance(place, slice) else self._make(self._items[place])


@dataclass(frozen=True)
class Report:
    """Everything about a scenario's outcomes. Counts are exact, or None where the options loop."""

    scenario: Scenario
    complete: bool
    situations: int
    orderings: int | None
    paths: int | None
    outcomes: list[Outcome]
    divergences: Sequence[Divergence]
    """Each is described when it is asked for, as there may be far more of them than anybody reads."""
    choosers: list[str]
    differing: list[str] = field(default_factory=list)
    order_matters: bool = False
    """Is there a choice between two applications that leave different outcomes reachable?"""
    loops: bool = False
    exits: list[Divergence] = field(default_factory=list)
    """The choices inside a loop that can end it, with the options that do."""
    stopped_by: Stop | None = None
    """What cut the search off."""
    alike: list[Alike] = field(default_factory=list)
    """Outcomes that differ only in which of several interchangeable objects it was."""


@dataclass(frozen=True)
class Ordering:
    """One ordering: its applications in words, for how many orderings of twins or of commuting effects it stands, and
    where it can lead."""

    steps: list[str]
    copies: int
    outcomes: list[int]


def list_orderings(graph: OutcomeGraph, outcome: int | None = None) -> Iterator[Ordering]:
    """Every ordering (that can lead to one outcome, or to any), as it is found. Raises ValueError if options loop."""
    steps = Steps(graph.exploration)
    for path, copies, ends in graph.words(outcome):
        yield Ordering(steps.along(path), copies, sorted(end + 1 for end in ends))


def _state_only(fluents: tuple[Term, ...]) -> frozenset[Term]:
    return frozenset(
        f for f in fluents if not (isinstance(f, tuple) and f[0] == "now" and isinstance(f[1], tuple) and f[1][0] == "happened")
    )


def make_graph(exploration: Exploration, by_state: bool = False) -> OutcomeGraph:
    """The outcome graph; ``by_state`` tells outcomes apart by the end state alone, without the record."""
    return OutcomeGraph(exploration, _state_only if by_state else None)


def make_report(exploration: Exploration, by_state: bool = False) -> Report:
    """Count, compare and describe the outcomes of an exploration."""
    return report_of(make_graph(exploration, by_state))


def report_of(graph: OutcomeGraph) -> Report:
    """Count, compare and describe the outcomes of a graph."""
    exploration = graph.exploration
    scenario = exploration.scenario
    start = values(scenario, exploration.fluents[0])
    ends = [values(scenario, exploration.fluents[nodes[0]]) for nodes in graph.outcomes]
    orderings, paths = graph.orderings, graph.paths
    steps = Steps(graph.exploration)
    outcomes: list[Outcome] = []
    for number, (nodes, end) in enumerate(zip(graph.outcomes, ends, strict=True)):
        outcomes.append(
            Outcome(
                number=number + 1,
                orderings=orderings[1][number] if orderings is not None else None,
                paths=paths[number] if paths is not None else None,
                values=dict(sorted(end.items())),
                changes=changed(scenario, start, end),
                record=record(exploration.fluents[nodes[0]]),
                witness=steps.along(graph.shortest(set(nodes))),
            )
        )
    every = sorted({path for outcome in outcomes for path in outcome.changes})
    differing = [path for path in every if len({repr(end.get(path)) for end in ends}) > 1]
    return Report(
        scenario=scenario,
        complete=exploration.complete,
        stopped_by=exploration.stopped_by,
        situations=len(exploration.fluents),
        orderings=orderings[0] if orderings is not None else None,
        paths=sum(paths) if paths is not None else None,
        outcomes=outcomes,
        divergences=Lazily(graph.divergences, lambda node: _divergence(graph, steps, node, graph.edges[node])),
        choosers=_choosers(graph),
        differing=differing,
        order_matters=graph.order_matters,
        loops=bool(graph.loops),
        exits=[_divergence(graph, steps, node, edges) for node, edges in graph.exits],
        alike=alike_outcomes(graph),
    )


def _choosers(graph: OutcomeGraph) -> list[str]:
    """The players who have a real choice somewhere, those with the nearest first."""
    found: dict[str, None] = {}
    for node in graph.breadth_first():
        edges = graph.edges[node]
        if sum(edge.copies for edge in edges) > 1:
            for edge in edges:
                found.update(dict.fromkeys(edge.choosers))
    return list(found)


def _divergence(graph: OutcomeGraph, steps: Steps, node: int, edges: list[Edge]) -> Divergence:
    scenario = graph.exploration.scenario
    events = event_views(graph.exploration.fluents[node])
    options: list[Option] = []
    met: dict[str, None] = {}
    for edge in edges:
        option = edge.option
        kind, effect, event = ("go", "", "") if not isinstance(option, tuple) else (str(option[0]), called(option[1]), option[2])
        name = describe_event(scenario, events[event]) if event in events else ""
        met.setdefault(name)
        text = steps.taken(node, edge)
        options.append(Option(kind, effect, name, text, edge.choosers, sorted(number + 1 for number in graph.reachable[edge.target])))
    choosers = tuple(dict.fromkeys(player for edge in edges for player in edge.choosers))
    return Divergence(
        situation=node,
        choosers=choosers,
        event=", ".join(name for name in met if name),
        rules=sorted({rule for edge in edges for rule in edge.rules}),
        after=steps.along(graph.shortest({node})),
        options=options,
    )
