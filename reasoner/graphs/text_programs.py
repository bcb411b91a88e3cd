"""Scenarios, situations and graphs as whole programs, ready for a stock clingo."""

from __future__ import annotations

from collections.abc import Iterable

from reasoner.errors import NumberTooLarge
from reasoner.exploring.commuting import commuting_facts
from reasoner.exploring.explore import Exploration, rule_programs
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.exploring.twins import twin_facts
from reasoner.language.scenario import Scenario
from reasoner.solving.programs import program_names, program_text, table
from reasoner.terms import Term, show, sort_key
from reasoner.words.describe import values

from .graph import OutcomeGraph

__all__ = ["facts_text", "graph_facts", "ordering_program", "situation_program"]


def _all_facts(scenario: Scenario, commuting: bool = True) -> list[Term]:
    fixed = fixed_facts(scenario)
    twins = twin_facts(scenario, [*fixed, *initial_fluents(scenario)])
    return [*fixed, *twins, *(commuting_facts(scenario, twins) if commuting else ())]


def _programs(game: str) -> list[str]:
    return [*table(game), *rule_programs(game), *program_names("explain")]


def _situations(fluents: Iterable[tuple[int, tuple[Term, ...]]]) -> list[Term]:
    found: list[Term] = []
    for number, held in fluents:
        found.append(("state", number))
        found.extend(("holds", number, fluent) for fluent in held)
    return found


def _check_size(term: Term) -> None:
    if isinstance(term, tuple):
        for part in term[1:]:
            _check_size(part)
    elif isinstance(term, int) and abs(term) > 2147483647:
        raise NumberTooLarge(f"{term} has no place in a program for clingo, whose integers end at 2147483647; make the amounts smaller")


def _lines(facts: Iterable[Term]) -> list[str]:
    """Facts as text, sorted. Raises NumberTooLarge."""
    facts = list(facts)
    for fact in facts:
        _check_size(fact)
    return [f"{show(fact)}." for fact in sorted(facts, key=sort_key)]


def facts_text(scenario: Scenario) -> str:
    """The scenario as facts: what never changes, and the first situation as situation 0."""
    return "\n".join(
        [
            f"% {scenario.title}: what never changes".replace("\n", " "),
            *_lines(_all_facts(scenario)),
            "% the first situation",
            *_lines(_situations([(0, tuple(initial_fluents(scenario)))])),
            "",
        ]
    )


def situation_program(exploration: Exploration, node: int) -> str:
    """A whole program: the rules, and one situation. Its only answer set shows the options there, who has them, what
    they change, and all reasons."""
    scenario = exploration.scenario
    parts = [f"%%%% {name}\n{program_text(name)}" for name in _programs(scenario.game)]
    shown = ("option/2", "chooser/3", "initiates/3", "terminates/3", "because/3", "blocked/4", "allowed/4", "entitled/4", "cite/2")
    facts = [*_lines(_all_facts(scenario, exploration.commuting)), *_lines(_situations([(node, exploration.fluents[node])]))]
    return "\n".join([*parts, f"%%%% situation {node}", *facts, *(f"#show {name}." for name in shown), ""])


def ordering_program(graph: OutcomeGraph) -> str:
    """A whole program whose answer sets are the complete paths. Raises ValueError if the options loop."""
    if graph.loops:
        raise ValueError("the options can repeat without end, so there are endlessly many paths")
    return "\n".join([program_text("graph/orderings.lp"), *_lines(graph_facts(graph)), ""])


def graph_facts(graph: OutcomeGraph) -> list[Term]:
    """An explored graph as facts, for the programs in ``asp/graph``."""
    exploration = graph.exploration
    facts: list[Term] = [("initial", 0)]
    for node, edges in enumerate(graph.edges):
        index = 0
        for edge in edges:
            facts.extend(("chooser", node, edge.option, player) for player in edge.choosers)
            for _ in range(edge.copies):
                facts.append(("edge", node, index, edge.option, edge.target))
                index += 1
    for number, nodes in enumerate(graph.outcomes, 1):
        facts.extend(("final", node, number) for node in nodes)
        for path, value in sorted(values(exploration.scenario, exploration.fluents[nodes[0]]).items()):
            facts.append(("value", number, path, int(value) if isinstance(value, bool) else value))
    return facts
