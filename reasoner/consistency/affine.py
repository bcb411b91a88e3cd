"""Effects on amounts as functions, and when two of them commute.

An effect that only changes an amount is v ↦ m·v + k where its expression is of that form. Two such functions commute for every
amount or for none: applied in either order they differ by (m·l + k) − (n·k + l), whatever v is. An amount never goes below 0, and one of
0 is no event any more, so where a constant is negative this holds as long as no amount falls to 0.
"""

from __future__ import annotations

from reasoner.language.scenario import Effect
from reasoner.terms import Term

__all__ = ["condition", "of_effect", "of_expression"]

Affine = tuple[int, int]
"""Factor and constant of v ↦ factor · v + constant."""


def of_expression(term: Term) -> Affine | None:
    """The expression as a function of the event's amount; None if it is not of that form.

    >>> of_expression(("plus", ("times", ("num", 2), ("attr", "amount")), ("num", 1)))
    (2, 1)
    """
    if not isinstance(term, tuple):
        return None
    if term[0] == "num" and isinstance(term[1], int):
        return (0, term[1])
    if term[0] == "attr" and term[1] == "amount":
        return (1, 0)
    if len(term) != 3:
        return None
    left, right = of_expression(term[1]), of_expression(term[2])
    if left is None or right is None:
        return None
    if term[0] == "plus":
        return (left[0] + right[0], left[1] + right[1])
    if term[0] == "minus":
        return (left[0] - right[0], left[1] - right[1])
    if term[0] == "times" and 0 in (left[0], right[0]):
        by, what = (left[1], right) if left[0] == 0 else (right[1], left)
        return (by * what[0], by * what[1])
    return None


def of_effect(effect: Effect) -> Affine | None:
    """What an effect makes of an amount, if that is all it does and it has the form."""
    parts = effect.parts
    plain = not effect.branches and effect.pick is None and not parts.templates() and parts.prevents is None and parts.diverts is None
    if not plain or parts.drops or set(parts.sets) != {"amount"} or parts.scales or parts.maps or parts.plus or parts.whole:
        return None
    return of_expression(parts.sets["amount"])


def _written(function: Affine) -> str:
    factor, constant = function
    if factor == 0:
        return str(constant)
    value = "v" if factor == 1 else f"{factor}·v"
    return value if constant == 0 else f"{value} {'+' if constant > 0 else '−'} {abs(constant)}"


def condition(first: Effect, second: Effect) -> str | None:
    """When two effects on amounts commute, in words; None if they are not both functions of the form above."""
    one, other = of_effect(first), of_effect(second)
    if one is None or other is None:
        return None
    (m, k), (n, l) = one, other  # noqa: E741 - as in the formula
    apart = abs((m * l + k) - (n * k + l))
    floor = ", as long as none falls to 0" if min(k, l) < 0 else ""
    told = f"v ↦ {_written(one)} and v ↦ {_written(other)}"
    return f"{told} commute for every amount{floor}" if apart == 0 else f"{told} differ by {apart} for every amount{floor}"
