"""Replay: is a sequence of choices, written down from a game or an engine's log, legal?

A trace is JSON Lines. A line is a choice: ``{"effect": …}`` applies an effect (by its name in the scenario, or the name of its card
or source), ``{"decline": …}`` declines one, ``{"effect": …, "choose": …}`` answers a question in it, ``{"effect": …, "points": 2}``
divides its points, ``{"object": …, "to": …}`` settles where an object goes. ``event`` (words of its description, such as
``"damage"``) and ``chooser`` narrow a choice where they are given. The last line may be ``{"result": {"ben.life": 14, …}}``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from reasoner.errors import InputError, Problem
from reasoner.exploring.explore import Edge
from reasoner.language.source import choices, nearest
from reasoner.language.vocabulary import vocabulary
from reasoner.words.describe import called, describe_event, event_views

from .expect import matches, value_at, written
from .graph import OutcomeGraph
from .report import report_of
from .steps import Steps

__all__ = ["Replay", "Step", "read_trace", "replay"]

MOST_ORDERINGS = 5000
"""Legal orderings among which the nearest is looked for."""
_KEYS = ("effect", "decline", "choose", "points", "object", "to", "event", "chooser", "result")


@dataclass(frozen=True)
class Step:
    """A line of a trace, with its number."""

    line: int
    data: dict[str, Any]

    def __str__(self) -> str:
        pairs = [*self.data.get("result", {}).items(), *((key, value) for key, value in self.data.items() if key != "result")]
        return ", ".join(f"{key}: {written(value)}" for key, value in pairs)


@dataclass
class Replay:
    """What became of a trace. ``legal``: every step is a legal option, and the result, if it states one, is among the outcomes that it
    can still come to. Else ``step`` is the first that is not (or the result), ``options`` what was legal there, by the rules in ``rules``,
    and ``nearest`` the legal ordering most like the trace. ``outcomes`` are the numbers of those that stay possible."""

    legal: bool
    outcomes: list[int]
    step: Step | None = None
    problem: str = ""
    options: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    nearest: list[str] = field(default_factory=list)


def read_trace(text: str, name: str) -> list[Step]:
    """The steps of a trace. Raises InputError."""
    steps: list[Step] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as error:
            problems.append(Problem(name, number, getattr(error, "colno", 1), "expected a JSON object on every line"))
            continue
        unknown = [key for key in data if key not in _KEYS] if isinstance(data, dict) else []
        kinds = [key for key in ("effect", "decline", "object", "result") if isinstance(data, dict) and key in data]
        if not isinstance(data, dict) or unknown or len(kinds) != 1:
            found = f"unknown key {unknown[0]!r}; " if unknown else ""
            problems.append(Problem(name, number, 1, f"{found}expected one of effect, decline, object and result (keys: {choices(_KEYS)})"))
        elif steps and "result" in steps[-1].data:
            problems.append(Problem(name, number, 1, "nothing comes after the result"))
        elif "result" in data and not isinstance(data["result"], dict):
            problems.append(Problem(name, number, 1, 'expected a result such as {"ben.life": 14}'))
        else:
            steps.append(Step(number, data))
    if problems:
        raise InputError(problems)
    return steps


class _Board:
    """Who is called what in a trace, and which options are whose choice."""

    def __init__(self, graph: OutcomeGraph):
        self.graph = graph
        self.scenario = graph.exploration.scenario
        titles = {
            t.name: str(trait[1]) for t in self.scenario.objects for trait in t.traits if isinstance(trait, tuple) and trait[0] == "name"
        }
        self.called: dict[str, set[str]] = {}
        for effect in self.scenario.effects:
            own = {effect.name, effect.source or effect.name, titles.get(effect.source or "", effect.name)}
            self.called[effect.name] = {text.casefold() for text in own}

    def settled(self, nodes: set[int]) -> set[int]:
        """The situations where somebody has a choice, or that are ends, after what nobody chooses."""
        found: set[int] = set()
        seen: set[int] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            free = [edge for edge in self.graph.edges[node] if not isinstance(edge.option, tuple)]
            if free:
                waiting += [edge.target for edge in free]
            if len(free) < len(self.graph.edges[node]) or not self.graph.edges[node]:
                found.add(node)
        return found

    def fits(self, step: Step, node: int, edge: Edge) -> bool:
        """Is the edge what the step says?"""
        option, data = edge.option, step.data
        if not isinstance(option, tuple) or ("chooser" in data and data["chooser"] not in edge.choosers):
            return False
        kind, what = str(option[0]), str(option[1])
        if kind == "settle":
            return data.get("object") == called(option[1]) and data.get("to") == str(option[2])
        name = data.get("effect", data.get("decline"))
        if name is None or str(name).casefold() not in self.called.get(what, {what.casefold()}) or not self._event_fits(data, node, edge):
            return False
        if kind == "choose":
            answer = option[3]
            told = f"{answer[0]} {called(answer[1])}" if isinstance(answer, tuple) else called(answer)
            return str(data.get("choose")) == told
        if kind == "share":
            return data.get("points") == option[3]
        return kind == ("decline" if "decline" in data else "apply") and "choose" not in data and "points" not in data

    def _event_fits(self, data: dict[str, Any], node: int, edge: Edge) -> bool:
        if "event" not in data or not isinstance(edge.option, tuple):
            return True
        view = event_views(self.graph.exploration.fluents[node]).get(edge.option[2])
        if view is None:
            return False
        words = describe_event(self.scenario, view).casefold().split()
        return all(word in words for word in str(data["event"]).casefold().replace("_", " ").split())


def _options(board: _Board, nodes: set[int]) -> tuple[list[str], list[str]]:
    told: dict[str, None] = {}
    rules: set[str] = set()
    for node in sorted(nodes):
        for edge in board.graph.edges[node]:
            if isinstance(edge.option, tuple):
                text = ", ".join(Steps(board.graph.exploration).along([(node, edge)]))
                told.setdefault(f"{' and '.join(edge.choosers)}: {text}" if edge.choosers else text)
                rules.update(edge.rules)
    return list(told), sorted(rules)


def _nearest(board: _Board, steps: Sequence[Step], outcome: int | None = None) -> list[str]:
    """The legal ordering (to this outcome) most like what the trace applies; empty if it says nothing of that."""
    wanted = [str(step.data["effect"]).casefold() for step in steps if "effect" in step.data]
    if board.graph.loops or not (wanted or outcome is not None):
        return []

    def likeness(path: list[tuple[int, Edge]]) -> float:
        names = [edge.option[1] for _, edge in path if isinstance(edge.option, tuple)]
        told = [next((w for w in wanted if w in board.called.get(str(name), ())), str(name)) for name in names]
        return SequenceMatcher(None, wanted, told, autojunk=False).ratio()

    paths = (path for path, _, _ in islice(board.graph.words(outcome), MOST_ORDERINGS))
    best = max(paths, key=likeness, default=[])
    return Steps(board.graph.exploration).along(best)


def _reachable(graph: OutcomeGraph, nodes: set[int]) -> list[int]:
    return sorted({outcome + 1 for node in nodes for outcome in graph.reachable[node]})


def replay(graph: OutcomeGraph, steps: Sequence[Step], whole: Callable[[], OutcomeGraph | None] = lambda: None) -> Replay:
    """Follow a trace through an explored graph.

    Where one order stands for others in the graph, ``whole`` is asked for the graph in which all are told apart, before a trace is
    called illegal; outcomes keep their numbers.
    """
    found = _follow(graph, steps)
    every = None if found.legal else whole()
    if every is None:
        return found
    every.number_like(graph)
    return _follow(every, steps)


def _follow(graph: OutcomeGraph, steps: Sequence[Step]) -> Replay:
    board = _Board(graph)
    here = board.settled({0})
    for step in steps:
        if "result" in step.data:
            return _result(board, here, steps, step)
        targets = {edge.target for node in here for edge in graph.edges[node] if board.fits(step, node, edge)}
        if not targets:
            told, rules = _options(board, here)
            problem = "this is no legal option here" if told else "nothing is left to choose here"
            return Replay(False, _reachable(graph, here), step, problem, told, rules, _nearest(board, steps))
        here = board.settled(targets)
    return Replay(True, _reachable(graph, here))


def _result(board: _Board, here: set[int], steps: Sequence[Step], step: Step) -> Replay:
    report = report_of(board.graph)
    words = vocabulary(board.scenario.game)
    wanted = {path: "none" if value is None else value for path, value in step.data["result"].items()}
    _check_result(board, wanted, step.line, {path.partition(".")[0] for outcome in report.outcomes for path in outcome.values})

    def fits(number: int) -> bool:
        return matches(report.outcomes[number - 1], wanted, words)

    possible = _reachable(board.graph, here)
    fitting = [number for number in possible if fits(number)]
    if fitting:
        return Replay(True, fitting)
    elsewhere = [outcome.number for outcome in report.outcomes if fits(outcome.number)]
    problem = (
        f"this result is outcome {elsewhere[0]}, which these steps do not lead to" if elsewhere else "no legal ordering has this result"
    )
    told = [", ".join(f"{path} {written(value_at(report.outcomes[n - 1], path, words))}" for path in wanted) for n in possible]
    nearest = _nearest(board, steps, elsewhere[0] - 1 if elsewhere else None)
    return Replay(False, possible, step, problem, list(dict.fromkeys(told)), [], nearest)


def _check_result(board: _Board, result: Mapping[str, object], line: int, there: Set[str]) -> None:
    """Does a result speak of what there is? Raises InputError."""
    known = {name for group in vocabulary(board.scenario.game).attributes.values() for name in group}
    names = board.scenario.names() | there
    problems: list[Problem] = []
    for path in result:
        owner, _, rest = path.partition(".")
        if rest.partition(".")[0] not in known:
            problems.append(Problem("result", line, 1, f"{path!r} is no value; write it as ben.life or bear.zone"))
        elif owner not in names:
            problems.append(Problem("result", line, 1, f"there is no {owner!r}{nearest(owner, names)} (valid here: {choices(names)})"))
    if problems:
        raise InputError(problems)
