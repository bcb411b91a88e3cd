"""The command ``instead``: its arguments. What the commands do stands in ``commands.py``, imported when one is called."""

from __future__ import annotations

import gc
import signal
from pathlib import Path
from typing import Annotated

import typer

from . import looking, search_arguments
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
    ReportFormat,
    ReportFormatOption,
    SchedulerOption,
    StatesOption,
    SuiteFormat,
    SuiteFormatOption,
    SwitchOption,
    TimeOption,
)
from .running import USAGE, interrupt, say

__all__ = ["app", "main"]

app = typer.Typer(
    name="instead",
    help="Every legal ordering of replacement and prevention effects, and where the choices part.",
    epilog="Exit codes: 0 fine, 1 an expectation failed, 2 wrong use or input, 3 incomplete answer, 4 internal error, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"instead {version('instead')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")] = False,
) -> None:
    pass


@app.command(short_help="Every outcome, with an example, and where the choices part.")
def outcomes(
    file: FileArgument,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    format: ReportFormatOption = ReportFormat.text,
    by: ByOption = By.record,
    forces: Annotated[
        bool, typer.Option("--forces", help="Instead: which outcomes each player can bring about, whatever the others choose.")
    ] = False,
    no_reduction: Annotated[
        bool, typer.Option("--no-reduction", help="Take every choice the long way: equal effects and independent events told apart.")
    ] = False,
    expand: Annotated[
        bool,
        typer.Option("--expand", help="Where independent parts are told apart: every combination of their outcomes, as it is made."),
    ] = False,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="N,N,…", help="With --expand: the combination of these outcomes, a number for each part."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, help="With --expand: at most this many; by default 100, and all in formats of one line each."),
    ] = None,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Every outcome of a scenario: how many orderings lead to it, one of them, and where the choices part."""
    if forces:
        if expand or only is not None or limit is not None:
            say("--forces tells of the outcomes of the whole scenario; leave out --expand, --only and --limit")
            raise typer.Exit(USAGE)
        from .evidence_commands import forces as show_forces

        raise typer.Exit(show_forces(file, switch or [], format, by == By.state, max_states, time_limit))
    from .commands import outcomes

    raise typer.Exit(outcomes(file, switch or [], format, by == By.state, not no_reduction, expand, only, limit, max_states, time_limit))


@app.command(short_help="Every legal ordering, one a line, as they are found.")
def orderings(
    file: FileArgument,
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=1, help="Only the orderings that lead to outcome N.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    format: FormatOption = Format.text,
    by: ByOption = By.record,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Every legal ordering of a scenario's effects, one a line, as they are found."""
    from .commands import orderings

    raise typer.Exit(orderings(file, to, limit, switch or [], format, by == By.state, max_states, time_limit))


@app.command(short_help="The scenario as facts, ready for a stock clingo.")
def facts(
    file: FileArgument,
    program: Annotated[
        bool, typer.Option("--program", help="The ordering program over the explored graph: one answer set per path.")
    ] = False,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="Situation N with its rules: options, changes and reasons.")
    ] = None,
    switch: SwitchOption = None,
    library: LibraryOption = None,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """The scenario as facts, ready for a stock clingo."""
    from .commands import facts

    raise typer.Exit(facts(file, program, at, switch or [], max_states, time_limit))


@app.command("test")
def run_tests(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Scenario files, or folders of them.")],
    library: LibraryOption = None,
    format: SuiteFormatOption = SuiteFormat.text,
    jobs: JobsOption = None,
    scheduler: SchedulerOption = None,
    journal: JournalOption = None,
    max_states: StatesOption = 100_000,
    time_limit: TimeOption = None,
    max_memory: MemoryOption = None,
) -> None:
    """Run scenario files against what they expect."""
    from .commands import test

    raise typer.Exit(test(paths, format, jobs, scheduler, journal, max_states, time_limit))


@app.command(short_help="The cards of the library, in words; --event KIND finds those about a kind of event.")
def cards(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Show this card.")] = None,
    event: Annotated[
        list[str] | None, typer.Option("--event", metavar="KIND", help="Only cards with effects on this kind of event.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Only cards of this game.")] = None,
    library: LibraryOption = None,
    format: FormatOption = Format.text,
) -> None:
    """The cards that scenarios may name: all of them, those about a kind of event, or one of them in words."""
    from .cards import cards

    raise typer.Exit(cards(name, event or [], game, format))


@app.command()
def schema(library: Annotated[bool, typer.Option("--cards", help="Of libraries of cards, in place of scenarios.")] = False) -> None:
    """A JSON Schema of scenario files, or of libraries of cards, for editors."""
    from .commands import schema

    raise typer.Exit(schema(library))


looking.add_to(app)
search_arguments.add_to(app)


def main() -> None:
    """Run the command line."""
    gc.set_threshold(200_000, 50, 50)  # a search makes millions of objects and no circles of them
    signal.signal(signal.SIGINT, interrupt)
    app()


if __name__ == "__main__":
    main()
