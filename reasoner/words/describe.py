"""Situations, events and steps in the words of reports."""

from __future__ import annotations

from dataclasses import dataclass

from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, show, sort_key

from .phrases import phrases
from .phrasing import phrased

__all__ = ["EventView", "Scene", "Value", "called", "describe_event", "describe_step", "event_views", "record", "values"]

Value = int | str | bool


def values(scenario: Scenario, fluents: tuple[Term, ...]) -> dict[str, Value]:
    """What a situation says about players, objects and effects: ``{"ben.life": 18, "bear.zone": "graveyard"}``."""
    known = {name for group in vocabulary(scenario.game).attributes.values() for name in group}
    found: dict[str, Value] = {}
    for fluent in fluents:
        if not isinstance(fluent, tuple):
            continue
        if fluent[0] == "now" and isinstance(fluent[1], tuple):
            inner, value = fluent[1], fluent[2]
            if inner[0] in known:
                key = ".".join([called(inner[1]), str(inner[0]), *map(str, inner[2:])])
                found[key] = int(str(value))
        elif fluent[0] == "state":
            found[f"game.{fluent[1]}"] = str(fluent[2])
        elif fluent[0] in known:
            found[f"{called(fluent[1])}.{fluent[0]}"] = True if len(fluent) == 2 else called(fluent[2])
    return found


def record(fluents: tuple[Term, ...]) -> list[str]:
    """What really happened up to this situation, as text with multiplicity, sorted."""
    found: list[str] = []
    for fluent in fluents:
        if isinstance(fluent, tuple) and fluent[0] == "now" and isinstance(fluent[1], tuple) and fluent[1][0] == "happened":
            what = fluent[1][1]
            assert isinstance(what, tuple)
            text = f"{what[0]} {' '.join(map(called, what[1:]))}"
            found.append(text if fluent[2] == 1 else f"{text} ({fluent[2]} times)")
    return sorted(found)


@dataclass(frozen=True)
class EventView:
    """A waiting event as it stands in a situation."""

    name: Term
    kind: str
    values: dict[str, Term]
    items: dict[str, dict[str, int]]


def event_views(fluents: tuple[Term, ...]) -> dict[Term, EventView]:
    """The waiting events of a situation by their names."""
    found: dict[Term, EventView] = {}
    for fluent in fluents:
        if isinstance(fluent, tuple) and fluent[0] == "event":
            found[fluent[1]] = EventView(fluent[1], str(fluent[2]), {}, {})
    for fluent in fluents:
        if isinstance(fluent, tuple) and fluent[0] == "at" and fluent[1] in found:
            found[fluent[1]].values[str(fluent[2])] = fluent[3]
        elif isinstance(fluent, tuple) and fluent[0] == "item" and fluent[1] in found:
            found[fluent[1]].items.setdefault(str(fluent[2]), {})[str(fluent[3])] = int(str(fluent[4]))
    return found


def called(term: Term) -> str:
    """A player, object, effect or word as reports call it; a token is called ``ann's Bear 1``, an effect of the game's own
    ``shield counter (bear)``."""
    if not isinstance(term, tuple):
        return str(term)
    if term[0] == "token" and len(term) == 4:
        return f"{term[2]}'s {term[1]} {term[3]}"
    return f"{str(term[0]).replace('_', ' ')} ({called(term[1])})" if len(term) == 2 else show(term)


def _items(items: dict[str, int]) -> str:
    return ", ".join(f"{amount} {name}" for name, amount in sorted(items.items()))


_NOUNS = {"tokens": "", "counters": " counters", "mana": " mana"}


def describe_event(scenario: Scenario, event: EventView) -> str:
    """An event in a few words: ``bolt deals 5 damage to ben``."""
    words = vocabulary(scenario.game)
    kind = words.kinds[event.kind]
    name, told = words.spoken_as(event.kind, event.values)
    phrase = phrases(scenario.game).events.get(name)
    if phrase is None:
        roles = {role: value for role, value in event.values.items() if role not in told and role not in ("by", "cause")}
        rest = [f"{role} {called(value)}" for role, value in sorted(roles.items())] + [_items(items) for items in event.items.values()]
        return " ".join([name.replace("_", " "), ", ".join(rest)]).strip()
    filled = {role: called(value) for role, value in event.values.items()}
    for role, items in event.items.items():
        noun = _NOUNS.get(kind.roles[role], "")
        filled[role] = _items(items) + (noun.rstrip("s") if noun == " counters" and sum(items.values()) == 1 else noun)
    return phrased(phrase, filled)[0]


