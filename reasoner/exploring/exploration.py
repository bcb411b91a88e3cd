"""What an exploration is: the situations that a scenario can reach, and what each option leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, overload

from reasoner.language.scenario import Scenario
from reasoner.terms import Term, sort_key

__all__ = ["Edge", "Edges", "Exploration", "Label", "Limits", "Stop", "is_application"]

Stop = Literal["states", "seconds", "memory", "stop"]
"""What ended a search before its end: the field of :class:`Limits` that did."""


def is_application(option: Term) -> bool:
    """Is this option the application of an effect, and so a step of an ordering?"""
    return isinstance(option, tuple) and option[0] == "apply"


@dataclass(frozen=True)
class Limits:
    """When to stop. ``seconds`` and ``states`` count for one exploration; None means no limit. ``memory`` is what the process may
    hold in all, in bytes, with what is still to be told of the situations; None means three quarters of what the system lets it
    have (see ``memory.py``). ``stop`` is asked now and then whether somebody wants it to end."""

    states: int | None = 100_000
    seconds: float | None = None
    memory: int | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False, repr=False)


class Label(NamedTuple):
    """An option, who chooses it, by which rules, and for how many such options it stands."""

    option: Term
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    copies: int


class Edge(NamedTuple):
    """An option of a situation, who chooses it, by which rules, the situation it leads to, and for how many such options it
    stands."""

    option: Term
    choosers: tuple[str, ...]
    rules: tuple[str, ...]
    target: int
    copies: int


class Edges(Sequence[list[Edge]]):
    """The edges that leave each situation, sorted by their options.

    Many situations have the same options, so these are held once: ``labels[n]`` are those of situation n, and ``targets[n]``, in
    the same order, what they lead to. The edges themselves are made when they are asked for.
    """

    def __init__(self, labels: list[tuple[Label, ...]], targets: list[tuple[int, ...]]):
        self.labels, self.targets = labels, targets
        self._made: dict[int, list[Edge]] = {}

    @classmethod
    def of(cls, situations: Iterable[Iterable[Edge]]) -> Edges:
        """From the edges of each situation."""
        key: Callable[[Term], tuple[object, ...]] = cache(sort_key)
        shared: dict[tuple[Label, ...], tuple[Label, ...]] = {}
        labels: list[tuple[Label, ...]] = []
        targets: list[tuple[int, ...]] = []
        for edges in situations:
            ordered = sorted(edges, key=lambda edge: key(edge.option))
            named = tuple(Label(edge.option, edge.choosers, edge.rules, edge.copies) for edge in ordered)
            labels.append(shared.setdefault(named, named))
            targets.append(tuple(edge.target for edge in ordered))
        return cls(labels, targets)

    def __len__(self) -> int:
        return len(self.targets)

    @overload
    def __getitem__(self, place: int) -> list[Edge]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[Edge]]: ...
    def __getitem__(self, place: int | slice) -> list[Edge] | list[list[Edge]]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        known = self._made.get(place)
        if known is None:
            both = zip(self.labels[place], self.targets[place], strict=True)
            known = [Edge(label.option, label.choosers, label.rules, target, label.copies) for label, target in both]
            self._made[place] = known
        return known


@dataclass
class Exploration:
    """The explored part of a scenario. Situation 0 is the first one; ``edges[n]`` leave situation n, sorted.

    ``complete`` is False when a limit stopped the search; then some situations have no edges yet (``open``), and ``stopped_by`` is
    that limit.
    """

    scenario: Scenario
    fluents: Sequence[tuple[Term, ...]] = ()
    edges: Edges = field(default_factory=lambda: Edges([], []))
    open: set[int] = field(default_factory=set)
    stuck: list[int] = field(default_factory=list)
    """Situations without options in which something still waits: the rules leave it undecided. Only edited rules do."""
    commuting: bool = True
    """May one order in which commuting effects are applied stand for all?"""

    stopped_by: Stop | None = None

    @property
    def complete(self) -> bool:
        return not self.open
