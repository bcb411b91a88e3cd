"""``instead graph``: the outcome graph, drawn in the way that the name of the output file asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.words.phrasing import counted

from .running import USAGE, explore_one, guarded, load_scenario, say, warn_incomplete

if TYPE_CHECKING:
    from reasoner.graphs.picture import Picture

__all__ = ["FORMATS", "graph"]

LARGE = 500
"""Drawings of more boxes than this are hard to read."""


def _svg(picture: Picture) -> str:
    from .graph_svg import graph

    return graph(picture)


def _html(picture: Picture) -> str:
    from .graph_html import graph

    return graph(picture)


def _dot(picture: Picture) -> str:
    from .graph_dot import dot

    return dot(picture)


def _mermaid(picture: Picture) -> str:
    from .graph_dot import mermaid

    return mermaid(picture)


def _graphml(picture: Picture) -> str:
    from .graph_data import graphml

    return graphml(picture)


def _json(picture: Picture) -> str:
    from .graph_data import json_graph

    return json_graph(picture)


def _text(picture: Picture) -> str:
    from .graph_text import graph

    return graph(picture) + "\n"


FORMATS: dict[str, Callable[[Picture], str]] = {
    "svg": _svg,
    "html": _html,
    "dot": _dot,
    "mmd": _mermaid,
    "graphml": _graphml,
    "json": _json,
    "txt": _text,
}
"""How the graph is written, by the ending of the output file."""


def graph(
    file: str, output: Path | None, outcomes: bool, switches: list[str], by_state: bool, max_states: int, time_limit: float | None
) -> int:
    """Draw the graph of a scenario, or with ``outcomes`` its divergence skeleton. Returns the exit code."""

    def run() -> int:
        ending = "txt" if output is None else output.suffix.lower().removeprefix(".")
        if ending not in FORMATS:
            say(f"{output}: the ending says how the graph is drawn; valid here: {', '.join('.' + name for name in FORMATS)}")
            return USAGE
        from reasoner.graphs.picture import whole_picture
        from reasoner.graphs.report import make_graph
        from reasoner.graphs.skeleton import skeleton

        exploration = explore_one(load_scenario(file, switches), max_states, time_limit)
        found = make_graph(exploration, by_state)
        picture = skeleton(found) if outcomes else whole_picture(found)
        if len(picture.boxes) > LARGE and ending in ("svg", "html", "mmd") and not outcomes:
            say(f"this graph has {len(picture.boxes):,} situations; --outcomes draws only where the paths part")
        written = FORMATS[ending](picture)
        if output is None:
            print(written, end="")
        else:
            try:
                output.write_text(written, encoding="utf-8")
            except OSError as error:
                say(f"{output}: cannot be written: {error.strerror}")
                return USAGE
            say(f"{output}: {counted(len(picture.boxes), 'box')}, {counted(len(picture.report.outcomes), 'outcome')}")
        return warn_incomplete(exploration)

    return guarded(run)
