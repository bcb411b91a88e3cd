"""Every effect of every card of Riftbound does something in a situation that it fits, once, and nothing in one that it does not."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from reasoner.cards.card import Card
from reasoner.exploring.explore import Exploration, explore_many
from reasoner.graphs.graph import is_application
from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario

from .riftbound_situations import posed, situations
from .shelf import ends, shelf

CASES = [(name, key) for name in sorted(shelf("riftbound")) for key in shelf("riftbound")[name].effects]


def situation(card: Card, key: str, fit: str) -> Scenario:
    """The card in the situation, with the one effect."""
    scenario = load_text(json.dumps(posed(card, key, fit)), f"{card.name}: {key}, {fit}")
    made = card.effects[key].created
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
            scenario = situation(shelf("riftbound")[name], key, fit)
            keys += [(name, key, fit, True), (name, key, fit, False)]
            scenarios += [scenario, replace(scenario, effects=())]
    return dict(zip(keys, explore_many(scenarios), strict=True))


def most_applications(exploration: Exploration, node: int = 0) -> int:
    """Of what may be applied, on the path with the most of it."""
    return max((is_application(edge.option) + most_applications(exploration, edge.target) for edge in exploration.edges[node]), default=0)


def test_every_effect_has_its_situations_and_no_other_has() -> None:
    told = {(name, key) for name, effects in situations().items() if name != "table" for key in effects}
    assert told == set(CASES)


@pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}: {key}" for name, key in CASES])
def test_an_effect_does_something_where_it_fits_and_nothing_elsewhere(name: str, key: str) -> None:
    found = {fit: [explored()[name, key, fit, there] for there in (True, False)] for fit in ("fits", "misfits")}
    acts = shelf("riftbound")[name].effects[key].effect.verb == "acts"
    for fit, (there, away) in found.items():
        assert there.complete
        fitting = fit == "fits"
        names = {effect.name for effect in there.scenario.effects}
        assert (ends(there, names) != ends(away, names)) == fitting, fit
        assert most_applications(there) == (acts and fitting), fit
