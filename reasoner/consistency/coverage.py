"""Which rules the scenarios of a corpus need: mutation testing for the text of the rules.

A rule is *exercised* by a scenario when the body of one of its rules holds in some situation of it, and *decisive* when turning it
off changes the answer. The same is asked of the settings of switches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from reasoner.cards.library import Library
from reasoner.errors import InputError, InsteadError, Problem
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Exploration, Limits, prefixed, solver_for
from reasoner.exploring.sweep import Plan, sweep
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.language.source import nearest, quoted
from reasoner.language.switches import with_switches
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import RuleGroup, games, program_names, rule_groups
from reasoner.solving.solver import Solver

from .compare import changed
from .derived import exercised
from .diff import rule_numbers
from .finding import Finding

__all__ = ["Coverage", "Needs", "coverage", "coverage_findings"]

FEW = 2000
"""Rules that are turned off may let situations grow without end; more than these are a change."""


@dataclass(frozen=True)
class Needs:
    """What one scenario needs: rules that it exercises, those that are decisive, and settings (``name=setting``) that change it."""

    file: str
    case: str | None
    game: str = ""
    exercised: tuple[str, ...] = ()
    decisive: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    error: str | None = None

    @property
    def called(self) -> str:
        return self.case or self.file


@dataclass
class Coverage:
    """For each rule number and each setting the scenarios in which it is exercised, and in which it is decisive."""

    exercised: dict[str, list[str]] = field(default_factory=dict)
    decisive: dict[str, list[str]] = field(default_factory=dict)
    switches: dict[str, list[str]] = field(default_factory=dict)
    unread: list[Needs] = field(default_factory=list)


def _settings(game: str) -> list[str]:
    """The settings of the game's switches that are not the usual ones."""
    return [f"{name}={setting}" for name, settings in sorted(vocabulary(game).switches.items()) for setting in settings[1:]]


class _Ablation:
    """Rules turned off, one after the other, over the situations that scenarios were found to have.

    Only where the moves from one of these are not the same is a scenario explored anew: elsewhere its whole graph stays as it is.
    """

    def __init__(self, explorations: Sequence[Exploration], limits: Limits):
        self.explorations = explorations
        self.limits = replace(limits, states=FEW)
        scenarios = [exploration.scenario for exploration in explorations]
        self.solver, _ = solver_for(scenarios)
        self.states = [
            [self.solver.state(prefixed(scenarios, index, fluents)) for fluents in exploration.fluents]
            for index, exploration in enumerate(explorations)
        ]
        places = [(index, number) for index, states in enumerate(self.states) for number in range(len(states))]
        found = [moves for start in range(0, len(places), 1000) for moves in self._steps(self.solver, places[start : start + 1000])]
        self.moves = dict(zip(places, found, strict=True))

    def _steps(self, solver: Solver, places: Sequence[tuple[int, int]]) -> list[frozenset[object]]:
        states = [self.states[index][number] for index, number in places]
        found = solver.step(states, {index for index, _ in places}) if places else []
        return [frozenset((move.option, move.choosers, move.target, move.copies) for move in moves) for moves in found]

    def _touched(self, solver: Solver, places: Sequence[tuple[int, int]]) -> set[int]:
        """The scenarios in which some of the situations have other moves, or none that can be worked out."""
        try:
            found = self._steps(solver, places)
        except InsteadError:
            indexes = {index for index, _ in places}
            if len(indexes) == 1:
                return indexes
            half = len(places) // 2
            return self._touched(solver, places[:half]) | self._touched(solver, places[half:])
        return {index for (index, number), moves in zip(places, found, strict=True) if moves != self.moves[index, number]}

    def decisive(self, rule: str, where: Sequence[tuple[int, set[int]]]) -> list[int]:
        """The scenarios whose answer is another one without the rule, out of those that exercise it in some situations."""
        places = [(index, number) for index, numbers in where for number in sorted(numbers)]
        solver = self.solver.without_rules(frozenset((rule,)))
        parts = [places[start : start + 1000] for start in range(0, len(places), 1000)]
        touched = sorted(set().union(*(self._touched(solver, part) for part in parts)))
        usual = [self.explorations[index] for index in touched]
        found = explore_all([e.scenario for e in usual], self.limits, frozenset((rule,)), rules_may_fail=True)
        return [index for index, before, now in zip(touched, usual, found, strict=True) if changed(before, now)]


