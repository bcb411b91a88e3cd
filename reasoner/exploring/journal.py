"""Results of a sweep, written as they come, so that an interrupted sweep can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from reasoner.errors import InputError, Problem

from .sweep import Plan, Progress, Work, run

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Journal", "sweep_files", "sweep_kept"]

T = TypeVar("T")
R = TypeVar("R", bound="DataclassInstance")


class Journal(AbstractContextManager["Journal"]):
    """Results as JSON Lines, written as they come, so that an interrupted sweep can go on where it stopped.

    Each line holds a ``key`` and a ``result``. Lines that are there already count as done; a last line that was cut off is
    dropped. ``about`` names what the results depend on beside the items (such as the rules): it is the first line, and a file
    with another one is refused with InputError.
    """

    def __init__(self, path: str, about: str):
        self.done: dict[str, Any] = {}
        text = Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""
        whole, end, _ = text.rpartition("\n")
        lines = whole.splitlines()
        first = json.dumps({"journal": about})
        if lines and lines[0] != first:
            raise InputError(
                [Problem(path, 1, 1, "these results are of other work or of other rules; name another file, or remove this one")]
            )
        for number, line in enumerate(lines[1:], 2):
            try:
                entry = json.loads(line)
                self.done[entry["key"]] = entry["result"]
            except (ValueError, KeyError, TypeError):
                raise InputError([Problem(path, number, 1, "this is no line of results; remove it")]) from None
        self._file = open(path, "w" if not lines else "r+", encoding="utf-8")  # noqa: SIM115
        self._file.seek(len((whole + end).encode()))
        self._file.truncate()
        if not lines:
            self._file.write(first + "\n")

    def add(self, key: str, result: Any) -> None:
        """Write one result, which must be JSON data."""
        self._file.write(json.dumps({"key": key, "result": result}) + "\n")
        self._file.flush()
        self.done[key] = result

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _lists_as_tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def sweep_kept(
    work: Work[T, R],
    items: Sequence[T],
    key: Callable[[T], str],
    plan: Plan,
    result: type[R],
    journal: str | None,
    about: str,
    progress: Progress | None = None,
) -> list[R]:
    """The results of the work on the items, in their order; a ``result`` is a dataclass of JSON data, with tuples for lists.

    With the path of a ``journal`` (see :class:`Journal` for ``about``), each result is written there as it comes, and items that it has
    already, by their ``key``, are not worked on again. ``progress`` is told how many items are done, of how many. Raises what the work
    raises, SweepError, or InputError for a journal of other work.
    """
    found: list[R | None] = [None] * len(items)
    with Journal(journal, about) if journal else nullcontext() as written:
        keys = list(map(key, items)) if written else []
        for place, known in enumerate(keys):
            if written and (done := written.done.get(known)) is not None:
                found[place] = result(**_lists_as_tuples(done))
        left = [place for place, got in enumerate(found) if got is None]
        finished = len(items) - len(left)
        for start, results in run(work, [items[place] for place in left], plan):
            for place, got in zip(left[start:], results, strict=False):
                found[place] = got
                if written:
                    written.add(keys[place], asdict(got))
            finished += len(results)
            if progress is not None:
                progress(finished, len(items))
    return [got for got in found if got is not None]


def sweep_files(
    work: Work[str, R],
    files: Sequence[str],
    plan: Plan,
    result: type[R],
    journal: str | None,
    about: str,
    progress: Progress | None = None,
) -> list[R]:
    """As :func:`sweep_kept`, of files as they read now."""
    return sweep_kept(work, files, _as_it_reads, plan, result, journal, about, progress)


def _as_it_reads(file: str) -> str:
    try:
        return f"{file} {sha256(Path(file).read_bytes()).hexdigest()[:16]}"
    except OSError:
        return file
