"""Cards of a library put on a table for a search: as scenarios of two players, with the file data that they are written from.

The first card is the first player's; each further one is either player's, so there is a scene for every way to share them out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from reasoner.cards.card import Card, read_card
from reasoner.cards.library import Library
from reasoner.errors import InputError, Problem
from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import vocabulary

from .posing import PLAYERS, Entry, holding, plain_type

__all__ = ["card_scenes", "named_cards"]

Data = dict[str, Any]

_WHERE = "--card"


def named_cards(names: Sequence[str], library: Library) -> list[Card]:
    """The cards of these names, in their order, all of one game. Raises InputError if there is no such card or no such game."""
    games = {name: {card.game for card in library.cards() if card.name == name} for name in names}
    if wrong := [library.missing(None, name) for name in dict.fromkeys(names) if not games[name]]:
        raise InputError([Problem(_WHERE, 1, 1, message) for message in wrong])
    common = set.intersection(*games.values())
    if not common:
        told = ", ".join(f"{name} ({', '.join(sorted(of))})" for name, of in games.items())
        raise InputError([Problem(_WHERE, 1, 1, f"these cards are not of one game: {told}")])
    return [read_card(library, min(common), name) for name in names]


def card_scenes(cards: Sequence[Card], library: Library) -> Iterator[tuple[Scenario, Data]]:
    """The cards on a table, once for every way to share them out, with the data of a file that says so; nothing is about to happen.

    What a card leaves open is given as for pairs (see :func:`~reasoner.consistency.posing.holding`). Raises InputError if a card cannot be
    put on a table so.
    """
    for others in product(PLAYERS, repeat=len(cards) - 1):
        data = _table(cards, (PLAYERS[0], *others))
        yield load_text(json.dumps(data), " and ".join(card.name for card in cards), library), data


def _table(cards: Sequence[Card], controllers: Sequence[str]) -> Data:
    game = cards[0].game
    parts: dict[str, dict[str, Data]] = {"objects": {}, "effects": {}}
    for name, card, controller in zip(_names(cards), cards, controllers, strict=True):
        if not card.effects:
            parts["objects"][name] = {"card": card.name, "controller": controller}
        for effect, printed in card.effects.items():
            own = f"{name}-{effect}" if printed.created and len(card.effects) > 1 else name
            for key, held in holding(Entry(card, effect), own, controller).items():
                for called, written in held.items():
                    parts[key][called] = _merged(parts[key].get(called, {}), written)
    if any(_speaks_of_it(written) for held in parts.values() for written in held.values()):
        parts["objects"] = {"it": {"types": [plain_type(game)], "controller": PLAYERS[0]}, **parts["objects"]}
    return {
        "game": game,
        "players": list(PLAYERS),
        **{key: held for key, held in parts.items() if held},
        "steps": list(vocabulary(game).closing),
    }


def _speaks_of_it(written: Data) -> bool:
    return "it" in (written.get("on"), written.get("attached_to"), *written.get("given", {}).values())


def _merged(one: Data, other: Data) -> Data:
    """What two effects of one card ask of its object; what they leave open is given for both."""
    given = {**one.get("given", {}), **other.get("given", {})}
    return {**other, **one, **({"given": given} if given else {})}


def _names(cards: Sequence[Card]) -> list[str]:
    """A name for each card, as scenarios write them; the second of a kind gets a number."""
    found: list[str] = []
    for card in cards:
        plain = re.sub(r"[^\w]+", "-", card.name.lower().replace("'", "").replace("’", "")).strip("-")
        used = sum(name == plain or (name.startswith(f"{plain}-") and name.removeprefix(f"{plain}-").isdigit()) for name in found)
        found.append(f"{plain}-{used + 1}" if used else plain)
    return found
