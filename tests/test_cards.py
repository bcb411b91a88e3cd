"""Every card of the library: its effects apply to what fits them and to nothing else, and say what they say."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from reasoner.cards.card import Card, read_card
from reasoner.cards.effect_writing import card_data
from reasoner.cards.library import Library
from reasoner.exploring.explore import Exploration, Limits, explore_many
from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term
from reasoner.words.sentences import sentence

from .conftest import CORPUS
from .riftbound_situations import situations
from .shelf import ends, shelf
from .smoke import Smoke
from .standing import leaving, standing

GAMES = ["magic", "riftbound"]


@cache
def applied() -> list[tuple[Card, str]]:
    """The effects of Magic's cards that players apply, each with its card. (Those of Riftbound have situations of their own.)"""
    return [(card, key) for card in shelf("magic").values() for key, found in card.effects.items() if found.effect.verb == "acts"]


@cache
def stand() -> list[tuple[Card, str]]:
    """Those that nobody applies."""
    return [(card, key) for card in shelf("magic").values() for key, found in card.effects.items() if found.effect.verb != "acts"]


@cache
def plain() -> list[Card]:
    """The cards of both games without effects."""
    return [card for game in GAMES for card in shelf(game).values() if not card.effects]


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
    smokes = [Smoke(card, key) for card, key in applied()]
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


def test_what_nobody_applies_makes_a_difference_to_what_fits_and_to_nothing_else() -> None:
    asked: list[tuple[str, bool]] = []
    scenarios: list[Scenario] = []
    for card, key in stand():
        for posed in standing(card, key):
            for data, fits in zip(posed, (True, False), strict=True):
                scenario = load_text(json.dumps(data), f"{card.name}, {key}, {'fits' if fits else 'does not fit'}")
                name = "made" if card.effects[key].created else f"it-{key}"
                others = tuple(effect for effect in scenario.effects if effect.name.partition(" (")[0] != name)
                assert len(others) < len(scenario.effects)
                asked.append((name, fits))
                scenarios += [scenario, replace(scenario, effects=others)]
    explored = explore_many(scenarios, Limits())
    for (name, fits), there, away in zip(asked, explored[::2], explored[1::2], strict=True):
        assert (ends(there, {name}) != ends(away, {name})) == fits, there.scenario.file


def test_a_card_without_effects_changes_nothing() -> None:
    for game in GAMES:
        scenarios = [load_text(json.dumps(leaving(card)), card.name) for card in plain() if card.game == game]
        for exploration in explore_many(scenarios, Limits()):
            assert not exploration.scenario.effects
            assert exploration.complete
            assert all(len(edges) <= 1 for edges in exploration.edges), exploration.scenario.file
            assert len(exploration.edges) > 1, exploration.scenario.file


def test_no_card_is_without_a_scenario() -> None:
    posed = {("magic", card.name) for card, _ in (*applied(), *stand())}
    posed |= {("riftbound", name) for name in situations()} | {(card.game, card.name) for card in plain()}
    named = {
        (game, name.strip("\"' "))
        for game in GAMES
        for path in (CORPUS / game).rglob("*.yaml")
        for name in re.findall(r"card: (\"[^\"]*\"|'[^']*'|[^,}\n]*)", path.read_text(encoding="utf-8"))
    }
    assert not {(game, name) for game in GAMES for name in shelf(game)} - posed - named


@pytest.mark.parametrize("game", GAMES)
def test_every_card_survives_being_written_and_read(game: str, tmp_path: Path) -> None:
    entries = {card.name: card_data(card) for card in shelf(game).values()}
    (tmp_path / "own.json").write_text(json.dumps({"game": game, "cards": entries}))
    own = Library([str(tmp_path)])
    for card in shelf(game).values():
        assert replace(read_card(own, game, card.name), file=card.file, line=card.line) == card


@pytest.mark.parametrize("game", GAMES)
def test_every_effect_prints_as_one_plain_sentence(game: str) -> None:
    for card in shelf(game).values():
        for key, effect in card.effects.items():
            said = sentence(effect.effect, vocabulary(game))
            assert re.fullmatch(r"[A-Z][^<>\[\]{}|_]*\.", said), (card.name, key, said)
