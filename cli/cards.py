"""``instead cards``: what the library holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .running import FINE, USAGE, card_library, guarded, say

if TYPE_CHECKING:
    from reasoner.cards.card import Card, CardEffect

__all__ = ["cards"]


def cards(name: str | None, events: list[str], game: str | None, format: str) -> int:
    """``instead cards``"""

    def run() -> int:
        from reasoner.language.source import advice, quoted
        from reasoner.solving.programs import games

        if game is not None and game not in games():
            say(f"unknown game {quoted(game)}{advice(game, games())}")
            return USAGE
        if name is not None:
            return _show(name, game, format)
        return _list(events, game, format)

    return guarded(run)


def _show(name: str, game: str | None, format: str) -> int:
    from reasoner.cards.card import read_card
    from reasoner.solving.programs import games

    library = card_library()
    held = [place.game for place in library.cards(game) if place.name == name]
    if not held:
        say(library.missing(game, name))
        return USAGE
    found = [read_card(library, of, name) for of in games() if of in held]
    if format == "json":
        print(json.dumps([_data(card) for card in found], ensure_ascii=False, indent=2))
    else:
        from .terminal import fitted, width

        columns = width()
        print("\n\n".join("\n".join(part for line in _text(card).splitlines() for part in fitted(line, columns)) for card in found))
    return FINE


def _list(events: list[str], game: str | None, format: str) -> int:
    from reasoner.cards.card import read_card

    library = card_library()
    places = library.cards(game)
    if events:
        known = _kinds({place.game for place in places})
        if wrong := [kind for kind in events if kind not in known]:
            from reasoner.language.source import advice, quoted

            say(f"unknown event kind {quoted(wrong[0])}{advice(wrong[0], known, 40)}")
            return USAGE
        likely = [place for place in places if any(word in place.text for kind in events for word in known[kind]) or place.read]
        read = [read_card(library, place.game, place.name) for place in likely]
        found = [(card.name, card.game) for card in read if card.kinds() & {meant for kind in events for meant in known[kind]}]
    else:
        found = [(place.name, place.game) for place in places]
    if format == "json":
        print(json.dumps([{"name": name, "game": of} for name, of in found], ensure_ascii=False, indent=2))
        return FINE
    widest = max((len(name) for name, _ in found), default=0)
    for name, of in found:
        print(f"{name:{widest}}  {of}" if game is None else name)
    say(f"{len(found)} card{'' if len(found) == 1 else 's'}; instead cards NAME tells what one does")
    return FINE


def _kinds(games: set[str]) -> dict[str, set[str]]:
    """The event kinds of the games, with the words by which an effect may call them."""
    from reasoner.language.vocabulary import vocabulary

    found: dict[str, set[str]] = {}
    for game in games:
        words = vocabulary(game)
        for kind in words.kinds:
            found.setdefault(kind, set()).add(kind)
        for short, (meant, _) in words.shorthands.items():
            found.setdefault(short, set()).update((short, meant))
            found.setdefault(meant, set()).add(short)
    return found


def _traits(card: Card) -> dict[str, list[str | int]]:
    found: dict[str, list[str | int]] = {}
    for trait in card.traits:
        if isinstance(trait, tuple) and trait[0] == "number":
            found[str(trait[1])] = [trait[2] if isinstance(trait[2], int) else str(trait[2])]
        elif isinstance(trait, tuple) and trait[0] != "name":
            found.setdefault(f"{trait[0]}s", []).append(str(trait[1]))
    return found


def says(found: CardEffect, game: str) -> str:
    """What an effect of a card says."""
    from reasoner.language.vocabulary import vocabulary
    from reasoner.words.sentences import sentence

    return sentence(found.effect, vocabulary(game), created=found.created, left_open=found.open)


def _text(card: Card) -> str:

    traits = _traits(card)
    lines = [f"{card.name}  ({card.game})"]
    told = " ".join(str(word) for group in ("colors", "types") for word in traits.get(group, []))
    numbers = [f"{name} {found[0]}" for name, found in traits.items() if name not in ("colors", "types", "keywords")]
    if "power" in traits and "toughness" in traits:
        numbers = [f"{traits['power'][0]}/{traits['toughness'][0]}"]
    if told:
        lines.append("  " + ", ".join([told, *numbers]))
    if "keywords" in traits:
        lines.append("  " + ", ".join(map(str, traits["keywords"])))
    for key, found in card.effects.items():
        lines.append(f"  {key} ({found.rule}{', created' if found.created else ''}): {says(found, card.game)}")
        if found.note is not None:
            lines.append(f"    {found.note}")
    if card.note is not None:
        lines.append(f"  {card.note}")
    return "\n".join(lines)


def _data(card: Card) -> dict[str, object]:
    """The entry as a library file has it, with what each effect says."""
    from reasoner.cards.effect_writing import card_data

    return {
        "name": card.name,
        "game": card.game,
        **card_data(card),
        "says": {key: says(found, card.game) for key, found in card.effects.items()},
    }
