"""Lift rules: rewrite all that they do with numbers into calls, so that numbers may go by names (see ``numbers.py``).

This is done on the text of the rules as clingo parsed it and knows nothing of what they say: an arithmetic term becomes
``@calc(I, variables)``, a comparison that is no equality ``@test(I, variables) = 1``, and a sum, least or greatest is noted
element by element by a rule of its own and then read. Equalities and joins stay as they are; that they mean the same is
for :meth:`reasoner.solving.numbers.Numbers.partings` to see to.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

import clingo
from clingo import ast
from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from .numbers import LARGEST, UNLIMITED, Expression, Test, Value, is_name, refuse_names_inside

__all__ = ["Lifted", "NotLiftable"]

_HALF = 2**30 - 1
# The numbers by which rules guard the range of the solver's integers; where numbers have no range, such a guard is known to hold.
_LIMITS = {LARGEST: UNLIMITED, _HALF: UNLIMITED}
_VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"|\b(_*[A-Z]\w*)')
_NUMBER = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w])(\d+)')

_WORKS = re.compile(r"[-+*/\\|<>]|#(?:sum|min|max)")
"""Without any of these a rule does nothing with numbers but pass them on."""


class NotLiftable(Exception):
    """A rule does with numbers what can't be lifted."""


def _divided(one: int, other: int) -> int:
    """Towards zero, as the solver divides. (Worlds that divide by 0 are parted from the others, and then not asked.)"""
    if one >= 0 and other > 0:
        return one // other
    if other == 0:
        return 0
    quotient = abs(one) // abs(other)
    return quotient if (one < 0) == (other < 0) else -quotient


_BINARY: dict[int, Callable[[int, int], int]] = {
    BinaryOperator.Plus: operator.add,
    BinaryOperator.Minus: operator.sub,
    BinaryOperator.Multiplication: operator.mul,
    BinaryOperator.Division: _divided,
    BinaryOperator.Modulo: lambda one, other: one - other * _divided(one, other),
}
_UNARY: dict[int, Callable[[int], int]] = {UnaryOperator.Minus: operator.neg, UnaryOperator.Absolute: abs}
_COMPARE: dict[int, Callable[[Any, Any], bool]] = {
    ComparisonOperator.LessThan: operator.lt,
    ComparisonOperator.LessEqual: operator.le,
    ComparisonOperator.GreaterThan: operator.gt,
    ComparisonOperator.GreaterEqual: operator.ge,
}
_AGGREGATES = {AggregateFunction.Sum: "#sum", AggregateFunction.Min: "#min", AggregateFunction.Max: "#max"}


def _mapped(function: Callable[[int, int], int], one: Value, other: Value) -> Value:
    if isinstance(one, tuple):
        return tuple(map(function, one, other if isinstance(other, tuple) else repeat(other)))
    return tuple(map(function, repeat(one), other)) if isinstance(other, tuple) else function(one, other)


def _variables(parts: Iterable[AST]) -> list[str]:
    """The names of the variables in these parts, each once, as they come."""
    return list(dict.fromkeys(name for part in parts for name in _VARIABLE.findall(str(part)) if name))


def _compiled(term: AST, names: Sequence[str]) -> Expression:
    """An arithmetic term as a function of its variables."""
    kind = term.ast_type
    if kind == ASTType.Variable:
        place = names.index(term.name)
        return lambda values: values[place]
    if kind == ASTType.SymbolicTerm and term.symbol.type == clingo.SymbolType.Number:
        constant = _LIMITS.get(term.symbol.number, term.symbol.number)
        return lambda values: constant
    if kind == ASTType.BinaryOperation and term.operator_type in _BINARY:
        left, right, function = _compiled(term.left, names), _compiled(term.right, names), _BINARY[term.operator_type]
        return lambda values: _mapped(function, left(values), right(values))
    if kind == ASTType.UnaryOperation and term.operator_type in _UNARY:
        inner, single = _compiled(term.argument, names), _UNARY[term.operator_type]

        def unary(values: Sequence[Value]) -> Value:
            value = inner(values)
            return tuple(map(single, value)) if isinstance(value, tuple) else single(value)

        return unary
    raise NotLiftable(str(term))


