"""A scenario as facts: what never changes, and the fluents of the first situation.

The vocabulary of these facts is described in ``asp/README.md``. When several scenarios are explored together, every
name gets a prefix, so that none of them sees another's objects; :func:`plain_name` takes it away again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reasoner.language.expressions import contains, subexpressions
from reasoner.language.formulas import Clauses
from reasoner.language.scenario import Effect, Event, Held, Parts, Scenario, Template
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, Word, word

__all__ = ["fixed_facts", "initial_fluents", "namespaced", "plain_name"]

_SEPARATOR = "\x1f"
_YES, _NO = Word("yes"), Word("no")
_AMOUNT: Term = (Word("attr"), Word("amount"))


def _filter(name: Term, clauses: Clauses) -> Iterator[Term]:
    for number, clause in enumerate(clauses):
        for positive, test in clause:
            yield ("filter", name, number, _YES if positive else _NO, test)


def _parts(name: Term, parts: Parts) -> Iterator[Term]:
    """The parts of an effect or of one of its branches, which goes by a name of its own."""
    if parts.drops:
        yield ("drops", name)
    for role, value in parts.sets.items():
        yield ("sets", name, Word(role), value)
    for role, value in parts.scales.items():
        yield ("scales", name, Word(role), value)
    for fact, table in (("maps", parts.maps), ("plus", parts.plus), ("whole", parts.whole)):
        for role, items in table.items():
            for item, value in items.items():
                yield (fact, name, Word(role), item, value)
    if parts.prevents is not None:
        in_all = isinstance(parts.prevents, tuple) and parts.prevents[0] == "in_all"
        yield ("prevents", name, Word("points") if in_all else parts.prevents)
        if isinstance(parts.prevents, tuple) and in_all:
            yield ("reckons_points", name, parts.prevents[1])
    if parts.diverts is not None:
        yield ("diverts", name, parts.diverts)
    for part, templates in (("becomes", parts.becomes), ("steps", parts.steps), ("adds", parts.adds), ("riders", parts.riders)):
        for number, template in enumerate(templates, 1):
            template_name: Term = ("template", name, Word(part), number)
            yield (part, name, number, template_name)
            yield from _template(template_name, template)


def _template(name: Term, template: Template) -> Iterator[Term]:
    yield ("template", name, Word(template.kind))
    for role, value in template.values.items():
        yield ("slot", name, Word(role), value)
    for role, items in template.items.items():
        for item, value in items.items():
            yield ("slot_item", name, Word(role), item, value)


def _whose(name: Term, effect: Effect, zone: str | None) -> Iterator[Term]:
    if effect.source is not None:
        yield ("source", name, effect.source)
        if zone is not None:
            yield ("starts_in", name, Word(zone))
        if effect.works_in is not None:
            yield ("stated_in", name, Word(effect.works_in))
        if effect.on_back:
            yield ("on_back", name)
    if effect.controller is not None:
        yield ("led_by", name, effect.controller)
    if effect.bound_to is not None:
        yield ("bound", name, effect.bound_to)


def _conditions(name: Term, clauses: Clauses | None) -> Iterator[Term]:
    for number, clause in enumerate(clauses or ()):
        for positive, test in clause:
            yield ("require", name, number, _YES if positive else _NO, test)


def _says(name: Term, roots: Iterable[Term], together: bool = False) -> Iterator[Term]:
    """Every expression and subexpression, each once, of an effect that may cover several events together."""
    late = [word("prevented"), *([_AMOUNT] if together else [])]
    for expression in dict.fromkeys(part for root in roots for part in subexpressions(root)):
        yield ("says", name, expression)
        if any(contains(expression, part) for part in late):
            yield ("late", name, expression)


def _tested(clauses: Clauses | None) -> Iterator[Term]:
    """The expressions that conditions compare."""
    for clause in clauses or ():
        for _, test in clause:
            assert isinstance(test, tuple)
            yield from (test[1], test[3])


def _questions(effect: Effect) -> Iterator[Term]:
    name = effect.name
    if effect.asks is not None:
        yield ("asked_player", name, effect.asks)
    for branch in effect.branches:
        branch_name: Term = ("branch", name, word(branch.label))
        yield ("branch", name, branch_name, word(branch.label))
        yield from _whose(branch_name, effect, None)
        yield from _parts(branch_name, branch.parts)
        yield from _conditions(branch_name, branch.conditions)
        yield from _says(branch_name, [*branch.parts.expressions(), *_tested(branch.conditions)], effect.together)
    pick = effect.pick
    if pick is not None and pick.filter is not None:
        filter_name: Term = ("filter", name, Word("pick"))
        yield ({"any_of": "picks_any", "player": "picks_player"}.get(pick.kind, "picks_object"), name, filter_name)
        yield from _filter(filter_name, pick.filter)
    if pick is not None and pick.number is not None:
        yield ("picks_number", name, pick.number)
    for text in pick.words if pick is not None else ():
        yield ("picks_word", name, text if pick is not None and pick.kind == "tokens" else word(text))


def _effect(effect: Effect, zone: str | None) -> Iterator[Term]:
    name = effect.name
    yield ("effect", name)
    yield from _whose(name, effect, zone)
    if effect.verb in ("forbids", "hardens", "notices"):
        yield (effect.verb, name)
    flags = {
        "optional": effect.optional,
        "self_replacement": effect.self_replacement,
        "at_once": effect.together,
        "more_than_once": effect.more_than_once,
        "created": effect.created or effect.this_turn,
        "this_turn": effect.this_turn,
        "accompanies": effect.accompanies,
        "immediate": effect.immediate,
    }
    for flag, given in flags.items():
        if given:
            yield (flag, name)
    for watch in effect.watches:
        kind = Word(watch.kind)
        yield ("watches", name, kind)
        for role, clauses in watch.filters.items():
            filter_name: Term = ("filter", name, kind, Word(role))
            yield ("where", name, kind, Word(role), filter_name)
            yield from _filter(filter_name, clauses)
    yield from _conditions(name, effect.conditions)
    for counted, clauses in effect.counted.items():
        yield from _filter(counted, clauses)
    yield from _parts(name, effect.parts)
    if effect.parts.points is not None:
        yield ("has_points", name)
    if effect.uses is not None:
        yield ("has_uses", name, effect.uses)
    yield from _questions(effect)
    asked = [effect.asks] if effect.asks is not None else []
    most = [effect.pick.number] if effect.pick is not None and effect.pick.number is not None else []
    yield from _says(name, [*effect.parts.expressions(), *_tested(effect.conditions), *asked, *most], effect.together)
    for number, clause in enumerate(effect.affected):
        for positive, test in clause:
            yield ("makes", name, number, _YES if positive else _NO, test)
    for trait in effect.gives:
        yield ("gives", name, trait)
    if effect.lifts is not None:
        yield ("lifts", name, effect.lifts)
    if effect.silences:
        yield ("silences", name)


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
        facts.extend(("printed", ("back", thing.name), trait) for trait in thing.back)
    for token in scenario.tokens:
        facts.append(("token_kind", token.name))
        facts.extend(("printed", token.name, trait) for trait in token.traits)
    zones = {thing.name: thing.zone for thing in scenario.objects} | {token.name: "nowhere" for token in scenario.tokens}
    for effect in scenario.effects:
        facts.extend(_effect(effect, zones.get(effect.source or "")))
    for step, batch in enumerate(scenario.steps, 1):
        for number, event in enumerate(() if isinstance(batch, str) else batch, 1):
            facts.extend(_says(("text", ("e", step, number)), event.reckoned.values()))
    return facts


def _values(name: str, values: dict[str, Held], names: frozenset[str]) -> Iterator[Term]:
    for key, value in values.items():
        if isinstance(value, bool):
            if value:
                yield (key, name)
        elif isinstance(value, dict):
            for item, amount in value.items():
                if amount:
                    yield ("now", (key, name, item if item in names else word(item)), amount)
        elif isinstance(value, (str, tuple)):
            for text in [value] if isinstance(value, str) else value:
                yield (key, name, text if text in names else word(text))
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
                yield ("item", name, Word(role), item, amount)


def initial_fluents(scenario: Scenario) -> list[Term]:
    """The fluents of the first situation."""
    fluents: list[Term] = [("table", _table(scenario))]
    fluents.extend(("switch", Word(name), Word(setting)) for name, setting in sorted(scenario.switches.items()))
    fluents.extend(("state", Word(name), Word(setting)) for name, setting in sorted(scenario.state.items()))
    words = vocabulary(scenario.game)
    names = frozenset(thing.name for group in (scenario.players, scenario.objects, scenario.tokens) for thing in group)
    defaults = words.attributes["player"]
    for player in scenario.players:
        given = {name: a.default for name, a in defaults.items() if isinstance(a.default, int) and a.default} | player.values
        fluents.extend(_values(player.name, given, names))
    for thing in scenario.objects:
        fluents.append(("zone", thing.name, Word(thing.zone)))
        if thing.place is not None:
            fluents.append(("place", thing.name, thing.place))
        if thing.zone in words.controlled_zones and thing.controller is not None:
            fluents.append(("controller", thing.name, thing.controller))
        if thing.attached_to is not None:
            fluents.append(("attached", thing.name, thing.attached_to))
        fluents.extend(_values(thing.name, thing.values, names))
    for effect in scenario.effects:
        fluents.append(("effect", effect.name))
        if effect.parts.points is not None:
            fluents.append(("now", ("left", effect.name), effect.parts.points))
        if effect.uses is not None:
            fluents.append(("now", ("uses", effect.name), effect.uses))
    for level, batch in enumerate(reversed(scenario.steps)):
        if isinstance(batch, str):
            fluents.append(("check", level, Word(batch), Word("fresh")))
            continue
        for number, event in enumerate(batch):
            name: Term = ("e", len(scenario.steps) - level, number + 1)
            fluents.append(("batch", level, name))
            fluents.extend(_event(name, event))
            fluents.extend(("reads", name, Word(role), expression) for role, expression in event.reckoned.items())
            if event.linked is not None:
                fluents.extend(
                    ("linked", name, earlier, Word(event.linked)) for earlier in _before(scenario, len(scenario.steps) - level - 1)
                )
    return fluents


def _before(scenario: Scenario, step: int) -> list[Term]:
    """The names of the events in the last step before this one that has any."""
    while step > 0 and isinstance(scenario.steps[step - 1], str):
        step -= 1
    return [("e", step, number + 1) for number in range(len(scenario.steps[step - 1]))] if step else []


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
