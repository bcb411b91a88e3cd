"""Pairs: for every two effects of a library, how they behave together, over all situations of a scope.

The first effect is ann's, the second ann's or ben's (see :mod:`reasoner.consistency.posing`). Pairs of the same shapes are decided once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import combinations_with_replacement

from reasoner.cards.card import Card
from reasoner.cards.library import Library
from reasoner.errors import InputError
from reasoner.exploring.explore import Limits
from reasoner.exploring.journal import sweep_kept
from reasoner.exploring.sweep import Plan
from reasoner.solving.programs import fingerprint

from .deciding import VERDICTS, Decision, cannot_meet, decide_all
from .posing import Entry, Posed, meeting_kinds, pair_shape, pose
from .scope import Scope

__all__ = ["Matrix", "pair_matrix"]

_BATCH = 100
"""Pairs decided together."""


@dataclass
class Matrix:
    """Every pair of effects, by their names on their cards, with its decision; effects that could not be posed, and why."""

    scope: Scope
    decisions: dict[tuple[str, str], Decision] = field(default_factory=dict)
    shapes: int = 0
    unposed: dict[str, str] = field(default_factory=dict)

    def count(self) -> dict[str, int]:
        """How many pairs have each verdict."""
        return {verdict: sum(d.verdict == verdict for d in self.decisions.values()) for verdict in VERDICTS}


def _entries(cards: Sequence[Card]) -> dict[str, list[Entry]]:
    """The effects of each game that act."""
    found: dict[str, list[Entry]] = {}
    for card in cards:
        acting = [name for name, effect in card.effects.items() if effect.effect.verb == "acts"]
        found.setdefault(card.game, []).extend(Entry(card, name) for name in acting)
    return found


def pair_matrix(
    cards: Sequence[Card],
    scope: Scope,
    limits: Limits,
    plan: Plan,
    library: Library,
    names: Sequence[str] = (),
    journal: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Matrix:
    """Decide every pair of effects of the cards of one game each, an effect with itself included; with one of ``names`` only
    the pairs that have this card, with several the pairs among them. With the path of a ``journal``, what is written there is not
    decided again. Raises SweepError or RuleError, or InputError for a journal of other work."""
    about = f"instead check --pairs, rules {fingerprint()}, cards {library.fingerprint()}, {scope}, {limits}"
    decide = partial(decide_all, scope=scope, limits=limits)
    matrix = Matrix(scope)
    uses: dict[tuple[str, str], list[Decision]] = {}
    wanted = set(names)
    for entries in _entries([card for card in cards if len(wanted) < 2 or card.name in wanted]).values():
        posed = [(entry, found) for entry in entries if (found := _posed(entry, library, matrix)) is not None]
        both = combinations_with_replacement(posed, 2)
        pairs = [(one, two) for one, two in both if not wanted or wanted.intersection((one[0].card.name, two[0].card.name))]
        posings = [(one[0].called, two[0].called, one[1][0], against) for one, two in pairs for against in two[1][1:]]
        shapes = {pair_shape(first, second): (first, second) for _, _, first, second in posings if meeting_kinds(first, second)}
        matrix.shapes += len(shapes)
        decisions = sweep_kept(decide, list(shapes.values()), _key, replace(plan, batch=_BATCH), Decision, journal, about, progress)
        decided = dict(zip(shapes, decisions, strict=True))
        for one_name, two_name, first, second in posings:
            decision = decided.get(pair_shape(first, second)) or cannot_meet(first, second)
            uses.setdefault((one_name, two_name), []).append(decision)
    for pair, places in uses.items():
        matrix.decisions[pair] = min(places, key=lambda decision: VERDICTS.index(decision.verdict))
    return matrix


def _key(pair: tuple[Posed, Posed]) -> str:
    """What a decision in a journal stands for."""
    return sha256(repr((pair[0].scenario.game, *map(_sorted, pair_shape(*pair)))).encode()).hexdigest()


def _sorted(part: object) -> object:
    return sorted(part) if isinstance(part, frozenset) else part


def _posed(entry: Entry, library: Library, matrix: Matrix) -> tuple[Posed, Posed, Posed] | None:
    """The effect as the first of a pair, and as the second, of either player; None if it cannot be posed."""
    try:
        return pose(entry, "first", "ann", library), pose(entry, "second", "ann", library), pose(entry, "second", "ben", library)
    except InputError as error:
        matrix.unposed[entry.called] = str(error)
        return None
