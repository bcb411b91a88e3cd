"""Explore: every situation that a scenario can reach, and what each option leads to.

All situations of a frontier are grounded together, those of several scenarios too; equal situations are merged.
Nothing here knows a rule: options and changes come from the programs in ``asp``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, repeat

from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import rule_table
from reasoner.solving.programs import DATA, program_names
from reasoner.solving.solver import Group, Solver, State
from reasoner.terms import Term

from .commuting import blurs_orderings, commuting_facts
from .exploration import Edge, Exploration, Limits
from .facts import fixed_facts, initial_fluents, namespaced
from .growing import Search, grow
from .symmetry import Images, interchangeable
from .twins import twin_facts

__all__ = [
    "Edge",
    "Exploration",
    "Limits",
    "explore",
    "explore_families",
    "explore_many",
    "explore_variants",
    "guarded_solver",
    "parts_solver",
    "prefixed",
    "reasons_solver",
    "rule_programs",
    "solver_for",
]


def rule_programs(game: str, reduce: bool = True) -> list[str]:
    """The program files that decide a situation of the game; ``reduce=False`` takes every choice the long way."""
    left_out = "core/no_reductions.lp" if reduce else "core/reductions.lp"
    data = {f"{game}/{name}" for name in DATA}
    return [name for folder in ("core", game) for name in program_names(folder) if name not in {left_out, *data}]


def _group(scenario: Scenario, reduce: bool, commuting: bool = True) -> Group:
    """The facts of a scenario, and the fluents of its first situation; ``commuting`` says whether one order of commuting effects may
    stand for all."""
    fixed, fluents = fixed_facts(scenario), initial_fluents(scenario)
    if reduce:
        twins = twin_facts(scenario, [*fixed, *fluents])
        fixed += [*twins, *(commuting_facts(scenario, twins) if commuting else ())]
    return Group(fixed, fluents)


def _groups_of(explorations: Sequence[Exploration]) -> list[Group]:
    """The groups of facts with which scenarios were explored, with names of its own for each where there are several."""
    scenarios = [exploration.scenario for exploration in explorations]
    return _apart(scenarios, [_group(exploration.scenario, True, exploration.commuting) for exploration in explorations])


def _apart(scenarios: Sequence[Scenario], groups: Iterable[Group]) -> list[Group]:
    return [Group(prefixed(scenarios, index, group.facts), prefixed(scenarios, index, group.fluents)) for index, group in enumerate(groups)]


def _images(scenarios: Sequence[Scenario], groups: Sequence[Group], solver: Solver) -> Iterator[Images | None]:
    """For each scenario that has interchangeable objects, what tells which situations are images of others."""
    for index, (scenario, group) in enumerate(zip(scenarios, groups, strict=True)):
        objects = [thing.name for thing in scenario.objects]
        alone = [effect.name for effect in scenario.effects if effect.source not in objects]
        classes = interchangeable(scenario, set(group.facts), group.fluents, [*objects, *alone])
        own = [[prefixed(scenarios, index, names) for names in members] for members in classes]
        yield Images(own, solver) if own else None


def solver_for(
    scenarios: Sequence[Scenario], reduce: bool = True, without: frozenset[str] = frozenset(), slim: bool | None = None
) -> tuple[Solver, list[State]]:
    """A solver for scenarios of one game, with a group of facts for each, and each one's first situation."""
    return _solver_for(scenarios, [_group(scenario, reduce) for scenario in scenarios], reduce, without, slim)


def _solver_for(
    scenarios: Sequence[Scenario], groups: Sequence[Group], reduce: bool, without: frozenset[str], slim: bool | None
) -> tuple[Solver, list[State]]:
    apart = _apart(scenarios, groups)
    solver = _solver(scenarios[0].game, apart, reduce, without, reduce if slim is None else slim)
    return solver, [solver.state(group.fluents) for group in apart]


def prefixed(scenarios: Sequence[Scenario], index: int, terms: Iterable[Term]) -> list[Term]:
    """Terms of one of several scenarios, with its names as a solver for all of them knows them."""
    return namespaced(terms, scenarios[index].names() if len(scenarios) > 1 else frozenset(), index)


def reasons_solver(explorations: Sequence[Exploration]) -> Solver:
    """A solver for explored scenarios of one game that derives the reasons of ``asp/explain`` as well."""
    game = explorations[0].scenario.game
    facts = [fact for group in _groups_of(explorations) for fact in group.facts]
    return Solver([*rule_programs(game), *program_names("explain")], [*rule_table(game), *facts])


def guarded_solver(explorations: Sequence[Exploration], further: Iterable[Term]) -> Solver:
    """A solver for explored scenarios of one game in whose situations rules can be off, by the fluent ``off(number)``, and in whose
    first situations these further fluents may hold."""
    more = list(further)
    groups = [Group(group.facts, [*group.fluents, *more]) for group in _groups_of(explorations)]
    game = explorations[0].scenario.game
    return Solver(rule_programs(game), rule_table(game), groups=groups, slim=True, guarded=True)


