"""The outcome graph as SVG. It needs nothing else: styles are inside, light or dark as the reader's system is."""

from __future__ import annotations

from html import escape

from reasoner.graphs.picture import Box, Link, Picture

from .layout import Layout, Point, arrange
from .terminal import wrapped

__all__ = ["STYLE", "box_lines", "drawing", "graph", "link_lines"]

_LINE, _CHARACTER, _BOLD, _PAD = 16.0, 6.9, 7.7, 10.0
_COLUMNS, _PILL_COLUMNS = 44, 32
_MOST_CHANGES = 5
_MARGIN = 16.0

STYLE = """
.paper{fill:#fff}
text{font:12px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1c2430}
.head{font-weight:600}.quiet{fill:#5b6675}
.box rect{fill:#f3f5f8;stroke:#b3bdca}
.divergence rect{fill:#fff3d6;stroke:#c98a00;stroke-width:2}
.choice rect{fill:#e8f1fd;stroke:#4a86cf}
.outcome rect{fill:#e3f5e6;stroke:#2e8b46;stroke-width:2}
.open rect{fill:#fdeaea;stroke:#c0392b;stroke-dasharray:4 3}
.pill rect{fill:#fff;stroke:#8a96a5}
.arrow{fill:none;stroke:#7d8997;stroke-width:1.4}
.go{stroke-dasharray:4 3}
.tip{fill:#7d8997}
@media (prefers-color-scheme:dark){
.paper{fill:#14181f}text{fill:#e6ebf2}.quiet{fill:#9aa7b8}
.box rect{fill:#1f2630;stroke:#4a5666}
.divergence rect{fill:#3a2f12;stroke:#e0a526}
.choice rect{fill:#1a2c44;stroke:#5b9be6}
.outcome rect{fill:#17341f;stroke:#4cbd68}
.open rect{fill:#3a1c1c;stroke:#e06c5f}
.pill rect{fill:#14181f;stroke:#6d7a8b}
.arrow{stroke:#8b98a8}.tip{fill:#8b98a8}
}
"""

_Line = tuple[str, str]
"""The style of a line, and its text."""


def _balanced(text: str, columns: int) -> list[str]:
    """The text in as few lines as the columns allow, about equally long; the two sides of an arrow stay together."""
    text = text.replace(" → ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")
    lines = wrapped(text, columns)
    for narrower in range(columns - 1, len(text) // len(lines), -1):
        tried = wrapped(text, narrower)
        if len(tried) > len(lines):
            break
        lines = tried
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _folded(style: str, texts: list[str] | tuple[str, ...], columns: int = _COLUMNS) -> list[_Line]:
    return [(style, line) for text in texts for line in _balanced(text, columns)]


def box_lines(picture: Picture, box: Box) -> list[_Line]:
    """What stands in a box."""
    if box.outcome is not None:
        return [("head", f"outcome {box.outcome}"), *_folded("text", picture.outcome_texts[box.outcome - 1].split(", "))]
    lines = _folded("head" if box.kind in ("divergence", "choice") else "text", box.lines)
    changes = list(box.fresh[:_MOST_CHANGES])
    if len(box.fresh) > _MOST_CHANGES:
        changes.append(f"… and {len(box.fresh) - _MOST_CHANGES} more changes")
    lines += _folded("quiet", changes)
    if box.kind in ("divergence", "choice"):
        lines += _folded("text", [f"{'◆ ' if box.kind == 'divergence' else ''}{box.chooser}"])
    if box.kind == "open":
        lines.append(("quiet", "not explored"))
    return lines or [("quiet", "·")]


def link_lines(picture: Picture, link: Link) -> list[_Line]:
    """What stands on an option."""
    lines = _folded("text", [link.text], _PILL_COLUMNS)
    if link.copies > 1:
        lines.append(("quiet", f"×{link.copies}, in any order"))
    if link.paths is not None:
        lines.append(("quiet", f"{link.paths:,} {picture.counted if link.paths != 1 else picture.counted[:-1]}"))
    return lines


def _size(lines: list[_Line]) -> Point:
    wide = max(len(text) * (_BOLD if style == "head" else _CHARACTER) for style, text in lines)
    return max(40.0, wide + 2 * _PAD), len(lines) * _LINE + 10.0


def _group(kind: str, name: str, number: int, label: str, center: Point, lines: list[_Line], round_: float) -> str:
    width, height = _size(lines)
    x, y = center[0] - width / 2, center[1] - height / 2
    texts = "".join(
        f'<text class="{style}" x="{center[0]:.1f}" y="{y + 5 + _LINE * (row + 0.78):.1f}" text-anchor="middle">{escape(text)}</text>'
        for row, (style, text) in enumerate(lines)
    )
    return (
        f'<g class="{kind}" data-{name}="{number}"><title>{escape(label)}</title>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:.0f}"/>{texts}</g>'
    )


def _path(points: tuple[Point, ...]) -> str:
    start, *rest = (f"{x:.1f},{y:.1f}" for x, y in points)
    return f"M{start} C{' '.join(rest)}"


def drawing(picture: Picture, *, dot: str | None = None) -> tuple[float, float, str]:
    """Width, height and the inside of the SVG. Raises LayoutMissing; ``dot`` as in ``layout.arrange``."""
    lines = [box_lines(picture, box) for box in picture.boxes]
    pills = {number: link_lines(picture, link) for number, link in enumerate(picture.links) if link.kind != "go"}
    place = {number: len(lines) + index for index, number in enumerate(pills)}
    arrows: list[tuple[int, int]] = []
    of_link: list[tuple[int, bool]] = []
    for number, link in enumerate(picture.links):
        legs = [(link.source, place[number]), (place[number], link.target)] if number in place else [(link.source, link.target)]
        arrows += legs
        of_link += [(number, leg == legs[-1]) for leg in legs]
    layout: Layout = arrange([_size(each) for each in [*lines, *pills.values()]], arrows, dot=dot)
    parts: list[str] = []
    for (number, last), way in zip(of_link, layout.arrows, strict=True):
        go = " go" if picture.links[number].kind == "go" else ""
        tip = ' marker-end="url(#arrowhead)"' if last else ""
        parts.append(f'<path class="arrow{go}" data-link="{number}" d="{_path(way.points)}"{tip}/>')
    for number, box in enumerate(picture.boxes):
        label = "; ".join(text for _, text in lines[number])
        parts.append(_group(f"box {box.kind}", "box", number, label, layout.centers[number], lines[number], 6))
    for number, pill in pills.items():
        label = "; ".join(text for _, text in pill)
        parts.append(_group("pill", "link", number, label, layout.centers[place[number]], pill, 13))
    shape = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"'
    tip = f'<marker id="arrowhead" {shape}><path class="tip" d="M0,0L8,4L0,8z"/></marker>'
    inside = f'<defs>{tip}</defs><g transform="translate({_MARGIN:.0f},{_MARGIN:.0f})">{"".join(parts)}</g>'
    return layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN, inside


def graph(picture: Picture, *, dot: str | None = None) -> str:
    """The whole SVG document. Raises LayoutMissing."""
    width, height, inside = drawing(picture, dot=dot)
    title = escape(" ".join(picture.report.scenario.title.split()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="img"><title>{title}</title><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>{inside}</svg>\n'
    )
