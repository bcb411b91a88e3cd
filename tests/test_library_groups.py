"""Random pairs and triples of effects of the library: exploring all of them at once ends where walking each alone does."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from reasoner.cards.card import Card
from reasoner.errors import InputError
from reasoner.exploring.explore import Limits, explore_many
from reasoner.exploring.walk import walk
from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario

from .complete_walk import every_end
from .riftbound_situations import Plain, laid_over, posed
from .shelf import shelf
from .smoke import Smoke, together

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
GROUPS = 200 if LONG else 8
"""How many pairs and triples of each game are tried."""


def unlike(game: str) -> list[tuple[Card, str]]:
    """The effects that players apply, each with its card; of those that are alike but for names only one."""
    found: dict[str, tuple[Card, str]] = {}
    for card in shelf(game).values():
        for key, effect in card.effects.items():
            if effect.effect.verb == "acts":
                shape = repr(effect.effect).replace(repr(card.name), "CARD").replace(repr(key), "KEY")
                found.setdefault(f"{effect.created} {shape}", (card, key))
    return list(found.values())


def magic(group: list[tuple[Card, str]]) -> Plain:
    """One scenario of what fits each effect."""
    return together([Smoke(card, key) for card, key in group])


def riftbound(group: list[tuple[Card, str]]) -> Plain:
    """One scenario of the situations that fit the effects, laid over each other; what happens in it happens at once."""
    whole: Plain = {}
    events: list[Any] = []
    for number, (card, key) in enumerate(group):
        own = {"card": f"card-{number}", "made": f"made-{number}"}
        plain = renamed(posed(card, key, "fits"), own)
        steps = plain.pop("steps", None)
        events += [plain.pop("event")] if "event" in plain else []
        whole = laid_over(whole, plain)
        if steps:
            whole["steps"] = steps
    return whole | ({"steps": [events, *whole["steps"]] if events else whole["steps"]} if "steps" in whole else {"events": events})


def renamed(plain: Plain, names: dict[str, str]) -> Plain:
    """The data with other names for some of its objects and effects."""

    def inside(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: part if key in ("card", "effect") else inside(part) for key, part in value.items()}
        if isinstance(value, list):
            return [inside(part) for part in value]
        return names.get(value, value) if isinstance(value, str) else value

    return {
        group: {names.get(name, name): inside(value) for name, value in part.items()} if group in ("objects", "effects") else inside(part)
        for group, part in plain.items()
    }


def random_groups(game: str, chance: random.Random) -> list[Scenario]:
    """Scenarios of pairs and triples. (Situations laid over each other may contradict each other; then others are tried.)"""
    effects = unlike(game)
    found: list[Scenario] = []
    while len(found) < GROUPS:
        group = chance.sample(effects, chance.choice([2, 2, 3]))
        data = magic(group) if game == "magic" else riftbound(group)
        try:
            found.append(load_text(json.dumps(data), " + ".join(card.name for card, _ in group)))
        except InputError:
            assert game == "riftbound"
    return found


@pytest.mark.parametrize("game", ["magic", "riftbound"])
def test_random_pairs_and_triples_end_where_plain_walks_do(game: str) -> None:
    chance = random.Random(8)
    for exploration in explore_many(random_groups(game, chance), Limits()):
        where = exploration.scenario.file
        assert exploration.complete, where
        ends = {frozenset(exploration.fluents[node]) for node, edges in enumerate(exploration.edges) if not edges}
        if LONG:
            assert every_end(exploration.scenario) == ends, where
        else:
            *_, (end, _) = walk(exploration.scenario, lambda found: chance.randrange(len(found)))
            assert end in ends, where
