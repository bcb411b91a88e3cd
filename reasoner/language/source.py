"""Scenario text as nodes that know their line and column.

YAML is composed, not constructed: nothing in a file can build an object or run code, and anchors are refused, so a
small file cannot unfold into a large one. Whatever is wrong is collected, and reading goes on.
"""

from __future__ import annotations

import difflib
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from reasoner.errors import InputError, Problem

__all__ = ["Entry", "Source", "advice", "choices", "closest", "nearest", "parse", "quoted", "read_text"]

LARGEST_FILE = 1_000_000
LARGEST_NUMBER = 2_147_483_647
LONGEST_KEY = 100
DEEPEST = 50
_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = {_TAG + name for name in ("null", "bool", "int", "float", "str", "timestamp", "seq", "map", "merge", "value")}
_FEW = 12
"""So many words can be read at a glance."""
_SAID = {"me": "you", "i": "you", "my": "you", "this": "self", "it": "self", "itself": "self", "enchanted": "host", "equipped": "host"}
"""What players say, and the word of the language for it."""
_DIGITS = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z", re.ASCII)


def closest(found: str, valid: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The valid word that means the same, or is most like this one, if any is."""
    valid = list(valid)
    if (meant := _SAID.get(found.lower())) in valid:
        return meant
    close = difflib.get_close_matches(found, valid, n=1, cutoff=cutoff)
    return close[0] if close else None


def nearest(found: str, valid: Iterable[str]) -> str:
    """A hint at the nearest valid word, or nothing."""
    close = closest(found, valid)
    return f"; did you mean {close!r}?" if close else ""


def advice(found: str, valid: Iterable[str], limit: int = 12) -> str:
    """What would be right instead: the nearest valid word, and all of them where they are few or none is near."""
    valid = sorted(set(valid))
    hint = nearest(found, valid)
    return hint if hint and len(valid) > _FEW else f"{hint} (valid here: {choices(valid, limit)})"


def quoted(text: str) -> str:
    """A text as found, in quotes, shortened to fit in a message."""
    return repr(text if len(text) <= 40 else text[:37] + "…")


def choices(valid: Iterable[str], limit: int = 12) -> str:
    """Valid words as a list for a message."""
    words = sorted(set(valid))
    shown = ", ".join(words[:limit])
    return shown + (f", … ({len(words)} in all)" if len(words) > limit else "") if words else "nothing"


class Source:
    """A file being read: its name and the problems found so far."""

    def __init__(self, name: str, offset: int = 0):
        """``offset`` is how many lines of the file stand before the text that is read."""
        self.name = name
        self.offset = offset
        self.problems: list[Problem] = []

    def report(self, line: int, column: int, message: str) -> None:
        """Note a problem at a line and column of the text."""
        self.problems.append(Problem(self.name, line + self.offset, column, message))

    def check(self) -> None:
        """Raises InputError if any problem was found."""
        if self.problems:
            raise InputError(self.problems)


class Entry:
    """A value of the file, with its place and a name for messages (``effects.furnace.would``)."""

    def __init__(self, source: Source, node: Node, where: str):
        self.source = source
        self.node = node
        self.where = where

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1 + self.source.offset

    @property
    def column(self) -> int:
        return int(self.node.start_mark.column) + 1

    def wrong(self, message: str) -> None:
        """Report a problem at this place."""
        self.source.report(self.line - self.source.offset, self.column, f"{self.where}: {message}" if self.where else message)

    # --- what kind of value it is
    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, MappingNode)

    @property
    def is_sequence(self) -> bool:
        return isinstance(self.node, SequenceNode)

    @property
    def is_scalar(self) -> bool:
        return isinstance(self.node, ScalarNode)

    @property
    def is_null(self) -> bool:
        return self.is_scalar and self.node.tag == _TAG + "null"

    @property
    def is_integer(self) -> bool:
        return self.is_scalar and self.node.tag == _TAG + "int"

    @property
    def is_boolean(self) -> bool:
        return self.is_scalar and self.node.tag == _TAG + "bool"

    @property
    def raw(self) -> str:
        """The scalar as it is written."""
        return str(self.node.value) if self.is_scalar else ""

    def describe(self) -> str:
        """What was found, for messages."""
        if self.is_mapping:
            return "a mapping"
        if self.is_sequence:
            return "a list"
        if self.is_null:
            return "no value"
        shown = quoted(self.raw)
        return shown[1:-1] if self.is_integer or self.is_boolean else shown

    # --- reading; each returns None (or nothing) after reporting what is wrong
    def items(self) -> list[tuple[Entry, Entry]]:
        """The pairs of a mapping, each key once."""
        if not self.is_mapping:
            self.wrong(f"expected a mapping, found {self.describe()}")
            return []
        pairs: list[tuple[Entry, Entry]] = []
        seen: dict[str, int] = {}
        for key_node, value_node in self.node.value:
            key = Entry(self.source, key_node, self.where)
            if not key.is_scalar:
                key.wrong(f"expected a word as key, found {key.describe()}")
                continue
            if len(key.raw) > LONGEST_KEY or not key.raw.isprintable():
                key.wrong(f"expected a key of at most {LONGEST_KEY} printable characters, found {quoted(key.raw)}")
                continue
            if key.raw in seen:
                key.wrong(f"the key {key.raw!r} stands here twice (first in line {seen[key.raw]})")
                continue
            seen[key.raw] = key.line
            pairs.append((key, Entry(self.source, value_node, f"{self.where}.{key.raw}".lstrip("."))))
        return pairs

    def fields(
        self, allowed: Iterable[str], required: Iterable[str] = (), what: str = "key", elsewhere: Callable[[str], str] = lambda _: ""
    ) -> dict[str, Entry]:
        """The pairs of a mapping whose keys are known; unknown and missing ones are reported. ``elsewhere`` tells where else an
        unknown key would be right."""
        allowed = list(allowed)
        found: dict[str, Entry] = {}
        for key, value in self.items():
            if key.raw in allowed:
                found[key.raw] = value
            else:
                key.wrong(f"unknown {what} {key.raw!r}{elsewhere(key.raw)}{advice(key.raw, allowed, 40)}")
        if self.is_mapping:
            for name in required:
                if name not in found:
                    self.wrong(f"the {what} {name!r} is missing")
        return found

    def elements(self) -> list[Entry]:
        """The elements of a list; a single value counts as a list of one."""
        if self.is_sequence:
            return [Entry(self.source, node, f"{self.where}[{n}]") for n, node in enumerate(self.node.value)]
        return [self]

    def text(self, what: str = "a text") -> str | None:
        if self.raw.strip() and not self.is_null and not self.is_boolean:
            return self.raw
        self.wrong(f"expected {what}, found {self.describe()}")
        return None

    def integer(self, lowest: int = -LARGEST_NUMBER) -> int | None:
        if not self.is_integer:
            self.wrong(f"expected a whole number, found {self.describe()}")
            return None
        if not _DIGITS.match(self.raw):
            self.wrong(f"expected a whole number in plain digits, found {self.describe()}")
            return None
        if len(self.raw) > 20 or abs(int(self.raw)) > LARGEST_NUMBER:
            self.wrong(f"{self.describe()} is beyond ±{LARGEST_NUMBER}, the largest number that stays exact")
            return None
        number = int(self.raw)
        if number < lowest:
            self.wrong(f"expected a number of at least {lowest}, found {number}")
            return None
        return number

    def boolean(self) -> bool | None:
        if self.is_boolean and self.raw.lower() in ("true", "false"):
            return self.raw.lower() == "true"
        self.wrong(f"expected true or false, found {self.describe()}")
        return None


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``. Raises InputError if it cannot be read as UTF-8 text."""
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InputError([Problem(path, 1, 1, f"cannot read the file: {error.strerror}")]) from error
    if len(data) > LARGEST_FILE:
        raise InputError([Problem(path, 1, 1, f"the file has more than {LARGEST_FILE} bytes, the most that a scenario may have")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError([Problem(path, line, column, "this is not UTF-8 text; a scenario is a YAML or JSON text file")]) from error


def _refused(node: Node, depth: int) -> str | None:
    """Why this node has no place in a scenario; None if it has."""
    if depth > DEEPEST:
        return f"the values are nested more than {DEEPEST} deep"
    if node.anchor:
        return f"anchors and aliases (&{node.anchor}) are not allowed; write the value out"
    if node.tag and node.tag not in _PLAIN_TAGS:
        return f"tags ({quoted(node.tag.replace(_TAG, '!!'))}) are not allowed; write plain values"
    if isinstance(node, ScalarNode):
        for character in node.value:
            if unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t":
                return f"the character U+{ord(character):04X} cannot stand in a scenario"
    return None


def _refuse(source: Source, root: Node) -> None:
    """Report anchors, tags, control characters and bottomless nesting; nothing below such a node is looked at."""
    waiting = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        if message := _refused(node, depth):
            source.report(node.start_mark.line + 1, node.start_mark.column + 1, message)
        elif isinstance(node, SequenceNode):
            waiting.extend((part, depth + 1) for part in node.value)
        elif isinstance(node, MappingNode):
            waiting.extend((part, depth + 1) for pair in node.value for part in pair)


def _explained(error: MarkedYAMLError) -> str:
    """What is wrong with the YAML, and where the part that it belongs to starts."""
    problem = str(error.problem or error.context)
    if "another document" in problem:
        return "a second document starts here; a file holds one scenario"
    hint = "; indent with spaces" if r"'\t'" in problem else ""
    begun = f" ({error.context} that starts in line {error.context_mark.line + 1})" if error.context and error.context_mark else ""
    return f"not valid YAML: {problem}{hint}{begun}"


def parse(text: str, name: str, what: str = "a scenario", needs: str = "game, players and an event", offset: int = 0) -> Entry:
    """The root entry of a text: of a scenario, or of ``what`` else, a mapping that holds what it ``needs``.

    ``offset`` is how many lines of the file stand before the text. Raises InputError if it is not one YAML (or JSON)
    document, is empty, or uses anchors or tags.
    """
    source = Source(name, offset)
    try:
        root = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        source.report(line, column, _explained(error))
    except ReaderError as error:
        before = text[: error.position]
        message = f"the character U+{error.character:04X} cannot stand in a scenario"
        source.report(before.count("\n") + 1, len(before) - before.rfind("\n"), message)
    except YAMLError as error:
        source.report(1, 1, f"not valid YAML: {str(error).splitlines()[0]}")
    except RecursionError:
        source.report(1, 1, f"the values are nested more than {DEEPEST} deep")
    else:
        if root is None:
            source.report(1, 1, f"the file is empty; {what} needs at least {needs}")
        else:
            _refuse(source, root)
            source.check()
            entry = Entry(source, root, "")
            if not entry.is_mapping:
                entry.wrong(f"expected a mapping with {needs}, found {entry.describe()}")
            source.check()
            return entry
    raise InputError(source.problems)
