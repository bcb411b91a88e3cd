"""Filters, expressions and conditions of effects in plain words.

>>> from reasoner.language.vocabulary import vocabulary
>>> Wording(vocabulary("magic")).filter((((True, ("has", ("type", "creature"))), (True, ("controlled_by", "you"))),))
'a creature you control'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from reasoner.language.formulas import Clauses
from reasoner.language.vocabulary import Vocabulary
from reasoner.terms import Term

__all__ = ["Wording", "alternatives", "listed", "plural", "with_article"]

_PLAIN = {
    "any": "anything",
    "player": "a player",
    "you": "you",
    "opponent": "an opponent",
    "host": "what it is attached to",
    "bound": "the object that it is on",
    "permanent": "a permanent",
    "remembered": "the chosen one",
    "active": "the active player",
}
_SIGNS = {"less": "less than", "at_most": "at most", "equal": ""}
_TURNED = {"less": "greater than", "at_most": "at least", "equal": ""}
_NOT = {"less": "at least", "at_most": "greater than", "equal": "not"}
_TURNED_NOT = {"less": "at most", "at_most": "less than", "equal": "not"}


def with_article(noun: str) -> str:
    """The noun with "a" or "an" before it."""
    return f"{'an' if noun[:1].lower() in 'aeiou' and not noun.lower().startswith('uni') else 'a'} {noun}"


def plural(noun: str) -> str:
    """More than one of it."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """``a, b and c``"""
    found = list(dict.fromkeys(parts))
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def alternatives(parts: Iterable[str]) -> str:
    """``a, b or c``"""
    return listed(parts, "or")


def spelled(word: object) -> str:
    """A word of the language as a reader says it."""
    return str(word).replace("_", " ")


class Wording:
    """Puts the parts of one effect into words. ``me`` is what its source is called, ``counted`` the filters of its counts,
    ``places`` what zones are called (with the preposition before it), ``adjuncts`` the adjectives that follow what they tell of."""

    def __init__(
        self,
        words: Vocabulary,
        me: str = "this",
        counted: dict[Term, Clauses] | None = None,
        places: dict[str, tuple[str, str]] | None = None,
        adjuncts: dict[str, str] | None = None,
    ):
        self.words = words
        self.me = me
        self.counted = counted or {}
        self.places = places or {}
        self.adjuncts = adjuncts or {}

    # --- filters
    def filter(self, clauses: Clauses, noun: str = "object", many: bool = False) -> str:
        """What a filter lets pass: ``a creature you control or you``; ``many`` for more than one of it."""
        return alternatives(self._clause(clause, noun, many) for clause in clauses)

    def _clause(self, clause: tuple[tuple[bool, Term], ...], noun: str, many: bool) -> str:
        if len(clause) == 1 and clause[0][0] and (alone := self._alone(clause[0][1])) and not many:
            return alone
        before: list[str] = []
        nouns: list[str] = []
        after: list[str] = []
        for positive, test in clause:
            self._place(test, positive, before, nouns, after)
        supertypes = [word for word in nouns if word in self.words.words.get("supertype", ())]
        kinds = [word for word in nouns if word not in supertypes]
        if named := [word[3:] for word in nouns if word.startswith("is ")]:
            others = [word for word in [*before, *nouns] if not word.startswith("is ")]
            return " ".join([" that is ".join([*named, *others]), *after])
        head = " ".join([*dict.fromkeys([*before, *supertypes]), *(kinds or [noun])])
        return " ".join([plural(head) if many else with_article(head), *after])

    def _alone(self, test: Term) -> str | None:
        if not isinstance(test, tuple):
            return self.me if test == "self" else _PLAIN.get(str(test))
        return self.called(test[1]) if test[0] == "is" else None

    def called(self, term: Term) -> str:
        """A name or a word as it is called."""
        return spelled(term) if not isinstance(term, tuple) else str(term)

    def _place(self, test: Term, positive: bool, before: list[str], nouns: list[str], after: list[str]) -> None:
        """Sort the words of one test to those before the noun, the nouns and those after it."""
        name = str(test[0] if isinstance(test, tuple) else test)
        if isinstance(test, tuple) and name == "has" and isinstance(test[1], tuple):
            group, word = str(test[1][0]), spelled(test[1][1])
            if group == "type" and positive:
                nouns.append(word)
            elif group in ("type", "color"):
                before.append(word if positive else f"non{'-' if word[:1].isupper() else ''}{word}")
            else:
                after.append(f"{'' if positive else 'not '}{'named' if group == 'name' else 'with'} {word}")
        elif name == "is" and positive and isinstance(test, tuple):
            nouns.append(f"is {self.called(test[1])}")
        elif name == "self" and positive:
            nouns.append(f"is {self.me}")
        elif name in ("permanent", "player") and positive:
            nouns.append(name)
        elif name in self.adjuncts:
            after.append(f"{'' if positive else 'not '}{self.adjuncts[name]}")
        elif name in ("token", *self.words.adjectives):
            before.append(spelled(name) if positive else f"non{spelled(name)}" if name == "token" else f"not {spelled(name)}")
        elif name == "any":
            pass
        elif isinstance(test, tuple) and name == "remembered":
            (before if test[1] in ("color", "type") else after).append(f"{'of' if test[1] == 'name' else ''} the chosen {test[1]}".strip())
        elif isinstance(test, tuple) and name == "measure":
            words = _SIGNS if positive else _NOT
            after.append(re.sub("  +", " ", f"with {spelled(test[1])} {words[str(test[2])]} {self._number(test[3])}"))
        elif isinstance(test, tuple) and name in ("was", "harmed_by"):
            who = self.me if test[1] == "self" else self.called(test[1][1] if isinstance(test[1], tuple) else test[1])
            after.append(f"{'that' if positive else 'not'} {'was' if name == 'was' else 'damaged by'} {who}")
        elif (said := self._after(test)) is not None and positive:
            after.append(said)
        else:
            said = self._alone(test) or (f"something {said}" if said else str(test))
            after.append(f"{'that is' if positive else 'other than'} {said}")

    def _after(self, test: Term) -> str | None:
        """A test in words that follow the noun."""
        if not isinstance(test, tuple):
            return None
        who = test[1] if len(test) > 1 else ""
        if test[0] in ("controlled_by", "owned_by"):
            player = self.called(who[1]) if isinstance(who, tuple) else _PLAIN.get(str(who), str(who))
            verb = "control" if test[0] == "controlled_by" else "own"
            return f"{player} {verb}{'' if player == 'you' else 's'}"
        if test[0] == "in":
            return " ".join(self.places.get(str(who), ("in", spelled(who))))
        if test[0] == "at_place":
            return f"at {self.called(who)}"
        return f"with {with_article(f'{who} counter')}" if test[0] == "counter" else None

    def _number(self, term: Term) -> str:
        return str(term) if isinstance(term, int) else self.value(term)

    # --- expressions
    def value(self, term: Term, amount: str = "that much") -> str:
        """An expression; ``amount`` is what the amount of the event is called."""
        if not isinstance(term, tuple):
            return {"you": "you", "self": self.me, "prevented": "the amount prevented", "chosen": "the chosen one"}.get(
                str(term), _PLAIN.get(str(term), spelled(term))
            )
        name, parts = str(term[0]), list(term[1:])
        if name in ("num", "con", "given"):
            return self.called(parts[0])
        if name == "attr":
            return amount if parts[0] == "amount" else _ROLE_WORDS.get(str(parts[0]), f"that {spelled(parts[0])}")
        if name == "count":
            return f"the number of {self.filter(self.counted.get(parts[0], ()), many=True)}"

        def inner(part: Term) -> str:
            return self.value(part, amount)

        if name == "stat":
            return self._stat(parts[0], inner(parts[1]))
        if name in ("controller", "owner"):
            return f"{_genitive(inner(parts[0]))} {name}"
        return self._reckoned(name, parts, inner)

    def _stat(self, attribute: Term, of: str) -> str:
        if isinstance(attribute, tuple) and attribute[0] != "counters":
            return f"1 if {of} {'has' if attribute[0] == 'keywords' else 'is a copy of a'} {spelled(attribute[1])}"
        if isinstance(attribute, tuple):
            return f"the number of {spelled(attribute[1])} counters on {of}"
        return f"{_genitive(of)} {spelled(attribute)}"

    def _reckoned(self, name: str, parts: list[Term], inner: Callable[[Term], str]) -> str:
        if name == "half":
            return f"half {inner(parts[1])} rounded {parts[0]}"
        left, right = inner(parts[0]), inner(parts[1])
        if name == "times":
            small = {"2": "twice", "3": "three times", "4": "four times"}
            return f"{small[left]} {right}" if left in small else f"{small[right]} {left}" if right in small else f"{left} times {right}"
        if name in ("min", "max"):
            return f"the {'smaller' if name == 'min' else 'larger'} of {left} and {right}"
        return f"{left} {name} {right}"

    # --- conditions
    def condition(self, clauses: Clauses) -> str:
        """When a condition holds: ``you life is at least 7``."""
        return alternatives(" and ".join(self._test(test, positive) for positive, test in clause) for clause in clauses)

    def _state_of_self(self, clauses: Clauses) -> str | None:
        """What a filter asks of the source alone: ``exhausted``; None if it asks of others."""
        if len(clauses) != 1 or (True, "self") not in clauses[0] or len(clauses[0]) < 2:
            return None
        before: list[str] = []
        nouns: list[str] = []
        after: list[str] = []
        for positive, test in clauses[0]:
            if test != "self":
                self._place(test, positive, before, nouns, after)
        return listed([*before, *(with_article(noun) for noun in nouns), *after])

    def _test(self, test: Term, positive: bool) -> str:
        if not (isinstance(test, tuple) and test[0] == "compare"):
            return f"{'' if positive else 'not '}{test}"
        _, left, sign, right = test
        if isinstance(left, tuple) and left[0] == "state":
            return f"{spelled(left[1])} is {'' if positive else 'not '}{self.value(right)}"
        if isinstance(right, tuple) and right[0] == "shared_color":
            return f"{self.value(right[1])} and {self.value(right[2])} {'' if positive else 'do not '}share a color"
        if isinstance(right, tuple) and right[0] == "count" and left == ("num", 1) and sign == "at_most":
            if (state := self._state_of_self(self.counted.get(right[1], ()))) is not None:
                return f"{self.me} is {'' if positive else 'not '}{state}"
            return f"there is {'' if positive else 'not '}{self.filter(self.counted.get(right[1], ()))}"
        is_turned = isinstance(left, tuple) and left[0] in ("num", "con") and not (isinstance(right, tuple) and right[0] in ("num", "con"))
        if is_turned:
            left, right = right, left
        words = (_TURNED if positive else _TURNED_NOT) if is_turned else (_SIGNS if positive else _NOT)
        said = f"{self.value(left, 'the amount')} is {words[str(sign)]} {self.value(right, 'the amount')}"
        return re.sub(r"  +", " ", said)


_ROLE_WORDS = {"what": "it", "to": "the recipient", "on": "it", "from": "where it comes from", "player": "that player"}


def _genitive(noun: str) -> str:
    return {"you": "your", "it": "its", "this": "this card's"}.get(noun, f"{noun}'{'' if noun.endswith('s') else 's'}")
