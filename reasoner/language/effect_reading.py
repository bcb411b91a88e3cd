"""Effects of a scenario file: whose they are, what they wait for, when they apply, what a player chooses in them.

The shape of an effect is described in ``docs/language.md``. What it does is read by
:class:`~reasoner.language.part_reading.PartReader`.
"""

from __future__ import annotations

from reasoner.cards.card_reading import EACH, Printed
from reasoner.terms import Term, Word, word

from .condition_reading import ConditionReader
from .filter_reading import read_filter
from .formulas import Clauses, Formula
from .names import Names
from .part_reading import DOES, PartReader
from .scenario import Branch, Effect, Pick, Watch
from .source import LARGEST_NUMBER, Entry, choices, nearest, quoted
from .value_reading import ValueReader

__all__ = ["EffectReader"]

_KEYS = (
    "source", "face", "controller", "works_in", "would", "as", "cant", "makes", "when", "immediately", "if", "pick", "choose", "asked",
    *DOES, "on", "optional", "uses", "all_at_once", "self_replacement", "more_than_once", "created",
    "this_turn", "note",
)  # fmt: skip
_CARD = ("card", "effect", "given")
"""What an effect of a scenario may also say if it is one of a card."""
_PRINTED = (*(key for key in _KEYS if key not in ("source", "on")), "given", "rule")
"""What an effect on a card may say."""
_VERBS = {"would": "acts", "as": "acts", "cant": "forbids", "makes": "makes", "when": "notices"}
_ACTING = (*DOES, "choose", "pick", "asked", "optional", "uses", "all_at_once", "self_replacement", "more_than_once")
_OF_SOME_GAMES = ("face", "as", "when", "immediately", "more_than_once", "this_turn")
"""Keys that mean something only in games whose table lists them as features."""


