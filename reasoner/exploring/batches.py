"""Many scenarios of one game explored together, where one that cannot be explored must not take the others with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reasoner.errors import NumberTooLarge, RuleError, TooMany, ValueMissing
from reasoner.language.scenario import Scenario

from .explore import Exploration, Limits, explore_families, explore_many, explore_variants

__all__ = ["explore_all", "explore_related", "whole"]


def whole(variants: Iterable[Scenario]) -> Scenario:
    """One scenario with everything that stands in any of the variants, for :func:`~reasoner.exploring.explore.explore_variants`."""
    variants = list(variants)
    objects = {thing.name: thing for variant in variants for thing in variant.objects}
    largest = max(variants, key=lambda variant: len(variant.players))
    return replace(largest, objects=tuple(objects.values()))


_ERRORS = (NumberTooLarge, TooMany, ValueMissing)
"""What may be wrong with one scenario alone."""


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
    errors = (*_ERRORS, *((RuleError,) if rules_may_fail else ()))
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


def explore_related(families: Sequence[Sequence[Scenario]], limits: Limits = Limits()) -> list[list[Exploration | str]]:
    """As :func:`explore_all`, for several lists of related scenarios of one game, which are explored together. Raises RuleError."""
    if len(families) == 1:
        return [explore_all(families[0], limits, related=True)]
    try:
        found = explore_families([(whole(family), family) for family in families if family], limits)
    except _ERRORS:
        pass
    else:
        if all(exploration.complete for family in found for exploration in family):
            results = iter(found)
            return [list(next(results)) if family else [] for family in families]
    half = len(families) // 2
    return [*explore_related(families[:half], limits), *explore_related(families[half:], limits)] if families else []
