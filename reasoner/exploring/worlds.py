"""Situations that differ in numbers alone, worked on together, with numbers of any size.

A situation is a *shape* and its numbers: the shape is the set of its fluents with holes in place of amounts. The situations of
one shape are the worlds of one lifted situation, in which amounts are vectors (see ``numbers.py``); the lifted rules are
grounded for it once, and what they derive is read for each world. Where worlds turn out to go different ways they are parted
and grounded again, so nothing is assumed about what the rules do with numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple

import clingo

from reasoner.errors import NumberTooLarge, RuleError
from reasoner.solving.lifting import Lifted
from reasoner.solving.numbers import LARGEST, Numbers, Value
from reasoner.solving.solver import Changes, Solver
from reasoner.solving.symbols import to_symbol, to_term
from reasoner.terms import Term, Word

from .exploration import Label

__all__ = ["Bundle", "Row", "Shape", "Targets", "WorldMove", "Worlds"]

_HOLE = Word("_hole")


Shape = frozenset[int]
"""The numbers of a situation's masks, which are fluents with holes."""

Row = tuple[int, ...]
"""What fills the holes of a shape, in the order of its masks."""

Targets = Sequence[tuple[Shape, Sequence[Row]]]
"""A situation for each of several worlds, in their order."""


class WorldMove(NamedTuple):
    """One option that worlds have in common, and the situation that each of them goes to by it."""

    label: Label
    targets: Targets


class Bundle(NamedTuple):
    """Worlds that have the same options, by their places among those that were asked for."""

    places: Sequence[int]
    moves: Sequence[WorldMove]


_Part = tuple[int, tuple[Value, ...]]
"""A fluent: the number of its mask, and what fills the holes."""


