"""Circles of effects: each makes an event that the next one waits for.

A *possible* circle is read off what effects say (``asp/search/circles.lp``); whether it goes round for ever, only exploring tells. A
*repeated* one is read off a loop of an outcome graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from reasoner.exploring.facts import fixed_facts
from reasoner.graphs.graph import OutcomeGraph, applied_effect
from reasoner.language.scenario import Scenario
from reasoner.solving.programs import table
from reasoner.solving.solver import Solver
from reasoner.terms import Term, show
from reasoner.words.describe import describe_event, event_views

__all__ = ["FEEDS", "Link", "drawn", "possible", "repeated"]

_PROGRAMS = ("core/inputs.lp", "search/circles.lp")

FEEDS = {"feeds": 4}
"""What is read of the program: an atom and its arity."""


@dataclass(frozen=True)
class Link:
    """An effect of a circle, and the event that comes of it and that the next effect waits for: its kind, or in words."""

    effect: str
    makes: str


def drawn(circle: Sequence[Link]) -> str:
    """The circle in a line: effect → event → effect … → the first effect again."""
    return " → ".join([*(f"{link.effect} → {link.makes}" for link in circle), circle[0].effect]) if circle else ""


def _shortest(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """For each set of effects that feed each other the first of its shortest circles, as effects in order."""
    graph: nx.DiGraph[str] = nx.DiGraph(sorted(edges))
    found: list[list[str]] = []
    for part in nx.strongly_connected_components(graph):
        inside = sorted(edge for edge in graph.edges if part.issuperset(edge))
        circles = [nx.shortest_path(graph.subgraph(part), after, before) for before, after in inside]
        found += sorted(circles, key=lambda circle: (len(circle), circle))[:1]
    return sorted(found)


def possible(scenario: Scenario) -> list[list[Link]]:
    """A circle for each set of effects that may go on feeding each other; one alone only if what it makes is a new event, as an effect
    does not apply again to what it puts in the place of an event."""
    effects = [effect for effect in scenario.effects if any(p.templates() for p in (effect.parts, *(b.parts for b in effect.branches)))]
    if not effects:
        return []
    solver = Solver([*table(scenario.game), f"search/{scenario.game}.lp", *_PROGRAMS], fixed_facts(scenario))
    kinds: dict[tuple[str, str], str] = {}
    for atom in solver.query([], *(f"{name}/{arity}" for name, arity in FEEDS.items())):
        assert isinstance(atom, tuple)
        effect, kind, how, fed = atom[1:]
        if effect != fed or how == "anew":
            kinds.setdefault((str(effect), str(fed)), str(kind))
    return [
        [Link(effect, kinds[effect, after]) for effect, after in zip(circle, [*circle[1:], circle[0]], strict=True)]
        for circle in _shortest(kinds)
    ]


def repeated(graph: OutcomeGraph, loop: Iterable[int]) -> list[Link]:
    """The shortest way round in a loop of a graph on which an effect is applied; empty if none is on any."""
    inside = set(loop)
    ways = []
    for node in (node for node in graph.breadth_first() if node in inside):
        for edge in graph.edges[node]:
            if edge.target in inside and applied_effect(edge) is not None:
                ways.append([(node, edge), *(graph.shortest({node}, edge.target) if edge.target != node else [])])
    if not ways:
        return []
    scenario, fluents = graph.exploration.scenario, graph.exploration.fluents
    applied: list[tuple[str, str]] = []
    for node, edge in min(ways, key=len):
        if (effect := applied_effect(edge)) is not None:
            assert isinstance(edge.option, tuple)
            views = event_views(fluents[node])
            event: Term = edge.option[2]
            applied.append((effect, describe_event(scenario, views[event]) if event in views else show(event)))
    return [Link(effect, event) for (effect, _), (_, event) in zip(applied, [*applied[1:], applied[0]], strict=True)]
