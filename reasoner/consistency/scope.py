"""The situations of a scope: what a search looks through.

A :class:`Scope` says how many players, further objects and simultaneous events there may be and how large numbers may
get. :func:`situations` has the solver make every first situation inside it for the effects of a scenario: which events
are about to happen to what, and what else stands on the table. Situations that differ in names alone are made once.
The program that chooses is ``asp/search/situations.lp``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from reasoner.exploring.facts import fixed_facts
from reasoner.language.scenario import Event, Held, Object, Player, Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.solver import Solver
from reasoner.terms import Term, Word, sort_key

__all__ = ["SHOWN", "Scope", "Situation", "scope_facts", "situations"]

_SPARE = ("cat", "dan", "eve", "fay", "gus", "hal")
SHOWN = {
    "event": 2, "in_role": 3, "item": 4, "player": 1, "level": 3, "thing": 1, "trait": 2, "lies": 2, "whose": 2, "flagged": 2, "marked": 3,
}  # fmt: skip
"""What is read of an answer set: atoms and their arity."""


@dataclass(frozen=True)
class Scope:
    """The most that a situation may have: players, objects beside those given, simultaneous events, and the largest
    amount. Numbers count from 1 (amounts) or 0 (what players have)."""

    players: int = 2
    objects: int = 2
    amount: int = 4
    events: int = 1

    def __str__(self) -> str:
        objects = f"{self.objects} further object{'s' if self.objects != 1 else ''}"
        parts = [f"{self.players} player{'s' if self.players != 1 else ''}", objects, f"amounts to {self.amount}"]
        if self.events > 1:
            parts.append(f"{self.events} events at once")
        return ", ".join(parts)


@dataclass(frozen=True)
class Situation:
    """A first situation, as a scenario, and its size: what counts in it added up."""

    size: int
    scenario: Scenario


def scope_facts(base: Scenario, scope: Scope, kinds: Iterable[str] = ()) -> list[Term]:
    """What the program reads beside the effects."""
    given = base.turn_order()
    spare = [name for name in _SPARE if name not in base.names()]
    facts: list[Term] = [("given_player", name, seat) for seat, name in enumerate(given)]
    facts += [("spare_player", name, len(given) + n) for n, name in enumerate(spare[: max(0, scope.players - len(given))])]
    facts += [("known", player.name, Word(name)) for player in base.players for name in player.values]
    facts += [("only", Word(kind)) for kind in kinds]
    facts += [("given", thing.name, Word(thing.zone)) for thing in base.objects]
    limits = {"events": scope.events, "things": scope.objects, "amount": scope.amount}
    return facts + [("most", Word(name), number) for name, number in limits.items()]


def situations(base: Scenario, scope: Scope, kinds: Iterable[str] = ()) -> Iterator[Situation]:
    """Every first situation of the scope with the players, objects and effects of the scenario, the smallest first; what the
    scenario says is about to happen does not count. With ``kinds``, what is about to happen is of one of these."""
    solver = Solver([f"{base.game}/vocabulary.lp", f"search/{base.game}.lp", "search/situations.lp"], fixed_facts(base))
    taken = base.names()
    for size, atoms in solver.models(scope_facts(base, scope, kinds), "size", SHOWN):
        yield Situation(size, _Answer(base, atoms, taken).scenario())


class _Answer:
    """One answer set, as a scenario. Things are named after what they are, so that the same name always means the same."""

    def __init__(self, base: Scenario, atoms: list[Term], taken: frozenset[str]):
        self.base = base
        self.taken = taken
        self.atoms: dict[str, list[tuple[Term, ...]]] = {}
        for atom in atoms:
            assert isinstance(atom, tuple)
            self.atoms.setdefault(str(atom[0]), []).append(atom[1:])
        self.things = self._things()

    def _of(self, name: str, *first: Term) -> list[tuple[Term, ...]]:
        return [rest[len(first) :] for rest in self.atoms.get(name, []) if rest[: len(first)] == first]

    def scenario(self) -> Scenario:
        events = tuple(self._event(number, str(kind)) for number, kind in sorted(self._of("event"), key=lambda pair: sort_key(pair[0])))
        closing = tuple(vocabulary(self.base.game).closing)
        return replace(
            self.base,
            players=self._players(),
            active=self.base.active,
            objects=(*self.base.objects, *self.things.values()),
            steps=(events, *closing),
        )

    def _players(self) -> tuple[Player, ...]:
        given = list(self.base.players)
        present = {str(name) for (name,) in self._of("player")}
        given += [Player(name, {}) for name in _SPARE if name in present and name not in {player.name for player in given}]
        return tuple(replace(player, values=player.values | self._levels(player.name)) for player in given)

    def _levels(self, player: str) -> dict[str, int | dict[str, int] | bool]:
        return {str(name): int(str(number)) for name, number in self._of("level", player)}

    def _things(self) -> dict[Term, Object]:
        found: dict[Term, Object] = {}
        used: dict[str, int] = {}
        for (thing,) in sorted(self._of("thing"), key=lambda atom: sort_key(atom[0])):
            traits = sorted((trait for (trait,) in self._of("trait", thing)), key=sort_key)
            ((owner,),) = self._of("whose", thing)
            ((zone,),) = self._of("lies", thing)
            name = self._name(traits, str(owner))
            used[name] = used.get(name, 0) + 1
            if used[name] > 1 or name in self.taken:
                name = f"{name} {used[name] + (name in self.taken)}"
            named = any(isinstance(trait, tuple) and trait[0] == "name" for trait in traits)
            full = tuple(traits) if named else (("name", name), *traits)
            values: dict[str, Held] = {}
            values.update((str(flag), True) for (flag,) in self._of("flagged", thing))
            if counters := {str(kind): int(str(number)) for kind, number in self._of("marked", thing)}:
                values["counters"] = counters
            found[thing] = Object(name, str(owner), str(owner), str(zone), full, values)
        return found

    def _name(self, traits: list[Term], owner: str) -> str:
        """``ann's red flying creature``: types last."""
        words = sorted(
            ((trait[0] == "type", str(trait[1])) if isinstance(trait, tuple) else (False, str(trait)) for trait in traits),
        )
        return " ".join([f"{owner}'s", *("".join(c if c.isalnum() else "-" for c in text) for _, text in words)])

    def _event(self, number: Term, name: str) -> Event:
        kind = vocabulary(self.base.game).kinds[name]
        values: dict[str, Term] = {role: Word(text) for role, text in kind.usual.items()}
        for role, value in self._of("in_role", number):
            values[str(role)] = self.things[value].name if value in self.things else value
        items: dict[str, dict[str, int]] = {}
        for role, item, amount in self._of("item", number):
            items.setdefault(str(role), {})[item if isinstance(item, Word) else str(item)] = int(str(amount))
        return Event(name, values, items)
