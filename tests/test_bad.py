"""Wrong files: each of ``tests/bad`` gives exactly the messages that stand beside it, all at once, in the order of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.reading import load

BAD = Path(__file__).parent / "bad"
FILES = sorted(path.name for path in BAD.iterdir() if path.suffix != ".txt")


@pytest.mark.parametrize("name", FILES)
def test_messages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(InputError) as caught:
        load(name)
    assert str(caught.value).split("\n") == Path(name).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert all(str(problem).isprintable() for problem in caught.value.problems)


def test_no_message_is_left_over() -> None:
    assert sorted(Path(name).stem for name in FILES) == sorted(path.stem for path in BAD.glob("*.txt"))
