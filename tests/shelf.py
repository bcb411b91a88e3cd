"""What tests of the library share: its cards, and what the outcomes of a scenario tell of all but an effect."""

from __future__ import annotations

from functools import cache

from reasoner.cards.card import Card, read_cards
from reasoner.cards.library import shipped
from reasoner.exploring.explore import Exploration
from reasoner.graphs.report import make_report

__all__ = ["ends", "shelf"]


@cache
def shelf(game: str) -> dict[str, Card]:
    """The cards of a game by name."""
    cards, wrong = read_cards(shipped(), game)
    assert [str(error) for error in wrong] == []
    return {card.name: card for card in cards}


def ends(exploration: Exploration, effects: set[str]) -> set[str]:
    """What the outcomes tell of all but the effects."""
    return {
        repr((sorted((key, value) for key, value in outcome.values.items() if key.partition(".")[0] not in effects), outcome.record))
        for outcome in make_report(exploration).outcomes
    }
