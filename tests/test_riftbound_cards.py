"""Every effect of every card of Riftbound does something in a situation that it fits, once, and nothing in one that it does not.

The situations stand in ``tests/cards/riftbound.yaml``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from ruamel.yaml import YAML

from reasoner.cards.card import Card, read_cards
from reasoner.cards.library import shipped
from reasoner.exploring.explore import Exploration, explore_many
from reasoner.graphs.graph import is_application
from reasoner.graphs.report import make_report
from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario

from .conftest import ROOT

FILE = ROOT / "tests" / "cards" / "riftbound.yaml"
WHERE = {"battlefield": {"zone": "field"}, "legend": {"zone": "legend"}, "spell": {"zone": "chain"}, "unit": {"place": "plain"}}
Plain = dict[str, Any]


@cache
def situations() -> Plain:
    return YAML(typ="safe").load(FILE)  # type: ignore[no-any-return]


@cache
def cards() -> dict[str, Card]:
    found, wrong = read_cards(shipped(), "riftbound")
    assert not wrong, wrong
    return {card.name: card for card in found}


CASES = [(name, key) for name in sorted(cards()) for key in cards()[name].effects]


def laid_over(below: Plain, above: Mapping[str, Any]) -> Plain:
    """The situation, with what is said of it instead or as well; null takes something away."""
    found = dict(below)
    for key, value in above.items():
        found[key] = laid_over(found.get(key, {}), value) if isinstance(value, dict) and key != "event" else value
    return {key: value for key, value in found.items() if value is not None}


def situation(card: Card, key: str, fit: str) -> Scenario:
    """The card in the situation, with the one effect."""
    told = situations()[card.name][key]
    made = card.effects[key].created
    types = {str(trait[1]) for trait in card.traits if isinstance(trait, tuple) and trait[0] == "type"}
    where = next((where for type_, where in WHERE.items() if type_ in types), {})
    thing = {"card": card.name, "controller": "ann", **where}
    plain = laid_over(situations()["table"], {"objects": {"card": thing}})
    if made:
        plain = laid_over(plain, {"effects": {"made": {"card": card.name, "effect": key, "controller": "ann"}}})
    for part in (told.get("both", {}), told[fit]):
        plain = laid_over(plain, part)
    scenario = load_text(json.dumps(plain), f"{card.name}: {key}, {fit}")
    own = [effect for effect in scenario.effects if effect.name.partition(" (")[0] == ("made" if made else f"card-{key}")]
    assert own
    return replace(scenario, effects=tuple(own))


@cache
def explored() -> dict[tuple[str, str, str, bool], Exploration]:
    """Every situation with and without the effect."""
    keys: list[tuple[str, str, str, bool]] = []
    scenarios: list[Scenario] = []
    for name, key in CASES:
        for fit in ("fits", "misfits") if key in situations().get(name, ()) else ():
            scenario = situation(cards()[name], key, fit)
            keys += [(name, key, fit, True), (name, key, fit, False)]
            scenarios += [scenario, replace(scenario, effects=())]
    return dict(zip(keys, explore_many(scenarios), strict=True))


def ends(exploration: Exploration, effects: set[str]) -> set[str]:
    """What the outcomes tell of all but the effects."""
    return {
        repr((sorted((key, value) for key, value in outcome.values.items() if key.partition(".")[0] not in effects), outcome.record))
        for outcome in make_report(exploration).outcomes
    }


def most_applications(exploration: Exploration, node: int = 0) -> int:
    """Of what may be applied, on the path with the most of it."""
    return max((is_application(edge.option) + most_applications(exploration, edge.target) for edge in exploration.edges[node]), default=0)


def test_every_effect_has_its_situations_and_no_other_has() -> None:
    told = {(name, key) for name, effects in situations().items() if name != "table" for key in effects}
    assert told == set(CASES)


@pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}: {key}" for name, key in CASES])
def test_an_effect_does_something_where_it_fits_and_nothing_elsewhere(name: str, key: str) -> None:
    found = {fit: [explored()[name, key, fit, there] for there in (True, False)] for fit in ("fits", "misfits")}
    acts = cards()[name].effects[key].effect.verb == "acts"
    for fit, (there, away) in found.items():
        assert there.complete
        fitting = fit == "fits"
        names = {effect.name for effect in there.scenario.effects}
        assert (ends(there, names) != ends(away, names)) == fitting, fit
        assert most_applications(there) == (acts and fitting), fit
