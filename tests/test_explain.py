"""Explanations: every effect that is never applied has a reason, and every reason has words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.explaining.catalogue import ALLOWED, BLOCKED, ENTITLED, IDEAS, NEARNESS
from reasoner.explaining.rulebook import citations, rule_index, rule_sentences, sort_key_of_rule
from reasoner.explaining.story import never_applied, story
from reasoner.explaining.why import reasons, reasons_of
from reasoner.exploring.explore import explore, explore_many
from reasoner.graphs.graph import OutcomeGraph
from reasoner.language.reading import load, load_text
from reasoner.language.scenario import Scenario
from reasoner.solving.programs import games

from .conftest import CORPUS, ROOT
from .test_contract import written_at

EXAMPLE = str(ROOT / "examples" / "furnace-and-shield.yaml")
run = CliRunner()


def reasons_in_the_programs(atom: str) -> dict[str, int]:
    """The names of the reasons that an atom can give, with how many arguments they have."""
    found: dict[str, int] = {}
    for _, term in written_at((f"{atom}/4", 3)):
        name, _, inside = str(term).partition("(")
        found[name] = len(inside.split(",")) if inside else 0
    return found


@pytest.mark.parametrize(("atom", "catalogue"), [("blocked", BLOCKED), ("allowed", ALLOWED), ("entitled", ENTITLED)])
def test_every_reason_has_words_and_all_words_have_a_reason(atom: str, catalogue: dict[str, str]) -> None:
    given = reasons_in_the_programs(atom)
    assert sorted(given) == sorted(catalogue)
    for name, arguments in given.items():
        used = {int(number) for number in re.findall(r"{(\d)}", catalogue[name])}
        assert not used or max(used) < arguments, name


def test_the_nearness_of_reasons_lists_them_all() -> None:
    assert sorted(NEARNESS) == sorted(BLOCKED)
    assert IDEAS.keys() <= BLOCKED.keys()


@pytest.mark.parametrize("game", games())
def test_the_ideas_that_reasons_stand_under_have_rule_numbers(game: str) -> None:
    cited = {idea for ideas in citations(game).values() for idea in ideas}
    assert set(IDEAS.values()) <= cited
    for rule in citations(game):
        assert rule_sentences(game, rule), rule


def test_every_effect_that_is_never_applied_has_a_reason() -> None:
    by_game: dict[str, list[Scenario]] = {}
    for path in sorted(CORPUS.rglob("*.yaml")):
        scenario = load(str(path))
        if any(effect.verb == "acts" for effect in scenario.effects):
            by_game.setdefault(scenario.game, []).append(scenario)
    without: list[str] = []
    count = 0
    for scenarios in by_game.values():
        for start in range(0, len(scenarios), 200):
            explorations = explore_many(scenarios[start : start + 200])
            unused = [(exploration, names) for exploration in explorations if (names := never_applied(OutcomeGraph(exploration)))]
            found = reasons_of([exploration for exploration, _ in unused], [None] * len(unused))
            for (exploration, names), told in zip(unused, found, strict=True):
                count += len(names)
                some = range(len(exploration.fluents))
                without += [f"{exploration.scenario.file}: {name}" for name in names if not told.nearest(name, some)]
    assert count > 100
    assert without == []


def test_an_effect_is_applicable_or_there_is_a_reason_why_not() -> None:
    for name in ("M-03", "M-54", "M-63", "M-97b"):
        exploration = explore(load(str(CORPUS / "magic" / "cases" / f"{name}.yaml")))
        found = reasons(exploration)
        for situation, edges in enumerate(exploration.edges):
            options = {edge.option[1] for edge in edges if isinstance(edge.option, tuple) and edge.option[0] == "apply"}
            for effect in exploration.scenario.effects:
                if edges and effect.name not in options:
                    assert found.against(effect.name, situation), (name, situation, effect.name)
                elif edges:
                    assert any(reason.allowed for reason in found.of(effect.name, situation)), (name, situation, effect.name)


UNUSED = """
game: magic
title: effects that are never applied, each for its own reason
players: [ann, ben]
objects:
  grave: {controller: ann, zone: graveyard}
  bear: {types: [creature], controller: ben}
