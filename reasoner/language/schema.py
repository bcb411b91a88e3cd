"""A JSON Schema of scenario files. It helps an editor complete and check; what a scenario must fulfil beyond it (names that
exist, expressions that read) the reader checks."""

from __future__ import annotations

from reasoner.solving.programs import games

from .schema_parts import (
    COUNT,
    FLAG,
    GIVEN_WORDS,
    NAME,
    TEXT,
    Schema,
    attributes_given,
    definitions,
    list_or_one,
    mapping,
    measures_schema,
    table,
    traits_schema,
)
from .vocabulary import LINKS, vocabulary

__all__ = ["schema"]


def _scenario(game: str) -> Schema:
    words = vocabulary(game)
    event: Schema = {"$ref": f"#/$defs/{game}-event"}
    links = [link for link in LINKS if link in words.features]
    if links:
        event = {"anyOf": [event, *(mapping({link: event}, [link]) for link in links)]}
    at_once: Schema = {"anyOf": [event, {"type": "array", "items": event, "minItems": 1}, {"enum": words.checkpoints}]}
    traits: Schema = {"name": TEXT, **traits_schema(words), **measures_schema(words)}
    thing = traits | {
        "card": TEXT,
        "given": GIVEN_WORDS,
        "controller": NAME,
        "owner": NAME,
        "zone": {"enum": sorted(words.zones)},
        "attached_to": NAME,
        "token": FLAG,
        **({"back": mapping(traits)} if "back" in words.features else {}),
    }
    player = {"anyOf": [mapping(attributes_given(words, "player")), {"type": "null"}]}
    expect = mapping(
        {
            "chooser": TEXT,
            "orderings": COUNT,
            "paths": COUNT,
            "outcomes": {"type": "array", "minItems": 1, "items": table({"type": ["integer", "string", "boolean"]})},
        }
    )
    return mapping(
        {
            "game": {"const": game},
            **dict.fromkeys(("case", "title", "source", "note"), {"type": ["string", "number"]}),
            "rules": list_or_one({"type": ["string", "number"]}),
            "players": {
                "anyOf": [
                    {"type": "array", "items": NAME, "minItems": 1},
                    {"type": "object", "minProperties": 1, "additionalProperties": player},
                ]
            },
            "active": NAME,
            "objects": table(
                mapping(thing | attributes_given(words, "object"), anyOf=[{"required": ["controller"]}, {"required": ["owner"]}])
            ),
            "tokens": table({"anyOf": [mapping(traits), {"type": "null"}]}),
            "effects": table({"$ref": f"#/$defs/{game}-effect"}),
            "event": event,
            "events": list_or_one(event),
            "steps": {"type": "array", "items": at_once, "minItems": 1},
            "expect": expect,
            "state": mapping({name: {"enum": sorted(words.words.get(a.type, ()))} for name, a in words.attributes.get("game", {}).items()}),
            "switches": mapping({name: {"enum": settings} for name, settings in words.switches.items()}),
        },
        ["game", "players"],
        oneOf=[{"required": [key]} for key in ("event", "events", "steps")],
    )


def schema() -> Schema:
    """The JSON Schema (2020-12) of scenario files of all games."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of instead",
        "$defs": definitions(),
        "anyOf": [_scenario(game) for game in games()],
    }
