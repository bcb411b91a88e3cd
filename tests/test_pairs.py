"""How two effects of a library behave together, over a scope."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.cards.card import read_card
from reasoner.cards.library import shipped
from reasoner.consistency.affine import condition, of_effect
from reasoner.consistency.deciding import decide_all
from reasoner.consistency.posing import Entry, meeting_kinds, pose, together
from reasoner.consistency.scope import Meeting, Scope, meetings, situations
from reasoner.exploring.batches import explore_all
from reasoner.exploring.explore import Exploration, Limits
from reasoner.graphs.graph import applied_effect
from reasoner.language.reading import load_text

run = CliRunner()

LIBRARY = """
game: magic
cards:
  Doubler:
    types: [enchantment]
    effects: {doubles: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: 2 * amount}}}
  Doubler Too:
    types: [artifact]
    effects: {doubles: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: 2 * amount}}}
  Adder:
    types: [enchantment]
    effects: {adds: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: amount + 1}}}
  Halver Up:
    types: [enchantment]
    effects: {halves: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: half up amount}}}
  Halver Down:
    types: [enchantment]
    effects: {halves: {rule: 614.1a, would: {damage: {to: player}}, instead: {amount: half down amount}}}
  Other:
    types: [enchantment]
    effects: {taps: {rule: 614.1c, would: {enter: {what: creature}}, instead: {tapped: true}}}
  Exile:
    types: [enchantment]
    effects: {exiles: {rule: 614.1a, would: {dies: {what: creature}}, instead: {to: exile}}}
  Hand:
    types: [enchantment]
    effects: {returns: {rule: 614.1a, would: {dies: {what: creature}}, instead: {to: hand}}}
"""


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], dict[str, Any]]:
    file = tmp_path_factory.mktemp("library") / "cards.yaml"
    file.write_text(LIBRARY)
    options = ["--pairs", "--objects", "0", "--max-amount", "2", "--format", "json", "--jobs", "1"]
    result = run.invoke(app, ["check", str(file), *options])
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["not_posed"] == []
    assert answer["shapes"] < 2 * len(answer["pairs"])
    return {(pair["first"], pair["second"]): pair for pair in answer["pairs"]}


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("Doubler", "Doubler", "commute"),
        ("Doubler", "Doubler Too", "commute"),
        ("Adder", "Adder", "commute"),
        ("Adder", "Doubler", "order matters"),
        ("Halver Down", "Halver Down", "commute"),
        ("Halver Up", "Halver Up", "commute"),
        ("Halver Down", "Halver Up", "order matters"),
        ("Adder", "Other", "cannot meet"),
        ("Exile", "Hand", "exclude each other"),
    ],
)
def test_verdicts(pairs: dict[tuple[str, str], dict[str, Any]], first: str, second: str, verdict: str) -> None:
    assert pairs[first, second]["verdict"] == verdict


def test_the_witness_is_the_smallest_situation(pairs: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Half down of 2 is 1, and half up of that 1; half up of 2 is 1, and half down of that 0. With 1 both come to 0."""
    assert pairs["Halver Down", "Halver Up"]["event"] == "a source deals 2 damage to ann"
    assert pairs["Adder", "Doubler"]["event"] == "a source deals 1 damage to ann"
    assert len(pairs["Adder", "Doubler"]["witness"]) == 2


def test_what_a_journal_has_is_not_decided_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.yaml").write_text(LIBRARY)
    journal = tmp_path / "pairs.jsonl"
    options = ["--card", "Doubler", "--card", "Adder", "--objects", "0", "--max-amount", "1", "--jobs", "1", "--journal", str(journal)]
    arguments = ["check", str(tmp_path / "cards.yaml"), "--pairs", *options]
    first = run.invoke(app, arguments)
    assert first.exit_code == 0, first.stderr
    monkeypatch.setattr("reasoner.consistency.pairs.decide_all", lambda *_, **__: pytest.fail("decided again"))
    assert run.invoke(app, arguments).stdout == first.stdout


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("magic", "Furnace of Rath", "Urza's Armor"),
        ("magic", "Lashknife Barrier", "Djeru's Resolve"),
        ("magic", "Hardened Scales", "Doubling Season"),
        ("magic", "Anafenza, the Foremost", "Rest in Peace"),
        ("riftbound", "Soraka, Wanderer", "Zhonya's Hourglass"),
    ],
)
def test_situations_are_those_in_which_the_rules_offer_both(game: str, one: str, other: str) -> None:
    """Asking the rules while a situation is made keeps just those in which, explored, somebody can apply either to one event."""
    cards, scope = [read_card(shipped(), game, name) for name in (one, other)], Scope(objects=1, amount=2)
    names = [next(name for name, effect in card.effects.items() if effect.effect.verb == "acts") for card in cards]
    first, second = (
        pose(Entry(card, name), side, "ann", shipped()) for card, name, side in zip(cards, names, ("first", "second"), strict=True)
    )
    kinds, base = meeting_kinds(first, second), together(first, second)
    (made,) = meetings([Meeting(base, kinds, (first.names, second.names))], scope)
    fitting = [
        s for s in situations(base, scope) if any(event.kind in kinds for event in s.scenario.steps[0] if not isinstance(event, str))
    ]
    explored = explore_all([situation.scenario for situation in fitting], related=True)
    offered = [situation for situation, found in zip(fitting, explored, strict=True) if _offers_both(found, first.names, second.names)]
    assert offered
    assert made == offered


