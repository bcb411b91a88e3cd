"""The steps of paths in words, each told once however many paths take it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from reasoner.exploring.exploration import Edge, Exploration
from reasoner.terms import Term
from reasoner.words.describe import Scene, describe_step

from .graph import OutcomeGraph

__all__ = ["Steps", "steps_to"]

_SCENES = 1000
"""Situations that are kept as read. Paths go from one to the next, so few are enough."""


class Steps:
    """Tells the steps of an exploration. Paths share most of theirs, and a step is told by comparing two whole situations."""

    def __init__(self, exploration: Exploration):
        self._scenario, fluents = exploration.scenario, exploration.fluents
        self._scene = lru_cache(_SCENES)(lambda node: Scene(fluents[node]))
        self._told: dict[tuple[int, Term], str | None] = {}

    def step(self, node: int, edge: Edge) -> str | None:
        """What an option of a situation does; None for one that nobody chooses."""
        key = (node, edge.option)
        if key not in self._told:
            self._told[key] = describe_step(self._scenario, edge.option, self._scene(node), self._scene(edge.target))
        return self._told[key]

    def taken(self, node: int, edge: Edge) -> str:
        """What an option of a situation does; ``go on`` for one that nobody chooses."""
        return self.step(node, edge) or "go on"

    def along(self, path: Iterable[tuple[int, Edge]]) -> list[str]:
        """The steps of a path, without those that nobody chooses."""
        return [text for node, edge in path if (text := self.step(node, edge)) is not None]


def steps_to(graph: OutcomeGraph, situation: int) -> list[str]:
    """The steps of a shortest way to a situation, in words. Raises ValueError if it is not reachable."""
    return Steps(graph.exploration).along(graph.shortest({situation}))
