"""Parts that the JSON Schemas of scenario files and of libraries share, made from the games' tables."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from reasoner.cards.card_reading import EACH, GIVEN_TYPES
from reasoner.solving.programs import games

from .object_reading import GIVEN
from .vocabulary import Attribute, EventKind, Vocabulary, vocabulary

__all__ = [
    "COUNT",
    "FLAG",
    "GIVEN_WORDS",
    "NAME",
    "NUMBER",
    "TEXT",
    "Events",
    "Schema",
    "attributes_given",
    "definitions",
    "list_or_one",
    "mapping",
    "measures_schema",
    "table",
    "traits_schema",
]

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 2_147_483_647}
NUMBER: Schema = {"type": "integer", "minimum": -2_147_483_647, "maximum": 2_147_483_647}
NAME: Schema = {"type": "string", "pattern": r"^[^\W\d_][\w'’ -]*$"}
EXPRESSION: Schema = {
    "anyOf": [
        TEXT,
        NUMBER,
        {"type": "object", "properties": {"count": {}, "times": {}, "plus": {}}, "required": ["count"], "additionalProperties": False},
    ]
}
GIVEN_WORDS: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [{"type": ["string", "integer"]}, {"type": "array", "items": TEXT}]},
}
FILTER: Schema = {"$ref": "#/$defs/filter"}


def mapping(properties: Schema, required: list[str] | None = None, **more: Any) -> Schema:
    return {"type": "object", "properties": properties, "required": sorted(required or []), "additionalProperties": False, **more}


def table(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def list_or_one(value: Schema) -> Schema:
    return {"anyOf": [value, {"type": "array", "items": value, "minItems": 1}]}


def filter_schema(tables: list[Vocabulary]) -> Schema:
    words = list_or_one(TEXT)
    properties: Schema = dict.fromkeys(("type", "color", "keyword", "name", "controller", "owner", "zone", "place", "counter", "is"), words)
    past = {name for table in tables for name, a in table.attributes["object"].items() if a.type in ("labels", "culprits")}
    properties |= dict.fromkeys(sorted(past), words)
    properties |= dict.fromkeys(sorted({name for table in tables for name in table.compared}), {"anyOf": [NUMBER, TEXT]})
    adjectives = sorted({name for table in tables for name in table.adjectives})
    properties |= dict.fromkeys(("other", "token", "permanent", "player", *adjectives), FLAG)
    properties["top"] = COUNT | {"minimum": 1}
    properties |= {"not": FILTER, "any": {"type": "array", "items": FILTER}, "all": {"type": "array", "items": FILTER}}
    return {"anyOf": [TEXT, FLAG, {"type": "array", "items": FILTER, "minItems": 1}, mapping(properties, minProperties=1)]}


def condition_schema(tables: list[Vocabulary]) -> Schema:
    here: Schema = {"$ref": "#/$defs/condition"}
    properties = {"exists": FILTER, "none": FILTER, "count": FILTER, "not": here, "share_color": {"type": "array", "items": TEXT}}
    properties |= dict.fromkeys(("at_least", "at_most", "equal"), EXPRESSION)
    properties |= dict.fromkeys(("any", "all"), {"type": "array", "items": here})
    properties |= dict.fromkeys(sorted({name for table in tables for name in table.attributes.get("game", {})}), list_or_one(TEXT))
    return {"anyOf": [TEXT, {"type": "array", "items": here}, mapping(properties, minProperties=1)]}


def attribute_schema(attribute: Attribute) -> Schema:
    by_type: dict[str, Schema] = {"number": NUMBER, "count": COUNT, "flag": FLAG, "table": table(COUNT)}
    by_type |= {"label": TEXT, "labels": list_or_one(TEXT), "objects": list_or_one(TEXT), "culprits": list_or_one(TEXT)}
    return by_type.get(attribute.type, TEXT)


def attributes_given(words: Vocabulary, owner: str) -> Schema:
    kept = (*GIVEN, "place")
    return {name: attribute_schema(attribute) for name, attribute in words.attributes[owner].items() if attribute.type in kept}


class Events:
    """The events of one game, as they stand in a scenario, in what an effect waits for, and in what it makes. Effects that are
    ``printed`` on cards may leave words and numbers open."""

    def __init__(self, words: Vocabulary, printed: bool = False):
        self.words = words
        self.printed = printed
        self.kinds: list[tuple[str, EventKind, set[str]]] = [(name, kind, set()) for name, kind in words.kinds.items()]
        self.kinds += [(name, words.kinds[meant], set(preset)) for name, (meant, preset) in words.shorthands.items()]

    def _words(self, type_: str) -> Schema:
        if type_ == "zone":
            return {"enum": sorted(self.words.zones)}
        is_closed = type_ in self.words.words and type_ != "place" and not (self.printed and type_ in GIVEN_TYPES)
        return {"enum": sorted(self.words.words[type_])} if is_closed else TEXT

    def _plain(self, type_: str) -> Schema:
        if type_ in ("number", "flag"):
            return {"anyOf": [COUNT, TEXT | {"pattern": "[^\\W\\d_]"}]} if type_ == "number" else FLAG
        if type_ in ("tokens", "counters", "mana"):
            return table(COUNT)
        return list_or_one(TEXT) if type_ in ("object", "recipient") else self._words(type_)

    def _made(self, type_: str) -> Schema:
        if type_ in ("tokens", "counters", "mana"):
            return table(EXPRESSION)
        return FLAG if type_ == "flag" else EXPRESSION if type_ == "number" else self._words(type_)

    def _each(self, value: Any, required: bool) -> Schema:
        found: Schema = {}
        for name, kind, preset in self.kinds:
            roles = {role: value(type_) for role, type_ in sorted(kind.roles.items()) if role not in preset}
            found[name] = mapping(roles, sorted(kind.required - preset) if required else [])
        return dict(sorted(found.items()))

    def scenario_event(self) -> Schema:
        return mapping(self._each(self._plain, True), minProperties=1, maxProperties=1)

    def watched(self) -> Schema:
        def watched(type_: str) -> Schema:
            return {"anyOf": [COUNT, TEXT]} if type_ == "number" else FILTER

        return mapping(self._each(watched, False), minProperties=1)

    def made(self) -> Schema:
        return list_or_one(mapping(self._each(self._made, True), minProperties=1))

    def alternative(self) -> Schema:
        roles: Schema = {}
        for kind in self.words.kinds.values():
            for role, type_ in sorted(kind.roles.items()):
                roles.setdefault(role, {} if type_ in ("tokens", "counters", "mana") else self._made(type_))
        kinds = self._each(self._made, True)
        both = {name: {"anyOf": [roles[name], kinds[name]]} for name in roles.keys() & kinds.keys()}
        changed = mapping(dict(sorted((roles | kinds | both).items())), minProperties=1)
        return {"anyOf": [{"const": "nothing"}, {"$ref": f"#/$defs/{self.words.game}-made"}, changed]}

    def definitions(self) -> Schema:
        """What stands in many places, by its name."""
        game = self.words.game
        return {
            f"{game}-event": self.scenario_event(),
            f"{game}-watched": self.watched(),
            f"{game}-made": self.made(),
            f"{game}-alternative": self.alternative(),
            f"{game}-effect": effect_schema(self.words, self.printed),
        }


def pick_schema(words: Vocabulary) -> Schema:
    named = {
        name: {"anyOf": [{"const": "any"}, list_or_one({"enum": sorted(words.words[name])})]}
        for name in ("color", "type")
        if name in words.words
    }
    kinds: Schema = {"object": FILTER, "player": FILTER, "any_of": FILTER, "word": list_or_one(TEXT), "number": EXPRESSION} | named
    kinds["token"] = list_or_one(TEXT)
    return mapping(kinds, minProperties=1, maxProperties=1)


def traits_schema(words: Vocabulary) -> Schema:
    colors = list_or_one({"enum": sorted(words.words.get("color", ()))})
    return {"types": list_or_one(TEXT), "colors": colors, "keywords": list_or_one(TEXT)}


def effect_schema(words: Vocabulary, printed: bool) -> Schema:
    """An effect of a scenario, or one that is printed on a card."""
    game = words.game
    amount: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, TEXT]} if printed else {"type": "integer", "minimum": 1}
    whose: Schema = {"source": NAME, "controller": NAME, "card": TEXT, "effect": TEXT, "given": GIVEN_WORDS, "on": NAME}
    if printed:
        opened = {"type": "object", "additionalProperties": {"enum": sorted(GIVEN_TYPES)}, "minProperties": 1}
        whose = {"rule": {"type": ["string", "number"]}, "given": opened, "controller": {"const": EACH}}
    watched: Schema = {"$ref": f"#/$defs/{game}-watched"}
    made: Schema = {"$ref": f"#/$defs/{game}-made"}
    made_of: Schema = {"what": FILTER, **traits_schema(words), "loses_abilities": FLAG, **dict.fromkeys(words.lifted, NUMBER)}
    verbs = ("would", "cant", *words.hardenings, *(key for key in ("as", "when") if key in words.features))
    prevent: Schema = {
        "anyOf": [
            {"enum": ["all", "half up", "half down"]},
            amount,
            mapping({"next": amount, "each": EXPRESSION, "in_all": EXPRESSION, "all_but": EXPRESSION}, minProperties=1, maxProperties=1),
        ]
    }
    does: Schema = {
        "if": {"$ref": "#/$defs/condition"},
        "instead": {"$ref": f"#/$defs/{game}-alternative"},
        "prevent": prevent,
        "redirect": mapping({"next": amount, "to": TEXT}, ["next", "to"]),
        "also": made,
        "then": made,
    }
    pairs = [{"not": {"required": list(pair)}} for pair in combinations((*verbs, "makes"), 2)]
    # An effect of a scenario need say nothing, if it is one of a card.
    must: Schema = {"required": ["rule"], "anyOf": [{"required": [verb]} for verb in (*verbs, "makes")]} if printed else {}
    found = mapping(
        does
        | {
            **whose,
            "face": {"enum": ["front", "back"]},
            "works_in": {"enum": sorted({*words.zones, "anywhere"})},
            **dict.fromkeys(verbs, watched),
            "makes": mapping(made_of, ["what"]),
            "choose": {"type": "object", "minProperties": 2, "additionalProperties": {"anyOf": [mapping(does), {"type": "null"}]}},
            "pick": pick_schema(words),
            "asked": TEXT,
            "optional": FLAG,
            "uses": amount,
            "all_at_once": FLAG,
            "self_replacement": FLAG,
            "more_than_once": FLAG,
            "created": FLAG,
            "this_turn": FLAG,
            "immediately": FLAG,
            "note": TEXT,
        },
        allOf=pairs,
    )
    return found | must


def measures_schema(words: Vocabulary) -> Schema:
    """The numbers that may be printed on objects."""
    return {name: NUMBER if lowest is None else NUMBER | {"minimum": lowest} for name, lowest in words.measures.items()}


def definitions(printed: bool = False) -> Schema:
    """What stands in many places, by its name, for all games."""
    tables = [vocabulary(game) for game in games()]
    found = {"filter": filter_schema(tables), "condition": condition_schema(tables)}
    for words in tables:
        found |= Events(words, printed).definitions()
    return found
