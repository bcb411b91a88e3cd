"""Processor seconds of the things a user waits for, and of the same work in other tools: ``python -m tests.bench.bench [--peers]``.

Workloads: ``dbl`` (n equal doublers of one damage event of 1), ``mix`` (half doublers, half add-ones), ``distinct`` (+1, ×2, +3,
×4, … all different), ``groups`` (n events, each with two doublers and two add-ones of its own), ``sweep-wipe`` (n creatures that
die at once, each under two rival effects), ``riftbound-set`` (n units and Soraka die at once; Soraka has a Guardian Angel, and there are
two Hourglasses), pairs of cards of the library, and the corpus. Results are checked as they are timed.
"""

from __future__ import annotations

import gc
import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from reasoner.cards.card import read_cards
from reasoner.cards.library import shipped
from reasoner.consistency.deciding import decide_all
from reasoner.consistency.posing import Entry, Posed, meeting_kinds, pose
from reasoner.consistency.scope import Scope
from reasoner.errors import InputError
from reasoner.exploring.explore import Limits, explore
from reasoner.exploring.sweep import Plan
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.parts import factored, report_of_parts
from reasoner.graphs.suite import run_files
from reasoner.language.reading import load, load_text
from reasoner.language.scenario import Scenario

from .peers import PEERS, operators

ROOT = Path(__file__).parent.parent.parent


def scenario(data: dict[str, Any]) -> Scenario:
    return load_text(json.dumps({"game": "magic", "players": ["ann", "ben"], **data}), "workload.json")


def amount(factor: int, addend: int) -> str:
    return f"{factor} * amount" if addend == 0 else f"amount + {addend}"


def workload(kind: str, n: int) -> Scenario:
    """One damage event under n effects."""
    effects = {
        f"effect-{number:02}": {"controller": "ann", "would": {"damage": {"to": "ben"}}, "instead": {"amount": amount(*operator)}}
        for number, operator in enumerate(operators(kind, n))
    }
    return scenario({"effects": effects, "event": {"damage": {"to": "ben", "amount": 1}}})


def groups(n: int) -> Scenario:
    """n creatures are dealt damage at once, each under four effects of its own."""
    names = [f"bear-{number}" for number in range(n)]
    effects = {
        f"{name}-{number}": {"controller": "ann", "would": {"damage": {"to": name}}, "instead": {"amount": amount(*operator)}}
        for name in names
        for number, operator in enumerate(operators("mix", 4))
    }
    bears = {name: {"types": ["creature"], "controller": "ben"} for name in names}
    return scenario({"objects": bears, "effects": effects, "events": [{"damage": {"to": name, "amount": 1}} for name in names]})


def sweep_wipe(n: int) -> Scenario:
    """n creatures die at once; each may be exiled, or go to the hand, instead."""
    names = [f"bear-{number:02}" for number in range(n)]
    effects = {
        f"{name}-{zone}": {"source": name, "would": {"dies": {"what": "self"}}, "instead": {"to": zone}}
        for name in names
        for zone in ("exile", "hand")
    }
    bears = {name: {"types": ["creature"], "controller": "ann"} for name in names}
    return scenario({"objects": bears, "effects": effects, "events": [{"dies": {"what": name}} for name in names]})


def riftbound_set(n: int) -> Scenario:
    """n units, Soraka, Guardian Angel and two Hourglasses."""
    units = {f"unit-{number}": {"types": ["unit"], "might": 1, "controller": "ann", "place": "fields"} for number in range(n)}
    objects = {
        "fields": {"types": ["battlefield"], "controller": "ann", "zone": "field"},
        "soraka": {"card": "Soraka, Wanderer", "controller": "ann", "place": "fields"},
        **units,
        "angel": {"card": "Guardian Angel", "controller": "ann", "attached_to": "soraka"},
        "hourglass-1": {"card": "Zhonya's Hourglass", "controller": "ann"},
        "hourglass-2": {"card": "Zhonya's Hourglass", "controller": "ann"},
    }
    return scenario({"game": "riftbound", "objects": objects, "event": {"dies": {"what": ["soraka", *units]}}})


def posed_pairs(game: str, count: int) -> list[tuple[Posed, Posed]]:
    """Some pairs of effects of the library that wait for the same events, drawn at random."""
    cards, _ = read_cards(shipped(), game)
    entries = [Entry(card, name) for card in cards for name, effect in card.effects.items() if effect.effect.verb == "acts"]
    posed: list[tuple[Posed, Posed]] = []
    for entry in entries:
        with suppress(InputError):  # what leaves open too much cannot be posed
            posed.append((pose(entry, "first", "ann", shipped()), pose(entry, "second", "ben", shipped())))
    pairs = [(one, other) for one, _ in posed for _, other in posed if meeting_kinds(one, other)]
    return random.Random(1).sample(pairs, count)


