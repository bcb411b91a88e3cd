"""The outcomes of independent parts combined, one at a time: there may be far more of them than anybody can hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product as every_choice

from reasoner.words.describe import Value, record, values

from .parts import Product, report_of_parts
from .report import Outcome

__all__ = ["Combination", "Combinations"]


@dataclass(frozen=True)
class Combination:
    """One outcome of each part, together an outcome of the scenario. ``parts`` are their numbers in the parts' reports. ``orderings``
    and ``paths`` are exact, with orderings of parts not interleaved (see :class:`~reasoner.graphs.parts.ProductReport`), or None where
    the options loop; all else is as in :class:`~reasoner.graphs.report.Outcome`, whose ``witness`` each part has for itself."""

    number: int
    parts: tuple[int, ...]
    orderings: int | None
    paths: int | None
    values: dict[str, Value]
    changes: dict[str, tuple[Value | None, Value | None]]
    record: list[str]


class Combinations:
    """Every combination of one outcome of each part, made when it is asked for; the last part changes first.

    Parameters
    ----------
    product:
        the parts, each explored; a scenario that has none is one part.
    by_state:
        tell the outcomes of each part apart by their end states alone.

    Attributes
    ----------
    report:
        what is told of each part, and of all together.
    """

    def __init__(self, product: Product, by_state: bool = False):
        self.report = report_of_parts(product, by_state)
        self.complete = all(part.complete for part in product.parts)
        # The first situations of the parts differ in the events that wait, of which values and record say nothing.
        first = product.parts[0].fluents[0]
        start = values(product.scenario, first)
        self._values = start
        self._record = Counter(record(first))
        self._parts = [[_End(outcome, start, self._record) for outcome in part.report.outcomes] for part in self.report.parts]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many outcomes each part has."""
        return tuple(map(len, self._parts))

    @property
    def count(self) -> int:
        """How many combinations there are."""
        return self.report.outcomes

    def __iter__(self) -> Iterator[Combination]:
        choices = every_choice(*(range(1, size + 1) for size in self.sizes))
        return (self._combined(number, parts) for number, parts in enumerate(choices, 1))

    def of(self, *parts: int) -> Combination:
        """The combination of these outcomes, one of each part, by their numbers (from 1). Raises IndexError if there is none."""
        if len(parts) != len(self.sizes) or not all(1 <= part <= size for part, size in zip(parts, self.sizes, strict=True)):
            given, sizes = (",".join(map(str, numbers)) for numbers in (parts, self.sizes))
            raise IndexError(f"there is no combination {given}: the {len(self.sizes)} parts have {sizes} outcomes")
        number = 0
        for part, size in zip(parts, self.sizes, strict=True):
            number = number * size + part - 1
        return self._combined(number + 1, parts)

    def _combined(self, number: int, parts: tuple[int, ...]) -> Combination:
        ends = [part[chosen - 1] for part, chosen in zip(self._parts, parts, strict=True)]
        found, happened = dict(self._values), Counter(self._record)
        changes: dict[str, tuple[Value | None, Value | None]] = {}
        for end in ends:
            for path in end.gone:
                found.pop(path, None)
            found |= end.values
            changes |= end.outcome.changes
            happened.subtract(end.replaced)
            happened.update(end.record)
        return Combination(
            number,
            parts,
            _product([end.outcome.orderings for end in ends]),
            _product([end.outcome.paths for end in ends]),
            dict(sorted(found.items())),
            dict(sorted(changes.items())),
            sorted(happened.elements()),
        )


class _End:
    """What an outcome of one part adds to the first situation, and takes from it."""

    def __init__(self, outcome: Outcome, start: dict[str, Value], happened: Counter[str]):
        self.outcome = outcome
        self.values = {path: value for path, value in outcome.values.items() if path not in start or start[path] != value}
        self.gone = start.keys() - outcome.values.keys()
        self.record = Counter(outcome.record) - happened
        self.replaced = happened - Counter(outcome.record)


def _product(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return math.prod(known) if len(known) == len(counts) else None
