"""What each player can guarantee: the outcomes that a player can bring about, whatever the others choose.

The program ``asp/graph/forces.lp`` decides it over the explored graph; choices that are nobody's count as the others'.
"""

from __future__ import annotations

from dataclasses import dataclass

from reasoner.exploring.explore import Edge
from reasoner.solving.answer_sets import models
from reasoner.solving.solver import Solver
from reasoner.terms import Term

from .graph import OutcomeGraph
from .steps import Steps
from .text_programs import graph_facts

__all__ = ["Guarantee", "guarantees"]


@dataclass(frozen=True)
class Guarantee:
    """A player, an outcome (its number from 1) that the player can bring about, and the player's choices on one way to it."""

    player: str
    outcome: int
    choices: tuple[str, ...]


def guarantees(graph: OutcomeGraph) -> list[Guarantee]:
    """What each player who chooses somewhere can guarantee from the start, sorted by player and outcome."""
    read = ("edge", "final", "chooser")
    solver = Solver(["graph/forces.lp"], [fact for fact in graph_facts(graph) if isinstance(fact, tuple) and fact[0] in read])
    found: dict[tuple[str, int], dict[int, set[Term]]] = {}
    forced: set[tuple[str, int]] = set()
    for _, atoms in models(solver, ("only", 1), {"forces": 3, "plan": 4}):
        for atom in atoms:
            assert isinstance(atom, tuple)
            if atom[0] == "plan":
                _, player, node, option, outcome = atom
                found.setdefault((str(player), int(str(outcome))), {}).setdefault(int(str(node)), set()).add(option)
            elif atom[2] == 0:
                forced.add((str(atom[1]), int(str(atom[3]))))
    return [Guarantee(player, outcome, _choices(graph, found.get((player, outcome), {}), player)) for player, outcome in sorted(forced)]


def _choices(graph: OutcomeGraph, plan: dict[int, set[Term]], player: str) -> tuple[str, ...]:
    """The player's own choices on one way along the plan, where the others choose what comes first."""
    told: list[str] = []
    node, seen = 0, set[int]()
    while graph.edges[node] and node not in seen:
        seen.add(node)
        edges: list[Edge] = [edge for edge in graph.edges[node] if node not in plan or edge.option in plan[node]]
        edge = edges[0]
        if node in plan and len(graph.edges[node]) > 1:
            told += Steps(graph.exploration).along([(node, edge)])
        node = edge.target
    return tuple(told)