def _filled(term: Term, numbers: Iterator[int]) -> Term:
    """A mask with its holes filled."""
    if isinstance(term, tuple):
        return (term[0], *[_filled(part, numbers) for part in term[1:]])
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
        self._rules = [statement for node in solver.program({group})[0] for statement in lifted.statements(node)]
        self._numbers = Numbers(lifted.expressions, lifted.tests, lifted.kinds, lifted.constants | solver.integers(group))
        self._masks: list[Term] = []
        self._known: dict[Term, int] = {}
        self._plain: set[int] = set()
        """The masks that are fluents as they stand."""
        self._layouts: dict[Shape, list[tuple[Term, bool]]] = {}
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

    def _targets(self, symbols: Iterable[clingo.Symbol], width: int) -> Targets:
        """The situation with these fluents in each of so many worlds."""
        parts = sorted(map(self._part, symbols), key=_mask_of)
        shape = frozenset(map(_mask_of, parts))
        columns = [value for _, values in parts for value in values]
        if len(shape) == len(parts):
            if not any(isinstance(column, tuple) for column in columns):
                return [(shape, [tuple(column for column in columns if isinstance(column, int))] * width)]
            rows = zip(*(column if isinstance(column, tuple) else repeat(column, width) for column in columns), strict=False)
            return [(shape, list(rows))]
        # Two fluents that differ in amounts alone keep theirs, in place of holes.
        found: list[tuple[Shape, Sequence[Row]]] = []
        masks = [mask for mask, _ in parts]
        for world in range(width):
            own: dict[int, Row] = {}
            for mask, values in parts:
                numbers = tuple(value[world] if isinstance(value, tuple) else value for value in values)
                if masks.count(mask) > 1:
                    own[self._mask(_filled(self._masks[mask], iter(numbers)))] = ()
                else:
                    own[mask] = numbers
            found.append((frozenset(own), [tuple(number for mask in sorted(own) for number in own[mask])]))
        return found

    def state(self, fluents: Iterable[clingo.Symbol]) -> tuple[Shape, Row]:
        """A situation from its fluents, whose numbers are the solver's own."""
        ((shape, (row,)),) = self._targets(fluents, 1)
        return shape, row

    def fluents(self, shape: Shape, row: Row) -> tuple[Term, ...]:
        """The fluents of a situation, in the order of their masks."""
        layout = self._layouts.get(shape)
        if layout is None:
            layout = self._layouts[shape] = [(self._masks[mask], mask in self._plain) for mask in sorted(shape)]
        numbers = iter(row)
        return tuple([mask if plain else _filled(mask, numbers) for mask, plain in layout])

    # --- steps
    def _symbol(self, term: Term, values: Iterator[Value], situation: int) -> clingo.Symbol:
        if isinstance(term, tuple):
            return clingo.Function(str(term[0]), [self._symbol(part, values, situation) for part in term[1:]])
        if term is _HOLE:
            return self._numbers.symbol(next(values), situation)
        return self._numbers.symbol(term, situation) if isinstance(term, int) else to_symbol(term)

    def _symbols(self, shape: Shape, rows: Sequence[Row], situation: int) -> list[clingo.Symbol]:
        """The fluents of a lifted situation, whose worlds these are."""
        columns = zip(*rows, strict=True)
        found: list[clingo.Symbol] = []
        for mask in sorted(shape):
            symbol = self._fixed.get(mask)
            if symbol is None:
                term = self._masks[mask]
                taken: list[Value] = []
                symbol = self._symbol(term, _noting(columns, taken), situation)
                if not taken:
                    self._fixed[mask] = symbol
            found.append(symbol)
        return found

    def step(self, shapes: Sequence[Shape], rows: Sequence[Row]) -> Iterator[Bundle]:
        """All moves of each of the situations, which stand in the places of these lists. Raises as :meth:`Solver.step` does."""
        alike: dict[Shape, list[int]] = {}
        for place, shape in enumerate(shapes):
            alike.setdefault(shape, []).append(place)
        waiting = list(alike.items())
        while waiting:
            apart: list[tuple[Shape, list[int]]] = []
            yield from self._round(waiting, rows, apart)
            waiting = apart

    def _round(self, groups: list[tuple[Shape, list[int]]], rows: Sequence[Row], apart: list[tuple[Shape, list[int]]]) -> Iterator[Bundle]:
        """Ground the groups of worlds once, and note those that have to go apart."""
        self._numbers.begin()
        self._parts.clear()
        fluents = [self._symbols(shape, [rows[place] for place in places], number) for number, (shape, places) in enumerate(groups)]
        try:
            options = self._solver.options(fluents, {self._group}, self._rules, self._numbers)
        except RuleError:
            for shape, places in groups:
                yield from self._one_by_one(shape, places, rows)
            return
        for number, ((shape, places), symbols) in enumerate(zip(groups, fluents, strict=True)):
            if partings := self._numbers.partings(number):
                parts: dict[tuple[bool, ...], list[int]] = {}
                for place, key in zip(places, zip(*sorted(partings), strict=True), strict=True):
                    parts.setdefault(key, []).append(place)
                apart.extend((shape, part) for part in parts.values())
            else:
                yield Bundle(places, self._moves(set(symbols), options[number], len(places)))

    def _moves(self, symbols: set[clingo.Symbol], options: dict[clingo.Symbol, Changes], width: int) -> list[WorldMove]:
        return [
            WorldMove(
                Label(to_term(option), _names(change.choosers), _names(change.rules), change.copies),
                self._targets((symbols - change.gone) | change.new, width),
            )
            for option, change in options.items()
        ]

    def _one_by_one(self, shape: Shape, places: Sequence[int], rows: Sequence[Row]) -> Iterator[Bundle]:
        """What the lifted rules can't do, the rules as they stand may."""
        for place in places:
            if any(abs(number) > LARGEST for number in rows[place]):
                raise NumberTooLarge(f"a number beyond {LARGEST} would be counted out one by one, or chosen from; make the amounts smaller")
            symbols = set(map(to_symbol, self.fluents(shape, rows[place])))
            yield Bundle([place], self._moves(symbols, self._solver.options([symbols], {self._group})[0], 1))


_mask_of = itemgetter(0)


def _noting(values: Iterator[Value], taken: list[Value]) -> Iterator[Value]:
    for value in values:
        taken.append(value)
        yield value


def _names(symbols: Iterable[clingo.Symbol]) -> tuple[str, ...]:
    return tuple(sorted(str(to_term(symbol)) for symbol in symbols))
