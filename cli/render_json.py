"""Results as JSON. The shapes are described in ``docs/json.md`` and change only with ``schema_version``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reasoner.graphs.combining import Combination
    from reasoner.graphs.report import Divergence, Ordering, Outcome, Report
    from reasoner.graphs.suite import Result
    from reasoner.language.scenario import Scenario

__all__ = [
    "SCHEMA_VERSION",
    "dump",
    "heading",
    "ordering",
    "outcome_data",
    "outcome_lines",
    "outcomes",
    "report_data",
    "suite",
    "suite_lines",
]

SCHEMA_VERSION = 1


def dump(value: Any) -> str:
    """The value as JSON text."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _choice(choice: Divergence) -> dict[str, Any]:
    return {
        "situation": choice.situation,
        "chooser": choice.choosers[0] if choice.choosers else None,
        "event": choice.event,
        "rules": choice.rules,
        "after": choice.after,
        "options": [
            {
                "kind": option.kind,
                "effect": option.effect or None,
                "event": option.event,
                "text": option.text,
                "chooser": option.choosers[0] if option.choosers else None,
                "outcomes": option.outcomes,
            }
            for option in choice.options
        ],
    }


_RECORDS = {"outcome": "outcomes", "divergence": "divergences", "exit": "exits", "alike": "alike"}
"""What is listed in a report, by the kind of its lines."""

_STOPS = {"states": "max-states", "seconds": "time-limit", "memory": "max-memory", "stop": "interrupt"}
"""What cut a search off, as the options are called."""


def heading(scenario: Scenario) -> dict[str, Any]:
    """What everything that is told of one scenario starts with."""
    return {"schema_version": SCHEMA_VERSION, "game": scenario.game, "case": scenario.case, "title": scenario.title}


def outcome_data(outcome: Outcome | Combination) -> dict[str, Any]:
    """What is told alike of the outcome of a scenario, and of a combination of its parts' outcomes."""
    return {
        "orderings": outcome.orderings,
        "paths": outcome.paths,
        "values": outcome.values,
        "changes": {path: {"before": old, "after": new} for path, (old, new) in outcome.changes.items()},
        "record": outcome.record,
    }


def report_data(report: Report) -> dict[str, Any]:
    scenario = report.scenario
    return {
        **heading(scenario),
        "switches": dict(sorted(scenario.switches.items())),
        "complete": report.complete,
        "stopped_by": _STOPS[report.stopped_by] if report.stopped_by else None,
        "situations": report.situations,
        "orderings": report.orderings,
        "paths": report.paths,
        "order_matters": report.order_matters,
        "loops": report.loops,
        "choosers": report.choosers,
        "outcomes": [{"id": outcome.number, **outcome_data(outcome), "witness": outcome.witness} for outcome in report.outcomes],
        "divergences": [_choice(divergence) for divergence in report.divergences],
        "exits": [_choice(way_out) for way_out in report.exits],
        "alike": [{"outcomes": list(alike.outcomes), "objects": list(alike.objects)} for alike in report.alike],
    }


def outcomes(report: Report) -> str:
    """The report of ``instead outcomes``."""
    return dump(report_data(report))


def outcome_lines(report: Report) -> str:
    """The same, one object a line: what is said of the scenario, then each outcome, divergence and exit."""
    whole = report_data(report)
    records = [{"kind": kind, **each} for kind, key in _RECORDS.items() for each in whole.pop(key)]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in ({"kind": "report", **whole}, *records))


def ordering(ordering: Ordering) -> str:
    """One ordering, on one line."""
    return json.dumps({"steps": ordering.steps, "copies": ordering.copies, "outcomes": ordering.outcomes}, ensure_ascii=False)


def _cases(results: list[Result]) -> list[dict[str, Any]]:
    return [
        {"file": result.file, "id": result.case, "status": result.status, "message": "\n".join(result.messages) or None}
        for result in results
    ]


def _counts(results: list[Result]) -> dict[str, Any]:
    passed = sum(result.passed for result in results)
    return {"schema_version": SCHEMA_VERSION, "passed": passed, "failed": len(results) - passed}


def suite(results: list[Result]) -> str:
    """The results of ``instead test``."""
    return dump({**_counts(results), "cases": _cases(results)})


def suite_lines(results: list[Result]) -> str:
    """The same, one object a line: each case, then the numbers."""
    lines = [*({"kind": "case", **case} for case in _cases(results)), {"kind": "summary", **_counts(results)}]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
