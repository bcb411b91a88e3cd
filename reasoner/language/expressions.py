"""Number and name expressions of the effect language.

    expression = product { ("+" | "-") product }
    product    = unit { "*" unit }
    unit       = INTEGER | "half up" unit | "half down" unit | "min(" … "," … ")" | "max(" … ")" | "(" expression ")"
               | path
    path       = word { "." word }          amount, prevented, you.life, to.controller, self.counters.+1/+1

What the words mean is decided by a :class:`Scope`. The result is the term that ``asp/core/numbers.lp`` evaluates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from reasoner.terms import Term, Word

from .source import quoted

__all__ = ["ExpressionError", "Scope", "constant", "contains", "number", "parse_expression", "subexpressions"]

_TOKEN = re.compile(r"\s*(?:(?P<path>[^\W\d][\w'’-]*(?:\.[^\s()*,]+)*)|(?P<number>[0-9]+)|(?P<sign>[-+*(),]))")
_WORDED = ("min", "max")
_WORDS = tuple(map(Word, ("you", "active", "self", "host", "bound", "prevented", "chosen")))
LONGEST = 500
DEEPEST = 50


class ExpressionError(Exception):
    """An expression does not read; the message says what was found and what is valid."""


class Scope(Protocol):
    """What the words of an expression mean where it stands."""

    def resolve(self, path: str) -> Term:
        """The term that a path stands for. Raises ExpressionError."""


def number(value: int) -> Term:
    """The expression that is a number."""
    return (Word("num"), value)


def constant(value: Term) -> Term:
    """The expression that is a name or a word."""
    return (Word("con"), value)


class _Parser:
    def __init__(self, text: str, scope: Scope):
        self.text = text
        self.scope = scope
        self.tokens = list(self._tokens())
        self.position = 0
        self.depth = 0

    def _tokens(self) -> Iterator[tuple[str, str]]:
        position = 0
        text = self.text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                rest = text[position:].strip()
                hint = "; for a half write 'half up X' or 'half down X'" if rest.startswith("/") else ""
                raise ExpressionError(
                    f"cannot read {quoted(rest)} in {quoted(self.text)}; expected numbers, names, + - * and parentheses{hint}"
                )
            position = match.end()
            kind = str(match.lastgroup)
            yield kind, match[kind]

    def peek(self) -> str:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else ""

    def take(self, expected: str = "") -> tuple[str, str]:
        if self.position >= len(self.tokens):
            wanted = repr(expected) if expected else "a number or a name"
            hint = "; inside {…} and […] write an expression with a comma in quotes" if expected == "," else ""
            raise ExpressionError(f"{quoted(self.text)} ends too early; expected {wanted}{hint}")
        token = self.tokens[self.position]
        if expected and token[1] != expected:
            raise ExpressionError(f"found {quoted(token[1])} in {quoted(self.text)}; expected {expected!r}")
        self.position += 1
        return token

    def expression(self) -> Term:
        left = self.product()
        while self.peek() in ("+", "-"):
            operator = "plus" if self.take()[1] == "+" else "minus"
            left = (operator, left, self.product())
        return left

    def product(self) -> Term:
        left = self.unit()
        while self.peek() == "*":
            self.take()
            left = ("times", left, self.unit())
        return left

    def unit(self) -> Term:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(f"the expression {quoted(self.text)} is nested more than {DEEPEST} deep")
        result = self._unit()
        self.depth -= 1
        return result

    def _unit(self) -> Term:
        kind, text = self.take()
        if kind == "number":
            value = int(text)
            if value > 2_147_483_647:
                raise ExpressionError(f"{quoted(text)[1:-1]} is beyond 2147483647, the largest number that stays exact")
            return number(value)
        if text == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if kind != "path":
            raise ExpressionError(f"found {quoted(text)} in {quoted(self.text)}; expected a number or a name")
        if text == "half":
            direction = self.take()[1]
            if direction not in ("up", "down"):
                raise ExpressionError(f"found {quoted('half ' + direction)}; write 'half up' or 'half down'")
            return ("half", Word(direction), self.unit())
        if text in _WORDED and self.peek() == "(":
            self.take("(")
            left = self.expression()
            self.take(",")
            right = self.expression()
            self.take(")")
            return (text, left, right)
        return self.scope.resolve(text)

    def whole(self) -> Term:
        result = self.expression()
        if self.position < len(self.tokens):
            raise ExpressionError(f"found {quoted(self.peek())} in {quoted(self.text)}, where the expression should end")
        return result


def parse_expression(text: str, scope: Scope) -> Term:
    """The term of an expression. Raises ExpressionError."""
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression has {len(text)} characters; at most {LONGEST} are read")
    return _Parser(text, scope).whole()


def subexpressions(expression: Term) -> Iterator[Term]:
    """The expression and every expression inside it, as ``numbers.lp`` wants them listed."""
    yield expression
    if isinstance(expression, tuple) and expression[0] not in ("num", "con", "attr", "count", "state", "given"):
        for part in expression[1:]:
            if (isinstance(part, tuple) and part[0] not in ("counters", "keywords", "printed")) or part in _WORDS:
                yield from subexpressions(part)


def contains(expression: Term, part: Term) -> bool:
    """Does the expression contain this part?"""
    return any(inner == part for inner in subexpressions(expression))
