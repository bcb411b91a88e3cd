"""Combined, the outcomes of independent parts are those of the whole, and nobody holds them all."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

from cli.main import app
from reasoner import expand, solve
from reasoner.exploring.explore import explore
from reasoner.graphs.combining import Combination, Combinations
from reasoner.graphs.parts import factored
from reasoner.graphs.report import Outcome, make_report
from reasoner.language.scenario import Scenario

from .conftest import ROOT
from .random_scenarios import Data, mixed, read
from .test_parts import dying

COMMANDERS = str(ROOT / "examples" / "seven-commanders.yaml")
run = CliRunner()


def combined(scenario: Scenario, by_state: bool = False) -> Combinations:
    product = factored(scenario, most_outcomes=0)
    assert product is not None
    return Combinations(product, by_state)


def told(outcome: Outcome | Combination, counts: bool = True) -> tuple[object, ...]:
    """What is said of an outcome of a whole scenario and of a combination alike, fit for sorting."""
    said = (repr(outcome.values), repr(outcome.changes), repr(outcome.record))
    return (*said, outcome.orderings, outcome.paths) if counts else said


def struck(effects: int) -> Data:
    """Two creatures are dealt damage at once, each under so many effects of its own."""
    names = ["a", "b"]
    ways = ["2 * amount", "amount + 1", "amount + 2"]
    return {
        "game": "magic",
        "players": ["ann", "ben"],
        "objects": {name: {"types": ["creature"], "controller": "ben"} for name in names},
        "effects": {
            f"{name}-{n}": {"controller": "ann", "would": {"damage": {"to": name}}, "instead": {"amount": ways[n]}}
            for name in names
            for n in range(effects)
        },
        "events": [{"damage": {"to": name, "amount": 1}} for name in names],
    }


@pytest.mark.parametrize("data", [dying(3), struck(2), struck(3)], ids=["deaths", "two effects each", "three effects each"])
@pytest.mark.parametrize("by_state", [False, True], ids=["record", "state"])
def test_combined_they_are_the_outcomes_of_the_whole(data: Data, by_state: bool) -> None:
    found, whole = combined(read(data), by_state), make_report(explore(read(data)), by_state)
    assert sorted(map(told, found)) == sorted(map(told, whole.outcomes))
    assert found.count == len(whole.outcomes)


@settings(max_examples=25)
@given(mixed(most_effects=3, most_events=3))
def test_combined_they_are_the_outcomes_of_any_whole(data: Data) -> None:
    data["steps"] = data["steps"][:1]
    product = factored(read(data), most_outcomes=0)
    if product is not None:
        whole = make_report(explore(read(data)))
        assert sorted(told(one, counts=False) for one in Combinations(product)) == sorted(told(one, counts=False) for one in whole.outcomes)


def test_they_are_counted_as_an_odometer_counts() -> None:
    found = combined(read(dying(3)))
    assert [one.parts for one in found] == [(a, b, c) for a in (1, 2) for b in (1, 2) for c in (1, 2)]
    assert [one.number for one in found] == list(range(1, 9))
    assert [found.of(*one.parts) for one in found] == list(found)


@pytest.mark.parametrize("parts", [(1, 1), (1, 1, 3), (0, 1, 1), (1, 1, 1, 1)])
def test_there_is_no_combination_of_other_numbers(parts: tuple[int, ...]) -> None:
    with pytest.raises(IndexError, match="the 3 parts have 2,2,2 outcomes"):
        combined(read(dying(3))).of(*parts)


def test_more_than_anybody_can_hold_are_begun_at_once() -> None:
    found = expand(read(dying(40)))
    assert found.count == 2**40
    assert [one.parts[-2:] for one in islice(found, 3)] == [(1, 1), (1, 2), (2, 1)]
    last = found.of(*[2] * 40)
    assert last.number == 2**40
    assert last.values["bear-39.zone"] == "hand"


def test_a_scenario_without_parts_is_one_part() -> None:
    example = str(ROOT / "examples" / "furnace-and-shield.yaml")
    found = expand(example)
    assert found.complete
    assert found.sizes == (2,)
    assert [told(one) for one in found] == [told(one) for one in solve(example).outcomes]
    assert not expand(example, max_states=3).complete


def test_all_are_written_line_by_line() -> None:
    result = run.invoke(app, ["outcomes", "--expand", "--format", "jsonl", COMMANDERS])
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["kind"] for line in lines] == ["report", *["part"] * 7, *["outcome"] * 128]
    parts, outcomes = lines[1:8], lines[8:]
    assert [one["id"] for one in outcomes] == list(range(1, 129))
    assert set(outcomes[0]) == {"kind", *parts[0]["outcomes"][0]} - {"witness"} | {"parts"}
    for one in outcomes:
        own = [part["outcomes"][number - 1] for part, number in zip(parts, one["parts"], strict=True)]
        assert one["changes"] == {path: change for each in own for path, change in each["changes"].items()}
    assert len(run.invoke(app, ["outcomes", "--expand", "--format", "concise", COMMANDERS]).stdout.splitlines()) == 129


def test_the_first_are_told_and_how_many_more_there_are() -> None:
    assert "… and 28 more (--limit 128 tells more" in run.invoke(app, ["outcomes", "--expand", COMMANDERS]).stdout
    few = run.invoke(app, ["outcomes", "--expand", "--limit", "5", "--format", "json", COMMANDERS]).stdout
    assert [one["id"] for one in json.loads(few)["outcomes"]] == [1, 2, 3, 4, 5]
    assert json.loads(few)["outcome_count"] == 128
    assert "more" not in run.invoke(app, ["outcomes", "--expand", "--limit", "128", COMMANDERS]).stdout


def test_one_is_picked_by_its_numbers() -> None:
    one = run.invoke(app, ["outcomes", "--expand", "--only", "1,1,1,1,1,1,2", "--format", "json", COMMANDERS])
    assert [(each["id"], each["values"]["zedruu.zone"]) for each in json.loads(one.stdout)["outcomes"]] == [(2, "hand")]
    wrong = {"1,1": "the 7 parts have 2,2,2,2,2,2,2 outcomes", "first": "no list of numbers such as 1,1,1,1,1,1,1"}
    for numbers, message in wrong.items():
        refused = run.invoke(app, ["outcomes", "--expand", "--only", numbers, COMMANDERS])
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert message in refused.stderr


def test_what_cannot_be_expanded_is_told_as_always(tmp_path: Path) -> None:
    file = tmp_path / "dying.json"
    file.write_text(json.dumps(dying(2)), encoding="utf-8")
    always = run.invoke(app, ["outcomes", str(file)])
    assert run.invoke(app, ["outcomes", "--expand", str(file)]).stdout == always.stdout
    assert run.invoke(app, ["outcomes", "--expand", "--only", "1,1", str(file)]).exit_code == 2


@pytest.mark.parametrize("options", [["--limit", "3"], ["--only", "1,1,1,1,1,1,1"], ["--expand", "--forces"], ["--forces", "--limit", "3"]])
def test_options_that_mean_nothing_together_are_refused(options: list[str]) -> None:
    assert run.invoke(app, ["outcomes", *options, COMMANDERS]).exit_code == 2
