"""How the sentences of a game tell its events, from ``asp/<game>/phrases.lp``; a game without one is told in plain names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from reasoner.solving.programs import PHRASES, program_names
from reasoner.solving.solver import Solver

__all__ = ["Phrases", "phrases"]


@dataclass(frozen=True)
class Phrases:
    """How a game is told, by the words of its table."""

    events: dict[str, str] = field(default_factory=dict)
    """Kinds of events. A phrase may also tell a shorthand."""
    altered: dict[str, str] = field(default_factory=dict)
    """Kinds of events again, told after something in them was changed."""
    hardened: dict[str, str] = field(default_factory=dict)
    """What can't be done about an event of a kind, where an effect says so."""
    noun: str = "object"
    """What an object is called of which nothing else is known."""
    nouns: dict[tuple[str, str], str] = field(default_factory=dict)
    """What it is called in a role of a kind of event."""
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Zones, with the preposition for what is in them."""
    own_places: dict[str, str] = field(default_factory=dict)
    """Zones where an object comes that belongs there."""
    adjuncts: dict[str, str] = field(default_factory=dict)
    """Adjectives that follow what they tell of."""
    opposites: dict[str, str] = field(default_factory=dict)
    """What something is that an adjective does not fit."""
    substantives: frozenset[str] = frozenset()
    """Adjectives that are nouns."""
    cards_in: frozenset[str] = frozenset()
    """Zones where objects are called cards."""
    measures: dict[str, str] = field(default_factory=dict)
    """Numbers of players and objects; ``{whose}`` is whose number it is, ``{who}`` who has it."""
    titles: dict[str, str] = field(default_factory=dict)
    """Numbers that are 1 for who has something, as what is said of that player."""
    spoken: dict[tuple[str, str], str] = field(default_factory=dict)
    """Words that stand in roles of a type."""
    asides: dict[str, str] = field(default_factory=dict)
    """Roles that an event's phrase does not speak of; ``{}`` is what stands in them."""
    limited: str = "the first time"
    """When an ability applies that has one use (which is all that it ever has, unless the game says otherwise)."""


@cache
def phrases(game: str) -> Phrases:
    """The phrases of a game."""
    file = f"{game}/{PHRASES}"
    if file not in program_names(game):
        return Phrases()
    wanted = ("phrase/2", "altered/2", "hardened/2", "noun/1", "noun/3", "place/3", "own_place/2", "adjunct/2", "opposite/2",
              "substantive/1", "cards_in/1", "number_told/2", "title/2", "spoken/3", "aside/2", "limited/1")  # fmt: skip
    told: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for term in Solver([file]).query([], *wanted):
        if isinstance(term, tuple):
            *keys, text = map(str, term[1:])
            told[f"{term[0]}/{len(term) - 1}"][tuple(keys) or (text,)] = text

    def one(name: str) -> dict[str, str]:
        return {key: text for (key,), text in told[name].items()}

    def two(name: str) -> dict[tuple[str, str], str]:
        return {(first, second): text for (first, second), text in told[name].items()}

    return Phrases(
        events=one("phrase/2"),
        altered=one("altered/2"),
        hardened=one("hardened/2"),
        noun=next(iter(told["noun/1"].values()), Phrases.noun),
        nouns=two("noun/3"),
        places={zone: (preposition, text) for (zone, preposition), text in two("place/3").items()},
        own_places=one("own_place/2"),
        adjuncts=one("adjunct/2"),
        opposites=one("opposite/2"),
        substantives=frozenset(told["substantive/1"].values()),
        cards_in=frozenset(told["cards_in/1"].values()),
        measures=one("number_told/2"),
        titles=one("title/2"),
        spoken=two("spoken/3"),
        asides=one("aside/2"),
        limited=next(iter(told["limited/1"].values()), Phrases.limited),
    )
