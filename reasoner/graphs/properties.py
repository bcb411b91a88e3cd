"""What can be asked of an explored situation: properties that :mod:`reasoner.consistency.find` searches for.

>>> parse_goal("ben.life < 1")
Goal(path='ben.life', relation='<', value=1)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from reasoner.errors import InputError, Problem
from reasoner.exploring.explore import Exploration
from reasoner.language.scenario import Scenario
from reasoner.language.source import advice
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term
from reasoner.words.describe import Value, values

from .graph import OutcomeGraph
from .report import make_graph

__all__ = ["Goal", "Property", "check_goal", "ends", "has_loop", "lacks_chooser", "order_matters", "parse_goal", "reaches", "value_at_end"]

Property = Callable[[Exploration], bool]

_GOAL = re.compile(r"\s*(?P<path>[^<>=!]+?)\s*(?P<relation><=|>=|!=|=|<|>)\s*(?P<value>.+?)\s*\Z")
_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@dataclass(frozen=True)
class Goal:
    """A comparison of a value at the end: ``ben.life < 1``, ``bear.zone = exile``, ``bear.tapped = true``."""

    path: str
    relation: str
    value: Value

    def __str__(self) -> str:
        value = str(self.value).lower() if isinstance(self.value, bool) else self.value
        return f"{self.path} {self.relation} {value}"

    def holds(self, found: Value | None) -> bool:
        """Does it hold of this value?"""
        if self.relation in _RELATIONS:
            return isinstance(found, int) and isinstance(self.value, int) and _RELATIONS[self.relation](found, self.value)
        same = (found is None and self.value == "none") or (type(found) is type(self.value) and found == self.value)
        return same == (self.relation == "=")


def _wrong(message: str, option: str) -> InputError:
    return InputError([Problem(option, 1, 1, message)])


def parse_goal(text: str, option: str = "--outcome") -> Goal:
    """Read a comparison, which is given with this option. Raises InputError."""
    match = _GOAL.match(text)
    if match is None:
        raise _wrong(f"expected a comparison such as 'ben.life < 1' or 'bear.zone = exile', found {text!r}", option)
    word = match["value"]
    value: Value = int(word) if re.fullmatch(r"-?\d{1,10}", word) else word == "true" if word in ("true", "false") else word
    if match["relation"] in _RELATIONS and not (isinstance(value, int) and not isinstance(value, bool)):
        raise _wrong(f"{match['relation']} compares numbers, found {word!r}", option)
    return Goal(match["path"], match["relation"], value)


def check_goal(goal: Goal, scenario: Scenario, option: str = "--outcome") -> None:
    """Does the goal speak of something in the scenario? Raises InputError."""
    owner, _, rest = goal.path.partition(".")
    known = {player.name: "player" for player in scenario.players}
    known |= {thing.name: "object" for thing in scenario.objects}
    known |= {effect.name: "effect" for effect in scenario.effects}
    if owner not in known:
        raise _wrong(f"there is no {owner!r}{advice(owner, known)}", option)
    valid = vocabulary(scenario.game).attributes[known[owner]]
    name = rest.partition(".")[0]
    if name not in valid:
        raise _wrong(f"{owner!r} has no {name!r}{advice(name, valid, 40)}", option)


def value_at_end(scenario: Scenario, fluents: tuple[Term, ...], path: str) -> Value | None:
    """The value of a path in a situation; what it does not mention is 0, false or None, by the attribute."""
    found = values(scenario, fluents)
    if path in found:
        return found[path]
    name = path.split(".")[1]
    types = {group[name].type for group in vocabulary(scenario.game).attributes.values() if name in group}
    return 0 if types & {"number", "count", "table"} else False if "flag" in types else None


def order_matters(by_state: bool = False) -> Property:
    """Can somebody choose between two applications that leave different outcomes reachable?"""
    return lambda exploration: make_graph(exploration, by_state).order_matters


def reaches(goal: Goal) -> Property:
    """Does some outcome fulfil the goal?"""

    def holds(exploration: Exploration) -> bool:
        finals = (n for n, edges in enumerate(exploration.edges) if not edges and n not in exploration.open)
        return any(goal.holds(value_at_end(exploration.scenario, exploration.fluents[n], goal.path)) for n in finals)

    return holds


def has_loop(exploration: Exploration) -> bool:
    """Can the options repeat without end?"""
    return bool(OutcomeGraph(exploration).loops)


def lacks_chooser(exploration: Exploration) -> bool:
    """Is there a choice that nobody makes, or one that two players make at once?"""
    return any(len(edges) > 1 and any(len(edge.choosers) != 1 for edge in edges) for edges in exploration.edges)


def ends(exploration: Exploration, by_state: bool = False) -> frozenset[frozenset[Term]]:
    """What the outcomes are, without the switches that were in force."""
    graph = make_graph(exploration, by_state)
    return frozenset(
        frozenset(f for f in exploration.fluents[nodes[0]] if not (isinstance(f, tuple) and f[0] == "switch")) for nodes in graph.outcomes
    )
