"""Effects that commute: one order stands for all, and outcomes and numbers of orderings stay what they are."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.render_text import ordering as told
from reasoner.explaining.why import reasons
from reasoner.exploring.explore import Exploration, explore, explore_many
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.report import list_orderings, make_report
from reasoner.words.describe import values

from .random_scenarios import Data, read

_CHANGE = {"would": {"damage": {"to": "any"}}}


def change(amount: str, **more: Any) -> Data:
    return {"controller": "ann", **_CHANGE, "instead": {"amount": amount}, **more}


def scene(*effects: Data | str, events: Any = None, **more: Any) -> Data:
    """Damage to ben under effects, of which a text says what becomes of the amount."""
    return {
        "game": "magic",
        "players": {"ann": {"life": 1000}, "ben": {"life": 100_000}},
        "effects": {f"effect-{n}": change(e) if isinstance(e, str) else {"controller": "ann", **e} for n, e in enumerate(effects)},
        **({"steps": events} if isinstance(events, list) else {"event": events or {"damage": {"to": "ben", "amount": 2}}}),
        **more,
    }


def found(exploration: Exploration) -> dict[Any, tuple[int, int]]:
    """For each outcome its orderings and paths."""
    graph = OutcomeGraph(exploration)
    assert graph.orderings is not None
    assert graph.paths is not None
    total, each = graph.orderings
    ends = {frozenset(exploration.fluents[nodes[0]]): (each[n], graph.paths[n]) for n, nodes in enumerate(graph.outcomes)}
    return {"all": (total, sum(graph.paths)), **ends}


def told_apart(data: Data) -> Exploration:
    """With all other reductions."""
    return explore(read(data), commuting=False)


def agree(data: Data) -> Exploration:
    """The exploration, if it has the outcomes, orderings and paths that it has the long way."""
    return all_agree([data])[0]


def all_agree(scenes: list[Data]) -> list[Exploration]:
    """The same for several, which are explored together."""
    scenarios = list(map(read, scenes))
    explorations = explore_many(scenarios)
    apart, whole = explore_many(scenarios, commuting=False), explore_many(scenarios, reduce=False)
    for data, exploration, one, other in zip(scenes, explorations, apart, whole, strict=True):
        assert found(exploration) == found(one), data
        if sum(len(step) if isinstance(step, list) else 1 for step in data.get("steps", [0])) == 1:
            assert found(exploration) == found(other), data
    return explorations


def commuted(exploration: Exploration) -> bool:
    """Does an effect stand for others?"""
    return any(label.copies > 1 for row in exploration.edges.labels for label in row)


@pytest.mark.parametrize("text", ["amount + {}", "{} + amount", "{} * amount", "amount * {}"])
@pytest.mark.parametrize("count", [3, 5])
def test_effects_of_one_way_commute(text: str, count: int) -> None:
    exploration = agree(scene(*(text.format(n + 1) for n in range(count))))
    assert commuted(exploration)
    assert found(exploration)["all"][0] == math.factorial(count)


@pytest.mark.parametrize("text", ["amount + {}", "{} * amount"])
@pytest.mark.parametrize("count", [20, 40])
def test_many_are_counted_exactly(text: str, count: int) -> None:
    exploration = explore(read(scene(*(text.format(n + 1) for n in range(count)))))
    assert len(exploration.fluents) < count + 10
    report = make_report(exploration)
    assert report.orderings == report.paths == math.factorial(count)
    assert len(report.outcomes) == 1
    assert report.choosers == ["ben"]
    assert not report.divergences
    total = 2 + sum(range(count + 1)) if "+" in text else 2 * math.factorial(count)
    assert report.outcomes[0].values["ben.life"] == 100_000 - total
    assert len(report.outcomes[0].witness) == count


def test_twins_among_them_do_not_count_twice() -> None:
    exploration = agree(scene("amount + 1", "amount + 1", "amount + 2", "amount + 2", "amount + 3"))
    assert found(exploration)["all"][0] == math.factorial(5)
    assert len(exploration.fluents) < 12


def test_equal_steps_are_not_enough() -> None:
    """On 1, adding one and doubling come to the same, and still their order matters."""
    exploration = agree(scene("amount + 1", "2 * amount", "amount + 3", events={"damage": {"to": "ben", "amount": 1}}))
    assert len(OutcomeGraph(exploration).outcomes) == 4


def test_what_is_left_after_a_rival_commutes() -> None:
    exploration = agree(scene("amount + 1", "amount + 2", "amount + 3", "2 * amount"))
    assert commuted(exploration)
    assert len(exploration.fluents) < len(told_apart(scene("amount + 1", "amount + 2", "amount + 3", "2 * amount")).fluents)


RIVALS: list[Data | str] = [
    "half up amount",
    "amount - 1",
    "0 * amount",
    "amount + amount",
    "max(amount, 3)",
    "min(4, amount + 1)",
    change("amount + 7", would={"damage": {"to": "any", "amount": ">= 4"}}),
    change("2 * amount", would={"damage": {"to": "any", "amount": ">= 4"}}),
    change("2 * amount", would={"damage": {"to": "any", "amount": "<= 3"}}),
    change("amount + 7", **{"if": "amount >= 4"}),
    change("amount + 7", **{"if": "you.life >= 4"}),
    change("amount + 7", optional=True),
    change("amount + 7", uses=1),
    change("amount + ben.life"),
    change("amount + 7", also={"gain_life": {"player": "ben", "amount": 1}}),
    {"would": {"damage": {"to": "any"}}, "prevent": "all"},
    {"would": {"damage": {"to": "any"}}, "prevent": 3},
    {"would": {"damage": {"to": "any"}}, "prevent": {"each": 1}},
    {"would": {"damage": {"to": "any"}}, "prevent": 1, "then": {"gain_life": {"player": "ben", "amount": "prevented"}}},
    {"would": {"damage": {"to": "player"}}, "redirect": {"next": 3, "to": "ann"}},
    {"would": {"damage": {"to": "ben"}}, "instead": {"to": "ann"}},
    {"would": {"damage": {"to": "ben"}}, "instead": {"mill": {"player": "to", "amount": "amount"}}},
    {"would": {"damage": {"to": "ben"}}, "choose": {"more": {"instead": {"amount": "2 * amount"}}, "none": {"prevent": "all"}}},
    change("amount - 1", more_than_once=True),
    {"cant": {"damage": {"to": "any", "amount": ">= 4"}}},
]
"""Effects beside which it must be seen whether others commute."""


def test_a_rival_keeps_its_place() -> None:
    all_agree([scene("amount + 1", rival, "amount + 2") for rival in RIVALS])
    all_agree([scene("2 * amount", "3 * amount", rival) for rival in RIVALS])


BYSTANDERS: list[Data] = [
    change("2 * amount", would={"damage": {"to": "ann"}}),
    change("2 * amount", would={"damage": {"to": "ann", "amount": ">= 4"}}),
    {"would": {"damage": {"to": "ann"}}, "prevent": "all", "optional": True},
    {"unpreventable": {"damage": {"to": "any"}}},
    {"cant": {"damage": {"to": "ann", "amount": ">= 4"}}},
    {"would": {"draw": {"player": "any"}}, "instead": {"amount": "2 * amount"}},
    {"when": {"damage": {"to": "any"}}, "then": {"gain_life": {"player": "you", "amount": 1}}},
]
"""Effects that have no part in it."""


def test_a_bystander_changes_nothing() -> None:
    for exploration in all_agree([scene("amount + 1", "amount + 2", "amount + 3", bystander) for bystander in BYSTANDERS]):
        assert commuted(exploration)


def test_an_effect_that_another_one_makes_applicable() -> None:
    high = change("amount + 10", would={"damage": {"to": "any", "amount": ">= 4"}})
    assert not commuted(agree(scene("amount + 1", "amount + 2", high)))


def test_self_replacement_goes_first() -> None:
    data = scene(*(change(f"amount + {n}", self_replacement=True) for n in (1, 2)), "amount + 3", "amount + 4", "2 * amount")
    exploration = agree(data)
    assert commuted(exploration)


def test_a_choice_before_is_told_apart() -> None:
    """After a choice that is no application, one ordering may lead to several situations."""
    exploration = agree(scene("amount + 1", "amount + 2", change("2 * amount", optional=True)))
    assert not exploration.commuting
    assert not commuted(exploration)
    found_reasons = reasons(exploration)
    everywhere = [(f"effect-{n}", node) for n in range(3) for node in range(len(exploration.fluents))]
    assert not any(reason.name == "commutes" for effect, node in everywhere for reason in found_reasons.of(effect, node))


def test_a_choice_after_makes_no_difference() -> None:
    data = scene(
        "amount + 1", "amount + 2", "amount + 3", {"would": {"gain_life": {"player": "any"}}, "instead": {"amount": 0}, "optional": True}
    )
    data["steps"] = [{"damage": {"to": "ben", "amount": 1}}, {"gain_life": {"player": "ann", "amount": 1}}]
    del data["event"]
    exploration = agree(data)
    assert commuted(exploration)
    data["steps"].reverse()
    assert not commuted(agree(data))


@pytest.mark.parametrize("other", ["ben", "ann", "bear"])
def test_two_events_at_once(other: str) -> None:
    events = [[{"damage": {"to": "ben", "amount": 2}}, {"damage": {"to": other, "amount": 3}}]]
    bear = {"bear": {"types": ["creature"], "controller": "ben", "power": 2, "toughness": 30}}
    for effects in (("amount + 1", "amount + 2", "amount + 3"), ("amount + 1", "amount + 2", change("amount + 3", uses=1))):
        agree(scene(*effects, events=events, objects=bear))
    shield = {"would": {"damage": {"to": {"controller": "ben"}}}, "prevent": 3}
    agree(scene("amount + 1", "amount + 2", shield, events=events, objects=bear))


def test_what_events_take_from_a_library_depends_on_each_other() -> None:
    """How many cards are milled decides which card is drawn, and that decides what applies to the drawing."""
    eels = {f"eel-{n}": {"types": ["creature"], "owner": "ben", "zone": "library", "position": n} for n in (1, 2)}
    data = scene(
        *({"would": {"mill": {"player": "any"}}, "instead": {"amount": f"amount + {n}"}} for n in (1, 2)),
        {"would": {"draw_card": {"drawn": {"type": "creature"}}}, "instead": {"gain_life": {"player": "player", "amount": 1}}},
        events=[[{"mill": {"player": "ben", "amount": 1}}, {"draw_card": {"player": "ben"}}]],
        objects=eels,
    )
    data["players"]["ben"]["library"] = 9
    reduced, whole = agree(data), explore(read(data), reduce=False)
    assert found(reduced) == found(whole)
    assert len(OutcomeGraph(reduced).outcomes) == 2


def test_different_controllers_and_several_kinds() -> None:
    effects = [change(f"amount + {n}", controller=who) for n, who in ((1, "ann"), (2, "ben"), (3, "ann"))]
    losing = [{"would": {"lose_life": {"player": "any"}}, "instead": {"amount": f"{n} * amount"}} for n in (2, 3)]
    exploration = agree(scene(*effects, *losing))
    assert found(exploration)["all"][0] == math.factorial(3) * math.factorial(2)
    for both in ("amount + 2", "2 * amount"):
        wide = {"would": {"lose_life": {"player": "any"}, "damage": {"to": "any"}}, "instead": {"amount": both}}
        agree(scene(*effects, *losing, wide))


def test_in_rounds() -> None:
    events = [[{"damage": {"to": "ben", "amount": 2}}, {"damage": {"to": "ann", "amount": 3}}]]
    agree(scene("amount + 1", "amount + 2", "amount + 4", events=events, switches={"several_choosers": "in_rounds"}))


def test_scenarios_explored_together() -> None:
    data = [
        scene("amount + 1", "amount + 2", "amount + 3"),
        scene("amount + 1", "amount + 2", change("2 * amount", optional=True)),
        scene("2 * amount", "3 * amount"),
    ]
    for one, exploration in zip(data, explore_many(list(map(read, data))), strict=True):
        assert found(exploration) == found(told_apart(one))


def test_a_listing_says_what_it_stands_for() -> None:
    exploration = explore(read(scene("amount + 1", "amount + 2", "amount + 3")))
    (ordering,) = list_orderings(OutcomeGraph(exploration))
    assert ordering.copies == 6
    assert [step.split()[0] for step in ordering.steps] == ["effect-0", "effect-1", "effect-2"]
    assert "orderings of equal or commuting effects" in told(1, ordering)
    why = reasons(exploration, [0])
    assert not any(reason.name == "commutes" for reason in why.of("effect-0", 0))
    for effect in ("effect-1", "effect-2"):
        assert "before or after effect-0 comes to the same" in {reason.text for reason in why.of(effect, 0)}
        assert not why.against(effect, 0)


def _effect() -> st.SearchStrategy[Data]:
    """One effect, mostly such that commutes with others of its kind."""
    to = st.sampled_from(["any", "ben", "player"])
    amounts = st.one_of(
        st.integers(0, 4).map(lambda n: f"amount + {n}"),
        st.integers(0, 4).map(lambda n: f"amount + {n}"),
        st.integers(0, 3).map(lambda n: f"{n} * amount"),
        st.sampled_from(["half down amount", "amount - 1", "3"]),
    )
    none: Data = {}
    filters = st.sampled_from([none, none, none, none, {"amount": ">= 4"}, {"amount": "<= 4"}])
    more = st.sampled_from(
        [none, none, none, none, none, {"uses": 1}, {"optional": True}, {"if": "amount >= 4"}, {"self_replacement": True}]
    )
    kinds = st.sampled_from(["damage", "damage", "damage", "lose_life"])
    changes = st.tuples(kinds, to, amounts, filters, more).map(
        lambda t: {"would": {t[0]: {"to" if t[0] == "damage" else "player": t[1], **t[3]}}, "instead": {"amount": t[2]}, **t[4]}
    )
    others = st.sampled_from(
        [
            {"would": {"damage": {"to": "ben"}}, "prevent": 2},
            {"would": {"damage": {"to": "ben"}}, "prevent": "all"},
            {"cant": {"damage": {"to": "any", "amount": ">= 6"}}},
            {"unpreventable": {"damage": {"to": "any"}}},
        ]
    )
    return st.one_of(changes, changes, changes, others)


@st.composite
def _mixes(draw: st.DrawFn) -> Data:
    effects = draw(st.lists(_effect(), min_size=2, max_size=4))
    controllers = [draw(st.sampled_from(["ann", "ben"])) for _ in effects]
    to = draw(st.lists(st.sampled_from(["ben", "ben", "ann"]), min_size=1, max_size=2))
    steps = [{"damage": {"to": who, "amount": draw(st.integers(1, 4))}} for who in to]
    together: bool = draw(st.booleans())
    return scene(
        *({"controller": who, **effect} for effect, who in zip(effects, controllers, strict=True)), events=[steps] if together else steps
    )


@settings(max_examples=15)
@given(_mixes())
def test_mixes_have_the_same_outcomes_and_orderings(data: Data) -> None:
    agree(data)


@settings(max_examples=15)
@given(st.lists(_effect(), min_size=2, max_size=4), st.integers(1, 5))
def test_one_event_has_what_it_has_without_any_reduction(effects: list[Data], amount: int) -> None:
    data = scene(*effects, events={"damage": {"to": "ben", "amount": amount}})
    reduced, whole = explore(read(data)), explore(read(data), reduce=False)
    assert found(reduced) == found(whole)
    one, other = make_report(reduced), make_report(whole)
    assert one.order_matters == other.order_matters
    assert {json.dumps(outcome.values) for outcome in one.outcomes} == {json.dumps(outcome.values) for outcome in other.outcomes}
    assert bool(one.divergences) == bool(other.divergences)
    assert {tuple(sorted(outcome.values.items())) for outcome in one.outcomes} == {
        tuple(sorted(values(whole.scenario, whole.fluents[nodes[0]]).items())) for nodes in OutcomeGraph(whole).outcomes
    }
