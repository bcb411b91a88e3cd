"""Phrases filled in: how an event is told.

How stands in ``asp/<game>/phrases.lp``: ``{role}`` is what stands in the role (``{role|default}`` if nothing is said of it,
``{role:yes|no}`` for a flag, ``{role#}`` for something that is counted), ``<verb>`` is put into the form that the sentence needs,
and what stands in ``[…]`` is left out if nothing is said of the roles in it.

>>> phrased("{source|a source} <deal> [{amount} ]damage to {to|something}", {"amount": "3", "to": "ben"})[0]
'a source deals 3 damage to ben'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["phrased"]

_ROLE = re.compile(r"\{(?P<role>\w+)(?P<counted>#)?(?:\|(?P<default>[^}:]*)|:(?P<yes>[^}|]*)\|(?P<no>[^}]*))?\}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_VERB = re.compile(r"(?P<before>\S+ |)<(?P<verb>[\w']+)>")


def phrased(phrase: str, filled: Mapping[str, str], *, mood: str = "", pronouns: bool = False) -> tuple[str, set[str]]:
    """A phrase with its roles filled, and the roles that it speaks of. ``mood`` is would, can't or nothing; ``pronouns`` speaks of
    what was named before."""
    told: set[str] = set()

    def fill(match: re.Match[str]) -> str:
        role, default = match["role"], match["default"]
        told.add(role)
        if match["yes"] is not None:
            return {"yes": match["yes"], "no": match["no"]}.get(filled.get(role, ""), "")
        if role in filled:
            return filled[role]
        return _pronoun(default or "") if pronouns else default or ""

    def optional(match: re.Match[str]) -> str:
        roles = [found["role"] for found in _ROLE.finditer(match[1])]
        told.update(roles)
        return match[1] if any(role in filled for role in roles) else ""

    text = _ROLE.sub(fill, _OPTIONAL.sub(optional, phrase))
    text = re.sub(r"(?<!\S)1 (\w+)s\b", r"1 \1", re.sub(r"  +", " ", text).strip())
    return _VERB.sub(lambda match: match["before"] + _conjugated(match["verb"], match["before"].strip(), mood), text), told


def _pronoun(default: str) -> str:
    """What was named before: ``a source`` is now ``it`` (who deals damage), ``tokens`` are ``those tokens``."""
    article, _, noun = default.partition(" ")
    if article in ("a", "an"):
        return f"that {noun}"
    return "it" if default in ("something", "anything", "") else f"those {default}"


def _conjugated(verb: str, subject: str, mood: str) -> str:
    if mood:
        return f"{mood} {verb}"
    if subject.lower() == "you" or subject.endswith("counters"):
        return "are" if verb == "be" else verb
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s")
