"""What must hold of the programs as a whole: they are stratified (no predicate depends on itself through a negation or
an aggregate), and a program that may be left out leaves no gap.

The solver would find the same at run time only in the scenarios that reach it, so it is checked on the programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file

import networkx as nx
import pytest
from clingo.ast import AST, ASTType, Sign, parse_files

from reasoner.exploring.explore import rule_programs
from reasoner.solving.programs import games, program_file


def _atoms(node: AST, strict: bool) -> Iterator[tuple[str, bool]]:
    """The predicates inside a body element, and whether a negation or an aggregate stands over them."""
    if node.ast_type == ASTType.Literal:
        strict = strict or node.sign != Sign.NoSign
    elif node.ast_type in (ASTType.BodyAggregate, ASTType.Aggregate, ASTType.ConditionalLiteral):
        strict = True
    elif node.ast_type == ASTType.SymbolicAtom:
        symbol = node.symbol
        if symbol.ast_type == ASTType.Pool:  # a(x;y)
            symbol = symbol.arguments[0]
        if symbol.ast_type != ASTType.Function:
            return
        yield f"{symbol.name}/{len(symbol.arguments)}", strict
        return
    for key in node.keys():  # noqa: SIM118 - an AST is no dict
        child = getattr(node, key)
        for part in child if hasattr(child, "__iter__") and not isinstance(child, str) else [child]:
            if isinstance(part, AST):
                yield from _atoms(part, strict)


def _parsed(name: str) -> list[AST]:
    nodes: list[AST] = []
    with as_file(program_file(name)) as path:
        parse_files([str(path)], nodes.append)
    return nodes


def _dependencies(programs: list[str]) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    rules = [node for name in programs for node in _parsed(name) if node.ast_type == ASTType.Rule]
    for rule in rules:
        for head, _ in _atoms(rule.head, False):
            for element in rule.body:
                for body, strict in _atoms(element, False):
                    known = graph.get_edge_data(body, head, {"strict": False})["strict"]
                    graph.add_edge(body, head, strict=strict or known)
    return graph


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("reduce", [True, False])
def test_the_rules_are_stratified(game: str, reduce: bool) -> None:
    graph = _dependencies(rule_programs(game, reduce))
    for part in nx.strongly_connected_components(graph):
        inside = graph.subgraph(part)
        for body, head in inside.edges:
            back = " → ".join(nx.shortest_path(inside, head, body))
            assert not inside.edges[body, head]["strict"], f"{head} depends on {body} through a negation or an aggregate, and {back}"