def _difference(scenario: Scenario, before: EventView, after: EventView, prevents: bool) -> str:
    if before.kind != after.kind:
        return f"{describe_event(scenario, before)} → {describe_event(scenario, after)}"
    parts: list[str] = []

    for role in sorted(before.values.keys() | after.values.keys()):
        old, new = before.values.get(role), after.values.get(role)
        if old == new or role == "by":
            continue
        if role == "amount" and isinstance(old, int) and isinstance(new, int):
            parts.append(f"prevents {old - new}" if prevents else f"{old} → {new}")
        else:
            told = [called(value) for value in (old, new) if value is not None]
            flag = (old or new) in ("yes", "no")
            name = role.replace("_", " ")
            parts.append(
                (name if new == "yes" else f"not {name}") if flag else f"no {name}" if new is None else f"{name} {' → '.join(told)}"
            )
    for role in sorted(before.items.keys() | after.items.keys()):
        old_items, new_items = before.items.get(role, {}), after.items.get(role, {})
        if old_items != new_items:
            parts.append(f"{_items(old_items) or 'nothing'} → {_items(new_items) or 'nothing'}")
    return ", ".join(parts)


def _series(sentences: list[str]) -> str:
    """Sentences as one: ``bear is healed, exhausted and recalled``."""
    told: list[str] = []
    before = ""
    for sentence in sentences:
        subject, verb, rest = sentence.partition(" is ")
        told.append(rest if verb and subject == before else sentence)
        before = subject if verb else ""
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)


class Scene:
    """A situation to be told of: its fluents, and the events that wait in it."""

    def __init__(self, fluents: tuple[Term, ...]):
        self.fluents = fluents
        self.events = event_views(fluents)


def describe_step(scenario: Scenario, option: Term, before: Scene, after: Scene) -> str | None:
    """What taking an option does, in words; None for "go on", which nobody chooses."""
    if not isinstance(option, tuple):
        return None
    effect = called(option[1])
    prevents = any(e.name == effect and e.parts.prevents is not None for e in scenario.effects)
    old, new = before.events, after.events
    name = option[2]
    if option[0] == "decline":
        return f"{effect} declined ({describe_event(scenario, old[name])})" if name in old else f"{effect} declined"
    if option[0] == "fall":
        return f"{option[2]} heads ({describe_event(scenario, old[option[1]])})" if option[1] in old else f"{option[2]} heads"
    if option[0] == "keep":
        return f"{option[2]} is kept"
    if option[0] == "allot":
        return f"{called(old[option[1]].values['source'])} assigns {option[2]} to {called(old[option[1]].values['to'])}"
    if option[0] == "resolve":
        return f"{effect} resolves"
    if option[0] == "seize":
        return f"{effect} triggers ({describe_event(scenario, old[name])})" if name in old else f"{effect} triggers"
    if option[0] == "arrange":
        return f"{called(option[1])} next to the {option[2]}"
    if option[0] == "settle":
        return f"{called(option[1])} {'stays in' if ('zone', option[1], option[2]) in before.fluents else 'goes to'} {option[2]}"
    if option[0] == "choose":
        answer = option[3]
        if isinstance(answer, tuple):
            return f"{effect}: {'' if answer[0] == 'yes' else 'not '}{called(answer[1])}"
        return f"{effect}: {called(answer)}"
    if option[0] == "assign":
        return f"{option[3]} to {called(option[2])}"
    if option[0] == "share":
        amount = option[3]
        return f"{effect} takes {amount} of “{describe_event(scenario, old[name])}”" if name in old else effect
    changes: list[str] = []
    gone: list[str] = []
    for key in sorted(old, key=sort_key):
        if key not in new:
            lost = old[key].values.get("amount")
            if prevents and lost is not None:
                changes.append(f"prevents {lost}")
            else:
                gone.append(f"“{describe_event(scenario, old[key])}”")
        elif text := _difference(scenario, old[key], new[key], prevents):
            changes.append(text)
    made = _series([describe_event(scenario, new[key]) for key in sorted(new, key=sort_key) if key not in old])
    if gone:
        changes.append(f"{made or 'nothing'} instead of {' and '.join(gone)}")
    elif made:
        changes.append(f"{'and' if changes else 'then'} {made}")
    if ("dividing", effect) in after.fluents:
        return f"{effect} (divided)"
    if ("asking", effect, name) in after.fluents and not changes:
        return f"{effect} (asks)"
    return f"{effect} ({'; '.join(changes)})" if changes else f"{effect} (changes nothing)"
