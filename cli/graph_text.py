"""The outcome graph as a tree in the terminal. Equal situations are one: the second time a number points back."""

from __future__ import annotations

from collections import Counter

from reasoner.graphs.picture import Box, Link, Picture

from .render_text import head_lines
from .terminal import paint

__all__ = ["graph"]


def _count(picture: Picture, link: Link) -> str:
    if link.paths is None:
        return ""
    noun = picture.counted if link.paths != 1 else picture.counted[:-1]
    return paint(f"  [{link.paths:,} {noun}]", "dim")


def _mark(box: Box) -> str:
    if box.kind == "divergence":
        return paint(f"◆ the paths part: {box.chooser}", "yellow", "bold")
    return paint(f"◇ {box.chooser}", "cyan") if box.kind == "choice" else ""


def _box(picture: Picture, box: Box, tag: str) -> str:
    if box.outcome is not None:
        return paint(f"● {box.outcome}  {picture.outcome_texts[box.outcome - 1]}", "green", "bold") + tag
    what = "; ".join(box.lines) or "the situation"
    if box.kind == "open":
        return f"○ {what}: not explored{tag}"
    mark = _mark(box)
    return (f"{what}{tag}  {mark}" if mark else paint(f"· {what}", "dim") + tag) if box.lines else f"{mark or '·'}{tag}"


def _link(picture: Picture, link: Link, alone: bool) -> str:
    if link.kind == "go":
        return ""
    alike = f" ×{link.copies} alike" if link.copies > 1 else ""
    return f"{link.text}{alike}{'' if alone else _count(picture, link)}"


def graph(picture: Picture) -> str:
    """The tree, with the report's verdict over it."""
    arrivals = Counter(each.target for each in picture.links)
    leaving: dict[int, list[Link]] = {}
    for each in picture.links:
        leaving.setdefault(each.source, []).append(each)
    lines: list[str] = []
    seen: set[int] = set()
    # What is still to be written, last first: (box to write, link that leads there, indent of the link, of what follows).
    tasks: list[tuple[int, Link | None, str, str]] = [(0, None, "", "")]
    while tasks:
        number, link, lead, indent = tasks.pop()
        if link is not None:
            text = _link(picture, link, alone=lead == indent)
            if text or lead != indent:
                lines.append(f"{lead}{text or 'go on'}")
        box = picture.boxes[number]
        if number in seen and box.outcome is None:
            lines.append(f"{indent}{paint(f'→ goes on at [{number}]', 'dim')}")
            continue
        seen.add(number)
        tag = paint(f"  [{number}]", "dim") if arrivals[number] > 1 and box.outcome is None else ""
        if box.lines or box.kind != "step" or tag:
            lines.append(f"{indent}{_box(picture, box, tag)}")
        links = leaving.get(number, [])
        if len(links) == 1:
            tasks.append((links[0].target, links[0], indent, indent))
            continue
        for index, each in reversed(list(enumerate(links))):
            last = index == len(links) - 1
            tasks.append((each.target, each, indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  ")))
    return "\n".join([*head_lines(picture.report), "", *lines])