def _solver(game: str, groups: list[Group], reduce: bool, without: frozenset[str], slim: bool) -> Solver:
    return Solver(rule_programs(game, reduce), rule_table(game), without, groups, slim=slim)


def explore(
    scenario: Scenario,
    limits: Limits = Limits(),
    *,
    reduce: bool = True,
    slim: bool | None = None,
    lift: bool | None = None,
    commuting: bool = True,
    without: frozenset[str] = frozenset(),
) -> Exploration:
    """Explore one scenario. Raises NumberTooLarge or RuleError."""
    return explore_many([scenario], limits, reduce=reduce, commuting=commuting, slim=slim, lift=lift, without=without)[0]


def explore_many(
    scenarios: Sequence[Scenario],
    limits: Limits = Limits(),
    *,
    reduce: bool = True,
    slim: bool | None = None,
    lift: bool | None = None,
    commuting: bool = True,
    without: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
    may_be_stuck: bool = False,
) -> list[Exploration]:
    """Explore scenarios of one game together; results in their order.

    ``reduce`` merges what need not be told apart, and then with ``commuting`` one order of effects that commute stands for all where
    orderings can be counted so. ``slim`` leaves out rules that cannot fire and ``lift`` works on situations together that differ in
    numbers alone, both by default where it reduces.
    ``progress`` is called with (situations found, situations waiting) after every frontier. With ``may_be_stuck``, situations in
    which the rules leave something undecided are marked as such and are no error. Raises NumberTooLarge or RuleError, and ValueError
    for scenarios of several games.
    """
    if not scenarios:
        return []
    if len({scenario.game for scenario in scenarios}) > 1:
        raise ValueError("scenarios of several games can't be explored together, as each game has rules of its own")

    def together(some: Sequence[Scenario], groups: Sequence[Group], commuting: bool) -> list[Exploration]:
        solver, first = _solver_for(some, groups, reduce, without, slim)
        images = _images(some, groups, solver) if reduce else repeat(None)
        searches = [Search(state, group, own) for group, (state, own) in enumerate(zip(first, images, strict=False))]
        grown = grow(some, solver, searches, limits, progress, may_be_stuck, reduce if lift is None else lift)
        return [replace(exploration, commuting=commuting) for exploration in grown]

    groups = [_group(scenario, reduce, commuting) for scenario in scenarios]
    found = together(scenarios, groups, commuting)
    # Orderings that can't be counted where one stands for others are told apart.
    blurred = [place for place, group in enumerate(groups) if blurs_orderings(found[place], _commuting(group))]
    if blurred:
        some = [scenarios[place] for place in blurred]
        again = together(some, [_group(scenario, reduce, commuting=False) for scenario in some], False)
        for place, exploration in zip(blurred, again, strict=True):
            found[place] = exploration
    return found


def _commuting(group: Group) -> frozenset[Term]:
    """The effects of a group that commute with others."""
    return frozenset(fact[1] for fact in group.facts if isinstance(fact, tuple) and fact[0] == "commutes")


def parts_solver(scenario: Scenario) -> tuple[Solver, list[Term], list[Term]]:
    """A solver for parts of one scenario, which have all of its facts and some of its first fluents; both are given too."""
    group = _group(scenario, True, commuting=False)
    return _solver(scenario.game, [group], True, frozenset(), True), list(group.facts), list(group.fluents)


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
    return explore_families([(whole, variants)], limits, without=without, progress=progress, may_be_stuck=may_be_stuck)[0]


Family = tuple[Scenario, Sequence[Scenario]]
"""A whole and its variants (see :func:`explore_variants`)."""


def explore_families(
    families: Sequence[Family],
    limits: Limits = Limits(),
    *,
    without: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
    may_be_stuck: bool = False,
) -> list[list[Exploration]]:
    """Explore the variants of several scenarios of one game together; results in their order. Raises NumberTooLarge or RuleError."""
    wholes = [whole for whole, _ in families]
    variants = [variant for _, family in families for variant in family]
    if not variants:
        return [[] for _ in families]
    groups: list[Group] = []
    firsts: list[tuple[int, list[Term]]] = []
    for index, (whole, family) in enumerate(families):
        first = [prefixed(wholes, index, initial_fluents(variant)) for variant in family]
        firsts.extend((index, fluents) for fluents in first)
        groups.append(Group(prefixed(wholes, index, fixed_facts(whole)), list(dict.fromkeys(fluent for each in first for fluent in each))))
    solver = _solver(wholes[0].game, groups, True, without, True)
    searches = [Search(solver.state(fluents), index) for index, fluents in firsts]
    found = iter(grow(variants, solver, searches, limits, progress, may_be_stuck, True))
    return [list(islice(found, len(family))) for _, family in families]
