"""Pictures of outcome graphs: the skeleton keeps what matters, and every way to draw one works."""

from __future__ import annotations

import io
import shutil
import sys
from functools import cache
from pathlib import Path

import networkx as nx
import pytest
from typer.testing import CliRunner

from cli import layout
from cli.graph_data import graphml
from cli.graph_svg import drawing
from cli.main import app
from reasoner.exploring.explore import explore_many
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.picture import Picture, whole_picture
from reasoner.graphs.skeleton import skeleton
from reasoner.language.reading import load

from .conftest import CORPUS, ROOT

EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")
CASES = CORPUS / "magic" / "cases"
run = CliRunner()


@cache
def graphs() -> list[OutcomeGraph]:
    """The graphs of the corpus's larger questions, some with loops."""
    names = [*(f"M-{n:02}" for n in range(1, 60)), "M-60", "M-97b", "M-89a"]
    files = [*(CASES / f"{name}.yaml" for name in names), CORPUS / "magic" / "rules" / "119.5.yaml"]
    scenarios = [load(str(file)) for file in files if file.exists()]
    return [OutcomeGraph(exploration) for exploration in explore_many(scenarios)]


def as_graph(picture: Picture) -> nx.MultiDiGraph[int]:
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    graph.add_nodes_from(range(len(picture.boxes)))
    graph.add_edges_from((link.source, link.target) for link in picture.links)
    return graph


def test_of_no_event_anything_is_left_at_the_end() -> None:
    """What remained of one would tell outcomes apart that are the same."""
    waiting = {"event", "at", "item", "batch"}
    for graph in graphs():
        for nodes in graph.outcomes:
            for fluents in (graph.exploration.fluents[node] for node in nodes if not graph.edges[node]):
                left = [fluent for fluent in fluents if isinstance(fluent, tuple) and fluent[0] in waiting]
                assert not left, graph.exploration.scenario.title


def test_the_skeleton_keeps_what_is_reachable() -> None:
    for graph in graphs():
        picture = skeleton(graph)
        inside = as_graph(picture)
        for number, box in enumerate(picture.boxes):
            ends = {n for n in nx.descendants(inside, number) | {number} if picture.boxes[n].outcome is not None}
            assert tuple(sorted({picture.boxes[n].outcome or 0 for n in ends})) == box.outcomes
        assert {box.outcome for box in picture.boxes if box.outcome is not None} == set(range(1, len(graph.outcomes) + 1))
        kept = {node for box in picture.boxes for node in box.situations if box.kind == "divergence"}
        assert kept == set(graph.divergences)


def test_the_paths_that_take_the_options_of_a_situation_add_up() -> None:
    for graph in graphs():
        if graph.flow is not None and graph.paths is not None:
            assert sum(graph.flow[0]) == sum(graph.paths) or not graph.flow[0]
            into = [0] * len(graph.edges)
            for node, edges in enumerate(graph.edges):
                for edge, paths in zip(edges, graph.flow[node], strict=True):
                    into[edge.target] += paths
            for node, paths in enumerate(into[1:], 1):
                assert paths == (sum(graph.flow[node]) if graph.edges[node] else paths)


@pytest.mark.parametrize("program", ["", pytest.param("dot", marks=pytest.mark.skipif(not shutil.which("dot"), reason="no Graphviz"))])
def test_boxes_do_not_overlap(program: str) -> None:
    sizes = [(100.0, 40.0 + 10 * (n % 3)) for n in range(12)]
    arrows = [(n // 2, n) for n in range(1, 12)] + [(3, 11), (3, 11), (11, 1), (4, 4)]
    found = layout.arrange(sizes, arrows, dot=program)
    assert len(found.arrows) == len(arrows)
    assert all(len(way.points) % 3 == 1 for way in found.arrows)
    for i, (x, y) in enumerate(found.centers):
        assert 0 <= x <= found.width
        assert 0 <= y <= found.height
        for j in range(i):
            other_x, other_y = found.centers[j]
            assert abs(x - other_x) >= 100 or abs(y - other_y) >= (sizes[i][1] + sizes[j][1]) / 2


def test_every_graph_can_be_drawn() -> None:
    for graph in graphs():
        for picture in (whole_picture(graph), skeleton(graph)):
            _, _, inside = drawing(picture, dot="")
            assert inside.count("data-box=") == len(picture.boxes)


def test_graphml_reads_back() -> None:
    picture = whole_picture(graphs()[0])
    read = nx.read_graphml(io.BytesIO(graphml(picture).encode()))
    assert (len(read), read.number_of_edges()) == (len(picture.boxes), len(picture.links))


def test_without_a_layout_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "grandalf", None)
    found = run.invoke(app, ["graph", EXAMPLE, "-o", str(tmp_path / "out.svg")])
    assert found.exit_code == 2
    assert "pip install grandalf" in found.stderr


def test_the_ending_says_how_it_is_drawn(tmp_path: Path) -> None:
    for ending, start in (("svg", "<svg"), ("html", "<!doctype html>"), ("mmd", "flowchart"), ("dot", "digraph"), ("json", "{")):
        file = tmp_path / f"out.{ending}"
        assert run.invoke(app, ["graph", "--outcomes", EXAMPLE, "-o", str(file)]).exit_code == 0
        assert file.read_text(encoding="utf-8").startswith(start)
    wrong = run.invoke(app, ["graph", EXAMPLE, "-o", str(tmp_path / "out.pdf")])
    assert wrong.exit_code == 2
    assert "valid here: .svg" in wrong.stderr
    nowhere = run.invoke(app, ["graph", EXAMPLE, "-o", str(tmp_path / "no" / "out.svg")])
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr


def test_names_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    text = Path(EXAMPLE).read_text().replace("Furnace of Rath meets", "</script><script>alert(1)</script> @DATA@")
    file = tmp_path / "out.html"
    assert run.invoke(app, ["graph", "-", "-o", str(file)], input=text).exit_code == 0
    assert "<script>alert" not in file.read_text()


def test_a_cut_off_search_draws_what_it_found() -> None:
    found = run.invoke(app, ["graph", "--max-states", "3", EXAMPLE])
    assert found.exit_code == 3
    assert "not explored" in found.stdout
