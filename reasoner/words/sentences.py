"""Effects in plain words, made from their fields alone. How events are told stands in ``asp/<game>/phrases.lp``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reasoner.language.formulas import Clauses
from reasoner.language.scenario import Effect, Parts, Pick, Template, Watch
from reasoner.language.vocabulary import ITEM_TYPES, EventKind, Vocabulary
from reasoner.terms import Term

from .phrases import phrases
from .phrasing import phrased
from .wording import Wording, alternatives, listed, spelled

__all__ = ["sentence"]

_USUAL_CAUSE = "effect"


def sentence(effect: Effect, words: Vocabulary, me: str = "this") -> str:
    """What an effect says, as one sentence; ``me`` is what its source is called.

    >>> from reasoner.cards.card import read_card
    >>> from reasoner.cards.library import shipped
    >>> from reasoner.language.vocabulary import vocabulary
    >>> card = read_card(shipped(), "magic", "Furnace of Rath")
    >>> sentence(card.effects["doubles"].effect, vocabulary("magic"))
    'If a source would deal damage to a player or a permanent, that source deals twice that much damage to it instead.'
    """
    found = _Sentence(effect, words, me).whole()
    return f"{found[:1].upper()}{found[1:]}."


class _Sentence:
    def __init__(self, effect: Effect, words: Vocabulary, me: str):
        self.effect = effect
        self.words = words
        self.phrases = phrases(words.game)
        self.wording = Wording(words, me, effect.counted, self.phrases.places, self.phrases.adjuncts)

    def whole(self) -> str:
        effect = self.effect
        if effect.verb == "makes":
            return self._makes()
        condition = f" if {self.wording.condition(effect.conditions)}" if effect.conditions else ""
        if effect.verb == "forbids":
            return alternatives(self._watched(watch, "can't") for watch in effect.watches) + condition
        if effect.verb == "hardens":
            told = alternatives(self._watched(watch, "would") for watch in effect.watches)
            done = self.phrases.hardened.get(effect.watches[0].kind, "be prevented")
            return f"if {told}{condition.replace(' if', ' and')}, it can't {done}"
        return self._start() + self._result()

    # --- when
    def _start(self) -> str:
        effect = self.effect
        kinds = [self.words.kinds[watch.kind] for watch in effect.watches]
        if effect.verb == "notices":
            when = "when"
        elif effect.uses is not None:
            when = "the next time" if effect.uses == 1 else f"the next {self.wording.value(effect.uses)} times"
        else:
            when = "as" if effect.accompanies or all(kind.name in self.words.arrivals for kind in kinds) else "if"
        mood = "" if when in ("as", "when") else "would"
        told = f"{when} {alternatives(self._watched(watch, mood) for watch in effect.watches)}"
        if effect.together:
            told += ", all at once"
        if effect.conditions:
            told += f"{' and' if when == 'if' else ', if'} {self.wording.condition(effect.conditions)}"
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
            noun = nouns.get(type_, self.phrases.noun)
            return self.wording.filter(clauses, noun, many=type_ == "tokens")
        called = self._place if type_ == "zone" else self.wording.called
        told = [" ".join(("" if positive else "anything but ") + called(_word(test)) for positive, test in c) for c in clauses]
        return alternatives(f"{text} counters" if type_ == "counters" else text for text in told)

    def _place(self, zone: Term) -> str:
        """A zone as it is called."""
        return self.phrases.places.get(str(zone), ("in", spelled(zone)))[1]

    def _event(
        self, kind: EventKind, filled: dict[str, str], mood: str, fixed: Mapping[str, object] | None = None, pronouns: bool = False
    ) -> str:
        """An event in words. ``mood`` is would, can't or nothing; ``fixed`` the roles that hold one word; ``pronouns`` speaks of what
        was named before."""
        name, preset = self.words.spoken_as(kind.name, fixed or {})
        equal = {role: filled.pop(role) for role in (kind.quantity,) if role in filled and not _is_counted(filled[role])}
        phrase = self.phrases.events.get(name) or f"{spelled(name)} <happen>"
        text, told = phrased(phrase, filled, mood=mood, pronouns=pronouns)
        rest = [f"{spelled(role)}: {text}" for role, text in filled.items() if role not in told | preset]
        rest += [f"as much as {text}" for text in equal.values()]
        return text + (f" ({', '.join(rest)})" if rest else "")

    # --- what then
    def _result(self) -> str:
        effect = self.effect
        asked = f"{self.wording.value(effect.asks)} " if effect.asks is not None else "you "
        verb = "choose" if asked == "you " else "chooses"
        if effect.branches:
            told = "; or ".join(
                f"{branch.label}{f' (if {self.wording.condition(branch.conditions)})' if branch.conditions else ''}: "
                + (self._parts(branch.parts) or "nothing else")
                for branch in effect.branches
            )
            return f"{asked}{verb} {told}"
        picked = f"{asked}{verb} {self._pick(effect.pick)}, and " if effect.pick is not None else ""
        may = "you may have it that " if effect.optional else ""
        return picked + may + self._parts(effect.parts)

    def _pick(self, pick: Pick) -> str:
        if pick.filter is not None:
            noun = self.phrases.noun
            each = ", each of them the chosen one" if pick.kind == "any_of" else ""
            return ("any number of " if each else "") + self.wording.filter(pick.filter, noun, many=bool(each)) + each
        if pick.number is not None:
            return f"a number up to {self.wording.value(pick.number)}"
        return alternatives(map(spelled, pick.words))

    def _parts(self, parts: Parts) -> str:
        found: list[str] = []
        instead = "" if self._only_shapes(parts) else " instead"
        if parts.drops:
            found.append("nothing happens instead")
        if parts.sets or parts.scales or parts.maps or parts.plus or parts.whole:
            found.append(self._changed(parts) + instead)
        if parts.becomes:
            found.append(f"{listed(map(self._made, parts.becomes))} instead")
        if parts.steps:
            found.append(f"{', then '.join(map(self._made, parts.steps))} instead")
        if parts.prevents is not None:
            found.append(self._prevented(parts))
        if parts.diverts is not None and parts.points is not None:
            found.append(
                f"the next {self.wording.value(_number(parts.points))} of it is dealt to {self.wording.value(parts.diverts)} instead"
            )
        if parts.adds:
            found.append(f"{listed(map(self._made, parts.adds))} as well")
        told = ", and ".join(found)
        if parts.riders:
            told += ("; then " if told else "it happens; then ") + listed(map(self._made, parts.riders))
        return told

    def _only_shapes(self, parts: Parts) -> bool:
        """Does it only say how something arrives?"""
        return all(watch.kind in self.words.arrivals for watch in self.effect.watches) and not (parts.becomes or parts.steps or parts.drops)

    def _prevented(self, parts: Parts) -> str:
        if parts.prevents == "all":
            return "it is prevented"
        if parts.prevents == "points" and parts.points is not None:
            return f"the next {self.wording.value(_number(parts.points))} of it is prevented"
        assert isinstance(parts.prevents, tuple)
        return f"{self.wording.value(parts.prevents[1])} of it is prevented"

    def _changed(self, parts: Parts) -> str:
        """The event with what is changed in it."""
        kinds = [self.words.kinds[watch.kind] for watch in self.effect.watches]
        roles = [*parts.sets, *parts.scales, *parts.maps, *parts.plus, *parts.whole]
        kind = next((kind for kind in kinds if all(role in kind.roles for role in roles)), kinds[0])
        filled = {role: self._filled(kind, role, value) for role, value in parts.sets.items()}
        filled |= {role: f"{self.wording.value(value, 'that many')} of each" for role, value in parts.scales.items()}
        for items, role_words in ((parts.maps, "for each "), (parts.whole, "")):
            filled |= {role: role_words + self._items(kind, role, found) for role, found in items.items()}
        for role, found in parts.plus.items():
            before = filled.get(role, "" if kind.name in self.words.arrivals else "as many")
            filled[role] = f"{before}{' plus ' if before else ''}{self._items(kind, role, found)}"
        return self._event(kind, filled, "", pronouns=True)

    def _made(self, template: Template) -> str:
        kind = self.words.kinds[template.kind]
        filled = {role: self._filled(kind, role, value) for role, value in template.values.items()}
        if filled.get("cause") == _USUAL_CAUSE:
            del filled["cause"]
        filled |= {role: self._items(kind, role, items) for role, items in template.items.items()}
        fixed = {role: value[1] for role, value in template.values.items() if isinstance(value, tuple) and value[0] == "con"}
        return self._event(kind, filled, "", fixed)

    def _filled(self, kind: EventKind, role: str, value: Term) -> str:
        if kind.roles[role] == "flag":
            return str(value[1]) if isinstance(value, tuple) else str(value)
        if kind.roles[role] == "zone" and isinstance(value, tuple) and value[0] == "con":
            return self._place(value[1])
        amount = "that many" if f"{{{role}#" in self.phrases.events.get(kind.name, "") else "that much"
        return self.wording.value(value, amount)

    def _items(self, kind: EventKind, role: str, items: dict[str, Term]) -> str:
        assert kind.roles[role] in ITEM_TYPES
        noun = {"tokens": "", "counters": " counters", "mana": " mana"}[kind.roles[role]]
        told = []
        for item, value in items.items():
            number = self.wording.value(value, "that many")
            many, more = (number, "") if _is_counted(number) else ("", f" (as many as {number})")
            told.append(f"{many} {spelled(item)}{noun[:-1] if number == '1' and noun == ' counters' else noun}{more}".strip())
        return listed(told)

    # --- continuous effects
    def _makes(self) -> str:
        effect = self.effect
        told: list[str] = []
        types = [spelled(trait[1]) for trait in effect.gives if isinstance(trait, tuple) and trait[0] in ("type", "color")]
        keywords = [spelled(trait[1]) for trait in effect.gives if isinstance(trait, tuple) and trait[0] == "keyword"]
        if types:
            told.append(f"is {listed(types)} as well")
        if keywords:
            told.append(f"has {listed(keywords)}")
        if effect.silences:
            told.append("has no abilities")
        if effect.lifts is not None:
            told.append(f"has {abs(effect.lifts)} {'more' if effect.lifts > 0 else 'less'} {listed(self.words.lifted)}")
        return f"{self.wording.filter(effect.affected, self.phrases.noun)} {listed(told)}"


def _is_counted(number: str) -> bool:
    """Can the noun that is counted follow these words?"""
    return (
        re.match(r"(\d+|(twice |\w+ times |half )?that (much|many)( (plus|minus) \w+| rounded \w+)?|\w|the chosen one)\Z", number)
        is not None
    )


def _one_word(clauses: Clauses) -> Term | None:
    """The word that alone fits the filter, if there is one."""
    if len(clauses) != 1 or len(clauses[0]) != 1:
        return None
    positive, test = clauses[0][0]
    return test[1] if positive and isinstance(test, tuple) and test[0] == "is" else None


def _word(test: Term) -> Term:
    return test[1] if isinstance(test, tuple) else test


def _number(value: Term) -> Term:
    return ("num", value) if isinstance(value, int) else value
