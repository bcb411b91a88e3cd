"""Two explorations of a scenario, under different rules or of two versions of it: what changed, and where they first part."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from reasoner.exploring.explore import Edge, Exploration
from reasoner.graphs.expect import value_at, written
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.report import Outcome, make_graph, make_report
from reasoner.graphs.steps import Steps
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, sort_key

__all__ = ["Change", "Parting", "changed", "compare", "tell_apart"]


@dataclass(frozen=True)
class Parting:
    """The first choice that is not the same on both sides: the steps that lead there, and the options with who has them."""

    after: list[str]
    before: list[str]
    now: list[str]


@dataclass(frozen=True)
class Change:
    """What changed. Outcomes are told by the values in which any of them differ, or by their records where no value does."""

    lost: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    kept: int = 0
    orderings: tuple[int | None, int | None] | None = None
    chooser: tuple[str, str] | None = None
    parting: Parting | None = None
    failed: tuple[str | None, str | None] | None = None
    """Where one side could not be explored: the message of each."""


def _key(graph: OutcomeGraph, nodes: list[int]) -> frozenset[Term]:
    """What an outcome is, without the switches that were in force."""
    return frozenset(f for f in graph.exploration.fluents[nodes[0]] if not (isinstance(f, tuple) and f[0] == "switch"))


def tell_apart(sides: Sequence[Sequence[Outcome]], game: str) -> dict[int, str]:
    """Each outcome (by its identity) in words that tell it from all others: the values in which any of them differ, or the records."""
    words = vocabulary(game)
    outcomes = [outcome for side in sides for outcome in side]
    paths = sorted({path for outcome in outcomes for path in outcome.changes})
    differing = [path for path in paths if len({repr(value_at(outcome, path, words)) for outcome in outcomes}) > 1]
    common = set(outcomes[0].record).intersection(*(outcome.record for outcome in outcomes)) if outcomes else set()

    def text(outcome: Outcome) -> str:
        parts = [f"{path} {written(value_at(outcome, path, words))}" for path in differing]
        return ", ".join(parts or [line for line in outcome.record if line not in common]) or "nothing more happens"

    return {id(outcome): text(outcome) for outcome in outcomes}


def _option(exploration: Exploration, node: int, edge: Edge) -> str:
    text = Steps(exploration).taken(node, edge)
    return f"{' and '.join(edge.choosers)}: {text}" if edge.choosers else text


def _parting(before: OutcomeGraph, now: OutcomeGraph) -> Parting | None:
    """Walk both graphs along the same options, breadth first, to the first place where they are not the same."""
    came: dict[tuple[int, int], tuple[tuple[int, int], Edge] | None] = {(0, 0): None}
    waiting = deque([(0, 0)])
    hidden: Parting | None = None
    while waiting:
        pair = waiting.popleft()
        edges = [{edge.option: edge for edge in graph.edges[node]} for graph, node in zip((before, now), pair, strict=True)]
        shared = sorted(edges[0].keys() & edges[1].keys(), key=sort_key)
        differ = edges[0].keys() != edges[1].keys() or any(edges[0][option].choosers != edges[1][option].choosers for option in shared)
        lead = [option for option in shared if _what(before, pair[0], edges[0][option]) != _what(now, pair[1], edges[1][option])]
        if differ or lead:
            told = [
                [_option(graph.exploration, node, edge) for edge in graph.edges[node] if differ or edge.option in lead] or ["the end"]
                for graph, node in zip((before, now), pair, strict=True)
            ]
            parting = Parting(_steps(before, came, pair), told[0], told[1])
            if told[0] != told[1]:
                return parting
            hidden = hidden or parting  # the words do not show it: what comes of it may
        for option in shared:
            target = (edges[0][option].target, edges[1][option].target)
            if target not in came:
                came[target] = (pair, edges[0][option])
                waiting.append(target)
    return hidden


def _what(graph: OutcomeGraph, node: int, edge: Edge) -> tuple[frozenset[Term], frozenset[Term]]:
    """What an option ends and begins."""
    old, new = frozenset(graph.exploration.fluents[node]), frozenset(graph.exploration.fluents[edge.target])
    return old - new, new - old


def _steps(graph: OutcomeGraph, came: dict[tuple[int, int], tuple[tuple[int, int], Edge] | None], pair: tuple[int, int]) -> list[str]:
    path: list[tuple[int, Edge]] = []
    while (step := came[pair]) is not None:
        pair, edge = step
        path.append((pair[0], edge))
    return Steps(graph.exploration).along(reversed(path))


def _same_graph(before: Exploration, now: Exploration) -> bool:
    """The same situations with the same options, choosers and ways on, whatever rules are cited for them."""
    if before.fluents != now.fluents or before.open or now.open or before.stuck != now.stuck:
        return False
    return all(
        [(edge.option, edge.choosers, edge.target, edge.copies) for edge in one]
        == [(edge.option, edge.choosers, edge.target, edge.copies) for edge in other]
        for one, other in zip(before.edges, now.edges, strict=True)
    )


def changed(before: Exploration, now: Exploration | str) -> bool:
    """Is the answer another one: the outcomes, the number of orderings, or who chooses first?"""
    return isinstance(now, str) or (not _same_graph(before, now) and compare(before, now) is not None)


def _incomplete(side: Exploration) -> str | None:
    if side.stuck:
        return "the rules leave something undecided: a situation without options in which something still waits"
    return None if side.complete else "the search was cut off"


def compare(before: Exploration | str, now: Exploration | str, by_state: bool = False) -> Change | None:
    """What changed between two explorations, or messages in their place; None if nothing did."""
    if isinstance(before, str) or isinstance(now, str):
        messages = tuple(side if isinstance(side, str) else None for side in (before, now))
        return None if messages[0] == messages[1] else Change(failed=(messages[0], messages[1]))
    graphs = make_graph(before, by_state), make_graph(now, by_state)
    reports = make_report(before, by_state), make_report(now, by_state)
    told = tell_apart([report.outcomes for report in reports], reports[0].scenario.game)
    sides = [
        {_key(graph, nodes): outcome for nodes, outcome in zip(graph.outcomes, report.outcomes, strict=True)}
        for graph, report in zip(graphs, reports, strict=True)
    ]
    lost = [told[id(outcome)] for key, outcome in sides[0].items() if key not in sides[1]]
    gained = [told[id(outcome)] for key, outcome in sides[1].items() if key not in sides[0]]
    orderings = (reports[0].orderings, reports[1].orderings)
    choosers = tuple(report.choosers[0] if report.choosers else "nobody" for report in reports)
    same = not lost and not gained and orderings[0] == orderings[1] and choosers[0] == choosers[1]
    if same and _incomplete(before) == _incomplete(now):
        return None
    cut_off = tuple(_incomplete(side) for side in (before, now))
    return Change(
        lost,
        gained,
        kept=len(sides[0].keys() & sides[1].keys()),
        orderings=orderings if orderings[0] != orderings[1] else None,
        chooser=(choosers[0], choosers[1]) if choosers[0] != choosers[1] else None,
        parting=_parting(*graphs),
        failed=(cut_off[0], cut_off[1]) if any(cut_off) else None,
    )
