"""Filters of the effect language: which players, objects and words an effect means.

creature                          a word (type, color, keyword), a name, or: any player permanent you opponent
                                  self host token, and the adjectives of the game
[player, creature]                any of these
{type: creature, controller: you, other: true, not: {color: red}}      all of these
"""

from __future__ import annotations

import re

from reasoner.terms import Term, Word, word

from .formulas import All, Any, Clauses, Formula, Not, Test, TooManyClauses, clauses
from .names import Names
from .source import Entry, advice, nearest, quoted

__all__ = ["read_filter"]

_PLAIN = ("any", "player", "permanent", "you", "opponent", "self", "host", "bound", "chosen", "token")
_TRAITS = {"type": "type", "color": "color", "keyword": "keyword", "name": "name"}
_FLAGS = ("token", "permanent", "player")
_BOUND = re.compile(r"(?P<sign><=|>=|<|>|=)?\s*(?P<number>\w+)\Z")
_ALWAYS = ("is", "not", "any", "all")
_KEYS = (*_ALWAYS, *_TRAITS, "controller", "owner", "zone", "counter", "other", *_FLAGS)
_KEYS_OF = {
    "recipient": _KEYS,
    "object": tuple(key for key in _KEYS if key != "player"),
    "player": (*_ALWAYS, "counter", "player"),
    "tokens": (*_ALWAYS, *_TRAITS, "token"),
}
_PLAIN_OF = {
    "recipient": _PLAIN,
    "object": ("any", "permanent", "self", "host", "bound", "chosen", "token"),
    "player": ("any", "player", "you", "opponent", "host", "chosen"),
    "tokens": ("any", "token"),
}
_GROUPS_OF = {"recipient": ("players", "objects"), "object": ("objects",), "player": ("players",), "tokens": ("tokens",)}


def read_filter(entry: Entry, names: Names, type_: str, missing: dict[str, str]) -> Clauses | None:
    """The clauses of a filter for a role of this type; None after reporting what is wrong.

    ``missing`` says which words mean nothing in this effect, and why.
    """
    formula = _Reader(names, type_, missing).formula(entry)
    if formula is None:
        return None
    try:
        return clauses(formula)
    except TooManyClauses as error:
        entry.wrong(f"the filter has {error}; split the effect or simplify it")
        return None


