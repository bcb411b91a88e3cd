"""The moves of situations.

The rule programs speak about situations ``S``. :class:`Solver` grounds them over a frontier, which is a set of
situations, and reads back each situation's options and what every option changes. The programs are stratified:
grounding alone decides everything, and an atom that is not a fact afterwards is an error in the rules.

>>> solver = Solver(["magic/vocabulary.lp"])
>>> solver.query([], "permanent_zone/1")
[('permanent_zone', 'battlefield')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import clingo
from clingo.ast import AST

from reasoner.errors import RuleError
from reasoner.terms import Term

from .asked import Asked
from .grounding import REFUSALS, ground, refuse_inexact
from .numbers import Numbers
from .rules import Rules, keys_of_group
from .symbols import integers_in, to_symbol, to_term

__all__ = ["ASKED", "READ", "Changes", "Group", "Move", "Solver", "State", "facts_of_situations"]

State = frozenset[int]
"""A situation: the numbers of its fluents in the solver's table."""


class Changes(NamedTuple):
    """Of one option: whose it is, by which rules, what it ends, what it begins, and for how many options it stands."""

    choosers: set[clingo.Symbol]
    rules: set[clingo.Symbol]
    gone: set[clingo.Symbol]
    new: set[clingo.Symbol]
    copies: int


class Move(NamedTuple):
    """One option of a situation and where it leads. Choosers and rules are term numbers."""

    option: int
    choosers: tuple[int, ...]
    rules: tuple[int, ...]
    target: State
    copies: int


READ = {"choosers": "chooser", "rules": "because", "gone": "terminates", "new": "initiates"}
"""Which atoms tell of an option what ``Changes`` holds."""

ASKED = frozenset(("option", "copies", *READ.values(), *REFUSALS))
"""The names of all that is read of situations."""


def facts_of_situations(situations: Iterable[Iterable[clingo.Symbol]]) -> Iterator[clingo.Symbol]:
    """The facts that say what holds in situations, which go by their place."""
    function, number = clingo.Function, clingo.Number
    for index, fluents in enumerate(situations):
        here = number(index)
        yield function("state", [here])
        yield from (function("holds", [here, fluent]) for fluent in fluents)


@dataclass(frozen=True)
class Group:
    """Facts that some situations need and others do not, with the fluents of the first situations that need them."""

    facts: Sequence[Term]
    fluents: Sequence[Term]


class _Slice(NamedTuple):
    """The rules that situations of some groups need for what is asked of them, and the names of what they read (None: all names)."""

    groups: Set[int]
    asked: Set[str]
    rules: list[AST]
    read: Set[str] | None = None


