"""Findings as text, one a line, JSON, SARIF 2.1.0 or the annotations of GitHub's workflows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from reasoner.consistency.coverage import Coverage
from reasoner.consistency.finding import Finding, Severity, pages
from reasoner.words.phrasing import counted

from .render_json import SCHEMA_VERSION, dump

__all__ = ["RENDERERS", "rules_json", "rules_text"]

_SARIF_LEVELS = {Severity.note: "note", Severity.warning: "warning", Severity.error: "error"}
_GITHUB_LEVELS = {Severity.note: "notice", Severity.warning: "warning", Severity.error: "error"}


def _verdict(findings: Sequence[Finding], checked: int) -> str:
    files = counted(checked, "file")
    if not findings:
        return f"No findings in {files}."
    counts = [(sum(f.severity == severity for f in findings), severity.name) for severity in reversed(Severity)]
    listed = ", ".join(counted(number, name) for number, name in counts if number)
    return f"{listed} in {files}; instead explain ID tells what a finding means."


def concise(findings: Sequence[Finding], _checked: int) -> str:
    """One line for each finding."""
    return "\n".join(f"{f.file}:{f.line}:{f.column}: {f.id} {f.message}" for f in findings)


def text(findings: Sequence[Finding], checked: int) -> str:
    """The findings with their evidence, and a verdict."""
    lines: list[str] = []
    for f in findings:
        lines.append(f"{f.file}:{f.line}:{f.column}: {f.severity.name} {f.id} {f.name}: {f.message}")
        lines += [f"    {line}" for line in f.witness]
    return "\n".join([*lines, *([""] if lines else []), _verdict(findings, checked)])


def _findings(findings: Sequence[Finding], checked: int) -> dict[str, Any]:
    listed = [
        {
            "id": f.id,
            "name": f.name,
            "severity": f.severity.name,
            "file": f.file,
            "line": f.line,
            "column": f.column,
            "message": f.message,
            "witness": f.witness,
            "circle": [{"effect": link.effect, "makes": link.makes} for link in f.circle],
        }
        for f in findings
    ]
    return {"schema_version": SCHEMA_VERSION, "checked": checked, "findings": listed}


def as_json(findings: Sequence[Finding], checked: int) -> str:
    """The findings as JSON."""
    return dump(_findings(findings, checked))


def rules_text(needs: Coverage) -> str:
    """For every rule number and setting the scenarios in which it is decisive, and how many exercise it."""
    lines = [f"{'rule':<12} {'decisive':>8} {'exercised':>9}  decisive in"]
    for rule, scenarios in sorted(needs.exercised.items()):
        decisive = needs.decisive.get(rule, [])
        lines.append(f"{rule:<12} {len(decisive):>8,} {len(scenarios):>9,}  {_few(decisive)}".rstrip())
    lines += ["", *(f"{name} changes {len(found):,}: {_few(found)}".rstrip(": ") for name, found in sorted(needs.switches.items())), ""]
    return "\n".join(lines)


def _few(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)[:4]) + (", …" if len(names) > 4 else "")


def rules_json(needs: Coverage, findings: Sequence[Finding], checked: int) -> str:
    """The same as JSON, beside the findings."""
    rules = {
        rule: {"decisive": sorted(needs.decisive.get(rule, [])), "exercised": sorted(scenarios)}
        for rule, scenarios in sorted(needs.exercised.items())
    }
    switches = {name: sorted(found) for name, found in sorted(needs.switches.items())}
    return dump({**_findings(findings, checked), "rules": rules, "switches": switches})


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def sarif(findings: Sequence[Finding], _checked: int) -> str:
    """The findings as a SARIF log, which code hosts and editors read."""
    rules = [
        {
            "id": page.id,
            "name": page.name,
            "shortDescription": {"text": page.means.splitlines()[0]},
            "fullDescription": {"text": page.means},
            "help": {"text": f"{page.matters}\n\n{page.mend}"},
            "defaultConfiguration": {"level": _SARIF_LEVELS[page.severity]},
        }
        for page in pages().values()
    ]
    places: dict[str, int] = {str(rule["id"]): place for place, rule in enumerate(rules)}

    def result(f: Finding) -> dict[str, Any]:
        where = {"artifactLocation": {"uri": _uri(f.file)}, "region": {"startLine": f.line, "startColumn": f.column}}
        return {
            "ruleId": f.id,
            "ruleIndex": places[f.id],
            "level": _SARIF_LEVELS[f.severity],
            "message": {"text": "\n".join([f.message, *f.witness])},
            "locations": [{"physicalLocation": where}],
        }

    driver = {"name": "instead", "version": version("instead"), "rules": rules}
    return dump(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [result(f) for f in findings]}],
        }
    )


def _escaped(value: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def github(findings: Sequence[Finding], _checked: int) -> str:
    """The findings as workflow commands, which become annotations on GitHub."""
    lines: list[str] = []
    for f in findings:
        place = f"file={_escaped(f.file, ':,')},line={f.line},col={f.column},title={_escaped(f'{f.id} {f.name}', ':,')}"
        told = _escaped("\n".join([f.message, *f.witness]))
        lines.append(f"::{_GITHUB_LEVELS[f.severity]} {place}::{told}")
    return "\n".join(lines)


RENDERERS: dict[str, Callable[[Sequence[Finding], int], str]] = {
    "text": text,
    "concise": concise,
    "json": as_json,
    "sarif": sarif,
    "github": github,
}
"""The formats of findings, by name."""
