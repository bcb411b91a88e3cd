"""A checker of certificates that shares no code with what makes them: it reads plain data and believes nothing that it can check."""

from __future__ import annotations

from typing import Any


def refuted(certificate: dict[str, Any]) -> str | None:
    """Why the certificate shows nothing; None if it shows what it says."""
    situations, steps = certificate["situations"], certificate["steps"]
    if len(situations) != len(steps) or len({tuple(held) for held in situations}) != len(situations):
        return "situations are listed twice, or without their steps"
    for options in steps:
        if len({option["option"] for option in options}) != len(options):
            return "an option is listed twice"
        if any(not 0 <= option["to"] < len(situations) for option in options):
            return "a step leads nowhere"
    if certificate["verdict"] == "one outcome":
        return _no_join(certificate) or _no_rank(certificate)
    if certificate["verdict"] == "several outcomes":
        return _no_parting(certificate)
    return None


def _walk(steps: list[list[dict[str, Any]]], start: int, way: list[int]) -> list[int]:
    found = [start]
    for place in way:
        found.append(steps[found[-1]][place]["to"])
    return found


def _no_rank(certificate: dict[str, Any]) -> str | None:
    ranks = certificate["ranks"]
    for node, options in enumerate(certificate["steps"]):
        if any(ranks[option["to"]] <= ranks[node] for option in options):
            return f"a step from {node} does not raise the rank"
    return None


def _no_join(certificate: dict[str, Any]) -> str | None:
    steps = certificate["steps"]
    shown = set()
    for join in certificate["joins"]:
        one, other = join["options"]
        for place, way in zip((one, other), join["ways"], strict=True):
            if _walk(steps, steps[join["at"]][place]["to"], way)[-1] != join["meet"]:
                return f"the ways from {join['at']} do not meet at {join['meet']}"
        shown.add((join["at"], one, other))
    for node, options in enumerate(steps):
        for one in range(len(options)):
            for other in range(one + 1, len(options)):
                if (node, one, other) not in shown:
                    return f"nothing shows that options {one} and {other} of {node} join"
    return None


def _no_parting(certificate: dict[str, Any]) -> str | None:
    steps, parting = certificate["steps"], certificate["parting"]
    ways = [_walk(steps, 0, way) for way in parting["paths"]]
    ends = [way[-1] for way in ways]
    if any(steps[end] for end in ends) or ends[0] == ends[1]:
        return "the paths do not end, or end alike"
    common = 0
    while ways[0][common] == ways[1][common] and parting["paths"][0][common] == parting["paths"][1][common]:
        common += 1
    return None if ways[0][common] == parting["at"] else "the paths do not part where they should"
