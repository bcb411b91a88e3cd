"""The arguments of the commands that search through situations and compare rules."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .options import (
    By,
    ByOption,
    FileArgument,
    Format,
    FormatOption,
    JobsOption,
    JournalOption,
    LibraryOption,
    MemoryOption,
    StatesOption,
    SwitchOption,
    TimeOption,
)

__all__ = ["add_to"]

PlayersOption = Annotated[int, typer.Option("--players", min=1, max=8, help="At most this many players.")]
ObjectsOption = Annotated[int, typer.Option("--objects", min=0, max=8, help="At most this many objects beside those of the file.")]
AmountOption = Annotated[int, typer.Option("--max-amount", min=1, max=1000, help="Amounts from 1 to this.")]
EventsOption = Annotated[int, typer.Option("--events", min=1, max=4, help="At most this many events at once.")]
SearchStatesOption = Annotated[int, typer.Option("--max-states", min=1, help="At most this many situations from each first one.")]


def find(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A scenario file with the effects.", show_default=False)] = None,
    cards: Annotated[
        list[str] | None, typer.Option("--card", metavar="NAME", help="In place of a file: the effects of this card, and of others.")
    ] = None,
    order_matters: Annotated[bool, typer.Option("--order-matters", help="… in which the order of effects matters (the default).")] = False,
    outcome: Annotated[
        str | None, typer.Option("--outcome", metavar="COMPARISON", help="… that can come to this, such as 'ben.life < 1'.")
    ] = None,
    loop: Annotated[bool, typer.Option("--loop", help="… in which options can repeat without end.")] = False,
    no_chooser: Annotated[bool, typer.Option("--no-chooser", help="… with a choice that is not exactly one player's.")] = False,
    differs_under: Annotated[
        list[str] | None, typer.Option("--differs-under", metavar="NAME=SETTING", help="… whose outcomes this switch changes.")
    ] = None,
    players: PlayersOption = 2,
    objects: ObjectsOption = 2,
    max_amount: AmountOption = 4,
    events: EventsOption = 1,
    switch: SwitchOption = None,
    format: FormatOption = Format.text,
    by: ByOption = By.record,
    library: LibraryOption = None,
    max_states: SearchStatesOption = 2000,
    max_memory: MemoryOption = None,
) -> None:
    """The smallest situation for the effects of a file, or of cards, in which their order matters, or that has another property.

    With --card the first card is ann's, and each further one ann's or ben's.

    The event of the file does not count: every event inside the scope is tried, with every recipient and amount, the smallest
    first. What is found is written as a scenario file that runs. Exit code 0 if something was found, 1 if there is nothing.
    """
    from reasoner.consistency.scope import Scope

    from .search_commands import find

    scope = Scope(players=players, objects=objects, amount=max_amount, events=events)
    code = find(
        file,
        cards or [],
        scope,
        order_matters,
        outcome,
        loop,
        no_chooser,
        differs_under or [],
        switch or [],
        format,
        by == By.state,
        max_states,
    )
    raise typer.Exit(code)


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="The one side.")] = "shipped",
    now: Annotated[str, typer.Argument(metavar="B", help="The other.")] = "shipped",
    on: Annotated[list[Path] | None, typer.Option("--on", metavar="PATH", help="Scenarios, if the sides are rules or switches.")] = None,
    without: Annotated[list[str] | None, typer.Option("--without", metavar="RULE", help="Turn off this rule on side B.")] = None,
    switch: Annotated[list[str] | None, typer.Option("--switch", metavar="NAME=SETTING", help="Set this switch on side B.")] = None,
    format: FormatOption = Format.text,
    by: ByOption = By.record,
    jobs: JobsOption = None,
    library: LibraryOption = None,
    max_states: SearchStatesOption = 20_000,
    max_memory: MemoryOption = None,
) -> None:
    """Which scenarios come out differently on two sides, from which outcomes to which, and where they first part.

    A side is 'shipped' (the rules as they are), a folder of rules (a copy of asp/ with edited programs), a library of cards (a file or
    folder), or NAME=SETTING (a switch); --without and --switch add to side B. Or both sides are scenarios: two versions of a file, or
    of a folder. Exit code 0 if nothing changes, 1 if something does.
    """
    from .diff_command import diff

    raise typer.Exit(diff(before, now, on or [], without or [], switch or [], format, by == By.state, jobs, max_states))


class FindingFormat(StrEnum):
    """How findings are written."""

    text = "text"
    concise = "concise"
    json = "json"
    sarif = "sarif"
    github = "github"


class Level(StrEnum):
    """How much a finding matters."""

    note = "note"
    warning = "warning"
    error = "error"


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help="Scenario files and libraries of cards, or folders of them.")
    ] = None,
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="How every two effects behave together, of the libraries at PATH or of the one that ships."),
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="Which rules the scenarios need: for each number where turning it off changes the answer.")
    ] = False,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="RULE", help="The same of this rule alone, or of a setting NAME=SETTING.")
    ] = None,
    select: Annotated[list[str] | None, typer.Option("--select", metavar="ID", help="Only findings whose id begins like this.")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="ID", help="No findings whose id begins like this.")] = None,
    level: Annotated[Level, typer.Option("--level", help="Only findings that matter as much.")] = Level.note,
    fail_on: Annotated[Level, typer.Option("--fail-on", help="Exit code 1 if a finding matters as much.")] = Level.warning,
    cards: Annotated[
        list[str] | None,
        typer.Option("--card", metavar="NAME", help="With --pairs: only pairs with this card; of several: pairs among them."),
    ] = None,
    objects: ObjectsOption = 1,
    max_amount: AmountOption = 3,
    events: EventsOption = 1,
    under: Annotated[
        Path | None, typer.Option("--under", metavar="FOLDER", help="Under the rules of this folder, a copy of asp/ with edited programs.")
    ] = None,
    format: Annotated[FindingFormat, typer.Option("--format", help="How findings are written.")] = FindingFormat.text,
    jobs: JobsOption = None,
    journal: JournalOption = None,
    library: LibraryOption = None,
    max_states: SearchStatesOption = 20_000,
    max_memory: MemoryOption = None,
) -> None:
    """What is inconsistent in scenarios: order that matters, loops, effects that do nothing or contradict, faults of the rules.

    Each finding has an id that stays, a place in the file and the smallest evidence; 'instead explain ID' tells what it means.
    """
    from reasoner.consistency.scope import Scope

    from .check_command import check, check_pairs

    if pairs:
        scope = Scope(players=2, objects=objects, amount=max_amount, events=events)
        raise typer.Exit(check_pairs(paths or [], cards or [], scope, format, jobs, journal, max_states))
    raise typer.Exit(
        check(paths or [], rules, rule or [], under, select or [], ignore or [], level, fail_on, format, jobs, journal, max_states)
    )


def certify(
    file: FileArgument,
    switch: SwitchOption = None,
    by: ByOption = By.record,
    library: LibraryOption = None,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Evidence for the verdict on a scenario, as JSON, which a small program can check without exploring.

    If all paths come to one outcome: every situation and step, and for every two options of one situation where they join again. If
    there are several: two paths that part at one choice and end differently.
    """
    from .evidence_commands import certify

    raise typer.Exit(certify(file, switch or [], by == By.state, max_states, time_limit))


