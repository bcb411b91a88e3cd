"""Rules turned off, one at a time, and switches set otherwise: in which scenarios does that change the answer?

Most of a graph stays as it is: without a rule, only situations in which it is exercised can have other moves, so only these are worked
out again, and what comes of them that was not there before. Many scenarios, each under many changes, go into one grounding: a change is
a fluent of the situation (see :class:`~reasoner.solving.rules.Rules`, ``guarded``). An end that was not there before settles it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reasoner.errors import InsteadError
from reasoner.exploring.exploration import Edge, Edges, Exploration
from reasoner.exploring.explore import guarded_solver, prefixed, rule_programs
from reasoner.exploring.facts import plain_name
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.rules import rules_of_no_situation
from reasoner.solving.solver import Move, Solver, State
from reasoner.terms import Term, Word

from .compare import changed

__all__ = ["Ablation", "settings"]

_TOGETHER = 2000
"""Situations in one grounding."""

_MORE, _TIMES = 20, 10
"""A scenario that has so many more situations than so many times its usual number is another one: it may well have no end."""


def settings(game: str) -> list[str]:
    """The settings of the game's switches that are not the usual ones, as ``name=setting``."""
    return [f"{name}={setting}" for name, known in sorted(vocabulary(game).switches.items()) for setting in known[1:]]


@dataclass
class _Usual:
    """An explored scenario in the terms of the solver."""

    exploration: Exploration
    states: list[State]
    moves: dict[State, list[Move]] = field(default_factory=dict)

    @property
    def ends(self) -> set[State]:
        return {state for state, moves in self.moves.items() if not moves}


@dataclass
class _Variant:
    """A scenario under one change, as far as it is known. The change is a fluent more in every situation, or another one; here
    situations are kept without it."""

    index: int
    usual: _Usual
    more: State
    less: State
    touched: frozenset[State]
    moves: dict[State, list[Move]] = field(default_factory=dict)
    seen: set[State] = field(default_factory=set)
    waiting: list[State] = field(default_factory=list)
    differs: bool | None = None
    """Does the answer differ? None as long as that is not known."""

    def changed(self, state: State) -> State:
        return (state - self.less) | self.more

    def learn(self, state: State, moves: Sequence[Move]) -> None:
        """Take up the moves from a situation with the change."""
        self.moves[state] = [move._replace(target=(move.target - self.more) | self.less) for move in moves]

    def same(self) -> bool:
        """Are the moves those that are usual, wherever they are known?"""
        return all(_plain(moves) == _plain(self.usual.moves.get(state)) for state, moves in self.moves.items())

    def walk(self, start: Iterable[State]) -> None:
        """Go on along known moves; situations whose moves are not known wait."""
        stack = list(start)
        while stack:
            state = stack.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            moves = self.moves_of(state)
            if moves is None:
                self.waiting.append(state)
            elif not moves and self.usual.moves.get(state) != []:
                self.differs = True
                return
            else:
                stack.extend(move.target for move in moves)
        if len(self.seen) > _MORE + _TIMES * len(self.usual.states):
            self.differs = True

    def moves_of(self, state: State) -> list[Move] | None:
        return self.moves.get(state) if state in self.touched else self.moves.get(state, self.usual.moves.get(state))


def _plain(moves: list[Move] | None) -> set[tuple[int, tuple[int, ...], State, int]] | None:
    """The moves without the rules that are cited for them."""
    return None if moves is None else {(move.option, move.choosers, move.target, move.copies) for move in moves}


