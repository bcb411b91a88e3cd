"""What the commands that search through situations do: ``instead find``."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .running import CUT_OFF, FINDINGS, FINE, USAGE, card_library, guarded, limits_of, load_scenario, say

if TYPE_CHECKING:
    from reasoner.consistency.find import Judge
    from reasoner.consistency.scope import Scope
    from reasoner.language.scenario import Scenario

__all__ = ["find"]


class _Progress:
    """A line on standard error after a second, if somebody is watching."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = False

    def __call__(self, size: int, looked_at: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.started > 1:
            self.shown = True
            sys.stderr.write(f"\r{looked_at:,} situations looked at, the last of size {size} …")
            sys.stderr.flush()

    def done(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")


def _question(
    scenario: Scenario, outcome: str | None, loop: bool, no_chooser: bool, differs: list[str], by_state: bool, max_states: int
) -> tuple[str, Judge]:
    """What is searched for, in words and as a judge. Raises InputError."""
    from reasoner.consistency.find import differs_under, judge_by
    from reasoner.graphs import properties

    limits = limits_of(max_states, None)
    if outcome is not None:
        goal = properties.parse_goal(outcome)
        properties.check_goal(goal, scenario)
        return f"{goal} can come about", judge_by(properties.reaches(goal), limits)
    if loop:
        return "The options can repeat without end", judge_by(properties.has_loop, limits)
    if no_chooser:
        return "A choice has no chooser, or more than one", judge_by(properties.lacks_chooser, limits)
    if differs:
        return f"{', '.join(differs)} changes the outcomes", differs_under(differs, limits, by_state)
    return "The order matters", judge_by(properties.order_matters(by_state), limits)


def _bases(file: str | None, cards: list[str], switches: list[str]) -> list[tuple[Scenario, dict[str, Any]]]:
    """The scenarios to search from, each with the data of its file. Raises InputError or SwitchError."""
    from reasoner.consistency.card_scenes import card_scenes, named_cards
    from reasoner.consistency.writing import plain_file
    from reasoner.language.switches import with_switches

    if file is not None:
        return [(load_scenario(file, switches), plain_file(file))]
    library = card_library()
    return [(with_switches(scenario, switches), data) for scenario, data in card_scenes(named_cards(cards, library), library)]


def find(
    file: str | None,
    cards: list[str],
    scope: Scope,
    order_matters: bool,
    outcome: str | None,
    loop: bool,
    no_chooser: bool,
    differs: list[str],
    switches: list[str],
    format: str,
    by_state: bool,
    max_states: int,
) -> int:
    """``instead find``"""

    def run() -> int:
        from reasoner.consistency.find import find
        from reasoner.consistency.writing import expectation, scenario_data, scenario_text
        from reasoner.exploring.explore import explore
        from reasoner.graphs.report import make_report

        from .render_diff import found_json

        if sum((order_matters, outcome is not None, loop, no_chooser, bool(differs))) > 1:
            say("give one of --order-matters, --outcome, --loop, --no-chooser and --differs-under")
            return USAGE
        if file == "-":
            say("find reads a file, not standard input: it writes the effects as they stand there")
            return USAGE
        if (file is None) == (not cards):
            say("say whose effects: give a scenario file, or cards with --card (one or the other)")
            return USAGE
        bases = _bases(file, cards, switches)
        words, judge = _question(bases[0][0], outcome, loop, no_chooser, differs, by_state, max_states)
        progress = _Progress()
        try:
            found = find([base for base, _ in bases], scope, judge, progress)
        finally:
            progress.done()
        data = None
        if found.witness is not None:
            scenario = replace(found.witness.scenario, title=words)
            data = scenario_data(scenario, next(data for base, data in bases if base is found.base))
            data["expect"] = expectation(make_report(explore(scenario, limits_of(max_states, None)), by_state))
        if format == "json":
            print(found_json(words, scope, found, data))
        elif data is not None:
            print(scenario_text(data), end="")
        else:
            print(f"None within this scope: {scope}; {found.looked_at:,} situations.")
        if data is not None:
            return FINE
        if found.undecided:
            say(f"incomplete: {len(found.undecided):,} situations could not be explored whole; raise --max-states or --max-memory")
            return CUT_OFF
        return FINDINGS

    return guarded(run)
