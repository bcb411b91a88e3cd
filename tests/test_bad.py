"""Wrong files: each of ``tests/bad`` gives exactly the messages that stand beside it, all at once, in the order of the file.

When a message or the vocabulary changes, ``python -m tests.test_bad`` writes them anew; read the difference.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.language.reading import load

BAD = Path(__file__).parent / "bad"
FILES = sorted(path.name for path in BAD.iterdir() if path.suffix != ".txt")


def messages(name: str) -> list[str]:
    """What is wrong with a file of ``tests/bad``."""
    with contextlib.chdir(BAD), pytest.raises(InputError) as caught:
        load(name)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("name", FILES)
def test_messages(name: str) -> None:
    found = messages(name)
    assert found == (BAD / name).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert all(message.isprintable() for message in found)


def test_no_message_is_left_over() -> None:
    assert sorted(Path(name).stem for name in FILES) == sorted(path.stem for path in BAD.glob("*.txt"))


if __name__ == "__main__":
    for file in FILES:
        (BAD / file).with_suffix(".txt").write_text("\n".join([*messages(file), ""]), encoding="utf-8")
