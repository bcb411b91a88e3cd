"""Independent parts: explored apart they have the outcomes that they have together, and only then are they called independent."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

from cli.main import app
from reasoner.exploring.exploration import Edges
from reasoner.exploring.explore import Exploration, explore, parts_solver
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.graphs import parts
from reasoner.graphs.alike_parts import alike_parts
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.parts import Product, factored, report_of_parts
from reasoner.graphs.report import make_report
from reasoner.terms import Term

from .random_scenarios import Data, mixed, read
from .test_properties import ends


def dying(count: int, shared: Data | None = None) -> Data:
    """So many creatures die at once; each may be exiled or go to its owner's hand instead."""
    names = [f"bear-{n:02}" for n in range(count)]
    ways = [(name, zone) for name in names for zone in ("exile", "hand")]
    own = {f"{zone}-{name}": {"source": name, "would": {"dies": {"what": "self"}}, "instead": {"to": zone}} for name, zone in ways}
    return {
        "game": "magic",
        "players": ["ann", "ben"],
        "objects": {name: {"types": ["creature"], "controller": "ann"} for name in names},
        "effects": {**own, **({"shared": {"controller": "ann", **shared}} if shared else {})},
        "events": [{"dies": {"what": name}} for name in names],
    }


def combined(data: Data) -> set[frozenset[Term]] | None:
    product = factored(read(data), most_outcomes=0)
    if product is None:
        return None
    whole = frozenset(explore(read(data)).fluents[0])
    found = {whole}
    for part in product.parts:
        # Of the first situation the parts differ in the events that wait, none of which is left at the end.
        start = frozenset(part.fluents[0])
        found = {(so_far - (start - end)) | (end - start) for so_far in found for end in ends(part)}
    waiting = {"batch", "event", "at", "item", "linked"}
    return {frozenset(f for f in end if not (isinstance(f, tuple) and f[0] in waiting)) for end in found}


def test_creatures_with_rival_effects_are_independent() -> None:
    data = dying(3)
    assert combined(data) == ends(explore(read(data)))
    product = factored(read(data), most_outcomes=1)
    assert product is not None
    report, whole = report_of_parts(product), make_report(explore(read(data)))
    assert (report.outcomes, report.orderings, report.paths) == (len(whole.outcomes), whole.orderings, whole.paths) == (8, 8, 8)


def test_twenty_creatures_are_a_million_outcomes() -> None:
    product = factored(read(dying(20)))
    assert product is not None
    assert report_of_parts(product).outcomes == 2**20


def test_what_touches_something_in_common_is_not_independent() -> None:
    shared: list[dict[str, Any]] = [
        {"would": {"dies": {"what": "any"}}, "instead": {"to": "exile"}, "uses": 1},
        {"would": {"dies": {"what": "any"}}, "also": {"gain_life": {"player": "you", "amount": 1}}},
        {"would": {"dies": {"what": "any"}}, "instead": {"to": "exile"}, "all_at_once": True},
    ]
    for effect in shared:
        assert factored(read(dying(3, effect)), most_outcomes=0) is None


def test_effects_applied_to_several_events_at_once_hold_them_together() -> None:
    """Each is applied to all of the events in the same order, so they do not come out apart."""
    names = [f"bear-{number}" for number in range(7)]
    changes = {"doubles": "2 * amount", "adds": "amount + 1"}
    waits = {"would": {"damage": {"to": {"type": "creature"}}}, "all_at_once": True}
    data: Data = {
        "game": "magic",
        "players": ["ann", "ben"],
        "objects": {name: {"types": ["creature"], "controller": "ann"} for name in names},
        "effects": {name: {"controller": "ann", **waits, "instead": {"amount": change}} for name, change in changes.items()},
        "events": [{"damage": {"to": name, "amount": 2}} for name in names],
    }
    assert factored(read(data)) is None
    assert len(make_report(explore(read(data))).outcomes) == 2


def test_a_shared_effect_that_remembers_nothing_leaves_them_independent() -> None:
    data = dying(2, {"would": {"dies": {"what": {"type": "creature"}}}, "instead": {"to": "exile"}})
    assert combined(data) == ends(explore(read(data)))


@settings(max_examples=25)
@given(mixed(most_effects=3, most_events=3))
def test_parts_have_the_outcomes_of_the_whole(data: Data) -> None:
    data["steps"] = data["steps"][:1]
    found = combined(data)
    if found is not None:
        assert found == ends(explore(read(data)))


def test_the_report_of_parts(tmp_path: Path) -> None:
    file = tmp_path / "dying.json"
    file.write_text(json.dumps(dying(10)), encoding="utf-8")
    told = CliRunner().invoke(app, ["outcomes", str(file)])
    assert told.exit_code == 0
    assert "10 independent choices, 2 outcomes each, 1,024 together. Complete: 1,024 orderings." in told.stdout
    found = json.loads(CliRunner().invoke(app, ["outcomes", "--format", "json", str(file)]).stdout)
    assert (found["outcome_count"], found["orderings"], len(found["parts"])) == (1024, 1024, 10)
    assert found["parts"][3]["events"] == ["bear-03 goes from battlefield to graveyard"]
    assert len(found["parts"][3]["outcomes"]) == 2


