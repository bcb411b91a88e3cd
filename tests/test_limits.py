"""Where exactness or patience ends: numbers that are too large, values that are not given, searches that are cut off."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.running import interrupt
from reasoner.errors import InputError, NotCovered, NumberTooLarge, ValueMissing
from reasoner.exploring.explore import Limits, explore
from reasoner.exploring.memory import Memory, _group_limits
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.report import make_report
from reasoner.language.reading import load
from reasoner.solution import solve

from .random_scenarios import Data, read

LARGEST = 2_147_483_647


def scenario(effects: list[dict[str, Any]], amount: int = 1) -> Data:
    """Damage to ben under effects that ann controls."""
    return {
        "game": "magic",
        "players": ["ann", "ben"],
        "effects": {f"effect-{n}": {"controller": "ann", "would": {"damage": {}}, **effect} for n, effect in enumerate(effects)},
        "event": {"damage": {"to": "ben", "amount": amount}},
    }


def doubles(count: int) -> list[dict[str, Any]]:
    return [{"instead": {"amount": "2 * amount"}} for _ in range(count)]


def outcomes(data: Data, folder: Path, *options: str) -> tuple[int, str, str]:
    """Exit code, output and messages of ``instead outcomes``."""
    file = folder / "scenario.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = CliRunner().invoke(app, ["outcomes", str(file), *options])
    return result.exit_code, result.stdout, result.stderr


LARGE = [
    pytest.param(scenario(doubles(32)), 20 - 2**32, id="32 doublers on 1"),
    pytest.param(scenario(doubles(40), LARGEST), 20 - LARGEST * 2**40, id="40 doublers on the largest of the solver's integers"),
    pytest.param(scenario([{"instead": {"amount": f"amount + {LARGEST}"}}] * 40), 19 - 40 * LARGEST, id="40 adders"),
    pytest.param(scenario([{"instead": {"amount": f"amount - {LARGEST} - {LARGEST}"}}]), 20, id="far below zero"),
    pytest.param(scenario([{"instead": {"amount": f"{LARGEST} * {LARGEST}"}}]), 20 - LARGEST**2, id="product of numbers"),
    pytest.param(scenario([{"prevent": {"all_but": f"0 - {LARGEST}"}}], LARGEST), 20, id="prevented part"),
    pytest.param(scenario([{"instead": "nothing", "if": f"{LARGEST} + amount > 0"}]), 20, id="condition"),
]


@pytest.mark.parametrize(("data", "life"), LARGE)
def test_numbers_are_exact_beyond_the_solvers_own(data: Data, life: int, tmp_path: Path) -> None:
    report = make_report(explore(read(data)))
    assert [outcome.values.get("ben.life", 0) for outcome in report.outcomes] == [life]
    code, output, messages = outcomes(data, tmp_path)
    assert (code, messages) == (0, "")
    assert "Complete" in output


def test_without_lifted_rules_a_number_that_is_too_large_is_an_error() -> None:
    with pytest.raises(NumberTooLarge, match=r"'effect-.* is a number beyond 2147483647; .* make the amounts smaller"):
        explore(read(scenario(doubles(32))), lift=False)


def test_a_large_number_has_no_place_in_a_program_for_a_stock_solver(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(scenario(doubles(32))), encoding="utf-8")
    refused = CliRunner().invoke(app, ["facts", "--at", "32", str(file)])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "4294967296" in refused.stderr


def test_life_may_be_large() -> None:
    data = {
        "game": "magic",
        "players": {"ann": {"life": LARGEST}},
        "event": {"gain_life": {"player": "ann", "amount": 5}},
    }
    assert [outcome.values["ann.life"] for outcome in make_report(explore(read(data))).outcomes] == [LARGEST + 5]


def test_thirty_doublers_are_exact() -> None:
    report = make_report(explore(read(scenario(doubles(30)))))
    assert [outcome.values["ben.life"] for outcome in report.outcomes] == [20 - 2**30]
    assert report.orderings == math.factorial(30)


def test_a_value_that_is_not_given_is_an_error(tmp_path: Path) -> None:
    data = scenario([{"instead": {"mill": {"player": "you", "amount": "you.library"}}}])
    with pytest.raises(ValueMissing, match=r"'effect-0' reads the library of 'ann', .* under players"):
        explore(read(data))
    code, output, messages = outcomes(data, tmp_path)
    assert (code, output) == (2, "")
    assert "write ann: {library: N} under players" in messages


def test_what_the_rules_do_not_go_into_is_an_error() -> None:
    unit = {"types": ["unit"], "might": 2, "controller": "ben", "place": "fields"}
    data: Data = {
        "game": "riftbound",
        "players": ["ann", "ben"],
        "objects": {"fields": {"types": ["battlefield"], "controller": "ben", "zone": "field"}, "guard": unit, "other": unit},
        "effects": {"halves": {"controller": "ben", "would": {"damage": {"to": "guard"}}, "instead": {"amount": "half up amount"}}},
        "event": {"assign": {"player": "ann", "amount": 3, "place": "fields"}},
    }
    with pytest.raises(NotCovered, match=r"what 'halves' does is not covered here: give what each unit is assigned"):
        explore(read(data))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_text("#" * 1_000_001, encoding="utf-8")
    with pytest.raises(InputError, match=r"large\.yaml:1:1: the file has more than 1000000 bytes"):
        load(str(file))


def test_a_search_that_is_cut_off_says_so(tmp_path: Path) -> None:
    data = scenario([{"instead": {"amount": f"amount + {n}"}} for n in range(1, 9)] + doubles(1))
    exploration = explore(read(data), Limits(states=20))
    assert not exploration.complete
    assert not make_report(exploration).complete
    assert OutcomeGraph(exploration).exploration.open
    code, output, messages = outcomes(data, tmp_path, "--max-states", "20")
    assert code == 3
    assert "INCOMPLETE" in output
    assert "raise --max-states" in messages
    _, told, _ = outcomes(data, tmp_path, "--max-states", "20", "--format", "json")
    assert json.loads(told)["stopped_by"] == "max-states"


def test_a_search_ends_before_memory_does(tmp_path: Path) -> None:
    data = scenario([{"instead": {"amount": f"amount + {n}"}} for n in range(1, 9)])
    found = explore(read(data), Limits(memory=1_000_000))
    assert (found.complete, found.stopped_by) == (False, "memory")
    code, output, messages = outcomes(data, tmp_path, "--max-memory", "1")
    assert code == 3
    assert "INCOMPLETE" in output
    assert "for want of memory; raise --max-memory" in messages
    assert outcomes(data, tmp_path)[0] == 0, "by default there is enough for this"
    assert not solve(read(data), max_memory=1).complete


def test_what_is_still_to_be_told_counts_as_held() -> None:
    memory = Memory(10**12)
    assert not memory.is_full()
    assert memory.is_full(10**12)


def test_processes_that_share_the_work_share_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.exploring.memory._sharing", 4)
    assert not Memory(10**12).is_full(10**11)
    assert Memory(10**12).is_full(3 * 10**11)


def test_the_limit_that_was_reached_is_named(tmp_path: Path) -> None:
    data = scenario([{"instead": {"amount": f"amount + {n}" if n % 2 else f"{n} * amount"}} for n in range(1, 9)])
    assert "raise --time-limit" in outcomes(data, tmp_path, "--time-limit", "0")[2]
    assert explore(read(data), Limits(seconds=0)).stopped_by == "seconds"
    assert explore(read(data), Limits(states=20)).stopped_by == "states"
    assert explore(read(data)).stopped_by is None


def test_control_groups_bound_the_memory(tmp_path: Path) -> None:
    groups = tmp_path / "cgroup"
    groups.write_text("4:cpu,memory:/outer/inner\n1:cpuset:/other\n0::/a/b\n", encoding="utf-8")
    for path, limit in [
        ("memory/memory.limit_in_bytes", "3"),
        ("a/memory.max", "1000"),
        ("a/b/memory.max", "max"),
        ("other/memory.max", "1"),
    ]:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{limit}\n", encoding="utf-8")
    assert sorted(_group_limits(groups, tmp_path)) == [3, 1000]
    assert not list(_group_limits(tmp_path / "nothing", tmp_path))


def test_where_nothing_is_told_nothing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.exploring.memory._held", lambda: (0, 0))
    assert not Memory(1).is_full(10**12)


def test_where_only_the_peak_is_told_a_search_answers_for_what_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.exploring.memory._pages", list)
    peak = [500]
    monkeypatch.setattr("reasoner.exploring.memory._held", lambda: (0, peak[0]))
    memory = Memory(100)
    assert not memory.is_full()
    peak[0] = 501
    assert memory.is_full()


def test_an_interrupt_ends_the_search_and_tells_what_was_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(interrupt, "pressed", True)
    code, output, messages = outcomes(scenario(doubles(3)), tmp_path)
    assert code == 130
    assert "INCOMPLETE" in output
    assert "incomplete: interrupted after 1 situation," in messages


def test_without_reductions_the_outcomes_are_the_same(tmp_path: Path) -> None:
    data = scenario([*doubles(3), {"instead": {"amount": "amount + 1"}}])
    assert "Complete: 24 orderings" in outcomes(data, tmp_path)[1]
    with_them, without = (outcomes(data, tmp_path, *options, "--format", "json")[1] for options in ([], ["--no-reduction"]))
    told = [[(o["values"], o["orderings"]) for o in json.loads(text)["outcomes"]] for text in (with_them, without)]
    assert sorted(map(str, told[0])) == sorted(map(str, told[1]))
