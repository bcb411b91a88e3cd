"""Twins: effects that differ in nothing but their names, so that one of them can stand for all (see
``asp/core/reductions.lp``).

Two effects are twins when swapping their names, and those of their sources, leaves all facts of the scenario as they
are, and when nothing that an application leaves behind tells which of them it was.
"""

from __future__ import annotations

from reasoner.language.scenario import Effect, Scenario
from reasoner.language.vocabulary import Vocabulary, vocabulary
from reasoner.terms import Term, Word, mentions, renamed, show, telling

__all__ = ["twin_facts"]

_OWN, _SOURCE = Word("own"), Word("its_source")


def _says(facts: list[Term], *words: str) -> bool:
    """Does an expression of the effect say one of these words?"""

    def inside(term: Term) -> bool:
        return any(map(inside, term[1:])) if isinstance(term, tuple) else isinstance(term, Word) and term in words

    return any(inside(fact) for fact in facts if isinstance(fact, tuple) and fact[0] == "says")


def _leaves_a_trace(effect: Effect, own: list[Term], words: Vocabulary) -> bool:
    """Can an end tell that it was this effect? By what is left of it, by its source, or by a role that names effects."""
    kinds = {watch.kind for watch in effect.watches} | {template.kind for template in effect.parts.templates()}
    remembered = any("effect" in words.kinds[kind].roles.values() for kind in kinds)
    return (
        remembered
        or effect.parts.points is not None
        or effect.uses is not None
        or effect.together
        or effect.pick is not None
        or bool(effect.branches)
        or effect.optional
        or effect.bound_to is not None
        or _says(own, "self", "host")
    )


def twin_facts(scenario: Scenario, facts: list[Term]) -> list[Term]:
    """``twin(effect, group, rank)`` for every effect that has a twin, from all facts of the scenario."""
    words = vocabulary(scenario.game)
    shapes: dict[tuple[str, ...], list[str]] = {}
    told = telling(facts, {name for effect in scenario.effects for name in (effect.name, effect.source) if name is not None})
    for effect in scenario.effects:
        names: dict[Term, Term] = {effect.name: _OWN, **({effect.source: _SOURCE} if effect.source else {})}
        of_source = told.get(effect.source, []) if effect.source else []
        own = [*told.get(effect.name, []), *(fact for fact in of_source if not mentions(fact, (effect.name,)))]
        if not _leaves_a_trace(effect, own, words):
            shapes.setdefault(tuple(sorted(show(renamed(fact, names)) for fact in own)), []).append(effect.name)
    found: list[Term] = []
    for group in shapes.values():
        if len(group) > 1:
            first = min(group)
            found.extend(("twin", name, ("like", first), rank) for rank, name in enumerate(sorted(group)))
    return found
