"""What a scenario of one game may speak of: event kinds with their roles, zones, words, attributes.

All of it is read from the game's own table, ``kinds.lp`` and ``vocabulary.lp`` in ``asp/<game>``; nothing is listed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reasoner.errors import RuleError
from reasoner.solving.programs import per_rules, table
from reasoner.solving.solver import Solver
from reasoner.terms import Term

__all__ = ["ITEM_TYPES", "Attribute", "EventKind", "Vocabulary", "rule_table", "vocabulary"]

ITEM_TYPES = ("tokens", "counters", "mana")
LINKS = ("if_done", "if_possible")
"""Keys around an event that ask about the step before it, in games with such a feature."""
"""The types of roles that hold items with numbers."""

_TABLE = (
    "kind/1", "role/3", "required/2", "affected/2", "quantity/2", "bundle/2", "usual/3", "shorthand/3",
    "attribute/4", "zone/1", "word/2", "checkpoint/1", "controlled_zone/1", "permanent_zone/1", "readable/2", "history/1",
    "switch/2", "standard/2", "closing/1", "adjective/1", "measure/2", "kept_as_counters/1", "lifted/1", "spoken/1", "feature/1",
    "hardening/2", "compared/1", "arrival/1", "home/2",
)  # fmt: skip


@dataclass
class EventKind:
    """An event kind: ``roles`` maps each role to the type of value that may stand there, ``usual`` some roles to the word
    that stands there if nothing else is said."""

    name: str
    roles: dict[str, str] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    affected: str | None = None
    quantity: str | None = None
    bundle: str | None = None
    usual: dict[str, str] = field(default_factory=dict)

    def items(self) -> list[str]:
        """The roles that hold items: kinds of tokens or counters, or colors of mana, with their numbers."""
        return [role for role, type_ in self.roles.items() if type_ in ITEM_TYPES]


@dataclass(frozen=True)
class Attribute:
    """An attribute of players, objects or effects: its type (number, count, flag, table, zone, …) and its default."""

    name: str
    type: str
    default: int | str | None


@dataclass
class Vocabulary:
    """The table of one game. ``shorthands`` maps a name to its kind and the roles it fills in."""

    game: str
    kinds: dict[str, EventKind]
    shorthands: dict[str, tuple[str, dict[str, str]]]
    attributes: dict[str, dict[str, Attribute]]
    zones: set[str]
    words: dict[str, set[str]]
    checkpoints: list[str]
    closing: list[str]
    """The checkpoints that come after the last step of a scenario."""
    adjectives: list[str]
    """What filters may ask of an object, beside what it is."""
    measures: dict[str, int | None]
    """The numbers that may be printed on objects, with the lowest that makes sense, or None."""
    compared: list[str]
    """Those of them that filters may compare."""
    arrivals: set[str]
    """The kinds of which effects say how they happen, with nothing in their place."""
    hardenings: dict[str, str]
    """What effects may say that can't be done about an event (``unpreventable``), and the kind of event."""
    kept_as_counters: list[str]
    """Those of them that an object keeps as counters."""
    spoken: list[str]
    """The shorthands by which reports call an event."""
    lifted: list[str]
    """Those of them to which continuous effects may add."""
    features: set[str]
    """Keys of the language that mean something in this game but not in every one."""
    controlled_zones: set[str]
    permanent_zones: set[str]
    homes: dict[str, str]
    """Types of what lies elsewhere than permanents do, with the zone."""
    history: set[str]
    """Attributes that only sum up what happened."""
    readable: dict[str, list[str]]
    """The numbers of players and of objects that expressions may read."""
    switches: dict[str, list[str]]
    """Questions that the rules leave open, with their settings; the first is the one that stands unless a scenario says
    otherwise."""

    def usual_zone(self, traits: Iterable[Term]) -> str:
        """Where an object with these characteristics is, if nothing else is said."""
        types = (str(trait[1]) for trait in traits if isinstance(trait, tuple) and trait[0] == "type")
        return next((self.homes[text] for text in types if text in self.homes), str(self.attributes["object"]["zone"].default))

    def spoken_as(self, kind: str, values: Mapping[str, object]) -> tuple[str, set[str]]:
        """What an event is called whose roles hold these values: the shorthand that fits it best, with the roles that this tells by
        itself, or else its kind."""
        fitting = [
            (len(preset), name)
            for name, (meant, preset) in self.shorthands.items()
            if name in self.spoken and meant == kind and all(str(values.get(role)) == text for role, text in preset.items())
        ]
        name = max(fitting)[1] if fitting else kind
        return name, set(self.shorthands[name][1]) if fitting else set()


