"""The outcome graph for Graphviz (DOT) and for Mermaid, as text that other tools draw."""

from __future__ import annotations

from reasoner.graphs.picture import Box, Link, Picture

from .graph_svg import box_lines, link_lines

__all__ = ["dot", "mermaid"]

_COLOURS = {
    "divergence": ("#fff3d6", "#c98a00"),
    "choice": ("#e8f1fd", "#4a86cf"),
    "outcome": ("#e3f5e6", "#2e8b46"),
    "open": ("#fdeaea", "#c0392b"),
    "step": ("#f3f5f8", "#b3bdca"),
}
"""Of each kind of box: its filling and its border."""


def _box_texts(picture: Picture, box: Box) -> list[str]:
    return [text for _, text in box_lines(picture, box)]


def _link_texts(picture: Picture, link: Link) -> list[str]:
    return [] if link.kind == "go" else [text for _, text in link_lines(picture, link)]


def _quoted(lines: list[str]) -> str:
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'


def dot(picture: Picture) -> str:
    """The graph in the DOT language."""
    title = " ".join(picture.report.scenario.title.split())
    lines = ["digraph outcomes {", f"  label={_quoted([title])}; labelloc=t; fontname=sans;"]
    lines.append('  node [shape=box, style="rounded,filled", fontname=sans, fontsize=11]; edge [fontname=sans, fontsize=10];')
    for number, box in enumerate(picture.boxes):
        fill, border = _COLOURS[box.kind]
        lines.append(f'  n{number} [label={_quoted(_box_texts(picture, box))}, fillcolor="{fill}", color="{border}"];')
    for link in picture.links:
        style = ", style=dashed" if link.kind == "go" else ""
        lines.append(f"  n{link.source} -> n{link.target} [label={_quoted(_link_texts(picture, link))}{style}];")
    return "\n".join([*lines, "}", ""])


_MARKS = str.maketrans({"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"})


def _mermaid_text(lines: list[str]) -> str:
    return '"' + "<br/>".join(line.translate(_MARKS) for line in lines) + '"'


def mermaid(picture: Picture) -> str:
    """The graph as a Mermaid flowchart, which many forges draw inside Markdown."""
    lines = ["flowchart TD"]
    for number, box in enumerate(picture.boxes):
        left, right = ("([", "])") if box.kind == "outcome" else ("[", "]")
        lines.append(f"  n{number}{left}{_mermaid_text(_box_texts(picture, box))}{right}:::{box.kind}")
    for link in picture.links:
        texts = _link_texts(picture, link)
        arrow = f"-->|{_mermaid_text(texts)}|" if texts else "-.->"
        lines.append(f"  n{link.source} {arrow} n{link.target}")
    lines += [f"  classDef {kind} fill:{fill},stroke:{border},color:#1c2430" for kind, (fill, border) in _COLOURS.items()]
    return "\n".join([*lines, ""])