def replay(
    file: FileArgument,
    trace: Annotated[str, typer.Argument(metavar="TRACE", help="JSON Lines: one choice a line, or - for standard input.")],
    switch: SwitchOption = None,
    format: FormatOption = Format.text,
    by: ByOption = By.record,
    library: LibraryOption = None,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Is a sequence of choices legal, as a game or an engine wrote it down? The first that is not, and what was possible there.

    A line is {"effect": NAME} (by its name here, or that of its card), {"decline": NAME}, {"effect": NAME, "choose": ANSWER},
    {"effect": NAME, "points": N} or {"object": NAME, "to": ZONE}; "event" and "chooser" may be added. The last line may be
    {"result": {"ben.life": 14}}. Exit code 0 if it is legal, 1 if not.
    """
    from .evidence_commands import replay

    raise typer.Exit(replay(file, trace, switch or [], format, by == By.state, max_states, time_limit))


def add_to(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(short_help="The smallest situation in which the order of effects matters.")(find)
    app.command(short_help="Which scenarios come out differently under other rules, or in another version.")(diff)
    app.command(short_help="What is inconsistent in scenarios and their effects.")(check)
    app.command(short_help="Evidence for the verdict on a scenario, which a small program can check.")(certify)
    app.command(short_help="Is a sequence of choices legal, and if not, where does it go wrong?")(replay)
