"""Pairs: for every two effects of a library, how they behave together, over all situations of a scope.

An effect stands on a card. It is *posed* in a scenario of two players: the first effect is ann's, the second ann's or ben's; where a card
leaves something open (a target, a number), some small choices stand for all. Pairs whose facts are the same but for names, and for
traits that no effect asks for, are decided once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any

from .affine import condition
from .batches import explore_all
from .card import Card, read_card
from .cards import Library
from .compare import tell_apart
from .describe import describe_event, event_views
from .errors import InputError
from .explore import Exploration, Limits
from .facts import fixed_facts, initial_fluents
from .find import in_batches
from .graph import applied_effect
from .reading import load_text
from .report import make_graph, report_of
from .scenario import Effect, Scenario
from .scope import Scope, situations
from .solver import Solver
from .sweep import Plan, sweep
from .terms import Term, Word, show
from .vocabulary import vocabulary

__all__ = ["VERDICTS", "Decision", "Matrix", "decide_batch", "pair_matrix"]

VERDICTS = ("order matters", "exclude each other", "commute", "cannot meet", "undecided")
"""How two effects can behave, the most telling first: that is the verdict over many situations."""


@dataclass(frozen=True)
class Decision:
    """What was found for one shape: the verdict, how many situations were looked at, how many of them have both effects to choose
    between, and the smallest in which the order matters, with what each order comes to. ``follows``: one of them makes the other apply.
    ``condition``: for two effects on amounts, when they commute."""

    verdict: str
    situations: int
    meetings: int
    follows: bool = False
    event: str | None = None
    witness: tuple[str, ...] = ()
    condition: str | None = None


@dataclass
class Matrix:
    """Every pair of effects, by their names on their cards, with its decision; pairs that could not be posed, and why."""

    scope: Scope
    decisions: dict[tuple[str, str], Decision] = field(default_factory=dict)
    shapes: int = 0
    unposed: dict[tuple[str, str], str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def count(self) -> dict[str, int]:
        """How many pairs have each verdict."""
        return {verdict: sum(d.verdict == verdict for d in self.decisions.values()) for verdict in VERDICTS}


Item = tuple[str, str, str, str]
"""A pair to decide: the game, card and effect of the first and of the second (as JSON), and who controls the second."""

# --- posing: two effects in one scenario
_PLAYERS = ("ann", "ben")
_OPEN: dict[str, Any] = {"number": 2, "object": "it", "counters": "+1/+1", "label": "word"}
"""What stands for what a card leaves open; players are those who control the effect."""


@dataclass(frozen=True)
class _Entry:
    """An effect of a card, as a library has it."""

    card: Card
    effect: str

    @property
    def called(self) -> str:
        return self.card.name if len(self.card.effects) == 1 else f"{self.card.name} ({self.effect})"

    def says(self, text: str) -> bool:
        """Does the effect say this word of the language?"""
        return _contains(astuple(self.card.effects[self.effect].effect), text)


def _contains(value: Any, text: str) -> bool:
    if isinstance(value, dict):
        return any(_contains(part, text) for pair in value.items() for part in pair)
    if isinstance(value, (tuple, list)):
        return any(_contains(part, text) for part in value)
    return (isinstance(value, Word) and value == text) or value == (text,)


@cache
def _search_facts(game: str) -> tuple[tuple[Term, ...], ...]:
    found = Solver([f"{game}/vocabulary.lp", f"search/{game}.lp"]).query([], "leads/2", "plain_type/1")
    return tuple(fact for fact in found if isinstance(fact, tuple))


def _plain_type(game: str) -> str:
    return next(str(fact[1]) for fact in _search_facts(game) if fact[0] == "plain_type")


def _given(entry: _Entry, controller: str) -> dict[str, Any]:
    words = vocabulary(entry.card.game).words
    found: dict[str, Any] = {}
    for word, type_ in entry.card.effects[entry.effect].open.items():
        if type_ in ("player", "recipient"):
            found[word] = controller
        elif type_ == "type":
            found[word] = _plain_type(entry.card.game)
        else:
            found[word] = _OPEN.get(type_) or min(words[type_])
    return {"given": found} if found else {}


def _holder(entry: _Entry, name: str, controller: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The object or the effect that poses an effect of a card."""
    card: dict[str, Any] = {"card": entry.card.name, "controller": controller, **_given(entry, controller)}
    if entry.card.effects[entry.effect].created:
        on = {"on": "it"} if entry.says("bound") else {}
        return {}, {name: {**card, "effect": entry.effect, **on}}
    zone = (
        {}
        if entry.card.effects[entry.effect].effect.works_in in (None, "anywhere")
        else {"zone": entry.card.effects[entry.effect].effect.works_in}
    )
    return {name: {**card, **({"attached_to": "it"} if entry.says("host") else {}), **zone}}, {}


