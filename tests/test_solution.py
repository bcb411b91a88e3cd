"""The way in from Python: what a solution shows of itself, and what is wrong with a question."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reasoner import Solution, load_text, solve
from reasoner.errors import InputError

from .conftest import CORPUS, ROOT

EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(EXAMPLE)


def test_it_shows_itself(solution: Solution) -> None:
    assert str(solution).startswith("Furnace of Rath meets a prevention shield")
    html = solution._repr_html_()
    assert "<table>" in html
    assert solution._repr_svg_() in html
    assert "<li" in solution.explain()._repr_html_()
    assert "instead of" not in html


def test_a_large_graph_shows_only_where_the_paths_part() -> None:
    large = solve(str(CORPUS / "magic" / "cases" / "M-89a.yaml"))
    assert large._repr_svg_().count("data-box=") < len(large.graph)


def test_limits_and_switches(solution: Solution) -> None:
    assert not solve(EXAMPLE, max_states=3).complete
    assert "incomplete" in repr(solve(EXAMPLE, max_states=3))
    switched = solve(str(CORPUS / "magic" / "rules" / "614.16-combat-a.yaml"), switches=["counters_from_combat_damage=effect"])
    assert switched.scenario.switches == {"counters_from_combat_damage": "effect"}


def test_questions_that_cannot_be_answered(solution: Solution) -> None:
    with pytest.raises(IndexError, match="there is no outcome 3"):
        solution.explain(3)
    with pytest.raises(IndexError):
        solution.orderings(to=0)
    with pytest.raises(ValueError, match="no choice parts"):
        solution.explain(2, against=2)
    with pytest.raises(KeyError):
        solution.why("nothing")
    with pytest.raises(KeyError):
        solution.draw("pdf")
    with pytest.raises(InputError):
        solution.why_not("nobody.life 3")
    with pytest.raises(InputError):
        solve(load_text("game: magik", "text"))


def test_the_package_is_imported_without_the_solver() -> None:
    code = "import sys, reasoner; assert not {'clingo', 'networkx', 'ruamel.yaml'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
