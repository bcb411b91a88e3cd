"""Effects in plain words, made from their fields alone. How events are told stands in ``asp/<game>/phrases.lp``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from reasoner.cards.card_reading import EACH
from reasoner.language.formulas import Clauses
from reasoner.language.scenario import Effect, Parts, Pick, Template, Watch
from reasoner.language.vocabulary import ITEM_TYPES, EventKind, Vocabulary
from reasoner.terms import Term

from .filter_wording import PLAIN
from .phrases import phrases
from .phrasing import phrased
from .wording import Wording, alternatives, listed, plural, spelled, with_article

__all__ = ["sentence"]

_USUAL_CAUSE = "effect"
_ROUNDED = re.compile(r", (rounded (?:up|down))")
_COUNTED = re.compile(r"(\d+|(twice |\w+ times |half )?that (much|many)|\d+ (more|less|fewer)|[A-Z]|“[^”]*”)\Z")


def sentence(effect: Effect, words: Vocabulary, me: str = "this", created: bool = False, left_open: Iterable[str] = ()) -> str:
    """What an effect says, as one sentence; ``me`` is what its source is called. Is it ``created`` by a spell or an activated
    ability? ``left_open`` are the words that its card leaves open.

    >>> from reasoner.cards.card import read_card
    >>> from reasoner.cards.library import shipped
    >>> from reasoner.language.vocabulary import vocabulary
    >>> card = read_card(shipped(), "magic", "Furnace of Rath")
    >>> sentence(card.effects["doubles"].effect, vocabulary("magic"))
    'If a source would deal damage to a player or a permanent, that source deals twice that much damage to it instead.'
    """
    found = _Sentence(effect, words, me, created, left_open).whole()
    for first in (PLAIN["bound"], PLAIN["host"]):
        before, mention, after = found.partition(first)
        found = before + mention + after.replace(first, "that object")
    if effect.this_turn:
        found = f"this turn, {found}"
    return f"{found[:1].upper()}{found[1:]}."


class _Sentence:
    def __init__(self, effect: Effect, words: Vocabulary, me: str, created: bool, left_open: Iterable[str]):
        self.effect = effect
        self.words = words
        self.created = created or effect.this_turn
        self.phrases = phrases(words.game)
        pronouns = self._pronouns()
        self.wording = Wording(words, me, effect.counted, self.phrases, left_open, pronouns, self._chosen(effect.pick))

    def whole(self) -> str:
        effect = self.effect
        if effect.verb == "makes":
            return self._makes()
        condition = f" if {self.wording.condition(effect.conditions)}" if effect.conditions else ""
        if effect.verb == "forbids":
            return listed(self._watched(watch, "can't") for watch in effect.watches) + condition
        if effect.verb == "hardens":
            told = alternatives(self._watched(watch, "would") for watch in effect.watches)
            done = self.phrases.hardened.get(effect.watches[0].kind, "be prevented")
            return f"if {told}{condition.replace(' if', ' and')}, it can't {done}"
        each = "for each player, called you here: " if effect.controller == EACH else ""
        return each + self._start() + self._result()

    # --- what was named before
    def _pronouns(self) -> dict[str, str]:
        """What the roles of the event are called when they were told once."""
        found: dict[str, str] = {}
        for watch in self.effect.watches:
            for role, clauses in watch.filters.items():
                type_ = self.words.kinds[watch.kind].roles[role]
                tests = [clause[0][1] if len(clause) == 1 and clause[0][0] else None for clause in clauses]
                if tests == ["you"]:
                    found[role] = "you"
                elif type_ == "recipient" and all(test in ("player", "opponent", "you") for test in tests):
                    found[role] = "that player"
                elif type_ == "label" and (word := _one_word(clauses)) is not None:
                    found[role] = spelled(word)
        return found

    def _chosen(self, pick: Pick | None) -> str:
        """What was chosen is called so."""
        if pick is None:
            return "the chosen one"
        if pick.kind in ("player", "number", "object", "any_of"):
            return f"the chosen {'object' if pick.kind == 'any_of' else pick.kind}"
        parts = self.effect.parts
        kind = next((name for name in ("color", "type") if set(pick.words) <= self.words.words.get(name, set())), "word")
        kind = "type" if parts.sets.get("type") == "chosen" else kind
        return f"the chosen {'kind' if pick.kind == 'tokens' else kind}"

    # --- when
    def _start(self) -> str:
        effect = self.effect
        kinds = [self.words.kinds[watch.kind] for watch in effect.watches]
        limit = "" if effect.uses in (None, 1) else f"{self.wording.value(effect.uses)} " if effect.uses is not None else ""
        if effect.verb == "notices":
            when = "when"
        elif effect.uses is not None and self.created:
            when = f"the next {limit}time{'s' if limit else ''}"
        elif effect.uses is not None:
            when = f"the first {limit}times" if limit else self.phrases.limited
        else:
            when = "as" if effect.accompanies or all(kind.name in self.words.arrivals for kind in kinds) else "if"
        mood = "" if when in ("as", "when") else "would"
        told = f"{when} {alternatives(self._watched(watch, mood) for watch in effect.watches)}"
        if effect.together:
            told += " (all of it at once)"
        if effect.conditions:
            told += f"{' and' if when.endswith('if') else ', if'} {self.wording.condition(effect.conditions)}"
        return told + ", "

    def _watched(self, watch: Watch, mood: str) -> str:
        kind = self.words.kinds[watch.kind]
        filled = {role: self._filtered(kind, role, clauses) for role, clauses in watch.filters.items()}
        fixed = {role: word for role, clauses in watch.filters.items() if (word := _one_word(clauses)) is not None}
        return self._event(kind, filled, mood, fixed)

    def _filtered(self, kind: EventKind, role: str, clauses: Clauses) -> str:
        type_ = kind.roles[role]
        if type_ == "flag":
            return "yes" if clauses == (((True, ("is", "yes")),),) or clauses == (((False, ("is", "no")),),) else "no"
        if type_ in ("object", "recipient", "player", "tokens", "token_kind", "place"):
            nouns = {"tokens": "token", "token_kind": "token", "recipient": "permanent", "player": "player", "place": "place"}
            noun = self.phrases.nouns.get((kind.name, role)) or nouns.get(type_, self.phrases.noun)
            return self.wording.filter(clauses, noun, many=type_ == "tokens")
        told = [
            " ".join(("" if positive else "anything but ") + self._word(type_, role, _word(test)) for positive, test in c) for c in clauses
        ]
        return alternatives(f"{text} counters" if type_ == "counters" else text for text in told)

    def _word(self, type_: str, role: str, word: Term) -> str:
        """A word that stands in a role."""
        if type_ == "zone":
            return self.phrases.places.get(str(word), ("in", spelled(word)))[1]
        found = self.phrases.spoken.get((type_, str(word))) or self.phrases.spoken.get((role, str(word)))
        return found or (f"the effect “{word}”" if type_ == "effect" else self.wording.called(word))

    def _event(
        self, kind: EventKind, filled: dict[str, str], mood: str, fixed: Mapping[str, object] | None = None, again: bool = False
    ) -> str:
        """An event in words. ``mood`` is would, can't or nothing; ``fixed`` the roles that hold one word; ``again`` speaks of
        what was named before."""
        name, preset = self.words.spoken_as(kind.name, fixed or {})
        rounded = [match[1] for text in filled.values() for match in _ROUNDED.finditer(text)]
        filled = {role: _ROUNDED.sub("", text) for role, text in filled.items()}
        equal = {role: filled.pop(role) for role in (kind.quantity,) if role in filled and not _is_counted(filled[role])}
        phrase = (self.phrases.altered.get(name) if again else None) or self.phrases.events.get(name) or f"{spelled(name)} <happen>"
        text, told = phrased(phrase, filled, mood=mood, pronouns=self.wording.pronouns if again else None)
        for role in sorted(filled.keys() - told - preset, reverse=True):
            text += f" {self.phrases.asides.get(role, f'({spelled(role)}: {{}})').format(filled[role])}"
        text += "".join(f" (as much as {number})" for number in equal.values())
        return text + "".join(f", {word}" for word in rounded[:1])

    # --- what then
    def _result(self) -> str:
        effect = self.effect
        asked = f"{self.wording.value(effect.asks)} " if effect.asks is not None else "you "
        verb = "choose" if asked == "you " else "chooses"
        if effect.branches:
            told = "; or ".join(
                f"{spelled(branch.label)}{f' (if {self.wording.condition(branch.conditions)})' if branch.conditions else ''}: "
                + (self._parts(branch.parts) or "nothing else")
                for branch in effect.branches
            )
            return f"{asked}{verb} {told}"
        if effect.pick is not None and effect.optional:
            return f"{asked}may choose {self._pick(effect.pick)}, and if so, {self._parts(effect.parts)}"
        picked = f"{asked}{verb} {self._pick(effect.pick)}, and " if effect.pick is not None else ""
        if effect.pick is not None and effect.pick.kind == "any_of":
            picked += "for each of them "
        may = "you may choose that " if effect.optional else ""
        return picked + may + self._parts(effect.parts)

    def _pick(self, pick: Pick) -> str:
        if pick.filter is not None:
            told = self.wording.filter(pick.filter, self.phrases.noun, many=pick.kind == "any_of")
            return f"any number of {told}" if pick.kind == "any_of" else told
        if pick.number is not None:
            return f"a number up to {self.wording.value(pick.number)}"
        left_open = [word for word in pick.words if word in self.wording.left_open]
        return f"one of {self.wording.called(left_open[0])}" if left_open else alternatives(map(spelled, pick.words))

    def _parts(self, parts: Parts) -> str:
        found: list[str] = []
        instead = "" if self._only_shapes(parts) else " instead"
        if parts.drops:
            found.append("nothing happens instead")
        if parts.sets or parts.scales or parts.maps or parts.plus or parts.whole:
            changed = self._changed(parts)
            found.append(changed + ("," if instead and _ROUNDED.search(changed) else "") + instead)
        if parts.becomes:
            found.append(f"{listed(map(self._made, parts.becomes))} instead")
        if parts.steps:
            found.append(f"{', then '.join(map(self._made, parts.steps))} instead")
        if parts.prevents is not None:
            found.append(self._prevented(parts))
        if parts.diverts is not None and parts.points is not None:
            found.append(f"the next {self.wording.number(parts.points)} of it is dealt to {self.wording.value(parts.diverts)} instead")
        if parts.adds:
            found.append(f"{listed(map(self._made, parts.adds))} as well")
        told = ", and ".join(found)
        if parts.riders:
            start = f"{told}; then " if told else "" if self.effect.verb == "notices" else "it happens; then "
            told = start + listed(map(self._made, parts.riders))
        return told

    def _only_shapes(self, parts: Parts) -> bool:
        """Does it only say how something arrives?"""
        return all(watch.kind in self.words.arrivals for watch in self.effect.watches) and not (parts.becomes or parts.steps or parts.drops)

    def _prevented(self, parts: Parts) -> str:
        if parts.prevents == "all":
            return "it is prevented"
        if parts.prevents == "points" and parts.points is not None:
            return f"the next {self.wording.number(parts.points)} of it is prevented"
        assert isinstance(parts.prevents, tuple)
        amount = parts.prevents[1]
        if not isinstance(amount, tuple):
            return f"as much of it as {self.wording.value(amount)} is prevented"
        if amount[0] == "half":
            return f"half of it, rounded {amount[1]}, is prevented"
        if amount[0] == "minus":
            return f"all but {self.wording.value(amount[2])} of it is prevented"
        number = self.wording.value(amount)
        if parts.prevents[0] == "in_all":
            return f"as much as {number} is prevented of all that would be dealt at once"
        return f"{number} of it is prevented" if _is_counted(number) else f"as much of it as {number} is prevented"

    def _changed(self, parts: Parts) -> str:
        """The event with what is changed in it."""
        kinds = [self.words.kinds[watch.kind] for watch in self.effect.watches]
        roles = [*parts.sets, *parts.scales, *parts.maps, *parts.plus, *parts.whole]
        kind = next((kind for kind in kinds if all(role in kind.roles for role in roles)), kinds[0])
        filled = {role: self._filled(kind, role, value) for role, value in parts.sets.items()}
        for role, value in parts.scales.items():
            type_ = kind.roles[role]
            filled[role] = f"{self.wording.value(value, _much(type_))} of {_those(type_)}"
        filled |= {role: self._items(kind, role, found) for items in (parts.maps, parts.whole) for role, found in items.items()}
        for role, found in parts.plus.items():
            before = filled.get(role, "" if kind.name in self.words.arrivals else _those(kind.roles[role]))
            filled[role] = f"{before}{' and ' if before else ''}{self._items(kind, role, found)}"
        return self._event(kind, filled, "", again=True)

    def _made(self, template: Template) -> str:
        kind = self.words.kinds[template.kind]
        filled = {role: self._filled(kind, role, value) for role, value in template.values.items()}
        if template.values.get("cause") == ("con", _USUAL_CAUSE):
            del filled["cause"]
        filled |= {role: self._items(kind, role, items) for role, items in template.items.items()}
        fixed = {role: value[1] for role, value in template.values.items() if isinstance(value, tuple) and value[0] == "con"}
        return self._event(kind, filled, "", fixed)

    def _filled(self, kind: EventKind, role: str, value: Term) -> str:
        type_ = kind.roles[role]
        if type_ == "flag":
            return str(value[1]) if isinstance(value, tuple) else str(value)
        if isinstance(value, tuple) and value[0] == "con" and type_ not in ("number", "object", "recipient", "player"):
            own = self.phrases.own_places.get(str(value[1])) if type_ == "zone" else None
            told = own or self._word(type_, role, value[1])
            return with_article(told) if role == "type" else told
        amount = "that many" if f"{{{role}#" in self.phrases.events.get(kind.name, "") else "that much"
        return self.wording.value(value, amount)

    def _items(self, kind: EventKind, role: str, items: dict[str, Term]) -> str:
        type_ = kind.roles[role]
        assert type_ in ITEM_TYPES
        told = []
        for item, value in items.items():
            number = self.wording.value(value, _much(type_))
            noun = {"tokens": "token", "counters": "counter", "mana": "mana"}[type_]
            noun = noun if type_ == "mana" or re.match(r"1( more)?\Z", number) else plural(noun)
            of = self.wording.chosen if item == "chosen" else self.wording.called(item) if item in self.wording.left_open else None
            noun = f"{spelled(item)} {noun}" if of is None else f"{noun} of {of}"
            if _is_counted(number):
                told.append(f"{number} {noun}")
            else:
                told.append(f"{noun} ({'' if ' if ' in number else 'as many as '}{number})")
        return listed(told)

    # --- continuous effects
    def _makes(self) -> str:
        effect = self.effect
        told: list[str] = []
        traits = [trait for trait in effect.gives if isinstance(trait, tuple)]
        types = [self.wording.called(trait[1]) for trait in traits if trait[0] in ("type", "color")]
        keywords = [spelled(trait[1]) for trait in traits if trait[0] == "keyword"]
        if types:
            colors = self.words.words.get("color", set())
            told.append(f"is {listed(word if word in colors or word.startswith('the ') else with_article(word) for word in types)} as well")
        if keywords:
            told.append(f"has {listed(keywords)}")
        if effect.silences:
            told.append("has no abilities")
        if effect.lifts is not None:
            told.append(
                f"has {abs(effect.lifts)} {'more' if effect.lifts > 0 else 'less'} {listed(map(str.capitalize, self.words.lifted))}"
            )
        return f"{self.wording.filter(effect.affected, self.phrases.noun)} {listed(told)}"


def _is_counted(number: str) -> bool:
    """Can the noun that is counted follow these words?"""
    return _COUNTED.match(number) is not None


def _much(type_: str) -> str:
    return "that many" if type_ in ("tokens", "counters") else "that much"


def _those(type_: str) -> str:
    return {"tokens": "those tokens", "counters": "those counters", "mana": "that mana"}[type_]


def _one_word(clauses: Clauses) -> Term | None:
    """The word that alone fits the filter, if there is one."""
    if len(clauses) != 1 or len(clauses[0]) != 1:
        return None
    positive, test = clauses[0][0]
    return test[1] if positive and isinstance(test, tuple) and test[0] == "is" else None


def _word(test: Term) -> Term:
    return test[1] if isinstance(test, tuple) else test
