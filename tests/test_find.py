"""Searching a scope: what is looked through, what is found, and that it is told as a scenario that runs."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.consistency.scope import Scope, situations
from reasoner.consistency.writing import plain_file, scenario_data, scenario_text
from reasoner.errors import InputError
from reasoner.exploring.batches import whole
from reasoner.exploring.explore import explore, explore_variants
from reasoner.graphs.properties import Goal, ends, parse_goal
from reasoner.language.reading import load, load_text
from reasoner.language.scenario import Expectation, Scenario
from reasoner.terms import Word

from .conftest import CORPUS

run = CliRunner()

HEAD = """
game: magic
players: [ann, ben]
effects:
"""
EFFECTS = {
    "double": "{controller: ann, would: {damage: {to: ben}}, instead: {amount: 2 * amount}}",
    "add": "{controller: ann, would: {damage: {to: ben}}, instead: {amount: amount + 1}}",
    "gain": "{controller: ben, would: {gain_life: {player: you}}, instead: {lose_life: {player: you, amount: amount}}}",
    "lose": "{controller: ben, would: {lose_life: {player: you}}, instead: {gain_life: {player: you, amount: amount}}}",
}


def written(folder: Path, **effects: str) -> str:
    """A file with some of the effects, by the names that they get."""
    lines = [f"  {name}: {EFFECTS[effect]}" for name, effect in effects.items()]
    file = folder / "effects.yaml"
    file.write_text(HEAD + "\n".join(lines) + "\nevent: {draw: {player: ann, amount: 1}}\n")
    return str(file)


def found(*arguments: str) -> tuple[int, str]:
    result = run.invoke(app, ["find", *arguments])
    return result.exit_code, result.stdout


@pytest.mark.parametrize("case", ["cases/M-01", "engines/E-67", "rules/707.6", "rules/608.2f"])
def test_situations_are_different_and_explored_together_as_apart(case: str) -> None:
    base = load(str(CORPUS / "magic" / f"{case}.yaml"))
    some = [situation.scenario for situation in situations(base, Scope(objects=1, amount=2))]
    keys = [(s.players, tuple(sorted(s.objects, key=repr)), s.steps) for s in some]
    assert all(key not in keys[:number] for number, key in enumerate(keys))
    some = some[:: max(1, len(some) // 6)]
    for variant, together in zip(some, explore_variants(whole(some), some), strict=True):
        assert ends(together) == ends(explore(variant, reduce=False))


def test_a_scope_holds_what_one_would_write_by_hand(tmp_path: Path) -> None:
    base = load(written(tmp_path, double="double", add="add"))
    made = {
        tuple(sorted((role, value) for role, value in event.values.items()))
        for situation in situations(base, Scope(objects=0, amount=3))
        for event in situation.scenario.steps[0]
        if not isinstance(event, str)
    }
    assert made == {(("amount", amount), ("to", to)) for amount, to in product((1, 2, 3), ("ann", "ben"))}


def test_the_smallest_come_first(tmp_path: Path) -> None:
    base = load(str(CORPUS / "magic" / "engines" / "E-67.yaml"))
    sizes = [situation.size for situation in situations(base, Scope(objects=1))]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("case", ["cases/M-01", "cases/M-35", "engines/E-67", "rules/707.6", "rules/121.2c-b"])
def test_what_is_written_reads_back(case: str) -> None:
    file = str(CORPUS / "magic" / f"{case}.yaml")
    base, data = replace(load(file), case=None, rules=(), expect=Expectation()), plain_file(file)
    for number, situation in enumerate(situations(base, Scope())):
        if number % 20 == 0:
            assert load_text(scenario_text(scenario_data(situation.scenario, data)), file) == situation.scenario


def test_doublers_commute_with_each_other_and_not_with_adders(tmp_path: Path) -> None:
    assert found(written(tmp_path, one="double", two="double"))[0] == 1
    assert found(written(tmp_path, one="add", two="add"))[0] == 1
    code, text = found(written(tmp_path, one="double", two="add"))
    assert code == 0
    assert "event: {damage: {amount: 1, to: ben}}" in text


def test_what_is_found_runs_and_comes_out_as_it_says(tmp_path: Path) -> None:
    witness = tmp_path / "witness.yaml"
    witness.write_text(found(written(tmp_path, one="double", two="add"))[1])
    assert run.invoke(app, ["test", str(witness)]).exit_code == 0


def test_other_questions(tmp_path: Path) -> None:
    file = written(tmp_path, gain="gain", lose="lose")
    assert found(file, "--loop")[0] == 1, "an effect has one chance at an event and at what it becomes"
    assert "lose_life" in found(file, "--outcome", "ben.life > 20")[1]
    assert found(file, "--outcome", "ben.life > 30")[0] == 1
    assert found(file, "--no-chooser")[0] == 1


def test_a_switch_that_matters_is_found(tmp_path: Path) -> None:
    prevents = "{controller: ben, would: {damage: {to: you}}, prevent: all, then: {gain_life: {player: you, amount: prevented}}}"
    gains = "{controller: ben, would: {gain_life: {player: you}}, instead: {amount: amount + 1}}"
    file = tmp_path / "effects.yaml"
    file.write_text(f"{HEAD}  prevents: {prevents}\n  gains: {gains}\nevents: [{{damage: {{to: ben, amount: 1}}}}]\n")
    assert found(str(file), "--differs-under", "counters_from_combat_damage=effect")[0] == 1
    assert run.invoke(app, ["find", str(file), "--differs-under", "counters_from=effect"]).exit_code == 2


def test_none_says_how_much_was_searched(tmp_path: Path) -> None:
    code, text = found(written(tmp_path, one="double", two="double"), "--format", "json")
    answer = json.loads(text)
    assert (code, answer["scenario"], answer["complete"]) == (1, None, True)
    assert answer["situations"] == len(list(situations(load(written(tmp_path, one="double", two="double")), Scope())))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("ben.life < 1", Goal("ben.life", "<", 1)),
        ("bear.counters.+1/+1>=2", Goal("bear.counters.+1/+1", ">=", 2)),
        ("bear.tapped = true", Goal("bear.tapped", "=", True)),
        ("bear.zone != exile", Goal("bear.zone", "!=", "exile")),
    ],
)
def test_goals(text: str, goal: Goal) -> None:
    assert parse_goal(text) == goal


@pytest.mark.parametrize("text", ["ben.life", "ben.life < many", "ben.life > true", ""])
def test_wrong_goals(text: str) -> None:
    with pytest.raises(InputError):
        parse_goal(text)


def test_a_goal_about_nothing_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, one="double")
    for goal in ("bne.life < 1", "ben.live < 1"):
        result = run.invoke(app, ["find", file, "--outcome", goal])
        assert result.exit_code == 2


def test_words_that_effects_name_are_tried(tmp_path: Path) -> None:
    text = """
