"""Conditions ("if …") of the effect language, and bounds on numbers."""

from __future__ import annotations

import re

from reasoner.terms import Word

from .expressions import LONGEST, constant, number
from .formulas import All, Any, Clauses, Formula, Not, Test, TooManyClauses, clauses
from .source import Entry, quoted
from .value_reading import CALLED, FITTING, ValueReader

__all__ = ["ConditionReader"]

_COMPARISON = re.compile(r"(?P<left>[^<>=!]+?)\s*(?P<sign><=|>=|!=|==|=|<|>)\s*(?P<right>[^<>=!]+)\Z")
_SIGN = re.compile(r"\s*[<>=!]")


class ConditionReader:
    """Reads the conditions of one effect, whose values ``values`` reads."""

    def __init__(self, values: ValueReader):
        self.values = values

    def read(self, entry: Entry | None, bounds: list[Formula], where: Entry) -> Clauses | None:
        """A condition and the bounds that must hold beside it, as clauses; None if there is nothing to hold."""
        found = list(bounds)
        if entry is not None and (formula := self._condition(entry)) is not None:
            found.append(formula)
        try:
            return clauses(All(tuple(found))) if found else None
        except TooManyClauses as error:
            (entry or where).wrong(f"the condition has {error}; simplify it")
            return None

    def bound(self, role: str, entry: Entry) -> Formula | None:
        """A bound on a number role: ``3`` or ``">= 2"``."""
        if entry.is_integer:
            amount = entry.integer(lowest=0)
            return None if amount is None else Test((Word("compare"), (Word("attr"), Word(role)), Word("equal"), number(amount)))
        text = entry.text('a bound such as 3 or ">= 2"')
        if text is not None and not _SIGN.match(text):
            entry.wrong(f'expected a bound such as 3 or ">= 2", found {quoted(text)}')
            return None
        return None if text is None else self._comparison(entry, f"{role} {text}")

    def _condition(self, entry: Entry) -> Formula | None:
        if entry.is_sequence:
            return self._combined(entry, All)
        if entry.is_mapping:
            bounds = ("at_least", "at_most", "equal")
            states = self.values.names.vocabulary.attributes.get("game", {})
            fields = entry.fields(("exists", "none", "count", *bounds, "share_color", "not", "any", "all", *states), what="condition")
            parts: list[Formula | None] = []
            if "count" in fields or any(key in fields for key in bounds):
                parts.append(self._counted(entry, {key: fields.pop(key) for key in ("count", *bounds) if key in fields}))
            for key, value in fields.items():
                if key in ("exists", "none"):
                    counted = self.values.count(value)
                    test = None if counted is None else Test((Word("compare"), number(1), Word("at_most"), counted))
                    parts.append(test if key == "exists" or test is None else Not(test))
                elif key in states:
                    parts.append(self._state(key, value))
                elif key == "share_color":
                    parts.append(self._share_color(value))
                elif key == "not":
                    part = self._condition(value)
                    parts.append(None if part is None else Not(part))
                else:
                    parts.append(self._combined(value, Any if key == "any" else All))
            if not entry.node.value:
                entry.wrong("an empty condition says nothing; leave it out")
            found = tuple(part for part in parts if part is not None)
            return All(found) if len(found) == len(parts) and parts else None
        text = entry.text('a condition such as "you.life >= 7" or {exists: {…}}')
        return None if text is None else self._comparison(entry, text)

    def _share_color(self, entry: Entry) -> Formula | None:
        """``[source, to]``: is there a color that both objects have?"""
        both = [self.values.value(element, "object") for element in entry.elements()]
        if len(both) != 2:
            entry.wrong("expected two objects, such as [source, to]")
        left, right = both if len(both) == 2 else (None, None)
        if left is None or right is None:
            return None
        return Test((Word("compare"), number(1), Word("at_most"), (Word("shared_color"), left, right)))

    def _state(self, name: str, entry: Entry) -> Formula | None:
        """``{daytime: night}``; a list means any of these."""
        names = self.values.names
        words = [names.value(element, names.vocabulary.attributes["game"][name].type) for element in entry.elements()]
        tests = tuple(
            Test((Word("compare"), (Word("state"), Word(name)), Word("equal"), constant(word))) for word in words if word is not None
        )
        return Any(tests) if tests else None

    def _counted(self, entry: Entry, fields: dict[str, Entry]) -> Formula | None:
        """``{count: filter, at_least: 3}``"""
        bound = [key for key in fields if key != "count"]
        if "count" not in fields or len(bound) != 1:
            entry.wrong("expected a count with one of at_least, at_most and equal, such as {count: {…}, at_least: 3}")
            return None
        counted, value = self.values.count(fields["count"]), self.values.value(fields[bound[0]], "number")
        if counted is None or value is None:
            return None
        if bound[0] == "at_least":
            return Test((Word("compare"), value, Word("at_most"), counted))
        return Test((Word("compare"), counted, Word(bound[0]), value))

    def _combined(self, entry: Entry, combine: type[Any] | type[All]) -> Formula | None:
        parts = [self._condition(element) for element in entry.elements()]
        if not parts:
            entry.wrong("an empty list of conditions says nothing; leave it out")
        found = tuple(part for part in parts if part is not None)
        return combine(found) if len(found) == len(parts) and parts else None

    def _comparison(self, entry: Entry, text: str) -> Formula | None:
        match = _COMPARISON.match(text) if len(text) <= LONGEST else None
        if match is None:
            entry.wrong(f'expected a comparison such as "you.life >= 7", found {quoted(text)} (signs: <, <=, =, !=, >=, >)')
            return None
        left, right = self.values.parsed(entry, match["left"]), self.values.parsed(entry, match["right"])
        if left is None or right is None:
            return None
        sign = match["sign"]
        types = self.values.type(left), self.values.type(right)
        if types[1] not in FITTING.get(types[0], ()) or (types[0] != "number" and sign not in ("=", "==", "!=")):
            found = f"{CALLED[types[0]]} {sign} {CALLED[types[1]]}"
            entry.wrong(f"expected two numbers, or two players or two objects with = or !=, found {quoted(text)} ({found})")
            return None
        compare = Word("compare")
        if sign in ("=", "==", "!="):
            test: Formula = Test((compare, left, Word("equal"), right))
            return Not(test) if sign == "!=" else test
        if sign in (">", ">="):
            left, right = right, left
        return Test((compare, left, Word("less" if sign in ("<", ">") else "at_most"), right))