class Solver:
    """Grounds a fixed list of programs, together with fixed facts, over one frontier after another.

    Each situation needs the facts of one of the ``groups`` beside those that all need. With ``slim``, rules that can fire in
    no situation that comes of the first ones are left out; ``without``, ``asked``, ``traced`` and ``guarded`` are those of
    :class:`~reasoner.solving.rules.Rules`.
    """

    def __init__(
        self,
        programs: Sequence[str],
        facts: Iterable[Term] = (),
        without: frozenset[str] = frozenset(),
        groups: Sequence[Group] = (),
        asked: Asked | None = None,
        *,
        slim: bool = False,
        traced: bool = False,
        guarded: bool = False,
    ):
        common = list(facts)
        self.programs = tuple(programs)
        self.without = without
        self._rules = Rules(programs, without, asked, slim=slim, traced=traced, guarded=guarded)
        self._facts = [to_symbol(fact) for fact in common]
        self._groups = [[to_symbol(fact) for fact in group.facts] for group in groups]
        self._keys = [keys_of_group(group.facts, group.fluents) for group in groups] if slim else []
        self._common_keys = keys_of_group(common, ()) if slim else frozenset()
        self._slice = _Slice(frozenset(), frozenset(), self._rules.all)
        self._numbers: dict[clingo.Symbol, int] = {}
        self._symbols: list[clingo.Symbol] = []
        self._terms: dict[int, Term] = {}

    def extended(self, programs: Iterable[str], traced: bool) -> Solver:
        """A solver with the same facts, with further programs."""
        slim = bool(self._keys) and not traced
        other = Solver([*self.programs, *programs], (), self.without, slim=slim, traced=traced)
        other._facts, other._groups = self._facts, self._groups
        if slim:
            other._keys, other._common_keys = self._keys, self._common_keys
        return other

    def program(self, groups: Set[int] | None = None, asked: Set[str] = ASKED) -> tuple[list[AST], Iterator[clingo.Symbol]]:
        """The rules and facts that situations of these groups (or of all) need for atoms with these names; chosen anew when few of the
        groups are left."""
        groups = frozenset(range(len(self._groups))) if groups is None else groups
        known = self._slice
        if self._keys and (asked != known.asked or not groups <= known.groups or len(groups) <= len(known.groups) / 2):
            keys = self._common_keys.union(*(self._keys[group] for group in groups))
            known = self._slice = _Slice(groups, asked, *self._rules.needed(keys, asked))
        facts = chain(self._facts, *(self._groups[group] for group in sorted(groups)))
        return known.rules, facts if known.read is None else (fact for fact in facts if fact.name in known.read)

    def with_facts(self, facts: Iterable[Term]) -> Solver:
        """A solver with the same programs and table of terms, and further facts: its moves compare with those of this one."""
        other = copy(self)
        other._facts = [*self._facts, *map(to_symbol, facts)]
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

    def symbols(self, state: State) -> list[clingo.Symbol]:
        """The fluents of a situation as symbols (unordered)."""
        return [self._symbols[number] for number in state]

    def fluents(self, state: State) -> list[Term]:
        """The fluents of a situation (unordered)."""
        return [self.term(number) for number in state]

    def integers(self, group: int) -> set[int]:
        """The numbers that the facts of a group write."""
        return set(integers_in(self._groups[group]))

    # --- grounding
    def derive(self, states: Sequence[State], name: str, arity: int) -> list[Term]:
        """The atoms of this name and arity over the situations, which go by their place in the list; sorted."""
        rules, facts = self.program(asked={name})
        control = ground(rules, chain(facts, facts_of_situations(map(self.symbols, states))), gaps=bool(self.without))
        return [to_term(symbol) for symbol in sorted(atom.symbol for atom in control.symbolic_atoms.by_signature(name, arity))]

    def step(self, states: Sequence[State], groups: Set[int] = frozenset()) -> list[list[Move]]:
        """All moves of each of the situations, which need these groups of facts. Raises as :meth:`options` does."""
        number = self.number
        found = self.options(list(map(self.symbols, states)), groups)
        return [
            [
                Move(
                    number(option),
                    tuple(sorted(map(number, move.choosers))),
                    tuple(sorted(map(number, move.rules))),
                    state.difference(map(number, move.gone)).union(map(number, move.new)),
                    move.copies,
                )
                for option, move in options.items()
            ]
            for state, options in zip(states, found, strict=True)
        ]

    def options(
        self,
        situations: Sequence[Iterable[clingo.Symbol]],
        groups: Set[int] = frozenset(),
        rules: Iterable[AST] | None = None,
        numbers: Numbers | None = None,
    ) -> list[dict[clingo.Symbol, Changes]]:
        """The options of each of the situations, which are given by their fluents; lifted ``rules`` call ``numbers``.

        Raises NumberTooLarge where the exact result of an option would leave the solver's integers, ValueMissing where
        an effect reads what the scenario does not tell, TooMany where single events or choices are too many to list.
        """
        needed, facts = self.program(groups)
        facts = chain(facts, facts_of_situations(situations))
        # The control is kept by name: the atoms live no longer than it does. Where rules are turned off, what only they derive is
        # missing on purpose.
        control = ground(needed if rules is None else rules, facts, numbers, gaps=bool(self.without))
        atoms = control.symbolic_atoms
        copies: dict[int, dict[clingo.Symbol, int]] = {}
        for atom in atoms.by_signature("copies", 3):
            where, option, value = atom.symbol.arguments
            copies.setdefault(where.number, {})[option] = value.number
        found: list[dict[clingo.Symbol, Changes]] = [{} for _ in situations]
        for atom in atoms.by_signature("option", 2):
            if not atom.is_fact:
                raise RuleError(f"{atom.symbol} is not decided by the rules alone")
            where, option = atom.symbol.arguments
            found[where.number][option] = Changes(set(), set(), set(), set(), copies.get(where.number, {}).get(option, 1))
        for slot, name in enumerate(("choosers", "rules", "gone", "new")):
            for atom in atoms.by_signature(READ[name], 3):
                where, option, value = atom.symbol.arguments
                changes = found[where.number].get(option)
                if changes is not None:
                    changes[slot].add(value)  # type: ignore[union-attr]  # the first four are sets
        refuse_inexact(atoms, numbers)
        return found

    def query(self, facts: Iterable[Term], *signatures: str) -> list[Term]:
        """Ground the programs over the facts and read the atoms of the signatures (``name/arity``), sorted as text."""
        control = ground(self._rules.all, [*self._facts, *map(to_symbol, facts)], gaps=bool(self.without))
        found: list[clingo.Symbol] = []
        for signature in signatures:
            name, arity = signature.split("/")
            found.extend(atom.symbol for atom in control.symbolic_atoms.by_signature(name, int(arity)))
        return [to_term(symbol) for symbol in sorted(found)]
