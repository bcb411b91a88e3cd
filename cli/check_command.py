"""``instead check``"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, Problem

from .running import CUT_OFF, FINDINGS, FINE, USAGE, Bar, card_library, guarded, libraries, limits_of, say, scenario_files

if TYPE_CHECKING:
    from reasoner.consistency.scope import Scope

__all__ = ["check", "check_pairs"]


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
    journal: Path | None,
    max_states: int,
) -> int:
    """``instead check``"""

    def run() -> int:
        from reasoner.consistency.check import sweep_files
        from reasoner.consistency.coverage import coverage, coverage_findings
        from reasoner.consistency.finding import Severity, chosen
        from reasoner.exploring.sweep import Plan
        from reasoner.solving.foreign import check_rules

        from .render_findings import RENDERERS, rules_json, rules_text

        if not paths:
            say("say which scenarios to check: files, or folders of them")
            return USAGE
        if journal is not None and not (every_rule or some_rules):
            say("--journal goes with --pairs, --rules or --rule: what else is checked takes no time that is worth keeping")
            return USAGE
        wanted = chosen(select, ignore)
        rules = str(check_rules(under)) if under is not None else None
        files = scenario_files(paths)
        needs = None
        with Bar() as bar:
            if every_rule or some_rules:
                only = frozenset() if every_rule else frozenset(some_rules)
                needs = coverage(
                    files, limits_of(max_states, None), Plan(jobs), card_library().own, only, str(journal) if journal else None, bar
                )
                found = coverage_findings(needs)
            else:
                found = sweep_files(files, limits_of(max_states, None), Plan(jobs), card_library().own, rules, bar)
        found = [finding for finding in found if finding.id in wanted and finding.severity >= Severity[level]]
        if needs is not None and format == "text":
            print(rules_text(needs))
        print(rules_json(needs, found, len(files)) if needs is not None and format == "json" else RENDERERS[format](found, len(files)))
        return FINDINGS if any(finding.severity >= Severity[fail_on] for finding in found) else FINE

    return guarded(run)


def check_pairs(
    paths: list[Path], names: list[str], scope: Scope, format: str, jobs: int | None, journal: Path | None, max_states: int
) -> int:
    """``instead check --pairs``: of the cards of the paths, or of all that ship."""

    def run() -> int:
        from reasoner.cards.card import read_cards
        from reasoner.consistency.pairs import pair_matrix
        from reasoner.exploring.sweep import Plan
        from reasoner.language.source import nearest

        from .render_pairs import pairs_json, pairs_text

        libraries.extend(str(path) for path in paths)
        library = card_library()
        cards, wrong = read_cards(library)
        for error in wrong:
            raise error
        roots = [path.resolve() for path in paths]
        cards = [card for card in cards if not roots or any(Path(card.file).resolve().is_relative_to(root) for root in roots)]
        known = [card.name for card in cards]
        if missing := [name for name in names if name not in known]:
            raise InputError([Problem("--card", 1, 1, f"there is no card {name!r}{nearest(name, known)}") for name in missing])
        with Bar() as bar:
            kept = str(journal) if journal else None
            matrix = pair_matrix(cards, scope, limits_of(max_states, None), Plan(jobs), library, names, kept, bar)
        print(pairs_json(matrix) if format == "json" else pairs_text(matrix))
        return CUT_OFF if matrix.count()["undecided"] else FINE

    return guarded(run)
