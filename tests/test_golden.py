"""Every report in every format, as it stood when somebody last looked at it.

``python -m tests.test_golden`` writes the files anew; read the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from cli import reports
from cli.explain_pages import story_page
from cli.explaining import written
from cli.graphing import FORMATS
from reasoner.explaining.story import story
from reasoner.exploring.explore import explore
from reasoner.graphs.combining import Combinations
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.parts import factored
from reasoner.graphs.picture import Picture, whole_picture
from reasoner.graphs.report import make_report
from reasoner.graphs.skeleton import skeleton
from reasoner.graphs.suite import Result
from reasoner.language.reading import load

from .conftest import CORPUS, ROOT

GOLDEN = ROOT / "tests" / "golden"
PICTURES = ROOT / "docs" / "pictures"
REPORTS = {"text": "txt", "concise": "concise.txt", "json": "json", "jsonl": "jsonl", "markdown": "md", "html": "html"}
EXAMPLE = ROOT / "examples" / "furnace-and-shield.yaml"


def picture(file: Path, outcomes: bool = False) -> Picture:
    graph = OutcomeGraph(explore(load(str(file))))
    return skeleton(graph) if outcomes else whole_picture(graph)


def svg(file: Path, outcomes: bool = False) -> str:
    """The picture as it is where there is no Graphviz, so that it is the same everywhere."""
    from cli.graph_svg import graph

    return graph(picture(file, outcomes), dot="")


def drawn(ending: str) -> str:
    return FORMATS[ending](picture(EXAMPLE))


def explained(format: str) -> str:
    found = story(OutcomeGraph(explore(load(str(EXAMPLE)))))
    return written(found, story_page(found), format) + "\n"


def told(format: str) -> str:
    return reports.outcomes(make_report(explore(load(str(EXAMPLE)))), format) + "\n"


def suite_told(format: str) -> str:
    return reports.suite(RESULTS, format) + "\n"


def expanded(format: str) -> str:
    scenario = load(str(ROOT / "examples" / "seven-commanders.yaml"))
    product = factored(scenario)
    assert product is not None
    found = Combinations(product)
    return "\n".join(reports.combinations(found, islice(found, 2), found.count, format)) + "\n"


RESULTS = [
    Result("good.yaml", "M-01", ()),
    Result("wrong.yaml", "M-02", ("expected 2 orderings, found 1", "outcome 1 is not expected: {ben.life: 14}")),
    Result("broken.yaml", None, ("broken.yaml:1:7: game: unknown game 'magik'; did you mean 'magic'?",), is_error=True),
    Result("long.yaml", "M-03", ("the search was cut off after 3 situations, so the outcomes are not complete",), complete=False),
]


WRITTEN: dict[Path, Callable[[], str]] = {
    **{GOLDEN / f"graph.{ending}": partial(drawn, ending) for ending in ("txt", "dot", "mmd", "json")},
    **{GOLDEN / f"explain.{ending}": partial(explained, format) for format, ending in REPORTS.items()},
    **{GOLDEN / f"outcomes.{ending}": partial(told, format) for format, ending in REPORTS.items()},
    **{GOLDEN / f"expanded.{REPORTS[format]}": partial(expanded, format) for format in ("text", "concise", "markdown")},
    **{GOLDEN / f"test.{ending}": partial(suite_told, format) for format, ending in REPORTS.items()},
    PICTURES / "furnace-and-shield.svg": partial(svg, EXAMPLE),
    PICTURES / "two-giselas.svg": partial(svg, CORPUS / "magic" / "cases" / "M-03.yaml"),
    PICTURES / "devour-twice.svg": partial(svg, CORPUS / "magic" / "rules" / "614.13b-a.yaml"),
    PICTURES / "draws-skeleton.svg": partial(svg, CORPUS / "magic" / "cases" / "M-54.yaml", True),
}
"""What is written to which file."""


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_a_report_is_as_it_was(file: Path) -> None:
    assert WRITTEN[file]() == file.read_text(encoding="utf-8"), "if this is right: python -m tests.test_golden"


if __name__ == "__main__":
    for target, write in WRITTEN.items():
        target.parent.mkdir(exist_ok=True)
        target.write_text(write(), encoding="utf-8")
