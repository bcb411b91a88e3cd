"""Situations in which an effect that nobody applies makes a difference ("can't", "can't be prevented", what objects are), and others in
which it makes none; and cards without effects. All are made from the fields of a library card, as the scenarios of ``smoke.py`` are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reasoner.cards.card import Card

from .riftbound_situations import WHERE
from .smoke import PRINTED, Data, Smoke

__all__ = ["leaving", "standing"]

BARRIERS: dict[str, Data] = {
    "damage": {"controller": "ben", "would": {"damage": {}}, "prevent": "all"},
    "destroy": {"controller": "ben", "would": {"destroy": {"no_regeneration": False}}, "instead": {"tap": {"what": "what"}}},
}
"""What would keep an event of a kind from happening, if an effect did not say that this can't be."""


def standing(card: Card, key: str) -> Iterator[tuple[Data, Data]]:
    """For each kind of event that the effect waits for: a scenario that it fits and one that it does not."""
    effect = card.effects[key].effect
    if effect.verb == "makes":
        yield _what_it_makes(card, key, True), _what_it_makes(card, key, False)
    for number, watch in enumerate(effect.watches):
        smoke = Smoke(card, key, number)
        data = smoke.data()
        if effect.verb == "hardens":
            data["effects"] = {**data.get("effects", {}), "barrier": BARRIERS[watch.kind]}
        fitting, misfit = data["events"]
        yield {**data, "events": [fitting]}, {**data, "events": [misfit]}


def _what_it_makes(card: Card, key: str, fits: bool) -> Data:
    """Somebody would gain life, and what the continuous effect makes of an object decides whether that happens."""
    smoke = Smoke(card, key)
    effect = smoke.effect
    thing = smoke.thing(effect.affected[0], "thing")
    zone = smoke.objects[thing].setdefault("zone", "battlefield")
    if not fits:
        smoke.objects[thing] = {"types": ["Stranger"], "controller": "ben", "zone": "exile"}
    probe: dict[str, Any] = {"would": {"gain_life": {}}, "instead": "nothing"}
    if effect.silences:
        probe |= {"source": thing, "works_in": smoke.objects[thing]["zone"]}
    else:
        given = [trait for trait in effect.gives if isinstance(trait, tuple)]
        group, word = str(given[0][0]), smoke.given.get(str(given[0][1]), str(given[0][1]))
        assert group in PRINTED
        probe |= {"controller": "ann", "if": {"exists": {group: word, "zone": zone, "is": thing}}}
    data = smoke.whole([{"gain_life": {"player": "ann", "amount": 3}}])
    data["effects"] = {**data.get("effects", {}), "probe": probe}
    return data


def leaving(card: Card) -> Data:
    """A scenario in which a card without effects leaves for good."""
    types = {str(trait[1]) for trait in card.traits if isinstance(trait, tuple) and trait[0] == "type"}
    where: Data = next((where for type_, where in WHERE.items() if type_ in types), {})
    event: Data = {"banish": {"what": "it"}}
    if card.game == "magic":
        where = {"zone": "stack" if types & {"instant", "sorcery"} else "battlefield"}
        event = {"move": {"what": "it", "to": "exile"}}
    field = {"types": ["battlefield"], "controller": "ann", "zone": "field"}
    objects: Data = {"it": {"card": card.name, "controller": "ann", **where}} | ({"plain": field} if "place" in where else {})
    return {"game": card.game, "players": ["ann", "ben"], "objects": objects, "event": event}
