"""The one place that runs clingo.

The rule programs speak about situations ``S``. :class:`Solver` grounds them over a frontier, which is a set of
situations, and reads back each situation's options and what every option changes. The programs are stratified:
grounding alone decides everything, and an atom that is not a fact afterwards is an error in the rules.

>>> solver = Solver(["magic/vocabulary.lp"])
>>> solver.query([], "permanent_zone/1")
[('permanent_zone', 'battlefield')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import clingo
from clingo.ast import AST, ProgramBuilder

from reasoner.errors import NotCovered, NumberTooLarge, RuleError, TooMany, ValueMissing
from reasoner.terms import Term, Word, once

from .asked import Asked, Signature
from .numbers import LARGEST, Numbers
from .rules import Rules, holding_everywhere, keys_of_group, showing

__all__ = ["Changes", "Derived", "Group", "Move", "Solver", "State", "to_symbol", "to_term"]

State = frozenset[int]
"""A situation: the numbers of its fluents in the solver's table."""


class Changes(NamedTuple):
    """Of one option: whose it is, by which rules, what it ends, what it begins, and for how many options it stands."""

    choosers: set[clingo.Symbol]
    rules: set[clingo.Symbol]
    gone: set[clingo.Symbol]
    new: set[clingo.Symbol]
    copies: int


class Derived(NamedTuple):
    """That an atom is derived of an option: the place of the situation in a list, the name of the atom, the option and what is
    told of it (the option itself in ``option/2``)."""

    place: int
    name: str
    option: Term
    value: Term


class Move(NamedTuple):
    """One option of a situation and where it leads. Choosers and rules are term numbers."""

    option: int
    choosers: tuple[int, ...]
    rules: tuple[int, ...]
    target: State
    copies: int


_READ = {"choosers": "chooser", "rules": "because", "gone": "terminates", "new": "initiates"}
"""Which atoms tell of an option what ``Changes`` holds."""

_ASKED = frozenset(("option", "copies", *_READ.values(), "inexact", "untold", "not_covered", "too_many"))
"""The names of all that is read of situations."""


def _facts(situations: Iterable[Iterable[clingo.Symbol]]) -> Iterator[clingo.Symbol]:
    function, number = clingo.Function, clingo.Number
    for index, fluents in enumerate(situations):
        here = number(index)
        yield function("state", [here])
        yield from (function("holds", [here, fluent]) for fluent in fluents)


