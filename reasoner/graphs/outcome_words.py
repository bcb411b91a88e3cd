"""What tells the outcomes of a report apart, in words."""

from __future__ import annotations

from collections import Counter

from reasoner.language.vocabulary import Vocabulary, vocabulary
from reasoner.words.situation_words import shown, told_change

from .expect import value_at
from .report import Outcome, Report

__all__ = ["outcome_texts", "shared_changes"]


def _told(outcome: Outcome, paths: list[str], words: Vocabulary) -> str:
    return ", ".join(
        told_change(path, outcome.changes[path]) if path in outcome.changes else f"{path} {shown(value_at(outcome, path, words))}"
        for path in paths
    )


def outcome_texts(report: Report) -> list[str]:
    """For each outcome the values that differ between outcomes, and where these are equal, what was recorded."""
    if not report.outcomes:
        return []
    paths = report.differing if len(report.outcomes) > 1 else sorted(report.outcomes[0].changes)
    words = vocabulary(report.scenario.game)
    told = [_told(outcome, paths, words) for outcome in report.outcomes]
    times = Counter(told)
    common = set(report.outcomes[0].record).intersection(*(outcome.record for outcome in report.outcomes))
    return [
        "; ".join(part for part in (text, *(line for line in outcome.record if times[text] > 1 and line not in common)) if part)
        or "nothing changes"
        for text, outcome in zip(told, report.outcomes, strict=True)
    ]


def shared_changes(report: Report) -> list[str]:
    """What changes alike in every one of several outcomes."""
    changes = report.outcomes[0].changes.items() if len(report.outcomes) > 1 else ()
    return [told_change(path, change) for path, change in changes if path not in report.differing]
