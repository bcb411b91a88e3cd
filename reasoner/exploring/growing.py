"""Grow explorations, frontier by frontier: for many scenarios together, or for one whose situations differ in numbers mostly."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count, repeat
from typing import overload

from reasoner.errors import NumberTooLarge, RuleError
from reasoner.language.scenario import Scenario
from reasoner.solving.lifting import NotLiftable
from reasoner.solving.solver import Move, Solver, State
from reasoner.terms import Term, sort_key

from .exploration import Edge, Edges, Exploration, Limits, Stop
from .facts import plain_name
from .memory import Memory
from .symmetry import Images, Renaming
from .worlds import Row, Shape, Targets, WorldMove, Worlds

__all__ = ["Clock", "Search", "WorldSearch", "grow"]

LARGEST_PART, SMALL_PART = 2000, 500
"""Situations grounded at a time: more cost memory and save nothing. Small parts let a limit or the progress in between."""

_WORLDS = 50_000
"""Situations that differ in numbers alone are cheap, so many of them go together."""

FEW = 24
"""From so many waiting situations on it is tried whether they differ in numbers alone."""


_TOLD = 5000
"""The bytes that the graph and the report of a situation take, after the search: as much as most take that were measured."""


class Clock:
    """Tells when a limit is reached, and which it was (``rung_by``)."""

    def __init__(self, limits: Limits, scenarios: int = 1):
        self._limits, self._scenarios = limits, scenarios
        self._started = time.monotonic()
        self._memory = Memory(limits.memory)
        self.rung_by: Stop | None = None

    def rings(self, found: int) -> bool:
        """Is a limit reached, with so many situations?"""
        self.rung_by = self._reached(found)
        return self.rung_by is not None

    def _reached(self, found: int) -> Stop | None:
        if self._limits.stop is not None and self._limits.stop():
            return "stop"
        seconds, states = self._limits.seconds, self._limits.states
        if seconds is not None and time.monotonic() - self._started > seconds:
            return "seconds"
        if states is not None and found > states * self._scenarios:
            return "states"
        return "memory" if self._memory.is_full(found * _TOLD) else None


class Search:
    """One scenario's share of a joint exploration; ``group`` is that of its facts. Situations that are images of others are not
    asked of the solver."""

    def __init__(self, first: State, group: int = 0, images: Images | None = None):
        self.group = group
        self._images = images
        self._image_of: dict[int, tuple[State, Renaming] | None] = {}
        self.numbers: dict[State, int] = {first: 0}
        self.states: list[State] = [first]
        self.moves: list[list[tuple[Move, int]]] = [[]]
        self.frontier: list[int] = [0]

    def is_image(self, number: int) -> bool:
        """Are the moves of a situation those of another one, with names exchanged?"""
        if self._images is None:
            return False
        if number not in self._image_of:
            self._image_of[number] = self._images.of(self.states[number])
        return self._image_of[number] is not None

    def copied(self, number: int) -> list[Move]:
        """The moves of an image, when those of the situation that it is an image of are known."""
        image = self._image_of[number]
        assert image is not None
        first, renaming = image
        return [renaming.move(move) for move, _ in self.moves[self.numbers[first]]]

    def add(self, number: int, moves: list[Move]) -> list[int]:
        """Note the moves of a situation; the situations that are new."""
        fresh: list[int] = []
        if self._images is not None:
            self._images.saw(moves)
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
    worlds: Worlds | None = None
    waits = cache(lambda number: _is_waiting(solver.term(number)))
    stopped = False
    while not stopped and (waiting := [(search, number) for search in searches for number in search.frontier]):
        if alone and len(waiting) >= FEW and (worlds := worlds or _worlds(alone, solver)) and _pays(alone, solver, worlds):
            return [_in_worlds(scenarios[0], WorldSearch(alone, solver, worlds), clock, progress, may_be_stuck)]
        for search in searches:
            search.frontier = []
        size = SMALL_PART if limits.seconds is not None or progress is not None else LARGEST_PART
        for start in range(0, len(waiting), size):
            part = waiting[start : start + size]
            if stopped := stopped or clock.rings(sum(len(search.states) for search in searches)):
                for search, number in part:
                    search.frontier.append(number)
                continue
            asked = [(search, number) for search, number in part if not search.is_image(number)]
            try:
                groups = {search.group for search, _ in asked}
                found = solver.step([search.states[number] for search, number in asked], groups) if asked else []
            except NumberTooLarge:
                if alone is None:
                    raise
                alone.frontier += [number for _, number in waiting[start:]]
                if not (worlds := worlds or _worlds(alone, solver)):
                    raise
                return [_in_worlds(scenarios[0], WorldSearch(alone, solver, worlds), clock, progress, may_be_stuck)]
            known = dict(zip(asked, found, strict=True))
            for search, number in part:
                moves = known[search, number] if (search, number) in known else search.copied(number)
                search.frontier.extend(fresh for fresh in search.add(number, moves) if any(map(waits, search.states[fresh])))
            if progress is not None:
                progress(sum(len(search.states) for search in searches), len(waiting) - start)
    return [_result(scenario, search, solver, clock, may_be_stuck) for scenario, search in zip(scenarios, searches, strict=True)]


def _result(scenario: Scenario, search: Search, solver: Solver, clock: Clock, may_be_stuck: bool) -> Exploration:
    term, _ = _terms(solver)
    fluents = [tuple(term(number) for number in state) for state in search.states]
    found = Exploration(scenario, fluents, _edges(search, solver), set(search.frontier), stopped_by=clock.rung_by)
    return _finished(found, lambda number: any(map(_is_waiting, fluents[number])), may_be_stuck)


def _edges(search: Search, solver: Solver) -> Edges:
    term, names = _terms(solver)
    return Edges.of(
        [Edge(term(move.option), names(move.choosers), names(move.rules), target, move.copies) for move, target in moves]
        for moves in search.moves
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
    """Does the fluent say that something has still to happen? Situations without such fluents are ends, and need no grounding."""
    return isinstance(fluent, tuple) and fluent[0] in ("batch", "after", "check", "asking", "dividing")


def _finished(exploration: Exploration, waits: Callable[[int], bool], may_be_stuck: bool) -> Exploration:
    """The exploration with the situations that the rules leave undecided."""
    cut_off = exploration.open
    ends = (number for number, targets in enumerate(exploration.edges.targets) if not targets and number not in cut_off)
    exploration.stuck = list(filter(waits, ends))
    if exploration.stuck and not may_be_stuck:
        raise RuleError(
            f"{exploration.scenario.file}: the rules leave something undecided in situation {exploration.stuck[0]}, which has no options"
        )
    return exploration


class _WorldFluents(Sequence[tuple[Term, ...]]):
    """The fluents of situations that are held as shapes and rows, put together when they are asked for."""

    def __init__(self, worlds: Worlds, shapes: Sequence[Shape], rows: Sequence[Row]):
        self._worlds, self._shapes, self._rows = worlds, shapes, rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> tuple[Term, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Term, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[Term, ...] | list[tuple[Term, ...]]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        return self._worlds.fluents(self._shapes[place], self._rows[place])


class WorldSearch:
    """A search that is alone, in shapes and rows of numbers from where it stands on."""

    def __init__(self, search: Search, solver: Solver, worlds: Worlds):
        self._worlds = worlds
        self._known: dict[Shape, dict[Row, int]] = {}
        self.shapes: list[Shape] = []
        self.rows: list[Row] = []
        for state in search.states:
            shape, row = worlds.state(solver.symbols(state))
            self._numbers([(shape, [row])])
        self.edges = _edges(search, solver)
        self.frontier: Sequence[int] = list(search.frontier)
        self._waiting: dict[Shape, bool] = {}

    def _numbers(self, targets: Targets) -> list[int]:
        """The number of each of the situations; those that are not known get the next ones."""
        found: list[int] = []
        for shape, rows in targets:
            known = self._known.setdefault(shape, {})
            new = [row for row in dict.fromkeys(rows) if row not in known]
            known.update(zip(new, count(len(self.rows))))
            self.rows.extend(new)
            self.shapes.extend(repeat(shape, len(new)))
            found.extend(map(known.__getitem__, rows))
        return found

    def _add(self, situations: Sequence[int], moves: Iterable[WorldMove]) -> None:
        """Note the moves that these situations have in common."""
        ordered = sorted(moves, key=lambda move: sort_key(move.label.option))
        labels = tuple(move.label for move in ordered)
        columns = [self._numbers(move.targets) for move in ordered]
        new = len(self.rows) - len(self.edges)
        self.edges.labels.extend(repeat((), new))
        self.edges.targets.extend(repeat((), new))
        if columns:
            for situation, targets in zip(situations, zip(*columns, strict=True), strict=True):
                self.edges.labels[situation] = labels
                self.edges.targets[situation] = targets

    def grow(self, clock: Clock, progress: Callable[[int, int], None] | None) -> None:
        """Go on to the end, or until a limit stops it; then some situations stay in the frontier."""
        while self.frontier and not clock.rings(len(self.rows)):
            waiting, left = self.frontier[:_WORLDS], self.frontier[_WORLDS:]
            before = len(self.rows)
            for bundle in self._worlds.step([self.shapes[number] for number in waiting], [self.rows[number] for number in waiting]):
                self._add([waiting[place] for place in bundle.places], bundle.moves)
            self.frontier = [*left, *filter(self.waits, range(before, len(self.rows)))]
            if progress is not None:
                progress(len(self.rows), len(self.frontier))

    def waits(self, number: int) -> bool:
        """Has something still to happen in a situation? Amounts make no difference."""
        shape = self.shapes[number]
        if shape not in self._waiting:
            self._waiting[shape] = any(map(_is_waiting, self.fluents[number]))
        return self._waiting[shape]

    @property
    def fluents(self) -> Sequence[tuple[Term, ...]]:
        """The fluents of all situations."""
        return _WorldFluents(self._worlds, self.shapes, self.rows)


def _in_worlds(
    scenario: Scenario, search: WorldSearch, clock: Clock, progress: Callable[[int, int], None] | None, may_be_stuck: bool
) -> Exploration:
    search.grow(clock, progress)
    found = Exploration(scenario, search.fluents, search.edges, set(search.frontier), stopped_by=clock.rung_by)
    return _finished(found, search.waits, may_be_stuck)


def _worlds(search: Search, solver: Solver) -> Worlds | None:
    """What steps in shapes and numbers; None if the rules can't be lifted."""
    try:
        return Worlds(solver, search.group)
    except NotLiftable:
        return None


def _pays(search: Search, solver: Solver, worlds: Worlds) -> bool:
    """Do most of the waiting situations differ in numbers alone?"""
    shapes = [worlds.state(solver.symbols(search.states[number]))[0] for number in search.frontier]
    return 2 * len(set(shapes)) <= len(shapes)
