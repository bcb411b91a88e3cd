"""Every card of the library: its effects apply to what fits them and to nothing else, and say what they say."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from reasoner.cards.card import Card, read_card, read_cards
from reasoner.cards.effect_writing import card_data
from reasoner.cards.library import Library, shipped
from reasoner.exploring.explore import Exploration, Limits, explore_many
from reasoner.exploring.walk import walk
from reasoner.language.reading import load_text
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term
from reasoner.words.sentences import sentence

from .smoke import Smoke, together

GROUPS = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 20
"""How many random pairs and triples of effects are tried."""


@cache
def library(game: str | None = None) -> tuple[Card, ...]:
    cards, wrong = read_cards(shipped(), game)
    assert [str(error) for error in wrong] == []
    return tuple(cards)


def unlike(cards: tuple[Card, ...], verb: str) -> list[tuple[Card, str]]:
    """The effects of this verb, each with its card; of those that are alike but for names only one."""
    found: dict[str, tuple[Card, str]] = {}
    for card in cards:
        for key, effect in card.effects.items():
            if effect.effect.verb == verb:
                shape = repr(effect.effect).replace(repr(card.name), "CARD").replace(repr(key), "KEY")
                found.setdefault(f"{effect.created} {shape}", (card, key))
    return list(found.values())


def root(event: Term) -> Term:
    """The event of the scenario from which an event comes."""
    while isinstance(event, tuple) and event[0] != "e":
        event = next(part for part in event[1:] if isinstance(part, tuple))
    return event


def most_applications(exploration: Exploration, effect: str, event: Term) -> int:
    """How often at most the effect is applied to the event itself on a path."""

    @cache
    def after(node: int) -> int:
        return max((after(edge.target) + (edge.option == ("apply", effect, event)) for edge in exploration.edges[node]), default=0)

    return after(0)


def test_every_effect_applies_once_to_what_fits_and_not_to_what_does_not() -> None:
    smokes = [Smoke(card, key) for card, key in unlike(library("magic"), "acts")]
    scenarios = [load_text(json.dumps(smoke.data()), f"{smoke.card.name}, {smoke.effect.name}") for smoke in smokes]
    for smoke, exploration in zip(smokes, explore_many(scenarios, Limits()), strict=True):
        met = Counter(
            root(edge.option[2])
            for edges in exploration.edges
            for edge in edges
            if isinstance(edge.option, tuple) and edge.option[:2] == ("apply", smoke.name)
        )
        where = exploration.scenario.file
        assert met[("e", 1, 1)], f"{where} does not apply to what fits"
        assert not met[("e", 1, 2)], f"{where} applies to what does not fit"
        assert most_applications(exploration, smoke.name, ("e", 1, 1)) <= 1, f"{where} applies twice"


@pytest.mark.parametrize("game", ["magic", "riftbound"])
def test_every_card_survives_being_written_and_read(game: str, tmp_path: Path) -> None:
    entries = {card.name: card_data(card) for card in library(game)}
    (tmp_path / "own.json").write_text(json.dumps({"game": game, "cards": entries}))
    own = Library([str(tmp_path)])
    for card in library(game):
        assert replace(read_card(own, game, card.name), file=card.file, line=card.line) == card


@pytest.mark.parametrize("game", ["magic", "riftbound"])
def test_every_effect_prints_as_one_plain_sentence(game: str) -> None:
    for card in library(game):
        for key, effect in card.effects.items():
            said = sentence(effect.effect, vocabulary(game))
            assert re.fullmatch(r"[A-Z][^<>\[\]{}|_]*\.", said), (card.name, key, said)


def test_random_pairs_and_triples_end_where_the_plain_walk_does() -> None:
    chance = random.Random(8)
    effects = unlike(library("magic"), "acts")
    groups = [[Smoke(*effect) for effect in chance.sample(effects, chance.choice([2, 2, 3]))] for _ in range(GROUPS)]
    scenarios = [load_text(json.dumps(together(group)), " + ".join(smoke.card.name for smoke in group)) for group in groups]
    for exploration in explore_many(scenarios, Limits()):
        ends = {frozenset(exploration.fluents[node]) for node, edges in enumerate(exploration.edges) if not edges}
        *_, (end, _) = walk(exploration.scenario, lambda found: chance.randrange(len(found)))
        assert end in ends, exploration.scenario.file
