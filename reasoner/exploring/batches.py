"""Many scenarios of one game explored together, where one that cannot be explored must not take the others with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reasoner.errors import NumberTooLarge, RuleError, TooMany, ValueMissing
from reasoner.language.scenario import Scenario

from .explore import Exploration, Limits, explore_many, explore_variants

__all__ = ["explore_all", "whole"]


def whole(variants: Iterable[Scenario]) -> Scenario:
    """One scenario with everything that stands in any of the variants, for :func:`~reasoner.exploring.explore.explore_variants`."""
    variants = list(variants)
    objects = {thing.name: thing for variant in variants for thing in variant.objects}
    largest = max(variants, key=lambda variant: len(variant.players))
    return replace(largest, objects=tuple(objects.values()))


def explore_all(
    scenarios: Sequence[Scenario],
    limits: Limits = Limits(),
    without: frozenset[str] = frozenset(),
    *,
    related: bool = False,
    rules_may_fail: bool = False,
) -> list[Exploration | str]:
    """The explorations in their order; for a scenario that cannot be explored the message instead.

    ``related`` scenarios are variants of one (see :func:`~reasoner.exploring.explore.explore_variants`), which is cheaper; one that uses up
    the limit then leaves the others theirs. ``rules_may_fail``: rules that decide nothing sound are a message as well. Raises
    RuleError otherwise.
    """
    if not scenarios:
        return []
    errors = (NumberTooLarge, TooMany, ValueMissing, *((RuleError,) if rules_may_fail else ()))
    try:
        if related:
            found = explore_variants(whole(scenarios), scenarios, limits, without=without, may_be_stuck=rules_may_fail)
        else:
            found = explore_many(scenarios, limits, without=without, may_be_stuck=rules_may_fail)
    except errors as error:
        if len(scenarios) == 1:
            return [str(error)]
    else:
        if not related or len(scenarios) == 1 or all(exploration.complete for exploration in found):
            return list(found)
    half = len(scenarios) // 2
    parts = (scenarios[:half], scenarios[half:])
    return [found for part in parts for found in explore_all(part, limits, without, related=related, rules_may_fail=rules_may_fail)]
