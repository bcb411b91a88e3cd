"""What a situation is, in words: what waits in it, and what has changed since the first one."""

from __future__ import annotations

from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, sort_key

from .describe import EventView, Value, called, describe_event, event_views, values
from .phrases import phrases

__all__ = ["changed", "differences", "later_events", "now_happening", "shown", "told_change", "waiting_events"]

Change = tuple[Value | None, Value | None]


def shown(value: object) -> str:
    """A value as reports write it."""
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def told_change(path: str, change: Change) -> str:
    """A change in words: ``ben.life 20 → 18``."""
    old, new = change
    if new is True and old in (False, None):
        return path
    return f"{path} {shown(old)} → {shown(new)}"


def _follows(path: str, end: dict[str, Value]) -> bool:
    """Is it only that an object outside the battlefield and the stack has no controller any more?"""
    return path.endswith(".controller") and path not in end


def _default(exists: Value | None) -> Value | None:
    if exists is None:
        return None
    return 0 if isinstance(exists, int) and not isinstance(exists, bool) else False if isinstance(exists, bool) else None


def changed(scenario: Scenario, start: dict[str, Value], end: dict[str, Value]) -> dict[str, Change]:
    """The values that differ (old, new), without those that only sum up what happened; see ``describe.values``."""
    history = vocabulary(scenario.game).history
    return {
        path: (start.get(path, _default(end.get(path))), end.get(path, _default(start.get(path))))
        for path in sorted(start.keys() | end.keys())
        if start.get(path) != end.get(path) and path.split(".")[1] not in history and not _follows(path, end)
    }


def _levels(fluents: tuple[Term, ...]) -> dict[Term, int]:
    """The levels of the events that wait on levels."""
    return {f[2]: int(str(f[1])) for f in fluents if isinstance(f, tuple) and f[0] == "batch"}


def _top(fluents: tuple[Term, ...]) -> int:
    return max((int(str(f[1])) for f in fluents if isinstance(f, tuple) and f[0] in ("batch", "after", "check")), default=0)


def waiting_events(fluents: tuple[Term, ...]) -> list[EventView]:
    """The events that are being decided now, sorted by name."""
    levels, top = _levels(fluents), _top(fluents)
    return [view for name, view in sorted(event_views(fluents).items(), key=lambda pair: sort_key(pair[0])) if levels.get(name) == top]


def later_events(fluents: tuple[Term, ...]) -> list[EventView]:
    """The events that wait until those have happened, the next ones first."""
    levels, top = _levels(fluents), _top(fluents)
    below = [(levels.get(name, top), view) for name, view in event_views(fluents).items() if levels.get(name) != top]
    return [view for _, view in sorted(below, key=lambda pair: (-pair[0], sort_key(pair[1].name)))]


def now_happening(scenario: Scenario, fluents: tuple[Term, ...]) -> list[str]:
    """What a situation is about, one line each: the events being decided, an open question, a checkpoint."""
    found = [describe_event(scenario, view) for view in waiting_events(fluents)]
    found = [f"{found.count(text)} × {text}" if found.count(text) > 1 else text for text in dict.fromkeys(found)]
    for fluent in sorted((f for f in fluents if isinstance(f, tuple)), key=sort_key):
        if fluent[0] == "asking":
            found.append(f"{called(fluent[1])} asks")
        elif fluent[0] == "dividing":
            found.append(f"{called(fluent[1])} is divided")
    if not found:
        checks = [str(f[2]) for f in fluents if isinstance(f, tuple) and f[0] == "check" and f[1] == _top(fluents)]
        found.extend(phrases(scenario.game).spoken.get(("checkpoint", name), name.replace("_", " ")) for name in checks)
    return found


def differences(scenario: Scenario, before: tuple[Term, ...], after: tuple[Term, ...]) -> list[str]:
    """The changed values between two situations, one line each."""
    return [told_change(path, change) for path, change in changed(scenario, values(scenario, before), values(scenario, after)).items()]
