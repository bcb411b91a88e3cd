"""Findings: what ``instead check`` reports, and the page that explains each kind.

A page is a data file in ``reasoner/findings``, named after the id of the finding, which never changes its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

from reasoner.errors import InputError, Problem
from reasoner.language.source import nearest, parse, quoted

from .circles import Link
from .writing import plain

__all__ = ["Finding", "Page", "Severity", "chosen", "page", "page_text", "pages"]


class Severity(IntEnum):
    """How much a finding matters. A note is no fault; an error is a fault of a file or of the rules."""

    note = 1
    warning = 2
    error = 3


@dataclass(frozen=True)
class Page:
    """What a kind of finding means. ``bad`` is a scenario that has exactly this finding, ``good`` one that has not.

    Where a fault is one of the rules, ``edit`` says which program is to be changed to see it: its name, a text in it, and what to
    write instead. ``about`` is the rule or the setting that the scenarios are about, where the finding is about one.
    """

    id: str
    name: str
    severity: Severity
    means: str
    matters: str
    mend: str
    bad: str
    good: str
    edit: tuple[str, str, str] | None = None
    about: str | None = None


@dataclass(frozen=True)
class Finding:
    """A finding: its kind, where it is (line and column from 1), what was found, the smallest evidence in lines, and the circle of
    effects that a loop goes round in."""

    id: str
    file: str
    line: int
    column: int
    message: str
    witness: list[str] = field(default_factory=list)
    circle: list[Link] = field(default_factory=list)

    @property
    def severity(self) -> Severity:
        return page(self.id).severity

    @property
    def name(self) -> str:
        return page(self.id).name


def _page(id_: str, data: dict[str, Any]) -> Page:
    edit = data.get("edit")
    return Page(
        id=id_,
        name=data["name"],
        severity=Severity[data["severity"]],
        means=data["means"].strip(),
        matters=data["matters"].strip(),
        mend=data["mend"].strip(),
        bad=data["bad"],
        good=data["good"],
        about=data.get("about"),
        edit=(edit["program"], edit["replace"], edit["with"]) if edit else None,
    )


@cache
def pages() -> dict[str, Page]:
    """Every page by the id of its finding, sorted."""
    found: dict[str, Page] = {}
    for entry in sorted(files("reasoner").joinpath("consistency", "findings").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            id_ = entry.name.removesuffix(".yaml")
            found[id_] = _page(id_, plain(parse(entry.read_text(encoding="utf-8"), entry.name).node))
    return found


def page(id_: str) -> Page:
    """The page of a finding. Raises KeyError if there is no such finding."""
    return pages()[id_]


def chosen(select: Iterable[str], ignore: Iterable[str]) -> set[str]:
    """The ids that begin as one of ``select`` says (all, if it is empty) and as none of ``ignore``. Raises InputError for what begins
    no id."""
    known = list(pages())
    select, ignore = list(select), list(ignore)
    wrong = [text for text in (*select, *ignore) if not any(id_.startswith(text) for id_ in known)]
    if wrong:
        raise InputError([Problem("--select", 1, 1, f"no finding is called {quoted(text)}{nearest(text, known)}") for text in wrong])
    return {id_ for id_ in known if (not select or id_.startswith(tuple(select))) and not (ignore and id_.startswith(tuple(ignore)))}


def page_text(id_: str) -> str:
    """The page as text, in fixed sections. Raises KeyError if there is no such finding."""
    shown = page(id_)
    parts = [
        f"{shown.id} {shown.name} ({shown.severity.name})",
        f"What it means\n{_indented(shown.means)}",
        f"Why it matters\n{_indented(shown.matters)}",
        f"What to do\n{_indented(shown.mend)}",
        f"A scenario that has it{_edit(shown)}\n{_indented(shown.bad)}",
        f"One that has not\n{_indented(shown.good)}",
    ]
    return "\n\n".join(parts)


def _edit(shown: Page) -> str:
    if shown.about is not None:
        return f" (for {shown.about}, if it is all there is)"
    if shown.edit is None:
        return ""
    program, old, new = shown.edit
    return f", if {program} says {' '.join(new.split())!r} in the place of {' '.join(old.split())!r}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.rstrip().splitlines())
