"""Grow explorations, frontier by frontier: for many scenarios together, or for one whose situations differ in numbers mostly."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import overload

from reasoner.errors import NumberTooLarge, RuleError
from reasoner.language.scenario import Scenario
from reasoner.solving.lifting import NotLiftable
from reasoner.solving.solver import Move, Solver, State
from reasoner.terms import Term

from .exploration import Edge, Exploration, Limits
from .facts import plain_name
from .worlds import WorldMove, Worlds, WorldState

__all__ = ["Clock", "Search", "WorldSearch", "grow"]

LARGEST_PART, SMALL_PART = 2000, 500
"""Situations grounded at a time: more cost memory and save nothing. Small parts let a limit or the progress in between."""

_WORLDS = 50_000
"""Situations that differ in numbers alone are cheap, so many of them go together."""

FEW = 24
"""From so many waiting situations on it is tried whether they differ in numbers alone."""


class Clock:
    """Tells when a limit is reached."""

    def __init__(self, limits: Limits, scenarios: int = 1):
        self._limits, self._scenarios = limits, scenarios
        self._started = time.monotonic()

    def rings(self, found: int) -> bool:
        if self._limits.stop is not None and self._limits.stop():
            return True
        seconds, states = self._limits.seconds, self._limits.states
        late = seconds is not None and time.monotonic() - self._started > seconds
        return late or (states is not None and found > states * self._scenarios)


class Search:
    """One scenario's share of a joint exploration; ``group`` is that of its facts."""

    def __init__(self, first: State, group: int = 0):
        self.group = group
        self.numbers: dict[State, int] = {first: 0}
        self.states: list[State] = [first]
        self.moves: list[list[tuple[Move, int]]] = [[]]
        self.frontier: list[int] = [0]

    def add(self, number: int, moves: list[Move]) -> list[int]:
        """Note the moves of a situation; the situations that are new."""
        fresh: list[int] = []
        for move in moves:
            target = self.numbers.get(move.target)
            if target is None:
                target = self.numbers[move.target] = len(self.states)
                self.states.append(move.target)
                self.moves.append([])
                fresh.append(target)
            self.moves[number].append((move, target))
        return fresh


def grow(
    scenarios: Sequence[Scenario],
    solver: Solver,
    searches: list[Search],
    limits: Limits,
    progress: Callable[[int, int], None] | None,
    may_be_stuck: bool,
    lift: bool,
) -> list[Exploration]:
    """The explorations of the scenarios from the beginnings of their searches, which one solver grounds together.

    With ``lift``, a search that is alone goes on with lifted rules where numbers are too large for the solver, or where most of
    its situations differ in numbers alone. Raises NumberTooLarge, TooMany, ValueMissing or RuleError.
    """
    clock = Clock(limits, len(searches))
    alone = searches[0] if lift and len(searches) == 1 else None
    stopped = False
    while not stopped and (waiting := [(search, number) for search in searches for number in search.frontier]):
        if alone and len(waiting) >= FEW and (lifted := _lifted(alone, solver, sparse=True)):
            return [_finished(scenarios[0], *lifted.grown(clock, progress), may_be_stuck)]
        for search in searches:
            search.frontier = []
        size = SMALL_PART if limits.seconds is not None or progress is not None else LARGEST_PART
        for start in range(0, len(waiting), size):
            part = waiting[start : start + size]
            if stopped := stopped or clock.rings(sum(len(search.states) for search in searches)):
                for search, number in part:
                    search.frontier.append(number)
                continue
            try:
                found = solver.step([search.states[number] for search, number in part], {search.group for search, _ in part})
            except NumberTooLarge:
                if alone is None:
                    raise
                alone.frontier += [number for _, number in waiting[start:]]
                if not (lifted := _lifted(alone, solver)):
                    raise
                return [_finished(scenarios[0], *lifted.grown(clock, progress), may_be_stuck)]
            for (search, number), moves in zip(part, found, strict=True):
                search.frontier.extend(search.add(number, moves))
            if progress is not None:
                progress(sum(len(search.states) for search in searches), len(waiting) - start)
    return [_result(scenario, search, solver, may_be_stuck) for scenario, search in zip(scenarios, searches, strict=True)]


