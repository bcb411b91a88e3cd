"""The page of the effect language: every example comes out as it says, and every word of the language is in one."""

from __future__ import annotations

import re

import jsonschema
from ruamel.yaml import YAML

from reasoner.exploring.explore import Limits, explore_many
from reasoner.graphs.expect import check
from reasoner.graphs.report import make_report
from reasoner.language.reading import load_text
from reasoner.language.schema import schema
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import games

from .conftest import ROOT

PAGE = (ROOT / "docs" / "effects.md").read_text()
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_come_out_as_they_say() -> None:
    scenarios = [load_text(text, f"example {number}") for number, text in enumerate(EXAMPLES, 1)]
    for game in games():
        for exploration in explore_many([scenario for scenario in scenarios if scenario.game == game], Limits()):
            assert check(make_report(exploration)) == [], exploration.scenario.file


def test_the_examples_fit_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    for text in EXAMPLES:
        assert not [error.message for error in validator.iter_errors(YAML(typ="safe").load(text))], text


def words(part: object) -> set[str]:
    """The keys that the schema knows in effects."""
    found: set[str] = set()
    if isinstance(part, dict):
        properties = part.get("properties")
        found |= set(properties) if isinstance(properties, dict) else set()
        for value in part.values():
            found |= words(value)
    elif isinstance(part, list):
        for value in part:
            found |= words(value)
    return found


def test_every_word_has_an_example() -> None:
    definitions = schema()["$defs"]
    magic = vocabulary("magic")
    elsewhere = {"place", *(word for game in games() for word in vocabulary(game).adjectives)} - {*magic.words, *magic.adjectives}
    language = words([definitions["filter"], definitions["condition"], definitions["magic-effect"]])
    shown = "".join(EXAMPLES)
    assert [word for word in sorted(language - elsewhere) if not re.search(rf"\b{re.escape(word)}\b", shown)] == []
