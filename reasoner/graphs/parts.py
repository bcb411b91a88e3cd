"""Independent parts: events that happen at once and touch nothing in common are explored apart, and their outcomes multiply.

That parts are independent is not guessed from what they look like. Each part is explored alone; then its situations are grounded
once more with everything that the others may change left open, as atoms that may hold or not. If the options of the part, and what
they lead to, come out as they did alone in every case, and what further may be derived is about the others' things alone, then the
part goes its way alone in every situation of the whole; when it goes on, that it may have to wait for others makes no difference to
it. What the rules hold events of one player apart for is asked too: an effect that two parts may use and that remembers it (as one
does that is applied to several events at once) makes them one. Of parts that are alike one is explored and asked about for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reasoner.exploring.exploration import Exploration, Label, Limits
from reasoner.exploring.explore import parts_solver
from reasoner.exploring.growing import Search, grow
from reasoner.exploring.symmetry import Exchange
from reasoner.language.scenario import Scenario
from reasoner.solving.always import Derived, always
from reasoner.solving.solver import Solver
from reasoner.terms import Term, renamed, sort_key
from reasoner.words.describe import describe_event, event_views

from .alike_parts import alike_parts, copied
from .report import Report, make_report

__all__ = ["PartReport", "Product", "ProductReport", "factored", "report_of_parts"]

_CONTROL = ("batch", "after", "check")
"""Fluents that say when something is worked on, which is not the same alone and together, and makes no difference."""


@dataclass(frozen=True)
class Product:
    """A scenario whose events fall into independent parts, each explored alone. Its outcomes are all their combinations."""

    scenario: Scenario
    parts: Sequence[Exploration]


@dataclass(frozen=True)
class PartReport:
    """One part: its events in words, and the report of what comes of them alone."""

    events: list[str]
    report: Report


@dataclass(frozen=True)
class ProductReport:
    """What ``instead outcomes`` tells of independent parts. Counts are those of all combinations, exact; orderings of parts are
    not interleaved, as events do not touch each other."""

    scenario: Scenario
    outcomes: int
    orderings: int | None
    paths: int | None
    parts: list[PartReport]


def report_of_parts(product: Product, by_state: bool = False) -> ProductReport:
    """Count and describe the outcomes of every part, and of all together."""
    parts: list[PartReport] = []
    for part in product.parts:
        events = event_views(part.fluents[0])
        words = [describe_event(product.scenario, events[name]) for name in sorted(events, key=sort_key)]
        parts.append(PartReport(words, make_report(part, by_state)))
    return ProductReport(
        product.scenario,
        math.prod(len(part.report.outcomes) for part in parts),
        _product(part.report.orderings for part in parts),
        _product(part.report.paths for part in parts),
        parts,
    )


def _product(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    return None if None in known else math.prod(count for count in known if count is not None)


def _key(fluent: Term) -> Term:
    """What a fluent is about: two with one key can't hold together, or speak of the same thing."""
    if isinstance(fluent, tuple) and fluent[0] in ("now", "at", "item", "zone", "controller"):
        return fluent[:-1]
    return fluent


def _is_control(fluent: Term) -> bool:
    return isinstance(fluent, tuple) and fluent[0] in _CONTROL


def _written(part: Exploration) -> set[Term]:
    """The fluents that begin or end on the way, and those of events."""
    first = frozenset(part.fluents[0])
    found = set(first)
    kept = set(first)
    for fluents in part.fluents:
        found.update(fluents)
        kept.intersection_update(fluents)
    return found - kept


def _events(fluents: Iterable[Term]) -> set[Term]:
    return {fluent[2] for fluent in fluents if isinstance(fluent, tuple) and fluent[0] == "batch"}


def _merged(groups: list[list[int]], explorations: list[Exploration]) -> list[list[int]] | None:
    """Groups of events with those put together that write something in common; None if there are none."""
    written = [{_key(fluent) for fluent in _written(part) if not _is_control(fluent)} for part in explorations]
    owner: dict[Term, int] = {}
    found = list(range(len(groups)))
    for number, keys in enumerate(written):
        for key in keys:
            other = owner.setdefault(key, number)
            if found[other] != found[number]:
                old = found[number]
                found = [found[other] if group == old else group for group in found]
    if len(set(found)) == len(groups):
        return None
    return [
        sorted(event for group, events in zip(found, groups, strict=True) if group == chosen for event in events)
        for chosen in sorted(set(found))
    ]


