"""Check a library: is every effect applied in some situation of a scope, and can none repeat without end?"""

from __future__ import annotations

from collections.abc import Iterator

from reasoner.cards.card import read_cards
from reasoner.cards.library import Library
from reasoner.errors import InputError
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Limits
from reasoner.graphs.graph import OutcomeGraph, applied_effect
from reasoner.language.source import parse, read_text

from .circles import Link, drawn, possible, repeated
from .find import in_batches
from .finding import Finding
from .posing import Entry, pose
from .scope import Scope, situations

__all__ = ["check_library", "is_library"]

SCOPE = Scope(players=2, objects=1, amount=3)


def is_library(file: str) -> bool:
    """Does the file hold cards, and no scenario? Raises InputError if it cannot be read."""
    return file != "-" and any(key.raw == "cards" for key, _ in parse(read_text(file), file).items())


def _of_effect(entry: Entry, line: int, library: Library, limits: Limits) -> Iterator[Finding]:
    try:
        posed = pose(entry, "first", "ann", library)
    except InputError as error:
        for problem in error.problems:
            yield Finding("X901", problem.file, problem.line, problem.column, problem.message)
        return
    applied = undecided = False
    circle: list[Link] | None = None
    looked_at = 0
    for batch in in_batches(situations(posed.scenario, SCOPE)):
        for exploration in explore_all([situation.scenario for situation in batch], limits, related=True):
            looked_at += 1
            if isinstance(exploration, str) or not exploration.complete:
                undecided = True
                continue
            names = {applied_effect(edge) for edges in exploration.edges for edge in edges}
            applied = applied or not names.isdisjoint(posed.names)
            if circle is None and not names.isdisjoint(posed.names) and (loops := (graph := OutcomeGraph(exploration)).loops):
                circle = repeated(graph, loops[0])
        if applied and not undecided and circle is None and looked_at > 100:
            break
    if not applied and not undecided:
        told = f"'{entry.called}' is applied in none of {looked_at:,} situations ({SCOPE})"
        yield Finding("E201", entry.card.file, line, 1, told)
    if circle is not None:
        told = f"with '{entry.called}' options can repeat without end"
        yield Finding("E102", entry.card.file, line, 1, told, [drawn(circle)] if circle else [], circle)
        return
    for round_ in possible(posed.scenario):
        told = f"'{entry.called}' makes what it waits for: a possible loop"
        yield Finding("E103", entry.card.file, line, 1, told, [drawn(round_)], round_)


def check_library(file: str, own: tuple[str, ...], limits: Limits) -> list[Finding]:
    """The findings of the cards in one file, sorted by place."""
    library = Library((*own, file))
    cards, wrong = read_cards(library)
    found = [Finding("X901", p.file, p.line, p.column, p.message) for error in wrong for p in error.problems if p.file == file]
    lines = {(place.game, place.name): place.line for place in library.cards()}
    for card in cards:
        if card.file == file:
            for name, effect in card.effects.items():
                if effect.effect.verb == "acts":
                    found += _of_effect(Entry(card, name), lines[card.game, card.name], library, limits)
    return sorted(found, key=lambda finding: (finding.line, finding.id, finding.message))