def _result(scenario: Scenario, search: Search, solver: Solver, may_be_stuck: bool) -> Exploration:
    term, names = _terms(solver)
    return _finished(
        scenario,
        [tuple(term(number) for number in state) for state in search.states],
        [
            [Edge(term(move.option), names(move.choosers), names(move.rules), target, move.copies) for move, target in moves]
            for moves in search.moves
        ],
        search.frontier,
        may_be_stuck,
    )


def _terms(solver: Solver) -> tuple[Callable[[int], Term], Callable[[Iterable[int]], tuple[str, ...]]]:
    """What turns the solver's numbers into terms with names as scenarios write them, and several into sorted names."""
    cache: dict[int, Term] = {}

    def term(number: int) -> Term:
        if number not in cache:
            cache[number] = plain_name(solver.term(number))
        return cache[number]

    return term, lambda numbers: tuple(sorted(str(term(number)) for number in numbers))


def _is_waiting(fluent: Term) -> bool:
    """Does the fluent say that something has still to happen, so that its situation is no end?"""
    return isinstance(fluent, tuple) and fluent[0] in ("batch", "after", "check", "asking", "dividing")


def _finished(
    scenario: Scenario, fluents: Sequence[tuple[Term, ...]], edges: list[list[Edge]], frontier: list[int], may_be_stuck: bool
) -> Exploration:
    cut_off = set(frontier)
    ends = (number for number, moves in enumerate(edges) if not moves and number not in cut_off)
    stuck = [number for number in ends if any(map(_is_waiting, fluents[number]))]
    if stuck and not may_be_stuck:
        raise RuleError(f"{scenario.file}: the rules leave something undecided in situation {stuck[0]}, which has no options")
    return Exploration(scenario, fluents=fluents, edges=edges, open=cut_off, stuck=stuck)


class _WorldFluents(Sequence[tuple[Term, ...]]):
    """The fluents of situations that are held as shapes and numbers, put together when they are asked for."""

    def __init__(self, worlds: Worlds, states: Sequence[WorldState]):
        self._worlds, self._states = worlds, states

    def __len__(self) -> int:
        return len(self._states)

    @overload
    def __getitem__(self, place: int) -> tuple[Term, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Term, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[Term, ...] | list[tuple[Term, ...]]:
        if isinstance(place, slice):
            return [self._worlds.fluents(state) for state in self._states[place]]
        return self._worlds.fluents(self._states[place])


class WorldSearch:
    """A search that is alone, in shapes and numbers from where it stands on."""

    def __init__(self, search: Search, solver: Solver, worlds: Worlds):
        term, names = _terms(solver)
        self._worlds = worlds
        self.states = [worlds.state(map(solver.term, state)) for state in search.states]
        self.edges = [
            [Edge(term(move.option), names(move.choosers), names(move.rules), target, move.copies) for move, target in moves]
            for moves in search.moves
        ]
        self.frontier = list(search.frontier)
        self._numbers = {state: number for number, state in enumerate(self.states)}

    def _add(self, number: int, moves: list[WorldMove]) -> None:
        for option, choosers, rules, state, copies in moves:
            target = self._numbers.get(state)
            if target is None:
                target = self._numbers[state] = len(self.states)
                self.states.append(state)
                self.edges.append([])
                self.frontier.append(target)
            self.edges[number].append(Edge(option, choosers, rules, target, copies))

    def grown(
        self, clock: Clock, progress: Callable[[int, int], None] | None
    ) -> tuple[Sequence[tuple[Term, ...]], list[list[Edge]], list[int]]:
        """Fluents and edges of all situations, and the situations that are left open."""
        while self.frontier and not clock.rings(len(self.states)):
            waiting, self.frontier = self.frontier[:_WORLDS], self.frontier[_WORLDS:]
            for number, moves in zip(waiting, self._worlds.step([self.states[number] for number in waiting]), strict=True):
                self._add(number, moves)
            if progress is not None:
                progress(len(self.states), len(self.frontier))
        return _WorldFluents(self._worlds, self.states), self.edges, self.frontier


def _lifted(search: Search, solver: Solver, sparse: bool = False) -> WorldSearch | None:
    """The search in shapes and numbers; None if the rules can't be lifted or, with ``sparse``, if it would not pay."""
    try:
        worlds = Worlds(solver, search.group)
    except NotLiftable:
        return None
    if sparse:
        waiting = [worlds.state(map(solver.term, search.states[number])) for number in search.frontier]
        if 2 * len({state.shape for state in waiting}) > len(waiting):
            return None
    return WorldSearch(search, solver, worlds)
