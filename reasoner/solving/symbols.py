"""Terms as symbols of the solver, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import clingo

from reasoner.errors import NumberTooLarge
from reasoner.terms import Term, Word

from .numbers import LARGEST

__all__ = ["integers_in", "to_symbol", "to_term"]


def to_symbol(term: Term) -> clingo.Symbol:
    """The term as a symbol. Built, never written as text: a name cannot become a rule."""
    if isinstance(term, Word):
        return clingo.Function(str(term))
    if isinstance(term, str):
        return clingo.String(term)
    if isinstance(term, int):
        if abs(term) > LARGEST:
            raise NumberTooLarge(
                f"{term} is a number beyond {LARGEST}, which has no place in a program for a solver with integers of 32 bits"
            )
        return clingo.Number(term)
    return clingo.Function(str(term[0]), [to_symbol(part) for part in term[1:]])


def to_term(symbol: clingo.Symbol) -> Term:
    """The symbol as a term."""
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.String:
        return symbol.string
    if symbol.type == clingo.SymbolType.Function:
        if not symbol.arguments and symbol.name:
            return Word(symbol.name)
        return (symbol.name, *map(to_term, symbol.arguments))
    return Word(str(symbol))


def integers_in(symbols: Iterable[clingo.Symbol]) -> Iterator[int]:
    """The numbers that these symbols write."""
    for symbol in symbols:
        if symbol.type == clingo.SymbolType.Number:
            yield symbol.number
        elif symbol.type == clingo.SymbolType.Function:
            yield from integers_in(symbol.arguments)