game: magic
players: [ann, ben]
effects:
  red: {controller: ben, would: {damage: {source: red, to: you}}, prevent: 1}
  more: {controller: ann, would: {damage: {to: ben, combat: true}}, instead: {amount: 2 * amount}}
event: {draw: {player: ann, amount: 1}}
"""
    base: Scenario = load_text(text, "x")
    made = [situation.scenario for situation in situations(base, Scope(objects=1))]
    assert any(("color", "red") in thing.traits for s in made for thing in s.objects)
    assert any(event.values.get("combat") == Word("yes") for s in made for event in s.steps[0] if not isinstance(event, str))


def test_cards_in_place_of_a_file(tmp_path: Path) -> None:
    code, text = found("--card", "Furnace of Rath", "--card", "Mending Hands")
    assert code == 0
    assert "furnace-of-rath: {card: Furnace of Rath, controller: ann}" in text
    (tmp_path / "witness.yaml").write_text(text)
    assert run.invoke(app, ["test", str(tmp_path / "witness.yaml")]).exit_code == 0
    assert found("--card", "Furnace of Rath", "--card", "Furnace of Rath", "--objects", "0")[0] == 1


def test_a_card_may_be_the_second_players(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(
        "game: magic\ncards:\n"
        "  Mine: {types: [artifact], effects: {a: {rule: 614.1a, would: {damage: {to: you}}, instead: {amount: 2 * amount}}}}\n"
        "  Theirs: {types: [artifact], effects: {b: {rule: 614.1a, would: {damage: {to: opponent}}, instead: {amount: amount + 1}}}}\n"
    )
    code, text = found("--card", "Mine", "--card", "Theirs", "--library", str(tmp_path / "cards.yaml"))
    assert code == 0
    assert "theirs: {card: Theirs, controller: ben}" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "say whose effects"),
        (("examples/soraka.yaml", "--card", "Guardian Angel"), "one or the other"),
        (("--card", "Frozen Ether"), "did you mean 'Frozen Aether'"),
        (("--card", "Furnace of Rath", "--card", "Guardian Angel"), "not of one game"),
    ],
)
def test_cards_that_cannot_be_searched_for(arguments: tuple[str, ...], message: str) -> None:
    result = run.invoke(app, ["find", *arguments])
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
