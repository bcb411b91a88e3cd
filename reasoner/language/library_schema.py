"""A JSON Schema of library files: cards with their characteristics and effects. What is beyond it the reader checks, as for scenarios."""

from __future__ import annotations

from reasoner.solving.programs import games

from .schema_parts import TEXT, Schema, definitions, mapping, measures_schema, table, traits_schema
from .vocabulary import vocabulary

__all__ = ["library_schema"]


def _library(game: str) -> Schema:
    words = vocabulary(game)
    printed = {**traits_schema(words), **measures_schema(words)}
    face: Schema = {"name": TEXT, **printed}
    card = {
        **printed,
        **({"back": mapping(face)} if "back" in words.features else {}),
        "rules": {"type": ["string", "number", "array"]},
        "note": TEXT,
        "effects": table({"$ref": f"#/$defs/{game}-effect"}),
        "tokens": table({"anyOf": [mapping(face), {"type": "null"}]}),
    }
    return mapping({"game": {"const": game}, "cards": table(mapping(card))}, ["game", "cards"])


def library_schema() -> Schema:
    """The JSON Schema (2020-12) of library files of all games."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A library of cards for instead",
        "$defs": definitions(printed=True),
        "anyOf": [_library(game) for game in games()],
    }
