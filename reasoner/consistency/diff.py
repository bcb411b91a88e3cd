"""Diff: which scenarios change between two sides, and how.

A :class:`Side` is what the scenarios are explored under: a folder of rules, rules turned off, switches. Scenarios of two versions
are compared under the same side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reasoner.cards.library import Library
from reasoner.errors import InputError, Problem, SwitchError
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Exploration, Limits
from reasoner.exploring.sweep import Plan, sweep
from reasoner.language.reading import load
from reasoner.language.scenario import Scenario
from reasoner.language.source import nearest, quoted
from reasoner.language.switches import with_switches
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import games, program_names, rule_groups, rules_from

from .compare import Change, compare

__all__ = ["Changed", "Pair", "Side", "check_side", "diff", "rule_numbers"]


@dataclass(frozen=True)
class Side:
    """What scenarios are explored under. ``folder`` is that of the rules (None for those that ship), ``without`` are the numbers of
    rules turned off, ``switches`` are settings as ``name=setting``, ``cards`` a file or folder of cards that go before those that ship."""

    folder: str | None = None
    without: frozenset[str] = frozenset()
    switches: tuple[str, ...] = ()
    cards: str | None = None

    def __str__(self) -> str:
        cards = [f"the cards of {self.cards}"] if self.cards else []
        parts = [
            self.folder or ("the rules as they ship" if not cards else ""),
            *cards,
            *(f"without {rule}" for rule in sorted(self.without)),
            *self.switches,
        ]
        return ", ".join(filter(None, parts))


@dataclass(frozen=True)
class Pair:
    """Two files to compare: the same one twice, where the sides differ and not the scenarios."""

    before: str
    now: str


@dataclass(frozen=True)
class Changed:
    """What became of one pair: a change, a message if a file could not be read, or nothing."""

    file: str
    case: str | None
    change: Change | None = None
    error: str | None = None


def rule_numbers() -> list[str]:
    """The numbers under which rules of the programs stand, sorted."""
    names = [name for folder in ("core", *games()) for name in program_names(folder)]
    return sorted({rule for name in names for group in rule_groups(name) for rule in group.rules} - {"core"})


def check_side(side: Side) -> None:
    """Raises InputError or SwitchError if the side speaks of rules or switches that are not there."""
    with rules_from(Path(side.folder) if side.folder else None):
        known = rule_numbers()
        wrong = [rule for rule in sorted(side.without) if rule not in known]
        if wrong:
            raise InputError(
                [
                    Problem("--without", 1, 1, f"no rule of the programs has the number {quoted(rule)}{nearest(rule, known)}")
                    for rule in wrong
                ]
            )
        switches = {name: settings for game in games() for name, settings in vocabulary(game).switches.items()}
        for text in side.switches:
            name, _, setting = (part.strip() for part in text.partition("="))
            if name not in switches:
                raise SwitchError(f"unknown switch {quoted(name)}{nearest(name, switches)}")
            if setting not in switches[name]:
                raise SwitchError(f"unknown setting {quoted(setting)} of {name}{nearest(setting, switches[name])}")


def _applied(scenario: Scenario, side: Side) -> Scenario:
    """The scenario under the switches that its game has."""
    known = vocabulary(scenario.game).switches
    return with_switches(scenario, [text for text in side.switches if text.partition("=")[0].strip() in known])


def _explored(scenarios: Sequence[Scenario], side: Side, limits: Limits) -> list[Exploration | str]:
    may_fail = side.folder is not None or bool(side.without)
    return explore_all([_applied(s, side) for s in scenarios], limits, side.without, rules_may_fail=may_fail)


def _loaded(file: str, library: Library) -> Scenario | str:
    try:
        return load(file, library)
    except InputError as error:
        return str(error)


def compare_batch(pairs: Sequence[Pair], sides: tuple[Side, Side], limits: Limits, own: tuple[str, ...], by_state: bool) -> list[Changed]:
    """Compare the files of each pair under the two sides; results in the order of the pairs."""
    read: list[list[Scenario | str]] = []
    found: list[list[Exploration | str]] = []
    for side, files in zip(sides, ([pair.before for pair in pairs], [pair.now for pair in pairs]), strict=True):
        library = Library((*own, side.cards) if side.cards else own)
        with rules_from(Path(side.folder) if side.folder else None):
            scenarios = [_loaded(file, library) for file in files]
            explored: dict[int, Exploration | str] = {}
            for game in sorted({s.game for s in scenarios if not isinstance(s, str)}):
                places = [n for n, s in enumerate(scenarios) if not isinstance(s, str) and s.game == game]
                results = _explored([s for n in places if not isinstance(s := scenarios[n], str)], side, limits)
                explored.update(zip(places, results, strict=True))
            read.append(scenarios)
            found.append([explored.get(n, "") for n in range(len(pairs))])
    changed: list[Changed] = []
    for number, pair in enumerate(pairs):
        one, other = read[0][number], read[1][number]
        if isinstance(one, str) or isinstance(other, str):
            both = dict.fromkeys(text for text in (one, other) if isinstance(text, str))
            changed.append(Changed(pair.now, None, error="\n".join(both)))
        else:
            changed.append(Changed(pair.now, other.case, compare(found[0][number], found[1][number], by_state)))
    return changed


def diff(
    pairs: Sequence[Pair],
    sides: tuple[Side, Side],
    limits: Limits,
    plan: Plan = Plan(jobs=1),
    progress: Callable[[int, int], None] | None = None,
    library: Library | None = None,
    by_state: bool = False,
) -> list[Changed]:
    """Compare every pair; results in their order. Raises InputError, SwitchError, SweepError or RuleError."""
    for side in sides:
        check_side(side)
    own = library.own if library is not None else ()
    return sweep(partial(compare_batch, sides=sides, limits=limits, own=own, by_state=by_state), pairs, plan, progress)
