"""The arguments of the commands that show and explain a scenario. What they do is imported when one is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import By, ByOption, FileArgument, StatesOption, SwitchOption, TimeOption

__all__ = ["add_to"]


def graph(
    file: FileArgument,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="Where to: .svg, .html, .dot, .mmd, .graphml, .json, .txt."),
    ] = None,
    outcomes: Annotated[bool, typer.Option("--outcomes", help="Only where the paths part, and the outcomes.")] = False,
    switch: SwitchOption = None,
    by: ByOption = By.record,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
) -> None:
    """The graph of all orderings: situations, who chooses, where the paths part, and what comes of it."""
    from .graphing import graph

    raise typer.Exit(graph(file, output, outcomes, switch or [], by == By.state, max_states, time_limit))


def add_to(app: typer.Typer) -> None:
    """Add these commands to the app."""
    app.command(short_help="The outcome graph, as a tree here or as svg, html, dot, mmd, graphml, json.")(graph)
