"""Filters of the effect language: which players, objects and words an effect means.

creature                          a word (type, color, keyword), a name, or: any player permanent you opponent
                                  self host token tapped
[player, creature]                any of these
{type: creature, controller: you, other: true, not: {color: red}}      all of these
"""

from __future__ import annotations

from .formulas import All, Any, Clauses, Formula, Not, Test, TooManyClauses, clauses
from .names import Names
from .source import Entry, choices, nearest
from .terms import Term, Word, word

__all__ = ["read_filter"]

_PLAIN = ("any", "player", "permanent", "you", "opponent", "self", "host", "bound", "token", "tapped")
_TRAITS = {"type": "type", "color": "color", "keyword": "keyword", "name": "name"}
_FLAGS = ("token", "tapped", "permanent", "player")
_KEYS = ("is", *_TRAITS, "controller", "owner", "zone", "counter", "other", *_FLAGS, "not", "any", "all")


def read_filter(entry: Entry, names: Names, type_: str) -> Clauses | None:
    """The clauses of a filter for a role of this type; None after reporting what is wrong."""
    formula = _Reader(names, type_).formula(entry)
    if formula is None:
        return None
    try:
        return clauses(formula)
    except TooManyClauses as error:
        entry.wrong(f"the filter has {error}; split the effect or simplify it")
        return None


class _Reader:
    def __init__(self, names: Names, type_: str):
        self.names = names
        self.type = type_

    def formula(self, entry: Entry) -> Formula | None:
        if entry.is_sequence:
            return self._several(entry, Any)
        if entry.is_mapping:
            return self._mapping(entry)
        term = self._scalar(entry)
        return None if term is None else Test(term)

    def _several(self, entry: Entry, combine: type[Any] | type[All]) -> Formula | None:
        parts = [self.formula(element) for element in entry.elements()]
        if not parts:
            entry.wrong("an empty list names nothing; leave the filter out to mean everything")
        read = tuple(part for part in parts if part is not None)
        return combine(read) if len(read) == len(parts) and parts else None

    def _mapping(self, entry: Entry) -> Formula | None:
        fields = entry.fields(_KEYS, what="test")
        if not fields:
            if not entry.node.value:
                entry.wrong("an empty filter names nothing; leave it out to mean everything")
            return None
        parts = [self._test(key, value) for key, value in fields.items()]
        read = tuple(part for part in parts if part is not None)
        return All(read) if len(read) == len(parts) else None

    def _test(self, key: str, entry: Entry) -> Formula | None:
        if key == "not":
            part = self.formula(entry)
            return None if part is None else Not(part)
        if key in ("any", "all"):
            return self._several(entry, Any if key == "any" else All)
        if key in ("other", *_FLAGS):
            flag = entry.boolean()
            if flag is None:
                return None
            test: Formula = Not(Test(Word("self"))) if key == "other" else Test(Word(key))
            return test if flag else Not(test)
        found = [self._one(key, element) for element in entry.elements()]
        read = tuple(Test(term) for term in found if term is not None)
        if len(read) != len(found) or not found:
            return None
        return read[0] if len(read) == 1 else Any(read)

    def _one(self, key: str, entry: Entry) -> Term | None:
        if key == "is":
            return self._scalar(entry)
        if key in ("controller", "owner"):
            who = self._player(entry)
            return None if who is None else (Word("controlled_by") if key == "controller" else Word("owned_by"), who)
        if key == "zone":
            zone = self.names.word(entry, self.names.vocabulary.zones, "zone")
            return None if zone is None else (Word("in"), word(zone))
        text = entry.text(f"a {key}")
        if text is None:
            return None
        if key == "counter":
            return (Word("counter"), word(text))
        if key == "color" and self.names.word(entry, self.names.vocabulary.words["color"], "color") is None:
            return None
        return (Word("has"), (_TRAITS[key], text if key == "name" else word(text)))

    def _player(self, entry: Entry) -> Term | None:
        if entry.raw in ("you", "opponent"):
            return Word(entry.raw)
        known = [*self.names.group("players"), "you", "opponent"]
        text = entry.text("a player, you or opponent")
        if text is not None and text not in known:
            entry.wrong(f"expected a player, you or opponent, found {text!r}{nearest(text, known)} (valid here: {choices(known)})")
            return None
        return None if text is None else (Word("is"), text)

    def _scalar(self, entry: Entry) -> Term | None:
        if self.type == "flag":
            flag = entry.boolean()
            return None if flag is None else (Word("is"), Word("yes" if flag else "no"))
        if self.type in ("zone", "cause", "counters", "mana", "effect", "label", "step"):
            value = self.names.item(entry, self.type) if self.type in ("counters", "mana") else self.names.value(entry, self.type)
            return None if value is None else (Word("is"), value)
        text = entry.text("a filter")
        if text is None:
            return None
        if text in _PLAIN:
            return Word(text)
        groups = ("tokens",) if self.type == "tokens" else ("players", "objects")
        known = [name for group in groups for name in self.names.group(group)]
        if text in known:
            return (Word("is"), text)
        for group, functor in (("type", "type"), ("color", "color"), ("keyword", "keyword")):
            if text in self.names.vocabulary.words[group]:
                return (Word("has"), (functor, word(text)))
        valid = [*_PLAIN, *known, *(w for group in ("type", "color", "keyword") for w in self.names.vocabulary.words[group])]
        entry.wrong(
            f"the filter {text!r} names nothing{nearest(text, valid)} (valid here: {choices(known)}, "
            f"{', '.join(_PLAIN)}, or a type, color or keyword; for a subtype write {{type: {text}}})"
        )
        return None