def _names(scenario: Scenario, entry: _Entry, holder: str) -> tuple[str, ...]:
    """The effects of the scenario that stand for a posed one: one, or one of every player."""
    name = holder if entry.card.effects[entry.effect].created else f"{holder}-{entry.effect}"
    return tuple(effect.name for effect in scenario.effects if effect.name == name or effect.name.startswith(f"{name} ("))


def _posed(first: _Entry, second: _Entry, controller: str, library: Library) -> tuple[Scenario, tuple[str, ...], tuple[str, ...]]:
    """The two effects in one scenario, and their names there. Raises InputError if they cannot be put into one."""
    game = first.card.game
    one, other = _holder(first, "first", "ann"), _holder(second, "second", controller)
    data = {
        "game": game,
        "players": list(_PLAYERS),
        "objects": {"it": {"types": [_plain_type(game)], "controller": "ann"}, **one[0], **other[0]},
        "effects": {**one[1], **other[1]},
        "steps": list(vocabulary(game).closing),
    }
    scenario = load_text(json.dumps(data), f"{first.called} with {second.called}", library)
    names = _names(scenario, first, "first"), _names(scenario, second, "second")
    return replace(scenario, effects=tuple(e for e in scenario.effects if e.name in names[0] + names[1])), *names


def _shape(scenario: Scenario, first: tuple[str, ...], second: tuple[str, ...]) -> str:
    """What tells the pair from others: its facts, without names, and without traits that nothing asks for."""
    facts = [*fixed_facts(scenario), *initial_fluents(scenario)]
    tests = [fact[4] for fact in facts if isinstance(fact, tuple) and fact[0] == "filter"]
    asked = {show(test[1]) for test in tests if isinstance(test, tuple) and test[0] == "has"}
    kept = [f for f in facts if not (isinstance(f, tuple) and f[0] == "printed" and isinstance(f[2], tuple) and _is_idle(f[2], asked))]
    names = {name: f"{holder} {n}" for holder, group in (("first", first), ("second", second)) for n, name in enumerate(group)}
    return "\n".join(sorted(show(_renamed(fact, names)) for fact in kept))


def _is_idle(trait: tuple[Term, ...], asked: set[str]) -> bool:
    return trait[0] in ("name", "color", "keyword", "type") and show(trait) not in asked


def _renamed(term: Term, names: dict[str, str]) -> Term:
    if isinstance(term, tuple):
        return (term[0], *(_renamed(part, names) for part in term[1:]))
    return names.get(term, term) if isinstance(term, str) and not isinstance(term, Word) else term


# --- deciding
def _kinds(effect: Effect) -> tuple[set[str], set[str]]:
    """The kinds of events that an effect waits for, and those that it makes."""
    templates = [*effect.parts.templates(), *(t for branch in effect.branches for t in branch.parts.templates())]
    return {watch.kind for watch in effect.watches}, {template.kind for template in templates}


