"""Effects of library cards posed for a search: on a card in a scenario of two players, alone or two together.

Where a card leaves something open (a target, a number), some small choices stand for all; one object is there that effects may be on.
A *shape* is what is left of the facts without names, and without traits that nothing asks for: effects of one shape are alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from functools import cache
from typing import Any

from reasoner.cards.card import Card
from reasoner.cards.library import Library
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.language.reading import load_text
from reasoner.language.scenario import Effect, Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import table
from reasoner.solving.solver import Solver
from reasoner.terms import Term, Word, renamed, show

__all__ = ["ASKED", "PLAYERS", "Entry", "Posed", "holding", "meeting_kinds", "pair_shape", "plain_type", "pose", "together"]

PLAYERS = ("ann", "ben")
_OPEN: dict[str, Any] = {"number": 2, "object": "it", "counters": "+1/+1", "label": "word", "words": ["one", "two"]}
"""What stands for what a card leaves open; players are those who control the effect."""

ASKED = {"counted_as": 2, "on_player": 1, "plain_type": 1}
"""What is asked of the game's file in ``asp/search``: atoms and their arity."""


@dataclass(frozen=True)
class Entry:
    """An effect of a card, as a library has it."""

    card: Card
    effect: str

    @property
    def called(self) -> str:
        """The name of the card, with that of the effect where it has several."""
        return self.card.name if len(self.card.effects) == 1 else f"{self.card.name} ({self.effect})"

    def says(self, text: str) -> bool:
        """Does the effect say this word of the language?"""
        return _contains(astuple(self.card.effects[self.effect].effect), text)


@dataclass(frozen=True)
class Posed:
    """An effect in a scenario: what it is called there (once for every player, if every player has such an effect), its shape, the
    traits that its source has and those that it asks for, the kinds of events that it waits for, and for each the roles in which it asks
    for its own source."""

    scenario: Scenario
    names: tuple[str, ...]
    shape: str
    traits: frozenset[str]
    asks: frozenset[str]
    waits: frozenset[str]
    own: dict[str, frozenset[str]]


def _contains(value: Any, text: str) -> bool:
    if isinstance(value, dict):
        return any(_contains(part, text) for pair in value.items() for part in pair)
    if isinstance(value, (tuple, list)):
        return any(_contains(part, text) for part in value)
    return (isinstance(value, Word) and value == text) or value == (text,)


@cache
def _search_facts(game: str) -> tuple[tuple[Term, ...], ...]:
    found = Solver([*table(game), f"search/{game}.lp"]).query([], *(f"{name}/{arity}" for name, arity in ASKED.items()))
    return tuple(fact for fact in found if isinstance(fact, tuple))


def plain_type(game: str) -> str:
    """The type of an object of which nothing else is asked."""
    return next(str(fact[1]) for fact in _search_facts(game) if fact[0] == "plain_type")


def _given(entry: Entry, controller: str) -> dict[str, Any]:
    words = vocabulary(entry.card.game).words
    found: dict[str, Any] = {}
    for word, type_ in entry.card.effects[entry.effect].open.items():
        if type_ in ("player", "recipient"):
            found[word] = controller
        elif type_ == "type":
            found[word] = plain_type(entry.card.game)
        else:
            found[word] = _OPEN.get(type_) or min(words[type_])
    return {"given": found} if found else {}


def holding(entry: Entry, name: str, controller: str) -> dict[str, Any]:
    """The object or the effect that poses an effect of a card, as part of a scenario file."""
    printed = entry.card.effects[entry.effect]
    card: dict[str, Any] = {"card": entry.card.name, "controller": controller, **_given(entry, controller)}
    if printed.created:
        posed = {name: {**card, "effect": entry.effect, **({"on": "it"} if entry.says("bound") else {})}}
        if not entry.says("self"):
            return {"effects": posed}
        source = f"{name}-source"  # an ability has made the effect, and its source is spoken of
        return {"objects": {source: card}, "effects": {name: {**posed[name], "source": source}}}
    works_in = printed.effect.works_in
    zone = {} if works_in in (None, "anywhere") else {"zone": works_in}
    attached = {"attached_to": _host(entry.card)} if entry.says("host") else {}
    return {"objects": {name: {**card, **attached, **zone}}}


