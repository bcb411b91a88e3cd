"""Effects of a scenario file: what they wait for, when they apply, what they do.

The shape of an effect is described in ``docs/language.md``; the parts that come out are those of
:class:`~reasoner.scenario.Effect`.
"""

from __future__ import annotations

import re

from .expressions import LONGEST, ExpressionError, constant, contains, number, parse_expression, subexpressions
from .filter_reading import read_filter
from .formulas import All, Any, Clauses, Formula, Not, Test, TooManyClauses, clauses
from .names import Names
from .scenario import Effect, Template, Watch
from .source import Entry, choices, nearest, quoted
from .terms import Term, Word, word
from .vocabulary import EventKind

__all__ = ["EffectReader"]

_KEYS = (
    "source", "controller", "works_in", "would", "cant", "unpreventable", "if", "instead", "also", "prevent", "redirect",
    "then", "on", "optional", "uses", "all_at_once", "self_replacement", "note",
)  # fmt: skip
_VERBS = {"would": "acts", "cant": "forbids", "unpreventable": "hardens"}
_DOES = ("instead", "also", "prevent", "redirect", "then")
_COMPARISON = re.compile(r"(?P<left>[^<>=!]+?)\s*(?P<sign><=|>=|!=|==|=|<|>)\s*(?P<right>[^<>=!]+)\Z")
_SIGN = re.compile(r"\s*[<>=!]")
_PREVENTED = word("prevented")
_ACTING = (*_DOES, "optional", "uses", "all_at_once", "self_replacement")
_OPERATORS = ("plus", "minus", "times", "min", "max", "half")
_FITTING = {
    "number": ("number",),
    "player": ("player", "recipient"),
    "object": ("object", "recipient"),
    "recipient": ("player", "object", "recipient"),
}
_CALLED = {"number": "a number", "player": "a player", "object": "an object", "recipient": "a player or an object", "word": "a word"}


