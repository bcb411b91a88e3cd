"""The command that checks: its formats, what it selects, when it fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.consistency.finding import pages

from .conftest import ROOT

run = CliRunner()
EXAMPLE = "examples/furnace-and-shield.yaml"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def check(*arguments: str) -> tuple[int, str]:
    result = run.invoke(app, ["check", *arguments, "--jobs", "1"])
    return result.exit_code, result.stdout or result.stderr


def written(folder: Path, id_: str) -> str:
    file = folder / f"{id_}.yaml"
    file.write_text(pages()[id_].bad)
    return str(file)


def test_a_finding_stands_where_its_effect_does_with_the_evidence() -> None:
    code, text = check(EXAMPLE)
    assert code == 0, "a note is no reason to fail"
    assert text.splitlines()[0] == (
        f"{EXAMPLE}:10:3: note E101 order-matters: the order of 'furnace-doubles' and 'mending-hands' matters; ben chooses"
    )
    assert "    furnace-doubles (5 → 10), then mending-hands (prevents 4) → ben.life 14\n" in text


def test_larger_sets_are_brought_down_to_the_effects_that_matter(tmp_path: Path) -> None:
    file = tmp_path / "three.yaml"
    third = "  third:\n    controller: ben\n    would: {damage: {to: ben}}\n    instead: {amount: 2 * amount}\n"
    file.write_text((ROOT / EXAMPLE).read_text().replace("effects:\n", f"effects:\n{third}"))
    assert "the order of 'furnace-doubles' and 'mending-hands' matters" in check(str(file))[1]


def test_a_loop_shows_its_circle(tmp_path: Path) -> None:
    effect = "{{controller: ann, would: {{{}: {{player: {}}}}}, instead: nothing, then: {{{}: {{player: {}, amount: amount}}}}}}"
    file = tmp_path / "loop.yaml"
    file.write_text(
        "game: magic\nplayers: [ann, ben]\neffects:\n"
        f"  pains: {effect.format('gain_life', 'ann', 'lose_life', 'ben')}\n"
        f"  drinks: {effect.format('lose_life', 'ben', 'gain_life', 'ann')}\n"
        "event: {gain_life: {player: ann, amount: 2}}\n"
    )
    (finding,) = json.loads(check(str(file), "--format", "json")[1])["findings"]
    assert (finding["id"], finding["witness"]) == ("E102", ["drinks → ann gains 2 life → pains → ben loses 2 life → drinks"])
    assert finding["circle"] == [{"effect": "drinks", "makes": "ann gains 2 life"}, {"effect": "pains", "makes": "ben loses 2 life"}]


def test_a_possible_loop_shows_its_circle(tmp_path: Path) -> None:
    text = check(written(tmp_path, "E103"))[1]
    assert "'drains' and 'pains' make what each other wait for: a possible loop; here it comes to an end\n" in text
    assert "    drains → gain_life → pains → lose_life → drains\n" in text


def test_numeric_effects_say_when_they_commute(tmp_path: Path) -> None:
    (finding,) = json.loads(check(written(tmp_path, "E101"), "--format", "json")[1])["findings"]
    assert finding["witness"][-1] == "v ↦ 2·v and v ↦ v + 1 differ by 1 for every amount"


def test_when_it_fails(tmp_path: Path) -> None:
    assert check(EXAMPLE, "--fail-on", "note")[0] == 1
    assert check(written(tmp_path, "E102"))[0] == 1
    assert check(written(tmp_path, "E102"), "--fail-on", "error")[0] == 0
    assert check(written(tmp_path, "X901"), "--fail-on", "error")[0] == 1


def test_what_is_selected(tmp_path: Path) -> None:
    for id_ in ("E101", "E102", "E201"):
        written(tmp_path, id_)
    assert "E102" in check(str(tmp_path), "--level", "warning")[1]
    assert "E101" not in check(str(tmp_path), "--level", "warning")[1]
    assert "E201" not in check(str(tmp_path), "--select", "E1")[1]
    assert "E102" not in check(str(tmp_path), "--ignore", "E1")[1]
    code, text = check(str(tmp_path), "--select", "E77")
    assert (code, "no finding is called 'E77'" in text) == (2, True)


def test_under_other_rules(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "asp", tmp_path / "asp", ignore=shutil.ignore_patterns("__pycache__"))
    assert check(EXAMPLE, "--under", str(tmp_path / "asp"), "--fail-on", "error")[0] == 0
    edit = pages()["S301"].edit
    assert edit is not None
    file = tmp_path / "asp" / edit[0]
    file.write_text(file.read_text().replace(edit[1].strip(), edit[2].strip()))
    code, text = check(EXAMPLE, "--under", str(tmp_path / "asp"))
    assert (code, "error S301 no-chooser" in text) == (1, True)


def test_concise_and_github(tmp_path: Path) -> None:
    file = written(tmp_path, "E205")
    assert check(file, "--format", "concise")[1] == f"{file}:4:3: E205 'saves' asks for the type Golbin, which nothing here has\n"
    assert check(file, "--format", "github")[1].startswith(f"::warning file={file},line=4,col=3,title=E205 names-nothing::'saves' asks")


def test_json() -> None:
    answer = json.loads(check(EXAMPLE, "--format", "json")[1])
    assert (answer["schema_version"], answer["checked"]) == (1, 1)
    (finding,) = answer["findings"]
    assert (finding["id"], finding["severity"], finding["line"], len(finding["witness"])) == ("E101", "note", 10, 2)


def test_sarif(tmp_path: Path) -> None:
    log = json.loads(check(written(tmp_path, "E204"), "--format", "sarif")[1])
    assert log["version"] == "2.1.0"
    (tmp_path / "one file.yaml").write_text((tmp_path / "E204.yaml").read_text())
    other = json.loads(check(str(tmp_path / "one file.yaml"), "--format", "sarif")[1])
    uri = other["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == (tmp_path / "one file.yaml").as_uri()
    (only,) = log["runs"]
    rules = only["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(pages())
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("note", "warning", "error")
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1


def test_a_clean_file_is_said_to_be_clean(tmp_path: Path) -> None:
    file = tmp_path / "good.yaml"
    file.write_text(pages()["E202"].good)
    assert check(str(file))[1] == "No findings in 1 file.\n"
    assert check(str(file), "--format", "concise")[1].strip() == ""


def test_libraries(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(
        "game: magic\ncards:\n"
        "  Good:\n    types: [enchantment]\n"
        "    effects: {doubles: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: 2 * amount}}}\n"
        "  Idle:\n    types: [enchantment]\n"
        "    effects: {never: {rule: 614.1a, would: {damage: {to: player, amount: '>= 9'}}, instead: {amount: 2 * amount}}}\n"
    )
    code, text = check(str(file))
    assert code == 0
    assert f"{file}:6:1: note E201 never-applies: 'Idle' is applied in none of" in text
    assert "'Good'" not in text
