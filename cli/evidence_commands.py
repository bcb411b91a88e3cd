"""What the commands that give or judge evidence do: ``instead certify`` and ``instead replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .running import FINDINGS, FINE, USAGE, explore_one, guarded, load_scenario, say, warn_incomplete

if TYPE_CHECKING:
    from reasoner.exploring.explore import Exploration
    from reasoner.graphs.graph import OutcomeGraph
    from reasoner.graphs.replay import Replay

__all__ = ["certify", "forces", "replay"]


def certify(file: str, switches: list[str], by_state: bool, max_states: int, time_limit: float | None) -> int:
    """``instead certify``"""

    def run() -> int:
        from reasoner.consistency.certificate import certificate
        from reasoner.graphs.report import make_graph

        from .render_json import SCHEMA_VERSION, dump

        # That effects commute is what there is to be shown.
        exploration = explore_one(load_scenario(file, switches), max_states, time_limit, commuting=False)
        if not exploration.complete:
            return warn_incomplete(exploration)
        print(dump({"schema_version": SCHEMA_VERSION, **certificate(make_graph(exploration, by_state))}))
        return FINE

    return guarded(run)


def forces(file: str, switches: list[str], format: str, by_state: bool, max_states: int, time_limit: float | None) -> int:
    """``instead outcomes --forces``"""

    def run() -> int:
        from dataclasses import asdict

        from reasoner.graphs.forces import guarantees
        from reasoner.graphs.report import make_graph, report_of

        from .render_json import SCHEMA_VERSION, dump

        if format not in ("text", "json"):
            say("--forces is told as text or json")
            return USAGE
        exploration = explore_one(load_scenario(file, switches), max_states, time_limit)
        if not exploration.complete:
            return warn_incomplete(exploration)
        graph = make_graph(exploration, by_state)
        report = report_of(graph)
        found = guarantees(graph)
        if format == "json":
            listed = [asdict(guarantee) for guarantee in found]
            print(dump({"schema_version": SCHEMA_VERSION, "choosers": report.choosers, "outcomes": len(report.outcomes), "forces": listed}))
            return FINE
        for player in report.choosers:
            own = [guarantee for guarantee in found if guarantee.player == player]
            print(f"{player} can bring about {', '.join(str(g.outcome) for g in own) or 'no outcome alone'}")
            for guarantee in own:
                print(f"  {guarantee.outcome}: {', then '.join(guarantee.choices) or 'whatever is chosen'}")
        if not report.choosers:
            print("Nobody has a choice.")
        return FINE

    return guarded(run)


def _told(found: Replay) -> str:
    outcomes = ", ".join(map(str, found.outcomes)) or "none"
    if found.legal:
        return f"Legal. Outcomes that it can come to: {outcomes} (see instead outcomes)."
    assert found.step is not None
    lines = [f"Not legal: line {found.step.line} ({found.step}): {found.problem}."]
    if found.options:
        rules = f" ({', '.join(found.rules)})" if found.rules else ""
        lines += ["", f"What was possible there{rules}:", *(f"  {option}" for option in found.options)]
    if found.nearest:
        lines += ["", f"The nearest legal ordering: {', then '.join(found.nearest)}."]
    return "\n".join(lines)


def replay(file: str, trace: str, switches: list[str], format: str, by_state: bool, max_states: int, time_limit: float | None) -> int:
    """``instead replay``"""

    def run() -> int:
        from dataclasses import asdict

        from reasoner.graphs.replay import read_trace, replay
        from reasoner.graphs.report import make_graph
        from reasoner.language.source import read_text

        from .render_json import SCHEMA_VERSION, dump

        if file == "-" and trace == "-":
            say("the scenario and the trace cannot both come from standard input")
            return USAGE
        scenario = load_scenario(file, switches)
        steps = read_trace(read_text(trace), trace)
        exploration = explore_one(scenario, max_states, time_limit)
        if not exploration.complete:
            return warn_incomplete(exploration)
        cut_off: list[Exploration] = []

        def whole() -> OutcomeGraph | None:
            every = explore_one(scenario, max_states, time_limit, reduce=False)
            if not every.complete:
                cut_off.append(every)
            return make_graph(every, by_state) if every.complete else None

        found = replay(make_graph(exploration, by_state), steps, whole)
        if cut_off:
            return warn_incomplete(cut_off[0])
        print(dump({"schema_version": SCHEMA_VERSION, **asdict(found)}) if format == "json" else _told(found))
        return FINE if found.legal else FINDINGS

    return guarded(run)
