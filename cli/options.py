"""The options that commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "By",
    "ByOption",
    "FileArgument",
    "Format",
    "FormatOption",
    "JobsOption",
    "JournalOption",
    "LibraryOption",
    "MemoryOption",
    "ReportFormat",
    "ReportFormatOption",
    "SchedulerOption",
    "StatesOption",
    "SuiteFormat",
    "SuiteFormatOption",
    "SwitchOption",
    "TimeOption",
]


class Format(StrEnum):
    """How results are written."""

    text = "text"
    json = "json"


class ReportFormat(StrEnum):
    """How reports are written: for people (text, concise, markdown, html) and for programs (json, jsonl)."""

    text = "text"
    concise = "concise"
    json = "json"
    jsonl = "jsonl"
    markdown = "markdown"
    html = "html"


class SuiteFormat(StrEnum):
    """How the results of many scenarios are written: as reports are, or as JUnit XML for continuous integration."""

    text = "text"
    concise = "concise"
    json = "json"
    jsonl = "jsonl"
    markdown = "markdown"
    html = "html"
    junit = "junit"


FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A scenario file, or - for standard input.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How results are written.")]
SuiteFormatOption = Annotated[SuiteFormat, typer.Option("--format", help="How results are written.")]
ReportFormatOption = Annotated[ReportFormat, typer.Option("--format", help="How the report is written.")]
StatesOption = Annotated[int, typer.Option("--max-states", min=1, help="Stop after this many situations; the answer is then incomplete.")]
TimeOption = Annotated[
    float | None, typer.Option("--time-limit", min=0, help="Stop after this many seconds; the answer is then incomplete.")
]

JobsOption = Annotated[int | None, typer.Option("--jobs", min=1, help="How many processes work on it; by default one on each core.")]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler (needs the extra 'cluster')."),
]
JournalOption = Annotated[
    Path | None,
    typer.Option(
        "--journal", metavar="FILE", help="Write each result to FILE (JSON Lines) as it comes; what is there already is not run again."
    ),
]

SwitchOption = Annotated[
    list[str] | None,
    typer.Option("--switch", metavar="NAME=SETTING", help="Decide a question that the rules leave open; see docs/language.md."),
]


def _use_libraries(paths: list[str] | None) -> list[str] | None:
    from . import running

    running.libraries[:] = paths or []
    return paths


LibraryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--library", metavar="FILE_OR_FOLDER", callback=_use_libraries, help="Cards of your own, beside those of the library that ships."
    ),
]
"""A command that takes it need not pass it on: what reads scenarios finds it in ``running.libraries``."""


def _bound_memory(megabytes: int | None) -> int | None:
    from . import running

    running.memory_limit = None if megabytes is None else megabytes * 1_000_000
    return megabytes


MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        metavar="MB",
        min=1,
        callback=_bound_memory,
        help="Stop before more megabytes are held, by all processes together; the answer is then incomplete.",
        show_default="three quarters of what the system lets it have",
    ),
]
"""A command that takes it need not pass it on: ``running.limits_of`` finds it."""


class By(StrEnum):
    """What tells outcomes apart."""

    record = "record"
    state = "state"


ByOption = Annotated[By, typer.Option("--by", help="Tell outcomes apart by state and record of events, or by state alone.")]
