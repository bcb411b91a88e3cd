"""What the documents say is true: commands run, outputs and lists are what they claim."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.exploring.explore import explore
from reasoner.graphs.expect import check
from reasoner.graphs.report import make_report
from reasoner.language.reading import load, load_text
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import program_names, rule_groups

from .conftest import CORPUS, ROOT

README = (ROOT / "README.md").read_text()
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
run = CliRunner()


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_readme_shows_the_example_and_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example = (ROOT / "examples" / "furnace-and-shield.yaml").read_text()
    assert example in _blocks(README, "yaml")
    assert run.invoke(app, ["outcomes", "examples/furnace-and-shield.yaml"]).stdout in _blocks(README, "text")


def test_every_example_comes_out_as_it_says_and_the_readme_names_it() -> None:
    for path in sorted((ROOT / "examples").glob("*.yaml")):
        assert not check(make_report(explore(load(str(path))))), path.name
        assert f"examples/{path.name}" in README
    assert (ROOT / "examples" / "soraka.yaml").read_text() in _blocks(README, "yaml")


def test_the_whole_scenarios_in_the_documents_come_out_as_they_say() -> None:
    for path in DOCUMENTS:
        for block in _blocks(path.read_text(), "yaml"):
            if block.startswith("game:") and "\nexpect:" in block and "…" not in block:
                scenario = load_text(block, path.name)
                assert not check(make_report(explore(scenario))), path.name


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = _blocks(README, "sh")
    tests = next(block for block in commands if "pytest" in block)
    assert tests.strip().rsplit("&& ", 1)[1] in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_the_documents_run(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for block in _blocks(path.read_text(), "sh"):  # type: ignore[attr-defined]
        for line in block.splitlines():
            for command in line.split("&&"):
                words = shlex.split(command.split("|")[0].strip(), comments=True)
                if words and words[0].endswith("instead"):
                    assert run.invoke(app, words[1:]).exit_code == 0, command


@pytest.mark.parametrize(("game", "page"), [("magic", "language.md"), ("riftbound", "riftbound.md")])
def test_every_key_of_the_language_is_described(game: str, page: str) -> None:
    text = (ROOT / "docs" / page).read_text()
    table = vocabulary(game)
    for kind in [*table.kinds, *table.shorthands]:
        if kind != "mark_damage":
            assert f"`{kind}`" in text, kind
    for name in (name for group in table.attributes.values() for name in group):
        assert re.search(rf"\b{name}\b", text), name


@pytest.mark.parametrize(("game", "folders"), [("magic", ("core", "magic")), ("riftbound", ("riftbound",))])
def test_every_cited_rule_has_a_scenario_or_a_reason(game: str, folders: tuple[str, ...]) -> None:
    scenarios = [load(str(path)) for path in CORPUS.rglob("*.yaml")]
    shown = {rule for scenario in scenarios if scenario.game == game for rule in scenario.rules}
    magic, _, riftbound = (ROOT / "docs" / "coverage.md").read_text().partition("\n## Riftbound\n")
    table = (riftbound if game == "riftbound" else magic).partition("\n\n## ")[0].partition("\nShown in part")[0]
    excused = set(re.findall(r"^\| ([0-9][\w.]*) \|", table, re.MULTILINE))
    cited = {rule for folder in folders for name in program_names(folder) for group in rule_groups(name) for rule in group.rules}
    cited.discard("core")
    assert sorted(cited - shown - excused) == []
    assert sorted(excused & shown) == [], "these have a scenario, so they need no reason"


def test_every_corpus_file_names_its_case_and_its_complete_outcomes() -> None:
    for path in CORPUS.rglob("*.yaml"):
        scenario = load(str(path))
        assert scenario.case == path.stem, path
        assert scenario.rules, path
        assert scenario.expect.outcomes, path


def test_every_paragraph_of_the_rules_on_replacement_in_riftbound_is_named_by_a_scenario() -> None:
    notes = " ".join(path.read_text() for path in (CORPUS / "riftbound").rglob("*.yaml"))
    assert set(re.findall(r"\bS\d+\b", notes)) == {f"S{number}" for number in range(1, 11)}


def test_the_examples_in_the_python_document_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0