def damaged(names: list[str]) -> Data:
    """Creatures are dealt damage at once, each under two doublers and two add-ones of its own."""
    return {
        "game": "magic",
        "players": ["ann", "ben"],
        "objects": {name: {"types": ["creature"], "controller": "ben"} for name in names},
        "effects": {
            f"{name}-{n}": {
                "controller": "ann",
                "would": {"damage": {"to": name}},
                "instead": {"amount": "2 * amount" if n < 2 else "amount + 1"},
            }
            for name in names
            for n in range(4)
        },
        "events": [{"damage": {"to": name, "amount": 1}} for name in names],
    }


def test_groups_on_events_of_their_own_multiply() -> None:
    product = factored(read(damaged(["a", "b", "c"])))
    assert product is not None
    counts = [OutcomeGraph(part) for part in product.parts]
    assert [len(graph.outcomes) for graph in counts] == [6, 6, 6]
    assert report_of_parts(product).orderings == math.factorial(4) ** 3


# --- parts that are alike
def unlike_damage() -> Data:
    """Three creatures, of which the last one is dealt more."""
    data = damaged(["a", "b", "c"])
    data["events"][2]["damage"]["amount"] = 2
    return data


def unlike_controllers() -> Data:
    """Three creatures that die, of which the second one is another player's."""
    data = dying(3)
    data["objects"]["bear-01"]["controller"] = "ben"
    return data


def unlike_toughness() -> Data:
    """Three creatures that die, which look alike but for the toughness of the first one."""
    data = dying(3)
    for number, thing in enumerate(data["objects"].values()):
        thing |= {"power": 2, "toughness": 3 if number == 0 else 2}
    return data


def of_one_source() -> Data:
    """Creatures under effects of one and the same thing."""
    data = damaged(["a", "b"])
    data["objects"]["forge"] = {"types": ["artifact"], "controller": "ann"}
    for effect in data["effects"].values():
        effect["source"] = "forge"
        del effect["controller"]
    return data


def named_crosswise() -> Data:
    """Creatures whose effects are named in different orders."""
    data = dying(2)
    data["effects"] = {name.replace("exile-bear-00", "z").replace("hand-bear-00", "a"): effect for name, effect in data["effects"].items()}
    return data


ALIKE = [
    (damaged(["a", "b", "c"]), [0, 0, 0]),
    (dying(12), [0] * 12),
    (unlike_damage(), [0, 0, 2]),
    (unlike_controllers(), [0, 1, 0]),
    (unlike_toughness(), [0, 1, 1]),
    (of_one_source(), [0, 0]),
    (named_crosswise(), [0, 1]),
]


@pytest.mark.parametrize(("data", "firsts"), ALIKE)
def test_which_parts_are_alike(data: Data, firsts: list[int]) -> None:
    scenario = read(data)
    events: list[Term] = [("e", 1, number + 1) for number in range(len(firsts))]
    names = {*events, *data["objects"], *data["effects"]}
    found = alike_parts([[event] for event in events], names, {*fixed_facts(scenario), *initial_fluents(scenario)})
    assert [first for first, _ in found] == firsts


def ways(part: Exploration) -> set[object]:
    """An exploration without the order of its situations."""
    states = list(map(frozenset, part.fluents))
    return {
        (states[0], state, tuple((edge[:3], edge.copies, states[edge.target]) for edge in part.edges[n])) for n, state in enumerate(states)
    }


def one_by_one(data: Data) -> Product | None:
    """Its parts, each explored and asked about although others are alike."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "alike_parts", lambda groups, *_: [(number, {}) for number in range(len(groups))])
        return factored(read(data), most_outcomes=0)


@pytest.mark.parametrize("data", [data for data, _ in ALIKE])
def test_alike_parts_are_as_if_explored_one_by_one(data: Data) -> None:
    product, plain = factored(read(data), most_outcomes=0), one_by_one(data)
    assert product is not None
    assert plain is not None
    assert list(map(ways, product.parts)) == list(map(ways, plain.parts))
    report, expected = report_of_parts(product), report_of_parts(plain)
    assert (report.outcomes, report.orderings, report.paths) == (expected.outcomes, expected.orderings, expected.paths)
    for part, other in zip(report.parts, expected.parts, strict=True):
        assert (part.events, part.report.outcomes) == (other.events, other.report.outcomes)


@settings(max_examples=15)
@given(mixed(most_effects=3, most_events=3))
def test_random_parts_are_as_if_explored_one_by_one(data: Data) -> None:
    data["steps"] = data["steps"][:1]
    product, plain = factored(read(data), most_outcomes=0), one_by_one(data)
    assert (product is None) == (plain is None)
    if product is not None and plain is not None:
        assert list(map(ways, product.parts)) == list(map(ways, plain.parts))


# --- the question whether a part goes its way alone
def told_otherwise(part: Exploration) -> list[Exploration]:
    """The exploration with something else said of its first option, in each of three ways."""
    (first, *further), *rest = part.edges.labels
    wrong = [first._replace(choosers=("ben",)), first._replace(rules=()), first._replace(copies=2)]
    return [replace(part, edges=Edges([(label, *further), *rest], part.edges.targets)) for label in wrong]


def test_parts_are_independent_only_if_all_that_is_told_of_them_comes_out_again() -> None:
    data = dying(2)
    solver, _, _ = parts_solver(read(data))
    product = factored(read(data), most_outcomes=0)
    assert product is not None
    part, other = product.parts
    assert parts._independent(solver, [part, other], [(0, {}), (1, {})])
    swapped = replace(part, edges=Edges(part.edges.labels, [part.edges.targets[0][::-1], *part.edges.targets[1:]]))
    assert not any(parts._independent(solver, [wrong, other], [(0, {})]) for wrong in [swapped, *told_otherwise(part)])
