"""What ``instead check --pairs`` prints."""

from __future__ import annotations

from dataclasses import asdict

from reasoner.consistency.deciding import VERDICTS
from reasoner.consistency.pairs import Matrix

from .render_json import SCHEMA_VERSION, dump

__all__ = ["pairs_json", "pairs_text"]


MANY = 100
"""So many pairs of which there is nothing to tell are not listed one by one."""


def pairs_text(matrix: Matrix) -> str:
    """The verdicts counted, then the pairs of each, the smallest situation below those whose order matters."""
    counts = matrix.count()
    told = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if counts[verdict])
    lines = [f"{len(matrix.decisions):,} pairs of effects ({matrix.shapes:,} shapes decided): {told or 'none'}.", f"Scope: {matrix.scope}."]
    if counts["cannot meet"] > MANY:
        lines.append(f"The {counts['cannot meet']:,} that cannot meet are listed with --format json.")
    for verdict in VERDICTS:
        if verdict == "cannot meet" and counts[verdict] > MANY:
            continue
        pairs = [(pair, decision) for pair, decision in sorted(matrix.decisions.items()) if decision.verdict == verdict]
        if pairs:
            lines += ["", f"{verdict}:"]
        for (first, second), decision in pairs:
            notes = [f"in {decision.event}" if decision.event else ""]
            notes.append(decision.condition or "")
            more = "; ".join(note for note in notes if note)
            lines.append(f"  {first} · {second}{f': {more}' if more else ''}")
            lines += [f"      {line}" for line in decision.witness]
    for name, message in sorted(matrix.unposed.items()):
        lines += ["", f"NOT POSED {name}", *(f"  {line}" for line in message.splitlines())]
    return "\n".join(lines)


def pairs_json(matrix: Matrix) -> str:
    """The same as JSON."""
    scope = matrix.scope
    return dump(
        {
            "schema_version": SCHEMA_VERSION,
            "scope": {"players": scope.players, "objects": scope.objects, "max_amount": scope.amount, "events": scope.events},
            "shapes": matrix.shapes,
            "counts": matrix.count(),
            "pairs": [{"first": pair[0], "second": pair[1], **asdict(decision)} for pair, decision in sorted(matrix.decisions.items())],
            "not_posed": [{"effect": name, "message": text} for name, text in sorted(matrix.unposed.items())],
        }
    )