def _check(atoms: clingo.SymbolicAtoms, numbers: Numbers | None) -> None:
    """Look for what the rules can't give exactly. Worlds that will be parted are asked about afterwards."""

    def told(name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        for atom in atoms.by_signature(name, arity):
            if numbers is None or not numbers.partings(atom.symbol.arguments[0].number):
                yield atom.symbol.arguments

    for _, effect, event in told("inexact", 3):
        what = f"what {effect.string!r} does to an event" if effect.type == clingo.SymbolType.String else f"the new value of {event}"
        raise NumberTooLarge(f"{what} is a number beyond 2147483647; results are exact or not given, so make the amounts smaller")
    for _, effect, count in told("untold", 3):
        if effect.type == clingo.SymbolType.Function:  # what stands under a label, branch(E, label)
            effect = effect.arguments[0]
        name, player = count.arguments[0].name, count.arguments[1].string
        reader = f"the effect {effect.string!r}" if effect.type == clingo.SymbolType.String else "an event of the scenario"
        raise ValueMissing(
            f"{reader} reads the {name} of {player!r}, which the scenario does not give; write {player}: {{{name}: N}} under players"
        )
    for _, effect, advice in told("not_covered", 3):
        raise NotCovered(f"what {effect.string!r} does is not covered here: {advice.string}")
    for _, counted in told("too_many", 2):
        raise TooMany(f"more than 1000 {counted.string}: make the numbers of the scenario smaller")


@dataclass(frozen=True)
class Group:
    """Facts that some situations need and others do not, with the fluents of the first situations that need them."""

    facts: Sequence[Term]
    fluents: Sequence[Term]


def to_symbol(term: Term) -> clingo.Symbol:
    """The term as a symbol. Built, never written as text: a name cannot become a rule."""
    if isinstance(term, Word):
        return clingo.Function(str(term))
    if isinstance(term, str):
        return clingo.String(term)
    if isinstance(term, int):
        if abs(term) > LARGEST:
            raise NumberTooLarge(
                f"{term} is a number beyond {LARGEST}, which has no place in a program for a solver with integers of 32 bits"
            )
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
        other = Solver([*self.programs, *programs], (), self.without, traced=traced)
        other._facts, other._groups = self._facts, self._groups
        return other

    def needed(self, groups: Set[int], asked: Set[str] = _ASKED) -> list[AST]:
        """The rules that situations of these groups need for atoms with these names; chosen anew when few of the groups are left."""
        known = self._slice
        if self._keys and (asked != known.asked or not groups <= known.groups or len(groups) <= len(known.groups) / 2):
            keys = self._common_keys.union(*(self._keys[group] for group in groups))
            self._slice = _Slice(groups, asked, *self._rules.needed(keys, asked))
        return self._slice.rules

    def _facts_of(self, groups: Iterable[int]) -> Iterator[clingo.Symbol]:
        """The facts that these groups and the needed rules have in common."""
        facts, read = chain(self._facts, *(self._groups[group] for group in sorted(groups))), self._slice.read
        return facts if read is None else (fact for fact in facts if fact.name in read)

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
        found: set[int] = set()

        def note(symbol: clingo.Symbol) -> None:
            if symbol.type == clingo.SymbolType.Number:
                found.add(symbol.number)
            elif symbol.type == clingo.SymbolType.Function:
                for part in symbol.arguments:
                    note(part)

        for symbol in self._groups[group]:
            note(symbol)
        return found

    # --- grounding
    def _ground(
        self, rules: Iterable[AST], facts: Iterable[clingo.Symbol], context: object = None, choices: Iterable[clingo.Symbol] = ()
    ) -> clingo.Control:
        complaints: list[str] = []

        def note(code: clingo.MessageCode, text: str) -> None:
            # Where rules are turned off, what only they derive is missing on purpose.
            if not (self.without and code == clingo.MessageCode.AtomUndefined):
                complaints.append(text.strip())

        control = clingo.Control(logger=note)
        with ProgramBuilder(control) as builder:
            for node in rules:
                builder.add(node)
        with control.backend() as backend:
            for symbol in facts:
                backend.add_rule([backend.add_atom(symbol)])
            for symbol in choices:
                backend.add_rule([backend.add_atom(symbol)], choice=True)
        try:
            control.ground([("base", [])], context=context)
        except RuntimeError as error:
            raise RuleError("\n".join(["the rule programs do not ground", *complaints])) from error
        if complaints:
            raise RuleError("\n".join(["the rule programs are not sound for this scenario", *complaints]))
        return control

    def derive(self, states: Sequence[State], name: str, arity: int) -> list[Term]:
        """The atoms of this name and arity over the situations, which go by their place in the list; sorted."""
        control = self._ground(
            self._rules.all,
            [*self._facts, *chain(*self._groups), *_facts(map(self.symbols, states))],
        )
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
        needed = self.needed(groups)
        facts = chain(self._facts_of(groups), _facts(situations))
        # The control is kept by name: the atoms live no longer than it does.
        control = self._ground(needed if rules is None else rules, facts, numbers)
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
            for atom in atoms.by_signature(_READ[name], 3):
                where, option, value = atom.symbol.arguments
                changes = found[where.number].get(option)
                if changes is not None:
                    changes[slot].add(value)  # type: ignore[union-attr]  # the first four are sets
        _check(atoms, numbers)
        return found

    def always(
        self,
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
        symbol, term = once(to_symbol), self.term
        doubtful = set(map(symbol, unknown))
        kept = [[fluent for fluent in map(symbol, fluents) if fluent not in doubtful] for fluents in situations]
        groups = frozenset(range(len(self._groups)))
        rules = self.needed(groups, _ASKED | {also[0]})
        facts = chain(self._facts_of(groups), _facts(kept))
        # In all situations or in none: each is a question of its own.
        choices = (function("unknown", [fluent]) for fluent in doubtful)
        control = self._ground([*rules, holding_everywhere()], facts, choices=choices)
        atoms = control.symbolic_atoms
        missing = set(must)
        wrong: list[list[int]] = []  # cases in which not all is as it should be: in each, these literals hold
        for name, arity in (("option", 2), ("copies", 3), *((name, 3) for name in _READ.values())):
            for atom in atoms.by_signature(name, arity):
                where, *terms = atom.symbol.arguments
                told = Derived(where.number, name, term(self.number(terms[0])), term(self.number(terms[-1])))
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

    def models(self, rank: Signature, shown: Mapping[str, int]) -> Iterator[tuple[int, list[Term]]]:
        """The answer sets of the programs with the facts, by their rank: the number that stands last in their only atom of the
        signature ``rank``; the lowest rank first. Of each the rank and the atoms that are to be shown (name and arity), sorted.

        This is for programs that choose; those that decide situations have no answer set but one.
        """
        control = self._choosing(shown, [rank[0]])
        ranks = {atom.symbol: atom.symbol.arguments[-1].number for atom in control.symbolic_atoms.by_signature(*rank)}
        for symbol in sorted(ranks, key=ranks.__getitem__):
            for atoms in self._answers(control, [(symbol, True)]):
                yield ranks[symbol], atoms

    def answers(self, shown: Mapping[str, int]) -> list[list[Term]]:
        """All answer sets of programs that choose with the facts: of each the atoms that are to be shown (name and arity), sorted."""
        return self._answers(self._choosing(shown))

    def _choosing(self, shown: Mapping[str, int], also: Iterable[str] = ()) -> clingo.Control:
        shows = chain(*(showing(*signature) for signature in shown.items()))
        groups = frozenset(range(len(self._groups)))
        rules = self.needed(groups, {*shown, *also})
        control = self._ground([*rules, *shows], self._facts_of(groups))
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        return control

    def _answers(self, control: clingo.Control, assumptions: Sequence[tuple[clingo.Symbol, bool]] = ()) -> list[list[Term]]:
        found: list[list[clingo.Symbol]] = []
        with control.solve(yield_=True, assumptions=assumptions) as handle:
            for model in handle:
                found.append(sorted(model.symbols(shown=True)))
        return [[self.term(self.number(symbol)) for symbol in symbols] for symbols in sorted(found)]

    def query(self, facts: Iterable[Term], *signatures: str) -> list[Term]:
        """Ground the programs over the facts and read the atoms of the signatures (``name/arity``), sorted as text."""
        control = self._ground(self._rules.all, [*self._facts, *map(to_symbol, facts)])
        found: list[clingo.Symbol] = []
        for signature in signatures:
            name, arity = signature.split("/")
            found.extend(atom.symbol for atom in control.symbolic_atoms.by_signature(name, int(arity)))
        return [to_term(symbol) for symbol in sorted(found)]
