"""Comparing two kinds of rules, or two versions of scenarios."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.solving.programs import program_text, rules_from

from .conftest import CORPUS, ROOT

run = CliRunner()
CASES = CORPUS / "magic" / "cases"
EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")


def diff(*arguments: str) -> tuple[int, Any]:
    result = run.invoke(app, ["diff", *arguments, "--format", "json", "--jobs", "1"])
    return result.exit_code, json.loads(result.stdout) if result.stdout.startswith("{") else result.stderr


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of the rules."""
    shutil.copytree(ROOT / "asp", tmp_path / "asp", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "asp"


def edited(rules: Path, name: str, old: str, new: str) -> str:
    text = (rules / name).read_text()
    assert old in text
    (rules / name).write_text(text.replace(old, new))
    return str(rules)


def test_no_change_is_said(rules: Path) -> None:
    code, answer = diff("shipped", str(rules), "--on", EXAMPLE)
    assert (code, answer["compared"], answer["changed"]) == (0, 1, [])


def test_essence_of_the_wild_depends_on_copies_before_the_rest() -> None:
    code, answer = diff("--without", "616.1c", "--on", str(CASES / "M-95a.yaml"))
    (changed,) = answer["changed"]
    assert code == 1
    assert changed["gained"] == ["sentinel.tapped true"]
    assert len(changed["parting"]["before"]) == 1
    assert len(changed["parting"]["now"]) == 2


def test_self_replacement_is_like_any_other_without_its_rule() -> None:
    code, answer = diff("--without", "616.1a", "--on", str(CASES / "M-21.yaml"))
    assert code == 1
    assert answer["changed"][0]["orderings"][0] < answer["changed"][0]["orderings"][1]


def test_a_switch_against_another() -> None:
    file = str(CORPUS / "magic" / "rules" / "616.1-entering-a.yaml")
    code, answer = diff("entering_chosen_by=owner", "entering_chosen_by=future_controller", "--on", file)
    assert (code, answer["changed"][0]["chooser"]) == (1, ["ben", "ann"])
    assert diff("entering_chosen_by=owner", "shipped", "--on", file)[0] == 0


@pytest.mark.parametrize(
    ("setting", "case", "lost", "gained"),
    [
        ("commander_leaves=replacement", "magic/switches/903.9-2020-a", 1, 2),
        ("entering_under_continuous_effects=ignored", "magic/switches/614.12-2017-a", 1, 2),
        ("made_by_replacement=as_what_it_changed", "magic/switches/614.16-2017-a", 1, 1),
        ("series=free", "riftbound/fixtures/F06", 0, 2),
    ],
)
def test_what_older_editions_and_other_readings_change(setting: str, case: str, lost: int, gained: int) -> None:
    code, answer = diff("shipped", setting, "--on", str(CORPUS / f"{case}.yaml"))
    (changed,) = answer["changed"]
    assert (code, len(changed["lost"]), len(changed["gained"])) == (1, lost, gained)
    assert changed["parting"]["before"] != changed["parting"]["now"]


def test_an_edited_rule(rules: Path) -> None:
    folder = edited(rules, "core/prevention.lp", "", "")
    edited(rules, "magic/order.lp", "affects(S, Ev, P), seat(_, P, _).", "affects(S, Ev, Q), seat(_, Q, _), seat(_, P, _), P != Q.")
    code, answer = diff("shipped", folder, "--on", EXAMPLE)
    assert (code, answer["changed"][0]["chooser"]) == (1, ["ben", "ann"])


def test_the_folder_counts_only_inside(rules: Path) -> None:
    edited(rules, "magic/order.lp", "% Purpose:", "% Purpose: other,")
    with rules_from(rules):
        assert "Purpose: other," in program_text("magic/order.lp")
    assert "Purpose: other," not in program_text("magic/order.lp")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("core/evil.lp", "#script (python)\nimport os\n#end.\n", "core/evil.lp:1:1: #script"),
        ("core/evil.lp", '#include "/etc/passwd".\n', "core/evil.lp:1:1: #include"),
        ("core/evil.lp", "a.\n  # include <incmode>.\n", "core/evil.lp:2:3: #include"),
        ("magic/evil.py", "import os\n", "magic/evil.py:1:1: a folder of rules with Python"),
        ("core/broken.lp", "a :- b\nc.\n", "core/broken.lp:2:1: syntax error"),
    ],
)
def test_what_is_refused(rules: Path, name: str, text: str, message: str) -> None:
    (rules / name).write_text(text)
    code, answer = diff("shipped", str(rules), "--on", EXAMPLE)
    assert code == 2
    assert message in answer


