"""Scenarios written as files: the other way round from :mod:`reasoner.language.reading`.

Effects, tokens and the objects of a file stand as they were written in it (:func:`plain`); the rest is written from the
:class:`~reasoner.language.scenario.Scenario`. What is written reads back as the same scenario.
"""

from __future__ import annotations

from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from reasoner.graphs.expect import value_at
from reasoner.graphs.report import Report
from reasoner.language.scenario import Event, Object, Player, Scenario
from reasoner.language.source import parse, read_text
from reasoner.language.vocabulary import Vocabulary, vocabulary
from reasoner.terms import Term
from reasoner.words.describe import Value

__all__ = ["expectation", "plain", "plain_file", "scenario_data", "scenario_text"]

Data = dict[str, Any]
_TAG = "tag:yaml.org,2002:"


def plain(node: Node) -> Any:
    """A value of a scenario file as plain data."""
    if isinstance(node, MappingNode):
        return {str(key.value): plain(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [plain(part) for part in node.value]
    text = str(node.value)
    if node.tag == _TAG + "int":
        return int(text)
    if node.tag == _TAG + "bool":
        return text.lower() == "true"
    return None if node.tag == _TAG + "null" else text


def plain_file(path: str) -> Data:
    """A scenario file as plain data. Raises InputError."""
    data = plain(parse(read_text(path), path).node)
    assert isinstance(data, dict)
    return data


def _players(players: tuple[Player, ...]) -> Any:
    return (
        {player.name: dict(player.values) for player in players} if any(player.values for player in players) else [p.name for p in players]
    )


def _object(thing: Object, words: Vocabulary) -> Data:
    """An object that a search has made; objects of a file stand as they were written."""
    data: Data = {}
    for key, functor in (("types", "type"), ("colors", "color"), ("keywords", "keyword")):
        if found := [str(trait[1]) for trait in thing.traits if isinstance(trait, tuple) and trait[0] == functor]:
            data[key] = found
    names = [str(trait[1]) for trait in thing.traits if isinstance(trait, tuple) and trait[0] == "name"]
    if names != [thing.name]:
        data["name"] = names[0]
    if "token" in thing.traits:
        data["token"] = True
    data["controller"] = thing.controller
    if thing.zone != words.usual_zone(thing.traits):
        data["zone"] = thing.zone
    return data | thing.values


def _value(value: Term) -> Any:
    return True if value == "yes" else value if isinstance(value, int) else str(value)


def _event(event: Event, game: str) -> Data:
    usual = vocabulary(game).kinds[event.kind].usual
    roles: Data = {role: _value(value) for role, value in event.values.items() if value != usual.get(role)}
    roles |= {role: {str(item): amount for item, amount in items.items()} for role, items in event.items.items()}
    return {event.kind: roles}


def scenario_data(scenario: Scenario, file: Data) -> Data:
    """The scenario as plain data; ``file`` is the file whose objects, tokens and effects it has."""
    words = vocabulary(scenario.game)
    data: Data = {"game": scenario.game, "title": scenario.title, "players": _players(scenario.players)}
    if scenario.active != scenario.players[0].name:
        data["active"] = scenario.active
    given = file.get("objects") or {}
    objects = {thing.name: given[thing.name] if thing.name in given else _object(thing, words) for thing in scenario.objects}
    if objects:
        data["objects"] = objects
    for key in ("tokens", "effects"):
        if file.get(key):
            data[key] = file[key]
    closing = vocabulary(scenario.game).closing
    batches = [step if isinstance(step, str) else [_event(event, scenario.game) for event in step] for step in scenario.steps]
    if batches[len(batches) - len(closing) :] == closing:
        batches = batches[: len(batches) - len(closing)]
    if len(batches) == 1 and not isinstance(batches[0], str):
        data |= {"event": batches[0][0]} if len(batches[0]) == 1 else {"events": batches[0]}
    else:
        data["steps"] = batches
    if scenario.switches:
        data["switches"] = dict(scenario.switches)
    return data


def _expected(value: Value | None) -> Any:
    return "none" if value is None else value


def expectation(report: Report) -> Data:
    """What came out, as the ``expect`` of a file; the outcomes only if values tell something about them."""
    data: Data = {"chooser": report.choosers[0] if report.choosers else "nobody"}
    if report.orderings is not None:
        data["orderings"] = report.orderings
    words = vocabulary(report.scenario.game)
    told = report.differing or sorted({path for outcome in report.outcomes for path in outcome.changes})
    entries = [{path: _expected(value_at(outcome, path, words)) for path in told} for outcome in report.outcomes]
    if told and entries:
        data["outcomes"] = [entry for number, entry in enumerate(entries) if entry not in entries[:number]]
    return data


def scenario_text(data: Data) -> str:
    """Plain data as the text of a scenario file: a line for each name, flow style inside."""
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = True
    yaml.width = 1_000_000
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]

    def flow(value: Any) -> str:
        stream = StringIO()
        yaml.dump(value, stream)
        return stream.getvalue().removesuffix("\n").removesuffix("\n...")

    lines: list[str] = []
    for key, value in data.items():
        nested = key in ("objects", "tokens", "effects", "expect") and isinstance(value, dict)
        if not nested:
            lines.append(f"{key}: {flow(value)}")
            continue
        lines.append(f"{key}:")
        for name, part in value.items():
            if key == "expect" and isinstance(part, list):
                lines += [f"  {name}:", *(f"    - {flow(entry)}" for entry in part)]
            elif key == "effects" and isinstance(part, dict):
                lines += [f"  {flow(name)}:", *(f"    {flow(word)}: {flow(entry)}" for word, entry in part.items())]
            else:
                lines.append(f"  {flow(name)}: {flow(part)}")
    return "\n".join([*lines, ""])
