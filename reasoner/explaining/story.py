"""Why things go as they go: a way through the graph step by step, and the effects that are never applied.

Plain data; ``cli`` writes it in every format.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.graphs.graph import OutcomeGraph, is_application
from reasoner.graphs.report import Report, report_of
from reasoner.graphs.steps import Steps
from reasoner.words.describe import called
from reasoner.words.situation_words import differences, now_happening
from reasoner.words.wording import listed

from .catalogue import NEARNESS
from .why import Reason, Reasons, reasons

__all__ = ["Judged", "Step", "Story", "Unused", "entitlement", "judged", "never_applied", "story", "unused_effects"]

MOST_SITUATIONS = 3000
"""Situations, nearest to the start first, in which effects that are never applied are looked at."""
_TRIVIAL = NEARNESS.index("kind")


@dataclass(frozen=True)
class Judged:
    """What is said of one effect at one event: can it be applied, why or why not, and the rules."""

    effect: str
    event: str
    allowed: bool
    reasons: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A situation on the way, and what is done there. ``taken`` is empty at the end; ``futile`` are events that cannot come about."""

    situation: int
    events: tuple[str, ...]
    choosers: tuple[str, ...]
    entitled: tuple[str, ...]
    rules: tuple[str, ...]
    judged: tuple[Judged, ...]
    taken: str
    changes: tuple[str, ...]
    options: int
    futile: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unused:
    """An effect that is applied on no way: the reasons nearest to its being applied, each with the steps that lead there."""

    effect: str
    reasons: tuple[tuple[Reason, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Story:
    """The way to an outcome, and the effects that are never applied. ``searched`` is False where only the first situations
    were looked at for these."""

    report: Report
    outcome: int | None
    steps: tuple[Step, ...]
    unused: tuple[Unused, ...]
    searched: bool = True


def judged(found: Reasons, situation: int, only: str | None = None) -> tuple[Judged, ...]:
    """What speaks for and against every effect in a situation; those for which there is nothing to say are left out."""
    told: list[Judged] = []
    for effect in found.effects(situation):
        if only is not None and effect != only:
            continue
        by_event: dict[str, list[Reason]] = {}
        for reason in found.of(effect, situation):
            if reason.allowed or only is not None or (0 < reason.distance < _TRIVIAL):
                by_event.setdefault(reason.event, []).append(reason)
        for event, given in by_event.items():
            against = sorted((reason for reason in given if not reason.allowed), key=lambda reason: reason.distance)
            # What comes before another decision is no more than that; what is applicable otherwise is told by its grounds.
            shown = against or given
            texts = [reason.text for reason in shown if reason.name != "class" or not reason.allowed]
            rules = dict.fromkeys(reason.rule for reason in shown if reason.rule)
            told.append(Judged(effect, event, not against, tuple(dict.fromkeys(texts)), tuple(rules)))
    return tuple(sorted(told, key=lambda each: (not each.allowed, each.effect, each.event)))


def story(graph: OutcomeGraph, outcome: int | None = None, *, unused: bool = True) -> Story:
    """The shortest way to an outcome (from 1; to the first one, if none is given)."""
    exploration = graph.exploration
    scenario, fluents = exploration.scenario, exploration.fluents
    number = outcome or (1 if graph.outcomes else None)
    way = graph.shortest(set(graph.outcomes[number - 1])) if number is not None else []
    found = reasons(exploration, [node for node, _ in way] or [0])
    steps: list[Step] = []
    standing: set[tuple[str, tuple[str, ...]]] = set()
    for node, edge in way:
        told = [each for each in judged(found, node) if each.event or (each.effect, each.reasons) not in standing]
        # What holds whatever happens, such as where the source of an effect is, is told once.
        standing |= {(each.effect, each.reasons) for each in told if not each.event}
        choosers = tuple(dict.fromkeys(player for each in graph.edges[node] for player in each.choosers))
        steps.append(
            Step(
                situation=node,
                events=tuple(now_happening(scenario, fluents[node])),
                choosers=choosers,
                entitled=tuple(text for player in choosers for text in found.entitled(node, player)),
                rules=tuple(sorted({rule for each in graph.edges[node] for rule in each.rules})),
                judged=tuple(told),
                taken=Steps(exploration).step(node, edge) or "",
                changes=tuple(differences(scenario, fluents[node], fluents[edge.target])),
                options=sum(each.copies for each in graph.edges[node]),
                futile=tuple(found.futile(node)),
            )
        )
    rest, searched = unused_effects(graph) if unused else ((), True)
    return Story(report_of(graph), number, tuple(steps), rest, searched)


def never_applied(graph: OutcomeGraph) -> list[str]:
    """The effects of the scenario that are applied on no way."""
    options = (edge.option for edges in graph.edges for edge in edges if is_application(edge.option))
    applied = {called(option[1]) for option in options if isinstance(option, tuple)}
    return [effect.name for effect in graph.exploration.scenario.effects if effect.name not in applied]


def unused_effects(graph: OutcomeGraph) -> tuple[tuple[Unused, ...], bool]:
    """The effects that are applied on no way, and why not; and whether all situations were looked at."""
    names = never_applied(graph)
    if not names:
        return (), True
    order = graph.breadth_first()
    some: Sequence[int] = order[:MOST_SITUATIONS]
    found = reasons(graph.exploration, some)

    def led(situation: int) -> tuple[str, ...]:
        return tuple(Steps(graph.exploration).along(graph.shortest({situation})))

    return (
        tuple(Unused(name, tuple((reason, led(reason.situation)) for reason in found.nearest(name, some))) for name in names),
        len(some) == len(order),
    )


def entitlement(step: Step) -> str:
    """Who chooses and why, in one line."""
    why = f": {listed(step.entitled)}" if step.entitled else ""
    rules = f" ({', '.join(step.rules)})" if step.rules else ""
    return f"{listed(step.choosers)} choose{'s' if len(step.choosers) == 1 else ''}{why}{rules}"
