"""Cards and their effects written as data: the other way round from :mod:`reasoner.language.effect_reading`.

What is written reads back as the same model. Filters and conditions come out as the tests that they are, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reasoner.language.formulas import Clauses
from reasoner.language.scenario import Effect, Parts, Template
from reasoner.language.vocabulary import ITEM_TYPES, Vocabulary, vocabulary
from reasoner.terms import Term, Word

from .card import Card, CardEffect

__all__ = ["card_data"]

Data = dict[str, Any]
_SIGNS = {"less": "<", "at_most": "<=", "equal": "="}
_OPERATORS = {"plus": "+", "minus": "-", "times": "*"}
_VERBS = {"acts": "would", "forbids": "cant", "notices": "when"}
_FLAGS = {
    "optional": "optional",
    "together": "all_at_once",
    "self_replacement": "self_replacement",
    "more_than_once": "more_than_once",
    "created": "created",
    "this_turn": "this_turn",
    "immediate": "immediately",
}
_TRAITS = (("types", "type"), ("colors", "color"), ("keywords", "keyword"))


def card_data(card: Card) -> Data:
    """The entry of a card in a library file.

    >>> from reasoner.cards.card import read_card
    >>> from reasoner.cards.library import shipped
    >>> card_data(read_card(shipped(), "magic", "Mending Hands"))["effects"]["shield"]["prevent"]
    {'next': 4}
    """
    words = vocabulary(card.game)
    data = _traits(card.traits, card.name)
    if card.back:
        data["back"] = {"name": _name(card.back, card.name), **_traits(card.back, card.name)}
    if card.note is not None:
        data["note"] = card.note
    if card.tokens:
        data["tokens"] = {kind: {"name": _name(traits, kind), **_traits(traits, kind)} for kind, traits in card.tokens.items()}
    if card.effects:
        data["effects"] = {key: _Writer(found.effect, words).written(found) for key, found in card.effects.items()}
    return data


def _name(traits: Iterable[Term], usual: str) -> str:
    return next((str(trait[1]) for trait in traits if isinstance(trait, tuple) and trait[0] == "name"), usual)


def _traits(traits: Iterable[Term], name: str) -> Data:
    found: Data = {}
    for key, functor in _TRAITS:
        if listed := [str(trait[1]) for trait in traits if isinstance(trait, tuple) and trait[0] == functor]:
            found[key] = listed
    found |= {str(trait[1]): trait[2] for trait in traits if isinstance(trait, tuple) and trait[0] == "number"}
    return found


class _Writer:
    def __init__(self, effect: Effect, words: Vocabulary):
        self.effect = effect
        self.words = words

    def written(self, found: CardEffect) -> Data:
        """The effect with what the card says of it."""
        data: Data = {"rule": found.rule}
        if found.open:
            data["given"] = dict(found.open)
        if found.note is not None:
            data["note"] = found.note
        return data | self._effect()

    def _effect(self) -> Data:
        effect = self.effect
        data: Data = {}
        if effect.controller is not None:
            data["controller"] = effect.controller
        if effect.works_in is not None:
            data["works_in"] = effect.works_in
        if effect.on_back:
            data["face"] = "back"
        data |= {key: True for flag, key in _FLAGS.items() if getattr(effect, flag)}
        if effect.verb == "makes":
            return data | {"makes": self._makes()}
        kinds = {watch.kind: {role: self._filter(role, watch.kind, f) for role, f in watch.filters.items()} for watch in effect.watches}
        hardened = {kind: key for key, kind in self.words.hardenings.items()}
        verb = "as" if effect.accompanies else _VERBS.get(effect.verb) or hardened[effect.watches[0].kind]
        data[verb] = kinds
        if effect.uses is not None:
            data["uses"] = self._plain(effect.uses)
        if effect.pick is not None:
            pick = effect.pick
            kind = {"words": "word", "tokens": "token"}.get(pick.kind, pick.kind)
            words = [str(word) for word in pick.words]
            data["pick"] = {kind: words if pick.filter is None and pick.number is None else self._picked(pick.filter, pick.number)}
        if effect.conditions:
            data["if"] = self._conditions(effect.conditions)
        if effect.asks is not None:
            data["asked"] = self._value(effect.asks)
        if effect.branches:
            data["choose"] = {
                branch.label: ({"if": self._conditions(branch.conditions)} if branch.conditions else {}) | self._parts(branch.parts)
                for branch in effect.branches
            }
        return data | self._parts(effect.parts)

    def _picked(self, clauses: Clauses | None, number: Term | None) -> Any:
        return self._clauses(clauses) if clauses is not None else self._value(number) if number is not None else []

    def _makes(self) -> Data:
        effect = self.effect
        data: Data = {"what": self._clauses(effect.affected)}
        for key, functor in _TRAITS:
            if given := [str(trait[1]) for trait in effect.gives if isinstance(trait, tuple) and trait[0] == functor]:
                data[key] = given
        if effect.lifts is not None:
            data[self.words.lifted[0]] = effect.lifts
        if effect.silences:
            data["loses_abilities"] = True
        return data

    # --- filters and conditions
    def _filter(self, role: str, kind: str, clauses: Clauses) -> Any:
        if self.words.kinds[kind].roles[role] == "flag":
            return [
                self._all([{"not": test[1] == "yes"} if not so else test[1] == "yes" for so, test in c if isinstance(test, tuple)])
                for c in clauses
            ]
        return self._clauses(clauses)

    def _clauses(self, clauses: Clauses) -> Any:
        found = [self._all([self._test(test) if so else {"not": self._test(test)} for so, test in clause]) for clause in clauses]
        return found[0] if len(found) == 1 else found

    def _all(self, tests: list[Any]) -> Any:
        return tests[0] if len(tests) == 1 else {"all": tests}

    def _test(self, test: Term) -> Any:
        if not isinstance(test, tuple):
            return "chosen" if test == "remembered" else str(test)
        name, *parts = test
        if name == "is":
            return str(parts[0])
        if name in ("controlled_by", "owned_by"):
            who = parts[0]
            return {"controller" if name == "controlled_by" else "owner": str(who[1]) if isinstance(who, tuple) else str(who)}
        if name == "has" and isinstance(parts[0], tuple):
            return {str(parts[0][0]): str(parts[0][1])}
        if name == "remembered":
            return {str(parts[0]): "chosen"}
        if name == "measure":
            return {str(parts[0]): f"{_SIGNS[str(parts[1])]} {self._plain(parts[2])}"}
        if name == "harmed_by":
            return {str(name): str(parts[0][1]) if isinstance(parts[0], tuple) else "self"}
        keys = {"in": "zone", "at_place": "place"}
        return {keys.get(str(name), str(name)): parts[0] if isinstance(parts[0], int) else self._place(parts[0])}

    def _place(self, term: Term) -> str:
        return str(self._value(term)) if isinstance(term, tuple) else str(term)

    def _conditions(self, clauses: Clauses) -> Any:
        found = [self._all([self._compared(test) if so else {"not": self._compared(test)} for so, test in clause]) for clause in clauses]
        return found[0] if len(found) == 1 else {"any": found}

    def _compared(self, test: Term) -> Any:
        assert isinstance(test, tuple)
        _, left, sign, right = test
        if isinstance(left, tuple) and left[0] == "state":
            return {str(left[1]): self._value(right)}
        if isinstance(left, tuple) and left[0] == "count":
            return {"count": self._clauses(self.effect.counted[left[1]]), str(sign): self._value(right)}
        if isinstance(right, tuple) and right[0] == "shared_color":
            return {"share_color": [self._value(part) for part in right[1:]]}
        if isinstance(right, tuple) and right[0] == "count":
            return {"count": self._clauses(self.effect.counted[right[1]]), "at_least": self._value(left)}
        return f"{self._value(left)} {_SIGNS[str(sign)]} {self._value(right)}"

    # --- expressions
    def _plain(self, value: Term) -> Any:
        return value if isinstance(value, int) else self._value(value)

    def _value(self, term: Term) -> Any:
        """An expression: a number, a text, or a mapping where it counts."""
        if not isinstance(term, tuple):
            return str(term)
        name, *parts = term
        if name == "num":
            return parts[0]
        if name == "con":
            return parts[0] == "yes" if parts[0] in ("yes", "no") and isinstance(parts[0], Word) else str(parts[0])
        if name in ("attr", "given"):
            return str(parts[0])
        if name == "count":
            return {"count": self._clauses(self.effect.counted[parts[0]])}
        if name == "stat":
            table = parts[0]
            return f"{self._value(parts[1])}.{'.'.join(map(str, table)) if isinstance(table, tuple) else table}"
        if name in ("controller", "owner"):
            return f"{self._value(parts[0])}.{name}"
        if name == "half":
            return f"half {parts[0]} ({self._value(parts[1])})"
        left, right = self._value(parts[0]), self._value(parts[1])
        if isinstance(right, dict):
            return right | {str(name): left}
        return f"{name}({left}, {right})" if name in ("min", "max") else f"({left}) {_OPERATORS[str(name)]} ({right})"

    # --- what it does
    def _parts(self, parts: Parts) -> Data:
        data: Data = {}
        changed: Data = {role: self._value(value) for role, value in parts.sets.items()}
        for role, value in parts.scales.items():
            changed.setdefault(role, {})["each"] = self._value(value)
        for key, table in (("each", parts.maps), ("all", parts.whole), ("plus", parts.plus)):
            for role, items in table.items():
                changed.setdefault(role, {})[key] = self._items(items)
        for template in parts.becomes:
            changed |= self._template(template)
        if parts.drops:
            data["instead"] = "nothing"
        elif parts.steps:
            data["instead"] = [self._template(template) for template in parts.steps]
        elif changed:
            data["instead"] = changed
        if parts.prevents is not None:
            data["prevent"] = self._prevents(parts)
        if parts.diverts is not None and parts.points is not None:
            data["redirect"] = {"next": self._plain(parts.points), "to": self._value(parts.diverts)}
        for key, templates in (("also", parts.adds), ("then", parts.riders)):
            if templates:
                data[key] = [self._template(template) for template in templates]
        return data

    def _prevents(self, parts: Parts) -> Any:
        if parts.prevents == "points" and parts.points is not None:
            return {"next": self._plain(parts.points)}
        if not isinstance(parts.prevents, tuple):
            return str(parts.prevents)
        return {"in_all" if parts.prevents[0] == "in_all" else "each": self._value(parts.prevents[1])}

    def _items(self, items: dict[str, Term]) -> Data:
        return {str(item): self._value(value) for item, value in items.items()}

    def _template(self, template: Template) -> Data:
        roles = self.words.kinds[template.kind].roles
        assert all(roles[role] in ITEM_TYPES for role in template.items)
        data = {role: self._value(value) for role, value in template.values.items()}
        return {template.kind: data | {role: self._items(items) for role, items in template.items.items()}}
