"""The outcome graph: situations as nodes, options as edges, and what can be counted on it.

An *ordering* is a complete sequence of effect applications. Declines, divisions and other choices inside an effect
are no part of it, so several *paths* may be one ordering. Twins and effects that commute (see
``asp/core/reductions.lp``) are counted, not drawn: an edge stands for ``copies`` of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from reasoner.exploring.exploration import Edge, Exploration, is_application
from reasoner.terms import Term, sort_key

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["OutcomeGraph", "applied_effect", "is_application"]


def applied_effect(edge: Edge) -> str | None:
    """The name of the effect that an edge applies; None for other options."""
    return str(edge.option[1]) if isinstance(edge.option, tuple) and edge.option[0] == "apply" else None


def _sorted(after: Sequence[Sequence[int]]) -> list[int]:
    """The nodes in topological order; those of a loop, and what comes after one, are missing."""
    before = [0] * len(after)
    for targets in after:
        for target in targets:
            before[target] += 1
    found = [node for node, count in enumerate(before) if not count]
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
        what tells two ends apart, from the fluents of an end; by default all of them do, so no two ends are one outcome.

    Attributes
    ----------
    graph:
        the ``networkx.MultiDiGraph``; edges carry ``option``, ``choosers`` and ``copies``.
    outcomes:
        the ends, grouped into outcomes: each a sorted list of situations; their order is stable.
    """

    def __init__(self, exploration: Exploration, same: Callable[[tuple[Term, ...]], Hashable] | None = None):
        self.exploration = exploration
        self.edges = exploration.edges
        self._targets, self._labels = self.edges.targets, self.edges.labels
        self._key: Callable[[Term], tuple[object, ...]] = cache(sort_key)
        self._trees: dict[int, tuple[dict[int, tuple[int, Edge] | None], dict[int, int]]] = {}
        self._closures: dict[int, frozenset[int]] = {}
        groups: dict[Hashable, list[int]] = {}
        for node in self._ends_as_found():
            groups.setdefault(node if same is None else same(exploration.fluents[node]), []).append(node)
        self.outcomes: list[list[int]] = [sorted(nodes) for nodes in groups.values()]
        self.outcome_of: dict[int, int] = {node: number for number, nodes in enumerate(self.outcomes) for node in nodes}

    def number_like(self, other: OutcomeGraph) -> None:
        """Number the outcomes as another graph of the same scenario does."""
        fluents = other.exploration.fluents
        known = {frozenset(fluents[node]): number for node, number in other.outcome_of.items()}
        self.outcomes.sort(key=lambda nodes: known.get(frozenset(self.exploration.fluents[nodes[0]]), len(known)))
        self.outcome_of = {node: number for number, nodes in enumerate(self.outcomes) for node in nodes}

    def _ends_as_found(self) -> Iterator[int]:
        """The ends in the order in which a depth-first walk along sorted options meets them."""
        targets, is_open = self._targets, self.exploration.open
        seen = bytearray(len(targets))
        stack = [0]
        while stack:
            node = stack.pop()
            if not seen[node]:
                seen[node] = 1
                if row := targets[node]:
                    stack.extend(reversed(row))
                elif node not in is_open:
                    yield node

    @cached_property
    def graph(self) -> nx.MultiDiGraph[int]:
        import networkx as nx  # most reports have no loop and need it for nothing

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
        import networkx as nx

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
        return _sorted(self._targets)

    @cached_property
    def _copies(self) -> Callable[[int], tuple[int, ...]]:
        """For how many options each edge of a situation stands."""
        known: dict[int, tuple[int, ...]] = {}

        def copies(node: int) -> tuple[int, ...]:
            labels = self._labels[node]
            if id(labels) not in known:
                known[id(labels)] = tuple(label.copies for label in labels)
            return known[id(labels)]

        return copies

    @cached_property
    def _ways(self) -> list[int]:
        """The number of paths from the start to each situation before any loop."""
        ways = [0] * len(self._targets)
        ways[0] = 1
        targets, copies = self._targets, self._copies
        for node in self._order:
            here = ways[node]
            for target, times in zip(targets[node], copies(node)):  # noqa: B905  # this is where the time goes
                ways[target] += here * times
        return ways

    @cached_property
    def paths(self) -> list[int] | None:
        """For each outcome, the number of complete paths to it; None if there is a loop."""
        if self.loops:
            return None
        return [sum(self._ways[node] for node in nodes) for nodes in self.outcomes]

    @cached_property
    def flow(self) -> list[list[int]] | None:
        """For each situation and each of its edges, the number of complete paths that take the edge; None if there is a loop."""
        if self.loops:
            return None
        ends = [0] * len(self._targets)
        rows = [list(zip(row, self._copies(node), strict=True)) for node, row in enumerate(self._targets)]
        for node in reversed(self._order):
            ends[node] = int(node in self.outcome_of) + sum(times * ends[target] for target, times in rows[node])
        return [[ways * times * ends[target] for target, times in row] for ways, row in zip(self._ways, rows, strict=True)]

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
            node = waiting.pop()
            for label, target in zip(self._labels[node], self._targets[node], strict=True):
                if not is_application(label.option) and target not in seen:
                    seen.add(target)
                    waiting.append(target)
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
        number = {start: 0}
        sets = [start]
        after: list[list[tuple[int, int]]] = []
        for here in sets:  # grows while it is read
            after.append([])
            for _, edge, target in self._letters(here):
                if target not in number:
                    number[target] = len(sets)
                    sets.append(target)
                after[-1].append((number[target], edge.copies))
        words = [0] * len(sets)
        words[0] = 1
        total, each = 0, [0] * len(self.outcomes)
        for place in _sorted([[target for target, _ in targets] for targets in after]):
            for follower, copies in after[place]:
                words[follower] += words[place] * copies
            ends = self._ends(sets[place])
            if ends:
                total += words[place]
            for outcome in ends:
                each[outcome] += words[place]
        return total, each

    @cached_property
    def orderings(self) -> tuple[int, list[int]] | None:
        """The number of orderings in all and to each outcome; None if there is a loop. One ordering may lead to
        several outcomes, by choices inside an effect, and is counted for each but once in all."""
        if self.loops:
            return None
        if self._paths_are_orderings:
            return sum(self.paths or ()), list(self.paths or ())
        return self._words()

    @cached_property
    def _paths_are_orderings(self) -> bool:
        """Is every situation left by different applications or by one other option alone, so that an ordering has one path?"""
        return all(
            len(labels) < 2 or all(is_application(label.option) for label in labels)
            for labels in {id(one): one for one in self._labels}.values()
        )

    # --- where the outcomes part
    @cached_property
    def reachable(self) -> list[frozenset[int]]:
        """For each situation, the outcomes that can still be reached from it."""
        if self.loops:
            return self._reachable_through_loops()
        targets = self._targets
        found: list[frozenset[int]] = [frozenset()] * len(targets)
        for node in reversed(self._order):
            after = {found[target] for target in targets[node]}
            if after:
                found[node] = after.pop() if len(after) == 1 else frozenset().union(*after)
            elif node in self.outcome_of:
                found[node] = frozenset((self.outcome_of[node],))
        return found

    def _reachable_through_loops(self) -> list[frozenset[int]]:
        import networkx as nx

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
        targets, reachable = self._targets, self.reachable
        seen, waiting = {0}, deque([0])
        while waiting:
            node = waiting.popleft()
            if len({reachable[target] for target in targets[node]}) > 1:
                found.append(node)
            for target in targets[node]:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
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
        (situation, edge), for how many orderings of the same kind it stands, and the outcomes it can lead to.

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
