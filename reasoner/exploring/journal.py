"""Results of a sweep over files, written as they come, so that an interrupted sweep can go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from reasoner.errors import InputError, Problem

from .sweep import Plan, Progress, Work, run

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Journal", "sweep_files"]

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


def _key(file: str) -> str:
    """What a result in a journal stands for: the file as it reads now."""
    try:
        return f"{file} {sha256(Path(file).read_bytes()).hexdigest()[:16]}"
    except OSError:
        return file


def _lists_as_tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def sweep_files(
    work: Work[str, R],
    files: Sequence[str],
    plan: Plan,
    result: type[R],
    journal: str | None,
    about: str,
    progress: Progress | None = None,
) -> list[R]:
    """The results of the work on the files, in their order; a ``result`` is a dataclass of JSON data, with tuples for lists.

    With the path of a ``journal`` (see :class:`Journal` for ``about``), each result is written there as it comes, and files that it has
    already are not worked on again. ``progress`` is told how many files are done, of how many. Raises what the work raises, SweepError,
    or InputError for a journal of other work.
    """
    found: dict[str, R] = {}
    with Journal(journal, about) if journal else nullcontext() as written:
        keys = {file: _key(file) for file in files} if written else {}
        for file in files:
            if written and (known := written.done.get(keys[file])) is not None:
                found[file] = result(**_lists_as_tuples(known))
        left = [file for file in files if file not in found]
        for start, results in run(work, left, plan):
            for file, got in zip(left[start:], results, strict=False):
                found[file] = got
                if written:
                    written.add(keys[file], asdict(got))
            if progress is not None:
                progress(len(found), len(files))
    return [found[file] for file in files]
