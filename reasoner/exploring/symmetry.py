"""Interchangeable objects: situations that differ only in which of them it is are worked out once.

Two objects (or effects that are on none) are interchangeable when exchanging their names, and those of their effects and of the events
that speak of them, leaves every fact of the scenario and of its first situation as it is. The rules know facts and fluents alone, so what
they derive of one situation they derive, with the names exchanged, of every image of it: its options and where they lead are copied, not
grounded.

One thing stands in the way. Where it makes no difference which of several events is decided first, rules take the first by name, and an
image takes the image of that one. As long as every choice is the application of an effect, no two paths are one ordering, so it does not
matter which one an image takes. After another choice it may: two situations to which one ordering leads must go on by the same names, or
that ordering would be counted twice. From then on only an exchange that leaves the names of all waiting events as they are gives an image.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from reasoner.language.scenario import Scenario
from reasoner.solving.solver import Move, Solver, State
from reasoner.solving.symbols import to_symbol
from reasoner.terms import Term, Word, renamed, sort_key, telling

from .exploration import is_application

__all__ = ["Exchange", "Images", "Renaming", "exchange_of", "interchangeable", "own_names"]

Exchange = dict[Term, Term]

Member = Sequence[Term]
"""The names that belong to an object, the object first; those of another of its class correspond one by one."""


def exchange_of(mine: Member, theirs: Member, facts: Set[Term], told: Iterable[Term] | None = None) -> Exchange | None:
    """The exchange of these names and those, in their order; None if it does not leave all facts as they are. Where it is known which
    of the facts speak of the names, only these are looked at."""
    if len(mine) != len(theirs) or not set(mine).isdisjoint(theirs):
        return None
    exchange: Exchange = dict(zip([*mine, *theirs], [*theirs, *mine], strict=True))
    moved = ((fact, renamed(fact, exchange)) for fact in (facts if told is None else told))
    return exchange if all(after in facts for fact, after in moved if after is not fact) else None


def own_names(scenario: Scenario, fluents: Iterable[Term], among: Iterable[str]) -> dict[str, list[Term]]:
    """The names that belong to each of these objects, or effects without one: itself, its effects, and the events that speak of it, each
    kind in order."""
    found: dict[str, list[Term]] = {thing: [thing] for thing in among}
    for effect in scenario.effects:
        if effect.source in found and effect.name not in found:
            found[effect.source].append(effect.name)
    of_events = [fluent for fluent in fluents if isinstance(fluent, tuple) and fluent[0] in ("at", "item")]
    for thing, told in telling(of_events, set(found)).items():
        events = {fluent[1] for fluent in told if isinstance(fluent, tuple)}
        found[str(thing)].extend(sorted(events, key=sort_key))
    return found


def interchangeable(scenario: Scenario, facts: Set[Term], fluents: Sequence[Term], among: Sequence[str]) -> list[list[Member]]:
    """The classes of what is interchangeable among these objects and effects without one, each with the names of its members, in the
    order given. ``facts`` are those of the scenario, the ``fluents`` those of its first situation."""
    if len(among) < 2:
        return []
    owned = own_names(scenario, fluents, among)
    everything = {*facts, *fluents}
    told = telling(everything, {name for names in owned.values() for name in names})
    kinds: dict[object, list[str]] = defaultdict(list)
    for thing in among:  # those that can be: facts of the same predicates speak of them
        kinds[tuple(sorted(str(fact[0]) for fact in told[thing] if isinstance(fact, tuple)))].append(thing)
    classes: list[list[Member]] = []
    for things in kinds.values():
        found: list[list[Member]] = []
        for thing in things if len(things) > 1 else ():
            mine = owned[thing]
            for known in found:
                speaking = {fact for name in (*mine, *known[0]) for fact in told[name]}
                if exchange_of(known[0], mine, everything, speaking) is not None:
                    known.append(mine)
                    break
            else:
                found.append([mine])
        classes.extend(known for known in found if len(known) > 1)
    return classes


class Renaming:
    """An exchange of names, on the numbers of a solver's terms."""

    def __init__(self, names: Mapping[Term, Term], solver: Solver):
        self._names, self._solver = names, solver
        self._known: dict[int, int] = {}

    def number(self, number: int) -> int:
        known = self._known.get(number)
        if known is None:
            term = self._solver.term(number)
            new = renamed(term, self._names)
            known = self._known[number] = number if new is term else self._solver.number(to_symbol(new))
        return known

    def state(self, state: State) -> State:
        return frozenset(map(self.number, state))

    def move(self, move: Move) -> Move:
        """(Players and rules are in no exchange.)"""
        return move._replace(option=self.number(move.option), target=self.state(move.target))


