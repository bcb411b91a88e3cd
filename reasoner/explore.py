"""Explore: every situation that a scenario can reach, and what each option leads to.

All situations of a frontier are grounded together, those of several scenarios too; equal situations are merged.
Nothing here knows a rule: options and changes come from the programs in ``asp``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from .errors import RuleError
from .facts import fixed_facts, initial_fluents, namespaced, plain_name
from .programs import DATA, needed_by, program_names
from .scenario import Scenario
from .solver import Group, Move, Solver, State
from .terms import Term, Word
from .twins import twin_facts
from .vocabulary import rule_table

__all__ = [
    "Edge",
    "Exploration",
    "Limits",
    "explore",
    "explore_many",
    "explore_variants",
    "prefixed",
    "reasons_solver",
    "rule_programs",
    "solver_for",
]

LARGEST_PART, SMALL_PART = 2000, 500
"""Situations grounded at a time: more cost memory and save nothing. Small parts let a limit or the progress in between."""


@dataclass(frozen=True)
class Limits:
    """When to stop. ``seconds`` and ``states`` count for one exploration; None means no limit."""

    states: int | None = 100_000
    seconds: float | None = None


class Edge(NamedTuple):
    """An option of a situation, who chooses it, by which rules, the situation it leads to, and for how many twins it
    stands."""

    option: Term
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    target: int
    copies: int


@dataclass
class Exploration:
    """The explored part of a scenario. Situation 0 is the first one; ``edges[n]`` leave situation n, sorted.

    ``complete`` is False when a limit stopped the search; then some situations have no edges yet (``open``).
    """

    scenario: Scenario
    fluents: list[tuple[Term, ...]] = field(default_factory=list)
    edges: list[list[Edge]] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    stuck: list[int] = field(default_factory=list)
    """Situations without options in which something still waits: the rules leave it undecided. Only edited rules do."""

    @property
    def complete(self) -> bool:
        return not self.open


def rule_programs(game: str, reduce: bool = True, spoken: Set[str] | None = None) -> list[str]:
    """The program files that decide a situation of the game; ``reduce=False`` takes every choice the long way.

    With ``spoken``, the words that the scenarios speak of, programs that none of them needs are left out: the price of a
    grounding grows with the rules.
    """
    left_out = "core/no_reductions.lp" if reduce else "core/reductions.lp"
    data = {f"{game}/{name}" for name in DATA}
    names = [name for folder in ("core", game) for name in program_names(folder) if name not in {left_out, *data}]
    return [name for name in names if spoken is None or not needed_by(name) or needed_by(name) & spoken]


# Where something is or works, and where it comes from, brings no event about.
_UNSPOKEN = frozenset(("zone", "in", "starts_in", "stated_in"))


def _words(term: Term) -> Iterator[str]:
    """The words and functors in a fact that can bring events about."""
    if isinstance(term, tuple):
        if term[0] not in _UNSPOKEN and not (term[0] in ("at", "slot") and term[2] == "from"):
            yield str(term[0])
            for part in term[1:]:
                yield from _words(part)
    elif isinstance(term, Word):
        yield str(term)


def _groups(scenarios: Sequence[Scenario], reduce: bool) -> list[Group]:
    """A group of facts for each scenario, with names of its own where there are several."""
    groups: list[Group] = []
    for index, scenario in enumerate(scenarios):
        fixed, fluents = fixed_facts(scenario), initial_fluents(scenario)
        fixed.extend(twin_facts(scenario, [*fixed, *fluents]) if reduce else [])
        groups.append(Group(prefixed(scenarios, index, fixed), prefixed(scenarios, index, fluents)))
    return groups


def solver_for(
    scenarios: Sequence[Scenario], reduce: bool = True, without: frozenset[str] = frozenset(), slim: bool | None = None
) -> tuple[Solver, list[State]]:
    """A solver for scenarios of one game, with a group of facts for each, and each one's first situation."""
    groups = _groups(scenarios, reduce)
    solver = _solver(scenarios[0].game, groups, reduce, without, reduce if slim is None else slim)
    return solver, [solver.state(group.fluents) for group in groups]


def prefixed(scenarios: Sequence[Scenario], index: int, terms: Iterable[Term]) -> list[Term]:
    """Terms of one of several scenarios, with its names as a solver for all of them knows them."""
    return namespaced(terms, scenarios[index].names() if len(scenarios) > 1 else frozenset(), index)


def reasons_solver(scenarios: Sequence[Scenario]) -> Solver:
    """A solver for scenarios of one game that derives the reasons of ``asp/explain`` as well."""
    groups, game = _groups(scenarios, True), scenarios[0].game
    facts = [fact for group in groups for fact in group.facts]
    return Solver([*rule_programs(game, True, _spoken(groups)), *program_names("explain")], [*rule_table(game), *facts])


def _spoken(groups: Sequence[Group]) -> set[str]:
    return {word for group in groups for facts in (group.facts, group.fluents) for fact in facts for word in _words(fact)}


def _solver(game: str, groups: list[Group], reduce: bool, without: frozenset[str], slim: bool) -> Solver:
    return Solver(rule_programs(game, reduce, _spoken(groups) if slim else None), rule_table(game), without, groups, slim=slim)


