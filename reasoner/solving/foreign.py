"""A folder of rule programs that somebody else edited: what is checked before any of it is run.

Such a folder is a copy of ``asp``. Programs are read and ground and can do nothing else: a folder with scripts, with Python, with
links that lead out of it, or with a program that includes another file is refused.
"""

from __future__ import annotations

import re
from pathlib import Path

from clingo.ast import ASTType, parse_string

from reasoner.errors import InputError, Problem

__all__ = ["check_rules"]

_LARGEST = 1_000_000
_FORBIDDEN = re.compile(r"#\s*(script|include)\b")
_WHY = {
    "script": "#script runs code of its own, so it is refused; programs of rules only derive",
    "include": "#include is refused; every program of the folder is loaded anyway, and none outside it may be",
}


def _checked(file: Path, root: Path) -> list[Problem]:
    name = str(file)
    if file.suffix == ".py":
        return [Problem(name, 1, 1, "a folder of rules with Python in it is refused; programs of rules only derive")]
    if not file.resolve().is_relative_to(root):
        return [Problem(name, 1, 1, "this leads out of the folder of rules, so it is refused")]
    if file.suffix != ".lp":
        return []
    if file.stat().st_size > _LARGEST:
        return [Problem(name, 1, 1, f"the program has more than {_LARGEST} bytes")]
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return [Problem(name, 1, 1, "this is not UTF-8 text; a program of rules is a text file")]
    # Found in the text, comments too: the parser itself would open what is included.
    found = [
        Problem(name, number, match.start() + 1, _WHY[match[1]])
        for number, line in enumerate(text.splitlines(), 1)
        for match in _FORBIDDEN.finditer(line)
    ]
    return found or _parsed(text, name)


def _parsed(text: str, name: str) -> list[Problem]:
    complaints: list[str] = []
    scripts: list[Problem] = []
    try:
        parse_string(
            text,
            lambda node: scripts.append(Problem(name, 1, 1, _WHY["script"])) if node.ast_type == ASTType.Script else None,
            logger=lambda _code, message: complaints.append(message.strip()),
        )
    except RuntimeError:
        place = re.match(r"<string>:(\d+):(\d+)(?:-\S+)?: (?:error: )?(.*)", complaints[0] if complaints else "", re.DOTALL)
        line, column, message = (
            (int(place[1]), int(place[2]), " ".join(place[3].split())) if place else (1, 1, "the program does not parse")
        )
        return [Problem(name, line, column, message)]
    return scripts


def check_rules(folder: Path) -> Path:
    """The folder of rules, made absolute. Raises InputError with everything that is wrong with it."""
    root = folder.resolve()
    problems = [problem for file in sorted(root.rglob("*")) if file.is_symlink() or file.is_file() for problem in _checked(file, root)]
    if not (root / "core").is_dir():
        problems.append(Problem(str(folder), 1, 1, "a folder of rules is a copy of asp/, with the folders core and one for each game"))
    if problems:
        raise InputError(problems)
    return root
