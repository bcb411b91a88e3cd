"""Answer sets of programs that choose; those that decide situations have no answer set but one, and none is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

import clingo

from reasoner.terms import Term

from .asked import Signature
from .grounding import ground
from .rules import showing
from .solver import Solver
from .symbols import to_term

__all__ = ["answers", "models"]


def models(solver: Solver, rank: Signature, shown: Mapping[str, int]) -> Iterator[tuple[int, list[Term]]]:
    """The answer sets of the programs with the facts, by their rank: the number that stands last in their only atom of the
    signature ``rank``; the lowest rank first. Of each the rank and the atoms that are to be shown (name and arity), sorted.
    """
    control = _choosing(solver, shown, [rank[0]])
    ranks = {atom.symbol: atom.symbol.arguments[-1].number for atom in control.symbolic_atoms.by_signature(*rank)}
    for symbol in sorted(ranks, key=ranks.__getitem__):
        for atoms in _answers(control, [(symbol, True)]):
            yield ranks[symbol], atoms


def answers(solver: Solver, shown: Mapping[str, int]) -> list[list[Term]]:
    """All answer sets of the programs with the facts: of each the atoms that are to be shown (name and arity), sorted."""
    return _answers(_choosing(solver, shown))


def _choosing(solver: Solver, shown: Mapping[str, int], also: Iterable[str] = ()) -> clingo.Control:
    rules, facts = solver.program(asked={*shown, *also})
    control = ground(chain(rules, *(showing(*signature) for signature in shown.items())), facts)
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    return control


def _answers(control: clingo.Control, assumptions: Sequence[tuple[clingo.Symbol, bool]] = ()) -> list[list[Term]]:
    term = cache(to_term)
    found: list[list[clingo.Symbol]] = []
    with control.solve(yield_=True, assumptions=assumptions) as handle:
        for model in handle:
            found.append(sorted(model.symbols(shown=True)))
    return [[term(symbol) for symbol in symbols] for symbols in sorted(found)]
