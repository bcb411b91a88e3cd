"""The one place that runs clingo.

The rule programs speak about situations ``S``. :class:`Solver` grounds them over a frontier, which is a set of
situations, and reads back each situation's options and what every option changes. The programs are stratified:
grounding alone decides everything, and an atom that is not a fact afterwards is an error in the rules.

>>> solver = Solver(["magic/vocabulary.lp"])
>>> solver.query([], "permanent_zone/1")
[('permanent_zone', 'battlefield')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import as_file
from typing import NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, ProgramBuilder, parse_files

from .errors import NumberTooLarge, RuleError, TooMany, ValueMissing
from .programs import lines_without, per_rules, program_file, program_text, rule_groups
from .terms import Term, Word

__all__ = ["Move", "Solver", "State"]

State = frozenset[int]
"""A situation: the numbers of its fluents in the solver's table."""


_Effects = tuple[set[int], set[int], set[int], set[int]]
"""Of one option: choosers, rules, what it ends, what it begins."""


class Move(NamedTuple):
    """One option of a situation and where it leads. Choosers and rules are term numbers."""

    option: int
    choosers: tuple[int, ...]
    rules: tuple[int, ...]
    target: State
    copies: int


@per_rules
def _parsed(name: str, without: frozenset[str]) -> tuple[AST, ...]:
    """Parsing is a third of a frontier's fixed price, so each program is parsed once."""
    nodes: list[AST] = []
    complaints: list[str] = []
    with as_file(program_file(name)) as path:
        try:
            parse_files([str(path)], nodes.append, logger=lambda _code, text: complaints.append(text.strip()))
        except RuntimeError as error:
            raise RuleError("\n".join([f"{name} does not parse", *complaints])) from error
    off = lines_without(name, without)
    return tuple(node for node in nodes[1:] if node.location.begin.line not in off)  # the first is "#program base."


@per_rules
def _traced(name: str, without: frozenset[str]) -> tuple[AST, ...]:
    """The program, and beside each of its rules one that derives ``exercised(S, R)``: in situation S (or ``always``) the body of a
    rule under the number R holds."""
    heads = {group.line: group.rules for group in rule_groups(name)}
    ends = {number for number, line in enumerate(program_text(name).splitlines(), 1) if not line.strip()}
    nodes = list(_parsed(name, without))
    for node in tuple(nodes):
        line = node.location.begin.line
        head = max((number for number in heads if number <= line), default=None)
        if node.ast_type != ASTType.Rule or head is None or any(head < end < line for end in ends):
            continue
        speaks = any(re.search(r"\bS\b", str(part)) for part in node.body)
        for rule in heads[head]:
            where: AST = ast.Variable(node.location, "S") if speaks else ast.SymbolicTerm(node.location, clingo.Function("always"))
            number: AST = ast.SymbolicTerm(node.location, clingo.String(rule))
            atom = ast.SymbolicAtom(ast.Function(node.location, "exercised", [where, number], 0))
            nodes.append(ast.Rule(node.location, ast.Literal(node.location, ast.Sign.NoSign, atom), node.body))
    return tuple(nodes)


def to_symbol(term: Term) -> clingo.Symbol:
    """The term as a symbol. Built, never written as text: a name cannot become a rule."""
    if isinstance(term, Word):
        return clingo.Function(str(term))
    if isinstance(term, str):
        return clingo.String(term)
    if isinstance(term, int):
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


