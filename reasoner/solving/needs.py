"""What a rule needs to fire, read from its text.

A *place* is an argument of a predicate or functor, such as the third of ``at/3``; what stands there is a *shape*: a
constant, a functor with its arity, a number or a string. Of numbers and strings nothing more is kept.

>>> needs_of("b(X) :- a(X,f(Y)).").needs == {("a", 2), (("a", 2, 1), "f/1")}
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from reasoner.terms import Term, Word

__all__ = ["ANYTHING", "Key", "Needs", "Place", "keys_of", "names_in", "needs_of"]

Place = tuple[str, int, int]
"""Name and arity of a predicate or functor, and the number of its argument, from 0."""

Key = tuple[str, int] | tuple[Place, str]
"""That a predicate of this name and arity can hold, or that a shape can stand in a place."""

_NUMBER, _STRING, ANYTHING = "0", '"', "*"
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\w@\']+|:-|\S')
_NAME = re.compile(r"\b_*[a-z]\w*")


class _Node(NamedTuple):
    """A term: a variable, a pool of terms (which has no name), or a shape with what is inside. The first two have no shape."""

    name: str
    shape: str = ""
    inside: tuple[_Node, ...] = ()


_CALCULATED = _Node("0", _NUMBER)


class _Reader:
    """Reads terms from the tokens of a rule, in the spelling in which clingo writes rules."""

    def __init__(self, text: str):
        self.tokens: list[str] = [*_TOKEN.findall(text), ""]
        self.at = 0

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def term(self) -> _Node:
        """The next term; one with an operator in it is calculated, so it is a number."""
        found = self._single()
        calculated = False
        while self.tokens[self.at] not in (",", ";", ")", "=", "!", "<", ">", "", ":", ".", "|"):
            calculated = True
            self.take()
            if self.tokens[self.at] not in (",", ";", ")"):
                self._single()
        if self.tokens[self.at] == "." and self.tokens[self.at + 1] == ".":
            self.at += 2
            self.term()
            calculated = True
        return _CALCULATED if calculated else found

    def _list(self) -> tuple[_Node, ...]:
        """Arguments up to the closing bracket; alternatives between semicolons make one pool."""
        rows: list[list[_Node]] = [[]]
        while True:
            token = self.tokens[self.at]
            if token == ")":
                self.take()
                break
            if token in (",", ";"):
                self.take()
                if token == ";":
                    rows.append([])
                continue
            rows[-1].append(self.term())
        if len(rows) == 1:
            return tuple(rows[0])
        return (_Node("", "", tuple(row[0] for row in rows)),) if all(len(row) == 1 for row in rows) else ()

    def _single(self) -> _Node:
        token = self.take()
        if token == "(":
            inside = self._list()
            return inside[0] if len(inside) == 1 else _Node("()", f"/{len(inside)}", inside)
        if token.startswith('"'):
            return _Node(token, _STRING)
        if token[:1].isdigit():
            return _CALCULATED
        if token in ("-", "|", "~"):
            self.term()
            if token == "|":
                self.take()
            return _CALCULATED
        inside = ()
        if self.tokens[self.at] == "(":
            self.take()
            inside = self._list()
        if token.startswith("@"):
            return _Node("@", ANYTHING)
        if token.lstrip("_")[:1].isupper() or token == "_":
            return _Node(token)
        return _Node(token, f"{token}/{len(inside)}", inside)


@dataclass
class Needs:
    """Of one rule: what must be possible for it to fire, places in which the same must be possible, what it then makes possible,
    from which place to which one its variables carry whatever stands there, and the names of the predicates that it reads, which may
    be some too many."""

    needs: set[Key] = field(default_factory=set)
    joins: set[frozenset[Place]] = field(default_factory=set)
    gives: set[Key] = field(default_factory=set)
    flows: set[tuple[Place, Place]] = field(default_factory=set)
    heads: set[tuple[str, int]] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)


def names_in(text: str) -> set[str]:
    """The names of predicates, functors and constants in the text of a rule."""
    return set(_NAME.findall(text))


def _split(text: str) -> list[str]:
    """The literals of a body: the parts between semicolons that stand in no bracket and no string."""
    if "{" not in text and '"' not in text:
        return text.split("; ")
    parts, depth, start, quoted = [], 0, 0, False
    for index, letter in enumerate(text):
        if letter == '"' and text[index - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "({":
            depth += 1
        elif letter in ")}":
            depth -= 1
        elif letter == ";" and not depth:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _places(node: _Node, bound: dict[str, _Node]) -> Iterator[tuple[Place, _Node, bool]]:
    """Every place inside a term or atom with what can stand there, and whether that is certain (no alternative of a pool)."""
    for number, argument in enumerate(node.inside):
        yield from _standing(argument, (node.name, len(node.inside), number), bound, True)


def _standing(node: _Node, place: Place, bound: dict[str, _Node], certain: bool) -> Iterator[tuple[Place, _Node, bool]]:
    if not node.name:
        for member in node.inside:
            yield from _standing(member, place, bound, False)
        return
    if not node.shape and node.name in bound:
        yield from _standing(bound[node.name], place, {name: other for name, other in bound.items() if name != node.name}, certain)
        return
    yield place, node, certain
    for number, argument in enumerate(node.inside):
        yield from _standing(argument, (node.name, len(node.inside), number), bound, certain)


@cache
def _read(literal: str) -> tuple[_Node, ...]:
    """The atom that a literal is, or both sides of an equation; nothing of a condition or another comparison. Half of all literals
    stand in several rules."""
    reader = _Reader(literal)
    first = reader.term()
    sides: tuple[_Node, ...] = (first,)
    if reader.tokens[reader.at] == "=":
        reader.take()
        sides = (first, reader.term())
    return sides if reader.tokens[reader.at] == "" else ()


def needs_of(rule: str) -> Needs:
    """What a rule, as clingo writes it, needs and gives. Of negative literals and of aggregates nothing is asked."""
    head, _, body = rule.rstrip().removesuffix(".").partition(" :- ")
    found = Needs()
    atoms: list[_Node] = []
    bound: dict[str, _Node] = {}
    for literal in map(str.strip, _split(body) if body else ()):
        if literal.startswith(("not ", "#")) or "{" in literal:
            found.reads |= names_in(literal)
            continue
        read = _read(literal)
        if len(read) == 1:
            atoms += read
        elif read:
            for variable, term in (read, reversed(read)):
                if variable.name and not variable.shape and term.shape:
                    bound.setdefault(variable.name, term)
        else:
            found.reads |= names_in(literal)
    sources: dict[str, Place] = {}
    met: dict[str, set[Place]] = {}
    for atom in atoms:
        found.reads.add(atom.name)
        found.needs.add((atom.name, len(atom.inside)))
        for place, node, certain in _places(atom, bound):
            if not node.shape:
                sources.setdefault(node.name, place)
                if certain and node.name != "_":
                    met.setdefault(node.name, set()).add(place)
            elif certain and node.shape != ANYTHING:
                found.needs.add((place, node.shape))
    found.joins.update(frozenset(places) for places in met.values() if len(places) > 1)
    (atom,) = _read(head)
    found.heads.add((atom.name, len(atom.inside)))
    for place, node, _ in _places(atom, bound):
        if node.shape:
            found.gives.add((place, node.shape))
        elif node.name in sources:
            found.flows.add((sources[node.name], place))
        else:
            found.gives.add((place, ANYTHING))
    found.gives |= found.heads
    return found


def keys_of(term: Term, place: Place | None = None) -> Iterator[Key]:
    """What a fact makes possible."""
    if isinstance(term, tuple):
        name, arity = str(term[0]), len(term) - 1
        yield (name, arity) if place is None else (place, f"{name}/{arity}")
        for number, part in enumerate(term[1:]):
            yield from keys_of(part, (name or "()", arity, number))
    elif place is not None:
        yield (place, f"{term}/0" if isinstance(term, Word) else _STRING if isinstance(term, str) else _NUMBER)
    else:
        yield (str(term), 0)