def test_what_takes_its_own_counters_off_has_some() -> None:
    """With no counters on it nothing would show that more of them go when the damage is doubled first."""
    pair = pose(_entry("Furnace of Rath"), "first", "ann", shipped()), pose(_entry("Protean Hydra", "prevents"), "second", "ben", shipped())
    (decision,) = decide_all([pair], Scope(objects=1, amount=2), Limits())
    assert decision.verdict == "order matters"


def test_situations_of_many_pairs_are_those_of_each() -> None:
    scope = Scope(objects=1, amount=2)
    posed = [
        (pose(entry, "first", "ann", shipped()), pose(entry, "second", "ben", shipped()))
        for name in ("Furnace of Rath", "Urza's Armor", "Pariah", "Anafenza, the Foremost", "Rest in Peace", "Words of Worship")
        for entry in [_entry(name)]
    ]
    both = [(one, other) for one, _ in posed for _, other in posed if meeting_kinds(one, other)]
    wanted = [Meeting(together(one, other), meeting_kinds(one, other), (one.names, other.names)) for one, other in both]
    found = meetings(wanted, scope)
    assert sum(map(bool, found)) > 4
    assert found == [made for meeting in wanted for made in meetings([meeting], scope)]


def _entry(name: str, effect: str | None = None) -> Entry:
    card = read_card(shipped(), "magic", name)
    return Entry(card, effect or next(effect for effect, each in card.effects.items() if each.effect.verb == "acts"))


def _offers_both(found: Exploration | str, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    assert isinstance(found, Exploration)
    applied = {applied_effect(edge) for edge in found.edges[0]}
    return not applied.isdisjoint(one) and not applied.isdisjoint(other)


def test_all_pairs_are_there(pairs: dict[tuple[str, str], dict[str, Any]]) -> None:
    assert len(pairs) == 8 * 9 // 2


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("2 * amount", "3 * amount", "v ↦ 2·v and v ↦ 3·v commute for every amount"),
        ("amount + 1", "2 * amount", "v ↦ v + 1 and v ↦ 2·v differ by 1 for every amount"),
        ("amount - 1", "amount + 2", "v ↦ v − 1 and v ↦ v + 2 commute for every amount, as long as none falls to 0"),
        ("2 * (amount + 1)", "amount + amount", "v ↦ 2·v + 2 and v ↦ 2·v differ by 2 for every amount"),
        ("half up amount", "2 * amount", None),
    ],
)
def test_when_numeric_effects_commute(one: str, other: str, told: str | None) -> None:
    effects = "".join(
        f"  {name}: {{controller: ann, would: {{damage: {{}}}}, instead: {{amount: {text}}}}}\n"
        for name, text in (("a", one), ("b", other))
    )
    scenario = load_text(f"game: magic\nplayers: [ann, ben]\neffects:\n{effects}event: {{damage: {{to: ben, amount: 1}}}}\n", "x")
    assert condition(*scenario.effects) == told


def test_the_closed_form_is_the_function() -> None:
    text = "{controller: ann, would: {damage: {}}, instead: {amount: 3 * (amount - 2) + 1}}"
    head = "game: magic\nplayers: [ann, ben]\neffects:\n"
    scenario = load_text(f"{head}  a: {text}\nevent: {{damage: {{to: ben, amount: 1}}}}\n", "x")
    assert of_effect(scenario.effects[0]) == (3, -5)


def test_one_card_alone(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(LIBRARY)
    arguments = ["check", str(tmp_path), "--pairs", "--card", "Other", "--objects", "0", "--max-amount", "1", "--jobs", "1"]
    result = run.invoke(app, arguments)
    assert result.stdout.startswith("8 pairs of effects")
    assert "did you mean 'Other'" in run.invoke(app, [*arguments, "--card", "Othr"]).stderr
