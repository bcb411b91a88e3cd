"""Numbers of any size, and many of them at a time: what stands for numbers while lifted rules are grounded.

The solver's own integers have 32 bits. Where they do not do, a number goes by a name, ``_n(I)``, which the solver only passes
on; all arithmetic and every comparison comes here (see ``lifting.py``). Such a name stands for one number that is too large,
or for many: the *worlds* of a situation are situations that differ in numbers alone, and a *vector* holds the number of
each of them. Worlds between which a comparison decides, or of which only some have two numbers equal, can't go together;
:attr:`Numbers.splits` notes what parts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Union

import clingo

from reasoner.errors import NumberTooLarge

__all__ = ["LARGEST", "UNLIMITED", "Expression", "Numbers", "Test", "Value", "is_name", "refuse_names_inside"]

Value = Union[int, tuple[int, ...]]
"""A number, or one for each world of a situation."""

Expression = Callable[[Sequence[Value]], Value]
Test = Callable[[Sequence[clingo.Symbol], Sequence[Value]], Union[bool, tuple[bool, ...]]]

LARGEST = 2**31 - 1
_NAME = "_n"
_UNDEFINED = clingo.Function("_undefined")
UNLIMITED = 10**400
"""Stands where the rules guard the range of the solver's own integers: a number beyond it is an error."""


def is_name(symbol: clingo.Symbol) -> bool:
    """Does this symbol name a number?"""
    return symbol.type == clingo.SymbolType.Function and symbol.name == _NAME


def refuse_names_inside(symbols: Iterable[clingo.Symbol]) -> None:
    """Raise ValueError if a number goes by its name inside one of these: their order would be that of the names."""
    for symbol in symbols:
        if symbol.type == clingo.SymbolType.Function and symbol.arguments and f"{_NAME}(" in str(symbol):
            raise ValueError(f"{symbol} has no place in an order")


class Numbers:
    """The numbers that go by names, and what the lifted rules call (the methods without a leading underscore that take symbols).

    ``constants`` are the numbers that the rules and the scenario write; ``expressions``, ``tests`` and ``kinds`` (the function
    of each sum, least or greatest) come from lifting.
    """

    def __init__(self, expressions: Sequence[Expression], tests: Sequence[Test], kinds: Sequence[str], constants: Iterable[int]):
        self._expressions, self._tests, self._kinds = expressions, tests, kinds
        self._constants = frozenset(constants)
        self._values: list[tuple[int, Value]] = []
        self._names: dict[tuple[int, Value], clingo.Symbol] = {}
        self._own: dict[int, set[tuple[int, ...]]] = {}
        self._noted: dict[tuple[clingo.Symbol, ...], dict[tuple[clingo.Symbol, ...], None]] = {}
        self.splits: dict[int, set[tuple[bool, ...]]] = {}

    def begin(self) -> None:
        """Forget what belongs to one grounding."""
        for table in (self._values, self._names, self._noted, self._own, self.splits):
            table.clear()

    # --- names
    def symbol(self, value: Value, situation: int) -> clingo.Symbol:
        """The symbol for a number, or for the vector of a situation."""
        if isinstance(value, tuple):
            first = value[0]
            if value.count(first) == len(value):
                value = first
            else:
                self._own.setdefault(situation, set()).add(value)
        if isinstance(value, int):
            if -LARGEST <= value <= LARGEST:
                return clingo.Number(value)
            situation = -1
        known = self._names.get((situation, value))
        if known is None:
            if max(value if isinstance(value, tuple) else (abs(value),)) > UNLIMITED:
                raise NumberTooLarge("a number of more than 400 digits comes up; make the amounts smaller")
            known = clingo.Function(_NAME, [clingo.Number(len(self._values))])
            self._names[situation, value] = known
            self._values.append((situation, value))
        return known

    def read(self, symbol: clingo.Symbol) -> tuple[int, Value] | None:
        """The situation (-1 if it is of none) and the number or vector that a symbol stands for; None for any other symbol."""
        if symbol.type == clingo.SymbolType.Number:
            return -1, symbol.number
        if is_name(symbol):
            return self._values[symbol.arguments[0].number]
        return None

    def _read_all(self, symbols: Sequence[clingo.Symbol]) -> tuple[int, list[Value]]:
        situation, values = -1, []
        for symbol in symbols:
            found = self.read(symbol)
            if found is None:
                raise ValueError(f"{symbol} is no number")
            situation = max(situation, found[0])
            values.append(found[1])
        return situation, values

    # --- called by the rules
    def calc(self, number: clingo.Symbol, *arguments: clingo.Symbol) -> clingo.Symbol:
        """The worth of an expression. (Of what is no number too, as it may be asked before the rest of its rule is looked at.)"""
        if not all(symbol.type == clingo.SymbolType.Number or is_name(symbol) for symbol in arguments):
            return _UNDEFINED
        situation, values = self._read_all(arguments)
        return self.symbol(self._expressions[number.number](values), situation)

    def test(self, number: clingo.Symbol, *arguments: clingo.Symbol) -> clingo.Symbol:
        """1 if a comparison holds, else 0."""
        situation, values = -1, []
        for symbol in arguments:
            found = self.read(symbol)
            situation = max(situation, found[0] if found else -1)
            values.append(found[1] if found else 0)
        holds = self._tests[number.number](arguments, values)
        if isinstance(holds, tuple):
            if any(holds) and not all(holds):
                self.splits.setdefault(situation, set()).add(holds)
            holds = all(holds)
        return clingo.Number(int(holds))

    def note(self, number: clingo.Symbol, size: clingo.Symbol, *arguments: clingo.Symbol) -> clingo.Symbol:
        """Note an element of a sum (or least, or greatest) that belongs to what the first arguments tell, ``size`` of them."""
        of, element = arguments[: size.number], arguments[size.number :]
        self._noted.setdefault((number, *of), {}).setdefault(element)
        return number

    def total(self, number: clingo.Symbol, *of: clingo.Symbol) -> clingo.Symbol:
        """The sum (or least, or greatest) of what was noted."""
        elements = self._noted.get((number, *of), {})
        kind = self._kinds[number.number]
        if kind == "#sum":
            situation, values = self._read_all([element[0] for element in elements])
            return self.symbol(_elementwise(lambda *numbers: sum(numbers), *values) if values else 0, situation)
        if not elements:
            return clingo.Supremum if kind == "#min" else clingo.Infimum
        pick = min if kind == "#min" else max
        firsts = [element[0] for element in elements]
        if not any(map(is_name, firsts)):
            refuse_names_inside(firsts)
            return pick(firsts)
        situation, values = self._read_all(firsts)
        return self.symbol(_elementwise(lambda *numbers: pick(numbers), *values), situation)

    # --- what parts worlds

    def partings(self, situation: int) -> set[tuple[bool, ...]]:
        """What parts the worlds of a situation: each tells the worlds in two groups. Beside what comparisons did, two numbers
        that are equal in some worlds only do, as the solver takes their names for different things."""
        found = set(self.splits.get(situation, ()))
        vectors = self._own.get(situation, set())
        for vector in vectors:
            for constant in self._constants.intersection(vector):
                found.add(tuple(number == constant for number in vector))
        for one, other in combinations(vectors, 2):
            if any(equal := tuple(map(int.__eq__, one, other))):
                found.add(equal)
        return found


def _elementwise(function: Callable[..., int], *values: Value) -> Value:
    width = max((len(value) for value in values if isinstance(value, tuple)), default=0)
    if not width:
        return function(*values)
    return tuple(map(function, *(value if isinstance(value, tuple) else (value,) * width for value in values)))