class EffectReader:
    """Reads one effect: one that a scenario describes, one that a card has, or the latter with what the scenario changes.

    ``player`` is whose it is if every player has one.
    """

    def __init__(self, names: Names, name: str, entry: Entry, printed: Printed | None = None, player: str | None = None):
        self.names = names
        self.entry = entry
        self.printed = printed
        self.player = player
        self.effect = Effect(name, "acts", [])
        self.verbs = {key: verb for key, verb in _VERBS.items() if key not in _OF_SOME_GAMES or key in names.vocabulary.features}
        self.verbs |= dict.fromkeys(names.vocabulary.hardenings, "hardens")
        self.values = ValueReader(names, name)
        self.conditions = ConditionReader(self.values)

    def _fields(self) -> dict[str, Entry]:
        """What the card says, and over it what the scenario does."""
        unknown = set(_OF_SOME_GAMES) - self.names.vocabulary.features
        keys, on_card = ([key for key in known if key not in unknown] for known in (_KEYS, _PRINTED))
        if self.printed is None:
            return self.entry.fields((*keys, *self.names.vocabulary.hardenings))
        fields = self.printed.entry.fields((*on_card, *self.names.vocabulary.hardenings))
        if self.entry is not self.printed.entry:
            fields |= self.entry.fields((*keys, *self.names.vocabulary.hardenings, *_CARD))
        return fields

    def read(self) -> Effect | None:
        """The effect, or None after reporting that it cannot be read."""
        effect = self.effect
        fields = self._fields()
        if not self.entry.is_mapping:
            return None
        self._whose(fields)
        verbs = [key for key in self.verbs if key in fields]
        if len(verbs) != 1:
            self.entry.wrong(f"an effect has exactly one of {', '.join(self.verbs)}" + (f"; found {', '.join(verbs)}" if verbs else ""))
            return None
        effect.verb = self.verbs[verbs[0]]
        if "note" in fields:
            fields["note"].text()
        for key in fields if effect.verb != "acts" else ():
            if (key in _ACTING and key not in self._follows()) or (key == "if" and effect.verb == "makes"):
                fields[key].wrong(f"an effect with {verbs[0]!r} does nothing else; take {key!r} away")
        for key in ("created", "this_turn"):
            if key in fields and (flag := fields[key].boolean()) is not None:
                setattr(effect, key, flag)
        if effect.verb == "makes":
            self._makes(fields["makes"])
            return effect
        bounds: list[Formula] = []
        self._watches(fields[verbs[0]], bounds)
        if "pick" in fields:
            effect.pick = self._pick(fields["pick"])
        effect.conditions = self.conditions.read(fields.get("if"), bounds, self.entry)
        for key in ("optional", "self_replacement", "more_than_once"):
            if key in fields and (flag := fields[key].boolean()) is not None:
                setattr(effect, key, flag)
        if "all_at_once" in fields:
            effect.together = bool(fields["all_at_once"].boolean())
        if "uses" in fields:
            effect.uses = self.values.fixed(fields["uses"])
        if effect.verb == "hardens":
            kind = self.names.vocabulary.hardenings[verbs[0]]
            self.values.only(kind, fields[verbs[0]], f"be made {verbs[0]}")
        if "immediately" in fields:
            effect.immediate = bool(fields["immediately"].boolean())
            if effect.verb != "notices":
                fields["immediately"].wrong("this says how what follows comes about; it belongs to an effect with 'when'")
        if effect.verb == "notices":
            if "then" not in fields:
                self.entry.wrong("an effect with 'when' says what follows: give then")
            effect.parts = PartReader(self.values).read(fields) if self.values.kinds else effect.parts
        if effect.verb == "acts":
            effect.accompanies = verbs[0] == "as"
            self._acts(fields)
        effect.counted = self.values.counted
        return effect

    def _follows(self) -> tuple[str, ...]:
        """What an effect may say that only tells what follows."""
        if self.effect.verb != "notices":
            return ()
        return ("then", "uses", "all_at_once") if "immediately" in self.names.vocabulary.features else ("then",)

    def _acts(self, fields: dict[str, Entry]) -> None:
        """What it does, and what is chosen in it."""
        effect = self.effect
        if effect.accompanies:
            others = [key for key in (*DOES, "choose") if key != "also" and key in fields]
            if others or "also" not in fields:
                self.entry.wrong(f"an effect with 'as' adds to what happens: give also{f', and take {others[0]} away' if others else ''}")
        if not any(key in fields for key in (*DOES, "choose")):
            self.entry.wrong(f"an effect with 'would' says what happens: give one of {', '.join((*DOES, 'choose'))}")
        if "choose" in fields and "pick" in fields:
            fields["pick"].wrong("an effect asks one question; give choose or pick, not both")
        if "asked" in fields and not ("choose" in fields or "pick" in fields):
            fields["asked"].wrong("this says who chooses, and nothing is chosen; give choose or pick")
        if not self.values.kinds:
            return
        effect.parts = PartReader(self.values).read(fields)
        if "asked" in fields:
            effect.asks = self.values.value(fields["asked"], "player")
        if "choose" in fields:
            effect.branches = [self._branch(key, value) for key, value in fields["choose"].items()]
            if fields["choose"].is_mapping and len(effect.branches) < 2:
                fields["choose"].wrong("expected at least two labels to choose between, each with what it does")

    def _branch(self, key: Entry, entry: Entry) -> Branch:
        fields = {} if entry.is_null else entry.fields(("if", *DOES))
        conditions = self.conditions.read(fields.get("if"), [], entry)
        parts = PartReader(self.values).read(fields)
        if parts.points is not None:
            entry.wrong("a shield of points belongs to the whole effect; in a branch prevent all, {each: N} or {all_but: N}")
        return Branch(key.raw, parts, conditions)

    def _pick(self, entry: Entry) -> Pick | None:
        """``{object: filter}``, ``{player: filter}``, ``{any_of: filter}``, ``{word: [a, b]}``, ``{color: any}``, ``{token: [a, b]}`` or
        ``{number: most}``."""
        groups = [name for name in ("color", "type") if name in self.names.vocabulary.words]
        fields = entry.fields(("object", "player", "any_of", "word", "number", "token", *groups), what="kind of pick")
        if len(fields) != 1:
            if entry.is_mapping:
                entry.wrong("expected one of object, player, any_of, word, number, token, " + ", ".join(groups))
            return None
        ((kind, value),) = fields.items()
        if kind in ("object", "any_of", "player"):
            self.values.chosen = "player" if kind == "player" else "object"
            found = read_filter(value, self.names, self.values.chosen, self.values.missing)
            return None if found is None else Pick(kind, filter=found)
        if kind == "number":
            self.values.chosen = "number"
            most = self.values.value(value, "number")
            return None if most is None else Pick(kind, number=most)
        self.values.chosen = "token_kind" if kind == "token" else "word"
        known = self.names.vocabulary.words.get(kind, set())
        if kind in groups and value.raw == "any":
            return Pick("words", words=tuple(sorted(known)))
        words = self.names.words(value)
        if kind == "token":
            words = self._kinds_of_tokens(value, words)
        for element in value.elements() if kind in groups else ():
            self.names.word(element, known, kind)
        if not words:
            value.wrong(f"expected words to pick from{f', or any of {choices(known)}' if known else ''}")
        return Pick("tokens" if kind == "token" else "words", words=tuple(words))

    def _kinds_of_tokens(self, entry: Entry, words: list[str]) -> list[str]:
        """The words, after a report of those that are no kinds of tokens. (What a card leaves open is looked at where it is given.)"""
        known = self.names.group("tokens")
        for text in words:
            if text not in known and text not in self.names.given:
                entry.wrong(f"expected kinds of tokens declared under tokens, found {quoted(text)}{nearest(text, known)}")
        return words

    # --- continuous effects
    def _makes(self, entry: Entry) -> None:
        """``{what: filter, types: […], colors: […], keywords: […], loses_abilities: true}``"""
        effect = self.effect
        lifted = [key for key in self.names.vocabulary.measures if key in self.names.vocabulary.lifted]
        fields = entry.fields(("what", "types", "colors", "keywords", "loses_abilities", *lifted), required=("what",))
        if "what" in fields and (found := read_filter(fields["what"], self.names, "object", self.values.missing)) is not None:
            effect.affected = self._static(fields["what"], found)
        gives: list[Term] = []
        for key, functor in (("types", "type"), ("colors", "color"), ("keywords", "keyword")):
            for element in fields[key].elements() if key in fields else ():
                if (text := self.names.trait(element, functor)) is not None:
                    gives.append((functor, word(text)))
        effect.gives = tuple(gives)
        if "loses_abilities" in fields:
            effect.silences = bool(fields["loses_abilities"].boolean())
        for key in lifted:
            if key in fields:
                effect.lifts = fields[key].integer(lowest=-LARGEST_NUMBER)
        if entry.is_mapping and not gives and "loses_abilities" not in fields and effect.lifts is None:
            entry.wrong("expected types, colors or keywords that it gives, or loses_abilities: true")

    def _static(self, entry: Entry, found: Clauses) -> Clauses:
        """What a continuous effect affects is read before all else, so it may ask only for what is printed, where and whose it is."""
        for clause in found:
            for positive, test in clause:
                head = test[0] if isinstance(test, tuple) else test
                whose = head in ("controlled_by", "owned_by") and isinstance(test, tuple) and isinstance(test[1], Word)
                if not (head in ("has", "token") or (positive and (whose or head == "in"))):
                    entry.wrong(
                        "a continuous effect may ask for types, colors, keywords and names, for tokens, for a zone, and for controller or "
                        "owner: you or opponent"
                    )
                    return ()
        return found

    # --- whose it is
    def _whose(self, fields: dict[str, Entry]) -> None:
        if "source" in fields:
            self.effect.source = self.names.source(fields["source"])
        elif self.printed is not None:
            self.effect.source = self.printed.holder
        if "controller" in fields:
            each = fields["controller"].raw == EACH
            self.effect.controller = self.player if each else self.names.player(fields["controller"])
        if self.effect.source is None and not {"source", "controller"} & fields.keys():
            self.entry.wrong("an effect needs a source (an object) or a controller (a player)")
        if "source" not in fields and self.effect.source is None:
            self.values.missing = {
                name: f"{name!r} means the effect's source, and this effect has none; give it a source" for name in ("self", "host")
            }
            for key, said in (
                ("works_in", "where the effect's source works"),
                ("face", "on which face of its source the effect is printed"),
            ):
                if key in fields:
                    fields[key].wrong(f"this says {said}, and this effect has none; give it a source")
        if "on" not in fields and not (self.printed is not None and self.printed.is_alone):
            self.values.missing["bound"] = "'bound' means the object that the effect is on, and this effect is on none; give it on: OBJECT"
        if "on" in fields:
            self.effect.bound_to = self.names.object(fields["on"])
        if "face" in fields:
            self.effect.on_back = self.names.word(fields["face"], {"front", "back"}, "face") == "back"
        if "works_in" in fields:
            self.effect.works_in = self.names.word(fields["works_in"], self.names.vocabulary.zones | {"anywhere"}, "zone")

    # --- what it waits for
    def _watches(self, entry: Entry, bounds: list[Formula]) -> None:
        pairs = entry.items()
        if entry.is_mapping and not pairs:
            entry.wrong("expected at least one event kind")
        # All kinds first: an amount condition below may name any of their roles.
        read = [found for key, value in pairs if (found := self.names.kind(key, value)) is not None]
        self.values.kinds = [kind for kind, _, _ in read]
        for kind, preset, fields in read:
            filters: dict[str, Clauses] = {role: (((True, (Word("is"), Word(text))),),) for role, text in preset.items()}
            for role, value in fields.items():
                if kind.roles[role] == "number":
                    if len(pairs) > 1:
                        value.wrong("a bound holds for every kind that the effect waits for; write an effect for each kind")
                    if (formula := self.conditions.bound(role, value)) is not None:
                        bounds.append(formula)
                elif (wanted := read_filter(value, self.names, kind.roles[role], self.values.missing)) is not None:
                    filters[role] = wanted
            self.effect.watches.append(Watch(kind.name, filters))
