"""Find: the smallest situation inside a scope that has a property, or the answer that none has.

The solver makes the situations of the scope, the smallest first; they are explored in batches, and the first that has
the property is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Limits
from reasoner.graphs.properties import Property, ends
from reasoner.language.scenario import Scenario
from reasoner.language.switches import with_switches

from .scope import Scope, Situation, situations

__all__ = ["Found", "differs_under", "find", "in_batches"]

TOGETHER = 200
"""Situations explored in one grounding."""

Judge = Callable[[Sequence[Scenario]], list[bool | None]]
"""Which of the scenarios have the property; None where a limit or an error kept the answer away."""


@dataclass
class Found:
    """The answer of a search: the witness, if there is one, with the scenario whose effects it has, how many situations were looked at,
    and of how many no answer could be had. With a witness the search has ended before it."""

    witness: Situation | None = None
    base: Scenario | None = None
    looked_at: int = 0
    undecided: list[Scenario] = field(default_factory=list)


def in_batches(found: Iterator[Situation], size: int = TOGETHER) -> Iterator[list[Situation]]:
    """The situations in lists of at most this many; the first lists are short, as the answer is often near."""
    part = 20
    while batch := list(islice(found, part)):
        yield batch
        part = min(size, 2 * part)


def judge_by(holds: Property, limits: Limits, without: frozenset[str] = frozenset()) -> Judge:
    """A judge from a property of one exploration."""

    def judge(variants: Sequence[Scenario]) -> list[bool | None]:
        found = explore_all(variants, limits, without, related=True)
        return [None if isinstance(e, str) else True if holds(e) else None if not e.complete else False for e in found]

    return judge


def differs_under(settings: list[str], limits: Limits, by_state: bool = False) -> Judge:
    """A judge that asks whether the switches change the outcomes. Raises SwitchError when it is called with wrong ones."""

    def judge(variants: Sequence[Scenario]) -> list[bool | None]:
        usual = explore_all(variants, limits, related=True)
        other = explore_all([with_switches(variant, settings) for variant in variants], limits, related=True)
        return [
            None if isinstance(a, str) or isinstance(b, str) or not (a.complete and b.complete) else ends(a, by_state) != ends(b, by_state)
            for a, b in zip(usual, other, strict=True)
        ]

    return judge


def find(bases: Sequence[Scenario], scope: Scope, judge: Judge, progress: Callable[[int, int], None] | None = None) -> Found:
    """Search the scope for the smallest situation that the judge accepts.

    ``bases`` hold the effects, with the objects that they need; ``progress`` is called with the size and the number of situations
    looked at. Raises SwitchError or RuleError.
    """
    answer = Found()
    best: Situation | None = None
    for base in bases:
        for batch in in_batches(situations(base, scope)):
            if best is not None and batch[0].size >= best.size:
                break
            verdicts = judge([situation.scenario for situation in batch])
            answer.undecided += [s.scenario for s, verdict in zip(batch, verdicts, strict=True) if verdict is None]
            hit = next((n for n, verdict in enumerate(verdicts) if verdict), None)
            answer.looked_at += len(batch) if hit is None else hit + 1
            if progress is not None:
                progress(batch[-1].size, answer.looked_at)
            if hit is not None:
                if best is None or batch[hit].size < best.size:
                    best, answer.base = batch[hit], base
                break
    if best is not None:
        answer.witness = replace(best, scenario=replace(best.scenario, case=None, rules=()))
    return answer
