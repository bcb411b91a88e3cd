"""The outcome graph as a tree in the terminal. Equal situations are one: the second time a number points back."""

from __future__ import annotations

from collections import Counter

from reasoner.graphs.picture import Box, Link, Picture
from reasoner.words.phrasing import counted

from .render_text import head_lines
from .terminal import Span, width, wrapped_spans

__all__ = ["graph"]


_NARROWEST = 40
"""So many columns a line has beside its indent, however deep the tree is."""


def _count(picture: Picture, link: Link) -> list[Span]:
    return [] if link.paths is None else [(f"  [{counted(link.paths, picture.counted[:-1])}]", ("dim",))]


def _mark(box: Box) -> Span | None:
    if box.kind == "divergence":
        return f"◆ the paths part: {box.chooser}", ("yellow", "bold")
    return (f"◇ {box.chooser}", ("cyan",)) if box.kind == "choice" else None


def _box(picture: Picture, box: Box, tag: list[Span]) -> list[Span]:
    if box.outcome is not None:
        return [(f"● {box.outcome}  {picture.outcome_texts[box.outcome - 1]}", ("green", "bold"))]
    what = "; ".join(box.lines)
    if box.kind == "open":
        return [(f"○ {what or 'the situation'}: not explored", ()), *tag]
    mark = _mark(box)
    if not box.lines:
        return [mark or ("·", ()), *tag]
    if mark is None:
        return [(f"· {what}", ("dim",)), *tag]
    return [(what, ()), *tag, (f"  {mark[0]}", mark[1])]


def _link(picture: Picture, link: Link, alone: bool) -> list[Span]:
    if link.kind == "go":
        return []
    alike = f" ×{link.copies}, in any order" if link.copies > 1 else ""
    return [(f"{link.text}{alike}", ()), *([] if alone else _count(picture, link))]


def graph(picture: Picture) -> str:
    """The tree, with the report's verdict over it."""
    arrivals = Counter(each.target for each in picture.links)
    leaving: dict[int, list[Link]] = {}
    for each in picture.links:
        leaving.setdefault(each.source, []).append(each)
    lines: list[str] = []
    columns = width()

    def write(spans: list[Span], indent: str, hanging: str) -> None:
        lines.extend(wrapped_spans(spans, max(columns, len(hanging) + _NARROWEST), indent, hanging + "  "))

    seen: set[int] = set()
    # What is still to be written, last first: (box to write, link that leads there, indent of the link, of what follows).
    tasks: list[tuple[int, Link | None, str, str]] = [(0, None, "", "")]
    while tasks:
        number, link, lead, indent = tasks.pop()
        if link is not None:
            option = _link(picture, link, alone=lead == indent)
            if option or lead != indent:
                write(option or [("go on", ())], lead, indent)
        box = picture.boxes[number]
        if number in seen and box.outcome is None:
            write([(f"→ goes on at [{number}]", ("dim",))], indent, indent)
            continue
        seen.add(number)
        tag: list[Span] = [(f"  [{number}]", ("dim",))] if arrivals[number] > 1 and box.outcome is None else []
        if box.lines or box.kind != "step" or tag:
            write(_box(picture, box, tag), indent, indent)
        links = leaving.get(number, [])
        if len(links) == 1:
            tasks.append((links[0].target, links[0], indent, indent))
            continue
        for index, each in reversed(list(enumerate(links))):
            last = index == len(links) - 1
            tasks.append((each.target, each, indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  ")))
    return "\n".join([*head_lines(picture.report), "", *lines])
