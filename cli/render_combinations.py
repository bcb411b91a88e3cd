"""The report of ``instead outcomes --expand``: the outcomes of independent parts combined, written as they are made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reasoner.graphs.outcome_words import outcome_texts, shared_changes

from . import render_parts
from .page import Page
from .render_json import dump, outcome_data
from .render_text import place_of

if TYPE_CHECKING:
    from reasoner.graphs.combining import Combination, Combinations

__all__ = ["concise", "data", "lines", "page"]


class _Words:
    """Combinations in words: what tells the outcomes of each part apart."""

    def __init__(self, found: Combinations):
        self._texts = [outcome_texts(part.report) if len(part.report.outcomes) > 1 else [] for part in found.report.parts]

    def told(self, one: Combination) -> str:
        return ", ".join(texts[number - 1] for texts, number in zip(self._texts, one.parts, strict=True) if texts)


def _numbers(one: Combination) -> str:
    return ",".join(map(str, one.parts))


def _orderings(one: Combination) -> str:
    return "∞" if one.orderings is None else f"{one.orderings:,}"


def _always(found: Combinations) -> list[str]:
    """What changes alike in all of them."""
    told: list[str] = []
    for part in found.report.parts:
        told += shared_changes(part.report) if len(part.report.outcomes) > 1 else outcome_texts(part.report)
    return [text for text in told if text != "nothing changes"]


def page(found: Combinations, told: Iterable[Combination], asked: int) -> Page:
    """These combinations as a table, and how many more there are of those that were asked for."""
    words = _Words(found)
    written = Page(found.report.scenario.title, place_of(found.report.parts[0].report), [render_parts.verdict(found.report)])
    rows = [(f"{one.number:,}", words.told(one), _orderings(one), _numbers(one)) for one in told]
    written.table(("#", "outcome", "orderings", "of each part"), rows, frozenset({0, 2}))
    if more := asked - len(rows):
        written.text(f"… and {more:,} more (--limit {min(asked, 10 * len(rows))} tells more, --format jsonl all).")
    if shared := _always(found):
        written.text(f"In every outcome: {', '.join(shared)}.")
    return written


def concise(found: Combinations, told: Iterable[Combination]) -> Iterator[str]:
    """The verdict, and one line for each combination."""
    words = _Words(found)
    yield render_parts.verdict(found.report)
    for one in told:
        yield f"{one.number}: {words.told(one)} [{_orderings(one)}] {_numbers(one)}"


def _data(one: Combination) -> dict[str, Any]:
    return {"id": one.number, "parts": list(one.parts), **outcome_data(one)}


def data(found: Combinations, told: Iterable[Combination]) -> str:
    """The report of the parts as JSON, and beside it these combinations as ``outcomes``."""
    return dump({**render_parts.whole_data(found.report), "outcomes": list(map(_data, told))})


def lines(found: Combinations, told: Iterable[Combination]) -> Iterator[str]:
    """The same, one object a line."""
    yield render_parts.lines(found.report)
    for one in told:
        yield json.dumps({"kind": "outcome", **_data(one)}, ensure_ascii=False)
