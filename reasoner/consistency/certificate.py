"""Certificates: evidence for a verdict that can be checked without exploring again.

*The order does not matter*: the graph has no circle (every situation has a rank that each step raises), and wherever there are two options,
what they lead to joins again. By Newman's lemma there is one end, whatever is chosen. *It matters*: two paths from the start that part at
one choice and end differently. A certificate is plain data; what it lists can be checked one by one, against the rules too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import networkx as nx

from reasoner.exploring.explore import Edge
from reasoner.graphs.graph import OutcomeGraph
from reasoner.terms import show

__all__ = ["certificate"]

Path = list[int]
"""Steps as the places of edges among those of the situations that they leave."""


def _paths(edges: Sequence[list[Edge]], start: int) -> dict[int, Path]:
    """A shortest path to every situation that can be reached."""
    found: dict[int, Path] = {start: []}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for place, edge in enumerate(edges[node]):
            if edge.target not in found:
                found[edge.target] = [*found[node], place]
                waiting.append(edge.target)
    return found


def _joins(edges: Sequence[list[Edge]]) -> list[dict[str, Any]]:
    """For every two options of one situation where what they lead to meets again, by the fewest steps."""
    found: list[dict[str, Any]] = []
    known: dict[int, dict[int, Path]] = {}
    for node, options in enumerate(edges):
        for one in range(len(options)):
            for other in range(one + 1, len(options)):
                left, right = (known.setdefault(t, _paths(edges, t)) for t in (options[one].target, options[other].target))
                meeting = min(left.keys() & right.keys(), key=lambda n: (len(left[n]) + len(right[n]), n))
                found.append({"at": node, "options": [one, other], "meet": meeting, "ways": [left[meeting], right[meeting]]})
    return found


def _parting(graph: OutcomeGraph) -> dict[str, Any]:
    """Two paths that part at one choice and end differently."""
    node = graph.divergences[0]
    lead = _paths(graph.edges, 0)[node]
    ends: dict[frozenset[int], tuple[int, int]] = {}
    for place, edge in enumerate(graph.edges[node]):
        ends.setdefault(graph.reachable[edge.target], (place, edge.target))
    (one, left), (other, right) = list(ends.values())[:2]
    for end in sorted(graph.reachable[left]):
        for against in sorted(graph.reachable[right]):
            if end != against:
                ways = [
                    [*lead, place, *_shortest(graph.edges, target, set(graph.outcomes[goal]))]
                    for place, target, goal in ((one, left, end), (other, right, against))
                ]
                return {"at": node, "paths": ways}
    raise AssertionError("two sets of outcomes that differ hold two outcomes that differ")


def _shortest(edges: Sequence[list[Edge]], start: int, goal: set[int]) -> Path:
    paths = _paths(edges, start)
    return min((paths[node] for node in goal if node in paths), key=lambda path: (len(path), path))


def certificate(graph: OutcomeGraph) -> dict[str, Any]:
    """The evidence for what a complete exploration shows.

    Holds ``situations`` (the fluents of each, sorted), ``steps`` (of each the options with who has them and where they lead), and for the
    verdict ``one outcome`` the ``ranks`` and ``joins``, for ``several outcomes`` a ``parting``; for ``endless`` neither. Raises ValueError
    if the exploration is not complete.
    """
    exploration = graph.exploration
    if not exploration.complete:
        raise ValueError("the search was cut off, so there is nothing to certify")
    verdict = "endless" if graph.loops else "one outcome" if len(graph.outcomes) == 1 else "several outcomes"
    found: dict[str, Any] = {
        "verdict": verdict,
        "situations": [sorted(map(show, fluents)) for fluents in exploration.fluents],
        "steps": [
            [{"option": show(edge.option), "choosers": list(edge.choosers), "to": edge.target} for edge in edges] for edges in graph.edges
        ],
    }
    if verdict == "one outcome":
        order = list(nx.topological_sort(graph.graph))
        ranks = {node: rank for rank, node in enumerate(order)}
        found |= {"ranks": [ranks[node] for node in range(len(graph.edges))], "joins": _joins(graph.edges)}
    elif verdict == "several outcomes":
        found["parting"] = _parting(graph)
    return found
