"""Filters of effects in plain words.

>>> from reasoner.language.vocabulary import vocabulary
>>> FilterWording(vocabulary("magic")).filter((((True, ("has", ("type", "creature"))), (True, ("controlled_by", "you"))),))
'a creature you control'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from reasoner.language.formulas import Clauses
from reasoner.language.vocabulary import Vocabulary
from reasoner.terms import Term

from .phrases import Phrases

__all__ = ["PLAIN", "SIGNS", "SIGNS_NOT", "Described", "FilterWording", "alternatives", "listed", "plural", "spelled", "with_article"]

PLAIN = {
    "any": "anything",
    "player": "a player",
    "you": "you",
    "opponent": "an opponent",
    "host": "the object that it is attached to",
    "bound": "the object that it is on",
    "permanent": "a permanent",
    "remembered": "the chosen one",
    "active": "the active player",
}
SIGNS = {"less": "less than", "at_most": "at most", "equal": ""}
SIGNS_NOT = {"less": "at least", "at_most": "greater than", "equal": "not"}


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


@dataclass
class Described:
    """The words of one clause of a filter, by where they stand; ``names`` are of one thing that it means."""

    before: list[str] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    whose: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def following(self) -> list[str]:
        """What comes after the noun."""
        return [*self.whose, *self.where, *self.after]


class FilterWording:
    """Puts the filters of one effect into words. ``me`` is what its source is called, ``left_open`` the words that its card leaves
    open."""

    def __init__(self, words: Vocabulary, me: str = "this", phrases: Phrases | None = None, left_open: Iterable[str] = ()):
        self.words = words
        self.me = me
        self.phrases = phrases or Phrases()
        self.left_open = frozenset(left_open)

    def filter(self, clauses: Clauses, noun: str = "object", many: bool = False) -> str:
        """What a filter lets pass: ``a creature you control or you``; ``many`` for more than one of it."""
        told = alternatives(self._clause(clause, noun, many) for clause in clauses)
        names_alone = noun == "token" and many and all(len(c) == 1 and isinstance(c[0][1], tuple) and c[0][1][0] == "is" for c in clauses)
        return f"{told} tokens" if names_alone else told

    def called(self, term: Term) -> str:
        """A name or a word as it is called."""
        if isinstance(term, tuple):
            return str(term)
        return f"the {spelled(term)}" if term in self.left_open else spelled(term)

    def number(self, term: Term) -> str:
        """A number that stands fixed."""
        return str(term) if isinstance(term, int) else self.value(term)

    def value(self, term: Term, amount: str = "that much") -> str:
        """An expression in words."""
        raise NotImplementedError

    def describe(self, clause: tuple[tuple[bool, Term], ...]) -> Described:
        """The words of a clause, sorted."""
        found = Described()
        for positive, test in clause:
            self._place(test, positive, found)
        return found

    def _clause(self, clause: tuple[tuple[bool, Term], ...], noun: str, many: bool) -> str:
        if len(clause) == 1 and clause[0][0] and (alone := self._alone(clause[0][1])) and not many:
            return alone
        found = self.describe(clause)
        if found.names:
            told = " that is ".join([*found.names, *found.before, *map(with_article, found.nouns)])
            return " ".join([told, *(f"that {whose}" for whose in found.whose), *found.where, *found.after])
        if any((True, ("in", zone)) in clause for zone in self.phrases.cards_in) and noun == self.phrases.noun:
            noun = "card"
        return " ".join([plural(head) if many else with_article(head), *found.following()]) if (head := self.head(found, noun)) else ""

    def head(self, found: Described, noun: str) -> str:
        """Adjectives and nouns, without an article."""
        supertypes = [word for word in found.nouns if word in self.words.words.get("supertype", ())]
        kinds = [word for word in found.nouns if word not in supertypes]
        if noun == "token":
            kinds.append("token")
        return " ".join([*dict.fromkeys([*found.before, *supertypes]), *(kinds or [noun])])

    def _alone(self, test: Term) -> str | None:
        if not isinstance(test, tuple):
            return self.me if test == "self" else PLAIN.get(str(test))
        return self.called(test[1]) if test[0] == "is" else None

    def _place(self, test: Term, positive: bool, found: Described) -> None:
        """Put the words of one test where they stand."""
        name, parts = (str(test[0]), test[1:]) if isinstance(test, tuple) else (str(test), ())
        if name == "has" and isinstance(parts[0], tuple):
            self._trait(str(parts[0][0]), parts[0][1], positive, found)
        elif positive and name in ("is", "self", "host", "bound"):
            found.names.append(self._alone(test) or name)
        elif positive and name in ("permanent", "player"):
            found.nouns.append(name)
        elif name in self.phrases.adjuncts:
            found.where.append(f"{'' if positive else 'not '}{self.phrases.adjuncts[name]}")
        elif name in self.phrases.substantives:
            (found.nouns if positive else found.after).append(name if positive else f"that is not {with_article(name)}")
        elif name == "token":
            found.before.append("token" if positive else "nontoken")
        elif name in self.words.adjectives:
            found.before.append(spelled(name) if positive else self.phrases.opposites.get(name, f"not {spelled(name)}"))
        elif name == "any":
            pass
        elif name == "remembered" and parts:
            found.after.append(f"of the chosen {parts[0]}")
        elif name == "measure":
            words = SIGNS if positive else SIGNS_NOT
            found.after.append(re.sub("  +", " ", f"with {spelled(parts[0])} {words[str(parts[1])]} {self.number(parts[2])}"))
        elif name in ("was", "harmed_by"):
            who = self.me if parts[0] == "self" else self.called(parts[0][1] if isinstance(parts[0], tuple) else parts[0])
            found.after.append(f"that was {'' if positive else 'not '}{'' if name == 'was' else 'damaged by '}{who}")
        elif name in ("controlled_by", "owned_by") and positive:
            found.whose.append(self._whose(name, parts[0]))
        elif (said := self._where(test)) is not None and positive:
            found.where.append(said)
        else:
            described = said or (self._whose(name, parts[0]) if name in ("controlled_by", "owned_by") else None)
            told = self._alone(test) or (f"something {described}" if described else spelled(name))
            found.after.append(f"{'that is' if positive else 'other than'} {told}")

    def _trait(self, group: str, term: Term, positive: bool, found: Described) -> None:
        word = self.called(term)
        if term in self.left_open and group in ("type", "color"):
            found.after.append(f"{'' if positive else 'not '}of {word}")
        elif group == "type" and positive:
            found.nouns.append(word)
        elif group in ("type", "color"):
            found.before.append(word if positive else f"non{'-' if word[:1].isupper() else ''}{word}")
        else:
            quoted = f"“{spelled(term)}”" if term in self.left_open else word
            found.after.append(f"{'' if positive else 'not '}{'named' if group == 'name' else 'with'} {quoted}")

    def _whose(self, name: str, who: Term) -> str:
        player = self.called(who[1]) if isinstance(who, tuple) else PLAIN.get(str(who), str(who))
        verb = "control" if name == "controlled_by" else "own"
        return f"{player} {verb}{'' if player == 'you' else 's'}"

    def _where(self, test: Term) -> str | None:
        """A test in words that tell where something is, or what is on it."""
        if not isinstance(test, tuple):
            return None
        if test[0] == "in":
            return " ".join(self.phrases.places.get(str(test[1]), ("in", spelled(test[1]))))
        if test[0] == "at_place":
            return f"at {self.called(test[1])}"
        if test[0] == "top":
            return f"among the top {test[1]}"
        return f"with {with_article(f'{test[1]} counter')}" if test[0] == "counter" else None
