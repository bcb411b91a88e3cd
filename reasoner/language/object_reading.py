"""Objects and kinds of tokens of a scenario file, and the values that players and objects are given."""

from __future__ import annotations

from collections.abc import Iterable

from reasoner.terms import Term, Word, word

from .names import Names
from .scenario import Held, Object, TokenKind
from .source import LARGEST_NUMBER, Entry
from .vocabulary import Attribute, Vocabulary

__all__ = ["GIVEN", "printed_keys", "read_back", "read_objects", "read_token_kind", "read_traits", "read_values", "trait_keys"]

GIVEN = ("number", "count", "flag", "table", "label", "labels", "objects", "culprits")
"""The types of attributes that a scenario may give values for."""


def trait_keys(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The characteristics that a scenario or a card may give an object, or a face of it."""
    return ("types", "colors", "keywords", *vocabulary.measures)


def printed_keys(vocabulary: Vocabulary) -> tuple[str, ...]:
    """All that is printed on a card: its characteristics, and those of its back face."""
    return (*trait_keys(vocabulary), *(["back"] if "back" in vocabulary.features else []))


def read_back(names: Names, name: str, fields: dict[str, Entry]) -> tuple[Term, ...]:
    """The characteristics of the back face, if there is one; what is wrong is reported."""
    return read_traits(names, name, fields["back"].fields(("name", *trait_keys(names.vocabulary)))) if "back" in fields else ()


def read_traits(names: Names, name: str, fields: dict[str, Entry]) -> tuple[Term, ...]:
    """The characteristics of an object, a card or a kind of token, as terms; what is wrong is reported."""
    traits: list[Term] = [("name", fields["name"].text("a name") or name) if "name" in fields else ("name", name)]
    for key, functor in (("types", "type"), ("colors", "color"), ("keywords", "keyword")):
        if key in fields:
            for element in fields[key].elements():
                if text := names.trait(element, functor):
                    traits.append((functor, word(text)))
    for key, lowest in names.vocabulary.measures.items():
        if key in fields and (amount := fields[key].integer(lowest=-LARGEST_NUMBER if lowest is None else lowest)) is not None:
            traits.append(("number", Word(key), amount))
    if "token" in fields and fields["token"].boolean():
        traits.append(Word("token"))
    return tuple(traits)


def _value(names: Names, entry: Entry, attribute: Attribute) -> Held | None:
    if attribute.type in ("number", "count"):
        return entry.integer(lowest=0 if attribute.type == "count" else -LARGEST_NUMBER)
    if attribute.type == "flag":
        return entry.boolean()
    if attribute.type == "label":
        return entry.text("a label")
    if attribute.type in ("labels", "objects", "culprits"):
        read = Entry.text if attribute.type == "labels" else names.object
        return tuple(text for element in entry.elements() if (text := read(element)) is not None)
    table: dict[str, int] = {}
    for key, value in entry.items():
        amount = value.integer(lowest=0)
        if names.part(key, attribute, key.raw) and amount is not None:
            table[key.raw] = amount
    return table


def read_values(names: Names, fields: dict[str, Entry], owner: str) -> dict[str, Held]:
    """What is given of a player or an object, by attribute; what is wrong is reported."""
    found: dict[str, Held] = {}
    for name, attribute in names.vocabulary.attributes[owner].items():
        if name in fields and attribute.type in GIVEN:
            value = _value(names, fields[name], attribute)
            if value is not None:
                found[name] = value
    return found


def read_objects(names: Names, named: Iterable[tuple[str, Entry]], cards: dict[str, dict[str, Entry]]) -> list[Object]:
    """The objects of a scenario; ``cards`` are the fields of the cards that some of them have."""
    found: list[Object] = []
    hosts: dict[str, Entry] = {}
    places: dict[str, Entry] = {}
    for name, entry in named:
        places[name] = entry
        read = _object(names, name, entry, cards.get(name))
        if read is not None:
            found.append(read[0])
            if read[1] is not None:
                hosts[name] = read[1]
    zones = {thing.name: thing.zone for thing in found}
    for thing in found:
        if isinstance(thing.place, str) and zones.get(thing.place) in names.vocabulary.permanent_zones:
            places[thing.name].wrong(f"{thing.place!r} is no place, as it lies in the zone {zones[thing.place]} itself")
    attached = {thing.name: thing.attached_to for thing in found if thing.attached_to}
    for name, entry in hosts.items():
        seen, at = {name}, attached.get(name)
        while at is not None and at not in seen:
            seen.add(at)
            at = attached.get(at)
        if at == name:
            entry.wrong(f"{name!r} is attached to itself in a circle; attach it to something else")
    return found


def _object(names: Names, name: str, entry: Entry, card: dict[str, Entry] | None) -> tuple[Object, Entry | None] | None:
    """One object, and where it says what it is attached to; None after reporting that it cannot be read."""
    words = names.vocabulary
    attributes = words.attributes["object"]
    traits = trait_keys(words)
    plain = [key for key, attribute in attributes.items() if attribute.type in (*GIVEN, "place")]
    plain += ["back"] if "back" in words.features else []
    fields = entry.fields(("name", "card", "given", "controller", "owner", "zone", "attached_to", "token", *traits, *plain))
    if not entry.is_mapping:
        return None
    if card is not None:
        fields = {key: value for key, value in card.items() if key in printed_keys(words)} | {"name": fields["card"]} | fields
    elif "given" in fields and "card" not in fields:
        fields["given"].wrong("this gives what a card leaves open, and the object has none; give it a card")
    uncontrolled = "controller" in fields and fields["controller"].raw == "nobody"
    controller = names.player(fields["controller"]) if "controller" in fields and not uncontrolled else None
    owner = names.player(fields["owner"]) if "owner" in fields else None
    if ("controller" not in fields or uncontrolled) and "owner" not in fields:
        entry.wrong("an object needs a controller or an owner")
    printed = read_traits(names, name, fields)
    zone = words.usual_zone(printed)
    if "zone" in fields:
        zone = names.word(fields["zone"], words.zones, "zone") or zone
    on = fields.get("attached_to")
    values = read_values(names, fields, "object")
    for key in words.kept_as_counters:
        if key in fields and zone in words.permanent_zones and (amount := fields[key].integer(lowest=0)) is not None:
            counters = values.setdefault("counters", {})
            assert isinstance(counters, dict)
            counters.setdefault(key, amount)
    player = controller or owner or ""
    host = names.object_or_player(on) if on is not None else None
    thing = Object(
        name,
        owner=owner or player,
        controller=None if uncontrolled else player,
        zone=zone,
        traits=printed,
        values=values,
        attached_to=host,
        place=_place(names, fields, zone, host),
        back=read_back(names, name, fields),
    )
    return thing, on


def _place(names: Names, fields: dict[str, Entry], zone: str, host: str | None) -> Term | None:
    """Where in its zone the object is, in a game that has places: what is attached is where its host is."""
    attributes = names.vocabulary.attributes["object"]
    if "place" in fields:
        return names.value(fields["place"], "place")
    usual = attributes["place"].default if "place" in attributes else None
    return None if usual is None or host is not None or zone != attributes["zone"].default else Word(str(usual))


def read_token_kind(names: Names, name: str, entry: Entry) -> TokenKind:
    """A kind of token with its characteristics."""
    fields = entry.fields(("name", *trait_keys(names.vocabulary))) if not entry.is_null else {}
    return TokenKind(name, read_traits(names, name, fields))
