"""What ``instead find`` and ``instead diff`` print."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from reasoner.words.phrasing import counted

from .render_json import SCHEMA_VERSION, dump

if TYPE_CHECKING:
    from reasoner.consistency.compare import Change
    from reasoner.consistency.diff import Changed
    from reasoner.consistency.find import Found
    from reasoner.consistency.scope import Scope

__all__ = ["diff_json", "diff_text", "found_json"]


def found_json(question: str, scope: Scope, answer: Found, scenario: dict[str, Any] | None) -> str:
    """The answer of ``instead find``."""
    return dump(
        {
            "schema_version": SCHEMA_VERSION,
            "question": question,
            "scope": {"players": scope.players, "objects": scope.objects, "max_amount": scope.amount, "events": scope.events},
            "situations": answer.looked_at,
            "undecided": len(answer.undecided),
            "complete": scenario is not None or not answer.undecided,
            "size": answer.witness.size if answer.witness is not None else None,
            "scenario": scenario,
        }
    )


def diff_json(labels: tuple[str, str], results: list[Changed], only: list[str]) -> str:
    """The answer of ``instead diff``, as JSON."""
    changed = [result for result in results if result.change is not None or result.error is not None]
    return dump(
        {
            "schema_version": SCHEMA_VERSION,
            "before": labels[0],
            "now": labels[1],
            "compared": len(results),
            "only_on_one_side": only,
            "changed": [
                {
                    "file": result.file,
                    "id": result.case,
                    "error": result.error,
                    **(asdict(result.change) if result.change is not None else {}),
                }
                for result in changed
            ],
        }
    )


def _number(number: int | None) -> str:
    return "endlessly many" if number is None else f"{number:,}"


def _change(change: Change) -> list[str]:
    lines: list[str] = []
    if change.failed is not None:
        for name, message in zip(("before", "now"), change.failed, strict=True):
            lines += [f"{name}: {message.splitlines()[0]}"] if message else []
    lines += [f"- {text}" for text in change.lost] + [f"+ {text}" for text in change.gained]
    if change.kept and (change.lost or change.gained):
        lines.append(f"({counted(change.kept, 'outcome')} as before)")
    if change.orderings is not None:
        lines.append(f"orderings: {_number(change.orderings[0])} → {_number(change.orderings[1])}")
    if change.chooser is not None:
        lines.append(f"the first to choose: {change.chooser[0]} → {change.chooser[1]}")
    if change.parting is not None:
        after = f" after {', then '.join(change.parting.after)}" if change.parting.after else " at the start"
        lines += [f"They part{after}:", f"  before  {' | '.join(change.parting.before)}", f"  now     {' | '.join(change.parting.now)}"]
    return lines


def diff_text(labels: tuple[str, str], results: list[Changed], only: list[str]) -> str:
    """The answer of ``instead diff``: the verdict, then each scenario that changes."""
    changed = [result for result in results if result.change is not None]
    wrong = [result for result in results if result.error is not None]
    compared = len(results) - len(wrong)
    scenarios = counted(compared, "scenario")
    verdict = f"{len(changed)} of {scenarios} change{'s' if len(changed) == 1 else ''}" if changed else f"No change in {scenarios}"
    lines = [f"{verdict}: {labels[0]} → {labels[1]}.", *only]
    for result in changed:
        assert result.change is not None
        name = f"{result.case} ({result.file})" if result.case else result.file
        lines += ["", name, *(f"  {line}" for line in _change(result.change))]
    for result in wrong:
        lines += ["", f"NOT READ {result.file}", *(f"  {line}" for line in (result.error or "").splitlines())]
    return "\n".join(lines)
