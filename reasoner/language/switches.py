"""The questions that the rules leave open, decided from outside the scenario file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reasoner.errors import SwitchError

from .scenario import Scenario
from .source import advice, quoted
from .vocabulary import vocabulary

__all__ = ["with_switches"]


def with_switches(scenario: Scenario, settings: Iterable[str]) -> Scenario:
    """The scenario with these switches (``name=setting``) set, whatever its file says of them. Raises SwitchError."""
    known = vocabulary(scenario.game).switches
    found = dict(scenario.switches)
    for text in settings:
        name, _, setting = (part.strip() for part in text.partition("="))
        if name not in known:
            raise SwitchError(f"unknown switch {quoted(name)}{advice(name, known)}")
        if setting not in known[name]:
            raise SwitchError(f"unknown setting {quoted(setting)} of {name}{advice(setting, known[name])}")
        found[name] = setting
    return replace(scenario, switches={name: setting for name, setting in found.items() if setting != known[name][0]})
