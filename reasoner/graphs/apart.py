"""Whether a scenario is explored by independent parts: where it is more than a little, and has them."""

from __future__ import annotations

from dataclasses import replace

from reasoner.errors import NumberTooLarge
from reasoner.exploring.explore import Exploration, Limits, explore
from reasoner.language.scenario import Scenario

from .parts import Product, factored

__all__ = ["little_or_parts"]

_LITTLE = 200
"""So many situations are explored together without asking whether they fall into parts."""


def little_or_parts(scenario: Scenario, limits: Limits) -> Exploration | Product | None:
    """A scenario with events that happen at once, explored as a whole if that is little, else by independent parts if there are any;
    None for all others, which are to be explored as a whole. Raises TooMany, ValueMissing or RuleError."""
    if all(isinstance(step, str) or len(step) < 2 for step in scenario.steps):
        return None
    try:
        little = explore(scenario, replace(limits, states=min(_LITTLE, limits.states or _LITTLE)))
        return little if little.complete else factored(scenario, limits)
    except NumberTooLarge:
        return None
