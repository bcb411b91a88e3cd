"""Every card of the library: its effects apply to what fits them and to nothing else, and say what they say."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache

import pytest

from reasoner.card import Card, read_cards
from reasoner.cards import shipped
from reasoner.explore import Exploration, Limits, explore_many
from reasoner.reading import load_text
from reasoner.sentences import sentence
from reasoner.terms import Term
from reasoner.vocabulary import vocabulary

from .smoke import Smoke


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
def test_every_effect_prints_as_one_plain_sentence(game: str) -> None:
    for card in library(game):
        for key, effect in card.effects.items():
            said = sentence(effect.effect, vocabulary(game))
            assert re.fullmatch(r"[A-Z][^<>\[\]{}|_]*\.", said), (card.name, key, said)
