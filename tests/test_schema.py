"""The JSON Schemas accept every scenario of the corpus and every library that ships, and refuse what the reader refuses for its shape."""

from __future__ import annotations

import json

import jsonschema
import pytest
from ruamel.yaml import YAML

from reasoner.language.library_schema import library_schema
from reasoner.language.schema import schema

from .conftest import CORPUS, ROOT

VALIDATOR = jsonschema.Draft202012Validator(schema())
OF_LIBRARIES = jsonschema.Draft202012Validator(library_schema())


def test_the_schemas_are_schemas() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator.check_schema(library_schema())


def test_the_corpus_fits() -> None:
    for path in sorted(CORPUS.rglob("*.yaml")):
        found = [error.message for error in VALIDATOR.iter_errors(YAML(typ="safe").load(path.read_text()))]
        assert not found, path


@pytest.mark.parametrize(
    "text",
    [
        '{"players": ["ann"], "event": {"draw": {"player": "ann", "amount": 1}}}',
        '{"game": "magic", "players": ["ann"]}',
        '{"game": "magic", "players": ["ann"], "event": {"drew": {"player": "ann"}}}',
        '{"game": "magic", "players": ["ann"], "event": {"draw": {"player": "ann", "amount": "1"}}}',
        '{"game": "magic", "players": ["ann"], "colour": 1, "event": {"draw": {"player": "ann", "amount": 1}}}',
    ],
)
def test_wrong_shapes_do_not_fit(text: str) -> None:
    assert not VALIDATOR.is_valid(json.loads(text))


def test_the_libraries_that_ship_fit() -> None:
    for path in sorted((ROOT / "reasoner" / "library").rglob("*.yaml")):
        assert not [error.message for error in OF_LIBRARIES.iter_errors(YAML(typ="safe").load(path.read_text()))], path


@pytest.mark.parametrize(
    "card",
    [
        '{"type": ["artifact"]}',
        '{"effects": {"adds": {"would": {"damage": {}}, "prevent": "all"}}}',
        '{"effects": {"adds": {"rule": "615.1", "prevent": "all"}}}',
        '{"effects": {"adds": {"rule": "615.1", "would": {"damage": {}}, "source": "it", "prevent": "all"}}}',
        '{"effects": {"adds": {"rule": "615.1", "given": {"x": "numbr"}, "would": {"damage": {}}, "prevent": "x"}}}',
    ],
)
def test_cards_of_wrong_shapes_do_not_fit(card: str) -> None:
    assert OF_LIBRARIES.is_valid({"game": "magic", "cards": {"Small Furnace": {"types": ["artifact"]}}})
    assert not OF_LIBRARIES.is_valid({"game": "magic", "cards": {"Small Furnace": json.loads(card)}})
