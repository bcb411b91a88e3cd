"""Rules turned off: what is found from the situations that a rule touches is what exploring anew without it tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.consistency.ablation import Ablation, settings
from reasoner.consistency.compare import changed
from reasoner.consistency.derived import exercised
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Limits
from reasoner.language.reading import load
from reasoner.language.switches import with_switches

from .conftest import CORPUS, ROOT

run = CliRunner()
EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")


@pytest.mark.parametrize(
    ("game", "cases", "rules"),
    [
        ("magic", ["cases/M-01", "cases/M-95a"], ["113.6", "119.3", "614.17d", "616.1c", "616.1e"]),
        ("riftbound", ["fixtures/F06", "fixtures/F01"], ["368", "373.2", "373.2.a"]),
    ],
)
def test_ablation_agrees_with_exploring_anew(game: str, cases: list[str], rules: list[str]) -> None:
    scenarios = [load(str(CORPUS / game / f"{case}.yaml")) for case in cases]
    usual = [found for found in explore_all(scenarios) if not isinstance(found, str)]
    used = [{rule: where for rule, where in found.items() if rule in rules} for found in exercised(usual)]
    ablation = Ablation(usual)
    decisive, switched = ablation.without_rules(used), ablation.under_settings(settings(game))
    limits = Limits(states=50)
    for rule in rules:
        now = explore_all(scenarios, limits, frozenset((rule,)), rules_may_fail=True)
        assert [rule in found for found in decisive] == list(map(changed, usual, now)), rule
    both = [(n, setting) for n in range(len(scenarios)) for setting in settings(game)]
    now = explore_all([with_switches(scenarios[n], [setting]) for n, setting in both], limits)
    assert [setting in switched[n] for n, setting in both] == [changed(usual[n], found) for (n, _), found in zip(both, now, strict=True)]
    assert any(decisive)


def test_an_interrupted_check_of_rules_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    arguments = ["check", "--rule", "615.7", EXAMPLE, "--jobs", "1", "--journal", str(journal), "--format", "json"]
    first = run.invoke(app, arguments)
    assert json.loads(first.stdout)["rules"]["615.7"]["decisive"] == ["M-01"]
    about, line = journal.read_text().splitlines()
    entry = json.loads(line)
    entry["result"]["decisive"] = []
    journal.write_text(f"{about}\n{json.dumps(entry)}\n")
    assert json.loads(run.invoke(app, arguments).stdout)["rules"]["615.7"]["decisive"] == []
    assert "of other work" in run.invoke(app, [*arguments, "--rule", "616.1e"]).stderr
    assert run.invoke(app, ["check", EXAMPLE, "--journal", str(journal)]).exit_code == 2
