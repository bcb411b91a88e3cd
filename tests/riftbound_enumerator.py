"""A third voice for Riftbound: simultaneous deaths, enumerated in plain Python without solver or graph.

It shares no code with the project. Effects are of five makes: `angel` and `hourglass` kill their source and rescue (the unit that wears
it, or any unit of that player), `soraka` rescues other units of that player where its source is, if their Might is less, `retreat`
rescues one unit once, `smite` banishes one unit. To rescue is to exhaust and to put into the base.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import NamedTuple


class Make(NamedTuple):
    """An effect: its make, the player who controls it, the thing it is on or about, and whether it says "may"."""

    make: str
    player: str
    thing: str
    optional: bool = False


@dataclass(frozen=True)
class Deaths:
    """A situation. Things are units (with Might) and gear; what has a host is attached to it and gives it 1 Might."""

    turn_order: tuple[str, ...]
    players: dict[str, str]
    might: dict[str, int]
    places: dict[str, str]
    hosts: dict[str, str]
    effects: dict[str, Make]
    dying: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True)
class State:
    places: frozenset[tuple[str, str]]
    hosts: frozenset[tuple[str, str]]
    zones: frozenset[tuple[str, str]] = field(default=frozenset())
    exhausted: frozenset[str] = field(default=frozenset())
    spent: frozenset[str] = field(default=frozenset())


class Event(NamedTuple):
    """A thing that would die, with the effects that were applied on the way there, and those refused."""

    thing: str
    applied: frozenset[str] = frozenset()
    declined: frozenset[str] = frozenset()


def enumerate_deaths(given: Deaths) -> frozenset[State]:
    """All situations that may come of it."""
    effects = given.effects

    def place(state: State, thing: str) -> str | None:
        """Where it is on the board, if it is there."""
        return dict(state.places).get(dict(state.hosts).get(thing, thing))

    def might(state: State, unit: str) -> int:
        return given.might[unit] + sum(host == unit for _, host in state.hosts)

    def qualifies(state: State, name: str, dying: str) -> bool:
        make, player, thing, _ = effects[name]
        if dying not in given.might or (given.players[dying] != player and make != "smite") or place(state, thing) is None:
            return False
        if make == "soraka":
            return dying != thing and place(state, dying) == place(state, thing) and might(state, dying) < might(state, thing)
        wearer = dict(state.hosts).get(thing) if make == "angel" else thing
        return name not in state.spent if make == "hourglass" else wearer == dying and name not in state.spent

    def leave(state: State, things: set[str], zone: str) -> State:
        """All of them go to that zone at once; gear of those that go stays where they were."""
        left = {gear: here for gear, host in state.hosts if host in things and (here := place(state, gear)) is not None}
        return replace(
            state,
            places=frozenset(pair for pair in {*state.places, *left.items()} if pair[0] not in things),
            hosts=frozenset(pair for pair in state.hosts if not things & set(pair)),
            zones=state.zones | {(thing, zone) for thing in things},
            exhausted=state.exhausted - things,
        )

    def rescue(state: State, unit: str) -> State:
        if place(state, unit) is None:
            return state
        places = frozenset(pair for pair in state.places if pair[0] != unit)
        return replace(state, places=places | {(unit, "base")}, exhausted=state.exhausted | {unit})

    def carry_out(state: State, name: str, event: Event) -> set[State]:
        make, _, thing, _ = effects[name]
        if make == "smite":
            return {leave(state, {event.thing}, "banishment")}
        if make == "retreat":
            state = replace(state, spent=state.spent | {name})
        paid = {state}
        if make in ("angel", "hourglass"):  # a set of its own
            paid = set(settle(state, frozenset({Event(thing, event.applied | {name})}), frozenset(), None))
        return {rescue(after, event.thing) for after in paid}

    @cache
    def settle(state: State, pending: frozenset[Event], closed: frozenset[str], last: str | None) -> frozenset[State]:
        """Where the rest of a set leads: these effects have had their series, and ``last`` is in its own."""
        pending = frozenset(event for event in pending if place(state, event.thing) is not None)
        able = {
            event: [e for e in effects if e not in event.applied | event.declined | closed and qualifies(state, e, event.thing)]
            for event in sorted(pending)
        }
        able = {event: names for event, names in able.items() if names}
        if not able:
            return frozenset({leave(state, {event.thing for event in pending}, "trash")})
        found: set[State] = set()
        for names in product(*able.values()):  # for each event its decider picks one
            chosen = list(zip(names, able, strict=True))
            runs_on = last is not None and not given.free and not effects[last].optional
            if runs_on and any(last in rivals for rivals in able.values()):
                chosen = [(name, event) for name, event in chosen if last in able[event]]
            first = min(given.turn_order.index(effects[name].player) for name, _ in chosen)
            for name, event in chosen:
                if given.turn_order.index(effects[name].player) != first:
                    continue
                rest = pending - {event}
                if effects[name].optional:
                    found |= settle(state, rest | {event._replace(declined=event.declined | {name})}, closed, last)
                over = closed if last in (None, name) else closed | {str(last)}
                for after in carry_out(state, name, event):
                    found |= settle(after, rest, over, name)
        return frozenset(found)

    start = State(frozenset(given.places.items()), frozenset(given.hosts.items()))
    return settle(start, frozenset(map(Event, given.dying)), frozenset(), None)
