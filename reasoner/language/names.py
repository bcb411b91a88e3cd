"""The names a scenario declares and the words its game knows: what a reference may say, and what it means."""

from __future__ import annotations

import copy
import re

from reasoner.terms import Term, Word, word

from .source import Entry, advice, choices, closest, nearest, quoted
from .vocabulary import Attribute, EventKind, Vocabulary

__all__ = ["CHOSEN", "Given", "Names"]

Given = Term
"""What stands for a word that a card leaves open: a name or word as it is written, or a number."""

CHOSEN = "chosen"
"""The word for what was chosen in an effect."""
_MISTYPED = 0.85
"""How like a known word a new one must be to count as a slip."""
_TOKEN = re.compile(r"(?P<player>.+)'s (?P<kind>.+) [1-9][0-9]*\Z")
"""A token that is a permanent of its own: ``ann's Bear 1``."""


class Names:
    """Declared players, objects, token kinds and effects, beside the vocabulary of the game."""

    def __init__(self, vocabulary: Vocabulary):
        self.vocabulary = vocabulary
        self._groups: dict[str, list[str]] = {"players": [], "objects": [], "tokens": [], "effects": []}
        self.given: dict[str, Given] = {}
        self.siblings: dict[str, str] = {}

    def group(self, name: str) -> list[str]:
        """The declared names of a group, in the order of the file."""
        return self._groups[name]

    # --- words that a card leaves open
    def giving(self, given: dict[str, Given], siblings: dict[str, str] | None = None) -> Names:
        """These names, what the words mean that an effect of a card leaves open, and what the effects of that card are called here."""
        found = copy.copy(self)
        found.given = given
        found.siblings = siblings or {}
        return found

    def meant(self, text: str) -> str:
        """The text, or what is given for it."""
        given = self.given.get(text)
        return given if isinstance(given, str) else text

    def gives_number(self, text: str) -> bool:
        """Is this a word that stands for a number?"""
        given = self.given.get(text)
        return isinstance(given, int) or (isinstance(given, tuple) and given[0] == "given")

    def words(self, entry: Entry) -> list[str]:
        """The words of a list, in which one may stand for several."""
        found: list[str] = []
        for text in (element.text("a word") for element in entry.elements()):
            given = self.given.get(text or "")
            found.extend(map(str, given[1:]) if isinstance(given, tuple) and given[0] == "words" else [] if text is None else [text])
        return found

    def given_value(self, entry: Entry, type_: str) -> Given | None:
        """What a scenario gives for a word of this type; None after reporting what is wrong."""
        if type_ in ("player", "object", "recipient"):
            return {"player": self.player, "object": self.object, "recipient": self.object_or_player}[type_](entry)
        if type_ in ("color", "type", "keyword"):
            return self.trait(entry, type_)
        if type_ == "words":
            return ("words", *(text for element in entry.elements() if (text := element.text("a word")) is not None))
        return entry.text(f"a {type_}")

    # --- references
    def _one_of(self, entry: Entry, groups: tuple[str, ...], what: str) -> str | None:
        text = entry.text(what)
        if text is None:
            return None
        known = [name for group in groups for name in self._groups[group]]
        meant = self.siblings.get(text, text) if "effects" in groups else self.meant(text)
        if meant in known:
            return meant
        entry.wrong(f"expected {what}, found {quoted(text)}{advice(text, known)}")
        return None

    def player(self, entry: Entry) -> str | None:
        return self._one_of(entry, ("players",), "a player")

    def object(self, entry: Entry) -> str | None:
        return self._one_of(entry, ("objects",), "an object")

    def source(self, entry: Entry) -> str | None:
        """What an ability may be printed on: an object or a kind of token."""
        return self._one_of(entry, ("objects", "tokens"), "an object or a kind of token")

    def object_or_player(self, entry: Entry) -> str | None:
        return self._one_of(entry, ("objects", "players"), "an object or a player")

    def word(self, entry: Entry, valid: set[str], what: str) -> str | None:
        text = entry.text(f"a {what}")
        if text is None or text in valid or text in self.given:
            return text if text is None else self.meant(text)
        entry.wrong(f"unknown {what} {quoted(text)}{advice(text, valid)}")
        return None

    def trait(self, entry: Entry, what: str) -> str | None:
        """A type, color or keyword. Types and keywords are open lists, but no spelling of a known word but its own is valid."""
        if what == "color":
            return self.word(entry, self.vocabulary.words["color"], "color")
        text = entry.text(f"a {what}")
        known = {*self.vocabulary.words[what], *(self.vocabulary.words["supertype"] if what == "type" else ())}
        usual = "" if text is None else text.lower().replace(" ", "_")
        meant = usual if usual in known else closest(usual, known, _MISTYPED) if usual and usual not in self.given else None
        if meant is not None and text != meant:
            entry.wrong(f"unknown {what} {quoted(str(text))}; did you mean {meant!r}?")
            return None
        return None if text is None else self.meant(text)

    def part(self, entry: Entry, attribute: Attribute, key: str) -> bool:
        """Is there such a part of a table: this kind of token, color of mana or step? Reports it if not."""
        words = self.vocabulary.words
        valid = {
            "tokens": self._groups["tokens"],
            "tapped_tokens": self._groups["tokens"],
            "mana": {*words["color"], "colorless"},
            "steps": words["step"],
        }.get(attribute.name)
        if valid is None or key in valid:
            return True
        entry.wrong(f"{attribute.name!r} has no part {key!r}{advice(key, valid)}")
        return False

    # --- events
    def kind_and_fields(self, entry: Entry) -> tuple[EventKind, dict[str, str], dict[str, Entry]] | None:
        """The kind, the roles that a shorthand fills in, and the given roles of ``{kind: {role: …}}``."""
        if not entry.is_mapping:
            valid = self.vocabulary.checkpoints
            hint = "; this is a step of its own" if entry.raw in valid else nearest(entry.raw, valid)
            example = "an event such as {damage: {to: …, amount: …}}"
            entry.wrong(f"expected {example} or, among steps, {choices(valid)}; found {entry.describe()}{hint}")
            return None
        pairs = entry.items()
        if len(pairs) != 1:
            entry.wrong(f"expected one event such as {{damage: {{to: …, amount: …}}}}, found {len(pairs)} keys")
            return None
        return self.kind(pairs[0][0], pairs[0][1])

    def kind(self, key: Entry, value: Entry) -> tuple[EventKind, dict[str, str], dict[str, Entry]] | None:
        """The kind under a key, with the roles below it. An unknown kind is reported and read as the nearest one."""
        known = [*self.vocabulary.kinds, *self.vocabulary.shorthands]
        name = key.raw if key.raw in known else closest(key.raw, known)
        if name != key.raw:
            key.wrong(f"unknown event kind {key.raw!r}{advice(key.raw, known, 40)}")
        if name is None:
            return None
        meant, preset = self.vocabulary.shorthands.get(name, (name, {}))
        kind = self.vocabulary.kinds[meant]
        if not (value.is_mapping or value.is_null):
            role = next(iter(sorted(kind.required - set(preset))), "ROLE")
            value.wrong(f"expected the roles of {name}, such as {{{role}: {value.raw or '…'}}}, found {value.describe()}")
            return None
        roles = [role for role in kind.roles if role not in preset]
        fields = value.fields(roles, what=f"role of {name}", elsewhere=self._kinds_with) if not value.is_null else {}
        return kind, preset, fields

    def _kinds_with(self, role: str) -> str:
        """A hint at the kinds of event that have such a role, where these are few."""
        having = [kind.name for kind in self.vocabulary.kinds.values() if role in kind.roles]
        return f"; {' and '.join(having)} {'have' if len(having) > 1 else 'has'} it" if 0 < len(having) < 3 else ""

    def check_required(self, entry: Entry, kind: EventKind, fields: dict[str, Entry], preset: dict[str, str]) -> None:
        for role in sorted(kind.required - set(fields) - set(preset)):
            entry.wrong(f"the role {role!r} of {kind.name} is missing")

    def presets(self, kind: EventKind, preset: dict[str, str]) -> dict[str, Term]:
        """The values of the roles that stand filled in: by a shorthand, or because they are usual."""
        return {role: Word(text) for role, text in (kind.usual | preset).items()}

    def value(self, entry: Entry, type_: str) -> Term | None:
        """A plain value for a role of this type."""
        if type_ == "number":
            return entry.integer(lowest=0)
        if type_ == "flag":
            flag = entry.boolean()
            return None if flag is None else Word("yes" if flag else "no")
        if type_ == "player":
            return self.player(entry)
        if type_ == "object":
            return self.object(entry)
        if type_ == "place":
            return Word(entry.raw) if entry.raw in self.vocabulary.words["place"] else self.object(entry)
        if type_ == "recipient":
            return self.object_or_player(entry)
        if type_ == "token_kind":
            return self._one_of(entry, ("tokens",), "a kind of token declared under tokens")
        if type_ == "likeness":
            return self._one_of(entry, ("objects", "tokens"), "an object or a kind of token")
        if type_ == "effect":
            return self._one_of(entry, ("effects",), "an effect")
        if type_ == "label":
            label = entry.text("a label")
            return None if label is None else word(self.meant(label))
        valid = self.vocabulary.zones if type_ == "zone" else self.vocabulary.words[type_]
        text = self.word(entry, valid, type_)
        return None if text is None else word(text)

    def item_entries(self, entry: Entry, type_: str, chosen: bool = False) -> list[tuple[str, Entry]]:
        """The items of a bundle: kinds of tokens or counters, or colors of mana, each with its amount. Where one is ``chosen`` in an
        effect, that word may stand for it."""
        found: list[tuple[str, Entry]] = []
        for key, value in entry.items():
            item = word(CHOSEN) if chosen and key.raw == CHOSEN else self.item(key, type_)
            if item is not None:
                found.append((item, value))
        if entry.is_mapping and not entry.node.value:
            entry.wrong(f"expected {type_} with their numbers, found an empty mapping")
        return found

    def item(self, entry: Entry, type_: str) -> str | None:
        """One kind of item: the name of a kind of token, or the word for a counter or a color of mana."""
        if type_ == "tokens":
            return self._one_of(entry, ("tokens",), "a kind of token declared under tokens")
        if type_ == "mana":
            valid = self.vocabulary.words["color"] | {"colorless"}
            text = self.word(entry, valid, "color of mana")
        else:
            text = entry.text("a kind of counter")
        return None if text is None else word(self.meant(text))

    # --- paths of expectations: ben.life, bear.counters.+1/+1
    def attribute(self, entry: Entry) -> Attribute | None:
        """The attribute that a path such as ``ben.life`` speaks of."""
        owner, _, rest = entry.raw.partition(".")
        name, _, key = rest.partition(".")
        if owner == "game" and self.vocabulary.attributes.get("game"):
            return self._attribute(entry, owner, "game", name, key)
        for group, of in (("players", "player"), ("objects", "object"), ("effects", "effect")):
            if owner in self._groups[group]:
                return self._attribute(entry, owner, of, name, key)
        if (match := _TOKEN.match(owner)) and match["player"] in self._groups["players"] and match["kind"] in self._groups["tokens"]:
            return self._attribute(entry, owner, "object", name, key)
        known = [name for group in ("players", "objects", "effects") for name in self._groups[group]]
        hint = f"{advice(owner, known)}"
        entry.wrong(f"a path starts with a player, object or effect; found {quoted(owner)}{hint}")
        return None

    def _attribute(self, entry: Entry, owner: str, of: str, name: str, key: str) -> Attribute | None:
        valid = self.vocabulary.attributes[of]
        found = valid.get(name)
        if found is None and not name:
            entry.wrong(f"{owner!r} alone is no value; write {owner}.NAME (valid here: {choices(valid, 40)})")
        elif found is None:
            entry.wrong(f"{owner!r} has no {quoted(name)}{advice(name, valid, 40)}")
        elif (found.type == "table") != bool(key):
            entry.wrong(f"write {owner}.{name}.KIND" if not key else f"{name!r} has no parts; write {owner}.{name}")
        elif self.part(entry, found, key):
            return found
        return None
