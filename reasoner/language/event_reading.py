"""The events of a scenario file, in the steps in which they are about to happen."""

from __future__ import annotations

from dataclasses import replace

from reasoner.terms import Term

from .names import Names
from .scenario import Event
from .source import Entry
from .value_reading import ValueReader
from .vocabulary import ITEM_TYPES, LINKS

__all__ = ["EventReader"]

MOST_STEPS = 1000


class EventReader:
    """Reads the events of one scenario."""

    def __init__(self, names: Names):
        self.names = names

    def read(self, root: Entry, fields: dict[str, Entry]) -> list[tuple[Event, ...] | str]:
        """The steps of a scenario: batches of events, and checkpoints by their names."""
        given = [key for key in ("event", "events", "steps") if key in fields]
        if len(given) != 1:
            root.wrong("a scenario has exactly one of event, events and steps" + (f"; found {', '.join(given)}" if given else ""))
            return []
        entry = fields[given[0]]
        if given[0] == "event":
            batches = [[entry]]
        elif given[0] == "events":
            batches = [entry.elements()]
        else:
            batches = [step.elements() for step in entry.elements()]
            if len(batches) > MOST_STEPS:
                entry.wrong(f"a scenario has at most {MOST_STEPS} steps, found {len(batches)}")
                return []
        for holder in (entry, *(entry.elements() if given[0] == "steps" else ())):
            if not holder.elements():
                holder.wrong("expected at least one event, found an empty list")
        return [self._step(batch) for batch in batches] + self.names.vocabulary.closing

    def _step(self, batch: list[Entry]) -> tuple[Event, ...] | str:
        """A batch of events, or a checkpoint by its name."""
        checkpoints = self.names.vocabulary.checkpoints
        if len(batch) == 1 and batch[0].raw in checkpoints:
            return batch[0].raw
        return tuple(event for part in batch for event in self._event(part))

    def _event(self, entry: Entry) -> list[Event]:
        """One event or, of several objects, several; ``{if_done: event}`` and the like ask about the step before it."""
        keys = [key.raw for key, _ in entry.items()] if entry.is_mapping else []
        if len(keys) == 1 and keys[0] in LINKS and keys[0] in self.names.vocabulary.features:
            return [replace(event, linked=keys[0]) for event in self._event(entry.items()[0][1])]
        read = self.names.kind_and_fields(entry)
        if read is None:
            return []
        kind, preset, fields = read
        values = self.names.presets(kind, preset)
        items: dict[str, dict[str, int]] = {}
        reckoned: dict[str, Term] = {}
        several: tuple[str, list[Term]] | None = None
        for role, value in fields.items():
            type_ = kind.roles[role]
            if type_ in ITEM_TYPES:
                items[role] = {}
                for name, amount in self.names.item_entries(value, type_):
                    number = amount.integer(lowest=0)
                    if number is not None:
                        items[role][name] = number
            elif type_ in ("object", "recipient") and value.is_sequence:
                found = [term for element in value.elements() if (term := self.names.value(element, type_)) is not None]
                if not value.node.value or len(found) > len(set(found)):
                    value.wrong("expected at least one name, and each name once")
                if several is not None:
                    value.wrong("only one role of an event may list several objects")
                several = (role, found)
            elif type_ == "number" and value.is_scalar and any(map(str.isalpha, value.raw)):
                if (expression := self._reckoned(value)) is not None:
                    reckoned[role] = expression
            elif (term := self.names.value(value, type_)) is not None:
                values[role] = term
        self.names.check_required(entry, kind, fields, preset)
        if several is None:
            return [Event(kind.name, values, items, reckoned=reckoned)]
        return [Event(kind.name, values | {several[0]: term}, items, reckoned=reckoned) for term in several[1]]

    def _reckoned(self, entry: Entry) -> Term | None:
        """A number of an event that names players or objects, such as ``bear.power``."""
        values = ValueReader(self.names, "")
        values.missing = dict.fromkeys(
            ("you", "self", "host", "bound"), "a scenario's own event speaks of players and objects by their names"
        )
        return values.value(entry, "number")
