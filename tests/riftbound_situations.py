"""The situations of ``tests/cards/riftbound.yaml``: for every effect of a card of Riftbound one that it fits, and one that it does not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ruamel.yaml import YAML

from reasoner.cards.card import Card

from .conftest import ROOT

__all__ = ["Plain", "laid_over", "posed", "situations"]

FILE = ROOT / "tests" / "cards" / "riftbound.yaml"
WHERE = {"battlefield": {"zone": "field"}, "legend": {"zone": "legend"}, "spell": {"zone": "chain"}, "unit": {"place": "plain"}}
Plain = dict[str, Any]


@cache
def situations() -> Plain:
    """What the file says, by card and effect; under ``table`` what all situations share."""
    return YAML(typ="safe").load(FILE)  # type: ignore[no-any-return]


def laid_over(below: Plain, above: Mapping[str, Any]) -> Plain:
    """The situation, with what is said of it instead or as well; null takes something away."""
    found = dict(below)
    for key, value in above.items():
        found[key] = laid_over(found.get(key, {}), value) if isinstance(value, dict) and key != "event" else value
    return {key: value for key, value in found.items() if value is not None}


def posed(card: Card, key: str, fit: str) -> Plain:
    """The card in the situation, as ``card``, and its effect as ``made`` where a spell or an activated ability has made that."""
    told = situations()[card.name][key]
    types = {str(trait[1]) for trait in card.traits if isinstance(trait, tuple) and trait[0] == "type"}
    where = next((where for type_, where in WHERE.items() if type_ in types), {})
    plain = laid_over(situations()["table"], {"objects": {"card": {"card": card.name, "controller": "ann", **where}}})
    if card.effects[key].created:
        plain = laid_over(plain, {"effects": {"made": {"card": card.name, "effect": key, "controller": "ann"}}})
    for part in (told.get("both", {}), told[fit]):
        plain = laid_over(plain, part)
    return plain
