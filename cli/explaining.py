"""``instead explain``: why an effect is applicable or not, why this player chooses, what keeps an outcome from coming about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, Problem

from .running import USAGE, explore_one, guarded, load_scenario, say, warn_incomplete

if TYPE_CHECKING:
    from reasoner.graphs.graph import OutcomeGraph

    from .explain_data import Explained
    from .page import Page

__all__ = ["explain", "finding_page", "written"]


def finding_page(name: str) -> str | None:
    """The page of a finding of ``instead check``; None for what is no id of a finding. Raises InputError for one that means nothing."""
    from reasoner.consistency.finding import page_text, pages
    from reasoner.language.source import choices, nearest

    if re.fullmatch(r"[A-Za-z]\d{3}", name) is None:
        return None
    if (id_ := name.upper()) not in pages():
        message = f"there is no finding {name!r}{nearest(id_, pages())} (valid here: {choices(pages(), 40)})"
        raise InputError([Problem("instead explain", 1, 1, message)])
    return page_text(id_)


def written(found: Explained, page: Page, format: str) -> str:
    """The explanation in one of the formats of reports."""
    from . import explain_data, render_page

    if format in ("json", "jsonl", "concise"):
        return {"json": explain_data.as_json, "jsonl": explain_data.json_lines, "concise": explain_data.concise}[format](found)
    return {"text": render_page.text, "markdown": render_page.markdown, "html": render_page.html}[format](page)


def _explained(
    graph: OutcomeGraph, effect: str | None, outcome: int | None, against: int | None, wish: str | None
) -> tuple[Explained, Page] | str:
    """What is asked for, and its page; or what is wrong with the question."""
    from . import explain_pages

    scenario = graph.exploration.scenario
    for number in (outcome, against):
        if number is not None and number > len(graph.outcomes):
            return f"there is no outcome {number}; the scenario has {len(graph.outcomes)} (see instead outcomes)"
    if wish is not None:
        from reasoner.explaining.why_not import parse_wish, why_not

        blocked = why_not(graph, parse_wish(wish, scenario))
        return blocked, explain_pages.why_not_page(blocked)
    if effect is not None:
        from reasoner.explaining.effect_story import effect_story
        from reasoner.language.source import advice

        names = [each.name for each in scenario.effects]
        if effect not in names:
            return f"there is no effect {effect!r}{advice(effect, names)}"
        one = effect_story(graph, effect)
        return one, explain_pages.effect_page(one)
    if against is not None:
        from reasoner.explaining.effect_story import compare

        if outcome is None:
            return "--against compares with another outcome; give that with --outcome"
        compared = compare(graph, outcome, against) if outcome != against else None
        if compared is None:
            return f"no choice parts outcome {outcome} from outcome {against}"
        return compared, explain_pages.comparison_page(compared)
    from reasoner.explaining.story import story

    told = story(graph, outcome)
    return told, explain_pages.story_page(told)


def explain(
    file: str,
    effect: str | None,
    outcome: int | None,
    against: int | None,
    wish: str | None,
    switches: list[str],
    format: str,
    by_state: bool,
    max_states: int,
    time_limit: float | None,
) -> int:
    """Explain a scenario, or show the page of a finding. Returns the exit code."""

    def run() -> int:
        if not Path(file).exists() and (page := finding_page(file)) is not None:
            print(page)
            return 0
        if sum(given is not None for given in (effect, outcome, wish)) > 1:
            say("give one of --effect, --outcome and --why-not")
            return USAGE
        from reasoner.graphs.report import make_graph

        exploration = explore_one(load_scenario(file, switches), max_states, time_limit)
        found = _explained(make_graph(exploration, by_state), effect, outcome, against, wish)
        if isinstance(found, str):
            say(found)
            return USAGE
        print(written(*found, format))
        return warn_incomplete(exploration)

    return guarded(run)
