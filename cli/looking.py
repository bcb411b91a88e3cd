"""The arguments of the commands that show and explain a scenario. What they do is imported when one is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import (
    By,
    ByOption,
    FileArgument,
    Format,
    FormatOption,
    LibraryOption,
    MemoryOption,
    ReportFormat,
    ReportFormatOption,
    StatesOption,
    SwitchOption,
    TimeOption,
)

__all__ = ["add_to"]


def graph(
    file: FileArgument,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="Where to: .svg, .html, .dot, .mmd, .graphml, .json, .txt."),
    ] = None,
    outcomes: Annotated[bool, typer.Option("--outcomes", help="Only where the paths part, and the outcomes.")] = False,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    by: ByOption = By.record,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """The graph of all orderings: situations, who chooses, where the paths part, and what comes of it."""
    from .graphing import graph

    raise typer.Exit(graph(file, output, outcomes, switch or [], by == By.state, max_states, time_limit))


def explain(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file, - for standard input, or the id of a finding.")],
    effect: Annotated[
        str | None, typer.Option("--effect", metavar="ID", help="One effect: where it can be applied, and why not elsewhere.")
    ] = None,
    outcome: Annotated[int | None, typer.Option("--outcome", metavar="N", min=1, help="The way to outcome N.")] = None,
    against: Annotated[int | None, typer.Option("--against", metavar="M", min=1, help="With --outcome: where the ways part.")] = None,
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="WISH", help="What blocks an outcome such as 'ben.life 16' or 'ben.life < 1'.")
    ] = None,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    format: ReportFormatOption = ReportFormat.text,
    by: ByOption = By.record,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Why: step by step which effects can be applied and why the others can't, who chooses and why, and which rule says so.

    Without options it follows the shortest way to the first outcome, and tells why effects that are never applied are not.
    """
    from .explaining import explain

    raise typer.Exit(explain(file, effect, outcome, against, why_not, switch or [], format, by == By.state, max_states, time_limit))


def step(
    file: FileArgument,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    by: ByOption = By.record,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Go through a scenario by hand: take an option, see what it does and which outcomes are left, go back, ask why.

    Commands may be piped, one a line; with a command that cannot be done the exit code is 2.
    """
    from .stepping import step

    raise typer.Exit(step(file, switch or [], by == By.state, max_states, time_limit))


def rules(
    number: Annotated[str | None, typer.Argument(metavar="NUMBER", help="A rule, such as 616.1e; 616 means all below it.")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only the rules of this game.")] = None,
    corpus: Annotated[
        list[Path] | None, typer.Option("--corpus", metavar="PATH", exists=True, help="Where scenarios are that show rules.")
    ] = None,
    format: FormatOption = Format.text,
) -> None:
    """The encoded rules in our words, the program and line where each stands, and the scenarios that show it."""
    from .rulebook import rules

    raise typer.Exit(rules(number, game, corpus or [], format))


def add_to(app: typer.Typer) -> None:
    """Add these commands to the app."""
    app.command(short_help="The outcome graph, as a tree here or as svg, html, dot, mmd, graphml, json.")(graph)
    app.command(short_help="Why an effect applies or not, why this player chooses, why not another outcome.")(explain)
    app.command(short_help="Through a scenario by hand: choose, go back, see what is left.")(step)
    app.command(short_help="The rules in our words, where they stand, and what shows them.")(rules)