def _as_a_guard(comparison: AST) -> bool | None:
    """Whether a comparison with the end of the solver's range holds, as it does for all numbers alike; None for any other."""
    limit = comparison.guards[0].term
    if _variables([limit]):
        return None
    value = _compiled(limit, ())(()) if not _is_plain(limit) or limit.symbol.type == clingo.SymbolType.Number else 0
    if isinstance(value, tuple) or value * LARGEST < UNLIMITED:
        return None
    return comparison.guards[0].comparison in (ComparisonOperator.LessThan, ComparisonOperator.LessEqual)


def _is_plain(term: AST) -> bool:
    return term.ast_type in (ASTType.Variable, ASTType.SymbolicTerm)


class Lifted:
    """Lifted rules, with what they call: ``expressions``, ``tests``, ``kinds``, and the ``constants`` they write."""

    def __init__(self) -> None:
        self.expressions: list[Expression] = []
        self.tests: list[Test] = []
        self.kinds: list[str] = []
        self.constants: set[int] = set()

    def statements(self, node: AST) -> list[AST]:
        """What stands in place of a statement. Raises NotLiftable."""
        if node.ast_type != ASTType.Rule:
            return [node]
        text = str(node)
        self.constants.update(int(number) for number in _NUMBER.findall(text) if number)
        if not _WORKS.search(text):
            return [node]
        further: list[AST] = []
        body: list[AST] = []
        for literal in node.body:
            body.extend(self._literal(literal, node.body, further))
        head = self._lifted(node.head)
        return [*further, ast.Rule(node.location, head, body)]

    def _lifted(self, node: AST) -> AST:
        """The node with calls in place of its arithmetic terms. (Its text tells soonest that it has none.)"""
        return _Terms(self).visit(node) if _WORKS.search(str(node)) else node

    # --- terms and comparisons
    def call(self, term: AST) -> AST:
        """The call that stands in place of an arithmetic term."""
        names = _variables([term])
        self.expressions.append(_compiled(term, names))
        return _function(term.location, "calc", len(self.expressions) - 1, names)

    def _test(self, literal: AST) -> AST:
        """The literal that stands in place of a comparison of two terms that is no equality."""
        comparison = literal.atom
        right: AST = comparison.guards[0].term
        names = _variables([comparison.term, right])
        compare = _COMPARE[comparison.guards[0].comparison]
        if _is_plain(comparison.term) and _is_plain(right):
            self.tests.append(_plain_test(comparison.term, right, names, compare))
        else:
            self.tests.append(_arithmetic_test(_compiled(comparison.term, names), _compiled(right, names), compare))
        wanted = ast.SymbolicTerm(literal.location, clingo.Number(int(literal.sign != Sign.Negation)))
        call = _function(literal.location, "test", len(self.tests) - 1, names)
        return ast.Literal(literal.location, Sign.NoSign, ast.Comparison(call, [ast.Guard(ComparisonOperator.Equal, wanted)]))

    def _literal(self, literal: AST, body: Sequence[AST], further: list[AST]) -> list[AST]:
        if literal.ast_type != ASTType.Literal:
            raise NotLiftable(str(literal))
        atom = literal.atom
        if atom.ast_type == ASTType.Comparison:
            comparisons = [guard.comparison for guard in atom.guards]
            if comparisons == [ComparisonOperator.Equal] or comparisons == [ComparisonOperator.NotEqual]:
                return [self._lifted(literal)]
            if len(comparisons) == 1 and comparisons[0] in _COMPARE:
                known = _as_a_guard(atom)
                if known is None:
                    return [self._test(literal)]
                return [ast.Literal(literal.location, literal.sign, ast.BooleanConstant(int(known)))]
            raise NotLiftable(str(literal))
        if atom.ast_type == ASTType.BodyAggregate and atom.function in _AGGREGATES:
            return self._aggregate(literal, body, further)
        if atom.ast_type == ASTType.BodyAggregate:
            guards = [guard.term for guard in (atom.left_guard, atom.right_guard) if guard is not None]
            if not all(map(_is_plain, guards)):
                raise NotLiftable(str(literal))
            elements = [self._element(element) for element in atom.elements]
            return [
                ast.Literal(
                    literal.location,
                    literal.sign,
                    ast.BodyAggregate(atom.location, atom.left_guard, atom.function, elements, atom.right_guard),
                )
            ]
        if atom.ast_type == ASTType.Aggregate:
            inside = [ast.ConditionalLiteral(e.location, self._lifted(e.literal), self._condition(e)) for e in atom.elements]
            return [ast.Literal(literal.location, literal.sign, ast.Aggregate(atom.location, atom.left_guard, inside, atom.right_guard))]
        return [self._lifted(literal)]

    def _condition(self, element: AST) -> list[AST]:
        return [part for literal in element.condition for part in self._literal(literal, (), [])]

    def _element(self, element: AST) -> AST:
        terms = [self._lifted(term) for term in element.terms]
        return ast.BodyAggregateElement(terms, self._condition(element))

    # --- sums, least and greatest
    def _aggregate(self, literal: AST, body: Sequence[AST], further: list[AST]) -> list[AST]:
        atom = literal.atom
        guard = atom.left_guard
        if literal.sign != Sign.NoSign or guard is None or atom.right_guard is not None:
            raise NotLiftable(str(literal))
        number = len(self.kinds)
        if guard.comparison != ComparisonOperator.Equal:  # "I > #max { … }" is "M = #max { … }, I > M"
            result = ast.Variable(literal.location, f"Result{number}")
            compared = ast.Comparison(guard.term, [ast.Guard(guard.comparison, result)])
            equal = ast.BodyAggregate(
                atom.location, ast.Guard(ComparisonOperator.Equal, result), atom.function, atom.elements, atom.right_guard
            )
            assigned = ast.Literal(literal.location, Sign.NoSign, equal)
            both = [*(assigned if other is literal else other for other in body)]
            return [*self._aggregate(assigned, both, further), *self._literal(ast.Literal(literal.location, Sign.NoSign, compared), (), [])]
        self.kinds.append(_AGGREGATES[atom.function])
        results = {name for other in body if _is_assigned(other) for name in _variables([other.atom.left_guard])}
        around = [other for other in body if _binds(other) or not (_is_aggregate(other) or results.intersection(_variables([other])))]
        outer = _variables(around)
        shared = [name for name in outer if name in _variables(atom.elements)]
        key = _numbers(literal.location, number, len(shared))
        for place, element in enumerate(atom.elements):
            # First the elements, then the notes of them: a call may be made before the rest of its rule is looked at.
            terms = [*map(_variable(literal.location), shared), *(self._lifted(term) for term in element.terms)]
            parts = [part for other in (*around, *element.condition) for part in self._literal(other, (), [])]
            further.append(_rule(literal.location, f"_element_{number}_{place}", terms, parts))
            names = [ast.Variable(literal.location, f"X{index}") for index in range(len(terms))]
            noted = ast.Function(literal.location, "note", [*key, *names], 1)
            given = ast.SymbolicAtom(ast.Function(literal.location, f"_element_{number}_{place}", names, 0))
            further.append(_rule(literal.location, "_noted", [key[0], noted], [ast.Literal(literal.location, Sign.NoSign, given)]))
        total = _function(literal.location, "total", number, shared)
        assigned = ast.Comparison(guard.term, [ast.Guard(ComparisonOperator.Equal, total)])
        # The read comes after the last note: a program that looks for a note is worked on when all notes are taken.
        noted_all = ast.SymbolicAtom(
            ast.Function(literal.location, "_noted", [*_numbers(literal.location, number), *_numbers(literal.location, -1)], 0)
        )
        return [
            ast.Literal(literal.location, Sign.NoSign, assigned),
            ast.Literal(literal.location, Sign.Negation, noted_all),
        ]


