"""A JSON Schema of scenario files, made from the games' tables. It helps an editor complete and check; what a scenario
must fulfil beyond it (names that exist, expressions that read) the reader checks."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from reasoner.solving.programs import games

from .object_reading import GIVEN
from .vocabulary import LINKS, Attribute, EventKind, Vocabulary, vocabulary

__all__ = ["schema"]

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 2_147_483_647}
_NUMBER: Schema = {"type": "integer", "minimum": -2_147_483_647, "maximum": 2_147_483_647}
_NAME: Schema = {"type": "string", "pattern": r"^[^\W\d_][\w'’ -]*$"}
_EXPRESSION: Schema = {
    "anyOf": [
        _TEXT,
        _NUMBER,
        {"type": "object", "properties": {"count": {}, "times": {}, "plus": {}}, "required": ["count"], "additionalProperties": False},
    ]
}
_GIVEN: Schema = {"type": "object", "additionalProperties": {"anyOf": [{"type": ["string", "integer"]}, {"type": "array", "items": _TEXT}]}}
_FILTER: Schema = {"$ref": "#/$defs/filter"}


def _object(properties: Schema, required: list[str] | None = None, **more: Any) -> Schema:
    return {"type": "object", "properties": properties, "required": sorted(required or []), "additionalProperties": False, **more}


def _table(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _list_or_one(value: Schema) -> Schema:
    return {"anyOf": [value, {"type": "array", "items": value, "minItems": 1}]}


def _filter(tables: list[Vocabulary]) -> Schema:
    words = _list_or_one(_TEXT)
    properties: Schema = dict.fromkeys(("type", "color", "keyword", "name", "controller", "owner", "zone", "place", "counter", "is"), words)
    past = {name for table in tables for name, a in table.attributes["object"].items() if a.type in ("labels", "culprits")}
    properties |= dict.fromkeys(sorted(past), words)
    properties |= dict.fromkeys(sorted({name for table in tables for name in table.compared}), {"anyOf": [_NUMBER, _TEXT]})
    adjectives = sorted({name for table in tables for name in table.adjectives})
    properties |= dict.fromkeys(("other", "token", "permanent", "player", *adjectives), _FLAG)
    properties["top"] = _COUNT | {"minimum": 1}
    properties |= {"not": _FILTER, "any": {"type": "array", "items": _FILTER}, "all": {"type": "array", "items": _FILTER}}
    return {"anyOf": [_TEXT, _FLAG, {"type": "array", "items": _FILTER, "minItems": 1}, _object(properties, minProperties=1)]}


def _condition(tables: list[Vocabulary]) -> Schema:
    here: Schema = {"$ref": "#/$defs/condition"}
    properties = {"exists": _FILTER, "none": _FILTER, "count": _FILTER, "not": here, "share_color": {"type": "array", "items": _TEXT}}
    properties |= dict.fromkeys(("at_least", "at_most", "equal"), _EXPRESSION)
    properties |= dict.fromkeys(("any", "all"), {"type": "array", "items": here})
    properties |= dict.fromkeys(sorted({name for table in tables for name in table.attributes.get("game", {})}), _list_or_one(_TEXT))
    return {"anyOf": [_TEXT, {"type": "array", "items": here}, _object(properties, minProperties=1)]}


def _attribute(attribute: Attribute) -> Schema:
    by_type: dict[str, Schema] = {"number": _NUMBER, "count": _COUNT, "flag": _FLAG, "table": _table(_COUNT)}
    by_type |= {"label": _TEXT, "labels": _list_or_one(_TEXT), "objects": _list_or_one(_TEXT), "culprits": _list_or_one(_TEXT)}
    return by_type.get(attribute.type, _TEXT)


def _given(words: Vocabulary, owner: str) -> Schema:
    kept = (*GIVEN, "place")
    return {name: _attribute(attribute) for name, attribute in words.attributes[owner].items() if attribute.type in kept}


class _Events:
    """The events of one game, as they stand in a scenario, in what an effect waits for, and in what it makes."""

    def __init__(self, words: Vocabulary):
        self.words = words
        self.kinds: list[tuple[str, EventKind, set[str]]] = [(name, kind, set()) for name, kind in words.kinds.items()]
        self.kinds += [(name, words.kinds[meant], set(preset)) for name, (meant, preset) in words.shorthands.items()]

    def _words(self, type_: str) -> Schema:
        if type_ == "zone":
            return {"enum": sorted(self.words.zones)}
        return {"enum": sorted(self.words.words[type_])} if type_ in self.words.words and type_ != "place" else _TEXT

    def _plain(self, type_: str) -> Schema:
        if type_ in ("number", "flag"):
            return {"anyOf": [_COUNT, _TEXT | {"pattern": "[^\\W\\d_]"}]} if type_ == "number" else _FLAG
        if type_ in ("tokens", "counters", "mana"):
            return _table(_COUNT)
        return _list_or_one(_TEXT) if type_ in ("object", "recipient") else self._words(type_)

    def _made(self, type_: str) -> Schema:
        if type_ in ("tokens", "counters", "mana"):
            return _table(_EXPRESSION)
        return _FLAG if type_ == "flag" else _EXPRESSION if type_ == "number" else self._words(type_)

    def _each(self, value: Any, required: bool) -> Schema:
        found: Schema = {}
        for name, kind, preset in self.kinds:
            roles = {role: value(type_) for role, type_ in sorted(kind.roles.items()) if role not in preset}
            found[name] = _object(roles, sorted(kind.required - preset) if required else [])
        return dict(sorted(found.items()))

    def scenario_event(self) -> Schema:
        return _object(self._each(self._plain, True), minProperties=1, maxProperties=1)

    def watched(self) -> Schema:
        def watched(type_: str) -> Schema:
            return {"anyOf": [_COUNT, _TEXT]} if type_ == "number" else _FILTER

        return _object(self._each(watched, False), minProperties=1)

    def made(self) -> Schema:
        return _list_or_one(_object(self._each(self._made, True), minProperties=1))

    def alternative(self) -> Schema:
        roles: Schema = {}
        for kind in self.words.kinds.values():
            for role, type_ in sorted(kind.roles.items()):
                roles.setdefault(role, {} if type_ in ("tokens", "counters", "mana") else self._made(type_))
        kinds = self._each(self._made, True)
        both = {name: {"anyOf": [roles[name], kinds[name]]} for name in roles.keys() & kinds.keys()}
        changed = _object(dict(sorted((roles | kinds | both).items())), minProperties=1)
        return {"anyOf": [{"const": "nothing"}, {"$ref": f"#/$defs/{self.words.game}-made"}, changed]}

    def definitions(self) -> Schema:
        """What stands in many places, by its name."""
        game = self.words.game
        return {
            f"{game}-event": self.scenario_event(),
            f"{game}-watched": self.watched(),
            f"{game}-made": self.made(),
            f"{game}-alternative": self.alternative(),
            f"{game}-effect": _effect(self.words),
        }


def _pick(words: Vocabulary) -> Schema:
    named = {
        name: {"anyOf": [{"const": "any"}, _list_or_one({"enum": sorted(words.words[name])})]}
        for name in ("color", "type")
        if name in words.words
    }
    kinds: Schema = {"object": _FILTER, "player": _FILTER, "any_of": _FILTER, "word": _list_or_one(_TEXT), "number": _EXPRESSION} | named
    kinds["token"] = _list_or_one(_TEXT)
    return _object(kinds, minProperties=1, maxProperties=1)


def _traits(words: Vocabulary) -> Schema:
    colors = _list_or_one({"enum": sorted(words.words.get("color", ()))})
    return {"types": _list_or_one(_TEXT), "colors": colors, "keywords": _list_or_one(_TEXT)}


def _effect(words: Vocabulary) -> Schema:
    game = words.game
    watched: Schema = {"$ref": f"#/$defs/{game}-watched"}
    made: Schema = {"$ref": f"#/$defs/{game}-made"}
    made_of: Schema = {"what": _FILTER, **_traits(words), "loses_abilities": _FLAG, **dict.fromkeys(words.lifted, _NUMBER)}
    verbs = ("would", "cant", *words.hardenings, *(key for key in ("as", "when") if key in words.features))
    prevent: Schema = {
        "anyOf": [
            {"enum": ["all", "half up", "half down"]},
            {"type": "integer", "minimum": 1},
            _object(
                {"next": {"type": "integer", "minimum": 1}, "each": _EXPRESSION, "all_but": _EXPRESSION}, minProperties=1, maxProperties=1
            ),
        ]
    }
    does: Schema = {
        "if": {"$ref": "#/$defs/condition"},
        "instead": {"$ref": f"#/$defs/{game}-alternative"},
        "prevent": prevent,
        "redirect": _object({"next": {"type": "integer", "minimum": 1}, "to": _TEXT}, ["next", "to"]),
        "also": made,
        "then": made,
    }
    return _object(
        does
        | {
            "source": _NAME,
            "controller": _NAME,
            "card": _TEXT,
            "effect": _TEXT,
            "given": _GIVEN,
            "face": {"enum": ["front", "back"]},
            "works_in": {"enum": sorted({*words.zones, "anywhere"})},
            "on": _NAME,
            **dict.fromkeys(verbs, watched),
            "makes": _object(made_of, ["what"]),
            "choose": {"type": "object", "minProperties": 2, "additionalProperties": {"anyOf": [_object(does), {"type": "null"}]}},
            "pick": _pick(words),
            "asked": _TEXT,
            "optional": _FLAG,
            "uses": {"type": "integer", "minimum": 1},
            "all_at_once": _FLAG,
            "self_replacement": _FLAG,
            "more_than_once": _FLAG,
            "immediately": _FLAG,
            "note": _TEXT,
        },
        # An effect of a card need say nothing, as the card does.
        allOf=[{"not": {"required": list(pair)}} for pair in combinations((*verbs, "makes"), 2)],
    )


def _scenario(game: str) -> Schema:
    words = vocabulary(game)
    event: Schema = {"$ref": f"#/$defs/{game}-event"}
    links = [link for link in LINKS if link in words.features]
    if links:
        event = {"anyOf": [event, *(_object({link: event}, [link]) for link in links)]}
    at_once: Schema = {"anyOf": [event, {"type": "array", "items": event, "minItems": 1}, {"enum": words.checkpoints}]}
    measures = {name: _NUMBER if lowest is None else _NUMBER | {"minimum": lowest} for name, lowest in words.measures.items()}
    traits: Schema = {"name": _TEXT, **_traits(words), **measures}
    thing = traits | {
        "card": _TEXT,
        "given": _GIVEN,
        "controller": _NAME,
        "owner": _NAME,
        "zone": {"enum": sorted(words.zones)},
        "attached_to": _NAME,
        "token": _FLAG,
        **({"back": _object(traits)} if "back" in words.features else {}),
    }
    player = {"anyOf": [_object(_given(words, "player")), {"type": "null"}]}
    expect = _object(
        {
            "chooser": _TEXT,
            "orderings": _COUNT,
            "paths": _COUNT,
            "outcomes": {"type": "array", "minItems": 1, "items": _table({"type": ["integer", "string", "boolean"]})},
        }
    )
    return _object(
        {
            "game": {"const": game},
            **dict.fromkeys(("case", "title", "source", "note"), {"type": ["string", "integer"]}),
            "rules": _list_or_one({"type": ["string", "number"]}),
            "players": {
                "anyOf": [
                    {"type": "array", "items": _NAME, "minItems": 1},
                    {"type": "object", "minProperties": 1, "additionalProperties": player},
                ]
            },
            "active": _NAME,
            "objects": _table(_object(thing | _given(words, "object"), anyOf=[{"required": ["controller"]}, {"required": ["owner"]}])),
            "tokens": _table({"anyOf": [_object(traits), {"type": "null"}]}),
            "effects": _table({"$ref": f"#/$defs/{game}-effect"}),
            "event": event,
            "events": _list_or_one(event),
            "steps": {"type": "array", "items": at_once, "minItems": 1},
            "expect": expect,
            "state": _object({name: {"enum": sorted(words.words.get(a.type, ()))} for name, a in words.attributes.get("game", {}).items()}),
            "switches": _object({name: {"enum": settings} for name, settings in words.switches.items()}),
        },
        ["game", "players"],
        oneOf=[{"required": [key]} for key in ("event", "events", "steps")],
    )


def schema() -> Schema:
    """The JSON Schema (2020-12) of scenario files of all games."""
    tables = [vocabulary(game) for game in games()]
    definitions = {"filter": _filter(tables), "condition": _condition(tables)}
    for game in games():
        definitions |= _Events(vocabulary(game)).definitions()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of instead",
        "$defs": definitions,
        "anyOf": [_scenario(game) for game in games()],
    }
