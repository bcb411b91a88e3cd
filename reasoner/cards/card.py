"""A card of the library, read on its own: what ``instead cards`` shows, and how a library file is checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reasoner.errors import InputError
from reasoner.language.effect_reading import EffectReader
from reasoner.language.names import Given, Names
from reasoner.language.object_reading import printed_keys, read_back, read_traits, trait_keys
from reasoner.language.reading import NAME, NAME_RULE
from reasoner.language.scenario import Effect
from reasoner.language.source import Entry, Source, quoted
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, Word

from .card_reading import CARD_KEYS, EACH, GIVEN_TYPES, Printed
from .library import Library

__all__ = ["Card", "CardEffect", "read_card", "read_cards"]


@dataclass(frozen=True)
class CardEffect:
    """An effect of a card: the ``rule`` that classifies it, and the words that it leaves ``open`` with their types."""

    effect: Effect
    rule: str
    open: dict[str, str]
    note: str | None = None

    @property
    def created(self) -> bool:
        """Has a spell or an activated ability made it? Else it is the card's own."""
        return self.effect.created


@dataclass(frozen=True)
class Card:
    """A card: its name, its characteristics as terms, its effects by their names, the kinds of tokens that they speak of."""

    name: str
    game: str
    file: str
    line: int
    traits: tuple[Term, ...]
    effects: dict[str, CardEffect]
    tokens: dict[str, tuple[Term, ...]]
    note: str | None = None
    back: tuple[Term, ...] = ()

    def kinds(self) -> set[str]:
        """The event kinds that the effects wait for."""
        return {watch.kind for effect in self.effects.values() for watch in effect.effect.watches}


def read_card(library: Library, game: str, name: str) -> Card:
    """The card of this name. Raises InputError for everything that is wrong in its entry, KeyError if there is none."""
    source = Source(name)
    entry = library.entry(game, name, source)
    if entry is None:
        raise KeyError(name)
    card = _CardReader(game, name, entry).read()
    source.check()
    return card


def read_cards(library: Library, game: str | None = None) -> tuple[list[Card], list[InputError]]:
    """Every card of a game, or of all, sorted by name, and what is wrong with those that cannot be read."""
    found: list[Card] = []
    wrong: list[InputError] = []
    for place in library.cards(game):
        try:
            found.append(read_card(library, place.game, place.name))
        except InputError as error:
            wrong.append(error)
    return found, wrong


class _CardReader:
    def __init__(self, game: str, name: str, entry: Entry):
        self.name = name
        self.entry = entry
        self.names = Names(vocabulary(game))
        self.fields = entry.fields((*printed_keys(vocabulary(game)), *CARD_KEYS))

    def read(self) -> Card:
        names = self.names
        names.group("objects").append(self.name)
        tokens = dict(self._pairs("tokens"))
        names.group("tokens").extend(tokens)
        effects = dict(self._pairs("effects"))
        names.group("effects").extend(effects)
        for key in effects:
            if not NAME.match(key):
                effects[key].wrong(f"{quoted(key)} is no name: {NAME_RULE}")
        read = {key: found for key, value in effects.items() if (found := self._effect(key, value)) is not None}
        keys = trait_keys(names.vocabulary)
        kinds = {kind: read_traits(names, kind, value.fields(("name", *keys))) for kind, value in tokens.items()}
        note = self.fields["note"].text() if "note" in self.fields else None
        traits = read_traits(names, self.name, {key: value for key, value in self.fields.items() if key in keys})
        back = read_back(names, self.name, self.fields)
        return Card(self.name, names.vocabulary.game, self.entry.source.name, self.entry.line, traits, read, kinds, note, back)

    def _pairs(self, key: str) -> Iterable[tuple[str, Entry]]:
        return [(name.raw, value) for name, value in self.fields[key].items()] if key in self.fields else []

    def _effect(self, key: str, entry: Entry) -> CardEffect | None:
        fields = {name.raw: value for name, value in entry.items()} if entry.is_mapping else {}
        given = self._open(fields.get("given"))
        created = fields["created"].boolean() if "created" in fields else False
        rule = fields["rule"].text("a rule number") if "rule" in fields else None
        if rule is None and "rule" not in fields:
            entry.wrong("say by which rule this is such an effect, as rule: NUMBER")
        names = self.names.giving(given)
        effect = EffectReader(names, key, entry, Printed(self.name, entry, self.name, is_alone=bool(created)), EACH).read()
        open_ = {name: fields["given"].items()[n][1].raw for n, name in enumerate(given)} if given else {}
        note = fields["note"].text() if "note" in fields else None
        return None if effect is None else CardEffect(effect, rule or "", open_, note)

    def _open(self, entry: Entry | None) -> dict[str, Given]:
        """The words that the effect leaves open, each standing for itself."""
        found: dict[str, Given] = {}
        for key, type_ in entry.items() if entry is not None else ():
            kind = self.names.word(type_, set(GIVEN_TYPES), "type")
            if kind == "words":
                found[key.raw] = ("words", key.raw)
            elif kind == "number":
                found[key.raw] = (Word("given"), key.raw)
            else:
                found[key.raw] = key.raw
            group = {"player": "players", "object": "objects", "recipient": "objects"}.get(str(kind))
            if group is not None and key.raw not in self.names.group(group):
                self.names.group(group).append(key.raw)
        return found