class _Search:
    """One scenario's share of a joint exploration; ``group`` is that of its facts."""

    def __init__(self, first: State, group: int = 0):
        self.group = group
        self.numbers: dict[State, int] = {first: 0}
        self.states: list[State] = [first]
        self.moves: list[list[tuple[Move, int]]] = [[]]
        self.frontier: list[int] = [0]

    def add(self, number: int, moves: list[Move]) -> list[int]:
        fresh: list[int] = []
        for move in moves:
            target = self.numbers.get(move.target)
            if target is None:
                target = self.numbers[move.target] = len(self.states)
                self.states.append(move.target)
                self.moves.append([])
                fresh.append(target)
            self.moves[number].append((move, target))
        return fresh


def explore(
    scenario: Scenario,
    limits: Limits = Limits(),
    *,
    reduce: bool = True,
    slim: bool | None = None,
    without: frozenset[str] = frozenset(),
) -> Exploration:
    """Explore one scenario. Raises NumberTooLarge or RuleError."""
    return explore_many([scenario], limits, reduce=reduce, slim=slim, without=without)[0]


def explore_many(
    scenarios: Sequence[Scenario],
    limits: Limits = Limits(),
    *,
    reduce: bool = True,
    slim: bool | None = None,
    without: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
    may_be_stuck: bool = False,
) -> list[Exploration]:
    """Explore scenarios of one game together; results in their order.

    ``reduce`` merges what need not be told apart; ``slim`` leaves out rules that cannot fire, by default where it reduces.
    ``progress`` is called with (situations found, situations waiting) after every frontier. With ``may_be_stuck``, situations in
    which the rules leave something undecided are marked as such and are no error. Raises NumberTooLarge or RuleError.
    """
    if not scenarios:
        return []
    solver, first = solver_for(scenarios, reduce, without, slim)
    searches = [_Search(state, group) for group, state in enumerate(first)]
    return _grown(scenarios, solver, searches, limits, progress, may_be_stuck)


def explore_variants(
    whole: Scenario,
    variants: Sequence[Scenario],
    limits: Limits = Limits(),
    *,
    without: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
    may_be_stuck: bool = False,
) -> list[Exploration]:
    """Explore variants of one scenario together, at a fraction of the price of unrelated scenarios; results in their order.

    A variant has players, objects and effects of the whole only, and differs in what its first situation holds: which of them
    are there, where, with which values, and what is about to happen. Raises NumberTooLarge or RuleError.
    """
    if not variants:
        return []
    first = [initial_fluents(variant) for variant in variants]
    group = Group(fixed_facts(whole), list(dict.fromkeys(fluent for fluents in first for fluent in fluents)))
    solver = _solver(whole.game, [group], True, without, True)
    return _grown(variants, solver, [_Search(solver.state(fluents)) for fluents in first], limits, progress, may_be_stuck)


def _grown(
    scenarios: Sequence[Scenario],
    solver: Solver,
    searches: list[_Search],
    limits: Limits,
    progress: Callable[[int, int], None] | None,
    may_be_stuck: bool,
) -> list[Exploration]:
    """The explorations of the scenarios from the beginnings of their searches, which one solver grounds together."""
    started = time.monotonic()

    def cut_off() -> bool:
        found = sum(len(search.states) for search in searches)
        late = limits.seconds is not None and time.monotonic() - started > limits.seconds
        return late or (limits.states is not None and found > limits.states * len(searches))

    stopped = False
    while not stopped and (waiting := [(search, number) for search in searches for number in search.frontier]):
        for search in searches:
            search.frontier = []
        size = SMALL_PART if limits.seconds is not None or progress is not None else LARGEST_PART
        for start in range(0, len(waiting), size):
            part = waiting[start : start + size]
            if stopped := stopped or cut_off():
                for search, number in part:
                    search.frontier.append(number)
                continue
            found = solver.step([search.states[number] for search, number in part], {search.group for search, _ in part})
            for (search, number), moves in zip(part, found, strict=True):
                search.frontier.extend(search.add(number, moves))
            if progress is not None:
                progress(sum(len(search.states) for search in searches), len(waiting) - start)
    return [_result(scenario, search, solver, may_be_stuck) for scenario, search in zip(scenarios, searches, strict=True)]


def _is_waiting(fluent: Term) -> bool:
    """Does the fluent say that something has still to happen, so that its situation is no end?"""
    return isinstance(fluent, tuple) and fluent[0] in ("batch", "after", "check", "asking", "dividing")


def _result(scenario: Scenario, search: _Search, solver: Solver, may_be_stuck: bool) -> Exploration:
    cache: dict[int, Term] = {}

    def term(number: int) -> Term:
        if number not in cache:
            cache[number] = plain_name(solver.term(number))
        return cache[number]

    def names(numbers: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(str(term(number)) for number in numbers))

    cut_off = set(search.frontier)
    ends = (number for number, moves in enumerate(search.moves) if not moves and number not in cut_off)
    stuck = [number for number in ends if any(_is_waiting(term(fluent)) for fluent in search.states[number])]
    if stuck and not may_be_stuck:
        raise RuleError(f"{scenario.file}: the rules leave something undecided in situation {stuck[0]}, which has no options")
    return Exploration(
        scenario,
        fluents=[tuple(term(number) for number in state) for state in search.states],
        edges=[
            [Edge(term(move.option), names(move.choosers), names(move.rules), target, move.copies) for move, target in moves]
            for moves in search.moves
        ],
        open=cut_off,
        stuck=stuck,
    )