def test_links_that_lead_out_are_refused(rules: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.lp").write_text("a.\n")
    (rules / "core" / "link.lp").symlink_to(tmp_path / "outside.lp")
    code, answer = diff("shipped", str(rules), "--on", EXAMPLE)
    assert (code, "leads out of the folder" in answer) == (2, True)


def test_rules_that_decide_nothing_sound_are_a_change(rules: Path) -> None:
    folder = edited(rules, "core/choices.lp", "not busy(S), not choosing(S)", "busy(S), not choosing(S)")
    code, answer = diff("shipped", folder, "--on", EXAMPLE)
    assert code == 1
    assert answer["changed"][0]["failed"][0] is None
    assert answer["changed"][0]["failed"][1]


def test_two_versions_of_a_scenario(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(Path(EXAMPLE).read_text().replace("amount: 5}", "amount: 6}"))
    code, answer = diff(EXAMPLE, str(other))
    assert (code, len(answer["changed"][0]["lost"]), len(answer["changed"][0]["gained"])) == (1, 2, 2)
    assert diff(EXAMPLE, EXAMPLE)[0] == 0


def test_two_versions_of_a_library(tmp_path: Path) -> None:
    card = (
        "game: magic\ncards:\n  Mirror:\n    types: [artifact]\n    effects: {{m: {{rule: 614.1a, would: {{damage: {{to: you}}}}, {}}}}}\n"
    )
    (tmp_path / "old.yaml").write_text(card.format("instead: {amount: 2 * amount}"))
    (tmp_path / "new.yaml").write_text(card.format("instead: {amount: 3 * amount}"))
    scenario = tmp_path / "one.yaml"
    scenario.write_text(
        "game: magic\nplayers: [ann]\nobjects: {mirror: {card: Mirror, controller: ann}}\nevent: {damage: {to: ann, amount: 1}}\n"
    )
    old, new = str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")
    code, answer = diff(old, new, "--on", str(scenario))
    assert (code, answer["changed"][0]["lost"], answer["changed"][0]["gained"]) == (1, ["ann.life 18"], ["ann.life 17"])
    assert diff("shipped", new, "--on", EXAMPLE)[0] == 0
    assert diff(old, new)[0] == 2


def test_two_versions_of_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        shutil.copy(EXAMPLE, tmp_path / name / "one.yaml")
    shutil.copy(EXAMPLE, tmp_path / "b" / "two.yaml")
    code, answer = diff(str(tmp_path / "a"), str(tmp_path / "b"))
    assert (code, answer["changed"], answer["only_on_one_side"]) == (1, [], [f"only in {tmp_path / 'b'}: two.yaml"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--without", "616.1z", "--on", EXAMPLE), "did you mean '616.1'"),
        (("shipped", "entering_by=owner", "--on", EXAMPLE), "unknown switch"),
        (("shipped", "entering_chosen_by=me", "--on", EXAMPLE), "unknown setting"),
        (("shipped", "--without", "616.1a"), "--on PATH"),
        ((EXAMPLE, "shipped", "--on", EXAMPLE), "scenarios are compared with scenarios"),
        (("nonsense", "shipped", "--on", EXAMPLE), "found 'nonsense'"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], message: str) -> None:
    code, answer = diff(*arguments)
    assert code == 2
    assert message in answer


def test_the_text(tmp_path: Path) -> None:
    result = run.invoke(app, ["diff", "--without", "616.1c", "--on", str(CASES / "M-95a.yaml"), "--jobs", "1"])
    assert result.stdout.startswith("1 of 1 scenario changes")
    assert "  + sentinel.tapped true\n" in result.stdout
    assert "  They part at the start:\n" in result.stdout
