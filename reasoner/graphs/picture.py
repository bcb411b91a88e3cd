"""The outcome graph as a picture: boxes and arrows in words, ready for every way to draw it.

``whole_picture`` shows every situation, ``skeleton.py`` only where the paths part. Plain data; no renderer needs more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from reasoner.terms import Term
from reasoner.words.describe import Value, describe_event, values
from reasoner.words.situation_words import changed, later_events, now_happening, told_change

from .graph import OutcomeGraph
from .outcome_words import outcome_texts
from .report import Report, report_of
from .steps import Steps

__all__ = ["Box", "Link", "Picture", "box_of", "option_kind", "what_is_counted", "whole_picture"]


@dataclass(frozen=True)
class Box:
    """A situation, or several that come to the same.

    ``kind`` is ``choice`` (somebody chooses, but no outcome hangs on it), ``divergence`` (the paths part here), ``step``
    (nobody has a choice), ``outcome`` or ``open`` (not explored). ``lines`` say what waits, ``changes`` which values
    differ from the first situation, ``fresh`` those that have just changed. ``outcomes`` are the numbers of those still reachable.
    """

    situations: tuple[int, ...]
    kind: str
    lines: tuple[str, ...]
    changes: tuple[str, ...]
    later: tuple[str, ...]
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    outcomes: tuple[int, ...]
    outcome: int | None = None
    fresh: tuple[str, ...] = ()

    @property
    def chooser(self) -> str:
        """Who chooses, and by which rules: ``ben chooses (616.1e)``. What is no player's choice is left to chance."""
        who = f"{' and '.join(self.choosers)} choose{'' if len(self.choosers) > 1 else 's'}" if self.choosers else "chance decides"
        return f"{who} ({', '.join(self.rules)})" if self.rules else who


@dataclass(frozen=True)
class Link:
    """An option: where it leads from one box, and on how many complete paths it is taken (None where options loop)."""

    source: int
    target: int
    kind: str
    text: str
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    outcomes: tuple[int, ...]
    paths: int | None
    copies: int = 1


@dataclass(frozen=True)
class Picture:
    """Boxes and links by number; box 0 is the start. ``counted`` says what ``Link.paths`` counts: ``orderings``, or
    ``paths`` where these are not as many."""

    report: Report
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    counted: str

    @cached_property
    def outcome_texts(self) -> list[str]:
        """What tells each outcome apart."""
        return outcome_texts(self.report)


def box_of(graph: OutcomeGraph, situations: tuple[int, ...], divergent: bool, first: dict[str, Value]) -> Box:
    """The box of situations that come to the same. Of what they say, it keeps what is common to them; ``first`` are the values
    at the start."""
    exploration = graph.exploration
    scenario = exploration.scenario

    def common(told: list[list[str]]) -> tuple[str, ...]:
        return tuple(line for line in told[0] if all(line in other for other in told))

    fluents = [exploration.fluents[node] for node in situations]
    edges = [edge for node in situations for edge in graph.edges[node]]
    outcome = graph.outcome_of.get(situations[0])
    if outcome is not None:
        kind = "outcome"
    elif any(node in exploration.open for node in situations):
        kind = "open"
    elif divergent:
        kind = "divergence"
    else:
        kind = "choice" if any(sum(e.copies for e in graph.edges[node] if e.choosers) > 1 for node in situations) else "step"
    changes = [[told_change(*pair) for pair in changed(scenario, first, values(scenario, held)).items()] for held in fluents]
    return Box(
        situations,
        kind,
        lines=common([now_happening(scenario, held) for held in fluents]),
        changes=common(changes),
        later=common([[describe_event(scenario, view) for view in later_events(held)] for held in fluents]),
        choosers=tuple(dict.fromkeys(player for edge in edges for player in edge.choosers)),
        rules=tuple(sorted({rule for edge in edges for rule in edge.rules})),
        outcomes=tuple(sorted({number + 1 for node in situations for number in graph.reachable[node]})),
        outcome=None if outcome is None else outcome + 1,
        fresh=common(changes),
    )


def _freshly_changed(graph: OutcomeGraph) -> list[tuple[str, ...]]:
    """For each situation the values that the options which lead to it change, in words."""
    scenario = graph.exploration.scenario
    known = [values(scenario, held) for held in graph.exploration.fluents]
    found: list[dict[str, None]] = [{} for _ in known]
    for node, edges in enumerate(graph.edges):
        for edge in edges:
            changes = changed(scenario, known[node], known[edge.target]).items()
            found[edge.target].update(dict.fromkeys(told_change(*change) for change in changes))
    return [tuple(sorted(told)) for told in found]


def option_kind(option: Term) -> str:
    """``apply``, ``decline``, ``choose``, ``share``, ``settle`` or ``go`` (nobody's choice)."""
    return str(option[0]) if isinstance(option, tuple) else "go"


def what_is_counted(report: Report) -> str:
    """Do complete paths and orderings come to the same number?"""
    return "orderings" if report.orderings == report.paths else "paths"


def whole_picture(graph: OutcomeGraph) -> Picture:
    """Every situation and every option."""
    report = report_of(graph)
    parting = set(graph.divergences)
    steps = Steps(graph.exploration)
    first = values(graph.exploration.scenario, graph.exploration.fluents[0])
    fresh = _freshly_changed(graph)
    boxes = tuple(replace(box_of(graph, (node,), node in parting, first), fresh=fresh[node]) for node in range(len(graph.edges)))
    links = tuple(
        Link(
            source=node,
            target=edge.target,
            kind=option_kind(edge.option),
            text=steps.taken(node, edge),
            choosers=edge.choosers,
            rules=edge.rules,
            outcomes=boxes[edge.target].outcomes,
            paths=graph.flow[node][index] if graph.flow is not None else None,
            copies=edge.copies,
        )
        for node, edges in enumerate(graph.edges)
        for index, edge in enumerate(edges)
    )
    return Picture(report, boxes, links, what_is_counted(report))
