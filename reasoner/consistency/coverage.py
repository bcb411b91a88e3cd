"""Which rules the scenarios of a corpus need: mutation testing for the text of the rules.

A rule is *exercised* by a scenario when the body of one of its rules holds in some situation of it, and *decisive* when turning it
off changes the answer. The same is asked of the settings of switches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from reasoner.cards.library import Library
from reasoner.errors import InputError, Problem
from reasoner.exploring.batches import explore_all
from reasoner.exploring.exploration import Exploration, Limits
from reasoner.exploring.journal import sweep_files
from reasoner.exploring.sweep import Plan
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.language.source import nearest, quoted
from reasoner.solving.programs import RuleGroup, fingerprint, games, program_names, rule_groups
from reasoner.words.phrasing import counted

from .ablation import Ablation, settings
from .derived import exercised
from .diff import rule_numbers
from .finding import Finding

__all__ = ["Coverage", "Needs", "coverage", "coverage_findings"]
_TOGETHER = 50
"""Scenarios whose rules are turned off together: more cost memory, fewer the fixed price of a grounding for each."""


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


def _of_game(group: Sequence[Scenario], limits: Limits, only: frozenset[str]) -> list[Needs]:
    explored = explore_all(group, limits)
    whole = [found for found in explored if not isinstance(found, str) and found.complete]
    rules = set(rule_numbers()) & only if only else set(rule_numbers())
    used = [{rule: where for rule, where in found.items() if rule in rules} for found in exercised(whole)]
    ablation = Ablation(whole) if whole else None
    decisive = ablation.without_rules(used) if ablation else []
    switched = ablation.under_settings(text for text in settings(group[0].game) if not only or text in only) if ablation else []
    parts = iter(zip(used, decisive, switched, strict=True))

    def needs(scenario: Scenario, found: Exploration | str) -> Needs:
        if isinstance(found, str) or not found.complete:
            error = found if isinstance(found, str) else f"the search was cut off after {len(found.fluents):,} situations"
            return Needs(scenario.file, scenario.case, scenario.game, error=error)
        of_rules, deciding, of_settings = next(parts)
        return Needs(scenario.file, scenario.case, scenario.game, tuple(sorted(of_rules)), tuple(deciding), tuple(of_settings))

    return [needs(scenario, found) for scenario, found in zip(group, explored, strict=True)]


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
    journal: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Coverage:
    """What the files need together, of all rules and settings or of ``only`` some; with the path of a ``journal``, what is written there
    is not worked out again. Raises SweepError or RuleError, or InputError if one of these is not there or for a journal of other work."""
    every = [setting for game in games() for setting in settings(game)]
    if wrong := sorted(only - {*rule_numbers(), *every}):
        known = [*rule_numbers(), *every]
        raise InputError([Problem("--rule", 1, 1, f"there is no rule or setting {quoted(text)}{nearest(text, known)}") for text in wrong])
    about = f"instead check --rules {' '.join(sorted(only))}, rules {fingerprint()}, cards {Library(own).fingerprint()}, {limits}"
    work = partial(needs_of, limits=limits, own=own, only=only)
    found = sweep_files(work, files, replace(plan, batch=_TOGETHER), Needs, journal, about, progress)
    used = sorted({needs.game for needs in found if needs.game})
    rules = [rule for rule in _rules_of(used) if not only or rule in only]
    named = [setting for game in used for setting in settings(game) if not only or setting in only]
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
                f"rule {rule} is exercised by {counted(len(scenarios), 'scenario')} and decides none: without it all answers are the same",
            )
    for setting, scenarios in sorted(total.switches.items()):
        if not scenarios:
            found.append(Finding("R403", "asp", 1, 1, f"the setting {setting} changes no scenario"))
    found += [Finding("X901", needs.file, 1, 1, needs.error or "") for needs in total.unread]
    return found