class _Reader:
    def __init__(self, names: Names, type_: str, missing: dict[str, str]):
        self.names = names
        self.type = {"token_kind": "tokens", "place": "object"}.get(type_, type_)
        self.places_alone = names.vocabulary.words["place"] if type_ == "place" else set()
        self.missing = missing
        of_objects = self.type in ("object", "recipient")
        self.adjectives = names.vocabulary.adjectives if of_objects else []
        self.places = ["place"] if of_objects and "place" in names.vocabulary.words else []
        if of_objects and "position" in names.vocabulary.attributes["object"]:
            self.places.append("top")
        self.measures = names.vocabulary.compared if of_objects else []
        past = names.vocabulary.attributes["object"].items() if of_objects else ()
        self.past = {name: attribute.type for name, attribute in past if attribute.type in ("labels", "culprits")}

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
        fields = entry.fields([*_KEYS_OF.get(self.type, _ALWAYS), *self.adjectives, *self.places, *self.measures, *self.past], what="test")
        if not fields:
            if not entry.node.value:
                entry.wrong("an empty filter names nothing; leave it out to mean everything")
            return None
        parts = [self._test(key, value) for key, value in fields.items()]
        read = tuple(part for part in parts if part is not None)
        return All(read) if len(read) == len(parts) else None

    def _means(self, entry: Entry, word: str) -> bool:
        """Does the word mean something in this effect? Reports it if not."""
        if word in self.missing:
            entry.wrong(self.missing[word])
        return word not in self.missing

    def _test(self, key: str, entry: Entry) -> Formula | None:
        if key == "not":
            part = self.formula(entry)
            return None if part is None else Not(part)
        if key in ("any", "all"):
            return self._several(entry, Any if key == "any" else All)
        if key in ("other", *_FLAGS, *self.adjectives):
            flag = entry.boolean()
            if flag is None or (key == "other" and not self._means(entry, "self")):
                return None
            test: Formula = Not(Test(Word("self"))) if key == "other" else Test(Word(key))
            return test if flag else Not(test)
        if key == "top":
            most = entry.integer(lowest=1)
            return None if most is None else Test((Word("top"), most))
        if key in self.measures:
            return self._measure(key, entry)
        found = [self._one(key, element) for element in entry.elements()]
        if not found:
            entry.wrong("an empty list names nothing; leave the test out to mean everything")
        read = tuple(Test(term) for term in found if term is not None)
        if len(read) != len(found) or not found:
            return None
        return read[0] if len(read) == 1 else Any(read)

    def _measure(self, key: str, entry: Entry) -> Formula | None:
        """A bound on a number of an object: ``3`` or ``">= 2"``."""
        match = _BOUND.match(entry.raw) if entry.is_scalar else None
        number = self.names.given.get(match["number"], match["number"]) if match is not None else ""
        if match is None or not (isinstance(number, (int, tuple)) or number.isdecimal()):
            entry.wrong(f'expected a bound such as 3 or ">= 2", found {entry.describe()}')
            return None
        sign = match["sign"] or "="
        kind = Word("equal" if sign == "=" else "less" if sign in ("<", ">=") else "at_most")
        test = Test((Word("measure"), Word(key), kind, int(number) if isinstance(number, str) else number))
        return Not(test) if sign in (">", ">=") else test

    def _one(self, key: str, entry: Entry) -> Term | None:
        if key == "is":
            return self._scalar(entry)
        if key in _TRAITS and entry.raw == "chosen" and self._means(entry, "self"):
            return (Word("remembered"), Word(_TRAITS[key]))
        if self.past.get(key) == "labels":
            label = entry.text("a label")
            return None if label is None else (Word(key), word(label))
        if self.past.get(key) == "culprits":
            if entry.raw == "self":
                return (Word(key), Word("self")) if self._means(entry, "self") else None
            name = self.names.object(entry)
            return None if name is None else (Word(key), (Word("is"), name))
        if key in ("controller", "owner"):
            who = self._player(entry)
            return None if who is None else (Word("controlled_by") if key == "controller" else Word("owned_by"), who)
        if key == "zone":
            zone = self.names.word(entry, self.names.vocabulary.zones, "zone")
            return None if zone is None else (Word("in"), word(zone))
        if key == "place":
            place = self.names.value(entry, "place")
            return None if place is None else (Word("at_place"), place)
        text = self.names.trait(entry, key) if key in ("type", "color", "keyword") else entry.text(f"a {key}")
        if text is None:
            return None
        text = self.names.meant(text)
        if key == "counter":
            return (Word("counter"), word(text))
        return (Word("has"), (_TRAITS[key], text if key == "name" else word(text)))

    def _player(self, entry: Entry) -> Term | None:
        if entry.raw in ("you", "opponent"):
            return Word(entry.raw)
        known = [*self.names.group("players"), "you", "opponent"]
        text = entry.text("a player, you or opponent")
        if text is not None and self.names.meant(text) not in known:
            entry.wrong(f"expected a player, you or opponent, found {quoted(text)}{advice(text, known)}")
            return None
        return None if text is None else (Word("is"), self.names.meant(text))

    def _scalar(self, entry: Entry) -> Term | None:
        if self.type == "flag":
            flag = entry.boolean()
            return None if flag is None else (Word("is"), Word("yes" if flag else "no"))
        if entry.raw in self.places_alone:
            return (Word("is"), Word(entry.raw))
        if self.type not in _PLAIN_OF:
            value = self.names.item(entry, self.type) if self.type in ("counters", "mana") else self.names.value(entry, self.type)
            return None if value is None else (Word("is"), value)
        text = entry.text("a filter")
        if text is None:
            return None
        plain = [*_PLAIN_OF[self.type], *self.adjectives]
        if text in plain:
            known_here = self._means(entry, "self" if text == "chosen" else text)
            return (Word("remembered") if text == "chosen" else Word(text)) if known_here else None
        known = [name for group in _GROUPS_OF[self.type] for name in self.names.group(group)]
        if self.names.meant(text) in known:
            return (Word("is"), self.names.meant(text))
        traits = [] if self.type == "player" else ["type", "color", "keyword"]
        for trait in traits:
            if text in self.names.vocabulary.words[trait]:
                return (Word("has"), (trait, word(text)))
        plain = [w for w in plain if w not in self.missing]
        valid = [*plain, *known, *(w for trait in traits for w in self.names.vocabulary.words[trait])]
        words = ", ".join([*known[:12], *plain])
        more = ", or a type, color or keyword; for a subtype write {type: …}" if traits else ""
        if self.type == "object" and (text in ("you", "opponent") or text in self.names.group("players")):
            more += "; for what a player controls write {controller: …}"
        entry.wrong(f"the filter {quoted(text)} names nothing that fits here{nearest(text, valid)} (valid here: {words}{more})")
        return None
