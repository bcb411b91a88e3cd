"""A third voice: one damage event under arithmetic effects, enumerated in plain Python without solver or graph.

It shares no code with the project. What it returns are the sets of orderings and of ends.
"""

from __future__ import annotations

import re
from typing import Any

Ordering = tuple[str, ...]
End = tuple[int, tuple[tuple[str, int], ...]]


def _bound(effect: dict[str, Any]) -> int:
    text = effect["would"]["damage"].get("amount", ">= 1")
    return int(text.removeprefix(">= "))


def _changed(effect: dict[str, Any], amount: int, points: int) -> tuple[int, int]:
    """The amount and the points left after applying the effect."""
    if "instead" in effect:
        text = str(effect["instead"]["amount"])
        if text == "2 * amount":
            return 2 * amount, points
        if match := re.fullmatch(r"amount \+ (\d+)", text):
            return amount + int(match[1]), points
        if text == "half up amount":
            return -(-amount // 2), points
        if text == "half down amount":
            return amount // 2, points
        return int(text), points
    how = effect["prevent"]
    if how == "all":
        return 0, points
    if how == "half up":
        return amount - -(-amount // 2), points
    if isinstance(how, dict):
        return max(0, amount - int(how["each"])), points
    used = min(points, amount)
    return amount - used, points - used


def enumerate_damage(data: dict[str, Any]) -> tuple[set[tuple[Ordering, End]], int]:
    """All (ordering, end) pairs and the number of paths; an end is the damage dealt and the points left by effect."""
    effects: dict[str, dict[str, Any]] = data["effects"]
    found: set[tuple[Ordering, End]] = set()
    paths = 0

    def go(amount: int, left: dict[str, int], chances: frozenset[str], done: Ordering) -> None:
        nonlocal paths
        names = [
            name
            for name, effect in effects.items()
            if name not in chances and amount >= max(1, _bound(effect)) and not (isinstance(effect.get("prevent"), int) and left[name] == 0)
        ]
        if not names:
            paths += 1
            found.add((done, (amount, tuple(sorted(left.items())))))
            return
        for name in names:
            after, points = _changed(effects[name], amount, left.get(name, 0))
            go(after, left | ({name: points} if name in left else {}), chances | {name}, (*done, name))
            if effects[name].get("optional"):
                go(amount, left, chances | {name}, done)

    shields = {name: effect["prevent"] for name, effect in effects.items() if isinstance(effect.get("prevent"), int)}
    go(data["event"]["damage"]["amount"], shields, frozenset(), ())
    return found, paths
