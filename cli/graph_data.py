"""The outcome graph as data: JSON, and GraphML for graph tools."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from reasoner.graphs.picture import Picture

from .render_json import heading
from .render_text import verdict

__all__ = ["as_data", "graphml", "json_graph"]


def as_data(picture: Picture) -> dict[str, Any]:
    """Everything in the picture as plain values; the shape stands in ``docs/json.md``."""
    report = picture.report
    scenario = report.scenario
    return {
        **heading(scenario),
        "complete": report.complete,
        "verdict": verdict(report),
        "counted": picture.counted,
        "boxes": [
            {
                "id": number,
                "situations": list(box.situations),
                "kind": box.kind,
                "lines": list(box.lines),
                "changes": list(box.changes),
                "later": list(box.later),
                "choosers": list(box.choosers),
                "chooser": box.chooser,
                "rules": list(box.rules),
                "outcome": box.outcome,
                "outcomes": list(box.outcomes),
            }
            for number, box in enumerate(picture.boxes)
        ],
        "links": [
            {
                "source": link.source,
                "target": link.target,
                "kind": link.kind,
                "text": link.text,
                "who": " and ".join(link.choosers),
                "rules": list(link.rules),
                "outcomes": list(link.outcomes),
                "paths": link.paths,
                "copies": link.copies,
            }
            for link in picture.links
        ],
        "outcomes": [
            {"id": outcome.number, "text": text, "orderings": outcome.orderings, "paths": outcome.paths}
            for outcome, text in zip(report.outcomes, picture.outcome_texts, strict=True)
        ],
    }


def json_graph(picture: Picture) -> str:
    """The graph as JSON."""
    return json.dumps(as_data(picture), indent=2, ensure_ascii=False) + "\n"


def graphml(picture: Picture) -> str:
    """The graph as GraphML, written by networkx."""
    import networkx as nx

    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    for number, box in enumerate(picture.boxes):
        text = [f"outcome {box.outcome}", picture.outcome_texts[box.outcome - 1]] if box.outcome is not None else box.lines
        numbers = ", ".join(map(str, box.outcomes))
        graph.add_node(number, label="; ".join(text), kind=box.kind, changes="; ".join(box.changes), who=box.chooser, outcomes=numbers)
    for link in picture.links:
        numbers = ", ".join(map(str, link.outcomes))
        who, paths = " and ".join(link.choosers), "" if link.paths is None else str(link.paths)
        graph.add_edge(link.source, link.target, label=link.text, kind=link.kind, who=who, outcomes=numbers, paths=paths)
    written = BytesIO()
    nx.write_graphml_xml(graph, written)
    return written.getvalue().decode() + "\n"