class EffectReader:
    """Reads one effect. Also the scope of its expressions: what ``amount`` or ``you.life`` means in it."""

    def __init__(self, names: Names, name: str, entry: Entry):
        self.names = names
        self.entry = entry
        self.effect = Effect(name, "acts", [])
        self.kinds: list[EventKind] = []
        self.missing: dict[str, str] = {}
        self._late = False

    def read(self) -> Effect | None:
        """The effect, or None after reporting that it cannot be read."""
        effect = self.effect
        fields = self.entry.fields(_KEYS)
        if not self.entry.is_mapping:
            return None
        self._whose(fields)
        verbs = [key for key in _VERBS if key in fields]
        if len(verbs) != 1:
            self.entry.wrong(f"an effect has exactly one of {', '.join(_VERBS)}" + (f"; found {', '.join(verbs)}" if verbs else ""))
            return None
        effect.verb = _VERBS[verbs[0]]
        conditions: list[Formula] = []
        self._watches(fields[verbs[0]], conditions)
        if "if" in fields and (formula := self._condition(fields["if"])) is not None:
            conditions.append(formula)
        if conditions:
            try:
                effect.conditions = clauses(All(tuple(conditions)))
            except TooManyClauses as error:
                fields.get("if", self.entry).wrong(f"the condition has {error}; simplify it")
        for key in ("optional", "self_replacement"):
            if key in fields and (flag := fields[key].boolean()) is not None:
                setattr(effect, key, flag)
        if "all_at_once" in fields:
            effect.together = bool(fields["all_at_once"].boolean())
        if "uses" in fields:
            effect.uses = fields["uses"].integer(lowest=1)
        if "note" in fields:
            fields["note"].text()
        for key in fields if effect.verb != "acts" else ():
            if key in _ACTING:
                fields[key].wrong(f"an effect with {verbs[0]!r} does nothing else; take {key!r} away")
        if effect.verb == "hardens":
            self._only_damage(fields[verbs[0]], "be made unpreventable")
        if effect.verb == "acts" and not any(key in fields for key in _DOES):
            self.entry.wrong(f"an effect with 'would' says what happens: give one of {', '.join(_DOES)}")
        ways = [key for key in ("instead", "prevent", "redirect") if key in fields]
        if len(ways) > 1:
            fields[ways[1]].wrong(f"an effect does one of instead, prevent and redirect; found {' and '.join(ways)}")
        if effect.verb == "acts" and self.kinds:
            self._acts(fields)
        return effect

    def _acts(self, fields: dict[str, Entry]) -> None:
        """What it does."""
        effect = self.effect
        if "instead" in fields:
            self._instead(fields["instead"])
        if "prevent" in fields:
            self._prevent(fields["prevent"])
        if "redirect" in fields:
            self._redirect(fields["redirect"])
        if "also" in fields:
            effect.adds = self._templates(fields["also"])
        if "then" in fields:
            self._late = "prevent" in fields
            effect.riders = self._templates(fields["then"])
            self._late = False

    def _whose(self, fields: dict[str, Entry]) -> None:
        if "source" in fields:
            self.effect.source = self.names.object(fields["source"])
        if "controller" in fields:
            self.effect.controller = self.names.player(fields["controller"])
        if "source" not in fields and "controller" not in fields:
            self.entry.wrong("an effect needs a source (an object) or a controller (a player)")
        if "source" not in fields:
            self.missing = {
                name: f"{name!r} means the effect's source, and this effect has none; give it a source" for name in ("self", "host")
            }
            if "works_in" in fields:
                fields["works_in"].wrong("this says where the effect's source works, and this effect has none; give it a source")
        if "on" not in fields:
            self.missing["bound"] = "'bound' means the object that the effect is on, and this effect is on none; give it on: OBJECT"
        if "on" in fields:
            self.effect.bound_to = self.names.object(fields["on"])
        if "works_in" in fields:
            self.effect.works_in = self.names.word(fields["works_in"], self.names.vocabulary.zones | {"anywhere"}, "zone")

    # --- what it waits for
    def _watches(self, entry: Entry, conditions: list[Formula]) -> None:
        pairs = entry.items()
        if entry.is_mapping and not pairs:
            entry.wrong("expected at least one event kind")
        # All kinds first: an amount condition below may name any of their roles.
        read = [found for key, value in pairs if (found := self.names.kind(key, value)) is not None]
        self.kinds = [kind for kind, _, _ in read]
        for kind, preset, fields in read:
            filters: dict[str, Clauses] = {role: (((True, (Word("is"), Word(text))),),) for role, text in preset.items()}
            for role, value in fields.items():
                if kind.roles[role] == "number":
                    if len(pairs) > 1:
                        value.wrong("a bound holds for every kind that the effect waits for; write an effect for each kind")
                    if (formula := self._bound(role, value)) is not None:
                        conditions.append(formula)
                elif (wanted := read_filter(value, self.names, kind.roles[role], self.missing)) is not None:
                    filters[role] = wanted
            self.effect.watches.append(Watch(kind.name, filters))

    def _bound(self, role: str, entry: Entry) -> Formula | None:
        """A bound on a number role: ``3`` or ``">= 2"``."""
        if entry.is_integer:
            amount = entry.integer(lowest=0)
            return None if amount is None else Test((Word("compare"), (Word("attr"), Word(role)), Word("equal"), number(amount)))
        text = entry.text('a bound such as 3 or ">= 2"')
        if text is not None and not _SIGN.match(text):
            entry.wrong(f'expected a bound such as 3 or ">= 2", found {quoted(text)}')
            return None
        return None if text is None else self._comparison(entry, f"{role} {text}")

    # --- conditions
    def _condition(self, entry: Entry) -> Formula | None:
        if entry.is_sequence:
            return self._combined(entry, All)
        if entry.is_mapping:
            bounds = ("at_least", "at_most", "equal")
            fields = entry.fields(("exists", "none", "count", *bounds, "not", "any", "all"), what="condition")
            parts: list[Formula | None] = []
            if "count" in fields or any(key in fields for key in bounds):
                parts.append(self._counted(entry, {key: fields.pop(key) for key in ("count", *bounds) if key in fields}))
            for key, value in fields.items():
                if key in ("exists", "none"):
                    counted = self._count(value)
                    test = None if counted is None else Test((Word("compare"), number(1), Word("at_most"), counted))
                    parts.append(test if key == "exists" or test is None else Not(test))
                elif key == "not":
                    part = self._condition(value)
                    parts.append(None if part is None else Not(part))
                else:
                    parts.append(self._combined(value, Any if key == "any" else All))
            if not entry.node.value:
                entry.wrong("an empty condition says nothing; leave it out")
            found = tuple(part for part in parts if part is not None)
            return All(found) if len(found) == len(parts) and parts else None
        text = entry.text('a condition such as "you.life >= 7" or {exists: {…}}')
        return None if text is None else self._comparison(entry, text)

    def _counted(self, entry: Entry, fields: dict[str, Entry]) -> Formula | None:
        """``{count: filter, at_least: 3}``"""
        bound = [key for key in fields if key != "count"]
        if "count" not in fields or len(bound) != 1:
            entry.wrong("expected a count with one of at_least, at_most and equal, such as {count: {…}, at_least: 3}")
            return None
        counted, value = self._count(fields["count"]), self._value(fields[bound[0]], "number")
        if counted is None or value is None:
            return None
        if bound[0] == "at_least":
            return Test((Word("compare"), value, Word("at_most"), counted))
        return Test((Word("compare"), counted, Word(bound[0]), value))

    def _combined(self, entry: Entry, combine: type[Any] | type[All]) -> Formula | None:
        parts = [self._condition(element) for element in entry.elements()]
        if not parts:
            entry.wrong("an empty list of conditions says nothing; leave it out")
        found = tuple(part for part in parts if part is not None)
        return combine(found) if len(found) == len(parts) and parts else None

    def _comparison(self, entry: Entry, text: str) -> Formula | None:
        match = _COMPARISON.match(text) if len(text) <= LONGEST else None
        if match is None:
            entry.wrong(f'expected a comparison such as "you.life >= 7", found {quoted(text)} (signs: <, <=, =, !=, >=, >)')
            return None
        left, right = self._parsed(entry, match["left"]), self._parsed(entry, match["right"])
        if left is None or right is None:
            return None
        sign = match["sign"]
        types = self._type(left), self._type(right)
        if types[1] not in _FITTING.get(types[0], ()) or (types[0] != "number" and sign not in ("=", "==", "!=")):
            found = f"{_CALLED[types[0]]} {sign} {_CALLED[types[1]]}"
            entry.wrong(f"expected two numbers, or two players or two objects with = or !=, found {quoted(text)} ({found})")
            return None
        compare = Word("compare")
        if sign in ("=", "==", "!="):
            test: Formula = Test((compare, left, Word("equal"), right))
            return Not(test) if sign == "!=" else test
        if sign in (">", ">="):
            left, right = right, left
        return Test((compare, left, Word("less" if sign in ("<", ">") else "at_most"), right))

    # --- what it does
    def _instead(self, entry: Entry) -> None:
        if entry.is_scalar:
            if entry.raw == "nothing":
                self.effect.drops = True
            else:
                entry.wrong(f"expected changed roles, other events or the word nothing, found {entry.describe()}")
            return
        if entry.is_sequence:
            self.effect.steps = self._templates(entry)
            return
        roles = dict(set.intersection(*(set(kind.roles.items()) for kind in self.kinds)))
        kinds = self.names.vocabulary.kinds
        pairs = entry.items()
        if not pairs:
            entry.wrong("expected changed roles or other events; write nothing for no event at all")
        for key, value in pairs:
            if key.raw in roles:
                self._change(key.raw, roles[key.raw], value)
            elif key.raw in kinds or key.raw in self.names.vocabulary.shorthands:
                if (template := self._template(key, value)) is not None:
                    self.effect.becomes.append(template)
            else:
                valid = [*roles, *kinds]
                waits = " and ".join(kind.name for kind in self.kinds)
                key.wrong(
                    f"{key.raw!r} is no event kind and no role of {waits}{nearest(key.raw, valid)} "
                    f"(roles: {choices(roles)}; kinds: {choices(kinds, 40)})"
                )
        if self.effect.becomes and (self.effect.sets or self._edits()):
            entry.wrong("found changed roles beside other events; an alternative either changes the event or puts others in its place")

    def _edits(self) -> bool:
        effect = self.effect
        return bool(effect.scales or effect.maps or effect.plus or effect.whole)

    def _change(self, role: str, type_: str, entry: Entry) -> None:
        effect = self.effect
        if type_ not in ("tokens", "counters", "mana"):
            value = self._value(entry, type_)
            if value is not None:
                effect.sets[role] = value
            return
        if entry.is_scalar:
            value = self._value(entry, "number")
            if value is not None:
                effect.scales[role] = value
            return
        keys = {key.raw for key, _ in entry.items()}
        if not keys & {"each", "all", "plus"}:
            effect.maps[role] = self._items(entry, type_)
            return
        fields = entry.fields(("each", "all", "plus"), what="change")
        if "each" in fields:
            if fields["each"].is_mapping:
                effect.maps[role] = self._items(fields["each"], type_)
            elif (value := self._value(fields["each"], "number")) is not None:
                effect.scales[role] = value
        if "all" in fields:
            effect.whole[role] = self._items(fields["all"], type_)
        if "plus" in fields:
            effect.plus[role] = self._items(fields["plus"], type_)

    def _items(self, entry: Entry, type_: str) -> dict[str, Term]:
        found = {name: self._value(value, "number") for name, value in self.names.item_entries(entry, type_)}
        return {name: value for name, value in found.items() if value is not None}

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
            if role == kind.bundle:
                items[role] = self._items(entry, kind.roles[role])
            elif (term := self._value(entry, kind.roles[role])) is not None:
                values[role] = term
        self.names.check_required(value, kind, fields, preset)
        return Template(kind.name, values, items)

    def _prevent(self, entry: Entry) -> None:
        effect = self.effect
        self._only_damage(entry, "be prevented")
        if entry.is_integer:
            self._points(entry)
        elif entry.is_mapping:
            fields = entry.fields(("next", "each", "all_but"), what="amount")
            if len(fields) != 1:
                entry.wrong("expected one of next (a shield of points), each (of every damage event) and all_but")
            elif "next" in fields:
                self._points(fields["next"])
            elif "each" in fields:
                if (value := self._value(fields["each"], "number")) is not None:
                    effect.prevents = ("up_to", value)
            elif (value := self._value(fields["all_but"], "number")) is not None:
                effect.prevents = ("up_to", ("minus", (Word("attr"), Word("amount")), value))
        elif entry.is_scalar and entry.raw == "all":
            effect.prevents = Word("all")
        elif entry.is_scalar and entry.raw in ("half up", "half down"):
            effect.prevents = ("up_to", ("half", Word(entry.raw[5:]), (Word("attr"), Word("amount"))))
        else:
            entry.wrong(
                f"expected all, half up, half down, a number (the next that many), {{each: N}} or {{all_but: N}}, found {entry.describe()}"
            )

    def _only_damage(self, entry: Entry, done: str) -> None:
        others = [kind.name for kind in self.kinds if kind.name != "damage"]
        if others:
            entry.wrong(f"only damage can {done}; this effect waits for {', '.join(others)}")

    def _points(self, entry: Entry) -> None:
        points = entry.integer(lowest=1)
        self.effect.prevents = Word("points")
        self.effect.points = points

    def _redirect(self, entry: Entry) -> None:
        """``{next: 2, to: bear}``: the next 2 damage goes to bear. (For all of it write ``instead: {to: bear}``.)"""
        fields = entry.fields(("next", "to"), required=("next", "to"), what="part")
        self._only_damage(entry, "be redirected in part")
        if "next" in fields:
            self.effect.points = fields["next"].integer(lowest=1)
        if "to" in fields:
            self.effect.diverts = self._value(fields["to"], "recipient")

    # --- expressions
    def _value(self, entry: Entry, type_: str) -> Term | None:
        if type_ == "number":
            if entry.is_integer:
                amount = entry.integer(lowest=0)
                return None if amount is None else number(amount)
            if entry.is_mapping:
                fields = entry.fields(("count",), required=("count",))
                return self._count(fields["count"]) if "count" in fields else None
            text = entry.text("a number or an expression such as 2 * amount")
            return None if text is None else self._checked(entry, text, "number")
        if type_ in ("player", "object", "recipient"):
            text = entry.text("a name, or a word such as you or self")
            return None if text is None else self._checked(entry, text, type_)
        value = self.names.value(entry, type_)
        return None if value is None else constant(value)

    def _checked(self, entry: Entry, text: str, type_: str) -> Term | None:
        term = self._parsed(entry, text)
        if term is None:
            return None
        found = self._type(term)
        if found not in _FITTING[type_]:
            entry.wrong(f"expected {_CALLED[type_]}, found {quoted(text)}, which is {_CALLED[found]}")
            return None
        return term

    def _parsed(self, entry: Entry, text: str) -> Term | None:
        if text in self._names():
            return constant(text)
        try:
            term = parse_expression(text, self)
        except ExpressionError as error:
            entry.wrong(str(error))
            return None
        if contains(term, _PREVENTED) and not self._late:
            entry.wrong("'prevented' has a value only under then, in an effect that prevents")
            return None
        for part in subexpressions(term):
            if isinstance(part, tuple) and part[0] in _OPERATORS:
                for operand in part[2 if part[0] == "half" else 1 :]:
                    if self._type(operand) != "number":
                        entry.wrong(f"expected numbers to reckon with, found {_CALLED[self._type(operand)]} in {quoted(text)}")
                        return None
        return term

    def _names(self) -> list[str]:
        """What an expression may name."""
        return [*self.names.group("players"), *self.names.group("objects")]

    def _type(self, term: Term) -> str:
        """Is an expression a number, a player, an object, a recipient (one of the two) or another word?"""
        if not isinstance(term, tuple):
            return {"you": "player", "self": "object", "bound": "object", "host": "recipient"}.get(str(term), "number")
        if term[0] == "con":
            return "player" if term[1] in self.names.group("players") else "object"
        if term[0] in ("controller", "owner"):
            return "player"
        if term[0] != "attr" or term[1] == "amount":
            return "number"
        types = {kind.roles[str(term[1])] for kind in self.kinds if str(term[1]) in kind.roles}
        if len(types) == 1 and types <= set(_FITTING):
            return types.pop()
        return "recipient" if types <= set(_FITTING["recipient"]) else "word"

    def _count(self, entry: Entry) -> Term | None:
        found = read_filter(entry, self.names, "object", self.missing)
        if found is None:
            return None
        name: Term = ("counted", self.effect.name, len(self.effect.counted))
        self.effect.counted[name] = found
        return (Word("count"), name)

    def resolve(self, path: str) -> Term:
        """What a word of an expression means in this effect (see :class:`~reasoner.expressions.Scope`)."""
        head, *rest = path.split(".", 2) if ".counters." in path else path.split(".")
        roles = {role for kind in self.kinds for role in kind.roles}
        if head in self._names():
            term: Term = constant(head)
        elif head in self.missing:
            raise ExpressionError(self.missing[head])
        elif head in ("you", "self", "host", "bound", "prevented"):
            term = Word(head)
        elif head in roles or (head == "amount" and any(kind.bundle for kind in self.kinds)):
            term = (Word("attr"), Word(head))
        else:
            usable = [w for w in ("you", "self", "host", "bound") if w not in self.missing]
            valid = ["amount", *(["prevented"] if self._late else []), *usable, *roles, *self._names()]
            raise ExpressionError(f"unknown word {quoted(head)}{nearest(head, valid)} (valid here: {choices(set(valid), 40)})")
        while rest:
            step = rest.pop(0)
            valid = self._parts(term)
            kind = step.partition(".")[2] or (rest.pop(0) if step == "counters" and rest else "")
            if step.partition(".")[0] not in valid:
                raise ExpressionError(f"unknown {quoted(step)} in {quoted(path)}{nearest(step, valid)} (valid here: {choices(valid, 40)})")
            if step in ("controller", "owner"):
                term = (step, term)
            elif step.partition(".")[0] != "counters":
                term = ("stat", Word(step), term)
            elif kind:
                term = ("stat", ("counters", word(kind)), term)
            else:
                raise ExpressionError(f"write {path}.KIND, for example {path}.+1/+1")
        return term

    def _parts(self, term: Term) -> list[str]:
        """What may follow after this and a point."""
        parts = {"player": ["counters"], "object": ["controller", "owner", "power", "toughness", "counters"]}
        attributes = self.names.vocabulary.attributes
        return [
            part
            for of in parts
            if of in _FITTING.get(self._type(term), ())
            for part in (*parts[of], *(a.name for a in attributes[of].values() if a.type in ("number", "count")))
        ]

    def expressions(self) -> list[Term]:
        """Every expression of the effect."""
        return effect_expressions(self.effect)


def effect_expressions(effect: Effect) -> list[Term]:
    """Every expression and subexpression that an effect contains, each once."""
    found: dict[Term, None] = {}
    roots: list[Term] = [*effect.sets.values(), *effect.scales.values()]
    for table in (effect.maps, effect.plus, effect.whole):
        roots.extend(value for items in table.values() for value in items.values())
    for template in (*effect.becomes, *effect.steps, *effect.adds, *effect.riders):
        roots.extend(template.values.values())
        roots.extend(value for items in template.items.values() for value in items.values())
    if effect.diverts is not None:
        roots.append(effect.diverts)
    if isinstance(effect.prevents, tuple):
        roots.append(effect.prevents[1])
    for clause in effect.conditions or ():
        for _, test in clause:
            assert isinstance(test, tuple)
            roots.extend((test[1], test[3]))
    for root in roots:
        for part in subexpressions(root):
            found.setdefault(part)
    return list(found)
