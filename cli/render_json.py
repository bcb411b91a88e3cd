"""Results as JSON. The shapes are described in ``docs/json.md`` and change only with ``schema_version``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reasoner.report import Ordering, Report
    from reasoner.suite import Result

__all__ = ["SCHEMA_VERSION", "ordering", "outcomes", "suite"]

SCHEMA_VERSION = 1


def _dump(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def outcomes(report: Report) -> str:
    """The report of ``instead outcomes``."""
    scenario = report.scenario
    return _dump(
        {
            "schema_version": SCHEMA_VERSION,
            "game": scenario.game,
            "case": scenario.case,
            "title": scenario.title,
            "switches": dict(sorted(scenario.switches.items())),
            "complete": report.complete,
            "situations": report.situations,
            "orderings": report.orderings,
            "paths": report.paths,
            "order_matters": report.order_matters,
            "loops": report.loops,
            "choosers": report.choosers,
            "outcomes": [
                {
                    "id": outcome.number,
                    "orderings": outcome.orderings,
                    "paths": outcome.paths,
                    "values": outcome.values,
                    "changes": {path: {"before": old, "after": new} for path, (old, new) in outcome.changes.items()},
                    "record": outcome.record,
                    "witness": outcome.witness,
                }
                for outcome in report.outcomes
            ],
            "divergences": [
                {
                    "situation": divergence.situation,
                    "chooser": divergence.choosers[0] if divergence.choosers else None,
                    "event": divergence.event,
                    "rules": divergence.rules,
                    "after": divergence.after,
                    "options": [
                        {
                            "kind": o.kind,
                            "effect": o.effect or None,
                            "event": o.event,
                            "text": o.text,
                            "chooser": o.choosers[0] if o.choosers else None,
                            "outcomes": o.outcomes,
                        }
                        for o in divergence.options
                    ],
                }
                for divergence in report.divergences
            ],
        }
    )


def ordering(ordering: Ordering) -> str:
    """One ordering, on one line."""
    return json.dumps({"steps": ordering.steps, "copies": ordering.copies, "outcomes": ordering.outcomes}, ensure_ascii=False)


def suite(results: list[Result]) -> str:
    """The results of ``instead test``."""
    passed = sum(result.passed for result in results)
    return _dump(
        {
            "schema_version": SCHEMA_VERSION,
            "passed": passed,
            "failed": len(results) - passed,
            "cases": [
                {"file": result.file, "id": result.case, "status": result.status, "message": "\n".join(result.messages) or None}
                for result in results
            ],
        }
    )
