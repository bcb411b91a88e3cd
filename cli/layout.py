"""Where the boxes of a picture go: by Graphviz where its ``dot`` is found, else by grandalf, which is Python alone.

Every box with its words is placed, and so is every option, as a small box of its own between two; so no words overlap.
"""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import dataclass
from itertools import pairwise

from reasoner.errors import InsteadError

__all__ = ["Arrow", "Layout", "LayoutMissing", "arrange"]

Point = tuple[float, float]
_GAP_ACROSS, _GAP_DOWN = 24.0, 30.0
_POINTS_PER_INCH = 72.0


class LayoutMissing(InsteadError):
    """Neither Graphviz nor grandalf is there."""


@dataclass(frozen=True)
class Arrow:
    """The way of an arrow: the start, then three points for every Bézier curve."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Layout:
    """``centers`` are the middles of the boxes, ``arrows`` the ways between them, in the order in which they were given."""

    width: float
    height: float
    centers: tuple[Point, ...]
    arrows: tuple[Arrow, ...]


def arrange(sizes: list[Point], arrows: list[tuple[int, int]], *, dot: str | None = None) -> Layout:
    """Lay out boxes of these sizes (width, height) so that arrows (from, to) point downwards. Box 0 is the root.

    ``dot`` is the program to use; by default the one that is found, and ``""`` uses none.
    Raises LayoutMissing if there is no way to lay them out.
    """
    program = shutil.which("dot") if dot is None else dot
    if program:
        return _by_graphviz(program, sizes, arrows)
    try:
        import grandalf  # noqa: F401
    except ImportError:
        raise LayoutMissing(
            "to draw a graph, Graphviz (its command dot) or the Python package grandalf must be installed: "
            "python -m pip install grandalf; .dot, .mmd, .json and the tree in the terminal need neither"
        ) from None
    return _by_grandalf(sizes, arrows)


def _by_graphviz(program: str, sizes: list[Point], arrows: list[tuple[int, int]]) -> Layout:
    inch = _POINTS_PER_INCH
    lines = [
        "digraph {",
        f'graph [nodesep="{_GAP_ACROSS / inch:.3f}", ranksep="{_GAP_DOWN / inch:.3f}"];',
        'node [shape=box, fixedsize=true, label=""];',
        *(f"n{n} [width={w / inch:.4f}, height={h / inch:.4f}];" for n, (w, h) in enumerate(sizes)),
        *(f"n{a} -> n{b} [id={i}, arrowhead=none];" for i, (a, b) in enumerate(arrows)),
        "}",
    ]
    run = subprocess.run([program, "-Tjson"], input="\n".join(lines), capture_output=True, text=True, check=False)
    if run.returncode:
        raise LayoutMissing(f"{program} failed: {run.stderr.strip()}")
    import json

    told = json.loads(run.stdout)
    _, _, width, height = map(float, told["bb"].split(","))

    def point(text: str) -> Point:
        x, y = map(float, text.split(","))
        return x, height - y

    centers = {thing["name"]: point(thing["pos"]) for thing in told["objects"]}
    ways = {int(edge["id"]): tuple(point(p) for p in edge["pos"].split(" ") if p[0] not in "es") for edge in told.get("edges", [])}
    return Layout(width, height, tuple(centers[f"n{n}"] for n in range(len(sizes))), tuple(Arrow(ways[i]) for i in range(len(arrows))))


def _by_grandalf(sizes: list[Point], arrows: list[tuple[int, int]]) -> Layout:
    from grandalf.graphs import Edge, Graph, Vertex
    from grandalf.layouts import SugiyamaLayout, VertexViewer
    from grandalf.routing import EdgeViewer

    boxes = [Vertex(number) for number in range(len(sizes))]
    for box, (width, height) in zip(boxes, sizes, strict=True):
        box.view = VertexViewer(w=width, h=height)
    # It keeps one edge between two boxes, and none from a box to itself.
    edges = {pair: Edge(boxes[pair[0]], boxes[pair[1]]) for pair in dict.fromkeys(arrows) if pair[0] != pair[1]}
    for edge in edges.values():
        edge.view = EdgeViewer()
    core = Graph(boxes, list(edges.values())).C[0]
    drawing = SugiyamaLayout(core)
    drawing.xspace, drawing.yspace = _GAP_ACROSS, _GAP_DOWN
    ways: dict[int, list[Point]] = {}
    drawing.route_edge = lambda edge, points: ways.__setitem__(id(edge), list(points))
    drawing.init_all(roots=[boxes[0]])
    drawing.draw(10)
    left = min(box.view.xy[0] - w / 2 for box, (w, _) in zip(boxes, sizes, strict=True))
    top = min(box.view.xy[1] - h / 2 for box, (_, h) in zip(boxes, sizes, strict=True))
    centers = [(box.view.xy[0] - left, box.view.xy[1] - top) for box in boxes]
    ways = {key: [(x - left, y - top) for x, y in points] for key, points in ways.items()}
    routes: list[Arrow] = []
    for a, b in arrows:
        if a == b:
            routes.append(_loop(centers[a], sizes[a]))
            continue
        points = ways.get(id(edges[a, b]), [])
        inner = points[1:-1]
        if inner and math.dist(inner[0], centers[a]) > math.dist(inner[-1], centers[a]):
            inner = inner[::-1]
        routes.append(_through(centers[a], sizes[a], inner, centers[b], sizes[b]))
    width = max(x + w / 2 for (x, _), (w, _) in zip(centers, sizes, strict=True))
    height = max(y + h / 2 for (_, y), (_, h) in zip(centers, sizes, strict=True))
    bends = [point for route in routes for point in route.points]
    return Layout(max([width, *(x for x, _ in bends)]), max([height, *(y for _, y in bends)]), tuple(centers), tuple(routes))


def _through(start: Point, start_size: Point, inner: list[Point], end: Point, end_size: Point) -> Arrow:
    """A way from box to box through points between: from edge to edge, with curves that leave and arrive upright."""
    down = 1 if end[1] > start[1] else -1
    stops = [(start[0], start[1] + down * start_size[1] / 2), *inner, (end[0], end[1] - down * end_size[1] / 2)]
    way: list[Point] = [stops[0]]
    for (x1, y1), (x2, y2) in pairwise(stops):
        middle = (y1 + y2) / 2
        way += [(x1, middle), (x2, middle), (x2, y2)]
    return Arrow(tuple(way))


def _loop(center: Point, size: Point) -> Arrow:
    (x, y), (width, height) = center, size
    right = x + width / 2
    return Arrow(((right, y - height / 4), (right + 30, y - height / 2), (right + 30, y + height / 2), (right, y + height / 4)))
