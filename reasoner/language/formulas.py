"""Tests put together with and, or, not, as the clauses that the rule programs read.

A formula is a Test, or Not, All or Any over formulas. Programs get it as clauses:
it holds when every test of at least one clause comes out as written. Negation is pushed down to the tests, since a
stratified program cannot nest it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from reasoner.terms import Term

__all__ = ["All", "Any", "Clauses", "Formula", "Not", "Test", "TooManyClauses", "clauses"]

MOST_CLAUSES = 64


@dataclass(frozen=True)
class Test:
    """One test, such as ``has(type(creature))``."""

    term: Term


@dataclass(frozen=True)
class Not:
    """The part does not hold."""

    part: Formula


@dataclass(frozen=True)
class All:
    """Every part holds; with no part, always."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Any:
    """Some part holds; with no part, never."""

    parts: tuple[Formula, ...]


Formula = Union[Test, Not, All, Any]
Clauses = tuple[tuple[tuple[bool, Term], ...], ...]


class TooManyClauses(ValueError):
    """The formula would need more than MOST_CLAUSES clauses."""


def clauses(formula: Formula, positive: bool = True) -> Clauses:
    """The formula (or its negation) as clauses.

    >>> clauses(Not(All((Test("a"), Test("b")))))
    (((False, 'a'),), ((False, 'b'),))

    Raises TooManyClauses.
    """
    if isinstance(formula, Test):
        return (((positive, formula.term),),)
    if isinstance(formula, Not):
        return clauses(formula.part, not positive)
    if isinstance(formula, Any) == positive:
        found = tuple(clause for part in formula.parts for clause in clauses(part, positive))
    else:
        found = ((),)
        for part in formula.parts:
            found = tuple(left + right for left in found for right in clauses(part, positive))
            if len(found) > MOST_CLAUSES:
                break
    if len(found) > MOST_CLAUSES:
        raise TooManyClauses(f"more than {MOST_CLAUSES} alternatives")
    return found
