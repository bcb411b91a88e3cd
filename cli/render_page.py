"""Pages as text for a terminal, as Markdown and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .page import Block, Heading, Items, Page, Table, Text
from .terminal import paint, width, wrapped

__all__ = ["html", "markdown", "text", "title_lines"]

_GAP = 2
_NARROWEST = 8
_TITLE_WIDTH = 79


# --- text
def title_lines(title: str, place: str) -> list[str]:
    """How a report begins: its title, and to the right the game and its rules, or below where there is no room."""
    title, columns = " ".join(title.split()), width()
    if not place or len(title) + _GAP + len(place) > columns:
        below = wrapped(place, columns) if place else []
        return [*(paint(line, "bold") for line in wrapped(title, columns)), *(paint(line, "dim") for line in below)]
    gap = max(_GAP, min(_TITLE_WIDTH, columns) - len(title) - len(place))
    return [f"{paint(title, 'bold')}{' ' * gap}{paint(place, 'dim')}"]


def text(page: Page) -> str:
    """The page for a terminal, no wider than it."""
    columns = width()
    lines = [*title_lines(page.title, page.place), *(line for text in page.lead for line in wrapped(text, columns))]
    before: Block | None = None
    for block in page.blocks:
        if not _follows(block, before):
            lines.append("")
        lines += _text_block(block, columns)
        before = block
    return "\n".join(line.rstrip() for line in lines)


def _follows(block: Block, before: Block | None) -> bool:
    """Does the block stand right under the one before, without an empty line?"""
    if isinstance(block, Items):
        return isinstance(before, (Heading, Items))
    return isinstance(block, Table) and not any(block.heads) and isinstance(before, Heading)


def _text_block(block: Block, columns: int) -> list[str]:
    if isinstance(block, Heading):
        return [paint(line, "bold") for line in wrapped(block.text, columns, hanging="  ")]
    if isinstance(block, Text):
        return wrapped(block.text, columns)
    if isinstance(block, Table):
        return _text_table(block, columns)
    lines: list[str] = []
    for item in block.items:
        lead = f"  {item.mark} "
        lines += [paint(line, *item.style.split()) for line in wrapped(item.text, columns, lead, " " * len(lead))]
    return lines


def _widths(table: Table, columns: int) -> list[int]:
    """How wide each column is: as wide as it needs, or where that is too much the widest ones are made narrower, but not
    narrower than their longest word."""
    cells = [table.heads, *table.rows]
    wanted = [max(len(row[n]) for row in cells) for n in range(len(table.heads))]
    least = [max((len(word) for row in cells for word in row[n].split()), default=0) for n in range(len(table.heads))]
    room = columns - _GAP * len(wanted)
    while sum(wanted) > room:
        widest = max(range(len(wanted)), key=lambda n: wanted[n] if wanted[n] > max(least[n], _NARROWEST) else -1)
        if wanted[widest] <= max(least[widest], _NARROWEST):
            break
        wanted[widest] -= 1
    return wanted


def _text_table(table: Table, columns: int) -> list[str]:
    widths = _widths(table, columns)
    lines: list[str] = []
    for number, row in enumerate([table.heads, *table.rows]):
        if number == 0 and not any(row):
            continue
        cells = [wrapped(cell, widths[n]) if len(cell) > widths[n] else [cell] for n, cell in enumerate(row)]
        for line in range(max(map(len, cells))):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            told = "".join(
                " " * _GAP + (part.rjust(widths[n]) if n in table.right else part.ljust(widths[n])) for n, part in enumerate(parts)
            )
            lines.append(paint(told.rstrip(), "dim") if number == 0 else told.rstrip())
    return lines


# --- Markdown
_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|"})


def _marked(words: str) -> str:
    return " ".join(words.split()).translate(_SPECIAL)


def markdown(page: Page) -> str:
    """The page as Markdown, to paste into a document or an issue."""
    parts = [f"# {_marked(page.title)}"]
    if page.place:
        parts.append(f"_{_marked(page.place)}_")
    parts += [f"**{_marked(line)}**" for line in page.lead]
    for block in page.blocks:
        if isinstance(block, Heading):
            parts.append(f"## {_marked(block.text)}")
        elif isinstance(block, Text):
            parts.append(_marked(block.text))
        elif isinstance(block, Table):
            rows: Sequence[Sequence[str]] = [
                block.heads,
                ["---:" if n in block.right else "---" for n in range(len(block.heads))],
                *block.rows,
            ]
            cells = [[cell if number == 1 else _marked(cell) for cell in row] for number, row in enumerate(rows)]
            parts.append("\n".join(f"| {' | '.join(row)} |" for row in cells))
        else:
            parts.append("\n".join(f"- {item.mark} {_marked(item.text)}" for item in block.items))
    return "\n\n".join(parts)


# --- HTML
_STYLE = """
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.35rem;margin-bottom:0}h2{font-size:1.05rem;margin-top:1.6rem}.place,th,.dim{opacity:.7}
table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.25rem .9rem .25rem 0;border-bottom:1px solid #8884}
.right{text-align:right}ul{list-style:none;padding-left:0}
li{padding-left:1.6em;text-indent:-1.6em}
li b{display:inline-block;width:1.6em;text-indent:0}
.green b{color:#2e8b46}.red b{color:#c0392b}.yellow b{color:#b07900}
"""


def html(page: Page, *, whole: bool = True) -> str:
    """The page as one HTML document, or without ``whole`` as a piece of one."""
    parts = [f"<h1>{escape(' '.join(page.title.split()))}</h1>"]
    if page.place:
        parts.append(f'<p class="place">{escape(page.place)}</p>')
    parts += [f"<p><strong>{escape(line)}</strong></p>" for line in page.lead]
    parts += [_html_block(block) for block in page.blocks]
    body = "\n".join(parts)
    if not whole:
        return f"<div>{body}</div>"
    head = f'<meta charset="utf-8"><title>{escape(" ".join(page.title.split()))}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>'


def _html_block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h2>{escape(block.text)}</h2>"
    if isinstance(block, Text):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Items):
        items = "".join(f'<li class="{item.style}"><b>{escape(item.mark)}</b>{escape(item.text)}</li>' for item in block.items)
        return f"<ul>{items}</ul>"

    def row(cells: Sequence[str], tag: str) -> str:
        right = [' class="right"' if n in block.right else "" for n in range(len(cells))]
        return f"<tr>{''.join(f'<{tag}{side}>{escape(cell)}</{tag}>' for side, cell in zip(right, cells, strict=True))}</tr>"

    heads = row(block.heads, "th") if any(block.heads) else ""
    return f"<table>{heads}{''.join(row(cells, 'td') for cells in block.rows)}</table>"