_READ_BY_RULES = (
    "affected/2", "quantity/2", "bundle/2", "flag/2", "unfolds/1", "joins/1", "contains/2", "controlled_zone/1", "permanent_zone/1",
    "modification/2", "deed/1",
)  # fmt: skip


@per_rules
def rule_table(game: str) -> tuple[Term, ...]:
    """What the rules read of the game's table, as facts: they need not ground all of it for every frontier."""
    return tuple(Solver(table(game)).query([], *_READ_BY_RULES))


def _pairs(terms: list[Term], name: str) -> list[tuple[Term, ...]]:
    return [term[1:] for term in terms if isinstance(term, tuple) and term[0] == name]


@per_rules
def vocabulary(game: str) -> Vocabulary:
    """The vocabulary of a game. Raises RuleError if its table contradicts itself."""
    terms = Solver(table(game)).query([], *_TABLE)
    kinds = {str(name): EventKind(str(name)) for (name,) in _pairs(terms, "kind")}

    def kind(name: Term) -> EventKind:
        found = kinds.get(str(name))
        if found is None:
            raise RuleError(f"{game}/kinds.lp speaks of {name}, which is no kind")
        return found

    for name, role, type_ in _pairs(terms, "role"):
        kind(name).roles[str(role)] = str(type_)
    for name, role in _pairs(terms, "required"):
        kind(name).required.add(str(role))
    for fact in ("affected", "quantity", "bundle"):
        for name, role in _pairs(terms, fact):
            setattr(kind(name), fact, str(role))
    for name, role, usual in _pairs(terms, "usual"):
        kind(name).usual[str(role)] = str(usual)
    shorthands: dict[str, tuple[str, dict[str, str]]] = {}
    for name, meant, filled in _pairs(terms, "shorthand"):
        assert isinstance(filled, tuple)
        kind(meant)
        shorthands.setdefault(str(name), (str(meant), {}))[1][str(filled[1])] = str(filled[2])
    attributes: dict[str, dict[str, Attribute]] = {}
    for owner, name, type_, default in _pairs(terms, "attribute"):
        value = default if isinstance(default, int) else None if str(default) == "none" else str(default)
        attributes.setdefault(str(owner), {})[str(name)] = Attribute(str(name), str(type_), value)
    words: dict[str, set[str]] = {}
    for group, text in _pairs(terms, "word"):
        words.setdefault(str(group), set()).add(str(text))
    zones = {str(zone) for (zone,) in _pairs(terms, "zone")}
    controlled = {str(zone) for (zone,) in _pairs(terms, "controlled_zone")}
    permanent = {str(zone) for (zone,) in _pairs(terms, "permanent_zone")}
    homes = {str(type_): str(zone) for type_, zone in _pairs(terms, "home")}
    readable = {of: [a.name for a in found.values() if a.type in ("number", "count")] for of, found in attributes.items()}
    for of, name in _pairs(terms, "readable"):
        readable[str(of)].append(str(name))
    history = {str(name) for (name,) in _pairs(terms, "history")}
    switches: dict[str, list[str]] = {str(name): [str(setting)] for name, setting in _pairs(terms, "standard")}
    for name, setting in _pairs(terms, "switch"):
        if str(setting) not in switches[str(name)]:
            switches[str(name)].append(str(setting))
    arrivals = {str(name) for (name,) in _pairs(terms, "arrival")}
    hardenings = {str(name): str(of) for name, of in sorted(_pairs(terms, "hardening"), key=str)}
    single = ("checkpoint", "closing", "adjective", "compared", "kept_as_counters", "spoken", "lifted")
    checkpoints, closing, adjectives, compared, kept, spoken, lifted = (
        sorted(str(name) for (name,) in _pairs(terms, fact)) for fact in single
    )
    features = {str(name) for (name,) in _pairs(terms, "feature")}
    measures = {str(name): lowest if isinstance(lowest, int) else None for name, lowest in _pairs(terms, "measure")}
    return Vocabulary(
        game, kinds, shorthands, attributes, zones, words, checkpoints, closing, adjectives, measures, compared, arrivals, hardenings, kept,
        spoken, lifted, features, controlled, permanent, homes, history, readable, switches,
    )  # fmt: skip