def _of_game(group: Sequence[Scenario], limits: Limits, only: frozenset[str]) -> list[Needs]:
    explored = explore_all(group, limits)
    usual = [e for e in explored if not isinstance(e, str)]
    known = set(rule_numbers()) & only if only else set(rule_numbers())
    touched = [{rule: where for rule, where in rules.items() if rule in known} for rules in exercised(usual)]
    ablation = _Ablation(usual, limits) if usual else None
    decisive: list[list[str]] = [[] for _ in usual]
    switched: list[list[str]] = [[] for _ in usual]
    for rule in sorted(set().union(*touched)):
        assert ablation is not None
        for n in ablation.decisive(rule, [(n, rules[rule]) for n, rules in enumerate(touched) if rule in rules]):
            decisive[n].append(rule)
    for setting in (setting for setting in _settings(group[0].game) if not only or setting in only):
        found = explore_all([with_switches(e.scenario, [setting]) for e in usual], limits)
        for n, now in enumerate(found):
            if changed(usual[n], now):
                switched[n].append(setting)
    parts = iter(zip(touched, decisive, switched, strict=True))
    needs: list[Needs] = []
    for scenario, e in zip(group, explored, strict=True):
        if isinstance(e, str):
            needs.append(Needs(scenario.file, scenario.case, scenario.game, error=e))
        else:
            rules, deciding, settings = next(parts)
            needs.append(Needs(scenario.file, scenario.case, scenario.game, tuple(sorted(rules)), tuple(deciding), tuple(settings)))
    return needs


def needs_of(files: Sequence[str], limits: Limits, own: tuple[str, ...] = (), only: frozenset[str] = frozenset()) -> list[Needs]:
    """What each file needs of the rules and settings (of all, if ``only`` is empty); in the order of the files."""
    library = Library(own)
    found: dict[str, Needs] = {}
    by_game: dict[str, list[Scenario]] = {}
    for file in files:
        try:
            scenario = load(file, library)
        except InputError as error:
            found[file] = Needs(file, None, error=str(error))
        else:
            by_game.setdefault(scenario.game, []).append(scenario)
    for group in by_game.values():
        found.update((needs.file, needs) for needs in _of_game(group, limits, only))
    return [found[file] for file in files]


def coverage(
    files: Sequence[str],
    limits: Limits,
    plan: Plan,
    own: tuple[str, ...] = (),
    only: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
) -> Coverage:
    """What the files need together, of all rules and settings or of ``only`` some. Raises SweepError or RuleError, or InputError if
    one of these is not there."""
    settings = [setting for game in games() for setting in _settings(game)]
    if wrong := sorted(only - {*rule_numbers(), *settings}):
        known = [*rule_numbers(), *settings]
        raise InputError([Problem("--rule", 1, 1, f"there is no rule or setting {quoted(text)}{nearest(text, known)}") for text in wrong])
    found = sweep(partial(needs_of, limits=limits, own=own, only=only), files, replace(plan, batch=50), progress)
    used = sorted({needs.game for needs in found if needs.game})
    rules = [rule for rule in _rules_of(used) if not only or rule in only]
    named = [setting for game in used for setting in _settings(game) if not only or setting in only]
    total = Coverage({rule: [] for rule in rules}, {rule: [] for rule in rules}, {setting: [] for setting in named})
    for needs in found:
        for part, names in ((total.exercised, needs.exercised), (total.decisive, needs.decisive), (total.switches, needs.switches)):
            for name in names:
                part.setdefault(name, []).append(needs.called)
        if needs.error is not None:
            total.unread.append(needs)
    return total


def _rules_of(games: Sequence[str]) -> list[str]:
    """The numbers of the rules of these games. The headings of the core give those of Magic."""
    folders = (*(("core",) if "magic" in games else ()), *games)
    names = [name for folder in folders for name in program_names(folder)]
    return sorted({rule for name in names for group in rule_groups(name) for rule in group.rules} - {"core"})


def _groups() -> dict[str, RuleGroup]:
    """Where each rule stands first."""
    found: dict[str, RuleGroup] = {}
    for name in (name for folder in ("core", *games()) for name in program_names(folder)):
        for group in rule_groups(name):
            for rule in group.rules:
                found.setdefault(rule, group)
    return found


def coverage_findings(total: Coverage) -> list[Finding]:
    """Rules that nothing exercises, rules that are never decisive, settings that change nothing."""
    groups = _groups()
    found: list[Finding] = []

    def about(id_: str, rule: str, message: str) -> None:
        group = groups[rule]
        found.append(Finding(id_, f"asp/{group.file}", group.line, 1, message))

    for rule, scenarios in sorted(total.exercised.items()):
        if not scenarios:
            about("R401", rule, f"no scenario exercises rule {rule}")
        elif not total.decisive.get(rule):
            about(
                "R402",
                rule,
                f"rule {rule} is exercised by {len(scenarios):,} scenarios and decides none: without it all answers are the same",
            )
    for setting, scenarios in sorted(total.switches.items()):
        if not scenarios:
            found.append(Finding("R403", "asp", 1, 1, f"the setting {setting} changes no scenario"))
    found += [Finding("X901", needs.file, 1, 1, needs.error or "") for needs in total.unread]
    return found
