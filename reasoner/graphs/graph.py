"""The outcome graph: situations as nodes, options as edges, and what can be counted on it.

An *ordering* is a complete sequence of effect applications. Declines, divisions and other choices inside an effect
are no part of it, so several *paths* may be one ordering. Twins (see ``asp/core/reductions.lp``) are counted, not
drawn: an edge stands for ``copies`` of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TypeVar

import networkx as nx

from reasoner.exploring.explore import Edge, Exploration
from reasoner.terms import Term, sort_key

__all__ = ["OutcomeGraph", "applied_effect", "is_application"]


def is_application(option: Term) -> bool:
    """Is this option the application of an effect, and so a step of an ordering?"""
    return isinstance(option, tuple) and option[0] == "apply"


def applied_effect(edge: Edge) -> str | None:
    """The name of the effect that an edge applies; None for other options."""
    return str(edge.option[1]) if isinstance(edge.option, tuple) and edge.option[0] == "apply" else None


Node = TypeVar("Node", bound=Hashable)


def _sorted(after: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """The nodes in topological order; those of a loop, and what comes after one, are missing."""
    before = dict.fromkeys(after, 0)
    for targets in after.values():
        for target in targets:
            before[target] += 1
    found = [node for node, count in before.items() if not count]
    for node in found:  # grows while it is read
        for target in after[node]:
            before[target] -= 1
            if not before[target]:
                found.append(target)
    return found


class OutcomeGraph:
    """Counts and reachability over an exploration.

    Parameters
    ----------
    exploration:
        what was explored. Where it is incomplete, the counts cover what was found.
    same:
        what tells two ends apart, from the fluents of an end; by default all of them.

    Attributes
    ----------
    graph:
        the ``networkx.MultiDiGraph``; edges carry ``option``, ``choosers`` and ``copies``.
    outcomes:
        the ends, grouped into outcomes: each a sorted list of situations; their order is stable.
    """

    def __init__(self, exploration: Exploration, same: Callable[[tuple[Term, ...]], Hashable] = frozenset):
        self.exploration = exploration
        self._key: Callable[[Term], tuple[object, ...]] = cache(sort_key)
        self.edges: list[list[Edge]] = [
            sorted(edges, key=lambda edge: self._key(edge.option)) if len(edges) > 1 else edges for edges in exploration.edges
        ]
        self._trees: dict[int, tuple[dict[int, tuple[int, Edge] | None], dict[int, int]]] = {}
        self._closures: dict[int, frozenset[int]] = {}
        groups: dict[Hashable, list[int]] = {}
        for node, edges in enumerate(self.edges):
            if not edges and node not in exploration.open:
                groups.setdefault(same(exploration.fluents[node]), []).append(node)
        ends = list(groups.values())
        rank = self._discovery()
        self.outcomes: list[list[int]] = sorted(ends, key=lambda nodes: min(rank[node] for node in nodes))
        self.outcome_of: dict[int, int] = {node: number for number, nodes in enumerate(self.outcomes) for node in nodes}

    def _discovery(self) -> dict[int, int]:
        """The order in which a depth-first walk along sorted options meets the situations."""
        rank: dict[int, int] = {}
        stack = [0]
        while stack:
            node = stack.pop()
            if node not in rank:
                rank[node] = len(rank)
                stack.extend(edge.target for edge in reversed(self.edges[node]))
        return rank

    @cached_property
    def graph(self) -> nx.MultiDiGraph[int]:
        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        graph.add_nodes_from(range(len(self.edges)))
        for node, edges in enumerate(self.edges):
            for edge in edges:
                graph.add_edge(node, edge.target, option=edge.option, choosers=edge.choosers, copies=edge.copies)
        return graph

    @cached_property
    def loops(self) -> list[list[int]]:
        """The sets of situations that can repeat without end, each sorted."""
        if len(self._order) == len(self.edges):
            return []
        found = [sorted(part) for part in nx.strongly_connected_components(self.graph) if len(part) > 1]
        found.extend([node] for node in range(len(self.edges)) if self.graph.has_edge(node, node))
        return sorted(found)

    @cached_property
    def exits(self) -> list[tuple[int, list[Edge]]]:
        """The situations of loops in which an option leaves the loop, each with those options."""
        found: list[tuple[int, list[Edge]]] = []
        for loop in self.loops:
            inside = set(loop)
            leaving = ((node, [edge for edge in self.edges[node] if edge.target not in inside]) for node in loop)
            found.extend((node, edges) for node, edges in leaving if edges)
        return found

    # --- counting
    @cached_property
    def _order(self) -> list[int]:
        """The situations outside of and before any loop, each after all that lead to it."""
        return _sorted({node: [edge.target for edge in edges] for node, edges in enumerate(self.edges)})

    @cached_property
    def paths(self) -> list[int] | None:
        """For each outcome, the number of complete paths to it; None if there is a loop."""
        if self.loops:
            return None
        ways = [0] * len(self.edges)
        ways[0] = 1
        for node in self._order:
            for edge in self.edges[node]:
                ways[edge.target] += ways[node] * edge.copies
        return [sum(ways[node] for node in nodes) for nodes in self.outcomes]

    @cached_property
    def flow(self) -> list[list[int]] | None:
        """For each situation and each of its edges, the number of complete paths that take the edge; None if there is a loop."""
        if self.loops:
            return None
        ways, ends = [0] * len(self.edges), [0] * len(self.edges)
        ways[0] = 1
        for node in self._order:
            for edge in self.edges[node]:
                ways[edge.target] += ways[node] * edge.copies
        for node in reversed(self._order):
            ends[node] = int(node in self.outcome_of) + sum(edge.copies * ends[edge.target] for edge in self.edges[node])
        return [[ways[node] * edge.copies * ends[edge.target] for edge in edges] for node, edges in enumerate(self.edges)]

    def _closure(self, nodes: set[int]) -> frozenset[int]:
        """What is reached without an application."""
        if len(nodes) == 1:
            (node,) = nodes
            if node not in self._closures:
                self._closures[node] = self._reached(nodes)
            return self._closures[node]
        return self._reached(nodes)

    def _reached(self, nodes: set[int]) -> frozenset[int]:
        seen, waiting = set(nodes), list(nodes)
        while waiting:
            for edge in self.edges[waiting.pop()]:
                if not is_application(edge.option) and edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return frozenset(seen)

    def _letters(self, here: frozenset[int]) -> list[tuple[int, Edge, frozenset[int]]]:
        """The applications possible in a set of situations that one ordering may have led to: for each a situation
        and an edge that show it, and what it leads to. With it the graph is a deterministic automaton, and an ordering
        is a word of it."""
        if len(here) == 1:
            (node,) = here
            if len(edges := self.edges[node]) == len({edge.option for edge in edges}):
                return [(node, edge, self._closure({edge.target})) for edge in edges if is_application(edge.option)]
        letters: dict[Term, tuple[int, Edge, set[int]]] = {}
        for node in sorted(here):
            for edge in self.edges[node]:
                if is_application(edge.option):
                    letters.setdefault(edge.option, (node, edge, set()))[2].add(edge.target)
        return [
            (node, edge, self._closure(targets))
            for _, (node, edge, targets) in sorted(letters.items(), key=lambda pair: self._key(pair[0]))
        ]

    def _ends(self, here: frozenset[int]) -> set[int]:
        return {self.outcome_of[node] for node in here if node in self.outcome_of}

    def _words(self) -> tuple[int, list[int]]:
        start = self._closure({0})
        after: dict[frozenset[int], list[tuple[frozenset[int], int]]] = {}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here not in after:
                after[here] = [(target, edge.copies) for _, edge, target in self._letters(here)]
                waiting.extend(target for target, _ in after[here])
        words: dict[frozenset[int], int] = dict.fromkeys(after, 0)
        words[start] = 1
        total, each = 0, [0] * len(self.outcomes)
        for here in _sorted({here: [target for target, _ in targets] for here, targets in after.items()}):
            for target, copies in after[here]:
                words[target] += words[here] * copies
            ends = self._ends(here)
            if ends:
                total += words[here]
            for outcome in ends:
                each[outcome] += words[here]
        return total, each

    @cached_property
    def orderings(self) -> tuple[int, list[int]] | None:
        """The number of orderings in all and to each outcome; None if there is a loop. One ordering may lead to
        several outcomes, by choices inside an effect, and is counted for each but once in all."""
        return None if self.loops else self._words()

    # --- where the outcomes part
    @cached_property
    def reachable(self) -> list[frozenset[int]]:
        """For each situation, the outcomes that can still be reached from it."""
        condensed = nx.condensation(self.graph)
        members = [condensed.nodes[part]["members"] for part in condensed]
        sets: dict[int, frozenset[int]] = {}
        for part in reversed(list(nx.topological_sort(condensed))):
            own = {self.outcome_of[node] for node in members[part] if node in self.outcome_of}
            sets[part] = frozenset(own).union(*(sets[target] for target in condensed.successors(part)))
        where = condensed.graph["mapping"]
        return [sets[where[node]] for node in range(len(self.edges))]

    @cached_property
    def divergences(self) -> list[int]:
        """The situations in which two options leave different outcomes reachable, nearest to the start first."""
        found: list[int] = []
        seen, waiting = {0}, deque([0])
        while waiting:
            node = waiting.popleft()
            if len({self.reachable[edge.target] for edge in self.edges[node]}) > 1:
                found.append(node)
            for edge in self.edges[node]:
                if edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return found

    @cached_property
    def order_matters(self) -> bool:
        """Is there a choice between two applications that leave different outcomes reachable?"""
        return any(
            len({self.reachable[edge.target] for edge in self.edges[node] if is_application(edge.option)}) > 1 for node in self.divergences
        )

    def shortest(self, goal: set[int], start: int = 0) -> list[tuple[int, Edge]]:
        """A shortest path from the start (or another situation) to one of the situations, as (situation, edge taken).

        Raises ValueError if none of them is reachable.
        """
        came, order = self._tree(start)
        reached = min((node for node in goal if node in order), key=order.__getitem__, default=None)
        if reached is None:
            raise ValueError("none of these situations is reachable")
        steps: list[tuple[int, Edge]] = []
        step = came[reached]
        while step is not None:
            steps.append(step)
            step = came[step[0]]
        return steps[::-1]

    def breadth_first(self) -> list[int]:
        """The situations in the order in which a walk along sorted options finds them, the nearest first."""
        return list(self._tree(0)[0])

    def _tree(self, start: int) -> tuple[dict[int, tuple[int, Edge] | None], dict[int, int]]:
        """For each situation how a shortest path comes to it, and its place in the order in which they are found."""
        if start in self._trees:
            return self._trees[start]
        came: dict[int, tuple[int, Edge] | None] = {start: None}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for edge in self.edges[node]:
                if edge.target not in came:
                    came[edge.target] = (node, edge)
                    waiting.append(edge.target)
        self._trees = {start: (came, {node: place for place, node in enumerate(came)})}
        return self._trees[start]

    def words(self, outcome: int | None = None) -> Iterator[tuple[list[tuple[int, Edge]], int, set[int]]]:
        """Every ordering (that can lead to one outcome, or to any), lazily and in a stable order: its applications as
        (situation, edge), for how many orderings of twins it stands, and the outcomes it can lead to.

        Raises ValueError if the options loop, as there are endlessly many then.
        """
        if self.loops:
            raise ValueError("the options can repeat without end, so there are endlessly many orderings")
        start = self._closure({0})
        path: list[tuple[int, Edge]] = []
        stack: list[tuple[frozenset[int], Iterator[tuple[int, Edge, frozenset[int]]], int]] = [(start, iter(self._letters(start)), 1)]
        entered = True
        while stack:
            here, letters, copies = stack[-1]
            if entered and (ends := self._ends(here)) and (outcome is None or outcome in ends):
                yield list(path), copies, ends
            entered = False
            letter = next(letters, None)
            if letter is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            node, edge, target = letter
            if outcome is None or any(outcome in self.reachable[n] for n in target):
                path.append((node, edge))
                stack.append((target, iter(self._letters(target)), copies * edge.copies))
                entered = True
