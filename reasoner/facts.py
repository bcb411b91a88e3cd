"""A scenario as facts: what never changes, and the fluents of the first situation.

The vocabulary of these facts is described in ``asp/README.md``. When several scenarios are explored together, every
name gets a prefix, so that none of them sees another's objects; :func:`plain_name` takes it away again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .effect_reading import effect_expressions
from .expressions import contains
from .formulas import Clauses
from .scenario import Effect, Event, Scenario, Template
from .terms import Term, Word, word
from .vocabulary import vocabulary

__all__ = ["fixed_facts", "initial_fluents", "namespaced", "plain_name"]

_SEPARATOR = "\x1f"
_YES, _NO = Word("yes"), Word("no")


def _filter(name: Term, clauses: Clauses) -> Iterator[Term]:
    for number, clause in enumerate(clauses):
        for positive, test in clause:
            yield ("filter", name, number, _YES if positive else _NO, test)


def _templates(effect: Effect) -> Iterator[Term]:
    for part, templates in (("becomes", effect.becomes), ("steps", effect.steps), ("adds", effect.adds), ("riders", effect.riders)):
        for number, template in enumerate(templates, 1):
            name: Term = ("template", effect.name, Word(part), number)
            yield (part, effect.name, number, name)
            yield from _template(name, template)


def _template(name: Term, template: Template) -> Iterator[Term]:
    yield ("template", name, Word(template.kind))
    for role, value in template.values.items():
        yield ("slot", name, Word(role), value)
    for role, items in template.items.items():
        for item, value in items.items():
            yield ("slot_item", name, Word(role), word(item), value)


def _effect(effect: Effect, zone: str | None) -> Iterator[Term]:
    name = effect.name
    yield ("effect", name)
    if effect.source is not None:
        yield ("source", name, effect.source)
        yield ("works_in", name, Word(effect.works_in or zone or "anywhere"))
    if effect.controller is not None:
        yield ("led_by", name, effect.controller)
    if effect.bound_to is not None:
        yield ("bound", name, effect.bound_to)
    if effect.verb != "acts":
        yield (effect.verb, name)
    for flag, given in (
        ("optional", effect.optional),
        ("self_replacement", effect.self_replacement),
        ("at_once", effect.together),
        ("drops", effect.drops),
    ):
        if given:
            yield (flag, name)
    for watch in effect.watches:
        kind = Word(watch.kind)
        yield ("watches", name, kind)
        for role, clauses in watch.filters.items():
            filter_name: Term = ("filter", name, kind, Word(role))
            yield ("where", name, kind, Word(role), filter_name)
            yield from _filter(filter_name, clauses)
    for number, clause in enumerate(effect.conditions or ()):
        for positive, test in clause:
            yield ("require", name, number, _YES if positive else _NO, test)
    for counted, clauses in effect.counted.items():
        yield from _filter(counted, clauses)
    for role, value in effect.sets.items():
        yield ("sets", name, Word(role), value)
    for role, value in effect.scales.items():
        yield ("scales", name, Word(role), value)
    for fact, table in (("maps", effect.maps), ("plus", effect.plus), ("whole", effect.whole)):
        for role, items in table.items():
            for item, value in items.items():
                yield (fact, name, Word(role), word(item), value)
    if effect.prevents is not None:
        yield ("prevents", name, effect.prevents)
    if effect.diverts is not None:
        yield ("diverts", name, effect.diverts)
    if effect.points is not None:
        yield ("has_points", name)
    if effect.uses is not None:
        yield ("has_uses", name)
    yield from _templates(effect)
    for expression in effect_expressions(effect):
        yield ("says", name, expression)
        if contains(expression, word("prevented")):
            yield ("late", name, expression)


def _table(scenario: Scenario) -> Term:
    """A name for the scenario's players as a group."""
    return ("table", scenario.players[0].name)


def fixed_facts(scenario: Scenario) -> list[Term]:
    """The facts that hold in every situation of the scenario."""
    facts: list[Term] = []
    for seat, name in enumerate(scenario.turn_order()):
        facts.append(("seat", _table(scenario), name, seat))
    counts = {name for name, attribute in vocabulary(scenario.game).attributes["player"].items() if attribute.type == "count"}
    for player in scenario.players:
        facts.extend(("tracked", Word(name), player.name) for name in player.values if name in counts)
    for thing in scenario.objects:
        facts.append(("owner", thing.name, thing.owner))
        facts.extend(("printed", thing.name, trait) for trait in thing.traits)
    for token in scenario.tokens:
        facts.append(("token_kind", token.name))
        facts.extend(("printed", token.name, trait) for trait in token.traits)
    zones = {thing.name: thing.zone for thing in scenario.objects}
    for effect in scenario.effects:
        facts.extend(_effect(effect, zones.get(effect.source or "")))
    return facts


def _values(name: str, values: dict[str, int | dict[str, int] | bool]) -> Iterator[Term]:
    for key, value in values.items():
        if isinstance(value, bool):
            if value:
                yield (key, name)
        elif isinstance(value, dict):
            for item, amount in value.items():
                if amount:
                    yield ("now", (key, name, word(item)), amount)
        elif value:
            yield ("now", (key, name), value)


def _event(name: Term, event: Event) -> Iterator[Term]:
    yield ("event", name, Word(event.kind))
    for role, value in event.values.items():
        if value != _NO:
            yield ("at", name, Word(role), value)
    for role, items in event.items.items():
        for item, amount in items.items():
            if amount:
                yield ("item", name, Word(role), word(item), amount)


def initial_fluents(scenario: Scenario) -> list[Term]:
    """The fluents of the first situation."""
    fluents: list[Term] = [("table", _table(scenario))]
    words = vocabulary(scenario.game)
    defaults = words.attributes["player"]
    for player in scenario.players:
        given = {name: a.default for name, a in defaults.items() if isinstance(a.default, int) and a.default} | player.values
        fluents.extend(_values(player.name, given))
    for thing in scenario.objects:
        fluents.append(("zone", thing.name, Word(thing.zone)))
        if thing.zone in words.controlled_zones:
            fluents.append(("controller", thing.name, thing.controller))
        if thing.attached_to is not None:
            fluents.append(("attached", thing.name, thing.attached_to))
        fluents.extend(_values(thing.name, thing.values))
    for effect in scenario.effects:
        fluents.append(("effect", effect.name))
        if effect.points is not None:
            fluents.append(("now", ("left", effect.name), effect.points))
        if effect.uses is not None:
            fluents.append(("now", ("uses", effect.name), effect.uses))
    for level, batch in enumerate(reversed(scenario.steps)):
        if isinstance(batch, str):
            fluents.append(("check", level, Word("fresh")))
            continue
        for number, event in enumerate(batch):
            name: Term = ("e", len(scenario.steps) - level, number + 1)
            fluents.append(("batch", level, name))
            fluents.extend(_event(name, event))
    return fluents


def namespaced(terms: Iterable[Term], names: frozenset[str], index: int) -> list[Term]:
    """The terms with every one of the names made unlike those of other scenarios."""

    def rename(term: Term) -> Term:
        if isinstance(term, tuple):
            return (term[0], *map(rename, term[1:]))
        if isinstance(term, (int, Word)) or term not in names:
            return term
        return f"{index}{_SEPARATOR}{term}"

    return [rename(term) for term in terms]


def plain_name(term: Term) -> Term:
    """The term with its names as the scenario writes them."""
    if isinstance(term, tuple):
        return (term[0], *map(plain_name, term[1:]))
    if isinstance(term, (int, Word)):
        return term
    return term.rpartition(_SEPARATOR)[2]
