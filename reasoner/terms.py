"""Terms: what the rule programs say, as plain Python values.

A term is an ``int``, a name from the scenario (``str``), a word of the rules (``Word``), or a tuple whose first
element is its functor: ``life("ben")`` is ``("life", "ben")`` and ``zone("bear", graveyard)`` is
``("zone", "bear", Word("graveyard"))``.

>>> show(("now", ("counters", "bear", "+1/+1"), 3))
'now(counters("bear","+1/+1"),3)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from operator import is_
from typing import TypeVar, Union

__all__ = ["Term", "Word", "is_constant", "mentions", "once", "renamed", "show", "sort_key", "telling", "word"]


class Word(str):
    """A constant of the rule programs, as against a name that a scenario gives."""

    __slots__ = ()


Term = Union[int, str, Word, tuple["Term", ...]]

_Made = TypeVar("_Made")

_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_]*\Z")


def is_constant(text: str) -> bool:
    """Can this text stand as a constant in a logic program without quotes?"""
    return _CONSTANT.match(text) is not None and text != "not"


def word(text: str) -> Word | str:
    """A vocabulary word: a constant where its spelling allows it, else a quoted string."""
    return Word(text) if is_constant(text) else text


def show(term: Term) -> str:
    """The term as text that clingo reads back."""
    if isinstance(term, Word):
        return str(term)
    if isinstance(term, str):
        escaped = term.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(term, tuple):
        return f"{term[0]}({','.join(map(show, term[1:]))})" if len(term) > 1 or not term[0] else str(term[0])
    return str(term)


def renamed(term: Term, names: Mapping[Term, Term]) -> Term:
    """The term with names (or whole terms, such as those of events) put in place of others; itself if none of them is in it.

    >>> renamed(("zone", "bear", Word("bear")), {"bear": "wolf"})
    ('zone', 'wolf', 'bear')
    """
    if not isinstance(term, Word) and term in names:
        return names[term]
    if isinstance(term, tuple):
        inner = tuple(renamed(part, names) for part in term[1:])
        return term if all(map(is_, inner, term[1:])) else (term[0], *inner)
    return term


def once(function: Callable[[Term], _Made]) -> Callable[[Term], _Made]:
    """The function, called once for each term that is an object of its own. (A word equals a name that is spelt like it, so what is
    made of terms is not remembered by what they equal.)"""
    made: dict[int, tuple[Term, _Made]] = {}

    def call(term: Term) -> _Made:
        known = made.get(id(term))
        if known is None:
            known = made[id(term)] = (term, function(term))  # the term is kept, so that no other takes its place
        return known[1]

    return call


def telling(facts: Iterable[Term], names: Container[Term]) -> dict[Term, list[Term]]:
    """For each of the names of which facts speak, these facts, in their order."""
    found: dict[Term, list[Term]] = {}
    for fact in facts:
        for name in _mentioned(fact, names):
            found.setdefault(name, []).append(fact)
    return found


def _mentioned(term: Term, names: Container[Term]) -> set[Term]:
    if not isinstance(term, Word) and term in names:
        return {term}
    return set().union(*(_mentioned(part, names) for part in term[1:])) if isinstance(term, tuple) else set()


def mentions(term: Term, names: Container[Term]) -> bool:
    """Does the term speak of one of these names?"""
    if isinstance(term, tuple):
        return any(mentions(part, names) for part in term[1:])
    return not isinstance(term, Word) and term in names


def sort_key(term: Term) -> tuple[object, ...]:
    """A total order over terms, so that every output is stable."""
    if isinstance(term, int):
        return (0, term)
    if isinstance(term, str):
        return (1, str(term))
    return (2, str(term[0]), len(term), *map(sort_key, term[1:]))
