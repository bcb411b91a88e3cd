"""The rules that have a part in what is asked for: all that certain atoms depend on, and no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clingo import ast
from clingo.ast import AST, ASTType

__all__ = ["Asked", "Signature", "signatures", "toward"]

Signature = tuple[str, int]
"""The name and the arity of a predicate."""


class Asked(NamedTuple):
    """Atoms that are asked for, by name and arity, and the programs whose rules say when they hold."""

    name: str
    arity: int
    programs: tuple[str, ...]


class _Signatures(ast.Transformer):
    """Collects the signatures of the atoms in a statement."""

    def __init__(self) -> None:
        self.found: set[Signature] = set()

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        terms = atom.symbol.arguments if atom.symbol.ast_type == ASTType.Pool else [atom.symbol]
        self.found.update((term.name, len(term.arguments)) for term in terms)
        return atom


def signatures(nodes: Iterable[AST]) -> set[Signature]:
    """The signatures of the atoms in the nodes."""
    visitor = _Signatures()
    for node in nodes:
        visitor.visit(node)
    return visitor.found


def toward(name: str, arity: int, statements: Iterable[AST]) -> tuple[list[AST], set[Signature]]:
    """The rules among the statements that have a part in deriving these atoms, and the signatures of all that they speak of."""
    heads: dict[Signature, list[tuple[AST, set[Signature]]]] = {}
    for node in statements:
        if node.ast_type == ASTType.Rule:
            body = signatures(node.body)
            for head in signatures([node.head]):
                heads.setdefault(head, []).append((node, body))
    kept: dict[int, AST] = {}
    known: set[Signature] = set()
    agenda = [(name, arity)]
    while agenda:
        signature = agenda.pop()
        if signature not in known:
            known.add(signature)
            for node, body in heads.get(signature, ()):
                kept[id(node)] = node
                agenda.extend(body)
    return list(kept.values()), known
