"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import clingo
import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.exploring.explore import explore_many
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.text_programs import ordering_program
from reasoner.language.reading import load
from reasoner.solving.programs import games

from .conftest import CORPUS, ROOT

EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")
run = CliRunner()


def test_outcomes_as_json() -> None:
    result = run.invoke(app, ["outcomes", "--format", "json", EXAMPLE])
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["schema_version"], told["complete"], told["orderings"], told["paths"], told["order_matters"]) == (1, True, 2, 2, True)
    assert [(o["id"], o["orderings"], o["values"]["ben.life"]) for o in told["outcomes"]] == [(1, 1, 14), (2, 1, 18)]
    (divergence,) = told["divergences"]
    assert divergence["chooser"] == "ben"
    assert [(o["effect"], o["outcomes"]) for o in divergence["options"]] == [("furnace-doubles", [1]), ("mending-hands", [2])]


def test_standard_input() -> None:
    text = Path(EXAMPLE).read_text()
    assert run.invoke(app, ["outcomes", "-"], input=text).stdout == run.invoke(app, ["outcomes", EXAMPLE]).stdout


def test_orderings_with_to_and_limit() -> None:
    assert len(run.invoke(app, ["orderings", EXAMPLE]).stdout.splitlines()) == 2
    assert run.invoke(app, ["orderings", "--limit", "1", EXAMPLE]).stdout.splitlines() == [
        "1. furnace-doubles (5 → 10), then mending-hands (prevents 4) → 1"
    ]
    only = run.invoke(app, ["orderings", "--to", "2", "--format", "json", EXAMPLE]).stdout
    assert json.loads(only)["outcomes"] == [2]
    missing = run.invoke(app, ["orderings", "--to", "9", EXAMPLE])
    assert missing.exit_code == 2
    assert "there is no outcome 9" in missing.stderr


def test_a_cut_off_search_says_so() -> None:
    result = run.invoke(app, ["outcomes", "--max-states", "3", EXAMPLE])
    assert result.exit_code == 3
    assert "INCOMPLETE" in result.stdout
    assert "incomplete" in result.stderr