def decided(pairs: list[tuple[Posed, Posed]]) -> str:
    """Decide how they behave together."""
    found = [
        d for place in range(0, len(pairs), 40) for d in decide_all(pairs[place : place + 40], Scope(objects=1, amount=3), Limits(20_000))
    ]
    assert not any(decision.verdict == "undecided" for decision in found)
    return f"{len(found)} pairs, {sum(decision.meetings > 0 for decision in found)} of them meet"


def free(work: Scenario) -> str:
    """Explore and count what comes of it."""
    graph = OutcomeGraph(explore(work, Limits(states=None)))
    assert graph.orderings is not None
    return f"{len(graph.edges):,} situations, {len(graph.outcomes):,} outcomes, {graph.orderings[0]:,} orderings"


def whole(work: Scenario, n: int) -> str:
    """Explore and count; every one of the n effects is applied once, so there are n! orderings."""
    graph = OutcomeGraph(explore(work, Limits(states=None)))
    assert graph.orderings is not None
    assert graph.orderings[0] == math.factorial(n)
    return f"{len(graph.edges):,} situations, {len(graph.outcomes):,} outcomes"


def apart(work: Scenario, outcomes: int) -> str:
    """Explore by independent parts."""
    product = factored(work)
    assert product is not None
    report = report_of_parts(product)
    assert report.outcomes == outcomes
    return f"{len(report.parts)} parts, {report.outcomes:,} outcomes"


def spent() -> float:
    """Processor seconds of this process and of those that it waited for: they hold on a busy machine too."""
    return sum(os.times()[:4])


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()  # nobody pays for what an earlier one left
    started = spent()
    result = run()
    return spent() - started, result


def tell(name: str, seconds: float, what: str) -> None:
    print(f"{name:<42} {seconds:9.3f} s  {what}", flush=True)


def command(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-m", "cli.main", *arguments], cwd=ROOT, check=True, capture_output=True)


def main() -> None:
    gc.set_threshold(200_000, 50, 50)  # as the commands do
    example = str(ROOT / "examples" / "furnace-and-shield.yaml")
    tell("instead --help (cold)", timed(command("--help"))[0], "")
    tell("instead outcomes (cold)", timed(command("outcomes", example))[0], "")
    read = load(example)
    explore(read)
    tell("explore the example", timed(lambda: explore(read))[0], "")
    for kind, sizes in (("dbl", (16, 30, 40)), ("mix", (8, 16, 24)), ("distinct", (8, 10))):
        for n in sizes:
            tell(f"{kind} n={n}", *timed(lambda kind=kind, n=n: whole(workload(kind, n), n)))  # type: ignore[misc]
    for n in (2, 4, 8):
        tell(f"groups n={n}", *timed(lambda n=n: apart(groups(n), 6**n) if 6**n > 64 else "too few outcomes"))  # type: ignore[misc]
    for n in (10, 20):
        tell(f"sweep-wipe k={n}", *timed(lambda n=n: apart(sweep_wipe(n), 2**n)))  # type: ignore[misc]
    for n in (2, 4):
        tell(f"riftbound-set k={n}", *timed(lambda n=n: free(riftbound_set(n))))  # type: ignore[misc]
    for game in ("magic", "riftbound"):
        drawn = posed_pairs(game, 200)
        tell(f"pairs of {game} cards", *timed(lambda drawn=drawn: decided(drawn)))  # type: ignore[misc]
    files = sorted(map(str, (ROOT / "tests" / "corpus").rglob("*.yaml")))
    for jobs in (1, None):
        seconds, results = timed(lambda jobs=jobs: run_files(files, Limits(), Plan(jobs)))  # type: ignore[misc]
        assert all(result.passed for result in results)
        tell(
            f"the corpus, {'one job' if jobs else 'all cores'}",
            seconds,
            f"{len(files)} scenarios, {1000 * seconds / len(files):.0f} ms each",
        )
    if "--peers" in sys.argv:
        for kind, n in (("dbl", 8), ("mix", 8), ("mix", 16), ("distinct", 8)):
            for name, peer in PEERS.items():
                if name.startswith(("clingo", "Maude")) and n > 8:
                    continue  # n! answer sets, or eight minutes
                seconds, counts = timed(lambda peer=peer, kind=kind, n=n: peer(kind, n))  # type: ignore[misc]
                tell(f"{kind} n={n}: {name}", seconds, "not installed" if counts is None else f"{counts[0]:,} outcomes")


if __name__ == "__main__":
    main()
