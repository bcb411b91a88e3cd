"""``instead check``"""

from __future__ import annotations

from pathlib import Path

from .running import FINDINGS, FINE, Bar, card_library, guarded, limits_of, scenario_files

__all__ = ["check"]


def check(
    paths: list[Path],
    every_rule: bool,
    some_rules: list[str],
    under: Path | None,
    select: list[str],
    ignore: list[str],
    level: str,
    fail_on: str,
    format: str,
    jobs: int | None,
    max_states: int,
) -> int:
    """``instead check``"""

    def run() -> int:
        from reasoner.check import sweep_files
        from reasoner.coverage import coverage, coverage_findings
        from reasoner.finding import Severity, chosen
        from reasoner.foreign import check_rules
        from reasoner.sweep import Plan

        from .render_findings import RENDERERS, rules_json, rules_text

        wanted = chosen(select, ignore)
        rules = str(check_rules(under)) if under is not None else None
        files = scenario_files(paths)
        needs = None
        with Bar() as bar:
            if every_rule or some_rules:
                only = frozenset() if every_rule else frozenset(some_rules)
                needs = coverage(files, limits_of(max_states, None), Plan(jobs), card_library().own, only, bar)
                found = coverage_findings(needs)
            else:
                found = sweep_files(files, limits_of(max_states, None), Plan(jobs), card_library().own, rules, bar)
        found = [finding for finding in found if finding.id in wanted and finding.severity >= Severity[level]]
        if needs is not None and format == "text":
            print(rules_text(needs))
        print(rules_json(needs, found, len(files)) if needs is not None and format == "json" else RENDERERS[format](found, len(files)))
        return FINDINGS if any(finding.severity >= Severity[fail_on] for finding in found) else FINE

    return guarded(run)
