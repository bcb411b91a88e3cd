"""The situations of a scope: what a search looks through.

A :class:`Scope` says how many players, further objects and simultaneous events there may be and how large numbers may
get. :func:`situations` has the solver make every first situation inside it for the effects of a scenario: which events
are about to happen to what, and what else stands on the table. Situations that differ in names alone are made once.
The program that chooses is ``asp/search/situations.lp``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.exploring.explore import prefixed, rule_programs
from reasoner.exploring.facts import fixed_facts, initial_fluents, plain_name
from reasoner.language.scenario import Event, Held, Object, Player, Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.answer_sets import answers, models
from reasoner.solving.asked import Asked
from reasoner.solving.programs import table
from reasoner.solving.solver import Group, Solver
from reasoner.terms import Term, Word, sort_key
from reasoner.words.phrasing import counted

__all__ = ["ASKED_OF_RULES", "SHOWN", "Meeting", "Scope", "Situation", "meeting_facts", "meetings", "scope_facts", "situations"]

_SPARE = ("cat", "dan", "eve", "fay", "gus", "hal")
SHOWN = {
    "size": 2, "event": 3, "in_role": 4, "bundled": 5, "player": 2, "level": 4,
    "extra": 2, "trait": 3, "lies": 3, "owned": 3, "flagged": 3, "marked": 4,
}  # fmt: skip
"""What is read of an answer set: atoms and their arity. The first argument of all is the number of the situation that was made."""
_OWNED = ("watches", "filter", "says", "makes", "picks_object", "picks_any", "token_kind")
"""Facts of effects that the program reads of those that a situation is made for, which stand first in them."""
ASKED_OF_RULES = ("applicable", 3)
"""What the rules of the game are asked of a situation while it is made: an atom and its arity."""


@dataclass(frozen=True)
class Scope:
    """The most that a situation may have: players, objects beside those given, simultaneous events, and the largest
    amount. Numbers count from 1 (amounts) or 0 (what players have)."""

    players: int = 2
    objects: int = 2
    amount: int = 4
    events: int = 1

    def __str__(self) -> str:
        parts = [counted(self.players, "player"), counted(self.objects, "further object"), f"amounts to {self.amount}"]
        if self.events > 1:
            parts.append(f"{self.events} events at once")
        return ", ".join(parts)


@dataclass(frozen=True)
class Situation:
    """A first situation, as a scenario, and its size: what counts in it added up."""

    size: int
    scenario: Scenario


def _spare(base: Scenario) -> list[str]:
    return [name for name in _SPARE if name not in base.names()]


def scope_facts(base: Scenario, scope: Scope, kinds: Iterable[str] = (), number: int = 0) -> list[Term]:
    """What the program reads beside the effects of the situation of this number."""
    given = base.turn_order()
    spare = _spare(base)
    owned = dict.fromkeys(fact[1] for fact in fixed_facts(base) if isinstance(fact, tuple) and fact[0] in _OWNED)
    facts: list[Term] = [("requested", number), *(("of", number, owner) for owner in owned)]
    facts += [("given_player", number, name, seat) for seat, name in enumerate(given)]
    facts += [("spare_player", number, name, len(given) + n) for n, name in enumerate(spare[: max(0, scope.players - len(given))])]
    facts += [("known", number, player.name, Word(name)) for player in base.players for name in player.values]
    facts += [("only", number, Word(kind)) for kind in kinds]
    facts += [("given", number, thing.name, Word(thing.zone)) for thing in base.objects]
    limits = {"events": scope.events, "things": scope.objects, "amount": scope.amount}
    return facts + [("most", number, Word(name), limit) for name, limit in limits.items()]


def situations(base: Scenario, scope: Scope) -> Iterator[Situation]:
    """Every first situation of the scope with the players, objects and effects of the scenario, the smallest first; what the
    scenario says is about to happen does not count."""
    solver = Solver(_programs(base.game), [*fixed_facts(base), *scope_facts(base, scope)])
    return (_Answer(base, atoms).situation() for _, atoms in models(solver, ("size", 2), SHOWN))


@dataclass(frozen=True)
class Meeting:
    """What is to happen to two sides, which are groups of effects of a scenario: an event of one of these kinds to which an effect of
    each side is applicable."""

    base: Scenario
    kinds: Sequence[str]
    sides: Sequence[Iterable[str]]


def meetings(wanted: Sequence[Meeting], scope: Scope) -> list[list[Situation]]:
    """For each of the wanted meetings, all of one game, the first situations of the scope in which it happens, the smallest first."""
    if not wanted:
        return []
    game = wanted[0].base.game
    bases = [meeting.base for meeting in wanted]
    facts = [
        fact
        for number, m in enumerate(wanted)
        for fact in prefixed(
            bases, number, [*fixed_facts(m.base), *scope_facts(m.base, scope, m.kinds, number), *meeting_facts(m, scope, number)]
        )
    ]
    asked = Asked(*ASKED_OF_RULES, tuple(rule_programs(game)))
    solver = Solver([*_programs(game), "search/meeting.lp"], groups=[Group(facts, ())], asked=asked, slim=True)
    found: list[list[Situation]] = [[] for _ in wanted]
    for atoms in answers(solver, SHOWN):
        (number,) = {atom[1] for atom in atoms if isinstance(atom, tuple)}
        assert isinstance(number, int)
        found[number].append(_Answer(bases[number], map(plain_name, atoms)).situation())
    return [sorted(made, key=lambda situation: situation.size) for made in found]


def _programs(game: str) -> list[str]:
    return [*table(game), f"search/{game}.lp", "search/situations.lp"]


def meeting_facts(meeting: Meeting, scope: Scope, situation: int = 0) -> Iterator[Term]:
    """What the rules need to be asked about a situation while it is made: which effects are on which side, what holds of what is given,
    and how the fluents of attributes are written."""
    base = meeting.base
    for number, names in enumerate(meeting.sides):
        yield from (("side", situation, number, name) for name in names)
    yield from (("given_fluent", situation, fluent) for fluent in initial_fluents(replace(base, steps=())))
    attributes = vocabulary(base.game).attributes
    players = (*base.turn_order(), *_spare(base))[: scope.players]
    numbers = [name for name, attribute in attributes["player"].items() if attribute.type in ("number", "count")]
    yield from (("spelled", player, Word(name), (name, player)) for name in numbers for player in players)
    things: list[Term] = [*(thing.name for thing in base.objects), *(("new", situation, number) for number in range(1, scope.objects + 1))]
    flags = [name for name, attribute in attributes["object"].items() if attribute.type == "flag"]
    yield from (("spelled", thing, Word(name), (name, thing)) for name in flags for thing in things)


class _Answer:
    """One answer set, as a scenario. Things are named after what they are, so that the same name always means the same."""

    def __init__(self, base: Scenario, atoms: Iterable[Term]):
        self.base = base
        self.taken = base.names()
        self.atoms: dict[str, list[tuple[Term, ...]]] = {}
        for atom in atoms:
            assert isinstance(atom, tuple)
            self.atoms.setdefault(str(atom[0]), []).append(atom[2:])
        self.things = self._things()

    def _of(self, name: str, *first: Term) -> list[tuple[Term, ...]]:
        return [rest[len(first) :] for rest in self.atoms.get(name, []) if rest[: len(first)] == first]

    def situation(self) -> Situation:
        ((size,),) = self._of("size")
        return Situation(int(str(size)), self._scenario())

    def _scenario(self) -> Scenario:
        events = tuple(self._event(number, str(kind)) for number, kind in sorted(self._of("event"), key=lambda pair: sort_key(pair[0])))
        closing = tuple(vocabulary(self.base.game).closing)
        return replace(
            self.base,
            players=self._players(),
            active=self.base.active,
            objects=(*map(self._given, self.base.objects), *self.things.values()),
            steps=(events, *closing),
        )

    def _counters(self, thing: Term) -> dict[str, int]:
        return {str(kind): int(str(number)) for kind, number in self._of("marked", thing)}

    def _given(self, thing: Object) -> Object:
        counters = self._counters(thing.name)
        return replace(thing, values=thing.values | {"counters": counters}) if counters else thing

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
        for (thing,) in sorted(self._of("extra"), key=lambda atom: sort_key(atom[0])):
            traits = sorted((trait for (trait,) in self._of("trait", thing)), key=sort_key)
            ((owner,),) = self._of("owned", thing)
            ((zone,),) = self._of("lies", thing)
            name = self._name(traits, str(owner))
            used[name] = used.get(name, 0) + 1
            if used[name] > 1 or name in self.taken:
                name = f"{name} {used[name] + (name in self.taken)}"
            named = any(isinstance(trait, tuple) and trait[0] == "name" for trait in traits)
            full = tuple(traits) if named else (("name", name), *traits)
            values: dict[str, Held] = {}
            values.update((str(flag), True) for (flag,) in self._of("flagged", thing))
            if counters := self._counters(thing):
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
        for role, item, amount in self._of("bundled", number):
            items.setdefault(str(role), {})[item if isinstance(item, Word) else str(item)] = int(str(amount))
        return Event(name, values, items)
