"""A solved scenario for scripts and notebooks: outcomes, orderings, the graph, and answers to "why".

It shows itself: as text when printed, as a table and a picture in a notebook. What is shown is written by ``cli``, which is
imported only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .exploring.explore import Exploration, Limits, explore
from .graphs.apart import little_or_parts
from .graphs.combining import Combinations
from .graphs.graph import OutcomeGraph
from .graphs.parts import Product
from .graphs.picture import Picture, whole_picture
from .graphs.report import Ordering, Outcome, Report, list_orderings, make_graph, report_of
from .graphs.skeleton import skeleton
from .language.reading import load
from .language.scenario import Scenario

if TYPE_CHECKING:
    import networkx as nx

    from cli.page import Page

__all__ = ["Answer", "Solution", "expand", "solve"]


@dataclass(frozen=True)
class Answer:
    """An answer to "why": ``data`` is what is said (see ``story.py``, ``effect_story.py`` and ``why_not.py``). Printed, it is text;
    in a notebook, HTML."""

    data: Any
    page: Page

    def __str__(self) -> str:
        from cli.render_page import text

        return text(self.page)

    def _repr_html_(self) -> str:
        from cli.render_page import html

        return html(self.page, whole=False)


class Solution:
    """An explored scenario.

    Parameters
    ----------
    exploration:
        what was explored; ``complete`` tells whether that is everything.
    by_state:
        tell outcomes apart by their end states alone, without the record of events.
    """

    def __init__(self, exploration: Exploration, *, by_state: bool = False):
        self.exploration = exploration
        self._graph = make_graph(exploration, by_state)

    # --- what came out
    @property
    def scenario(self) -> Scenario:
        """The scenario that was solved."""
        return self.exploration.scenario

    @property
    def complete(self) -> bool:
        """False if a limit cut the search off."""
        return self.exploration.complete

    @cached_property
    def report(self) -> Report:
        """Everything that ``instead outcomes`` tells, as plain data."""
        return report_of(self._graph)

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes, each with its number (from 1), values, changes, record, counts and a witness."""
        return self.report.outcomes

    @property
    def order_matters(self) -> bool:
        """Is there a choice between two applications that leave different outcomes reachable?"""
        return self._graph.order_matters

    def orderings(self, to: int | None = None) -> Iterator[Ordering]:
        """Every ordering, or those that can lead to one outcome (from 1), one at a time as they are found.

        Raises ValueError if options can repeat without end, IndexError if there is no such outcome.
        """
        return list_orderings(self._graph, None if to is None else self._number(to))

    @property
    def graph(self) -> nx.MultiDiGraph[int]:
        """The outcome graph: situations as nodes (0 is the first), options as edges with ``option``, ``choosers`` and ``copies``."""
        return self._graph.graph

    @property
    def outcome_graph(self) -> OutcomeGraph:
        """The graph with its counts: paths, orderings, what is reachable, where the ways part."""
        return self._graph

    def _number(self, outcome: int) -> int:
        if not 1 <= outcome <= len(self._graph.outcomes):
            raise IndexError(f"there is no outcome {outcome}; there are {len(self._graph.outcomes)}")
        return outcome - 1

    # --- why
    def explain(self, outcome: int | None = None, against: int | None = None) -> Answer:
        """The way to an outcome step by step, or where the ways to two outcomes part. Raises IndexError or ValueError."""
        from cli.explain_pages import comparison_page, story_page

        for number in (outcome, against):
            if number is not None:
                self._number(number)
        if against is None:
            from .explaining.story import story

            told = story(self._graph, outcome)
            return Answer(told, story_page(told))
        from .explaining.effect_story import compare

        found = compare(self._graph, outcome or 1, against) if (outcome or 1) != against else None
        if found is None:
            raise ValueError(f"no choice parts outcome {outcome or 1} from outcome {against}")
        return Answer(found, comparison_page(found))

    def why(self, effect: str) -> Answer:
        """Where an effect can be applied, and why not elsewhere. Raises KeyError if the scenario has no such effect."""
        from cli.explain_pages import effect_page

        from .explaining.effect_story import effect_story

        told = effect_story(self._graph, effect)
        return Answer(told, effect_page(told))

    def why_not(self, wish: str) -> Answer:
        """What blocks an outcome such as ``ben.life 16`` or ``ben.life < 10``. Raises InputError for a wish it cannot read."""
        from cli.explain_pages import why_not_page

        from .explaining.why_not import parse_wish, why_not

        told = why_not(self._graph, parse_wish(wish, self.scenario))
        return Answer(told, why_not_page(told))

    # --- showing it
    def picture(self, *, outcomes: bool = False) -> Picture:
        """The graph as boxes and links, or with ``outcomes`` only where the ways part."""
        return skeleton(self._graph) if outcomes else whole_picture(self._graph)

    def draw(self, format: str = "svg", *, outcomes: bool = False) -> str:
        """The graph as ``svg``, ``html``, ``dot``, ``mmd``, ``graphml``, ``json`` or ``txt``. Raises KeyError for another format."""
        from cli.graphing import FORMATS

        return FORMATS[format](self.picture(outcomes=outcomes))

    def __str__(self) -> str:
        from cli.reports import outcomes

        return outcomes(self.report, "text")

    def __repr__(self) -> str:
        found = f"{len(self.outcomes)} outcome{'s' if len(self.outcomes) != 1 else ''}"
        return f"<Solution of {self.scenario.title!r}: {found}{'' if self.complete else ', incomplete'}>"

    def _repr_svg_(self) -> str:
        return self.draw("svg", outcomes=len(self._graph.edges) > 60)

    def _repr_html_(self) -> str:
        from cli.outcome_pages import outcomes_page
        from cli.render_page import html

        return f"{html(outcomes_page(self.report), whole=False)}{self._repr_svg_()}"


