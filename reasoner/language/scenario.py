"""A scenario: players, objects, effects, events and expectations, checked and ready to become facts.

These are plain values. :mod:`reasoner.language.reading` makes them from a file, :mod:`reasoner.exploring.facts` turns them into facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from reasoner.terms import Term

from .formulas import Clauses

__all__ = [
    "Branch",
    "Effect",
    "Event",
    "Expectation",
    "Held",
    "Object",
    "Parts",
    "Pick",
    "Player",
    "Scenario",
    "Template",
    "TokenKind",
    "Watch",
]


Held = int | dict[str, int] | bool | str | tuple[str, ...]
"""What a scenario may give for an attribute."""


@dataclass(frozen=True)
class Player:
    """A player; ``values`` holds what the scenario gives of life, hand, library, … (see the game's attributes)."""

    name: str
    values: dict[str, Held]


@dataclass(frozen=True)
class Object:
    """A card, permanent, spell or token. ``traits`` are terms such as ``type(creature)``; ``place`` says where in its zone it is,
    in a game that has places."""

    name: str
    owner: str
    controller: str | None
    zone: str
    traits: tuple[Term, ...]
    values: dict[str, Held]
    attached_to: str | None = None
    place: Term | None = None
    back: tuple[Term, ...] = ()
    """The traits of its back face, if it has two faces."""


@dataclass(frozen=True)
class TokenKind:
    """A kind of token that can be created, with its traits."""

    name: str
    traits: tuple[Term, ...]


@dataclass(frozen=True)
class Event:
    """An event that is about to happen, with plain values. A ``linked`` one asks about the step before: ``if_done`` or ``if_possible``."""

    kind: str
    values: dict[str, Term]
    items: dict[str, dict[str, int]]
    linked: str | None = None
    reckoned: dict[str, Term] = field(default_factory=dict)
    """Numbers that are worked out when the event is about to happen, as expressions."""


@dataclass(frozen=True)
class Template:
    """An event that an effect makes; its values are expressions."""

    kind: str
    values: dict[str, Term]
    items: dict[str, dict[str, Term]]


@dataclass(frozen=True)
class Watch:
    """An event kind that an effect waits for, and the filter for each role it cares about."""

    kind: str
    filters: dict[str, Clauses]


@dataclass
class Parts:
    """What an effect does, in the parts that ``asp/core/apply.lp`` and ``prevention.lp`` read. Values are expressions;
    ``points`` is a number, or on a card a word that it leaves open."""

    sets: dict[str, Term] = field(default_factory=dict)
    scales: dict[str, Term] = field(default_factory=dict)
    maps: dict[str, dict[str, Term]] = field(default_factory=dict)
    plus: dict[str, dict[str, Term]] = field(default_factory=dict)
    whole: dict[str, dict[str, Term]] = field(default_factory=dict)
    drops: bool = False
    becomes: list[Template] = field(default_factory=list)
    steps: list[Template] = field(default_factory=list)
    adds: list[Template] = field(default_factory=list)
    riders: list[Template] = field(default_factory=list)
    prevents: Term | None = None
    points: Term | None = None
    diverts: Term | None = None

    def templates(self) -> list[Template]:
        """Every event that the parts make."""
        return [*self.becomes, *self.steps, *self.adds, *self.riders]

    def expressions(self) -> list[Term]:
        """Every expression in the parts."""
        found: list[Term] = [*self.sets.values(), *self.scales.values()]
        for table in (self.maps, self.plus, self.whole):
            found.extend(value for items in table.values() for value in items.values())
        for template in self.templates():
            found.extend(template.values.values())
            found.extend(value for items in template.items.values() for value in items.values())
        if self.diverts is not None:
            found.append(self.diverts)
        if isinstance(self.prevents, tuple):
            found.append(self.prevents[1])
        return found


@dataclass(frozen=True)
class Branch:
    """One of several things that an effect lets a player choose between."""

    label: str
    parts: Parts
    conditions: Clauses | None


@dataclass(frozen=True)
class Pick:
    """What an effect lets a player pick: ``object``, ``player`` or ``any_of`` (a filter), ``words``, ``tokens`` (kinds of them) or
    ``number`` (from 0)."""

    kind: str
    filter: Clauses | None = None
    words: tuple[str, ...] = ()
    number: Term | None = None


@dataclass
class Effect:
    """An effect. ``verb`` is ``acts`` (replacement or prevention), ``forbids`` ("can't"), ``hardens`` ("can't be
    prevented"), ``notices`` (what it does follows once the event has happened) or ``makes`` (a continuous effect on what
    objects are: ``affected``, ``gives``, ``lifts`` by how much, ``silences``)."""

    name: str
    verb: str
    watches: list[Watch]
    source: str | None = None
    controller: str | None = None
    works_in: str | None = None
    on_back: bool = False
    bound_to: str | None = None
    conditions: Clauses | None = None
    parts: Parts = field(default_factory=Parts)
    branches: list[Branch] = field(default_factory=list)
    pick: Pick | None = None
    asks: Term | None = None
    uses: Term | None = None
    together: bool = False
    optional: bool = False
    self_replacement: bool = False
    more_than_once: bool = False
    created: bool = False
    """Did a spell or an ability that has resolved make it, so that it no longer hangs on its source?"""
    this_turn: bool = False
    accompanies: bool = False
    """What it adds happens only if the event itself does ("as")."""
    immediate: bool = False
    affected: Clauses = ()
    gives: tuple[Term, ...] = ()
    lifts: int | None = None
    silences: bool = False
    counted: dict[Term, Clauses] = field(default_factory=dict)
    """The filters inside ``count`` expressions, by the name that the expression gives them."""


@dataclass(frozen=True)
class Expectation:
    """What a scenario expects. ``None`` where it says nothing; ``outcomes`` is the complete set."""

    chooser: str | None = None
    orderings: int | None = None
    paths: int | None = None
    outcomes: list[dict[str, int | str | bool]] | None = None


@dataclass(frozen=True)
class Scenario:
    """A checked scenario. ``steps`` are the batches of events in the order in which they are about to happen, and
    checkpoints (by their names, such as state_based_actions). ``switches`` are the open questions of the rules that are
    decided otherwise than usual."""

    game: str
    file: str
    title: str
    case: str | None
    rules: tuple[str, ...]
    players: tuple[Player, ...]
    active: str
    objects: tuple[Object, ...]
    tokens: tuple[TokenKind, ...]
    effects: tuple[Effect, ...]
    steps: tuple[tuple[Event, ...] | str, ...]
    expect: Expectation
    switches: dict[str, str] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    """How it stands with the game as a whole, such as whether it is day or night."""

    def names(self) -> frozenset[str]:
        """Every name that the scenario gives."""
        return frozenset(thing.name for group in (self.players, self.objects, self.tokens, self.effects) for thing in group)

    def turn_order(self) -> list[str]:
        """The players' names, from the active player on."""
        names = [player.name for player in self.players]
        start = names.index(self.active)
        return names[start:] + names[:start]
