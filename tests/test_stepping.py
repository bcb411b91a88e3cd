"""Stepping through a scenario with piped commands, and looking rules up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.stepping import HELP, Stepper
from reasoner.exploring.explore import explore
from reasoner.graphs.graph import OutcomeGraph
from reasoner.language.reading import load

from .conftest import CORPUS, ROOT

EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")
run = CliRunner()


def test_a_piped_walk() -> None:
    result = run.invoke(app, ["step", EXAMPLE], input="1\nwhy mending-hands\n\n\n\n\npath\nback\njump 0\n2\noutcomes\nstate\nhelp\nquit\n")
    assert result.exit_code == 0
    told = result.stdout
    assert "  1  furnace-doubles (5 → 10)  → outcome 1" in told
    assert "  + mending-hands can be applied to “bolt deals 10 damage to ben”: it waits for damage" in told
    assert "  ● outcome 1: ben.life 20 → 14" in told
    assert "  [0] furnace-doubles (5 → 10)\n  [1] mending-hands (prevents 4)" in told
    assert "  ✗ 1  ben.life 20 → 14\n  ● 2  ben.life 20 → 18" in told
    assert "  mending-hands.left" not in told.rsplit("> state", 1)[1]
    assert HELP in told


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("9", "choose one of the options 1 to 2"),
        ("", "choose one of the options 1 to 2"),
        ("back", "this is the start"),
        ("jump x", "jump to a situation from 0 to 10"),
        ("why nothing", "there is no effect 'nothing': furnace-doubles, mending-hands"),
        ("dance", "there is no command 'dance'"),
        ("s", ""),
    ],
)
def test_a_command_that_cannot_be_done(command: str, message: str) -> None:
    result = run.invoke(app, ["step", EXAMPLE], input=f"{command}\n")
    assert result.exit_code == (2 if message else 0)
    assert message in result.stdout


def test_the_scenario_cannot_come_from_standard_input() -> None:
    result = run.invoke(app, ["step", "-"], input="")
    assert (result.exit_code, "give the scenario as a file" in result.stderr) == (2, True)


def test_every_situation_can_be_shown() -> None:
    for name in ("M-03", "M-54", "M-60", "M-97b"):
        graph = OutcomeGraph(explore(load(str(CORPUS / "magic" / "cases" / f"{name}.yaml"))))
        stepper = Stepper(graph)
        for situation, edges in enumerate(graph.edges):
            shown = stepper.do(f"jump {situation}")
            assert len([line for line in shown if "→ outcome" in line]) >= len(edges)
            assert stepper.at == situation


def test_rules_tell_where_they_stand_and_what_shows_them() -> None:
    told = json.loads(run.invoke(app, ["rules", "614.5", "--format", "json"]).stdout)
    (rule,) = told["rules"]
    assert {"file", "line", "says"} == rule["encoded"][0].keys()
    assert any(place["file"] == "asp/core/applicable.lp" for place in rule["encoded"])
    for place in rule["encoded"]:
        assert "614.5" in (ROOT / place["file"]).read_text(encoding="utf-8").splitlines()[place["line"] - 1]
    assert any(file.endswith("M-08.yaml") for file in rule["scenarios"])


def test_rules_are_found_by_their_beginning_and_game(tmp_path: Path) -> None:
    below = json.loads(run.invoke(app, ["rules", "616", "--game", "magic", "--format", "json"]).stdout)["rules"]
    assert len(below) > 5
    assert all(entry["rule"].startswith("616.") for entry in below)
    assert "shown by no scenario here" in run.invoke(app, ["rules", "616.1e", "--corpus", str(tmp_path)]).stdout
    for wrong in (["rules", "999.9"], ["rules", "--game", "magik"]):
        assert run.invoke(app, wrong).exit_code == 2
