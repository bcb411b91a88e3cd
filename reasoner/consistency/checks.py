"""Check scenarios: what an explored graph tells about the effects, the rules and the text of a file.

Each check takes what is known of one scenario and yields findings. What is wrong inside single situations is derived by
``asp/checks/situations.lp``; the rest is read off the graph, and off the graphs of the same scenario with fewer effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Exploration, Limits
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.exploring.twins import twin_facts
from reasoner.graphs.graph import OutcomeGraph, is_application
from reasoner.graphs.report import Outcome, make_graph, make_report
from reasoner.graphs.steps import steps_to
from reasoner.language.places import Places
from reasoner.language.scenario import Effect, Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, Word, show

from .affine import condition
from .circles import Link, drawn, possible, repeated
from .compare import tell_apart
from .derived import faults
from .finding import Finding

__all__ = ["check_explored", "check_scenarios"]

RULES_AT_FAULT = ("no_chooser", "two_choosers", "no_way_on", "two_values")
SMALL = 2000
"""Graphs with more situations are not explored again with fewer effects."""


@dataclass
class _Case:
    """A scenario with its graph, the faults of its situations, and a way to explore variants of it."""

    exploration: Exploration
    graph: OutcomeGraph
    faults: Sequence[tuple[Term, ...]]
    places: Places
    explore: Callable[[Sequence[Scenario]], list[Exploration | str]]

    @property
    def scenario(self) -> Scenario:
        return self.exploration.scenario

    def finding(self, id_: str, message: str, about: str | None = None, witness: Iterable[str] = ()) -> Finding:
        line, column = self.places.of(about) if about is not None else self.places.of_event()
        return Finding(id_, self.scenario.file, line, column, message, list(witness))

    def going_round(self, id_: str, message: str, about: str | None, circle: list[Link]) -> Finding:
        return replace(self.finding(id_, message, about, [drawn(circle)] if circle else []), circle=circle)

    def with_only(self, effects: Iterable[Effect]) -> Scenario:
        return replace(self.scenario, effects=tuple(effects))

    @property
    def faulty(self) -> bool:
        """Are the rules themselves at fault, so that what effects do says nothing about the effects?"""
        return bool(self.exploration.stuck) or any(str(kind) in RULES_AT_FAULT for _, kind, _ in self.faults)

    @property
    def small(self) -> bool:
        return len(self.exploration.fluents) <= SMALL


def _applied(exploration: Exploration) -> set[str]:
    """The effects that are applied on some path, twins of such effects too."""
    found = {str(edge.option[1]) for edges in exploration.edges for edge in edges if is_application(edge.option)}  # type: ignore[index]
    facts = _twins(exploration.scenario)
    groups = {group for name, group in facts.items() if name in found}
    return found | {name for name, group in facts.items() if group in groups}


def _twins(scenario: Scenario) -> dict[str, Term]:
    facts = twin_facts(scenario, [*fixed_facts(scenario), *initial_fluents(scenario)])
    return {str(fact[1]): fact[2] for fact in facts if isinstance(fact, tuple)}


# --- the order of effects
def _smallest(case: _Case) -> Exploration:
    """The exploration with as few effects as still make the order matter; no further one can be left out."""
    current = case.exploration
    while case.small and len(current.scenario.effects) > 2:
        effects = current.scenario.effects
        fewer = case.explore([case.with_only(e for e in effects if e is not left_out) for left_out in effects])
        hit = next((e for e in fewer if not isinstance(e, str) and e.complete and make_graph(e).order_matters), None)
        if hit is None:
            break
        current = hit
    return current


def order_matters(case: _Case) -> Iterator[Finding]:
    """The order of effects matters: between which, and what comes of it."""
    if not case.graph.order_matters:
        return
    smallest = _smallest(case)
    report = make_report(smallest)
    told = tell_apart([report.outcomes], smallest.scenario.game)
    names = sorted(_applied(smallest))
    witness = [f"{', then '.join(outcome.witness) or 'nothing'} → {told[id(outcome)]}" for outcome in report.outcomes[:4]]
    who = f"; {report.choosers[0]} chooses" if report.choosers else ""
    if len(used := [effect for effect in smallest.scenario.effects if effect.name in names]) == 2 and (told_when := condition(*used)):
        witness.append(told_when)
    between = f"the order of {_listed(names)}" if len(names) > 1 else f"to which event {_listed(names)} is applied first"
    yield case.finding("E101", f"{between} matters{who}", names[0], witness)


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def endless(case: _Case) -> Iterator[Finding]:
    """Options repeat without end."""
    for loop in case.graph.loops[:1]:
        inside = set(loop)
        edges = [edge for node in loop for edge in case.graph.edges[node] if edge.target in inside and is_application(edge.option)]
        names = sorted({str(edge.option[1]) for edge in edges})  # type: ignore[index]
        exits = "" if case.graph.exits else ", and nothing ends it"
        message = f"{_listed(names) if names else 'the options'} can repeat without end{exits}"
        yield case.going_round("E102", message, names[0] if names else None, repeated(case.graph, loop))


def circles(case: _Case) -> Iterator[Finding]:
    """Effects that feed each other, where no repetition was found."""
    if case.graph.loops or case.faulty:
        return
    ending = "the search was cut off" if case.exploration.open else "here it comes to an end"
    for circle in possible(case.scenario):
        names = sorted({link.effect for link in circle})
        makes = "makes what it waits for" if len(names) == 1 else "make what each other wait for"
        yield case.going_round("E103", f"{_listed(names)} {makes}: a possible loop; {ending}", names[0], circle)


# --- effects that do nothing
def idle(case: _Case) -> Iterator[Finding]:
    """Effects that are never applied, here or because another one stands before them."""
    if case.exploration.open or case.faulty:
        return
    effects = [effect for effect in case.scenario.effects if effect.verb == "acts"]
    applied = _applied(case.exploration)
    for effect in effects:
        if effect.name in applied:
            continue
        others = [other for other in case.scenario.effects if other is not effect]
        fewer = case.explore([case.with_only(e for e in case.scenario.effects if e is not other) for other in others]) if case.small else []
        pairs = zip(others, fewer, strict=False)
        before = [other.name for other, e in pairs if not isinstance(e, str) and e.complete and effect.name in _applied(e)]
        if before:
            yield case.finding("E203", f"'{effect.name}' is never applied, because of {_listed(before)}", effect.name)
        else:
            yield case.finding("E201", f"'{effect.name}' is never applied", effect.name)


def _without_trace(graph: OutcomeGraph, name: str) -> frozenset[frozenset[Term]]:
    """The outcomes, without what speaks of the effect."""
    fluents = graph.exploration.fluents
    return frozenset(frozenset(f for f in fluents[nodes[0]] if not _speaks(f, name)) for nodes in graph.outcomes)


def _speaks(term: Term, name: str) -> bool:
    return any(_speaks(part, name) for part in term[1:]) if isinstance(term, tuple) else term == name and not isinstance(term, Word)


def pointless(case: _Case) -> Iterator[Finding]:
    """Effects that are applied and change no outcome."""
    if case.exploration.open or case.faulty or not case.small:
        return
    applied = _applied(case.exploration)
    effects = [effect for effect in case.scenario.effects if effect.name in applied]
    fewer = case.explore([case.with_only(e for e in case.scenario.effects if e is not effect) for effect in effects])
    for effect, other in zip(effects, fewer, strict=True):
        if isinstance(other, str) or not other.complete:
            continue
        if _without_trace(case.graph, effect.name) == _without_trace(OutcomeGraph(other), effect.name):
            yield case.finding("E202", f"'{effect.name}' is applied, and every outcome is as without it", effect.name)


# --- the text
def names_nothing(case: _Case) -> Iterator[Finding]:
    """Filters that ask for a type, a keyword or a name that nothing in the scenario has, and no table knows."""
    scenario = case.scenario
    words = vocabulary(scenario.game).words
    there = {trait for group in (scenario.objects, scenario.tokens) for thing in group for trait in thing.traits}
    there |= {trait for effect in scenario.effects for trait in effect.gives}
    known = {*words["type"], *words["color"], *words["keyword"], *words.get("supertype", ())}
    for effect in scenario.effects:
        clauses = [clause for watch in effect.watches for found in watch.filters.values() for clause in found]
        clauses += [clause for found in (effect.affected, *effect.counted.values()) for clause in found]
        for trait in sorted(
            {test[1] for clause in clauses for _, test in clause if isinstance(test, tuple) and test[0] == "has"}, key=show
        ):
            if isinstance(trait, tuple) and trait not in there and str(trait[1]) not in known:
                yield case.finding("E205", f"'{effect.name}' asks for the {trait[0]} {trait[1]!s}, which nothing here has", effect.name)


# --- the rules
_FAULTS = {
    "no_chooser": ("S301", "nobody decides about an event to which '{0}' can be applied"),
    "two_choosers": ("S302", "more than one player is to make the same choice: {0}"),
    "no_way_on": ("S303", "'{0}' must be applied, and there is no legal way on"),
    "two_values": ("S304", "an application has two results: {0} holds two values"),
    "contradiction": ("E204", "'{0}' and '{1}' say the opposite about one event"),
}


def wrong_situations(case: _Case) -> Iterator[Finding]:
    """What is wrong in a situation, each fault once, where it is met first."""
    met: dict[tuple[str, tuple[str, ...]], int] = {}
    for fault in case.faults:
        situation, kind, about = int(str(fault[0])), str(fault[1]), fault[2]
        parts = about[1:] if isinstance(about, tuple) and not about[0] else (about,)
        if kind in _FAULTS:
            told = tuple(show(part) if isinstance(part, tuple) else str(part) for part in parts)
            key = (kind, told[:2] if kind == "contradiction" else told[:1])
            met[key] = min(met.get(key, situation), situation)
    if case.exploration.stuck and not any(kind == "no_way_on" for kind, _ in met):
        yield case.finding("S303", "something still waits, and there is no legal way on", witness=_way(case, case.exploration.stuck[0]))
    for (kind, told), situation in sorted(met.items()):
        id_, message = _FAULTS[kind]
        effect = told[0] if told[0] in {effect.name for effect in case.scenario.effects} else None
        yield case.finding(id_, message.format(*told), effect, _way(case, situation))


def _way(case: _Case, situation: int) -> list[str]:
    return [f"after {', then '.join(steps)}"] if (steps := steps_to(case.graph, situation)) else []


def only_by_the_impossible(case: _Case) -> Iterator[Finding]:
    """Outcomes to which every path leads through an event that can't happen, where others are reached without one."""
    marked = {int(str(fault[0])) for fault in case.faults if str(fault[1]) == "cannot_happen"}
    if not marked or 0 in marked:
        return
    seen, waiting = {0}, [0]
    while waiting:
        for edge in case.graph.edges[waiting.pop()]:
            if edge.target not in seen and edge.target not in marked:
                seen.add(edge.target)
                waiting.append(edge.target)
    hidden = [number for number, nodes in enumerate(case.graph.outcomes) if not seen.intersection(nodes)]
    if not hidden or len(hidden) == len(case.graph.outcomes):
        return
    report = make_report(case.exploration)
    told = tell_apart([report.outcomes], case.scenario.game)
    for number in hidden:
        outcome: Outcome = report.outcomes[number]
        yield case.finding("S305", f"the outcome {told[id(outcome)]} is reached only through what can't be done", witness=outcome.witness)


