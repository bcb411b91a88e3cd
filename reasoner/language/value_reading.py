"""Values of the effect language: expressions, and what their words mean in an effect."""

from __future__ import annotations

from reasoner.terms import Term, Word, word

from .expressions import ExpressionError, constant, contains, number, parse_expression, subexpressions
from .filter_reading import read_filter
from .formulas import Clauses
from .names import CHOSEN, Names
from .source import Entry, advice, quoted
from .vocabulary import EventKind

__all__ = ["CALLED", "FITTING", "ValueReader"]

_PREVENTED, _CHOSEN = word("prevented"), word(CHOSEN)
_OPERATORS = ("plus", "minus", "times", "min", "max", "half")
FITTING = {
    "number": ("number",),
    "player": ("player", "recipient"),
    "object": ("object", "recipient"),
    "recipient": ("player", "object", "recipient"),
    "place": ("place", "object"),
    "token_kind": ("token_kind",),
}
"""For every type of value the types of expressions that may stand there."""
_TABLES = {"counters": ("KIND", "+1/+1"), "keywords": ("KEYWORD", "flying"), "printed": ("TYPE", "creature")}
"""Parts of a path that a word of their own follows, and an example of it."""
CALLED = {
    "number": "a number",
    "player": "a player",
    "object": "an object",
    "recipient": "a player or an object",
    "place": "a place",
    "token_kind": "a kind of token",
    "word": "a word",
}


