"""Pages on a terminal: colours where they are wanted, and tables that fit without breaking a word."""

from __future__ import annotations

import sys

import pytest

from cli import terminal
from cli.page import Item, Page
from cli.render_page import html, markdown, text

PATH = "metamorph.counters.+1/+1"


def page() -> Page:
    found = Page("A title", "Magic", ["the verdict"])
    found.table(("#", "outcome"), [("1", f"{PATH} 0 → 3, gisela.zone battlefield → graveyard, ben.life 20 → 14")], frozenset({0}))
    found.heading("a <heading>")
    found.items([Item("+", "an item | with *marks*", "green")])
    return found


@pytest.mark.parametrize("columns", [30, 45, 60, 200])
def test_tables_fit_and_break_no_word(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.render_page.width", lambda: columns)
    told = text(page())
    assert all(len(line) <= columns for line in told.splitlines())
    assert PATH in told
    assert {"battlefield", "graveyard,"} <= set(told.split())


def test_colours_are_for_terminals_whose_users_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.paint("word", "bold") == "word"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert terminal.paint("word", "bold") == "\x1b[1mword\x1b[0m"
    assert "\x1b[" in text(page())
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.paint("word", "bold") == "word"


def test_marks_of_markdown_and_html_are_escaped() -> None:
    assert r"an item \| with \*marks\*" in markdown(page())
    assert "a &lt;heading&gt;" in html(page())
