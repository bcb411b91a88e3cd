"""``instead check``"""

from __future__ import annotations

from pathlib import Path

from .running import FINDINGS, FINE, Bar, card_library, guarded, limits_of, scenario_files

__all__ = ["check"]


def check(
    paths: list[Path],
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
        from reasoner.finding import Severity, chosen
        from reasoner.foreign import check_rules
        from reasoner.sweep import Plan

        from .render_findings import RENDERERS

        wanted = chosen(select, ignore)
        rules = str(check_rules(under)) if under is not None else None
        files = scenario_files(paths)
        with Bar() as bar:
            found = sweep_files(files, limits_of(max_states, None), Plan(jobs), card_library().own, rules, bar)
        found = [finding for finding in found if finding.id in wanted and finding.severity >= Severity[level]]
        print(RENDERERS[format](found, len(files)))
        return FINDINGS if any(finding.severity >= Severity[fail_on] for finding in found) else FINE

    return guarded(run)