def _rule(location: ast.Location, name: str, terms: Sequence[AST], body: Sequence[AST]) -> AST:
    head = ast.SymbolicAtom(ast.Function(location, name, terms, 0))
    return ast.Rule(location, ast.Literal(location, Sign.NoSign, head), body)


def _binds(literal: AST) -> bool:
    return literal.ast_type == ASTType.Literal and literal.sign == Sign.NoSign and literal.atom.ast_type == ASTType.SymbolicAtom


def _is_aggregate(literal: AST) -> bool:
    return literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate


def _is_assigned(literal: AST) -> bool:
    """Does the literal give a variable the result of an aggregate?"""
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.BodyAggregate:
        return False
    guard = literal.atom.left_guard
    return guard is not None and guard.comparison == ComparisonOperator.Equal


def _variable(location: ast.Location) -> Callable[[str], AST]:
    return lambda name: ast.Variable(location, name)


def _numbers(location: ast.Location, *numbers: int) -> list[AST]:
    return [ast.SymbolicTerm(location, clingo.Number(number)) for number in numbers]


def _function(location: ast.Location, name: str, number: int, variables: Iterable[str]) -> AST:
    return ast.Function(location, name, [*_numbers(location, number), *map(_variable(location), variables)], 1)


def _arithmetic_test(left: Expression, right: Expression, compare: Callable[[Any, Any], bool]) -> Test:
    def test(_: Sequence[clingo.Symbol], values: Sequence[Value]) -> bool | tuple[bool, ...]:
        return _compared(left(values), right(values), compare)

    return test


