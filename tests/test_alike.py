"""Outcomes that an exchange of interchangeable objects turns into each other."""

from __future__ import annotations

import pytest

from reasoner.exploring.explore import explore
from reasoner.graphs.alike import Alike
from reasoner.graphs.report import Report, make_report
from reasoner.language.reading import load, load_text

from .conftest import ROOT

BEARS = """
game: magic
players: [ann, ben]
objects:
  one: {types: [creature], controller: ann}
  two: {types: [creature], controller: ann}
effects:
  saves: {controller: ann, would: {dies: {what: creature}}, instead: {to: hand}, uses: 1}
events: [{dies: {what: one}}, {dies: {what: two}}]
"""


def report(case: str) -> Report:
    return make_report(explore(load(str(ROOT / "tests" / "corpus" / f"{case}.yaml"))))


@pytest.mark.parametrize(
    ("case", "groups"),
    [
        ("riftbound/fixtures/F22", [Alike((1, 2), ("angel", "second-angel"))]),
        ("riftbound/rules/R47-three", [Alike((3, 4, 6), ("r1", "r2", "r3"))]),
        ("magic/golden/E01", [Alike((2, 3), ("one", "two")), Alike((5, 7), ("one", "two"))]),
        ("magic/cases/M-01", []),
    ],
)
def test_outcomes_that_differ_by_an_exchange_are_alike(case: str, groups: list[Alike]) -> None:
    found = report(case)
    assert found.alike == groups
    for group in groups:
        assert len({found.outcomes[number - 1].orderings for number in group.outcomes}) == 1


def test_events_go_with_the_objects_that_they_speak_of() -> None:
    assert make_report(explore(load_text(BEARS, "bears"))).alike == [Alike((1, 2), ("one", "two"))]


@pytest.mark.parametrize("trait", ["tapped: true, ", "colors: [red], ", "zone: graveyard, ", "controller: ben, owner: ann, "])
def test_what_differs_in_anything_is_not_interchangeable(trait: str) -> None:
    text = BEARS.replace(
        "two: {types: [creature], controller: ann}", f"two: {{{trait}types: [creature]{', controller: ann' if 'ben' not in trait else ''}}}"
    )
    assert make_report(explore(load_text(text, "bears"))).alike == []
