"""Replaying what a game or an engine wrote down."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

from cli.main import app
from reasoner.exploring.explore import explore
from reasoner.graphs.graph import OutcomeGraph, applied_effect
from reasoner.graphs.replay import Step, replay

from .conftest import ROOT
from .random_scenarios import Data, arithmetic, read

run = CliRunner()
EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")
DOUBLE, SHIELD = {"effect": "furnace-doubles"}, {"effect": "mending-hands"}


def replayed(tmp_path: Path, *steps: dict[str, Any], file: str = EXAMPLE) -> tuple[int, Any]:
    trace = tmp_path / "trace.jsonl"
    trace.write_text("".join(json.dumps(step) + "\n" for step in steps))
    result = run.invoke(app, ["replay", file, str(trace), "--format", "json"])
    return result.exit_code, json.loads(result.stdout) if result.stdout else result.stderr


def test_legal_traces(tmp_path: Path) -> None:
    assert replayed(tmp_path, DOUBLE, SHIELD)[1]["outcomes"] == [1]
    assert replayed(tmp_path, SHIELD, DOUBLE, {"result": {"ben.life": 18}})[1]["legal"] is True
    code, found = replayed(tmp_path, DOUBLE)
    assert (code, found["outcomes"]) == (0, [1])


def test_effects_go_by_their_cards_too(tmp_path: Path) -> None:
    assert replayed(tmp_path, {"effect": "Furnace of Rath", "event": "damage", "chooser": "ben"}, SHIELD)[0] == 0


def test_the_first_step_that_is_not_legal(tmp_path: Path) -> None:
    code, found = replayed(tmp_path, DOUBLE, DOUBLE)
    assert (code, found["legal"], found["step"]["line"]) == (1, False, 2)
    assert len(found["options"]) == 1
    assert found["rules"] == ["616.1e"]
    assert len(found["nearest"]) == 2
    assert replayed(tmp_path, {**DOUBLE, "chooser": "ann"})[1]["step"]["line"] == 1
    assert replayed(tmp_path, DOUBLE, SHIELD, SHIELD)[1]["problem"] == "nothing is left to choose here"


@pytest.mark.parametrize("amounts", [("amount + 1", "amount + 1"), ("amount + 1", "amount + 2"), ("2 * amount", "3 * amount")])
def test_an_order_for_which_another_one_stands(tmp_path: Path, amounts: tuple[str, str]) -> None:
    file = tmp_path / "two.yaml"
    effects = {
        name: {"controller": "ann", "would": {"damage": {"to": "any"}}, "instead": {"amount": amount}}
        for name, amount in zip(("one", "other"), amounts, strict=True)
    }
    event = {"damage": {"to": "ben", "amount": 2}}
    file.write_text(json.dumps({"game": "magic", "players": ["ann", "ben"], "effects": effects, "event": event}))
    one, other = {"effect": "one"}, {"effect": "other"}
    for steps in ((one, other), (other, one)):
        code, found = replayed(tmp_path, *steps, file=str(file))
        assert (code, found["legal"], found["outcomes"]) == (0, True, [1])
    code, found = replayed(tmp_path, other, other, file=str(file))
    assert (code, found["step"]["line"]) == (1, 2)


def test_a_result_alone(tmp_path: Path) -> None:
    assert replayed(tmp_path, {"result": {"ben.life": 14}})[1]["outcomes"] == [1]
    code, found = replayed(tmp_path, {"result": {"ben.life": 16}})
    assert (code, found["problem"], found["options"]) == (1, "no legal ordering has this result", ["ben.life 14", "ben.life 18"])
    assert "these steps do not lead to" in replayed(tmp_path, DOUBLE, {"result": {"ben.life": 18}})[1]["problem"]


def test_the_nearest_way_to_a_result_that_the_steps_miss(tmp_path: Path) -> None:
    found = replayed(tmp_path, DOUBLE, {"result": {"ben.life": 18}})[1]
    assert [step.partition(" ")[0] for step in found["nearest"]] == ["mending-hands", "furnace-doubles"]
    code, told = replayed(tmp_path, {"result": {"bne.life": 18}})
    assert (code, "there is no 'bne'; did you mean 'ben'" in told) == (2, True)


@settings(max_examples=15)
@given(arithmetic(most=3))
def test_every_ordering_can_be_replayed(data: Data) -> None:
    graph = OutcomeGraph(explore(read(data), reduce=False))
    for ordering, _, ends in islice(graph.words(), 20):
        steps = [Step(number, {"effect": applied_effect(edge)}) for number, (_, edge) in enumerate(ordering, 1)]
        found = replay(graph, steps)
        assert found.legal
        assert {end + 1 for end in ends} <= set(found.outcomes)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "expected a JSON object"),
        ("[1]", "expected one of effect"),
        ('{"effect": "a", "decline": "b"}', "expected one of effect"),
        ('{"efect": "a"}', "unknown key 'efect'"),
        ('{"result": 3}', "expected a result such as"),
        ('{"result": {"ben": 3}}', "is no value"),
    ],
)
def test_wrong_traces(tmp_path: Path, line: str, message: str) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(line + "\n")
    result = run.invoke(app, ["replay", EXAMPLE, str(trace)])
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_the_text(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(json.dumps(DOUBLE) + "\n" + json.dumps(DOUBLE) + "\n")
    told = run.invoke(app, ["replay", EXAMPLE, str(trace)]).stdout
    assert told.startswith("Not legal: line 2 (effect: furnace-doubles): this is no legal option here.\n")
    assert "What was possible there (616.1e):" in told
    assert "The nearest legal ordering: " in told
