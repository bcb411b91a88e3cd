"""What an editor's own repository of scenarios uses in continuous integration."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

from ruamel.yaml import YAML
from typer.testing import CliRunner

from cli.main import app

from .conftest import ROOT

run = CliRunner()
EXAMPLE = ROOT / "examples" / "furnace-and-shield.yaml"


def test_junit(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(EXAMPLE.read_text())
    (tmp_path / "failing.yaml").write_text(EXAMPLE.read_text().replace("{ben.life: 18}", "{ben.life: 17}"))
    (tmp_path / "wrong.yaml").write_text("game: magic\nplayers: [ann]\nevent: {damage: {to: '<b>&', amount: 1}}\n")
    result = run.invoke(app, ["test", str(tmp_path), "--format", "junit", "--jobs", "1"])
    assert result.exit_code == 2
    suite = fromstring(result.stdout.split("\n", 1)[1])[0]
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {"tests": "3", "failures": "1", "errors": "1"}
    told = {str(case.get("file")).rpartition("/")[2]: [part.tag for part in case] for case in suite}
    assert told == {"failing.yaml": ["failure"], "good.yaml": [], "wrong.yaml": ["error"]}


def test_the_hooks_are_commands_that_exist() -> None:
    for hook in YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text()):
        assert hook["language"] == "python"
        assert re.search(hook["files"], "rules/scenarios/one.yaml")
        assert not re.search(hook["files"], "docs/one.md")
        command, *arguments = hook["entry"].split()
        assert command == "instead"
        assert run.invoke(app, [*arguments, str(EXAMPLE)]).exit_code == 0
