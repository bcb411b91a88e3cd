"""The rule programs, parsed: each once, and without the rules that cannot fire or that nothing asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import as_file
from itertools import chain, compress

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, parse_files, parse_string

from reasoner.errors import RuleError
from reasoner.terms import Term

from .asked import Asked, signatures, toward
from .needs import ANYTHING, Key, Needs, keys_of, names_in, needs_of
from .programs import per_rules, program_file, rules_by_line
from .slicing import Slicer, asked_for

__all__ = ["Rules", "holding_everywhere", "keys_of_group", "rules_of_no_situation", "showing"]


@per_rules
def _parsed(name: str) -> tuple[AST, ...]:
    """Parsing is a third of a frontier's fixed price, so each program is parsed once."""
    nodes: list[AST] = []
    complaints: list[str] = []
    with as_file(program_file(name)) as path:
        try:
            parse_files([str(path)], nodes.append, logger=lambda _code, text: complaints.append(text.strip()))
        except RuntimeError as error:
            raise RuleError("\n".join([f"{name} does not parse", *complaints])) from error
    return tuple(node for node in nodes[1:] if node.ast_type != ASTType.Comment)  # the first is "#program base."


def _numbered(name: str) -> Iterator[tuple[AST, tuple[str, ...]]]:
    """The statements of a program with the numbers of their rules."""
    lines = rules_by_line(name)
    return ((node, lines[node.location.begin.line - 1]) for node in _parsed(name))


def _speaks_of_situations(rule: AST) -> bool:
    return any(re.search(r"\bS\b", str(part)) for part in rule.body)


@per_rules
def _traced(name: str) -> tuple[AST, ...]:
    """The program, and beside each of its rules one that derives ``exercised(S, R)``: in situation S (or ``always``) the body of a
    rule under the number R holds."""
    nodes = list(_parsed(name))
    for node, numbers in _numbered(name):
        if node.ast_type != ASTType.Rule:
            continue
        where: AST = ast.SymbolicTerm(node.location, clingo.Function("always"))
        if _speaks_of_situations(node):
            where = ast.Variable(node.location, "S")
        for number in numbers:
            rule: AST = ast.SymbolicTerm(node.location, clingo.String(number))
            atom = ast.SymbolicAtom(ast.Function(node.location, "exercised", [where, rule], 0))
            nodes.append(ast.Rule(node.location, ast.Literal(node.location, ast.Sign.NoSign, atom), node.body))
    return tuple(nodes)


@per_rules
def _guarded(name: str) -> tuple[AST, ...]:
    """The program, with each rule under a number R asking that R is not off: in the situation ``not holds(S, off(R))``, or
    ``not off(R)`` where it speaks of none."""
    nodes: list[AST] = []
    for node, numbers in _numbered(name):
        if node.ast_type == ASTType.Rule and numbers:
            guards: list[AST] = []
            for number in numbers:
                atom: AST = ast.Function(node.location, "off", [ast.SymbolicTerm(node.location, clingo.String(number))], 0)
                if _speaks_of_situations(node):
                    atom = ast.Function(node.location, "holds", [ast.Variable(node.location, "S"), atom], 0)
                guards.append(ast.Literal(node.location, ast.Sign.Negation, ast.SymbolicAtom(atom)))
            node = node.update(body=[*node.body, *guards])
        nodes.append(node)
    return tuple(nodes)


def rules_of_no_situation(programs: Iterable[str]) -> set[str]:
    """The numbers under which some rule speaks of no situation, so that they are off in all or in none."""
    rules = ((node, numbers) for name in programs for node, numbers in _numbered(name) if node.ast_type == ASTType.Rule)
    return {number for node, numbers in rules if not _speaks_of_situations(node) for number in numbers}


def _needs_of(node: AST) -> Needs:
    """What a statement needs to fire: nothing if it is no rule, or only forbids. What a choice makes may be anything."""
    if node.ast_type == ASTType.Defined:
        return Needs()
    if node.ast_type != ASTType.Rule:
        return Needs(reads=names_in(str(node)))
    if node.head.ast_type == ASTType.Literal:
        return needs_of(str(node)) if node.head.atom.ast_type == ASTType.SymbolicAtom else Needs(reads=names_in(str(node)))
    heads = signatures([node.head])
    gives: set[Key] = {*heads, *(((name, arity, place), ANYTHING) for name, arity in heads for place in range(arity))}
    return Needs(gives=gives, heads=heads, reads=names_in(str(node)))


