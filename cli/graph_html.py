"""The outcome graph as one HTML page that works offline: pan, zoom, choose step by step, see the outcomes narrow."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files

from reasoner.graphs.picture import Picture

from .graph_data import as_data
from .graph_svg import STYLE, drawing
from .render_text import place_of, verdict

__all__ = ["graph"]


def graph(picture: Picture, *, dot: str | None = None) -> str:
    """The page. Raises LayoutMissing; ``dot`` as in ``layout.arrange``."""
    width, height, inside = drawing(picture, dot=dot)
    report = picture.report
    scenario = report.scenario
    # "<" may stand in names and titles; inside a script it must not end the element.
    told = json.dumps({**as_data(picture), "width": width, "height": height}, ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "@TITLE@": escape(" ".join(scenario.title.split())),
        "@PLACE@": escape(place_of(report)),
        "@VERDICT@": escape(verdict(report)),
        "@STYLE@": STYLE,
        "@DRAWING@": inside,
        "@DATA@": told,
    }
    page = files("cli").joinpath("graph.html").read_text(encoding="utf-8")
    # In one pass, so that a name in the scenario cannot stand for a part of the page.
    return re.sub("@[A-Z]+@", lambda match: parts[match[0]], page)
