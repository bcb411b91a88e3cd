"""Why an effect can be applied in a situation or not, and why it is this player who chooses.

The reasons are atoms of ``asp/explain``, grounded together with the rules over situations of an explored graph; the words for
them stand in ``catalogue.py``. Plain runs never load them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeGuard

from reasoner.exploring.explore import Exploration, prefixed, reasons_solver
from reasoner.exploring.facts import plain_name
from reasoner.language.scenario import Effect, Watch
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term, sort_key
from reasoner.words.describe import called, describe_event, event_views
from reasoner.words.phrases import phrases
from reasoner.words.situation_words import shown
from reasoner.words.wording import Wording, listed

from .catalogue import ALLOWED, BLOCKED, ENTITLED, IDEAS, NEARNESS, PASSIVE

__all__ = ["Reason", "Reasons", "reasons", "reasons_of"]

_GROUNDS = {name: number for number, name in enumerate(ALLOWED)}
TOGETHER = 300
"""Situations grounded at a time."""


@dataclass(frozen=True)
class Reason:
    """Why an effect can (``allowed``) or can't be applied to an event in a situation: what the programs say, the rule that
    it stands under, and the words. ``event`` is empty where no event matters."""

    situation: int
    effect: str
    allowed: bool
    event: str
    what: Term
    rule: str | None
    text: str

    @property
    def name(self) -> str:
        """What kind of reason it is."""
        return str(self.what[0] if isinstance(self.what, tuple) else self.what)

    @property
    def distance(self) -> int:
        """How far the effect is from being applied."""
        return NEARNESS.index(self.name) if not self.allowed else -1

    def told(self, with_event: bool = True) -> str:
        """The reason in one line, with its rule."""
        event = f"“{self.event}”: " if with_event and self.event else ""
        return f"{event}{self.text}{f' ({self.rule})' if self.rule else ''}"


class Reasons:
    """The reasons in some situations of an exploration."""

    def __init__(self, exploration: Exploration, atoms: Iterable[Term]):
        self.exploration = exploration
        self.scenario = exploration.scenario
        self._atoms = [atom for atom in atoms if isinstance(atom, tuple)]
        self._effects = {effect.name: effect for effect in self.scenario.effects}
        self._words = vocabulary(self.scenario.game)
        self._events: dict[int, dict[Term, str]] = {}

    @cached_property
    def _citations(self) -> dict[Term, str]:
        return {atom[1]: str(atom[2]) for atom in self._atoms if atom[0] == "cite"}

    @cached_property
    def _by_effect(self) -> dict[tuple[int, str], list[Reason]]:
        found: dict[tuple[int, str], list[Reason]] = {}
        for atom in self._atoms:
            if atom[0] in ("blocked", "allowed"):
                situation, effect = int(str(atom[1])), called(atom[2])
                if self._is_told(effect, atom):
                    continue
                found.setdefault((situation, effect), []).append(self._reason(situation, effect, atom))
        for reasons in found.values():
            reasons.sort(key=lambda reason: (reason.event, reason.distance, _GROUNDS.get(reason.name, 0), sort_key(reason.what)))
        return found

    def effects(self, situation: int) -> list[str]:
        """The effects of the scenario, and those of the game's own that can be applied in the situation."""
        own = [effect for (node, effect), told in self._by_effect.items() if node == situation and any(each.allowed for each in told)]
        return list(dict.fromkeys([*self._effects, *own]))

    def of(self, effect: str, situation: int) -> list[Reason]:
        """What speaks for and against applying the effect in the situation, by event."""
        return self._by_effect.get((situation, effect), [])

    def against(self, effect: str, situation: int) -> list[Reason]:
        """Why the effect can't be applied in the situation."""
        return [reason for reason in self.of(effect, situation) if not reason.allowed]

    def nearest(self, effect: str, situations: Iterable[int]) -> list[Reason]:
        """Why the effect can't be applied in any of the situations: the reasons that are nearest to its being applied, each
        told once, in the first situation where it holds."""
        against = [reason for situation in situations for reason in self.against(effect, situation)]
        if not against:
            return []
        found: dict[str, Reason] = {}
        least = min(reason.distance for reason in against)
        trivial = NEARNESS.index("kind")
        for reason in sorted(against, key=lambda reason: (reason.distance, reason.situation)):
            if reason.distance < trivial or least == trivial:
                found.setdefault(reason.told(), reason)
        return list(found.values())

    def entitled(self, situation: int, player: str) -> list[str]:
        """Why the player chooses in the situation, each reason once."""
        found: dict[str, None] = {}
        for atom in self._atoms:
            if atom[0] == "entitled" and atom[1] == situation and called(atom[3]) == player:
                found.setdefault(self._filled(ENTITLED, atom[4], player=player))
        return sorted(found)

    def futile(self, situation: int) -> list[str]:
        """The events that cannot come about in the situation, as things are."""
        return sorted({self._event(situation, atom[2]) for atom in self._atoms if atom[0] == "futile" and atom[1] == situation})

    # --- words
    def _event(self, situation: int, event: Term) -> str:
        if event == "none":
            return ""
        if situation not in self._events:
            views = event_views(self.exploration.fluents[situation])
            self._events[situation] = {name: describe_event(self.scenario, view) for name, view in views.items()}
        return self._events[situation].get(event, called(event))

    def _reason(self, situation: int, effect: str, atom: tuple[Term, ...]) -> Reason:
        allowed, what = atom[0] == "allowed", atom[4]
        return Reason(
            situation,
            effect,
            allowed,
            self._event(situation, atom[3]),
            what,
            self._rule(what),
            self._filled(ALLOWED if allowed else BLOCKED, what, effect=effect),
        )

    def _rule(self, what: Term) -> str | None:
        name = str(what[0] if isinstance(what, tuple) else what)
        if name == "class" and isinstance(what, tuple):
            return self._citations.get(("class", what[1]))
        idea = IDEAS.get(name)
        return next((rule for key, rule in self._citations.items() if key == idea), None)

    def _filled(self, catalogue: dict[str, str], what: Term, *, effect: str = "", player: str = "") -> str:
        name, arguments = (str(what[0]), what[1:]) if isinstance(what, tuple) else (str(what), ())
        known = self._effects.get(effect)
        words = self._arguments(name, arguments, known)
        kinds = listed((self._spoken(watch)[0] for watch in known.watches), "or") if known is not None else ""
        return catalogue[name].format(*words, player=player, kinds=kinds)

    def _arguments(self, name: str, arguments: tuple[Term, ...], effect: Effect | None) -> list[str]:
        wording = Wording(
            self._words, (effect.source if effect else None) or "this", effect.counted if effect else None, phrases(self._words.game)
        )
        if name == "passive":
            return [PASSIVE[str(arguments[0])]]
        if name == "role" and len(arguments) == 4:
            role, value, wanted, test = arguments
            return [str(role).replace("_", " "), shown(_flag(value)), self._asked(wording, test, wanted == "yes")]
        if name == "role":
            return [f"“{str(arguments[0]).replace('_', ' ')}”", shown(_flag(arguments[1]))]
        if name == "condition":
            wanted, left, sign, right, first, second = arguments
            asked = wording.condition((((wanted == "yes", ("compare", left, sign, right)),),))
            sides = [(wording.value(side, "the amount"), called(value)) for side, value in ((left, first), (right, second))]
            told = [f"{text} is {value}" for text, value in sides if text != value]
            return [asked, " and ".join(told) or called(first)]
        if name == "kind" and arguments and effect is not None:
            return [next((self._spoken(watch)[0] for watch in effect.watches if watch.kind == arguments[0]), called(arguments[0]))]
        return [called(argument) for argument in arguments]

    def _spoken(self, watch: Watch) -> tuple[str, set[str]]:
        """What the events are called that an effect waits for, and the roles that this tells by itself."""
        fixed = {
            role: str(clauses[0][0][1][1])
            for role, clauses in watch.filters.items()
            if len(clauses) == 1 and len(clauses[0]) == 1 and clauses[0][0][0] and _is_word(clauses[0][0][1])
        }
        name, preset = self._words.spoken_as(watch.kind, fixed)
        return name.replace("_", " "), preset

    def _is_told(self, effect: str, atom: tuple[Term, ...]) -> bool:
        """Does the name of the kind of event tell this ground already?"""
        what, known = atom[4], self._effects.get(effect)
        if atom[0] != "allowed" or known is None or not (isinstance(what, tuple) and what[0] == "role"):
            return False
        return any(str(what[1]) in self._spoken(watch)[1] for watch in known.watches)

    def _asked(self, wording: Wording, test: Term, wanted: bool) -> str:
        """What a test of a filter asks for, in words."""
        if isinstance(test, tuple) and test[0] == "is":
            return f"{'' if wanted else 'anything but '}{called(test[1])}"
        if str(test) in self._words.adjectives:
            return f"something that is {'' if wanted else 'not '}{test}"
        return wording.filter((((wanted, test),),))


