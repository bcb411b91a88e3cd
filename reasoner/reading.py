"""From the text of a scenario file to a checked :class:`~reasoner.scenario.Scenario`.

>>> scenario = load_text('{game: magic, players: [ann], event: {gain_life: {player: ann, amount: 3}}}', "x.yaml")
>>> scenario.steps[0][0].kind
'gain_life'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .card_reading import CardDesk, read_given
from .cards import Library, shipped
from .effect_reading import EffectReader
from .names import Names
from .programs import games
from .scenario import Effect, Event, Expectation, Object, Player, Scenario, TokenKind
from .source import LARGEST_NUMBER, Entry, choices, nearest, parse, quoted, read_text
from .terms import Term, Word, word
from .vocabulary import ITEM_TYPES, Attribute, Vocabulary, vocabulary

__all__ = ["NAME", "NAME_RULE", "load", "load_text", "read_traits", "trait_keys"]

_KEYS = (
    "game", "case", "title", "source", "rules", "note", "players", "active", "objects", "tokens", "effects",
    "event", "events", "steps", "expect", "switches",
)  # fmt: skip
NAME = re.compile(r"[^\W\d_][\w'’ -]{0,99}\Z")
NAME_RULE = "names start with a letter and go on with letters, digits, spaces, _ - and ', at most 100 in all"
MOST_STEPS = 1000
_RESERVED = {
    "any", "player", "permanent", "you", "opponent", "self", "host", "bound", "token", "amount", "prevented",
    "half", "min", "max", "nothing", "nobody", "none",
}  # fmt: skip


def load(path: str, library: Library | None = None) -> Scenario:
    """Read a scenario file; its cards come from ``library``, or from the shipped one.

    Raises InputError with everything that is wrong in it.
    """
    return load_text(read_text(path), path, library)


def load_text(text: str, name: str, library: Library | None = None) -> Scenario:
    """Read a scenario from its text; ``name`` stands in the messages. Raises InputError."""
    return _ScenarioReader(parse(text, name), library or shipped()).read()


def trait_keys(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The characteristics that a scenario or a card may give an object."""
    return ("types", "colors", "keywords", *vocabulary.measures)


def read_traits(names: Names, name: str, fields: dict[str, Entry]) -> tuple[Term, ...]:
    """The characteristics of an object, a card or a kind of token, as terms; what is wrong is reported."""
    traits: list[Term] = [("name", fields["name"].text("a name") or name) if "name" in fields else ("name", name)]
    for key, functor in (("types", "type"), ("colors", "color"), ("keywords", "keyword")):
        if key in fields:
            for element in fields[key].elements():
                if text := names.trait(element, functor):
                    traits.append((functor, word(text)))
    for key, lowest in names.vocabulary.measures.items():
        if key in fields and (amount := fields[key].integer(lowest=-LARGEST_NUMBER if lowest is None else lowest)) is not None:
            traits.append(("number", Word(key), amount))
    if "token" in fields and fields["token"].boolean():
        traits.append(Word("token"))
    return tuple(traits)


