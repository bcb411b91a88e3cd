"""The JSON Schema accepts every scenario of the corpus and refuses what the reader refuses for its shape."""

from __future__ import annotations

import json

import jsonschema
import pytest
from ruamel.yaml import YAML

from reasoner.language.schema import schema

from .conftest import CORPUS

VALIDATOR = jsonschema.Draft202012Validator(schema())


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


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
