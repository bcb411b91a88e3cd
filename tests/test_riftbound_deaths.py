"""Simultaneous deaths in Riftbound: exploration and a plain enumerator come to the same ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.exploring.explore import Exploration, explore_many
from reasoner.language.scenario import Scenario
from reasoner.words.describe import values

from .random_scenarios import Data, read
from .riftbound_enumerator import Deaths, Make, State, enumerate_deaths

End = frozenset[tuple[str, object]]

_RESCUE: list[Data] = [{"heal": {"what": "what"}}, {"exhaust": {"what": "what"}}, {"recall": {"what": "what"}}]
_PAID: list[Data] = [{"kill": {"what": "self"}}, *_RESCUE]


@st.composite
def deaths(draw: st.DrawFn) -> Deaths:
    """Up to four units, with one to four effects about them; some of them die together, perhaps with gear."""
    order = draw(st.sampled_from([("ann", "ben"), ("ben", "ann")]))
    units = [f"u{n}" for n in range(draw(st.integers(2, 4)))]
    whose = {unit: draw(st.sampled_from(["ann", "ann", "ben"])) for unit in units}
    might = {unit: draw(st.integers(1, 3)) for unit in units}
    places = {unit: draw(st.sampled_from(["fields", "fields", "base"])) for unit in units}
    hosts: dict[str, str] = {}
    effects: dict[str, Make] = {}
    for n in range(draw(st.integers(1, 4))):
        make = draw(st.sampled_from(["angel", "hourglass", "soraka", "soraka", "retreat", "smite"]))
        unit = draw(st.sampled_from(units))
        player = whose[unit]
        thing = unit if make in ("retreat", "smite", "soraka") else f"gear{n}"
        if make == "angel":
            hosts[thing] = unit
        elif make == "hourglass":
            places[thing] = "base"
            if draw(st.booleans()):  # a unit too
                might[thing] = 1
        elif make == "soraka":
            might[unit] = 4
            if draw(st.booleans()):  # with what moves her
                effects[f"effect-{n}-too"] = Make("retreat", player, unit)
        elif make == "smite":
            player = draw(st.sampled_from(order))
        whose[thing] = whose[unit]
        effects[f"effect-{n}"] = Make(make, player, thing, draw(st.integers(0, 3)) == 0)
    dying = {*units} - draw(st.sets(st.sampled_from(units), max_size=1)) | draw(st.sets(st.sampled_from(sorted({*whose})), max_size=1))
    return Deaths(order, whose, might, places, hosts, effects, tuple(sorted(dying)), draw(st.integers(0, 3)) == 0)


def _effect(effect: Make) -> Data:
    about: Data = {"type": "unit", "controller": "you"}
    data: Data = {"optional": True} if effect.optional else {}
    if effect.make in ("retreat", "smite"):
        data |= {"controller": effect.player, "on": effect.thing, "would": {"dies": {"what": "bound"}}}
        return data | ({"uses": 1, "instead": _RESCUE} if effect.make == "retreat" else {"instead": [{"banish": {"what": "what"}}]})
    data |= {"source": effect.thing, "instead": _RESCUE if effect.make == "soraka" else _PAID}
    if effect.make == "soraka":
        about |= {"other": True, "here": True}
        data["if"] = "what.might < self.might"
    return data | {"would": {"dies": {"what": "host" if effect.make == "angel" else about}}}


def _data(deaths: Deaths) -> Data:
    things: Data = {place: {"types": ["battlefield"], "controller": "ann", "zone": "field"} for place in ("fields", "hills")}
    for thing, player in deaths.players.items():
        unit = thing in deaths.might
        gear = thing not in deaths.might or thing.startswith("gear")
        data: Data = {"types": ["unit"] * unit + ["gear"] * gear, "controller": player}
        data |= {"might": deaths.might[thing]} if unit else {"bonus": 1}
        data |= {"attached_to": deaths.hosts[thing]} if thing in deaths.hosts else {"place": deaths.places[thing]}
        things[thing] = data
    return {
        "game": "riftbound",
        "players": ["ann", "ben"],
        "active": deaths.turn_order[0],
        "objects": things,
        "effects": {name: _effect(effect) for name, effect in deaths.effects.items()},
        "event": {"kill": {"what": list(deaths.dying)}},
        "switches": {"series": "free" if deaths.free else "maximal"},
    }


def _expected(deaths: Deaths, state: State) -> End:
    """Zones, places and what is exhausted, attached and used up. In the cleanup after it, gear on no unit goes to the base."""
    end: dict[str, object] = {}
    gone, hosts = dict(state.zones), dict(state.hosts)
    for thing in deaths.players:
        end[f"{thing}.zone"] = gone.get(thing, "board")
        if thing in deaths.might and thing not in gone:
            end[f"{thing}.place"] = dict(state.places)[thing]
        end[f"{thing}.exhausted"] = thing in state.exhausted
        end[f"{thing}.attached"] = hosts.get(thing)
    for name, effect in deaths.effects.items():
        if effect.make == "retreat" and effect.thing not in gone:
            end[f"{name}.uses"] = name not in state.spent
    return frozenset(end.items())


def _found(deaths: Deaths, scenario: Scenario, exploration: Exploration) -> set[End]:
    assert exploration.complete
    ends: set[End] = set()
    for fluents, edges in zip(exploration.fluents, exploration.edges, strict=True):
        if edges:
            continue
        told = values(scenario, fluents)
        end: dict[str, object] = {}
        for thing in deaths.players:
            end[f"{thing}.zone"] = told[f"{thing}.zone"]
            if thing in deaths.might and told[f"{thing}.zone"] == "board":
                end[f"{thing}.place"] = told[f"{thing}.place"]
            end[f"{thing}.exhausted"] = told.get(f"{thing}.exhausted", False)
            end[f"{thing}.attached"] = told.get(f"{thing}.attached")
        for name, effect in deaths.effects.items():
            if effect.make == "retreat" and told[f"{effect.thing}.zone"] == "board":
                end[f"{name}.uses"] = told.get(f"{name}.uses", 0) == 1
        ends.add(frozenset(end.items()))
    return ends


@settings(max_examples=10)
@given(st.lists(deaths(), min_size=8, max_size=8))
def test_deaths_agree_with_the_plain_enumerator(several: list[Deaths]) -> None:
    scenarios = [read(_data(one)) for one in several]
    for one, scenario, exploration in zip(several, scenarios, explore_many(scenarios), strict=True):
        expected = {_expected(one, state) for state in enumerate_deaths(one)}
        assert _found(one, scenario, exploration) == expected, one
