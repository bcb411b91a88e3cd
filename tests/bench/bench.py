"""Times of the things a user waits for: ``python tests/bench/bench.py [REPEATS]``. Prints the least of the repeats.

The workloads dbl, mix and sym are one damage event of 1 under n effects: doublers, or half doublers and half add-ones,
told apart (mix) or alike (sym).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from reasoner.explore import Limits, explore
from reasoner.graph import OutcomeGraph
from reasoner.reading import load, load_text
from reasoner.scenario import Scenario
from reasoner.suite import run_files

ROOT = Path(__file__).parent.parent.parent


def workload(kind: str, n: int) -> Scenario:
    """One damage event under n effects; sources that the alternatives name tell equal effects apart."""
    effects: dict[str, object] = {}
    for number in range(n):
        doubles = kind == "dbl" or number < n // 2
        effect: dict[str, object] = {
            "controller": "ann",
            "would": {"damage": {"to": "ben"}},
            "instead": {"amount": "2 * amount" if doubles else "amount + 1"},
        }
        if kind == "distinct":
            effect["instead"] = {"amount": f"{number + 1} * amount" if number % 2 else f"amount + {number + 1}"}
        if kind == "mix":
            effect["uses"] = 1  # what an effect has left tells it apart
        effects[f"effect-{number:02}"] = effect
    data = {"game": "magic", "players": ["ann", "ben"], "effects": effects, "event": {"damage": {"to": "ben", "amount": 1}}}
    return load_text(json.dumps(data), f"{kind}-{n}")


def least(run: Callable[[], object], repeats: int) -> float:
    """The least time of the repeats in seconds."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return min(times)


def command(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-m", "cli.main", *arguments], cwd=ROOT, check=True, capture_output=True)


def counted(scenario: Scenario) -> tuple[int, int]:
    """Situations found and outcomes, counted with their orderings."""
    graph = OutcomeGraph(explore(scenario, Limits(states=None)))
    assert graph.orderings is not None
    return len(graph.edges), len(graph.outcomes)


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    example = str(ROOT / "examples" / "furnace-and-shield.yaml")
    scenario = load(example)
    files = sorted(map(str, (ROOT / "tests" / "corpus").rglob("*.yaml")))
    print(f"instead --help (cold)           {least(command('--help'), repeats):8.3f} s")
    print(f"instead outcomes (cold)         {least(command('outcomes', example), repeats):8.3f} s")
    print(f"read and explore the example    {least(lambda: explore(load(example)), repeats):8.3f} s")
    print(f"explore the example             {least(lambda: explore(scenario), repeats):8.3f} s")
    print(f"the corpus, {len(files)} files           {least(lambda: run_files(files, Limits()), 1):8.3f} s")
    for kind, n in (("dbl", 16), ("dbl", 30), ("sym", 8), ("sym", 16), ("mix", 6), ("mix", 8)):
        work = workload(kind, n)
        situations, outcomes = counted(work)
        taken = least(lambda work=work: counted(work), 1)  # type: ignore[misc]
        print(f"{kind} n={n:<2} {situations:7} situations, {outcomes:4} outcomes {taken:8.3f} s")


if __name__ == "__main__":
    main()
