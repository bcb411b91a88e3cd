"""What programs derive in the situations of explored graphs, beside the options: faults, and which rules were exercised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reasoner.exploring.explore import Exploration, solver_for
from reasoner.exploring.facts import namespaced, plain_name
from reasoner.solving.solver import State
from reasoner.terms import Term

__all__ = ["exercised", "faults"]

_TOGETHER = 1000
"""Situations in one grounding."""


def _derived(
    explorations: Sequence[Exploration], programs: Iterable[str], name: str, arity: int, without: frozenset[str], traced: bool
) -> list[list[tuple[Term, ...]]]:
    """For each exploration the arguments of the atoms, the first of which is the situation, or no number if it is about none."""
    if not explorations:
        return []
    names = [exploration.scenario.names() if len(explorations) > 1 else frozenset() for exploration in explorations]
    plain, _ = solver_for([exploration.scenario for exploration in explorations], without=without)
    solver = plain.extended(programs, traced)
    places = [(index, number) for index, exploration in enumerate(explorations) for number in range(len(exploration.fluents))]
    found: list[list[tuple[Term, ...]]] = [[] for _ in explorations]
    for start in range(0, len(places), _TOGETHER):
        part = places[start : start + _TOGETHER]
        states: list[State] = [solver.state(namespaced(explorations[i].fluents[n], names[i], i)) for i, n in part]
        for atom in solver.derive(states, name, arity):
            assert isinstance(atom, tuple)
            where, *rest = map(plain_name, atom[1:])
            if isinstance(where, int):
                index, number = part[where]
                found[index].append((number, *rest))
            else:
                for atoms in found:
                    atoms.append((where, *rest))
    return found


def faults(explorations: Sequence[Exploration], without: frozenset[str] = frozenset()) -> list[list[tuple[Term, ...]]]:
    """What ``asp/checks/situations.lp`` finds, for each exploration: (situation, kind of fault, what it is about)."""
    return _derived(explorations, ["checks/situations.lp"], "finding", 3, without, False)


def exercised(explorations: Sequence[Exploration]) -> list[dict[str, set[int]]]:
    """For each exploration the numbers of the rules that are exercised in it, each with the situations: those in which the body of one
    of its rules holds. A rule that speaks of no situation is exercised in all."""
    found: list[dict[str, set[int]]] = []
    for exploration, atoms in zip(explorations, _derived(explorations, [], "exercised", 2, frozenset(), True), strict=True):
        rules: dict[str, set[int]] = {}
        for where, rule in atoms:
            rules.setdefault(str(rule), set()).update([where] if isinstance(where, int) else range(len(exploration.fluents)))
        found.append(rules)
    return found
