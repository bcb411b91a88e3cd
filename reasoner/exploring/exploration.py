"""What an exploration is: the situations that a scenario can reach, and what each option leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reasoner.language.scenario import Scenario
from reasoner.terms import Term

__all__ = ["Edge", "Exploration", "Limits"]


@dataclass(frozen=True)
class Limits:
    """When to stop. ``seconds`` and ``states`` count for one exploration; None means no limit. ``stop`` is asked now and then
    whether somebody wants it to end."""

    states: int | None = 100_000
    seconds: float | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False, repr=False)


class Edge(NamedTuple):
    """An option of a situation, who chooses it, by which rules, the situation it leads to, and for how many twins it
    stands."""

    option: Term
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    target: int
    copies: int


@dataclass
class Exploration:
    """The explored part of a scenario. Situation 0 is the first one; ``edges[n]`` leave situation n, sorted.

    ``complete`` is False when a limit stopped the search; then some situations have no edges yet (``open``).
    """

    scenario: Scenario
    fluents: Sequence[tuple[Term, ...]] = ()
    edges: list[list[Edge]] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    stuck: list[int] = field(default_factory=list)
    """Situations without options in which something still waits: the rules leave it undecided. Only edited rules do."""

    @property
    def complete(self) -> bool:
        return not self.open
