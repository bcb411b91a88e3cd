"""Expressions and conditions of effects in plain words.

>>> from reasoner.language.vocabulary import vocabulary
>>> Wording(vocabulary("magic")).value(("plus", ("stat", "power", "self"), ("num", 1)))
"this card's power plus 1"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from reasoner.language.formulas import Clauses
from reasoner.language.vocabulary import Vocabulary
from reasoner.terms import Term

from .filter_wording import PLAIN, SIGNS, SIGNS_NOT, FilterWording, alternatives, listed, plural, spelled, with_article
from .phrases import Phrases
from .phrasing import conjugated, genitive

__all__ = ["Wording", "alternatives", "listed", "plural", "spelled", "with_article"]

_TURNED = {"less": "greater than", "at_most": "at least", "equal": ""}
_TURNED_NOT = {"less": "at most", "at_most": "less than", "equal": "not"}
_SIDE = "the amount"
"""What the amount of the event is called in conditions."""
_TIMES = {"2": "twice", "3": "three times", "4": "four times"}


class Wording(FilterWording):
    """Puts the parts of one effect into words: beside :class:`FilterWording`, ``counted`` are the filters of its counts, ``pronouns``
    what the roles of its event are called once they were named, ``chosen`` what was chosen in it."""

    def __init__(
        self,
        words: Vocabulary,
        me: str = "this",
        counted: Mapping[Term, Clauses] | None = None,
        phrases: Phrases | None = None,
        left_open: Iterable[str] = (),
        pronouns: Mapping[str, str] | None = None,
        chosen: str = "the chosen one",
    ):
        super().__init__(words, me, phrases, left_open)
        self.counted = counted or {}
        self.pronouns = pronouns or {}
        self.chosen = chosen

    # --- expressions
    def value(self, term: Term, amount: str = "that much") -> str:
        """An expression; ``amount`` is what the amount of the event, or what was prevented, is called."""
        if not isinstance(term, tuple):
            words = {"you": "you", "self": self.me, "prevented": amount, "chosen": self.chosen}
            return words.get(str(term), PLAIN.get(str(term), spelled(term)))
        name, parts = str(term[0]), list(term[1:])
        if name == "given":
            return str(parts[0]).upper() if len(str(parts[0])) == 1 else f"“{spelled(parts[0])}”"
        if name in ("num", "con"):
            return self.called(parts[0])
        if name == "attr":
            role = str(parts[0])
            words = _ROLE_WORDS | ({"to": "the recipient"} if amount == _SIDE else {})
            return amount if role == "amount" else self.pronouns.get(role) or words.get(role, f"that {spelled(role)}")
        if name == "count":
            return f"the number of {self.filter(self.counted.get(parts[0], ()), self.phrases.noun, many=True)}"

        def inner(part: Term) -> str:
            return self.value(part, amount)

        if name == "stat":
            return self._stat(parts[0], inner(parts[1]))
        if name in ("controller", "owner"):
            return f"{genitive(inner(parts[0]))} {name}"
        return self._reckoned(name, parts, inner)

    def _stat(self, attribute: Term, of: str) -> str:
        if isinstance(attribute, tuple) and attribute[0] != "counters":
            return f"1 if {of} {'has' if attribute[0] == 'keywords' else 'is a copy of a'} {spelled(attribute[1])}"
        if isinstance(attribute, tuple):
            return f"the number of {spelled(attribute[1])} counters on {of}"
        told = self.phrases.measures.get(str(attribute), f"{{whose}} {spelled(attribute)}")
        return conjugated(told.format(who=of, whose=genitive(of)))

    def _reckoned(self, name: str, parts: list[Term], inner: Callable[[Term], str]) -> str:
        if name == "half":
            return f"half {self._grouped(parts[1], inner)}, rounded {parts[0]}"
        left, right = inner(parts[0]), self._grouped(parts[1], inner)
        if name == "times":
            left, right = (right, left) if right in _TIMES else (left, right)
            return f"{_TIMES.get(left, f'{left} times')} {right}"
        if name in ("min", "max"):
            return f"the {'smaller' if name == 'min' else 'larger'} of {left} and {right}"
        more = {"that much": ("more", "less"), "that many": ("more", "fewer")}.get(left)
        if more is not None and right.isdecimal():
            return f"{right} {more[name == 'minus']}"
        return f"{left} {name} {right}"

    def _grouped(self, term: Term, inner: Callable[[Term], str]) -> str:
        """An operand, in brackets if it is a sum."""
        text = inner(term)
        return f"({text})" if isinstance(term, tuple) and term[0] in ("plus", "minus") and " " in text else text

    # --- conditions
    def condition(self, clauses: Clauses) -> str:
        """When a condition holds: ``your life is at least 7``."""
        return alternatives(" and ".join(self._test(test, positive) for positive, test in clause) for clause in clauses)

    def _is_so(self, clauses: Clauses, positive: bool) -> str | None:
        """What a filter asks of one thing alone: ``this is tapped``; None if it asks of others."""
        if len(clauses) != 1 or len(clauses[0]) < 2:
            return None
        found = self.describe(clauses[0])
        if len(found.names) != 1:
            return None
        subject, negated = found.names[0], "" if positive else "not "
        if found.nouns:
            told = " ".join([with_article(self.head(found, "")), *found.following()])
            return f"{subject} is {negated}{told}"
        after = [re.sub(r"^that (was|is) ", "", word) for word in found.after]
        whose = [f"under {genitive(word.rpartition(' ')[0])} control" for word in found.whose]
        if [word for word in found.after if word.startswith("that was ")] == found.after != []:
            return f"{subject} was {negated}{listed(after)}"
        if not [*found.before, *whose, *found.where] and after and after[0].startswith("with "):
            return f"{subject} has {negated}{listed(word.removeprefix('with ') for word in after)}"
        return f"{subject} is {negated}{listed([*found.before, *whose, *found.where, *after])}"

    def _exists(self, clauses: Clauses, positive: bool) -> str:
        told = self._is_so(clauses, positive)
        if told is not None:
            return told
        found = self.filter(clauses, self.phrases.noun)
        return f"there is {found}" if positive else "there is " + re.sub(r"(^|, | or )(an?) ", r"\1no ", found)

    def _test(self, test: Term, positive: bool) -> str:
        if not (isinstance(test, tuple) and test[0] == "compare"):
            return f"{'' if positive else 'not '}{test}"
        _, left, sign, right = test
        if isinstance(left, tuple) and left[0] == "state":
            return f"it is {'' if positive else 'not '}{self.value(right)}"
        if isinstance(right, tuple) and right[0] == "shared_color":
            return f"{self.value(right[1], _SIDE)} and {self.value(right[2], _SIDE)} {'' if positive else 'do not '}share a color"
        if isinstance(right, tuple) and right[0] == "count" and left == ("num", 1) and sign == "at_most":
            return self._exists(self.counted.get(right[1], ()), positive)
        if (title := self._title(left, right, str(sign))) is not None:
            return title.replace(" is ", " is not ").replace(" are ", " are not ") if not positive else title
        is_turned = isinstance(left, tuple) and left[0] in ("num", "con") and not (isinstance(right, tuple) and right[0] in ("num", "con"))
        if is_turned:
            left, right = right, left
        words = (_TURNED if positive else _TURNED_NOT) if is_turned else (SIGNS if positive else SIGNS_NOT)
        said = f"{self.value(left, _SIDE)} <be> {words[str(sign)]} {self.value(right, _SIDE)}"
        return re.sub(r"  +", " ", conjugated(said))

    def _title(self, left: Term, right: Term, sign: str) -> str | None:
        """``you are the monarch``"""
        has_one = (sign == "equal" and right == ("num", 1)) or (sign == "at_most" and left == ("num", 1))
        stat = left if right == ("num", 1) else right
        if not (has_one and isinstance(stat, tuple) and stat[0] == "stat" and str(stat[1]) in self.phrases.titles):
            return None
        return conjugated(f"{self.value(stat[2])} {self.phrases.titles[str(stat[1])]}")


_ROLE_WORDS = {"what": "it", "to": "it", "on": "it", "from": "where it comes from", "player": "that player", "drawn": "that card"}