class ValueReader:
    """Reads the values of one effect; the scope of its expressions (see :class:`~reasoner.language.expressions.Scope`).

    ``kinds`` are the event kinds that the effect waits for, ``missing`` the words that mean nothing in it and why,
    ``chosen`` the type of what it lets a player pick, ``counted`` the filters inside its ``count`` expressions.
    """

    def __init__(self, names: Names, effect: str):
        self.names = names
        self.effect = effect
        self.kinds: list[EventKind] = []
        self.missing: dict[str, str] = {}
        self.chosen: str | None = None
        self.late = False
        self.counted: dict[Term, Clauses] = {}

    def value(self, entry: Entry, type_: str) -> Term | None:
        """A value of this type, as an expression; None after reporting what is wrong."""
        if type_ == "number":
            if entry.is_integer:
                amount = entry.integer(lowest=0)
                return None if amount is None else number(amount)
            if entry.is_mapping:
                return self._counted(entry)
            text = entry.text("a number or an expression such as 2 * amount")
            return None if text is None else self._checked(entry, text, "number")
        if type_ in FITTING:
            if type_ == "token_kind" and entry.raw in self.names.group("tokens"):
                return constant(entry.raw)
            if type_ == "place" and entry.raw in self.names.vocabulary.words["place"]:
                return constant(Word(entry.raw))
            text = entry.text("a name, or a word such as you or self")
            return None if text is None else self._checked(entry, text, type_)
        if type_ == "label" and entry.raw == "chosen" and self.chosen is not None:
            return _CHOSEN
        value = self.names.value(entry, type_)
        return None if value is None else constant(value)

    def _counted(self, entry: Entry) -> Term | None:
        """``{count: filter}``, perhaps with ``times`` and ``plus``."""
        fields = entry.fields(("count", "times", "plus"), required=("count",))
        found = self.count(fields["count"]) if "count" in fields else None
        for key, operator in (("times", "times"), ("plus", "plus")):
            if key in fields and (value := self.value(fields[key], "number")) is not None and found is not None:
                found = (operator, value, found)
        return found

    def fixed(self, entry: Entry) -> Term | None:
        """A number that stands fixed, of at least 1."""
        given = self.names.given.get(entry.raw)
        return entry.integer(lowest=1) if given is None or isinstance(given, str) or given == 0 else given

    def items(self, entry: Entry, type_: str) -> dict[str, Term]:
        """Items of a bundle with their numbers."""
        chosen = self.chosen == ("token_kind" if type_ == "tokens" else "word")
        found = {name: self.value(value, "number") for name, value in self.names.item_entries(entry, type_, chosen)}
        return {name: value for name, value in found.items() if value is not None}

    def _checked(self, entry: Entry, text: str, type_: str) -> Term | None:
        term = self.parsed(entry, text)
        if term is None:
            return None
        found = self.type(term)
        if found not in FITTING[type_]:
            entry.wrong(f"expected {CALLED[type_]}, found {quoted(text)}, which is {CALLED[found]}")
            return None
        return term

    def parsed(self, entry: Entry, text: str) -> Term | None:
        """The expression that a text is; None after reporting what is wrong."""
        if text in self._names():
            return constant(text)
        try:
            term = parse_expression(text, self)
        except ExpressionError as error:
            entry.wrong(str(error))
            return None
        if contains(term, _PREVENTED) and not self.late:
            entry.wrong("'prevented' has a value only under then, in an effect that prevents")
            return None
        for part in subexpressions(term):
            if isinstance(part, tuple) and part[0] in _OPERATORS:
                for operand in part[2 if part[0] == "half" else 1 :]:
                    if self.type(operand) != "number":
                        entry.wrong(f"expected numbers to reckon with, found {CALLED[self.type(operand)]} in {quoted(text)}")
                        return None
        return term

    def _names(self) -> list[str]:
        """What an expression may name."""
        return [*self.names.group("players"), *self.names.group("objects")]

    def type(self, term: Term) -> str:
        """Is an expression a number, a player, an object, a recipient (one of the two) or another word?"""
        if not isinstance(term, tuple):
            if term == _CHOSEN:
                return self.chosen or "word"
            return {"you": "player", "active": "player", "self": "object", "bound": "object", "host": "recipient"}.get(str(term), "number")
        if term[0] == "given":
            return "number"
        if term[0] == "con":
            return "player" if term[1] in self.names.group("players") else "object"
        if term[0] in ("controller", "owner"):
            return "player"
        if term[:2] == ("stat", Word("place")):
            return "place"
        if term[0] != "attr" or term[1] == "amount":
            return "number"
        types = {kind.roles[str(term[1])] for kind in self.kinds if str(term[1]) in kind.roles}
        if len(types) == 1 and types <= set(FITTING):
            return types.pop()
        return "recipient" if types <= set(FITTING["recipient"]) else "word"

    def count(self, entry: Entry) -> Term | None:
        """How many objects a filter finds, as an expression."""
        found = read_filter(entry, self.names, "object", self.missing)
        if found is None:
            return None
        name: Term = ("counted", self.effect, len(self.counted))
        self.counted[name] = found
        return (Word("count"), name)

    def resolve(self, path: str) -> Term:
        """What a word of an expression means in this effect (see :class:`~reasoner.language.expressions.Scope`)."""
        head, *rest = path.split(".", 2) if any(f".{table}." in path for table in _TABLES) else path.split(".")
        roles = {role for kind in self.kinds for role in kind.roles}
        if head in self.names.given:
            given = self.names.given[head]
            term: Term = number(given) if isinstance(given, int) else constant(given) if isinstance(given, str) else given
        elif head in self._names():
            term = constant(head)
        elif head in self.missing:
            raise ExpressionError(self.missing[head])
        elif head in ("you", "active", "self", "host", "bound", "prevented"):
            term = Word(head)
        elif head == "chosen" and self.chosen is not None:
            term = _CHOSEN
        elif head in roles or (head == "amount" and any(kind.items() for kind in self.kinds)):
            term = (Word("attr"), Word(head))
        elif head == "opponent":
            raise ExpressionError("'opponent' may be any of several players; name one here, such as 'player' (of the event) or you")
        else:
            usable = [w for w in ("you", "active", "self", "host", "bound") if w not in self.missing]
            valid = ["amount", *(["prevented"] if self.late else []), *(["chosen"] if self.chosen else []), *usable, *roles, *self._names()]
            raise ExpressionError(f"unknown word {quoted(head)}{advice(head, valid, 40)}")
        while rest:
            step = rest.pop(0)
            valid = self._parts(term)
            table = step.partition(".")[0] if step.partition(".")[0] in _TABLES else None
            kind = step.partition(".")[2] or (rest.pop(0) if table and rest else "")
            if step.partition(".")[0] not in valid:
                raise ExpressionError(f"unknown {quoted(step)} in {quoted(path)}{advice(step, valid, 40)}")
            if step in ("controller", "owner"):
                term = (step, term)
            elif table is None:
                term = ("stat", Word(step), term)
            elif kind:
                term = ("stat", (table, word(kind)), term)
            else:
                raise ExpressionError(f"write {path}.{_TABLES[table][0]}, for example {path}.{_TABLES[table][1]}")
        return term

    def _parts(self, term: Term) -> list[str]:
        """What may follow after this and a point."""
        parts = {"player": ["counters"], "object": ["controller", "owner", "counters", "keywords", "printed"]}
        readable = self.names.vocabulary.readable
        return [part for of in parts if of in FITTING.get(self.type(term), ()) for part in (*parts[of], *readable[of])]

    def only(self, name: str, entry: Entry, done: str) -> None:
        """Report it if the effect waits for anything but this kind of event, which alone can have that done to it."""
        others = [kind.name for kind in self.kinds if kind.name != name]
        if others:
            entry.wrong(f"only {name} can {done}; this effect waits for {', '.join(others)}")
