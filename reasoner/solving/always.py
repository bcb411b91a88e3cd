"""What comes of situations of which not everything is known: is it the same in every case?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache
from itertools import chain
from typing import NamedTuple

import clingo

from reasoner.terms import Term, once

from .asked import Signature
from .grounding import ground
from .rules import holding_everywhere
from .solver import ASKED, READ, Solver, facts_of_situations
from .symbols import to_symbol, to_term

__all__ = ["Derived", "always"]


class Derived(NamedTuple):
    """That an atom is derived of an option: the place of the situation in a list, the name of the atom, the option and what is
    told of it (the option itself in ``option/2``)."""

    place: int
    name: str
    option: Term
    value: Term


def always(
    solver: Solver,
    situations: Sequence[Iterable[Term]],
    unknown: Set[Term],
    must: Set[Derived],
    may: Callable[[Derived], bool],
    also: Signature,
) -> list[Term] | None:
    """The atoms of the signature ``also`` that may be derived in these situations, whichever of the ``unknown`` fluents hold in them.
    None if then not all that ``must`` be is derived of the options, or something else than what ``may`` be. What an option ends and
    begins goes on, so that it is ended does not count."""
    function = clingo.Function
    symbol, term = once(to_symbol), cache(to_term)
    doubtful = set(map(symbol, unknown))
    kept = [[fluent for fluent in map(symbol, fluents) if fluent not in doubtful] for fluents in situations]
    rules, facts = solver.program(asked=ASKED | {also[0]})
    # In all situations or in none: each is a question of its own.
    choices = (function("unknown", [fluent]) for fluent in doubtful)
    control = ground([*rules, holding_everywhere()], chain(facts, facts_of_situations(kept)), choices=choices)
    atoms = control.symbolic_atoms
    missing = set(must)
    wrong: list[list[int]] = []  # cases in which not all is as it should be: in each, these literals hold
    for name, arity in (("option", 2), ("copies", 3), *((name, 3) for name in READ.values())):
        for atom in atoms.by_signature(name, arity):
            where, *terms = atom.symbol.arguments
            told = Derived(where.number, name, term(terms[0]), term(terms[-1]))
            if told in missing:
                missing.remove(told)
                if not atom.is_fact:
                    wrong.append([-atom.literal])
            elif not may(told):
                begun = atoms[function("initiates", atom.symbol.arguments)] if name == "terminates" else None
                if begun is not None and begun.is_fact:
                    continue
                case = [*([] if atom.is_fact else [atom.literal]), *([] if begun is None else [-begun.literal])]
                if not case:
                    return None
                wrong.append(case)
    if missing:
        return None
    with control.backend() as backend:
        found = backend.add_atom()
        for case in wrong:
            backend.add_rule([found], case)
        backend.add_rule([], [-found])
    if control.solve().unsatisfiable is not True:
        return None
    return [to_term(atom.symbol) for atom in atoms.by_signature(*also)]
