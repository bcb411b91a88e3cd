"""Phrases filled in: how an event is told.

How stands in ``asp/<game>/phrases.lp``: ``{role}`` is what stands in the role (``{role|default}`` if nothing is said of it,
``{role:yes|no}`` for a flag, ``{role#}`` for something that is counted, ``{role's}`` for what belongs to it), ``<verb>`` is put into the
form that the sentence needs, and what stands in ``[…]`` is left out if nothing is said of the roles in it.

>>> phrased("{source|a source} <deal> [{amount} ]damage to {to|something}", {"amount": "3", "to": "ben"})[0]
'a source deals 3 damage to ben'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["conjugated", "counted", "genitive", "phrased"]

_ROLE = re.compile(r"\{(?P<role>\w+)(?P<counted>#)?(?P<whose>'s)?(?:\|(?P<default>[^}:]*)|:(?P<yes>[^}|]*)\|(?P<no>[^}]*))?\}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_VERB = re.compile(r"<(?P<verb>[\w']+)>")
_COUNTERS = re.compile(r"counters?( \([^()]*\))?\Z")
_ONE = re.compile(r"(?<!\S)1( more| fewer|) (?!plus|minus|less)(\w+)s\b")


def counted(number: int | None, noun: str) -> str:
    """So many of a thing: ``1 box``, ``1,000 boxes``; None is endlessly many."""
    if number == 1:
        return f"1 {noun}"
    return f"{'endlessly many' if number is None else f'{number:,}'} {noun}{'es' if noun.endswith('x') else 's'}"


def phrased(phrase: str, filled: Mapping[str, str], *, mood: str = "", pronouns: Mapping[str, str] | None = None) -> tuple[str, set[str]]:
    """A phrase with its roles filled, and the roles that it speaks of. ``mood`` is would, can't or nothing; with ``pronouns`` it speaks
    of what was named before: so for these roles, by its usual name for others."""
    told: set[str] = set()

    def fill(match: re.Match[str]) -> str:
        role, default = match["role"], match["default"]
        told.add(role)
        if match["yes"] is not None:
            return {"yes": match["yes"], "no": match["no"]}.get(filled.get(role, ""), "")
        if role in filled:
            return genitive(filled[role]) if match["whose"] else filled[role]
        return default or "" if pronouns is None else pronouns.get(role) or _pronoun(default or "")

    def optional(match: re.Match[str]) -> str:
        roles = [found["role"] for found in _ROLE.finditer(match[1])]
        told.update(roles)
        return match[1] if any(role in filled for role in roles) else ""

    text = _ROLE.sub(fill, _OPTIONAL.sub(optional, phrase))
    text = _ONE.sub(r"1\1 \2", re.sub(r"  +", " ", text).strip())
    return conjugated(text, mood), told


def conjugated(text: str, mood: str = "") -> str:
    """The text with its verbs in the form that what stands before them needs."""
    return _VERB.sub(lambda match: _form(match["verb"], text[: match.start()].strip(), mood), text)


def genitive(noun: str) -> str:
    """Whose: ``your``, ``its``, ``ben's``."""
    return {"you": "your", "it": "its", "this": "this card's"}.get(noun, f"{noun}'{'' if noun.endswith('s') else 's'}")


def _pronoun(default: str) -> str:
    """What was named before: ``a source`` is now ``it`` (who deals damage), ``tokens`` are ``those tokens``."""
    article, _, noun = default.partition(" ")
    if article in ("a", "an"):
        return f"that {noun}"
    return "it" if default in ("something", "anything", "") else f"those {default}"


def _form(verb: str, subject: str, mood: str) -> str:
    if mood:
        return f"{mood} {verb}"
    is_one = re.search(r"(?<!\S)1 \S+ counter\Z", subject)
    if subject.rpartition(" ")[2].lower() == "you" or (_COUNTERS.search(subject) and not is_one):
        return "are" if verb == "be" else verb
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s")
