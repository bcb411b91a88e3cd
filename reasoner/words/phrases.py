"""How the sentences of a game tell its events, from ``asp/<game>/phrases.lp``; a game without one is told in plain names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from reasoner.solving.programs import PHRASES, program_names
from reasoner.solving.solver import Solver

__all__ = ["Phrases", "phrases"]


@dataclass(frozen=True)
class Phrases:
    """``events`` tells each kind of event, ``noun`` is what an
    object is called of which nothing else is known, ``places`` how zones are called, with the preposition for what is in them,
    ``adjuncts`` the adjectives of filters that are told after the object, in these words. A phrase may also tell a shorthand."""

    events: dict[str, str]
    noun: str
    places: dict[str, tuple[str, str]]
    hardened: dict[str, str]
    """What can't be done about an event of a kind, where an effect says so."""
    adjuncts: dict[str, str]


@cache
def phrases(game: str) -> Phrases:
    """The phrases of a game."""
    file = f"{game}/{PHRASES}"
    told = ("phrase/2", "noun/1", "place/3", "hardened/2", "adjunct/2")
    terms = Solver([file]).query([], *told) if file in program_names(game) else []
    pairs = [term for term in terms if isinstance(term, tuple)]
    return Phrases(
        events={str(term[1]): str(term[2]) for term in pairs if term[0] == "phrase"},
        noun=next((str(term[1]) for term in pairs if term[0] == "noun"), "object"),
        places={str(term[1]): (str(term[2]), str(term[3])) for term in pairs if term[0] == "place"},
        hardened={str(term[1]): str(term[2]) for term in pairs if term[0] == "hardened"},
        adjuncts={str(term[1]): str(term[2]) for term in pairs if term[0] == "adjunct"},
    )
