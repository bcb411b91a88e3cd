"""Explanations as data: JSON, JSON lines, and one line for each thing. The shapes stand in ``docs/json.md``."""

from __future__ import annotations

import json
from typing import Any

from reasoner.explaining.effect_story import Comparison, EffectStory, Place, Side
from reasoner.explaining.story import Step, Story, Unused
from reasoner.explaining.why_not import WhyNot
from reasoner.graphs.report import Report

from .render_json import heading

__all__ = ["Explained", "as_json", "concise", "json_lines"]

Explained = Story | EffectStory | Comparison | WhyNot


def _head(report: Report) -> dict[str, Any]:
    return {**heading(report.scenario), "complete": report.complete}


def _step(step: Step) -> dict[str, Any]:
    return {
        "kind": "step",
        "situation": step.situation,
        "events": list(step.events),
        "choosers": list(step.choosers),
        "entitled": list(step.entitled),
        "rules": list(step.rules),
        "options": step.options,
        "effects": [
            {
                "effect": each.effect,
                "event": each.event or None,
                "applicable": each.allowed,
                "reasons": list(each.reasons),
                "rules": list(each.rules),
            }
            for each in step.judged
        ],
        "taken": step.taken or None,
        "changes": list(step.changes),
        "futile": list(step.futile),
    }


def _unused(unused: Unused) -> dict[str, Any]:
    return {
        "kind": "never_applied",
        "effect": unused.effect,
        "reasons": [
            {
                "situation": reason.situation,
                "event": reason.event or None,
                "reason": reason.name,
                "text": reason.text,
                "rule": reason.rule,
                "after": list(after),
            }
            for reason, after in unused.reasons
        ],
    }


def _place(place: Place, applicable: bool) -> dict[str, Any]:
    return {
        "kind": "place",
        "applicable": applicable,
        "event": place.event or None,
        "reasons": list(place.reasons),
        "rules": list(place.rules),
        "situations": place.situations,
        "after": list(place.after),
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "kind": "side",
        "outcome": side.outcome,
        "chosen": side.chosen,
        "choosers": list(side.choosers),
        "steps": list(side.steps),
        "values": side.values,
    }


def _parts(found: Explained) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What is said once, and the records."""
    if isinstance(found, Story):
        return {"outcome": found.outcome, "searched": found.searched}, [*map(_step, found.steps), *map(_unused, found.unused)]
    if isinstance(found, EffectStory):
        places = [*(_place(place, True) for place in found.can), *(_place(place, False) for place in found.cannot)]
        return {"effect": found.effect, "sentence": found.sentence, "searched": found.searched}, places
    if isinstance(found, Comparison):
        once = {"after": list(found.after), "events": list(found.events), "rules": list(found.rules)}
        return once, [_side(side) for side in found.sides]
    wish = [{"wish": str(goal), "outcomes": list(having)} for goal, having in zip(found.wish, found.single, strict=True)]
    blockers: list[dict[str, Any]] = [
        {"kind": "blocker", "otherwise": list(each.otherwise), "rule": each.rule, "steps": list(each.steps)} for each in found.blockers
    ]
    if found.nearest is not None:
        number, way = found.nearest
        blockers.append({"kind": "nearest", "value": number, "otherwise": list(way.otherwise), "rule": way.rule, "steps": list(way.steps)})
    passing = None if found.passing is None else list(found.passing)
    return {"wish": wish, "outcomes": list(found.reached), "passing": passing}, blockers


def as_json(found: Explained) -> str:
    """Everything as one JSON object."""
    once, records = _parts(found)
    return json.dumps({**_head(found.report), **once, "records": records}, indent=2, ensure_ascii=False)


def json_lines(found: Explained) -> str:
    """One JSON object a line: first what is said once, then the records."""
    once, records = _parts(found)
    lines = [{"kind": "explanation", **_head(found.report), **once}, *records]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)


def concise(found: Explained) -> str:
    """One line for each thing that is said."""
    lines: list[str] = []
    if isinstance(found, Story):
        for number, step in enumerate(found.steps, 1):
            lines += [
                f"{number}: {'+' if each.allowed else '-'} {each.effect} @ {each.event}: {', '.join(each.reasons)}{_rules(each.rules)}"
                for each in step.judged
            ]
            lines.append(f"{number}: > {step.taken or 'go on'}{_rules(step.rules)}")
        lines += [f"never: {each.effect}: {reason.told()}" for each in found.unused for reason, _ in each.reasons]
    elif isinstance(found, EffectStory):
        for mark, places in (("+", found.can), ("-", found.cannot)):
            lines += [f"{mark} {place.event or 'anywhere'}: {', '.join(place.reasons)}{_rules(place.rules)}" for place in places]
    elif isinstance(found, Comparison):
        lines += [f"{side.outcome}: {', then '.join((side.chosen, *side.steps))}" for side in found.sides]
    else:
        told = ", ".join(map(str, found.reached)) or "no outcome"
        lines.append(f"{', '.join(map(str, found.wish))}: {told}")
        lines += [f"passing: {', then '.join(found.passing)}"] if found.passing is not None else []
        lines += [f"if {', '.join(each.otherwise)}: {', then '.join(each.steps)}" for each in found.blockers]
        if found.nearest is not None:
            number, way = found.nearest
            lines.append(f"nearest: {number} if {', '.join(way.otherwise)}: {', then '.join(way.steps)}")
    return "\n".join(lines)


def _rules(rules: tuple[str, ...]) -> str:
    return f" ({', '.join(rules)})" if rules else ""
