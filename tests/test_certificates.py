"""Verdicts carry evidence, which an independent checker accepts; what is changed in it is refuted."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

from cli.main import app
from reasoner.consistency.certificate import certificate
from reasoner.exploring.explore import Limits, explore
from reasoner.exploring.walk import options
from reasoner.graphs.graph import OutcomeGraph
from reasoner.language.reading import load
from reasoner.terms import show

from .certificate_checker import refuted
from .conftest import CORPUS, ROOT
from .random_scenarios import Data, mixed, read

run = CliRunner()
CASES = ["cases/M-01", "cases/M-03", "cases/M-60", "rules/616.1-entering-a", "rules/608.2f"]


@pytest.mark.parametrize("case", CASES)
def test_the_checker_accepts(case: str) -> None:
    made = certificate(OutcomeGraph(explore(load(str(CORPUS / "magic" / f"{case}.yaml")))))
    assert refuted(json.loads(json.dumps(made))) is None


@settings(max_examples=20)
@given(mixed(most_effects=3))
def test_the_checker_accepts_what_random_scenarios_give(data: Data) -> None:
    graph = OutcomeGraph(explore(read(data), Limits(states=400)))
    if graph.exploration.complete:
        made = certificate(graph)
        assert refuted(made) is None
        assert (made["verdict"] == "one outcome") == (len(graph.outcomes) == 1 and not graph.loops)


def test_what_was_tampered_with_is_refuted() -> None:
    case = load(str(CORPUS / "magic" / "rules" / "608.2f.yaml"))
    several = certificate(OutcomeGraph(explore(load(str(CORPUS / "magic" / "cases" / "M-01.yaml")))))
    one = certificate(OutcomeGraph(explore(case)))
    changes: list[tuple[dict[str, Any], Callable[[dict[str, Any]], object]]] = [
        (several, lambda c: c["parting"].update(paths=[c["parting"]["paths"][0]] * 2)),
        (several, lambda c: c["parting"].update(at=c["parting"]["at"] + 1)),
        (one, lambda c: c.update(ranks=[0] * len(c["ranks"]))),
        (several, lambda c: c["steps"][0].append(c["steps"][0][0])),
        (several, lambda c: c["situations"].append(c["situations"][0])),
    ]
    for made, change in changes:
        changed = copy.deepcopy(made)
        change(changed)
        assert refuted(changed) is not None


def test_a_join_that_is_left_out_is_missed() -> None:
    scenario = read(
        {
            "game": "magic",
            "players": ["ann", "ben"],
            "effects": {
                name: {"controller": "ann", "would": {"damage": {"to": "ben"}}, "instead": {"amount": text}}
                for name, text in (("two", "2 * amount"), ("three", "3 * amount"))
            },
            "event": {"damage": {"to": "ben", "amount": 1}},
        }
    )
    made = certificate(OutcomeGraph(explore(scenario, commuting=False)))
    assert (made["verdict"], refuted(made)) == ("one outcome", None)
    assert made["joins"]
    made["joins"].pop()
    assert "nothing shows" in str(refuted(made))


def test_the_steps_are_those_of_the_rules() -> None:
    scenario = load(str(ROOT / "examples" / "furnace-and-shield.yaml"))
    exploration = explore(scenario)
    made = certificate(OutcomeGraph(exploration))
    for number, held in enumerate(made["situations"]):
        walked = {
            (show(option), tuple(sorted(map(show, after)))) for option, after in options(scenario, frozenset(exploration.fluents[number]))
        }
        listed = {(step["option"], tuple(made["situations"][step["to"]])) for step in made["steps"][number]}
        assert walked == listed, held


def test_the_command() -> None:
    result = run.invoke(app, ["certify", str(ROOT / "examples" / "furnace-and-shield.yaml")])
    assert result.exit_code == 0
    assert refuted(json.loads(result.stdout)) is None