def _is_word(test: Term) -> TypeGuard[tuple[Term, Term]]:
    return isinstance(test, tuple) and test[0] == "is"


def _flag(value: Term) -> object:
    return {"yes": True, "no": False}.get(str(value), called(value))


def reasons(exploration: Exploration, situations: Sequence[int] | None = None) -> Reasons:
    """The reasons in the situations of an exploration (in all of them, if none are given). Raises RuleError."""
    return reasons_of([exploration], [situations])[0]


def reasons_of(explorations: Sequence[Exploration], situations: Sequence[Sequence[int] | None]) -> list[Reasons]:
    """The reasons in situations of several explorations of one game, grounded together. Raises RuleError."""
    if not explorations:
        return []
    scenarios = [exploration.scenario for exploration in explorations]
    solver = reasons_solver(explorations)
    # The first situation is always there: what it holds tells which effects a scenario has.
    wanted = [
        (index, situation)
        for index, (exploration, some) in enumerate(zip(explorations, situations, strict=True))
        for situation in (range(len(exploration.fluents)) if some is None else dict.fromkeys([0, *some]))
    ]
    atoms: list[list[Term]] = [[] for _ in explorations]
    for start in range(0, len(wanted), TOGETHER):
        part = wanted[start : start + TOGETHER]
        part = list(dict.fromkeys([*((index, 0) for index, _ in part), *part]))
        facts: list[Term] = []
        for number, (index, situation) in enumerate(part):
            facts.append(("state", number))
            held = explorations[index].fluents[situation]
            facts.extend(("holds", number, fluent) for fluent in prefixed(scenarios, index, held))
        for atom in solver.query(facts, "blocked/4", "allowed/4", "entitled/4", "futile/2", "cite/2"):
            assert isinstance(atom, tuple)
            if atom[0] == "cite":
                if start == 0:
                    for found in atoms:
                        found.append(atom)
                continue
            index, situation = part[int(str(atom[1]))]
            atoms[index].append((atom[0], situation, *map(plain_name, atom[2:])))
    return [Reasons(exploration, dict.fromkeys(found)) for exploration, found in zip(explorations, atoms, strict=True)]