def _given(scenario: Scenario | str, switches: Iterable[str]) -> Scenario:
    """The scenario itself or of a file, with these switches. Raises InputError or SwitchError."""
    found = load(scenario) if isinstance(scenario, str) else scenario
    given = list(switches)
    if not given:
        return found
    from .language.switches import with_switches

    return with_switches(found, given)


def _limits(max_states: int | None, time_limit: float | None, max_memory: int | None) -> Limits:
    return Limits(states=max_states, seconds=time_limit, memory=None if max_memory is None else max_memory * 1_000_000)


def solve(
    scenario: Scenario | str,
    *,
    switches: Iterable[str] = (),
    by_state: bool = False,
    max_states: int | None = 100_000,
    time_limit: float | None = None,
    max_memory: int | None = None,
) -> Solution:
    """Find every outcome of a scenario, or of a scenario file.

    ``switches`` are decisions of open questions such as ``"entering_chosen_by=future_controller"``; ``max_states``,
    ``time_limit`` (seconds) and ``max_memory`` (megabytes that the process may hold; by default three quarters of what the system
    lets it have) cut the search off, and the solution is not ``complete`` then.

    Raises InputError for a wrong file, SwitchError, NumberTooLarge, TooMany or ValueMissing.
    """
    found = _given(scenario, switches)
    return Solution(explore(found, _limits(max_states, time_limit, max_memory)), by_state=by_state)


def expand(
    scenario: Scenario | str,
    *,
    switches: Iterable[str] = (),
    by_state: bool = False,
    max_states: int | None = 100_000,
    time_limit: float | None = None,
    max_memory: int | None = None,
) -> Combinations:
    """Every outcome of a scenario whose events fall into independent parts, one at a time: a million or more of them cost no memory.

    A scenario that does not, or that has few outcomes, comes as one part. What is given and raised is as with :func:`solve`.
    """
    found, limits = _given(scenario, switches), _limits(max_states, time_limit, max_memory)
    explored = little_or_parts(found, limits) or explore(found, limits)
    return Combinations(explored if isinstance(explored, Product) else Product(found, [explored]), by_state)
