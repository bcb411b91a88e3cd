"""What players can guarantee, against a search that plays every game out."""

from __future__ import annotations

import json

from hypothesis import given, settings
from typer.testing import CliRunner

from cli.main import app
from reasoner.exploring.explore import Limits, explore
from reasoner.graphs.forces import guarantees
from reasoner.graphs.graph import OutcomeGraph

from .conftest import ROOT
from .random_scenarios import Data, mixed, read

run = CliRunner()
EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")


def played_out(graph: OutcomeGraph, player: str, node: int = 0) -> set[int]:
    """The outcomes that the player can bring about from here, by trying everything."""
    edges = graph.edges[node]
    if not edges:
        return {graph.outcome_of[node] + 1}
    each = [played_out(graph, player, edge.target) for edge in edges]
    choosers = {name for edge in edges for name in edge.choosers}
    return set.union(*each) if choosers == {player} else set.intersection(*each)


@settings(max_examples=25)
@given(mixed(most_effects=3))
def test_the_program_agrees_with_playing_everything_out(data: Data) -> None:
    graph = OutcomeGraph(explore(read(data), Limits(states=150)))
    if graph.loops or not graph.exploration.complete or sum(graph.paths or [0]) > 2000:
        return
    players = {name for edges in graph.edges for edge in edges for name in edge.choosers}
    found = {(g.player, g.outcome) for g in guarantees(graph)}
    assert found == {(player, outcome) for player in players for outcome in played_out(graph, player)}


def test_the_command() -> None:
    result = run.invoke(app, ["outcomes", EXAMPLE, "--forces"])
    assert result.stdout.splitlines()[0] == "ben can bring about 1, 2"
    answer = json.loads(run.invoke(app, ["outcomes", EXAMPLE, "--forces", "--format", "json"]).stdout)
    assert [(g["player"], g["outcome"], len(g["choices"])) for g in answer["forces"]] == [("ben", 1, 1), ("ben", 2, 1)]
