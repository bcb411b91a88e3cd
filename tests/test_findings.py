"""Every finding: its page shows a scenario that has exactly this one, and a scenario that has not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reasoner.consistency.check import check_files
from reasoner.consistency.circles import drawn
from reasoner.consistency.coverage import coverage, coverage_findings
from reasoner.consistency.finding import Page, page_text, pages
from reasoner.exploring.explore import Limits
from reasoner.exploring.sweep import Plan

from .conftest import ROOT

LIMITS = Limits(states=3000)


def found(text: str, folder: Path, rules: Path | None = None) -> list[str]:
    file = folder / "scenario.yaml"
    file.write_text(text)
    return [finding.id for finding in check_files([str(file)], LIMITS, rules=str(rules) if rules else None)]


def edited(page: Page, folder: Path) -> Path | None:
    if page.edit is None:
        return None
    name, old, new = page.edit
    shutil.copytree(ROOT / "asp", folder / "asp", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "asp" / name
    assert file.read_text().count(old.strip()) == 1
    file.write_text(file.read_text().replace(old.strip(), new.strip()))
    return folder / "asp"


@pytest.mark.parametrize("id_", pages())
def test_a_page_shows_one_that_has_it_and_one_that_has_not(id_: str, tmp_path: Path) -> None:
    page = pages()[id_]
    rules = edited(page, tmp_path)
    if page.about is None:
        assert set(found(page.bad, tmp_path, rules)) == {id_}
        assert id_ not in found(page.good, tmp_path)
        assert page.edit is not None or page.good != page.bad
        return
    for text, has_it in ((page.bad, True), (page.good, False)):
        (tmp_path / "scenario.yaml").write_text(text)
        total = coverage([str(tmp_path / "scenario.yaml")], LIMITS, Plan(jobs=1), only=frozenset((page.about,)))
        assert {finding.id for finding in coverage_findings(total)} == ({id_} if has_it else set())


@pytest.mark.parametrize("id_", ["E102", "E103"])
def test_a_page_about_loops_draws_the_circle(id_: str, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(pages()[id_].bad)
    (finding,) = check_files([str(tmp_path / "scenario.yaml")], LIMITS)
    assert drawn(finding.circle) in pages()[id_].means.splitlines()


@pytest.mark.parametrize("id_", pages())
def test_a_page_has_every_section(id_: str) -> None:
    text = page_text(id_)
    assert text.startswith(f"{id_} {pages()[id_].name} (")
    for section in ("What it means", "Why it matters", "What to do", "A scenario that has it", "One that has not"):
        assert f"\n{section}" in text