def cut_off(case: _Case) -> Iterator[Finding]:
    """The search did not come to its end."""
    if case.exploration.open:
        yield case.finding("S306", f"the search was cut off after {len(case.exploration.fluents):,} situations; nothing here is complete")


CHECKS = (
    order_matters, endless, circles, idle, pointless, names_nothing, wrong_situations, only_by_the_impossible, cut_off,
)  # fmt: skip


def check_explored(
    exploration: Exploration, found: Sequence[tuple[Term, ...]], limits: Limits, without: frozenset[str] = frozenset()
) -> list[Finding]:
    """Every finding of an explored scenario, sorted by place."""

    def again(scenarios: Sequence[Scenario]) -> list[Exploration | str]:
        return explore_all(scenarios, replace(limits, states=SMALL), without, related=True)

    case = _Case(exploration, OutcomeGraph(exploration), found, Places(exploration.scenario), again)
    findings = [finding for check in CHECKS for finding in check(case)]
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.id, finding.message))


def check_scenarios(scenarios: Sequence[Scenario], limits: Limits, rules_may_fail: bool = False) -> list[list[Finding]]:
    """The findings of each scenario (all of one game)."""
    explored = explore_all(scenarios, limits, rules_may_fail=rules_may_fail)
    whole = [exploration for exploration in explored if not isinstance(exploration, str)]
    derived = dict(zip(map(id, whole), faults(whole), strict=True))
    return [
        [Finding("X901", scenario.file, 1, 1, exploration)]
        if isinstance(exploration, str)
        else check_explored(exploration, derived[id(exploration)], limits)
        for scenario, exploration in zip(scenarios, explored, strict=True)
    ]