class Solver:
    """Grounds a fixed list of programs, together with fixed facts, over one frontier after another."""

    def __init__(self, programs: Sequence[str], facts: Iterable[Term] = (), without: frozenset[str] = frozenset(), *, traced: bool = False):
        self.programs = tuple(programs)
        self.without = without
        self.traced = traced
        self._facts = [to_symbol(fact) for fact in facts]
        self._numbers: dict[clingo.Symbol, int] = {}
        self._symbols: list[clingo.Symbol] = []
        self._terms: dict[int, Term] = {}

    def extended(self, programs: Iterable[str], traced: bool) -> Solver:
        """A solver with the same facts, with further programs."""
        other = Solver([*self.programs, *programs], (), self.without, traced=traced)
        other._facts = self._facts
        return other

    # --- terms as small numbers: each distinct one is decoded once
    def number(self, symbol: clingo.Symbol) -> int:
        """The number of a symbol in this solver's table."""
        known = self._numbers.get(symbol)
        if known is None:
            known = self._numbers[symbol] = len(self._symbols)
            self._symbols.append(symbol)
        return known

    def state(self, fluents: Iterable[Term]) -> State:
        """A situation from its fluents."""
        return frozenset(self.number(to_symbol(fluent)) for fluent in fluents)

    def term(self, number: int) -> Term:
        """The term with this number."""
        known = self._terms.get(number)
        if known is None:
            known = self._terms[number] = to_term(self._symbols[number])
        return known

    def fluents(self, state: State) -> list[Term]:
        """The fluents of a situation (unordered)."""
        return [self.term(number) for number in state]

    # --- grounding
    def _ground(self, facts: Iterable[clingo.Symbol]) -> clingo.Control:
        complaints: list[str] = []

        def note(code: clingo.MessageCode, text: str) -> None:
            # Where rules are turned off, what only they derive is missing on purpose.
            if not (self.without and code == clingo.MessageCode.AtomUndefined):
                complaints.append(text.strip())

        control = clingo.Control(logger=note)
        with ProgramBuilder(control) as builder:
            for name in self.programs:
                for node in (_traced if self.traced else _parsed)(name, self.without):
                    builder.add(node)
        with control.backend() as backend:
            for symbol in facts:
                backend.add_rule([backend.add_atom(symbol)])
        try:
            control.ground([("base", [])])
        except RuntimeError as error:
            raise RuleError("\n".join(["the rule programs do not ground", *complaints])) from error
        if complaints:
            raise RuleError("\n".join(["the rule programs are not sound for this scenario", *complaints]))
        return control

    def _situations(self, states: Sequence[State]) -> Iterator[clingo.Symbol]:
        function, number = clingo.Function, clingo.Number
        for index, state in enumerate(states):
            here = number(index)
            yield function("state", [here])
            yield from (function("holds", [here, self._symbols[fluent]]) for fluent in state)

    def derive(self, states: Sequence[State], name: str, arity: int) -> list[Term]:
        """The atoms of this name and arity over the situations, which go by their place in the list; sorted."""
        control = self._ground([*self._facts, *self._situations(states)])
        return [to_term(symbol) for symbol in sorted(atom.symbol for atom in control.symbolic_atoms.by_signature(name, arity))]

    def step(self, states: Sequence[State]) -> list[list[Move]]:
        """All moves of each of the situations.

        Raises NumberTooLarge where the exact result of an option would leave the solver's integers, ValueMissing where
        an effect reads what the scenario does not tell, TooMany where single events or choices are too many to list.
        """
        control = self._ground([*self._facts, *self._situations(states)])  # kept by name: the atoms live no longer than their control
        atoms = control.symbolic_atoms

        options: list[dict[int, _Effects]] = [{} for _ in states]
        for atom in atoms.by_signature("option", 2):
            if not atom.is_fact:
                raise RuleError(f"{atom.symbol} is not decided by the rules alone")
            where, option = atom.symbol.arguments
            options[where.number][self.number(option)] = (set(), set(), set(), set())
        for slot, name in enumerate(("chooser", "because", "terminates", "initiates")):
            for atom in atoms.by_signature(name, 3):
                where, option, value = atom.symbol.arguments
                found = options[where.number].get(self.number(option))
                if found is not None:
                    found[slot].add(self.number(value))
        copies: dict[tuple[int, int], int] = {}
        for atom in atoms.by_signature("copies", 3):
            where, option, value = atom.symbol.arguments
            copies[where.number, self.number(option)] = value.number
        self._check_exact(atoms)
        self._check_told(atoms)
        for atom in atoms.by_signature("too_many", 2):
            raise TooMany(f"more than 1000 {atom.symbol.arguments[1].string}: make the numbers of the scenario smaller")
        return [
            [
                Move(option, tuple(sorted(choosers)), tuple(sorted(rules)), (state - gone) | new, copies.get((index, option), 1))
                for option, (choosers, rules, gone, new) in found.items()
            ]
            for index, (state, found) in enumerate(zip(states, options, strict=True))
        ]

    def _check_exact(self, atoms: clingo.SymbolicAtoms) -> None:
        for atom in atoms.by_signature("inexact", 3):
            _, effect, event = atom.symbol.arguments
            what = f"what {effect.string!r} does to an event" if effect.type == clingo.SymbolType.String else f"the new value of {event}"
            raise NumberTooLarge(f"{what} is a number beyond 2147483647; results are exact or not given, so make the amounts smaller")

    def _check_told(self, atoms: clingo.SymbolicAtoms) -> None:
        for atom in atoms.by_signature("untold", 3):
            _, effect, what = atom.symbol.arguments
            name, player = what.arguments[0].name, what.arguments[1].string
            raise ValueMissing(
                f"the effect {effect.string!r} reads the {name} of {player!r}, which the scenario does not give; "
                f"write {player}: {{{name}: N}} under players"
            )

    def models(self, facts: Iterable[Term], rank: str, shown: Mapping[str, int]) -> Iterator[tuple[int, list[Term]]]:
        """The answer sets of the programs with the facts, by their rank: the number N in their only atom ``rank(N)``; the
        lowest rank first. Of each the rank and the atoms that are to be shown (name and arity), sorted.

        This is for programs that choose; those that decide situations have no answer set but one.
        """
        control = self._ground([*self._facts, *map(to_symbol, facts)])
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        for number in sorted(atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature(rank, 1)):
            found: list[list[clingo.Symbol]] = []
            with control.solve(yield_=True, assumptions=[(clingo.Function(rank, [clingo.Number(number)]), True)]) as handle:
                for model in handle:
                    found.append(sorted(s for s in model.symbols(atoms=True) if shown.get(s.name) == len(s.arguments)))
            for symbols in sorted(found):
                yield number, [to_term(symbol) for symbol in symbols]

    def query(self, facts: Iterable[Term], *signatures: str) -> list[Term]:
        """Ground the programs over the facts and read the atoms of the signatures (``name/arity``), sorted as text."""
        control = self._ground([*self._facts, *map(to_symbol, facts)])
        found: list[clingo.Symbol] = []
        for signature in signatures:
            name, arity = signature.split("/")
            found.extend(atom.symbol for atom in control.symbolic_atoms.by_signature(name, int(arity)))
        return [to_term(symbol) for symbol in sorted(found)]