def test_wrong_input_goes_to_standard_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: magik\n")
    result = run.invoke(app, ["outcomes", str(bad)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{bad}:1:7: game: unknown game 'magik'; did you mean 'magic'?" in result.stderr


def test_suite_results(tmp_path: Path) -> None:
    good = Path(EXAMPLE).read_text()
    (tmp_path / "good.yaml").write_text(good)
    (tmp_path / "wrong.yaml").write_text(good.replace("ben.life: 14", "ben.life: 13"))
    (tmp_path / "broken.yaml").write_text("game: [")
    result = run.invoke(app, ["test", "--format", "json", str(tmp_path)])
    assert result.exit_code == 2
    told = json.loads(result.stdout)
    assert (told["passed"], told["failed"]) == (1, 2)
    assert [(Path(c["file"]).name, c["id"], c["status"]) for c in told["cases"]] == [
        ("broken.yaml", None, "error"),
        ("good.yaml", "M-01", "passed"),
        ("wrong.yaml", "M-01", "failed"),
    ]
    assert run.invoke(app, ["test", str(tmp_path / "nothing")]).exit_code == 2


def test_switches_can_be_set_from_outside() -> None:
    file = str(CORPUS / "magic" / "rules" / "614.16-combat-a.yaml")
    text = run.invoke(app, ["outcomes", "--switch", "counters_from_combat_damage=effect", file])
    assert text.exit_code == 0
    assert "With counters_from_combat_damage = effect." in text.stdout
    assert "wall.counters.-1/-1 4" in text.stdout.replace("none → ", "").replace("0 → ", "")
    usual = run.invoke(app, ["outcomes", "--format", "json", "--switch", "counters_from_combat_damage=no_effect", file])
    assert json.loads(usual.stdout)["switches"] == {}


@pytest.mark.parametrize("given", ["counters_from_combat_damge=effect", "counters_from_combat_damage=efect", "counters_from_combat_damage"])
def test_an_unknown_switch_is_an_error(given: str) -> None:
    found = run.invoke(app, ["outcomes", "--switch", given, EXAMPLE])
    assert found.exit_code == 2
    assert "valid here" in found.stderr


def test_an_interrupted_run_says_so_and_ends(tmp_path: Path) -> None:
    # Adders and multipliers do not commute, so every ordering has a line: far more of them than a pipe holds that nobody reads.
    ways = [f"amount + {n}" for n in range(1, 5)] + [f"{n} * amount" for n in range(2, 6)]
    effects = "".join(
        f"  e{n}: {{controller: ann, would: {{gain_life: {{}}}}, instead: {{amount: {way}}}}}\n" for n, way in enumerate(ways)
    )
    file = tmp_path / "many.yaml"
    file.write_text(f"game: magic\nplayers: [ann]\neffects:\n{effects}event: {{gain_life: {{player: ann, amount: 1}}}}\n")
    command = [sys.executable, "-m", "cli.main", "orderings", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert "interrupted" in process.communicate()[1]
    assert process.returncode == 130


def test_help_is_quick_and_imports_no_solver() -> None:
    code = "import sys, cli.main; assert not {'clingo', 'networkx', 'rich', 'ruamel.yaml'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def _models(text: str) -> int:
    control = clingo.Control(["0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    count = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            count += 1
    return count


def test_the_ordering_program_has_one_answer_set_for_each_path() -> None:
    scenarios = [scenario for path in sorted(CORPUS.rglob("*.yaml")) if len((scenario := load(str(path))).effects) <= 6]
    of_games = [[scenario for scenario in scenarios if scenario.game == game] for game in games()]
    for batch in (some[start : start + 50] for some in of_games for start in range(0, len(some), 50)):
        for exploration in explore_many(batch):
            graph = OutcomeGraph(exploration)
            if graph.paths is not None:
                assert _models(ordering_program(graph)) == sum(graph.paths), exploration.scenario.file


@pytest.mark.parametrize("arguments", [["facts"], ["facts", "--program"], ["facts", "--at", "0"]])
def test_a_stock_clingo_runs_the_programs(arguments: list[str]) -> None:
    program = run.invoke(app, [*arguments, EXAMPLE])
    assert program.exit_code == 0
    found = subprocess.run([sys.executable, "-m", "clingo", "0"], input=program.stdout, capture_output=True, text=True, check=False)
    assert "info" not in found.stderr
    assert f"Models       : {2 if '--program' in arguments else 1}" in found.stdout
    if "--at" in arguments:
        assert 'option(0,apply("mending-hands",e(1,1)))' in found.stdout
        assert 'because(0,apply("mending-hands",e(1,1)),"616.1e")' in found.stdout


LOOP = """
game: magic
players: [ann]
objects: {bear: {types: [creature], power: 0, toughness: 0, controller: ann}}
effects:
  stays: {source: bear, would: {dies: {what: self}}, instead: nothing}
steps: [state_based_actions]
"""


def test_options_that_repeat_without_end_are_told() -> None:
    told = run.invoke(app, ["outcomes", "-"], input=LOOP)
    assert told.exit_code == 0
    assert "The options can repeat without end; no end is ever reached." in told.stdout
    assert json.loads(run.invoke(app, ["outcomes", "--format", "json", "-"], input=LOOP).stdout)["loops"] is True
    assert "No choice leaves the loop." in told.stdout
    file = str(CORPUS / "magic" / "cases" / "M-60.yaml")
    assert "The loop can be left after shuffles" in run.invoke(app, ["outcomes", file]).stdout
    exits = json.loads(run.invoke(app, ["outcomes", "--format", "json", file]).stdout)["exits"]
    assert {option["effect"] for choice in exits for option in choice["options"]} == {"exiles"}
    for command in (["orderings"], ["facts", "--program"]):
        result = run.invoke(app, [*command, "-"], input=LOOP)
        assert (result.exit_code, "repeat without end" in result.stderr) == (3, True)


def test_a_choice_that_is_no_order_is_called_a_choice() -> None:
    effect = "{controller: ann, optional: true, would: {gain_life: {player: you}}, instead: {amount: 2 * amount}}"
    optional = f"{{game: magic, players: [ann], effects: {{more: {effect}}}, event: {{gain_life: {{player: ann, amount: 1}}}}}}"
    assert "2 outcomes: the choice matters, and ann chooses." in run.invoke(app, ["outcomes", "-"], input=optional).stdout


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ("draw: {player: ann, amount: 100000}", "draws one by one"),
        ("create: {player: ann, tokens: {Bear: 2000}}", "tokens that enter one by one"),
    ],
)
def test_too_many_single_things_are_refused(event: str, what: str) -> None:
    tapped = "{controller: ann, would: {enter: {}}, instead: {tapped: true}}"
    text = f"{{game: magic, players: [ann], tokens: {{Bear: {{}}}}, effects: {{t: {tapped}}}, event: {{{event}}}}}"
    result = run.invoke(app, ["outcomes", "-"], input=text)
    assert (result.exit_code, result.stderr) == (2, f"more than 1000 {what}: make the numbers of the scenario smaller\n")
