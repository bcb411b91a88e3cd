"""Where in its file an effect or the event of a scenario stands."""

from __future__ import annotations

from functools import cached_property

from reasoner.errors import InputError

from .scenario import Scenario
from .source import Entry, parse, read_text

__all__ = ["Places"]


class Places:
    """Lines and columns (from 1) of what a scenario names; 1, 1 for what cannot be found, such as in standard input."""

    def __init__(self, scenario: Scenario):
        self._scenario = scenario

    @cached_property
    def _fields(self) -> dict[str, tuple[Entry, Entry]]:
        try:
            root = parse(read_text(self._scenario.file), self._scenario.file) if self._scenario.file != "-" else None
        except InputError:
            root = None
        return {key.raw: (key, value) for key, value in root.items()} if root is not None else {}

    def _keys(self, group: str) -> dict[str, Entry]:
        pair = self._fields.get(group)
        return {key.raw: key for key, _ in pair[1].items()} if pair is not None and pair[1].is_mapping else {}

    def of(self, name: str) -> tuple[int, int]:
        """The place of an effect, or of the object whose card brings it."""
        effects, objects = self._keys("effects"), self._keys("objects")
        source = next((effect.source for effect in self._scenario.effects if effect.name == name), None)
        entry = effects.get(name) or objects.get(source or name)
        return (entry.line, entry.column) if entry is not None else (1, 1)

    def of_event(self) -> tuple[int, int]:
        """The place of what is about to happen."""
        pair = next((self._fields[key] for key in ("event", "events", "steps") if key in self._fields), None)
        return (pair[0].line, pair[0].column) if pair is not None else (1, 1)