_Order = tuple[tuple[int, ...], ...]
"""For each class its members, in the order of what a situation says of them."""


class Images:
    """Which situations of a search are images of others, by the exchanges of classes of interchangeable objects."""

    def __init__(self, classes: Sequence[Sequence[Member]], solver: Solver):
        self._classes, self._solver = classes, solver
        self._place = {
            name: (number, place, slot)
            for number, members in enumerate(classes)
            for place, member in enumerate(members)
            for slot, name in enumerate(member)
        }
        self.keeps_events = False
        """Must an exchange leave the names of waiting events as they are?"""
        self._told: dict[int, list[tuple[int, int, str]]] = {}
        self._firsts: dict[object, tuple[State, _Order]] = {}
        self._renamings: dict[tuple[_Order, _Order], Renaming] = {}

    def saw(self, moves: Sequence[Move]) -> None:
        """Note the options of a situation."""
        if len(moves) > 1 and not self.keeps_events:
            self.keeps_events = not all(is_application(self._solver.term(move.option)) for move in moves)

    def of(self, state: State) -> tuple[State, Renaming] | None:
        """The situation that this one is an image of, and by which exchange; None for the first of its kind."""
        kind, order = self._kind(state)
        first, before = self._firsts.setdefault(kind, (state, order))
        if first is state:
            return None
        renaming = self._renamings.get((before, order))
        if renaming is None:
            pairs = (
                pair
                for members, old, new in zip(self._classes, before, order, strict=True)
                for one, other in zip(old, new, strict=True)
                for pair in zip(members[one], members[other], strict=True)
            )
            renaming = self._renamings[before, order] = Renaming(dict(pairs), self._solver)
        if self.keeps_events and any(renaming.number(number) != number for number in first if self._waits(number)):
            return None
        # What speaks of several of the objects at once is told of each alone above, so that has to be seen.
        return (first, renaming) if renaming.state(first) == state else None

    def _waits(self, number: int) -> bool:
        fluent = self._solver.term(number)
        return isinstance(fluent, tuple) and fluent[0] in ("batch", "after")

    def _kind(self, state: State) -> tuple[object, _Order]:
        """What a situation has in common with its images, and the members of each class in the order of what it says of them."""
        rest: list[int] = []
        told: list[list[list[str]]] = [[[] for _ in members] for members in self._classes]
        for number in state:
            speaks = self._told.get(number)
            if speaks is None:
                speaks = self._told[number] = self._tell(number)
            for place, member, text in speaks:
                told[place][member].append(text)
            if not speaks:
                rest.append(number)
        orders: list[tuple[int, ...]] = []
        sorted_: list[tuple[tuple[str, ...], ...]] = []
        for members in told:
            ranked = sorted((tuple(sorted(texts)), place) for place, texts in enumerate(members))
            orders.append(tuple(place for _, place in ranked))
            sorted_.append(tuple(texts for texts, _ in ranked))
        return (frozenset(rest), tuple(sorted_)), tuple(orders)

    def _tell(self, number: int) -> list[tuple[int, int, str]]:
        """What a fluent tells of each of the objects of which it speaks: itself, with their names left out."""
        term = self._solver.term(number)
        own: dict[tuple[int, int], set[Term]] = defaultdict(set)
        for name in self._names_in(term):
            own[self._place[name][:2]].add(name)
        blank: dict[Term, Term] = {name: Word("another") for names in own.values() for name in names}
        found: list[tuple[int, int, str]] = []
        for (number_of_class, place), names in own.items():
            mine: dict[Term, Term] = {name: ("its", self._place[name][2]) for name in names}
            found.append((number_of_class, place, repr(renamed(term, blank | mine))))
        return found

    def _names_in(self, term: Term) -> Iterator[Term]:
        if not isinstance(term, Word) and term in self._place:
            yield term
        elif isinstance(term, tuple):
            for part in term[1:]:
                yield from self._names_in(part)
