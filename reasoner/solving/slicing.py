"""Leave out rules that cannot fire, and those that nothing asks for: the price of a grounding grows with the rules, used or not.

From the facts and fluents of the scenarios follows which predicates can hold, and which functors and constants can stand
in which of their places; a rule that needs another one can never fire. This is decided on the text of the rules alone,
for every situation that can come of the facts, and it knows nothing of what the rules say.

Where a rule puts a variable into a place, whatever can stand in one place of its body from which the variable comes can stand there
too. Where a variable stands in several places of the body, some shape must be possible in all of them (see ``needs.py``).

Of the rules that can fire, those are asked for from whose heads what is read of a grounding may come (:func:`asked_for`).

>>> from reasoner.solving.needs import keys_of, needs_of
>>> rules = [needs_of("b(X) :- a(X)."), needs_of("c :- b(f(X)).")]
>>> Slicer(rules).alive(keys_of(("a", 1)))
[True, False]
>>> Slicer(rules).alive(keys_of(("a", ("f", 1))))
[True, True]
>>> both = Slicer([needs_of("c :- a(X); b(X).")])
>>> both.alive([*keys_of(("a", ("f", 1))), *keys_of(("b", 2))])
[False]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from .needs import ANYTHING, Key, Needs, Place

__all__ = ["Slicer", "asked_for"]

_NONE: frozenset[str] = frozenset()


class Slicer:
    """Which of the rules can fire, from what facts make possible.

    Parameters
    ----------
    rules:
        each rule with its needs.
    flows:
        places that are filled from other places outside of the rules, such as what holds from what is initiated.
    """

    def __init__(self, rules: Iterable[Needs], flows: Iterable[tuple[Place, Place]] = ()):
        self._rules = list(rules)
        self._outside = list(flows)
        self._waiting: dict[Key, list[int]] = {}
        for number, rule in enumerate(self._rules):
            for key in rule.needs:
                self._waiting.setdefault(key, []).append(number)
        self._shapes: dict[Place, list[Key]] = {}
        for key in self._waiting:
            if isinstance(key[0], tuple):
                self._shapes.setdefault(key[0], []).append(key)
        self._meeting: dict[Place, list[tuple[int, int, tuple[Place, ...]]]] = {}
        joins = ((number, places) for number, rule in enumerate(self._rules) for places in rule.joins)
        for join, (number, places) in enumerate(joins):
            for place in places:
                self._meeting.setdefault(place, []).append((join, number, tuple(places - {place})))

    def alive(self, start: Iterable[Key]) -> list[bool]:
        """For each rule, can it fire where this is possible at first?"""
        known: set[Key] = set()
        shapes: dict[Place, set[str]] = {}
        onward: dict[Place, set[Place]] = {}
        missing = [len(rule.needs) + len(rule.joins) for rule in self._rules]
        agenda: list[Key] = list(start)
        met: set[int] = set()

        def flow(source: Place, target: Place) -> None:
            onward.setdefault(source, set()).add(target)
            agenda.extend((target, shape) for shape in shapes.get(source, ()))

        def fire(number: int) -> None:
            agenda.extend(self._rules[number].gives)
            for source, target in self._rules[number].flows:
                flow(source, target)

        def less(number: int) -> None:
            missing[number] -= 1
            if not missing[number]:
                fire(number)

        def met_by(shape: str, places: Iterable[Place]) -> bool:
            for place in places:
                here = shapes.get(place, _NONE)
                if shape not in here and ANYTHING not in here:
                    return False
            return True

        def meet(place: Place, shape: str) -> None:
            """See in which joins the shape is now possible in all places."""
            for join, rule, others in self._meeting.get(place, ()):
                if join not in met:
                    candidates = (shape,) if shape != ANYTHING else set().union(*(shapes.get(other, _NONE) for other in others))
                    for candidate in candidates:
                        if met_by(candidate, others):
                            met.add(join)
                            less(rule)
                            break

        for source, target in self._outside:
            flow(source, target)
        for number, count in enumerate(missing):
            if not count:
                fire(number)
        while agenda:
            key = agenda.pop()
            if key in known:
                continue
            known.add(key)
            place, shape = key
            if isinstance(place, tuple) and isinstance(shape, str):
                shapes.setdefault(place, set()).add(shape)
                agenda.extend((target, shape) for target in onward.get(place, ()))
                if shape == ANYTHING:  # everything that is asked for can stand here
                    agenda.extend(self._shapes.get(place, ()))
                meet(place, shape)
            for number in self._waiting.get(key, ()):
                less(number)
        return [not count for count in missing]


def asked_for(rules: Sequence[Needs], names: Iterable[str]) -> tuple[list[bool], set[str]]:
    """For each rule, may atoms with these names come of it, or a statement that derives nothing? And the names of all that is read."""
    deriving: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        for name, _ in rule.heads:
            deriving.setdefault(name, []).append(number)
    kept = [not rule.heads for rule in rules]
    read: set[str] = set()
    agenda = [*names, *chain(*(rule.reads for rule in rules if not rule.heads))]
    while agenda:
        name = agenda.pop()
        if name not in read:
            read.add(name)
            for number in deriving.get(name, ()):
                kept[number] = True
                agenda.extend(rules[number].reads)
    return kept, read