class Ablation:
    """Complete explorations of scenarios of one game, to be compared with those under changes."""

    def __init__(self, explorations: Sequence[Exploration]):
        scenarios = [exploration.scenario for exploration in explorations]
        self._game = scenarios[0].game
        self._solver = guarded_solver(explorations, (_switch(*text.split("=")) for text in settings(self._game)))
        self._usual = [
            _Usual(exploration, [self._solver.state(prefixed(scenarios, index, fluents)) for fluents in exploration.fluents])
            for index, exploration in enumerate(explorations)
        ]
        places = [(index, state) for index, usual in enumerate(self._usual) for state in usual.states]
        for start in range(0, len(places), _TOGETHER):
            part = places[start : start + _TOGETHER]
            found = self._solver.step([state for _, state in part], {index for index, _ in part})
            for (index, state), moves in zip(part, found, strict=True):
                self._usual[index].moves[state] = moves

    def without_rules(self, exercised: Sequence[Mapping[str, Iterable[int]]]) -> list[list[str]]:
        """For each exploration the rules without which its answer is another one, out of those that are given with the situations that
        exercise them; sorted."""
        variants: dict[str, list[_Variant]] = {}
        for index, (usual, rules) in enumerate(zip(self._usual, exercised, strict=True)):
            for rule, numbers in rules.items():
                touched = frozenset(usual.states[number] for number in numbers)
                off = self._solver.state([("off", rule)])
                variants.setdefault(rule, []).append(_Variant(index, usual, off, frozenset(), touched))
        alone = rules_of_no_situation(rule_programs(self._game))
        self._settle(self._solver, [variant for rule, some in variants.items() if rule not in alone for variant in some])
        for rule in sorted(alone.intersection(variants)):
            self._settle(self._solver.with_facts([("off", rule)]), variants[rule])
        return self._named(variants)

    def under_settings(self, names: Iterable[str]) -> list[list[str]]:
        """For each exploration the settings, as ``name=setting``, under which its answer is another one; sorted."""
        variants: dict[str, list[_Variant]] = {}
        for text in names:
            name, _, setting = text.partition("=")
            for index, usual in enumerate(self._usual):
                own = usual.exploration.scenario.switches.get(name)
                if own != setting:
                    less = self._solver.state([_switch(name, own)] if own else [])
                    variant = _Variant(index, usual, self._solver.state([_switch(name, setting)]), less, frozenset(usual.states))
                    variants.setdefault(text, []).append(variant)
        self._settle(self._solver, [variant for some in variants.values() for variant in some])
        return self._named(variants)

    def _named(self, variants: Mapping[str, Iterable[_Variant]]) -> list[list[str]]:
        found: list[list[str]] = [[] for _ in self._usual]
        for name, some in sorted(variants.items()):
            for variant in some:
                if variant.differs:
                    found[variant.index].append(name)
        return found

    def _settle(self, solver: Solver, variants: Sequence[_Variant]) -> None:
        """Find out of each of the variants whether its answer differs."""
        touched = [(variant, state) for variant in variants for state in variant.usual.states if state in variant.touched]
        self._advance(solver, touched)
        for variant in variants:
            if variant.differs is None and variant.same():
                variant.differs = False
            if variant.differs is None:
                variant.walk(variant.usual.states[:1])
        while waiting := [(variant, state) for variant in variants if variant.differs is None for state in variant.waiting]:
            for variant in variants:
                variant.waiting = []
            self._advance(solver, waiting)
            for variant, state in waiting:
                if variant.differs is None:
                    variant.seen.discard(state)
                    variant.walk([state])
        for variant in variants:
            if variant.differs is None:
                ends = {state for state in variant.seen if not variant.moves_of(state)}
                variant.differs = ends != variant.usual.ends or changed(variant.usual.exploration, self._exploration(variant))

    def _advance(self, solver: Solver, places: Sequence[tuple[_Variant, State]]) -> None:
        """Work out the moves from situations. Where that can't be done, the answer differs."""
        for start in range(0, len(places), _TOGETHER):
            part = [(variant, state) for variant, state in places[start : start + _TOGETHER] if variant.differs is None]
            if not part:
                continue
            try:
                found = solver.step([variant.changed(state) for variant, state in part], {variant.index for variant, _ in part})
            except InsteadError:
                if len(part) == 1:
                    part[0][0].differs = True
                else:
                    half = len(part) // 2
                    self._advance(solver, part[:half])
                    self._advance(solver, part[half:])
                continue
            for (variant, state), moves in zip(part, found, strict=True):
                variant.learn(state, moves)

    def _exploration(self, variant: _Variant) -> Exploration:
        """What is known of a variant, which must be everything, as an exploration without the change."""
        numbers = {state: number for number, state in enumerate(self._breadth_first(variant))}

        def term(number: int) -> Term:
            return plain_name(self._solver.term(number))

        edges = Edges.of(
            [
                Edge(term(m.option), tuple(sorted(str(term(p)) for p in m.choosers)), (), numbers[m.target], m.copies)
                for m in variant.moves_of(state) or ()
            ]
            for state in numbers
        )
        return Exploration(variant.usual.exploration.scenario, [tuple(map(term, state)) for state in numbers], edges)

    def _breadth_first(self, variant: _Variant) -> list[State]:
        found = variant.usual.states[:1]
        known = set(found)
        for state in found:  # grows while it is read
            for move in variant.moves_of(state) or ():
                if move.target not in known:
                    known.add(move.target)
                    found.append(move.target)
        return found


def _switch(name: str, setting: str) -> Term:
    return ("switch", Word(name), Word(setting))
