"""Situations that differ in numbers alone, worked on together, with numbers of any size.

A situation is a *shape* and its numbers: the shape is the set of its fluents with holes in place of amounts. The situations of
one shape are the worlds of one lifted situation, in which amounts are vectors (see ``numbers.py``); the lifted rules are
grounded for it once, and what they derive is read for each world. Where worlds turn out to go different ways they are parted
and grounded again, so nothing is assumed about what the rules do with numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import clingo

from reasoner.errors import NumberTooLarge, RuleError
from reasoner.solving.lifting import Lifted
from reasoner.solving.numbers import LARGEST, Numbers, Value
from reasoner.solving.solver import Solver, to_symbol, to_term
from reasoner.terms import Term, Word

__all__ = ["WorldMove", "WorldState", "Worlds"]

_HOLE = Word("_hole")


class WorldState(NamedTuple):
    """A situation: the numbers of its masks (fluents with holes), and what fills the holes, in the order of the masks."""

    shape: frozenset[int]
    numbers: tuple[int, ...]


class WorldMove(NamedTuple):
    """One option of a situation and where it leads."""

    option: Term
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    target: WorldState
    copies: int


_Part = tuple[int, tuple[Value, ...]]
"""A fluent: the number of its mask, and what fills the holes."""


def _filled(term: Term, numbers: Iterator[int]) -> Term:
    """A mask with its holes filled."""
    if isinstance(term, tuple):
        return (term[0], *(_filled(part, numbers) for part in term[1:]))
    return next(numbers) if term is _HOLE else term


def _has_hole(term: Term) -> bool:
    return any(map(_has_hole, term[1:])) if isinstance(term, tuple) else term is _HOLE


class Worlds:
    """Steps from situations of one scenario, by lifted rules.

    Raises NotLiftable if the rules can't be lifted.
    """

    def __init__(self, solver: Solver, group: int):
        lifted = Lifted()
        self._solver, self._group = solver, group
        self._rules = [statement for node in solver.needed({group}) for statement in lifted.statements(node)]
        self._numbers = Numbers(lifted.expressions, lifted.tests, lifted.kinds, lifted.constants | solver.integers(group))
        self._masks: list[Term] = []
        self._known: dict[Term, int] = {}
        self._plain: set[int] = set()
        """The masks that are fluents as they stand."""
        self._fixed: dict[int, clingo.Symbol] = {}
        self._parts: dict[clingo.Symbol, _Part] = {}

    # --- situations
    def _mask(self, term: Term) -> int:
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = len(self._masks)
            self._masks.append(term)
            if not _has_hole(term):
                self._plain.add(known)
        return known

    def _holed(self, symbol: clingo.Symbol, found: list[Value]) -> Term:
        if (number := self._numbers.read(symbol)) is not None:
            found.append(number[1])
            return _HOLE
        if symbol.type == clingo.SymbolType.Function and symbol.arguments:
            return (symbol.name, *(self._holed(part, found) for part in symbol.arguments))
        return to_term(symbol)

    def _part(self, symbol: clingo.Symbol) -> _Part:
        """Amounts are what stands last in ``now``, ``at`` and ``item``, and every number in what ``now`` counts."""
        known = self._parts.get(symbol)
        if known is None:
            found: list[Value] = []
            term: Term
            if symbol.type == clingo.SymbolType.Function and symbol.name == "now":
                term = self._holed(symbol, found)
            elif symbol.type == clingo.SymbolType.Function and symbol.name in ("at", "item"):
                *kept, last = symbol.arguments
                term = (symbol.name, *map(to_term, kept), self._holed(last, found))
            else:
                term = to_term(symbol)
            known = self._parts[symbol] = (self._mask(term), tuple(found))
        return known

    def _states(self, symbols: Iterable[clingo.Symbol], width: int) -> Sequence[WorldState]:
        """The situation with these fluents in each of so many worlds."""
        parts = sorted(map(self._part, symbols), key=lambda part: part[0])
        shape = frozenset(mask for mask, _ in parts)
        columns = [value for _, values in parts for value in values]
        if len(shape) == len(parts):
            if not any(isinstance(column, tuple) for column in columns):
                return [WorldState(shape, tuple(column for column in columns if isinstance(column, int)))] * width
            rows = zip(*(column if isinstance(column, tuple) else repeat(column, width) for column in columns), strict=False)
            return [WorldState(shape, row) for row in rows]
        # Two fluents that differ in amounts alone keep theirs, in place of holes.
        found: list[WorldState] = []
        masks = [mask for mask, _ in parts]
        for world in range(width):
            own: dict[int, tuple[int, ...]] = {}
            for mask, values in parts:
                numbers = tuple(value[world] if isinstance(value, tuple) else value for value in values)
                if masks.count(mask) > 1:
                    own[self._mask(_filled(self._masks[mask], iter(numbers)))] = ()
                else:
                    own[mask] = numbers
            found.append(WorldState(frozenset(own), tuple(number for mask in sorted(own) for number in own[mask])))
        return found

    def state(self, fluents: Iterable[Term]) -> WorldState:
        """A situation from its fluents, whose numbers are the solver's own."""
        return self._states(map(to_symbol, fluents), 1)[0]

    def fluents(self, state: WorldState) -> tuple[Term, ...]:
        """The fluents of a situation, in the order of their masks."""
        numbers = iter(state.numbers)
        masks = ((self._masks[mask], mask in self._plain) for mask in sorted(state.shape))
        return tuple(mask if plain else _filled(mask, numbers) for mask, plain in masks)

    # --- steps
    def _symbol(self, term: Term, values: Iterator[Value], situation: int) -> clingo.Symbol:
        if isinstance(term, tuple):
            return clingo.Function(str(term[0]), [self._symbol(part, values, situation) for part in term[1:]])
        if term is _HOLE:
            return self._numbers.symbol(next(values), situation)
        return self._numbers.symbol(term, situation) if isinstance(term, int) else to_symbol(term)

    def _symbols(self, states: Sequence[WorldState], situation: int) -> list[clingo.Symbol]:
        """The fluents of a lifted situation, whose worlds these are."""
        columns = iter([states[0].numbers[0:0], *zip(*(state.numbers for state in states), strict=True)][1:])
        found: list[clingo.Symbol] = []
        for mask in sorted(states[0].shape):
            symbol = self._fixed.get(mask)
            if symbol is None:
                term = self._masks[mask]
                taken: list[Value] = []
                symbol = self._symbol(term, _noting(columns, taken), situation)
                if not taken:
                    self._fixed[mask] = symbol
            found.append(symbol)
        return found

    def step(self, states: Sequence[WorldState]) -> list[list[WorldMove]]:
        """All moves of each of the situations. Raises as :meth:`Solver.step` does."""
        found: list[list[WorldMove]] = [[] for _ in states]
        shapes: dict[frozenset[int], list[int]] = {}
        for place, state in enumerate(states):
            shapes.setdefault(state.shape, []).append(place)
        waiting = list(shapes.values())
        while waiting:
            waiting = self._round(states, waiting, found)
        return found

    def _round(self, states: Sequence[WorldState], groups: list[list[int]], found: list[list[WorldMove]]) -> list[list[int]]:
        """Ground the groups of worlds once; the groups that have to go apart."""
        self._numbers.begin()
        self._parts.clear()
        fluents = [self._symbols([states[place] for place in group], number) for number, group in enumerate(groups)]
        try:
            options = self._solver.options(fluents, {self._group}, self._rules, self._numbers)
        except RuleError:
            self._one_by_one(states, groups, found)
            return []
        apart: list[list[int]] = []
        for number, (group, symbols) in enumerate(zip(groups, fluents, strict=True)):
            if partings := self._numbers.partings(number):
                parts: dict[tuple[bool, ...], list[int]] = {}
                for place, key in zip(group, zip(*sorted(partings), strict=True), strict=True):
                    parts.setdefault(key, []).append(place)
                apart.extend(parts.values())
                continue
            for option, (choosers, rules, gone, new, copies) in options[number].items():
                targets = self._states((set(symbols) - gone) | new, len(group))
                told = to_term(option), _names(choosers), _names(rules)
                for place, target in zip(group, targets, strict=True):
                    found[place].append(WorldMove(*told, target, copies))
        return apart

    def _one_by_one(self, states: Sequence[WorldState], groups: list[list[int]], found: list[list[WorldMove]]) -> None:
        """What the lifted rules can't do, the rules as they stand may."""
        for place in (place for group in groups for place in group):
            state = states[place]
            if any(abs(number) > LARGEST for number in state.numbers):
                raise NumberTooLarge(f"a number beyond {LARGEST} would be counted out one by one, or chosen from; make the amounts smaller")
            fluents = {to_symbol(fluent) for fluent in self.fluents(state)}
            for option, (choosers, rules, gone, new, copies) in self._solver.options([fluents], {self._group})[0].items():
                target = self._states((fluents - gone) | new, 1)[0]
                found[place].append(WorldMove(to_term(option), _names(choosers), _names(rules), target, copies))


def _noting(values: Iterator[Value], taken: list[Value]) -> Iterator[Value]:
    for value in values:
        taken.append(value)
        yield value


def _names(symbols: Iterable[clingo.Symbol]) -> tuple[str, ...]:
    return tuple(sorted(str(to_term(symbol)) for symbol in symbols))