def factored(scenario: Scenario, limits: Limits = Limits(), most_outcomes: int = 64) -> Product | None:
    """The independent parts of a scenario; None if it has none, or if it has no more outcomes than are told one by one.

    Raises TooMany, ValueMissing, NumberTooLarge or RuleError.
    """
    batches = [step for step in scenario.steps if not isinstance(step, str)]
    if len(batches) != 1 or len(batches[0]) < 2:
        return None
    solver, facts, fluents = parts_solver(scenario)
    events = sorted(_events(fluents), key=sort_key)
    names = {*events, *(thing.name for thing in scenario.objects), *(effect.name for effect in scenario.effects)}
    groups = [[number] for number in range(len(events))]
    while len(groups) > 1:
        alike = alike_parts([[events[number] for number in group] for group in groups], names, {*facts, *fluents})
        firsts = sorted({first for first, _ in alike})
        others = [{events[number] for number in range(len(events)) if number not in groups[first]} for first in firsts]
        searches = [Search(solver.state(_without(fluents, elsewhere))) for elsewhere in others]
        explored = dict(zip(firsts, grow([scenario] * len(firsts), solver, searches, limits, None, False, False), strict=True))
        if not all(part.complete for part in explored.values()):
            return None
        parts = [copied(explored[first], exchange) if exchange else explored[first] for first, exchange in alike]
        together = _merged(groups, parts)
        if together is None:
            outcomes = math.prod(sum(not targets for targets in part.edges.targets) for part in parts)
            return Product(scenario, parts) if outcomes > most_outcomes and _independent(solver, parts, alike) else None
        groups = together
    return None


def _without(fluents: Iterable[Term], events: set[Term]) -> list[Term]:
    """The fluents that are not about these events."""
    return [fluent for fluent in fluents if not isinstance(fluent, tuple) or not events.intersection(fluent[1:])]


def _independent(solver: Solver, parts: Sequence[Exploration], alike: Sequence[tuple[int, Exchange]]) -> bool:
    """Does each part go its way alone, whatever the others do, and is there no effect that two of them may use and that remembers it?

    Of parts that are alike, each given by the first of them and the exchange with it, it is enough to ask the first.
    """
    written = [_written(part) for part in parts]
    shared: list[set[Term]] = []
    asked: dict[int, set[Term]] = {}
    for first, exchange in alike:
        if first not in asked:
            others = [fluents for other, fluents in enumerate(written) if other != first]
            unknown = {fluent for fluents in others for fluent in fluents if not _is_control(fluent)}
            foreign = {event for fluents in others for event in _events(fluents)}
            found = _alone(solver, parts[first], {_key(fluent) for fluent in written[first]}, unknown, foreign)
            if found is None:
                return False
            asked[first] = found
        shared.append({renamed(effect, exchange) for effect in asked[first]})
    return sum(map(len, shared)) == len(set().union(*shared))


def _alone(solver: Solver, part: Exploration, own: set[Term], unknown: set[Term], foreign: set[Term]) -> set[Term] | None:
    """The effects that the part may use and that remember it, or read what else is about to happen. None if not each option of the part
    has the same choosers, rules and copies, and leads to the same, whatever is with the others."""
    theirs = {_key(fluent) for fluent in unknown}
    states = list(map(frozenset, part.fluents))
    labels: dict[tuple[int, Term], Label] = {}
    after: dict[tuple[int, Term], frozenset[Term]] = {}
    must: set[Derived] = set()
    for place, here in enumerate(zip(part.edges.labels, part.edges.targets, strict=True)):
        for label, target in zip(*here, strict=True):
            option = label.option
            labels[place, option], after[place, option] = label, states[target]
            must.add(Derived(place, "option", option, option))
            must.update(Derived(place, "chooser", option, player) for player in label.choosers)
            must.update(Derived(place, "because", option, rule) for rule in label.rules)
            must.update(Derived(place, "initiates", option, new) for new in states[target] - states[place] if not _is_control(new))
            must.update(Derived(place, "terminates", option, old) for old in states[place] - states[target] if not _is_control(old))
            if label.copies > 1:
                must.add(Derived(place, "copies", option, label.copies))

    def is_theirs(fluent: Term) -> bool:
        about_event = isinstance(fluent, tuple) and len(fluent) > 1 and fluent[1] in foreign
        return _key(fluent) not in own and (_key(fluent) in theirs or about_event)

    def may(derived: Derived) -> bool:
        place, name, option, value = derived
        if name == "copies":
            return (place, option) in labels and labels[place, option].copies == value
        if name not in ("initiates", "terminates"):
            return False
        if _is_control(value) or is_theirs(value):
            return True
        if (place, option) not in after:
            return False
        return value in after[place, option] if name == "initiates" else value not in states[place]

    used = always(solver, part.fluents, unknown, must, may, ("may_use", 3))
    return None if used is None else {atom[2] for atom in used if isinstance(atom, tuple)}
