"""Commuting effects: all of them add to one amount, or all multiply it, so one order stands for all (see
``asp/core/reductions.lp``).

That two effects commute is read off what they do, never off what comes of it in one situation: on an amount of 1, adding 1 and
doubling come to the same, and yet their order matters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from reasoner.language.scenario import Effect, Parts, Scenario, Watch
from reasoner.language.vocabulary import Vocabulary, vocabulary
from reasoner.terms import Term, Word

from .exploration import Exploration, Label, is_application

__all__ = ["blurs_orderings", "commuting_facts"]

_LEAST = {"plus": 0, "times": 1}
"""The ways to change an amount, with the least number that keeps it an amount."""


def _plain(effect: Effect) -> bool:
    """Does the effect do nothing but set one role, always and without a question or a limit?"""
    plain = Effect(
        effect.name,
        "acts",
        effect.watches,
        source=effect.source,
        controller=effect.controller,
        works_in=effect.works_in,
        on_back=effect.on_back,
        parts=Parts(sets=effect.parts.sets),
        self_replacement=effect.self_replacement,
        created=effect.created,
        this_turn=effect.this_turn,
    )
    return effect == plain and len(effect.parts.sets) == 1


def _fits(watch: Watch, role: str, words: Vocabulary) -> bool:
    """Is the role the amount of such events, with nothing asked of it? A role that names effects may remember which was applied."""
    kind = words.kinds[watch.kind]
    return kind.quantity == role and role not in watch.filters and "effect" not in kind.roles.values()


def _change(effect: Effect, words: Vocabulary) -> tuple[str, str] | None:
    """The amount that the effect changes by a number of its own, and the way: ``plus`` or ``times``."""
    if not _plain(effect):
        return None
    ((role, value),) = effect.parts.sets.items()
    if not isinstance(value, tuple) or value[0] not in _LEAST or not all(_fits(watch, role, words) for watch in effect.watches):
        return None
    numbers = [operand[1] for operand in value[1:] if isinstance(operand, tuple) and operand[0] == "num"]
    if len(numbers) != 1 or ("attr", role) not in value[1:]:
        return None
    (number,) = numbers
    return (role, str(value[0])) if isinstance(number, int) and number >= _LEAST[str(value[0])] else None


def commuting_facts(scenario: Scenario, twins: Iterable[Term]) -> list[Term]:
    """``commutes(effect, role, way)`` for effects of which there are several that change one amount in one way, unless all of
    these are twins anyway; from the facts about twins."""
    words = vocabulary(scenario.game)
    groups = {fact[1]: fact[2] for fact in twins if isinstance(fact, tuple)}
    found: dict[tuple[str, str], list[str]] = {}
    for effect in scenario.effects:
        if (change := _change(effect, words)) is not None:
            found.setdefault(change, []).append(effect.name)
    return [
        ("commutes", name, Word(role), Word(way))
        for (role, way), names in found.items()
        if len({groups.get(name, name) for name in names}) > 1
        for name in names
    ]


def blurs_orderings(exploration: Exploration, commuting: Collection[Term]) -> bool:
    """Does one order stand for others after a choice that is no application?

    Then one ordering may lead to several situations, and orderings that are told of some by one that stands for all, but not of
    others, can't be counted together.
    """
    if not commuting:
        return False
    labels, targets = exploration.edges.labels, exploration.edges.targets
    rows = {id(row): row for row in labels}  # many situations share theirs
    mixed = {key for key, row in rows.items() if len(row) > 1 and not all(is_application(label.option) for label in row)}
    shortened = {key for key, row in rows.items() if any(_stands_for_others(label, commuting) for label in row)}
    if not mixed or not shortened:
        return False
    seen = {target for node, row in enumerate(labels) if id(row) in mixed for target in targets[node]}
    waiting = list(seen)
    while waiting:
        node = waiting.pop()
        if id(labels[node]) in shortened:
            return True
        fresh = [target for target in dict.fromkeys(targets[node]) if target not in seen]
        seen.update(fresh)
        waiting.extend(fresh)
    return False


def _stands_for_others(label: Label, commuting: Collection[Term]) -> bool:
    option = label.option
    return label.copies > 1 and isinstance(option, tuple) and is_application(option) and option[1] in commuting
