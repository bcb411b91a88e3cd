"""The rule programs, parsed: each once, and without the rules that cannot fire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import as_file

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, parse_files, parse_string

from reasoner.errors import RuleError
from reasoner.terms import Term

from .programs import lines_without, per_rules, program_file, program_text, rule_groups
from .slicing import Key, Needs, Slicer, keys_of, needs_of

__all__ = ["Rules", "keys_of_group"]


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


@per_rules
def _needs(name: str, without: frozenset[str]) -> tuple[Needs | None, ...]:
    """Of each statement of a program what it needs to fire; None for one that is no rule."""
    return tuple(needs_of(str(node)) if node.ast_type == ASTType.Rule else None for node in _parsed(name, without))


@cache
def _defined(name: str, arity: int) -> AST:
    """The statement that atoms of this signature may be missing."""
    nodes: list[AST] = []
    parse_string(f"#defined {name}/{arity}.", nodes.append)
    return nodes[1]


# What an option initiates can hold from then on, so it can stand where fluents stand.
_HOLDS = ((("initiates", 3, 2), ("holds", 2, 1)),)


def keys_of_group(facts: Iterable[Term], fluents: Iterable[Term]) -> frozenset[Key]:
    """What these facts, and situations with these fluents, make possible."""
    found = {key for fact in facts for key in keys_of(fact)}
    return frozenset(found.union(*(keys_of(("holds", 0, fluent)) for fluent in fluents), keys_of(("state", 0))))


class Rules:
    """The statements of a list of programs; ``traced``, with what tells which rules are used beside them."""

    def __init__(self, programs: Sequence[str], without: frozenset[str] = frozenset(), *, slim: bool = False, traced: bool = False):
        self.all = [node for name in programs for node in (_traced if traced else _parsed)(name, without)]
        self._needs = [needs for name in programs for needs in _needs(name, without)] if slim else []
        self._slicer = Slicer((needs for needs in self._needs if needs is not None), _HOLDS)

    def firing(self, keys: Iterable[Key]) -> list[AST]:
        """The statements without the rules that can never fire where only this is possible at first (of slim, untraced rules)."""
        fires = iter(self._slicer.alive(keys))
        kept = [needs is None or next(fires) for needs in self._needs]
        gone = {head for needs, stays in zip(self._needs, kept, strict=True) if needs is not None and not stays for head in needs.heads}
        return [*(_defined(*head) for head in sorted(gone)), *(node for node, stays in zip(self.all, kept, strict=True) if stays)]
