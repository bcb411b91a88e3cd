"""What the cards that a scenario names bring to it: characteristics, effects, kinds of tokens.

``objects: furnace: {card: Furnace of Rath, …}`` brings the card's characteristics and the abilities that it has by itself,
named ``furnace-double``; ``effects: salve: {card: Healing Salve, …}`` brings one of its effects, one that a spell or an
activated ability has made.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from reasoner.language.names import Given, Names
from reasoner.language.source import Entry, advice, choices, quoted

from .library import Library

__all__ = ["CARD_KEYS", "EACH", "GIVEN_TYPES", "CardDesk", "Printed", "read_given", "shared_out"]

EACH = "each"
"""As the controller of an effect: every player has such an effect."""

CARD_KEYS = ("rules", "note", "effects", "tokens")
"""What the entry of a card may hold beside characteristics."""
GIVEN_TYPES = ("number", "player", "object", "recipient", "color", "type", "keyword", "counters", "label", "words")
"""What may be left open in an effect of a card."""


@dataclass(frozen=True)
class Printed:
    """An effect as its card has it, the object that brings it, and what the scenario gives for what the card leaves open."""

    card: str
    entry: Entry
    holder: str | None = None
    given: Entry | None = None
    is_settled: bool = False
    """Does the object stand where its card was once played, so that numbers chosen then are 0 unless given?"""
    is_alone: bool = False
    """Is it read without a scenario, so that nothing says yet what it is on?"""
    siblings: dict[str, str] = field(default_factory=dict)
    """What the effects of the same card are called that the same object brings."""


@dataclass
class CardDesk:
    """Looks up the cards of one scenario. ``fields`` are their entries by the object that has the card, ``printed`` the
    effects that they bring by name, ``tokens`` the kinds of tokens that these speak of, ``wanting`` the effects whose card could not be
    found, which has been reported."""

    names: Names
    library: Library
    allowed: tuple[str, ...]
    fields: dict[str, dict[str, Entry]] = field(default_factory=dict)
    printed: dict[str, Printed] = field(default_factory=dict)
    tokens: dict[str, Entry] = field(default_factory=dict)
    wanting: set[str] = field(default_factory=set)

    def _card(self, entry: Entry) -> dict[str, Entry] | None:
        """The fields of the card that is named here; None after reporting that there is none."""
        name = entry.text("the name of a card")
        if name is None:
            return None
        card = self.library.entry(self.names.vocabulary.game, name, entry.source)
        if card is None:
            entry.wrong(self.library.missing(self.names.vocabulary.game, name))
            return None
        fields = card.fields((*self.allowed, *CARD_KEYS))
        for kind, value in fields["tokens"].items() if "tokens" in fields else ():
            self.tokens.setdefault(kind.raw, value)
        return fields

    def object(self, name: str, entry: Entry) -> None:
        """Take up the card of an object, if it names one."""
        given = _part(entry, "card")
        fields = self._card(given) if given is not None else None
        if given is None or fields is None:
            return
        self.fields[name] = fields
        zone = _part(entry, "zone")
        settled = zone is None or zone.raw in self.names.vocabulary.permanent_zones
        own = {key.raw: effect for key, effect in fields["effects"].items() if not _is_made(effect)} if "effects" in fields else {}
        siblings = {key: f"{name}-{key}" for key in own}
        for key, effect in own.items():
            self.printed[siblings[key]] = Printed(given.raw, effect, name, _part(entry, "given"), settled, siblings=siblings)

    def effect(self, name: str, entry: Entry) -> None:
        """Take up the card of an effect, if it names one."""
        card = _part(entry, "card")
        if card is None:
            return
        fields = self._card(card)
        if fields is None:
            self.wanting.add(name)
            return
        known = {key.raw: value for key, value in fields["effects"].items()} if "effects" in fields else {}
        made = [key for key, value in known.items() if _is_made(value)] or list(known)
        asked = _part(entry, "effect")
        if asked is not None and asked.raw not in known:
            asked.wrong(f"{card.raw} has no effect {quoted(asked.raw)}{advice(asked.raw, known)}")
        elif asked is None and len(made) != 1:
            entry.wrong(f"say which effect of {card.raw} this is, as effect: NAME (valid here: {choices(known)})")
        else:
            self.printed[name] = Printed(card.raw, known[asked.raw if asked is not None else made[0]], None, _part(entry, "given"))


def shared_out(name: str, entry: Entry, printed: Printed | None, players: list[str]) -> dict[str, str | None]:
    """The effects that an entry stands for, and whose each is: with ``controller: each`` there is one for every player."""
    said = _part(entry, "controller") or (_part(printed.entry, "controller") if printed is not None else None)
    return {f"{name} ({player})": player for player in players} if said is not None and said.raw == EACH else {name: None}


def _part(entry: Entry, key: str) -> Entry | None:
    """A part of a mapping, without a word on what else is in it: that is read later."""
    if not entry.is_mapping:
        return None
    found = (value for key_node, value in entry.node.value if key_node.value == key)
    node = next(found, None)
    return None if node is None else Entry(entry.source, node, f"{entry.where}.{key}")


def _is_made(effect: Entry) -> bool:
    made = _part(effect, "created")
    return made is not None and made.raw.lower() == "true"


_CALLED = {"number": "a number", "recipient": "a player or an object", "player": "a player", "object": "an object", "color": "a color"}


def _tells_arrival(effect: Entry, names: Names) -> bool:
    """Is this an ability about how its own object arrives?"""
    would = _part(effect, "would") or _part(effect, "as")
    kinds = [key.raw for key, _ in would.items()] if would is not None else []
    return bool(kinds) and set(kinds) <= names.vocabulary.arrivals


def read_given(printed: Printed, names: Names, where: Entry) -> dict[str, Given] | None:
    """What the scenario gives for the words that the card's effect leaves open; None after reporting what is missing or
    wrong, and for an ability about how an object arrives that has arrived already."""
    declared = _part(printed.entry, "given")
    values = printed.given if where is printed.entry else _part(where, "given") or printed.given
    found: dict[str, Given | None] = {}
    for key, type_ in declared.items() if declared is not None else ():
        value = _part(values, key.raw) if values is not None else None
        if value is not None:
            found[key.raw] = value.integer(lowest=0) if type_.raw == "number" else names.given_value(value, type_.raw)
        elif type_.raw == "number" and printed.is_settled:
            found[key.raw] = 0
        elif printed.is_settled and _tells_arrival(printed.entry, names):
            return None
        else:
            found[key.raw] = None
            where.wrong(f"{printed.card} leaves {key.raw!r} open; write given: {{{key.raw}: …}} ({_CALLED.get(type_.raw, 'a word')})")
    whole = {key: meaning for key, meaning in found.items() if meaning is not None}
    return whole if len(whole) == len(found) else None
