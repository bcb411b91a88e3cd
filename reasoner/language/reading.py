"""From the text of a scenario file to a checked :class:`~reasoner.language.scenario.Scenario`.

>>> scenario = load_text('{game: magic, players: [ann], event: {gain_life: {player: ann, amount: 3}}}', "x.yaml")
>>> scenario.steps[0][0].kind
'gain_life'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from reasoner.cards.card_reading import CardDesk, read_given, shared_out
from reasoner.cards.library import Library, shipped
from reasoner.solving.programs import games

from .effect_reading import EffectReader
from .event_reading import EventReader
from .names import Names
from .object_reading import printed_keys, read_objects, read_token_kind, read_values
from .scenario import Effect, Expectation, Player, Scenario
from .source import Entry, advice, parse, quoted, read_text
from .vocabulary import vocabulary

__all__ = ["NAME", "NAME_RULE", "load", "load_text"]

_KEYS = (
    "game", "case", "title", "source", "rules", "note", "players", "active", "objects", "tokens", "effects",
    "event", "events", "steps", "expect", "switches", "state",
)  # fmt: skip
NAME = re.compile(r"[^\W\d_][\w'’ -]{0,99}\Z")
NAME_RULE = "names start with a letter and go on with letters, digits, spaces, _ - and ', at most 100 in all"
_RESERVED = {
    "any", "player", "permanent", "you", "active", "opponent", "game", "self", "host", "bound", "token", "amount", "prevented",
    "half", "min", "max", "nothing", "nobody", "none", "each",
}  # fmt: skip


def load(path: str, library: Library | None = None) -> Scenario:
    """Read a scenario file; its cards come from ``library``, or from the shipped one.

    Raises InputError with everything that is wrong in it.
    """
    return load_text(read_text(path), path, library)


def load_text(text: str, name: str, library: Library | None = None) -> Scenario:
    """Read a scenario from its text; ``name`` stands in the messages. Raises InputError."""
    return _ScenarioReader(parse(text, name), library or shipped()).read()


class _ScenarioReader:
    def __init__(self, root: Entry, library: Library):
        self.root = root
        self.source = root.source
        self.fields = root.fields(_KEYS, required=("game", "players"))
        self.names = self._names()
        self.cards = self._cards(library)
        self.effects = self._effect_entries()

    # --- names first, so that everything else can refer to them
    def _names(self) -> Names:
        game = None
        if entry := self.fields.get("game"):
            game = entry.text("the name of a game")
            if game is not None and game not in games():
                entry.wrong(f"unknown game {quoted(game)}{advice(game, games())}")
                game = None
        names = Names(vocabulary(game or games()[0]))
        words = names.vocabulary.words
        reserved = {*_RESERVED, *words["type"], *words["color"], *names.vocabulary.adjectives}
        reserved |= {role for kind in names.vocabulary.kinds.values() for role in kind.roles}
        taken: dict[str, int] = {}
        for group in ("players", "objects", "tokens", "effects"):
            for key in self._keys(group):
                if not NAME.match(key.raw):
                    key.wrong(f"{quoted(key.raw)} is no name: {NAME_RULE}")
                    continue
                if key.raw in reserved and group != "effects":
                    key.wrong(f"{key.raw!r} has a meaning of its own in filters or expressions; take another name")
                elif key.raw in taken:
                    key.wrong(f"the name {key.raw!r} is taken already (line {taken[key.raw]})")
                taken.setdefault(key.raw, key.line)
                if key.raw not in names.group(group):  # a taken name too: what speaks of it is not wrong as well
                    names.group(group).append(key.raw)
        return names

    def _cards(self, library: Library) -> CardDesk:
        """The cards that objects and effects name; the effects and kinds of tokens that they bring are named too."""
        desk = CardDesk(self.names, library, printed_keys(self.names.vocabulary))
        for name, entry in self._named("objects"):
            desk.object(name, entry)
        for name, entry in self._named("effects"):
            desk.effect(name, entry)
        for group, brought in (("effects", desk.printed), ("tokens", desk.tokens)):
            self.names.group(group).extend(name for name in brought if name not in self.names.group(group))
        return desk

    def _effect_entries(self) -> dict[str, Entry]:
        """The entry of every effect, those that cards bring too. What every player has is named for each of them."""
        printed = self.cards.printed
        entries = dict(self._named("effects"))
        entries |= {name: effect.entry for name, effect in printed.items() if name not in entries}
        known = self.names.group("effects")
        for name, entry in entries.items():
            if name in known and name not in (shares := shared_out(name, entry, printed.get(name), self.names.group("players"))):
                known[known.index(name) : known.index(name) + 1] = shares
        return entries

    def _keys(self, group: str) -> Iterable[Entry]:
        entry = self.fields.get(group)
        if entry is None:
            return []
        if group == "players" and entry.is_sequence:
            return [element for element in entry.elements() if element.text("a player's name") is not None]
        if not entry.is_mapping:
            entry.wrong(f"expected {'a list of names' if group == 'players' else 'a mapping of names'}, found {entry.describe()}")
            return []
        return [key for key, _ in entry.items()]

    def _named(self, group: str) -> list[tuple[str, Entry]]:
        """The values of a group by name; what is wrong with the keys was reported before."""
        entry = self.fields.get(group)
        if entry is None or not entry.is_mapping:
            return []
        known = set(self.names.group(group))
        problems = len(self.source.problems)
        pairs = entry.items()
        del self.source.problems[problems:]
        return [(key.raw, value) for key, value in pairs if key.raw in known]

    def _text(self, key: str) -> str | None:
        return self.fields[key].text() if key in self.fields else None

    def read(self) -> Scenario:
        players = self._players()
        objects = read_objects(self.names, self._named("objects"), self.cards.fields)
        token_entries = self.cards.tokens | dict(self._named("tokens"))
        tokens = [read_token_kind(self.names, name, entry) for name, entry in token_entries.items()]
        effects = self._effects()
        steps = EventReader(self.names).read(self.root, self.fields)
        expect = self._expect()
        switches, state = self._switches(), self._state()
        active = players[0].name if players else ""
        if entry := self.fields.get("active"):
            active = self.names.player(entry) or active
        rules = tuple(
            text
            for element in (self.fields["rules"].elements() if "rules" in self.fields else [])
            if (text := element.text("a rule number"))
        )
        title, case = self._text("title"), self._text("case")
        for key in ("source", "note"):
            self._text(key)
        self.source.check()
        return Scenario(
            game=self.names.vocabulary.game,
            file=self.source.name,
            title=title or case or ("Standard input" if self.source.name == "-" else self.source.name),
            case=case,
            rules=rules,
            players=tuple(players),
            active=active,
            objects=tuple(objects),
            tokens=tuple(tokens),
            effects=tuple(effects),
            steps=tuple(steps),
            expect=expect,
            switches=switches,
            state=state,
        )

    def _players(self) -> list[Player]:
        entry = self.fields.get("players")
        if entry is None:
            return []
        known = self.names.group("players")
        if not known and (entry.is_sequence or entry.is_mapping):
            entry.wrong("expected at least one player, in turn order")
        if entry.is_sequence:
            return [Player(name, {}) for name in known]
        attributes = self.names.vocabulary.attributes["player"]
        return [
            Player(name, read_values(self.names, value.fields(attributes) if not value.is_null else {}, "player"))
            for name, value in self._named("players")
        ]

    # --- effects and events
    def _effects(self) -> list[Effect]:
        found: list[Effect | None] = []
        for name, entry in self.effects.items():
            printed = self.cards.printed.get(name)
            if printed is None and name in self.cards.wanting:
                continue
            given = read_given(printed, self.names, entry) if printed is not None else {}
            problems = len(self.source.problems)
            for own, player in shared_out(name, entry, printed, self.names.group("players")).items():
                if given is not None and len(self.source.problems) == problems:  # what is wrong is said once
                    names = self.names.giving(given, printed.siblings if printed is not None else None)
                    found.append(EffectReader(names, own, entry, printed, player).read())
        return [effect for effect in found if effect is not None]

    def _state(self) -> dict[str, str]:
        """How it stands with the game as a whole."""
        known = self.names.vocabulary.attributes.get("game", {})
        fields = self.fields["state"].fields(known) if "state" in self.fields else {}
        found = {name: self.names.value(entry, known[name].type) for name, entry in fields.items()}
        return {name: str(value) for name, value in found.items() if value is not None}

    def _switches(self) -> dict[str, str]:
        known = self.names.vocabulary.switches
        fields = self.fields["switches"].fields(known) if "switches" in self.fields else {}
        found: dict[str, str] = {}
        for name, entry in fields.items():
            setting = self.names.word(entry, set(known[name]), f"setting of {name}")
            if setting is not None and setting != known[name][0]:
                found[name] = setting
        return found

    # --- expectations
    def _expect(self) -> Expectation:
        entry = self.fields.get("expect")
        if entry is None:
            return Expectation()
        fields = entry.fields(("chooser", "orderings", "paths", "outcomes"))
        chooser = fields.get("chooser")
        return Expectation(
            chooser=None if chooser is None else "nobody" if chooser.raw == "nobody" else self.names.player(chooser),
            orderings=fields["orderings"].integer(lowest=0) if "orderings" in fields else None,
            paths=fields["paths"].integer(lowest=0) if "paths" in fields else None,
            outcomes=self._outcomes(fields["outcomes"]) if "outcomes" in fields else None,
        )

    def _outcomes(self, entry: Entry) -> list[dict[str, int | str | bool]]:
        if not entry.is_sequence:
            entry.wrong(f"expected a list of outcomes, found {entry.describe()}")
            return []
        found: list[dict[str, int | str | bool]] = []
        for element in entry.elements():
            if element.is_mapping and not element.node.value:
                element.wrong("an outcome that says nothing fits all; write what it ends in, such as {ben.life: 18}")
            found.append({key.raw: value for key, part in element.items() if (value := self._expected(key, part)) is not None})
        if not found:
            entry.wrong("expected at least one outcome; the list is the complete set")
        return found

    def _expected(self, key: Entry, value: Entry) -> int | str | bool | None:
        attribute = self.names.attribute(key)
        if attribute is None:
            return None
        if attribute.type in ("number", "count", "table"):
            return value.integer()
        if attribute.type == "flag":
            return value.boolean()
        if value.raw == "none":
            return "none"
        found = self.names.value(value, "recipient" if attribute.type == "object" else attribute.type)
        return None if found is None else str(found)
