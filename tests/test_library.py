"""The library: cards bring what they are and do, own libraries go first, and what is wrong is told where it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.cards.card import read_cards
from reasoner.cards.library import Library, shipped
from reasoner.errors import InputError
from reasoner.exploring.explore import explore
from reasoner.graphs.report import make_report
from reasoner.language.reading import load, load_text
from reasoner.language.vocabulary import vocabulary
from reasoner.words.sentences import sentence

from .conftest import CORPUS

run = CliRunner()

FURNACE = """
game: magic
players: [ann, ben]
objects: {furnace: {card: Furnace of Rath, controller: ann}}
event: {damage: {to: ben, amount: 3}}
"""
OWN = """
game: magic
cards:
  Small Furnace:
    types: [artifact]
    effects:
      adds: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: amount + 1}}
  Furnace of Rath:
    types: [enchantment]
    effects:
      triples: {rule: 614.1a, would: {damage: {}}, instead: {amount: 3 * amount}}
"""


def life(text: str, library: Library | None = None) -> set[object]:
    return {outcome.values.get("ben.life") for outcome in make_report(explore(load_text(text, "x.yaml", library))).outcomes}


def problems(text: str, library: Library | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_text(text, "x.yaml", library)
    return [str(problem) for problem in caught.value.problems]


def own(folder: Path, text: str, name: str = "own.yaml") -> Library:
    (folder / name).write_text(text)
    return Library([str(folder)])


def test_a_card_brings_what_it_is_and_does() -> None:
    scenario = load_text(FURNACE, "x.yaml")
    assert [effect.name for effect in scenario.effects] == ["furnace-doubles"]
    assert ("type", "enchantment") in scenario.objects[0].traits
    assert ("name", "Furnace of Rath") in scenario.objects[0].traits
    assert life(FURNACE) == {14}


def test_a_scenario_may_override() -> None:
    scenario = load_text(FURNACE.replace("controller: ann", "controller: ann, types: [artifact]"), "x.yaml")
    assert ("type", "artifact") in scenario.objects[0].traits
    assert life(FURNACE + "effects: {furnace-doubles: {instead: {amount: 4 * amount}}}") == {8}


def test_own_libraries_go_first_and_may_be_written_in_any_way(tmp_path: Path) -> None:
    assert life(FURNACE, own(tmp_path, OWN)) == {11}
    (tmp_path / "own.yaml").unlink()
    adds = {"rule": 1, "would": {"damage": {}}, "instead": {"amount": "amount + 4"}}
    inline = json.dumps({"cards": {"Furnace of Rath": {"effects": {"adds": adds}}}, "game": "magic"})
    assert life(FURNACE, own(tmp_path, inline, "own.json")) == {13}


def test_a_typo_suggests_the_nearest_card() -> None:
    assert "did you mean 'Furnace of Rath'?" in problems(FURNACE.replace("Rath,", "Rat,"))[0]
    assert "did you mean 'Furnace of Rath'?" in run.invoke(app, ["cards", "Furnace of Rat"]).stderr


def test_what_is_left_open_must_be_given() -> None:
    hands = FURNACE + "effects: {hands: {card: Mending Hands, controller: ben, given: {target: ben}}}"
    assert life(hands) == {18, 20}
    assert problems(hands.replace(", given: {target: ben}", "")) == [
        "x.yaml:6:18: effects.hands: Mending Hands leaves 'target' open; write given: {target: …} (a player or an object)"
    ]
    assert "expected an object or a player, found 'bob'" in problems(hands.replace("target: ben", "target: bob"))[0]


def test_faults_of_a_library_are_told_at_their_place(tmp_path: Path) -> None:
    library = own(tmp_path, OWN.replace("amount + 1", "amuont + 1"))
    (found,) = problems(FURNACE.replace("Furnace of Rath", "Small Furnace"), library)
    assert found.startswith(f"{tmp_path}/own.yaml:7:")
    assert "did you mean 'amount'?" in found
    _, wrong = read_cards(library, "magic")
    assert [str(problem).split(": ")[0] for error in wrong for problem in error.problems] == [found.split(": ")[0]]


def test_a_library_that_is_none_is_told(tmp_path: Path) -> None:
    assert "folder" in problems(FURNACE, Library([str(tmp_path)]))[0]
    assert "unknown key" in problems(FURNACE, own(tmp_path, "game: magic\nplayers: [ann]\ncards: {}"))[0]
    assert "unknown game" in problems(FURNACE, own(tmp_path, "game: chess\ncards: {}"))[0]


def test_every_shipped_card_reads() -> None:
    cards, wrong = read_cards(shipped())
    assert [str(error) for error in wrong] == []
    assert cards


def test_every_effect_prints_as_one_plain_sentence() -> None:
    for path in sorted((CORPUS / "magic" / "language").rglob("*.yaml")):
        scenario = load(str(path))
        for effect in scenario.effects:
            assert re.fullmatch(r"[A-Z][^<>\[\]{}|_]*\.", said := sentence(effect, vocabulary(scenario.game))), (path, said)


def test_a_library_can_be_checked(tmp_path: Path) -> None:
    own(tmp_path, OWN)
    assert run.invoke(app, ["check", str(tmp_path)]).exit_code == 0
    own(tmp_path, OWN.replace("rule: 614.1a, would: {damage: {to", "would: {damage: {from"))
    checked = run.invoke(app, ["check", str(tmp_path)])
    assert checked.exit_code == 1
    assert "own.yaml:7:" in checked.stdout
    assert "say by which rule" in checked.stdout
    assert "unknown role of damage 'from'" in checked.stdout


def test_the_command_lists_and_filters() -> None:
    listed = run.invoke(app, ["cards", "--event", "damage", "--game", "magic"])
    assert listed.exit_code == 0
    assert "Furnace of Rath" in listed.stdout.splitlines()
    assert "did you mean 'damage'?" in run.invoke(app, ["cards", "--event", "damag"]).stderr
    assert run.invoke(app, ["cards", "--game", "chess"]).exit_code == 2


def test_what_every_player_has_is_an_effect_for_each_of_them(tmp_path: Path) -> None:
    library = own(tmp_path, OWN.replace("adds: {", "adds: {controller: each, "))
    text = FURNACE.replace("Furnace of Rath", "Small Furnace")
    scenario = load_text(text, "x.yaml", library)
    assert {effect.name: effect.controller for effect in scenario.effects} == {"furnace-adds (ann)": "ann", "furnace-adds (ben)": "ben"}
    assert life(text, library) == {15}
    assert life(text + "effects: {furnace-adds: {controller: ann}}", library) == {16}
    wrong = problems(text + "effects: {furnace-adds: {prevent: 1}}", library)
    assert len(wrong) == len(set(wrong))