def _compared(one: Value, other: Value, compare: Callable[[Any, Any], bool]) -> bool | tuple[bool, ...]:
    if isinstance(one, tuple):
        return tuple(map(compare, one, other if isinstance(other, tuple) else repeat(other)))
    return tuple(map(compare, repeat(one), other)) if isinstance(other, tuple) else compare(one, other)


def _plain_test(left: AST, right: AST, names: Sequence[str], compare: Callable[[Any, Any], bool]) -> Test:
    """A comparison of variables and constants, which may be no numbers; numbers come before all else."""

    def side(term: AST) -> Callable[[Sequence[clingo.Symbol], Sequence[Value]], clingo.Symbol | Value]:
        if term.ast_type == ASTType.Variable:
            place = names.index(term.name)
            return lambda symbols, values: (
                values[place] if symbols[place].type == clingo.SymbolType.Number or is_name(symbols[place]) else symbols[place]
            )
        constant = term.symbol
        limit = _LIMITS.get(constant.number, constant.number) if constant.type == clingo.SymbolType.Number else constant
        return lambda symbols, values: limit

    one, two = side(left), side(right)

    def test(symbols: Sequence[clingo.Symbol], values: Sequence[Value]) -> bool | tuple[bool, ...]:
        first, second = one(symbols, values), two(symbols, values)
        if isinstance(first, clingo.Symbol) or isinstance(second, clingo.Symbol):
            refuse_names_inside(symbols)
            return compare(_as_symbol(first), _as_symbol(second))
        return _compared(first, second, compare)

    return test


def _as_symbol(value: clingo.Symbol | Value) -> clingo.Symbol:
    return value if isinstance(value, clingo.Symbol) else clingo.Number(0)


class _Terms(ast.Transformer):
    """Puts calls in place of the arithmetic terms of a literal."""

    def __init__(self, lifted: Lifted):
        self._lifted = lifted

    def visit_BinaryOperation(self, node: AST) -> AST:
        return self._lifted.call(node) if _variables([node]) else node

    def visit_UnaryOperation(self, node: AST) -> AST:
        return self._lifted.call(node) if _variables([node]) else node