class _ScenarioReader:
    def __init__(self, root: Entry, library: Library):
        self.root = root
        self.source = root.source
        self.fields = root.fields(_KEYS, required=("game", "players"))
        self.names = self._names()
        self.cards = self._cards(library)

    # --- names first, so that everything else can refer to them
    def _names(self) -> Names:
        game = None
        if entry := self.fields.get("game"):
            game = entry.text("the name of a game")
            if game is not None and game not in games():
                entry.wrong(f"unknown game {quoted(game)}{nearest(game, games())} (valid here: {choices(games())})")
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
        desk = CardDesk(self.names, library, trait_keys(self.names.vocabulary))
        for name, entry in self._named("objects"):
            desk.object(name, entry)
        for name, entry in self._named("effects"):
            desk.effect(name, entry)
        for group, brought in (("effects", desk.printed), ("tokens", desk.tokens)):
            self.names.group(group).extend(name for name in brought if name not in self.names.group(group))
        return desk

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
        objects = self._objects()
        tokens = self._tokens()
        effects = self._effects()
        steps = self._steps()
        expect = self._expect()
        switches = self._switches()
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
        )

    # --- players and objects
    def _value(self, entry: Entry, attribute: Attribute) -> int | dict[str, int] | bool | None:
        if attribute.type in ("number", "count"):
            return entry.integer(lowest=0 if attribute.type == "count" else -LARGEST_NUMBER)
        if attribute.type == "flag":
            return entry.boolean()
        table: dict[str, int] = {}
        for key, value in entry.items():
            amount = value.integer(lowest=0)
            if self.names.part(key, attribute, key.raw) and amount is not None:
                table[key.raw] = amount
        return table

    def _values(self, fields: dict[str, Entry], owner: str) -> dict[str, int | dict[str, int] | bool]:
        found: dict[str, int | dict[str, int] | bool] = {}
        for name, attribute in self.names.vocabulary.attributes[owner].items():
            if name in fields and attribute.type in ("number", "count", "flag", "table"):
                value = self._value(fields[name], attribute)
                if value is not None:
                    found[name] = value
        return found

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
            Player(name, self._values(value.fields(attributes) if not value.is_null else {}, "player"))
            for name, value in self._named("players")
        ]

    def _objects(self) -> list[Object]:
        words = self.names.vocabulary
        traits = trait_keys(words)
        known = ("name", "card", "given", "controller", "owner", "zone", "attached_to", "token", *traits)
        attributes = words.attributes["object"]
        plain = [name for name, attribute in attributes.items() if attribute.type in ("number", "count", "flag", "table", "place")]
        plain += ["back"] if "back" in words.features else []
        found: list[Object] = []
        hosts: dict[str, Entry] = {}
        for name, entry in self._named("objects"):
            fields = entry.fields([*known, *plain])
            if not entry.is_mapping:
                continue
            if name in self.cards.fields:
                card = {key: value for key, value in self.cards.fields[name].items() if key in traits}
                fields = card | {"name": fields["card"]} | fields
            elif "given" in fields and "card" not in fields:
                fields["given"].wrong("this gives what a card leaves open, and the object has none; give it a card")
            uncontrolled = "controller" in fields and fields["controller"].raw == "nobody"
            controller = self.names.player(fields["controller"]) if "controller" in fields and not uncontrolled else None
            owner = self.names.player(fields["owner"]) if "owner" in fields else None
            if ("controller" not in fields or uncontrolled) and "owner" not in fields:
                entry.wrong("an object needs a controller or an owner")
            zone = str(attributes["zone"].default)
            if "zone" in fields:
                zone = self.names.word(fields["zone"], self.names.vocabulary.zones, "zone") or zone
            host = None
            if "attached_to" in fields:
                host = self.names.object_or_player(fields["attached_to"])
                hosts[name] = fields["attached_to"]
            values = self._values(fields, "object")
            for key in words.kept_as_counters:
                if key in fields and (amount := fields[key].integer(lowest=0)) is not None:
                    counters = values.setdefault("counters", {})
                    assert isinstance(counters, dict)
                    counters[key] = amount
            player = controller or owner or ""
            back = read_traits(self.names, name, fields["back"].fields(("name", *traits))) if "back" in fields else ()
            leader = None if uncontrolled else player
            place = self._place(fields, zone, host)
            front = read_traits(self.names, name, fields)
            found.append(Object(name, owner or player, leader, zone, front, values, host, place, back))
        attached = {thing.name: thing.attached_to for thing in found if thing.attached_to}
        for name, entry in hosts.items():
            seen, at = {name}, attached.get(name)
            while at is not None and at not in seen:
                seen.add(at)
                at = attached.get(at)
            if at == name:
                entry.wrong(f"{name!r} is attached to itself in a circle; attach it to something else")
        return found

    def _place(self, fields: dict[str, Entry], zone: str, host: str | None) -> Term | None:
        """Where in its zone the object is, in a game that has places: what is attached is where its host is."""
        attributes = self.names.vocabulary.attributes["object"]
        if "place" in fields:
            return self.names.value(fields["place"], "place")
        usual = attributes["place"].default if "place" in attributes else None
        return None if usual is None or host is not None or zone != attributes["zone"].default else Word(str(usual))

    def _tokens(self) -> list[TokenKind]:
        found: list[TokenKind] = []
        declared = dict(self._named("tokens"))
        for name, entry in (self.cards.tokens | declared).items():
            fields = entry.fields(("name", *trait_keys(self.names.vocabulary))) if not entry.is_null else {}
            found.append(TokenKind(name, read_traits(self.names, name, fields)))
        return found

    # --- effects and events
    def _effects(self) -> list[Effect]:
        printed = self.cards.printed
        entries = dict(self._named("effects"))
        entries |= {name: effect.entry for name, effect in printed.items() if name not in entries}
        found: list[Effect | None] = []
        for name, entry in entries.items():
            given = read_given(printed[name], self.names, entry) if name in printed else {}
            if given is not None:
                found.append(EffectReader(self.names.giving(given), name, entry, printed.get(name)).read())
        return [effect for effect in found if effect is not None]

    def _steps(self) -> list[tuple[Event, ...] | str]:
        given = [key for key in ("event", "events", "steps") if key in self.fields]
        if len(given) != 1:
            self.root.wrong("a scenario has exactly one of event, events and steps" + (f"; found {', '.join(given)}" if given else ""))
            return []
        entry = self.fields[given[0]]
        if given[0] == "event":
            batches = [[entry]]
        elif given[0] == "events":
            batches = [entry.elements()]
        else:
            batches = [step.elements() for step in entry.elements()]
            if len(batches) > MOST_STEPS:
                entry.wrong(f"a scenario has at most {MOST_STEPS} steps, found {len(batches)}")
                return []
        for holder in (entry, *(entry.elements() if given[0] == "steps" else ())):
            if not holder.elements():
                holder.wrong("expected at least one event, found an empty list")
        return [self._step(batch) for batch in batches] + self.names.vocabulary.closing

    def _step(self, batch: list[Entry]) -> tuple[Event, ...] | str:
        """A batch of events, or a checkpoint by its name."""
        checkpoints = self.names.vocabulary.checkpoints
        if len(batch) == 1 and batch[0].raw in checkpoints:
            return batch[0].raw
        return tuple(event for part in batch for event in self._event(part))

    def _event(self, entry: Entry) -> list[Event]:
        """One event or, of several objects, several; ``{if_done: event}`` happens only if something of the step before it did."""
        if "if_done" in self.names.vocabulary.features and entry.is_mapping and [key.raw for key, _ in entry.items()] == ["if_done"]:
            return [replace(event, linked=True) for event in self._event(entry.items()[0][1])]
        read = self.names.kind_and_fields(entry)
        if read is None:
            return []
        kind, preset, fields = read
        values = self.names.presets(kind, preset)
        items: dict[str, dict[str, int]] = {}
        several: tuple[str, list[Term]] | None = None
        for role, value in fields.items():
            type_ = kind.roles[role]
            if type_ in ITEM_TYPES:
                items[role] = {}
                for name, amount in self.names.item_entries(value, type_):
                    number = amount.integer(lowest=0)
                    if number is not None:
                        items[role][name] = number
            elif type_ in ("object", "recipient") and value.is_sequence:
                found = [term for element in value.elements() if (term := self.names.value(element, type_)) is not None]
                if not value.node.value or len(found) > len(set(found)):
                    value.wrong("expected at least one name, and each name once")
                if several is not None:
                    value.wrong("only one role of an event may list several objects")
                several = (role, found)
            elif (term := self.names.value(value, type_)) is not None:
                values[role] = term
        self.names.check_required(entry, kind, fields, preset)
        if several is None:
            return [Event(kind.name, values, items)]
        return [Event(kind.name, values | {several[0]: term}, items) for term in several[1]]

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
