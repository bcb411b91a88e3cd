"""Independent parts: events that happen at once and touch nothing in common are explored apart, and their outcomes multiply.

That parts are independent is not guessed from what they look like. Each part is explored alone; then its situations are grounded
once more with everything that the others may change left open, as atoms that may hold or not. What the solver still derives as a
fact holds whatever the others do. If all options of the part and all that they change are such facts, and what further may be
derived is about the others' things alone, then the part goes its way alone in every situation of the whole; when it goes on,
that it may have to wait for others makes no difference to it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from reasoner.exploring.exploration import Exploration, Limits
from reasoner.exploring.explore import parts_solver
from reasoner.exploring.growing import Search, grow
from reasoner.language.scenario import Scenario
from reasoner.solving.solver import Derived, Solver
from reasoner.terms import Term, Word, sort_key
from reasoner.words.describe import describe_event, event_views

from .alike import exchange_of
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
    groups = [[number] for number in range(len(events))]
    while len(groups) > 1:
        searches = [Search(solver.state(_without(fluents, {events[n] for n in range(len(events)) if n not in group}))) for group in groups]
        parts = grow([scenario] * len(groups), solver, searches, limits, None, False, False)
        if not all(part.complete for part in parts):
            return None
        together = _merged(groups, parts)
        if together is None:
            outcomes = math.prod(sum(not edges for edges in part.edges) for part in parts)
            return Product(scenario, parts) if outcomes > most_outcomes and _independent(solver, parts, {*facts, *fluents}) else None
        groups = together
    return None


def _without(fluents: Iterable[Term], events: set[Term]) -> list[Term]:
    """The fluents that are not about these events."""
    return [fluent for fluent in fluents if not isinstance(fluent, tuple) or not events.intersection(fluent[1:])]


def _independent(solver: Solver, parts: Sequence[Exploration], facts: set[Term]) -> bool:
    """Does each part go its way alone, whatever the others do? Of parts that are alike it is enough to ask one."""
    written = [_written(part) for part in parts]
    names = [_names(part, fluents) for part, fluents in zip(parts, written, strict=True)]
    shared = {name for name, count in Counter(chain(*names)).items() if count > 1}
    asked: list[list[Term]] = []
    for number, part in enumerate(parts):
        own_names = sorted(names[number] - shared, key=sort_key)
        if any(exchange_of(own_names, other, facts) is not None for other in asked):
            continue
        asked.append(own_names)
        others = [other for other in range(len(parts)) if other != number]
        unknown = {fluent for other in others for fluent in written[other] if not _is_control(fluent)}
        foreign = {event for other in others for event in _events(written[other])}
        if not _alone(solver, part, {_key(fluent) for fluent in written[number]}, unknown, foreign):
            return False
    return True


def _names(part: Exploration, written: set[Term]) -> set[Term]:
    """The names of things and events that a part speaks of on its way."""
    found: set[Term] = set(_events(written))

    def look(term: Term) -> None:
        if isinstance(term, tuple):
            for inner in term[1:]:
                look(inner)
        elif isinstance(term, str) and not isinstance(term, Word):
            found.add(term)

    for fluent in written:
        look(fluent)
    for edges in part.edges:
        for edge in edges:
            look(edge.option)
    return found


def _alone(solver: Solver, part: Exploration, own: set[Term], unknown: set[Term], foreign: set[Term]) -> bool:
    theirs = {_key(fluent) for fluent in unknown}

    def is_theirs(fluent: Term) -> bool:
        about_event = isinstance(fluent, tuple) and len(fluent) > 1 and fluent[1] in foreign
        return _key(fluent) not in own and (_key(fluent) in theirs or about_event)

    def either(derived: Derived) -> bool:
        return derived.name in ("initiates", "terminates") and (_is_control(derived.value) or is_theirs(derived.value))

    wanted = {derived for derived in solver.derived(part.fluents) if not _is_control(derived.value) or derived.name == "option"}
    return solver.always(part.fluents, unknown, foreign, wanted, either)
