"""The divergence skeleton: only the situations in which the paths part, and the outcomes.

What lies between is left out, and situations in which the same options lead to the same places are one box, so it is the
smallest diagram of decisions that tells the outcomes apart.
"""

from __future__ import annotations

from reasoner.terms import Term
from reasoner.words.describe import values
from reasoner.words.situation_words import waiting_events

from .graph import OutcomeGraph
from .picture import Box, Link, Picture, box_of, option_kind, what_is_counted
from .report import report_of
from .steps import Steps

__all__ = ["skeleton"]

_Option = tuple[str, str]
"""How an option is called, without the numbers that differ between situations, and who chooses it. Where all options of a
situation lead to the same places they are one."""


def _name(graph: OutcomeGraph, steps: Steps, node: int, index: int, stops: list[frozenset[int]]) -> _Option:
    edge = graph.edges[node][index]
    if len({stops[other.target] for other in graph.edges[node]}) == 1:
        return ("whatever is chosen", "") if len(graph.edges[node]) > 1 else ("", "")
    option: Term = edge.option
    text = steps.taken(node, edge)
    if isinstance(option, tuple) and option[0] == "apply":
        several = len(waiting_events(graph.exploration.fluents[node])) > 1
        text = text if several else str(option[1])
    elif isinstance(option, tuple) and option[0] == "decline":
        text = f"{option[1]} declined"
    return text, " and ".join(edge.choosers)


def _stops(graph: OutcomeGraph, keep: set[int]) -> list[frozenset[int]]:
    """For each situation, the kept situations that come next on some path from it (itself, if it is kept)."""
    found: list[frozenset[int]] = []
    for node in range(len(graph.edges)):
        seen, waiting, stops = {node}, [node], set()
        while waiting:
            here = waiting.pop()
            if here in keep:
                stops.add(here)
                continue
            fresh = {edge.target for edge in graph.edges[here]} - seen
            seen |= fresh
            waiting.extend(fresh)
        found.append(frozenset(stops))
    return found


def _blocks(graph: OutcomeGraph, steps: Steps, keep: list[int], stops: list[frozenset[int]]) -> dict[int, int]:
    """The block of each kept situation: the coarsest partition in which the options of a block lead to the same blocks.

    It is refined until it is stable, so loops do no harm.
    """
    names = {(node, index): _name(graph, steps, node, index, stops) for node in keep for index in range(len(graph.edges[node]))}
    start: dict[int, object] = {
        node: ("outcome", graph.outcome_of[node]) if node in graph.outcome_of else ("open", node) if not graph.edges[node] else "parting"
        for node in keep
    }
    block = _numbered(start, keep)
    while True:
        signatures: dict[int, object] = {}
        for node in keep:
            options = frozenset(
                (names[node, index], frozenset(block[stop] for stop in stops[edge.target])) for index, edge in enumerate(graph.edges[node])
            )
            signatures[node] = (block[node], options)
        finer = _numbered(signatures, keep)
        if len(set(finer.values())) == len(set(block.values())):
            return block
        block = finer


def _numbered(keys: dict[int, object], order: list[int]) -> dict[int, int]:
    numbers: dict[object, int] = {}
    return {node: numbers.setdefault(keys[node], len(numbers)) for node in order}


def skeleton(graph: OutcomeGraph) -> Picture:
    """The divergence skeleton of a graph. Box 0 is the start, even where nothing parts there."""
    parting = set(graph.divergences)
    keep = [n for n in graph.breadth_first() if n == 0 or n in parting or n in graph.outcome_of or n in graph.exploration.open]
    stops = _stops(graph, set(keep))
    steps = Steps(graph.exploration)
    block = _blocks(graph, steps, keep, stops)
    members: dict[int, list[int]] = {}
    for node in keep:
        members.setdefault(block[node], []).append(node)
    number = {name: index for index, name in enumerate(members)}
    first = values(graph.exploration.scenario, graph.exploration.fluents[0])
    boxes: list[Box] = [box_of(graph, tuple(nodes), nodes[0] in parting, first) for nodes in members.values()]
    merged: dict[tuple[int, int, _Option], list[tuple[int, int]]] = {}
    for nodes in members.values():
        for node in nodes:
            for index, edge in enumerate(graph.edges[node]):
                for stop in sorted(stops[edge.target]):
                    places = merged.setdefault((number[block[node]], number[block[stop]], _name(graph, steps, node, index, stops)), [])
                    if (node, index) not in places:
                        places.append((node, index))
    links: list[Link] = []
    for (source, target, (text, _)), places in merged.items():
        node, index = places[0]
        edge = graph.edges[node][index]
        flow = graph.flow
        splits = len({number[block[stop]] for stop in stops[edge.target]}) > 1
        links.append(
            Link(
                source=source,
                target=target,
                kind=option_kind(edge.option) if text else "go",
                text=text or "go on",
                choosers=edge.choosers,
                rules=edge.rules,
                outcomes=boxes[target].outcomes,
                paths=None if flow is None or splits else sum(flow[n][i] for n, i in places),
            )
        )
    report = report_of(graph)
    return Picture(report, tuple(boxes), tuple(links), what_is_counted(report))
