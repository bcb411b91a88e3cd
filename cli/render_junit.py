"""The results of ``instead test`` as JUnit XML, which continuous integration shows test by test."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

if TYPE_CHECKING:
    from reasoner.graphs.suite import Result

__all__ = ["junit"]


def junit(results: list[Result]) -> str:
    """One test case for each file; files that could not be read are errors, incomplete answers and other outcomes failures."""
    errors = sum(result.is_error for result in results)
    failures = sum(not result.passed for result in results) - errors
    counts = {"tests": str(len(results)), "failures": str(failures), "errors": str(errors)}
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {"name": "instead", **counts})
    for result in results:
        case = SubElement(suite, "testcase", {"name": result.case or result.file, "classname": result.file, "file": result.file})
        if not result.passed:
            kind = "error" if result.is_error else "failure"
            told = SubElement(case, kind, {"type": result.status, "message": _plain(result.messages[0].splitlines()[0])})
            told.text = _plain("\n".join(result.messages))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode")


def _plain(text: str) -> str:
    """The text without characters that XML has no place for."""
    return "".join(c if c in "\n\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