@per_rules
def _needs(name: str) -> tuple[Needs, ...]:
    return tuple(map(_needs_of, _parsed(name)))


# What an option initiates can hold from then on, so it can stand where fluents stand.
_HOLDS = ((("initiates", 3, 2), ("holds", 2, 1)),)


@per_rules
def _usual_slicer(programs: tuple[str, ...]) -> Slicer:
    """What slices all statements of these programs."""
    return Slicer(chain(*map(_needs, programs)), _HOLDS)


@per_rules
def _toward(asked: Asked) -> tuple[tuple[AST, ...], tuple[Needs, ...]]:
    """The statements that have a part in what is asked for, and what each needs."""
    rules, spoken_of = toward(asked.name, asked.arity, (node for name in asked.programs for node in _parsed(name)))
    # All may be missing: where a rule derives some such atoms, the solver still complains of patterns that no head fits.
    statements = (*(_defined(*signature) for signature in sorted(spoken_of)), *rules)
    return statements, tuple(map(_needs_of, statements))


@cache
def _defined(name: str, arity: int) -> AST:
    """The statement that atoms of this signature may be missing."""
    nodes: list[AST] = []
    parse_string(f"#defined {name}/{arity}.", nodes.append)
    return nodes[1]


@cache
def showing(name: str, arity: int) -> tuple[AST, ...]:
    """The statements that atoms of this signature, and others that are named so, are shown alone, and may be missing."""
    nodes: list[AST] = []
    parse_string(f"#show {name}/{arity}.", nodes.append)
    return (nodes[1], _defined(name, arity))


@cache
def holding_everywhere() -> AST:
    """The rule that fluents of which ``unknown(F)`` holds do so in all situations."""
    nodes: list[AST] = []
    parse_string("holds(S, F) :- state(S), unknown(F).", nodes.append)
    return nodes[1]


def keys_of_group(facts: Iterable[Term], fluents: Iterable[Term]) -> frozenset[Key]:
    """What these facts, and situations with these fluents, make possible."""
    found = {key for fact in facts for key in keys_of(fact)}
    return frozenset(found.union(*(keys_of(("holds", 0, fluent)) for fluent in fluents), keys_of(("state", 0))))


class Rules:
    """The statements of a list of programs.

    Parameters
    ----------
    without:
        numbers of rules that are left out.
    asked:
        what is asked of further programs, of which no more is taken than has a part in it.
    slim:
        the needs of rules are known, for :meth:`firing`.
    traced:
        what tells which rules are exercised stands beside them, as ``exercised(S, R)``.
    guarded:
        rules can be off in some situations and not in others: in those in which the fluent ``off(R)`` holds.
    """

    def __init__(
        self,
        programs: Sequence[str],
        without: frozenset[str] = frozenset(),
        asked: Asked | None = None,
        *,
        slim: bool = False,
        traced: bool = False,
        guarded: bool = False,
    ):
        self.all: list[AST] = []
        self._needs: list[Needs] = []
        for name in programs:
            nodes = (_traced if traced else _guarded if guarded else _parsed)(name)
            lines = rules_by_line(name)
            kept = [not without.intersection(lines[node.location.begin.line - 1]) for node in nodes] if without else [True] * len(nodes)
            self.all += compress(nodes, kept)
            self._needs += compress(_needs(name), kept) if slim else ()
        if asked is not None:
            statements, needs = _toward(asked)
            self.all += statements
            self._needs += needs if slim else ()
        if guarded:
            self.all.append(_defined("off", 1))
            self._needs += [Needs(reads={"off"})] if slim else []
        usual = slim and not (without or asked or guarded)
        self._slicer = _usual_slicer(tuple(programs)) if usual else Slicer(self._needs, _HOLDS)

    def needed(self, keys: Iterable[Key], asked: Iterable[str]) -> tuple[list[AST], set[str]]:
        """The statements without the rules that can never fire where only this is possible at first, and without those that have no part
        in deriving atoms with the names that are asked for (of slim, untraced rules); and the names of all that is read."""
        fires = self._slicer.alive(keys)
        firing = list(compress(self._needs, fires))
        wanted, read = asked_for(firing, asked)
        gone = {head for rule, stays in zip(self._needs, fires, strict=True) if not stays for head in rule.heads if head[0] in read}
        statements = (
            node
            for node, stays in zip(compress(self.all, fires), wanted, strict=True)
            if stays and (node.ast_type != ASTType.Defined or node.name in read)
        )
        return [*(_defined(*head) for head in sorted(gone)), *statements], read