effects:
  other-kind: {controller: ann, would: {draw: {}}, instead: nothing}
  other-player: {controller: ann, would: {gain_life: {player: ben}}, instead: nothing}
  too-little: {controller: ann, would: {gain_life: {player: ann}}, if: amount >= 9, instead: nothing}
  elsewhere: {source: grave, works_in: battlefield, would: {gain_life: {player: you}}, instead: nothing}
  forbids: {controller: ann, cant: {mill: {}}}
  doubles: {controller: ann, would: {gain_life: {player: you}}, instead: {amount: 2 * amount}}
event: {gain_life: {player: ann, amount: 3}}
"""


def test_the_reason_says_what_failed_and_with_which_values() -> None:
    told = {each.effect: each.reasons[0][0].text for each in story(OutcomeGraph(explore(load_text(UNUSED, "UNUSED")))).unused}
    assert told == {
        "other-kind": "nothing that it waits for (draw) is about to happen",
        "other-player": "“player” is ann, and it waits for ben",
        "too-little": "it asks that the amount is at least 9, and that is not so (the amount is 3)",
        "elsewhere": "its source grave is in graveyard, where it does not work",
        "forbids": "it is never applied: it says what can't happen, and holds by itself",
    }


def explained(*arguments: str) -> str:
    result = run.invoke(app, ["explain", EXAMPLE, *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_why_not_tells_what_blocks_it() -> None:
    assert "mending-hands could be declined" in explained("--why-not", "ben.life 10")
    assert "that is so in outcome 2" in explained("--why-not", "ben.life > 15")
    assert "furnace-doubles could be applied twice" in explained("--why-not", "ben.life 4")
    far = explained("--why-not", "ben.life 17")
    assert "does not lead there" in far
    assert "comes nearest" not in far
    assert "comes nearest is ben.life = 4, if" in explained("--why-not", "ben.life 2")


def test_an_event_that_cannot_come_about_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nothing.yaml"
    bear = "{bear: {types: [creature], controller: ann}}"
    file.write_text(f"{{game: magic, players: [ann, ben], objects: {bear}, event: {{discard: {{what: bear}}}}}}")
    assert "“bear is discarded” cannot come about as things are" in run.invoke(app, ["explain", str(file)]).stdout


def test_two_outcomes_stand_side_by_side() -> None:
    told = explained("--outcome", "2", "--against", "1").splitlines()
    assert any(re.match(r"  then +furnace-doubles \(1 → 2\) +mending-hands \(prevents 4\)", line) for line in told)
    assert any(re.match(r"  ben.life +18 +14", line) for line in told)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--effect", "mending"], "there is no effect 'mending'"),
        (["--outcome", "7"], "there is no outcome 7; the scenario has 2"),
        (["--against", "1"], "give that with --outcome"),
        (["--outcome", "1", "--against", "1"], "no choice parts outcome 1 from outcome 1"),
        (["--effect", "mending-hands", "--outcome", "1"], "give one of"),
        (["--why-not", "ben.lif 3"], "did you mean 'life'"),
        (["--why-not", "ben.life"], "--why-not:1:1: expected a comparison"),
    ],
)
def test_questions_that_cannot_be_answered(arguments: list[str], message: str) -> None:
    result = run.invoke(app, ["explain", EXAMPLE, *arguments])
    assert result.exit_code == 2
    assert message in result.stderr


def test_rules_stand_in_the_order_of_the_rulebook() -> None:
    assert sorted(["614.10", "614.2", "614.1a", "614.1"], key=sort_key_of_rule) == ["614.1", "614.1a", "614.2", "614.10"]
    assert "616.1a" in rule_index("magic")
