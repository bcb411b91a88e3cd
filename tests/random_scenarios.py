"""Hypothesis strategies for small scenarios, as data that can be written as JSON and read as a scenario file."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from reasoner.language.reading import load_text
from reasoner.language.scenario import Scenario

Data = dict[str, Any]

_TO_BEN = {"damage": {"to": "ben"}}
_TO_ALL = {"damage": {"to": ["player", "permanent"]}}


def read(data: Data) -> Scenario:
    return load_text(json.dumps(data), "random.json")


def _arithmetic_effect() -> st.SearchStrategy[Data]:
    """One effect on damage to ben whose arithmetic the plain enumerator knows."""
    return st.one_of(
        st.just({"would": _TO_ALL, "instead": {"amount": "2 * amount"}}),
        st.integers(1, 3).map(lambda n: {"would": _TO_ALL, "instead": {"amount": f"amount + {n}"}}),
        st.sampled_from(["up", "down"]).map(lambda way: {"would": _TO_ALL, "instead": {"amount": f"half {way} amount"}}),
        st.integers(1, 3).map(lambda n: {"would": _TO_BEN, "prevent": {"each": n}}),
        st.integers(1, 6).map(lambda n: {"would": _TO_BEN, "prevent": n}),
        st.just({"would": _TO_BEN, "prevent": "half up"}),
        st.just({"would": _TO_BEN, "prevent": "all"}),
        st.integers(1, 4).map(lambda n: {"would": {"damage": {"amount": f">= {n}"}}, "instead": {"amount": str(n)}}),
    )


@st.composite
def arithmetic(draw: st.DrawFn, most: int = 4) -> Data:
    """One damage event to ben under up to ``most`` arithmetic effects, some of them equal, some optional."""
    effects = draw(st.lists(_arithmetic_effect(), min_size=0, max_size=most))
    twin: bool = draw(st.booleans())
    if effects and twin:
        effects.append(dict(draw(st.sampled_from(effects))))
    optional = [draw(st.booleans()) for _ in effects]
    return {
        "game": "magic",
        "players": ["ann", "ben"],
        "effects": {
            f"effect-{n}": {"controller": draw(st.sampled_from(["ann", "ben"])), **effect, **({"optional": True} if may and n == 0 else {})}
            for n, (effect, may) in enumerate(zip(effects, optional, strict=True))
        },
        "event": {"damage": {"to": "ben", "amount": draw(st.integers(0, 7))}},
    }


def _any_effect() -> st.SearchStrategy[Data]:
    """One effect of many shapes."""
    return st.one_of(
        _arithmetic_effect(),
        st.integers(1, 4).map(lambda n: {"would": {"damage": {"to": ["you", {"controller": "you"}]}}, "prevent": n}),
        st.just({"would": {"damage": {"to": "you"}}, "instead": {"to": "bear"}, "uses": 1, "all_at_once": True}),
        st.just(
            {
                "would": {"damage": {"to": ["you", "bear"]}},
                "prevent": "all",
                "uses": 1,
                "then": {"gain_life": {"player": "you", "amount": "prevented"}},
            }
        ),
        st.just({"would": {"damage": {"to": "player"}}, "redirect": {"next": 2, "to": "ox"}}),
        st.just(
            {
                "would": {"damage": {"to": {"type": "creature"}, "combat": False}},
                "instead": {"put_counters": {"on": "to", "counters": {"-1/-1": "amount"}}},
            }
        ),
        st.just({"would": {"damage": {"to": "player"}}, "instead": {"mill": {"player": "to", "amount": "amount"}}}),
        st.just({"would": {"lose_life": {"player": "any"}}, "instead": {"amount": "2 * amount"}}),
        st.just({"would": {"gain_life": {"player": "you"}}, "instead": {"draw": {"player": "player", "amount": "amount"}}}),
        st.just({"would": {"gain_life": {"player": "opponent"}}, "instead": {"lose_life": {"player": "player", "amount": "amount"}}}),
        st.just({"would": {"draw_card": {"player": "you"}}, "instead": {"draw": {"player": "you", "amount": 2}}}),
        st.just({"would": {"draw_card": {"player": "opponent"}}, "instead": {"draw_card": {"player": "you"}}, "optional": True}),
        st.just({"would": {"gain_life": {"player": "you"}}, "instead": {"amount": "amount + 1"}}),
        st.just(
            {
                "would": {"lose_life": {"player": "you"}},
                "if": "you.life_after < 18",
                "instead": {"amount": "amount - (18 - you.life_after)"},
            }
        ),
        st.just(
            {
                "would": {"damage": {"to": "you"}},
                "prevent": "half up",
                "all_at_once": True,
                "then": {"gain_life": {"player": "you", "amount": "amount"}},
            }
        ),
        st.just({"cant": {"gain_life": {"player": "any"}}}),
        st.just({"unpreventable": {"damage": {"to": "permanent"}}}),
        st.just({"would": {"dies": {"what": "any"}}, "instead": {"to": "exile"}}),
        st.just(
            {
                "would": {"enter": {"what": {"type": "creature"}}},
                "choose": {
                    "pay": {"if": "you.life_to_pay >= 3", "also": {"lose_life": {"player": "you", "amount": 3, "cause": "cost"}}},
                    "tapped": {"instead": {"tapped": True}},
                },
            }
        ),
        st.just(
            {
                "would": {"enter": {"what": {"type": "creature"}, "under": "you"}},
                "pick": {"any_of": {"type": "creature", "controller": "you", "zone": "battlefield"}},
                "instead": {"counters": {"plus": {"+1/+1": 1}}},
                "also": {"sacrifice": {"what": "chosen"}},
            }
        ),
        st.just({"would": {"enter": {"what": "permanent", "under": "opponent"}}, "instead": {"under": "you"}}),
        st.just({"would": {"put_counters": {"on": {"controller": "you"}}}, "instead": {"counters": "2 * amount"}, "uses": 1}),
        st.just(
            {"would": {"draw_card": {"player": "you"}}, "pick": {"number": 1}, "instead": {"mill": {"player": "you", "amount": "chosen"}}}
        ),
        st.just({"would": {"destroy": {"what": {"controller": "you"}}}, "instead": {"tap": {"what": "what"}}, "uses": 1}),
        st.just({"would": {"damage": {"to": "you"}}, "prevent": "all", "then": {"damage": {"to": "ox", "amount": "prevented"}}, "uses": 2}),
        st.just({"would": {"flip_coin": {"player": "you"}}, "instead": {"coins": "2 * coins"}}),
        st.sampled_from(["top", "bottom"]).map(
            lambda place: {"would": {"dies": {"what": "any"}}, "instead": {"to": "library", "position": place}, "optional": True}
        ),
        st.just(
            {
                "would": {"move": {"what": "any", "to": ["hand", "library"]}},
                "instead": {"to": "command"},
                "optional": True,
                "more_than_once": True,
            }
        ),
        st.just({"when": {"gain_life": {"player": "any"}}, "then": {"mill": {"player": "you", "amount": 1}}}),
        st.just({"when": {"dies": {"what": "any"}}, "then": {"gain_life": {"player": "you", "amount": 1}}, "uses": 1}),
        st.just({"when": {"draw_card": {"drawn": {"type": "creature"}}}, "immediately": True, "then": {"discard": {"what": "drawn"}}}),
        st.just({"when": {"prevention": {}}, "then": {"draw": {"player": "you", "amount": 1}}, "all_at_once": True}),
    )


def _event() -> st.SearchStrategy[Data]:
    return st.one_of(
        st.tuples(st.sampled_from(["ann", "ben", "bear", "ox"]), st.integers(0, 4), st.booleans()).map(
            lambda t: {"damage": {"source": "bolt", "to": t[0], "amount": t[1], "combat": t[2]}}
        ),
        st.tuples(st.sampled_from(["ann", "ben"]), st.integers(0, 2)).map(lambda t: {"gain_life": {"player": t[0], "amount": t[1]}}),
        st.sampled_from([18, 20]).map(lambda total: {"set_life": {"player": "ben", "total": total}}),
        st.tuples(st.sampled_from(["ann", "ben"]), st.integers(1, 2)).map(lambda t: {"draw": {"player": t[0], "amount": t[1]}}),
        st.sampled_from(["bear", "ox"]).map(lambda what: {"destroy": {"what": what}}),
        st.just({"enter": {"what": "cub", "counters": {"+1/+1": 1}}}),
        st.just({"create": {"player": "ann", "tokens": {"Elf": 1}}}),
        st.sampled_from(["ann", "ben"]).map(lambda who: {"flip_coins": {"player": who, "amount": 1}}),
        st.integers(1, 2).map(lambda n: {"mill": {"player": "ben", "amount": n}}),
        st.just({"destroy": {"what": ["bear", "ox"]}}),
        st.sampled_from(["bear", "ann"]).map(lambda to: {"assign": {"source": "ox", "to": to}}),
        st.just({"damage": {"source": "ox", "to": "bear", "amount": "ox.power"}}),
    )


SWITCHES = {
    "declined_effect": "may_return",
    "several_choosers": "in_rounds",
    "simultaneous_damage": "by_source",
    "shield_meets_redirected_damage": "once",
    "life_from_prevention": "afterwards",
}
"""Open questions, with the answer that is not the usual one."""


@st.composite
def mixed(draw: st.DrawFn, most_effects: int = 4, most_events: int = 2) -> Data:
    """Up to two steps of simultaneous events of several kinds, under effects of many shapes."""
    steps = draw(st.lists(st.lists(_event(), min_size=1, max_size=most_events), min_size=1, max_size=2))
    effects = draw(st.lists(_any_effect(), min_size=0, max_size=most_effects))
    return {
        "game": "magic",
        "players": {"ann": {}, "ben": {"library": 3}},
        "switches": {name: SWITCHES[name] for name in draw(st.lists(st.sampled_from(sorted(SWITCHES)), max_size=2, unique=True))},
        "objects": {
            "bolt": {"types": ["instant"], "colors": ["red"], "controller": "ann", "zone": "stack"},
            "bear": {"types": ["creature"], "controller": "ben", "power": 2, "toughness": 3},
            "ox": {"types": ["creature"], "controller": "ann", "power": 2, "toughness": 2},
            "cub": {"types": ["creature"], "owner": "ben", "zone": "hand"},
            "eel": {"types": ["creature"], "owner": "ben", "zone": "library", "position": 2},
        },
        "tokens": {"Elf": {"types": ["creature"]}},
        "effects": {f"effect-{n}": {"controller": draw(st.sampled_from(["ann", "ben"])), **effect} for n, effect in enumerate(effects)},
        "steps": steps,
    }
