"""Parts that are alike: exchanging the names of one with those of another leaves the scenario as it is, so one is explored for all.

Which names belong to which events is found by a look at the facts, and need not be more than a good guess. What counts is the proof:
the exchange turns every fact and first fluent into one that is there. Then all that is derived of one part is derived of the other,
under the other names. (Rules that compare names take one of several orders in which the same comes about, or one by the order of
the events; names of a part are exchanged in their order, so that this stays the same.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from reasoner.exploring.exploration import Edges, Exploration, Label
from reasoner.exploring.symmetry import Exchange, exchange_of
from reasoner.terms import Term, once, renamed, sort_key, telling

__all__ = ["alike_parts", "copied"]


def alike_parts(parts: Sequence[Iterable[Term]], names: Set[Term], facts: Set[Term]) -> list[tuple[int, Exchange]]:
    """For each part, given by its events, the first one that is like it, and the exchange with that one (none of its own).

    The names are those of all events, and of all else that may belong to a part; facts are those of the scenario and of its
    first situation.
    """
    told = telling(facts, names)
    spoken_of: dict[Term, set[Term]] = defaultdict(set)
    for name, facts_of_it in told.items():
        for fact in facts_of_it:
            spoken_of[fact].add(name)
    beside = {name: set().union(*(spoken_of[fact] for fact in facts_of_it)) for name, facts_of_it in told.items()}
    owned = _owned(parts, beside)
    ordered = [sorted(own, key=sort_key) for own in owned]

    def exchange(one: int, other: int) -> Exchange | None:
        mine, theirs = ordered[one], ordered[other]
        return exchange_of(mine, theirs, facts, set().union(*(told[name] for name in (*mine, *theirs))))

    found: list[tuple[int, Exchange]] = []
    for number in range(len(parts)):
        firsts = (first for first, (kind, _) in enumerate(found) if kind == first)
        likenesses = ((first, known) for first in firsts if (known := exchange(first, number)) is not None)
        found.append(next(likenesses, (number, {})))
    return found


def _owned(parts: Sequence[Iterable[Term]], beside: dict[Term, set[Term]]) -> list[set[Term]]:
    """The names that belong to each part: those that are fewer facts away from its events than from those of any other."""
    seen: set[Term] = set()
    layer: dict[Term, set[int]] = {event: {number} for number, events in enumerate(parts) for event in events}
    owned: list[set[Term]] = [set() for _ in parts]
    while layer:
        seen.update(layer)
        further: dict[Term, set[int]] = defaultdict(set)
        for name, (owner, *others) in layer.items():
            if not others:
                owned[owner].add(name)
                for other in beside[name] - seen:
                    further[other].add(owner)
        layer = further
    return owned


def copied(exploration: Exploration, exchange: Exchange) -> Exploration:
    """The exploration of a part as that of another one that is like it. (Players and rules are in no exchange.)"""
    name = once(lambda term: renamed(term, exchange))
    orders: dict[int, tuple[tuple[Label, ...], list[int]]] = {}
    edges = Edges([], [])
    for labels, targets in zip(exploration.edges.labels, exploration.edges.targets, strict=True):
        if id(labels) not in orders:
            new = [label._replace(option=name(label.option)) for label in labels]
            order = sorted(range(len(new)), key=lambda place: sort_key(new[place].option))
            orders[id(labels)] = tuple(new[place] for place in order), order
        named, order = orders[id(labels)]
        edges.labels.append(named)
        edges.targets.append(tuple(targets[place] for place in order))
    fluents = [tuple(map(name, situation)) for situation in exploration.fluents]
    return Exploration(exploration.scenario, fluents, edges, set(exploration.open), list(exploration.stuck))
