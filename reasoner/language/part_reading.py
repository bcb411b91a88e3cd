"""What an effect does: the parts ``instead``, ``also``, ``prevent``, ``redirect`` and ``then``."""

from __future__ import annotations

from reasoner.terms import Term, Word

from .expressions import constant
from .scenario import Parts, Template
from .source import Entry, choices, nearest
from .value_reading import ValueReader
from .vocabulary import ITEM_TYPES

__all__ = ["DOES", "PartReader"]

DOES = ("instead", "also", "prevent", "redirect", "then")


class PartReader:
    """Reads the parts of one effect or of one of its branches."""

    def __init__(self, values: ValueReader):
        self.values = values
        self.names = values.names
        self.parts = Parts()

    def read(self, fields: dict[str, Entry]) -> Parts:
        """The parts under these keys; what is wrong is reported."""
        ways = [key for key in ("instead", "prevent", "redirect") if key in fields]
        if len(ways) > 1:
            fields[ways[1]].wrong(f"an effect does one of instead, prevent and redirect; found {' and '.join(ways)}")
        if "instead" in fields:
            self._instead(fields["instead"])
        if "prevent" in fields:
            self._prevent(fields["prevent"])
        if "redirect" in fields:
            self._redirect(fields["redirect"])
        if "also" in fields:
            self.parts.adds = self._templates(fields["also"])
        if "then" in fields:
            self.values.late = "prevent" in fields
            self.parts.riders = self._templates(fields["then"])
            self.values.late = False
        return self.parts

    def _instead(self, entry: Entry) -> None:
        if entry.is_scalar:
            if entry.raw == "nothing":
                self.parts.drops = True
            else:
                entry.wrong(f"expected changed roles, other events or the word nothing, found {entry.describe()}")
            return
        if entry.is_sequence:
            self.parts.steps = self._templates(entry)
            return
        roles = dict(set.intersection(*(set(kind.roles.items()) for kind in self.values.kinds)))
        kinds = self.names.vocabulary.kinds
        pairs = entry.items()
        if not pairs:
            entry.wrong("expected changed roles or other events; write nothing for no event at all")
        for key, value in pairs:
            if key.raw in roles:
                self._change(key.raw, roles[key.raw], value)
            elif key.raw in kinds or key.raw in self.names.vocabulary.shorthands:
                if (template := self._template(key, value)) is not None:
                    self.parts.becomes.append(template)
            else:
                valid = [*roles, *kinds]
                waits = " and ".join(kind.name for kind in self.values.kinds)
                key.wrong(
                    f"{key.raw!r} is no event kind and no role of {waits}{nearest(key.raw, valid)} "
                    f"(roles: {choices(roles)}; kinds: {choices(kinds, 40)})"
                )
        if self.parts.becomes and (self.parts.sets or self._edits()):
            entry.wrong("found changed roles beside other events; an alternative either changes the event or puts others in its place")

    def _edits(self) -> bool:
        parts = self.parts
        return bool(parts.scales or parts.maps or parts.plus or parts.whole)

    def _change(self, role: str, type_: str, entry: Entry) -> None:
        parts = self.parts
        if type_ not in ITEM_TYPES:
            value = self.values.value(entry, type_)
            if value is not None:
                parts.sets[role] = value
            return
        if entry.is_scalar:
            value = self.values.value(entry, "number")
            if value is not None:
                parts.scales[role] = value
            return
        keys = {key.raw for key, _ in entry.items()}
        if not keys & {"each", "all", "plus"}:
            parts.maps[role] = self.values.items(entry, type_)
            return
        fields = entry.fields(("each", "all", "plus"), what="change")
        if "each" in fields:
            if fields["each"].is_mapping:
                parts.maps[role] = self.values.items(fields["each"], type_)
            elif (value := self.values.value(fields["each"], "number")) is not None:
                parts.scales[role] = value
        if "all" in fields:
            parts.whole[role] = self.values.items(fields["all"], type_)
        if "plus" in fields:
            parts.plus[role] = self.values.items(fields["plus"], type_)

    def _templates(self, entry: Entry) -> list[Template]:
        found: list[Template] = []
        if not entry.elements():
            entry.wrong("expected at least one event, found an empty list")
        for element in entry.elements():
            pairs = element.items()
            if element.is_mapping and not pairs:
                element.wrong("expected an event such as {draw: {player: you, amount: 1}}")
            for key, value in pairs:
                if (template := self._template(key, value)) is not None:
                    found.append(template)
        return found

    def _template(self, key: Entry, value: Entry) -> Template | None:
        read = self.names.kind(key, value)
        if read is None:
            return None
        kind, preset, fields = read
        values = {role: constant(value) for role, value in self.names.presets(kind, preset).items()}
        items: dict[str, dict[str, Term]] = {}
        for role, entry in fields.items():
            if kind.roles[role] in ITEM_TYPES:
                items[role] = self.values.items(entry, kind.roles[role])
            elif (term := self.values.value(entry, kind.roles[role])) is not None:
                values[role] = term
        self.names.check_required(value, kind, fields, preset)
        return Template(kind.name, values, items)

    def _prevent(self, entry: Entry) -> None:
        parts = self.parts
        self.values.only("damage", entry, "be prevented")
        if entry.is_integer or self.names.gives_number(entry.raw):
            self._points(entry)
        elif entry.is_mapping:
            fields = entry.fields(("next", "each", "in_all", "all_but"), what="amount")
            if len(fields) != 1:
                entry.wrong("expected one of next (a shield of points), each (of every damage event), in_all (of all at once) and all_but")
            elif "next" in fields:
                self._points(fields["next"])
            elif "each" in fields:
                if (value := self.values.value(fields["each"], "number")) is not None:
                    parts.prevents = ("up_to", value)
            elif "in_all" in fields:
                if (value := self.values.value(fields["in_all"], "number")) is not None:
                    parts.prevents = ("in_all", value)
            elif (value := self.values.value(fields["all_but"], "number")) is not None:
                parts.prevents = ("up_to", ("minus", (Word("attr"), Word("amount")), value))
        elif entry.is_scalar and entry.raw == "all":
            parts.prevents = Word("all")
        elif entry.is_scalar and entry.raw in ("half up", "half down"):
            parts.prevents = ("up_to", ("half", Word(entry.raw[5:]), (Word("attr"), Word("amount"))))
        else:
            entry.wrong(
                f"expected all, half up, half down, a number (the next that many), {{each: N}} or {{all_but: N}}, found {entry.describe()}"
            )

    def _points(self, entry: Entry) -> None:
        self.parts.prevents = Word("points")
        self.parts.points = self.values.fixed(entry)

    def _redirect(self, entry: Entry) -> None:
        """``{next: 2, to: bear}``: the next 2 damage goes to bear. (For all of it write ``instead: {to: bear}``.)"""
        fields = entry.fields(("next", "to"), required=("next", "to"), what="part")
        self.values.only("damage", entry, "be redirected in part")
        if "next" in fields:
            self.parts.points = self.values.fixed(fields["next"])
        if "to" in fields:
            self.parts.diverts = self.values.value(fields["to"], "recipient")