def _host(card: Card) -> str:
    """What a card is attached to."""
    worn_by_players = {str(fact[1]) for fact in _search_facts(card.game) if fact[0] == "on_player"}
    types = {str(trait[1]) for trait in card.traits if isinstance(trait, tuple) and trait[0] == "type"}
    return PLAYERS[1] if types & worn_by_players else "it"


def pose(entry: Entry, name: str, controller: str, library: Library) -> Posed:
    """The effect alone, on an object (or as an effect) of this name. Raises InputError if it cannot be posed so."""
    game = entry.card.game
    holder = holding(entry, name, controller)
    data = {
        "game": game,
        "players": list(PLAYERS),
        "objects": {"it": {"types": [plain_type(game)], "controller": "ann"}, **holder.get("objects", {})},
        "effects": holder.get("effects", {}),
        "steps": list(vocabulary(game).closing),
    }
    scenario = load_text(json.dumps(data), entry.called, library)
    own = name if entry.card.effects[entry.effect].created else f"{name}-{entry.effect}"
    effects = tuple(e for e in scenario.effects if e.name == own or e.name.startswith(f"{own} ("))
    scenario = replace(scenario, effects=effects)
    names = tuple(effect.name for effect in effects)
    waits = frozenset(watch.kind for effect in effects for watch in effect.watches)
    facts = [fact for fact in (*fixed_facts(scenario), *initial_fluents(scenario)) if isinstance(fact, tuple)]
    tests = [fact[4] for fact in facts if fact[0] == "filter"]
    traits = [fact for fact in facts if fact[0] == "printed" and fact[1] == name and _is_plain(fact[2])]
    numbered: dict[Term, Term] = {text: f"{name} {number}" for number, text in enumerate(names)}
    return Posed(
        scenario,
        names,
        shape="\n".join(sorted(show(renamed(fact, numbered)) for fact in facts if fact not in traits)),
        traits=frozenset(show(fact[2]) for fact in traits),
        asks=frozenset(show(test[1]) for test in tests if isinstance(test, tuple) and test[0] == "has"),
        waits=waits,
        own={kind: _own_roles(effects, kind) for kind in waits},
    )


def _is_plain(trait: Term) -> bool:
    """Is it a trait that does nothing unless something asks for it?"""
    return isinstance(trait, tuple) and trait[0] in ("name", "color", "keyword", "type")


def together(first: Posed, second: Posed) -> Scenario:
    """Both in one scenario."""
    one, other = first.scenario, second.scenario
    objects = {thing.name: thing for thing in (*one.objects, *other.objects)}
    tokens = {kind.name: kind for kind in (*one.tokens, *other.tokens)}
    return replace(one, objects=tuple(objects.values()), tokens=tuple(tokens.values()), effects=(*one.effects, *other.effects))


def pair_shape(first: Posed, second: Posed) -> tuple[object, ...]:
    """What tells two effects together from others: their shapes, and which of the traits that either asks for their sources have."""
    asked = first.asks | second.asks
    return (first.shape, second.shape, first.traits & asked, second.traits & asked)


@cache
def _counted_as(game: str) -> frozenset[tuple[str, str]]:
    return frozenset((str(fact[1]), str(fact[2])) for fact in _search_facts(game) if fact[0] == "counted_as")


def meeting_kinds(first: Posed, second: Posed) -> list[str]:
    """The kinds of events that both may apply to at the same time, sorted. Where each asks that what stands in a role is its own source,
    no event of the kind is for both."""
    common = {kind for kind in first.waits & second.waits if not (first.own[kind] & second.own[kind])}
    for kind, other in _counted_as(first.scenario.game):
        if (kind in first.waits and other in second.waits) or (other in first.waits and kind in second.waits):
            common.add(kind)
    return sorted(common)


def _own_roles(effects: Iterable[Effect], kind: str) -> frozenset[str]:
    """The roles of a kind in which every one of the effects asks for its own source."""
    watches = [watch for effect in effects for watch in effect.watches if watch.kind == kind]
    roles = [{role for role, clauses in w.filters.items() if all((True, Word("self")) in clause for clause in clauses)} for w in watches]
    return frozenset(set.intersection(*roles)) if roles else frozenset()