def _may_meet(scenario: Scenario, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Is there a kind of event that can come to concern both, by what it leads to and by what the effects make?"""
    onward: dict[str, set[str]] = {}
    for fact in _search_facts(scenario.game):
        if fact[0] == "leads":
            onward.setdefault(str(fact[1]), set()).add(str(fact[2]))
    waits: dict[str, set[str]] = {}
    for effect in scenario.effects:
        waits[effect.name], makes = _kinds(effect)
        for kind in waits[effect.name]:
            onward.setdefault(kind, set()).update(makes)
    wanted = [set().union(*(waits[name] for name in names)) for names in (first, second)]
    for start in vocabulary(scenario.game).kinds:
        reached, waiting = {start}, [start]
        while waiting:
            fresh = onward.get(waiting.pop(), set()) - reached
            reached |= fresh
            waiting.extend(fresh)
        if all(reached & kinds for kinds in wanted):
            return True
    return False


@dataclass
class _Seen:
    """What one situation shows: do both effects meet, does their order matter, does each rule the other out, are both applied."""

    meet: bool = False
    matters: bool = False
    exclude: bool = True
    both: bool = False


def _look(exploration: Exploration, first: tuple[str, ...], second: tuple[str, ...]) -> _Seen:
    edges = exploration.edges
    applied = {name for each in edges for edge in each if (name := applied_effect(edge)) is not None}
    seen = _Seen(both=bool(applied & set(first)) and bool(applied & set(second)))
    if not seen.both:
        return seen
    graph = make_graph(exploration)

    def later(node: int, names: tuple[str, ...]) -> bool:
        known, waiting = {node}, [node]
        while waiting:
            for edge in edges[waiting.pop()]:
                if applied_effect(edge) in names:
                    return True
                if edge.target not in known:
                    known.add(edge.target)
                    waiting.append(edge.target)
        return False

    for each in edges:
        groups = [[edge for edge in each if applied_effect(edge) in names] for names in (first, second)]
        for one in groups[0]:
            for other in groups[1]:
                seen.meet = True
                if graph.reachable[one.target] != graph.reachable[other.target]:
                    seen.matters = True
                    seen.exclude = seen.exclude and not later(one.target, second) and not later(other.target, first)
                else:
                    seen.exclude = False
    return seen


def _decide(scenario: Scenario, first: tuple[str, ...], second: tuple[str, ...], scope: Scope, limits: Limits) -> Decision:
    """The decision for one scenario. The search ends with the first situation in which the order matters."""
    of = {effect.name: effect for effect in scenario.effects}
    closed = condition(of[first[0]], of[second[0]])
    if not _may_meet(scenario, first, second):
        return Decision("cannot meet", 0, 0, condition=closed)
    looked_at = meetings = excluded = undecided = 0
    follows = False
    choice: Exploration | None = None
    for batch in in_batches(situations(scenario, scope)):
        for exploration in explore_all([situation.scenario for situation in batch], limits, related=True):
            looked_at += 1
            if isinstance(exploration, str) or not exploration.complete:
                undecided += 1
                continue
            seen = _look(exploration, first, second)
            meetings += seen.meet
            follows = follows or (seen.both and not seen.meet)
            if seen.meet and seen.matters and not seen.exclude:
                return Decision(
                    "order matters", looked_at, meetings, event=_event(exploration), witness=_witness(exploration), condition=closed
                )
            if seen.meet and seen.exclude:
                excluded += 1
                choice = choice or exploration
    if undecided:
        return Decision("undecided", looked_at, meetings, follows, condition=closed)
    if choice is not None:
        verdict = "exclude each other" if excluded == meetings else "order matters"
        return Decision(verdict, looked_at, meetings, event=_event(choice), witness=_witness(choice), condition=closed)
    return Decision("commute" if meetings else "cannot meet", looked_at, meetings, follows and not meetings, condition=closed)


def _event(exploration: Exploration) -> str:
    views = event_views(exploration.fluents[0])
    return " and ".join(describe_event(exploration.scenario, view) for view in views.values())


def _witness(exploration: Exploration) -> tuple[str, ...]:
    report = report_of(make_graph(exploration))
    told = tell_apart([report.outcomes], exploration.scenario.game)
    return tuple(f"{', then '.join(outcome.witness) or 'nothing'} → {told[id(outcome)]}" for outcome in report.outcomes[:4])


def decide_batch(items: Sequence[Item], scope: Scope, limits: Limits, own: tuple[str, ...]) -> list[Decision | str]:
    """Decide pairs; a message in the place of those that cannot be posed."""
    library = Library(own)
    found: list[Decision | str] = []
    for game, *cards in items:
        (one, first), (other, rest) = (json.loads(text) for text in cards[:2])
        try:
            entries = _Entry(read_card(library, game, one), first), _Entry(read_card(library, game, other), rest)
            found.append(_decide(*_posed(*entries, cards[2], library), scope, limits))
        except InputError as error:
            found.append(str(error))
    return found


def pair_matrix(
    cards: Sequence[Card],
    scope: Scope,
    limits: Limits,
    plan: Plan,
    library: Library,
    names: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Matrix:
    """Decide every pair of effects of the cards of one game each, an effect with itself included; with ``names`` only those pairs that
    have one of these cards. Raises SweepError or RuleError."""
    matrix = Matrix(scope)
    entries = [_Entry(card, name) for card in cards for name, effect in card.effects.items() if effect.effect.verb == "acts"]
    shapes: dict[str, int] = {}
    items: list[Item] = []
    uses: dict[tuple[str, str], list[int]] = {}
    for first, second in combinations_with_replacement(entries, 2):
        if first.card.game != second.card.game or (names and first.card.name not in names and second.card.name not in names):
            continue
        pair = (first.called, second.called)
        for controller in _PLAYERS:
            try:
                shape = _shape(*_posed(first, second, controller, library))
            except InputError as error:
                matrix.unposed[pair] = str(error)
                continue
            if shape not in shapes:
                shapes[shape] = len(items)
                told = (json.dumps((first.card.name, first.effect)), json.dumps((second.card.name, second.effect)))
                items.append((first.card.game, *told, controller))
            uses.setdefault(pair, []).append(shapes[shape])
    matrix.shapes = len(items)
    found = sweep(partial(decide_batch, scope=scope, limits=limits, own=library.own), items, replace(plan, batch=20), progress)
    for pair, places in uses.items():
        decided = [decision for place in places if isinstance(decision := found[place], Decision)]
        matrix.decisions[pair] = min(decided, key=lambda decision: VERDICTS.index(decision.verdict))
    return matrix
