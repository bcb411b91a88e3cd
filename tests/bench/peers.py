"""The same problem in other tools, for comparison: one event of amount 1 under n effects, each applied once, in any order.

Each function gives the number of outcomes and of orderings (None where the tool does not count them), or None if the tool is
not installed. All models are written for this comparison.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import clingo

__all__ = ["PEERS"]

Counts = tuple[int, int | None]


def operators(kind: str, n: int) -> list[tuple[int, int]]:
    """Each effect as (factor, addend)."""
    if kind == "dbl":
        return [(2, 0)] * n
    if kind == "mix":
        return [(2, 0)] * (n // 2) + [(1, 1)] * (n - n // 2)
    return [(number + 1, 0) if number % 2 else (1, number + 1) for number in range(n)]


def python_search(kind: str, n: int) -> Counts:
    """A plain breadth-first search over (effects used, amount), every effect told apart, with a count of the orderings."""
    effects = operators(kind, n)
    layer = {(0, 1): 1}
    for _ in range(n):
        after: dict[tuple[int, int], int] = {}
        for (used, amount), ways in layer.items():
            for number, (factor, addend) in enumerate(effects):
                if not used >> number & 1:
                    key = used | 1 << number, amount * factor + addend
                    after[key] = after.get(key, 0) + ways
        layer = after
    return len(layer), sum(layer.values())


def clingo_orderings(kind: str, n: int) -> Counts:
    """A stock clingo program with one answer set for each ordering."""
    effects = "".join(f"effect({number}, {factor}, {addend}). " for number, (factor, addend) in enumerate(operators(kind, n)))
    control = clingo.Control(["0"])
    control.add(
        "base",
        [],
        f"""{effects} step(1..{n}). amount(0, 1).
        1 {{ take(T, E) : effect(E, _, _) }} 1 :- step(T).
        :- effect(E, _, _), not 1 {{ take(T, E) : step(T) }} 1.
        amount(T, A * F + P) :- amount(T - 1, A), take(T, E), effect(E, F, P).
        outcome(A) :- amount({n}, A).
        #show outcome/1.""",
    )
    control.ground([("base", [])])
    found: set[str] = set()
    count = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            found.add(str(model))
    return len(found), count


def _run(command: list[str], folder: str) -> str:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def spin(kind: str, n: int) -> Counts | None:
    """Spin, one process; outcomes from the end states."""
    if not shutil.which("spin"):
        return None
    options = "\n".join(
        f"  :: d_step {{ !(used & {1 << number}) -> used = used | {1 << number}; amount = amount * {factor} + {addend} }}"
        for number, (factor, addend) in enumerate(operators(kind, n))
    )
    end = f'  :: atomic {{ used == {(1 << n) - 1} -> c_code {{ printf("END %d\\n", now.amount); }}; break }}'
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.pml").write_text(f"int used = 0; int amount = 1;\nactive proctype P() {{\n  do\n{options}\n{end}\n  od\n}}\n")
        _run(["spin", "-a", "model.pml"], folder)
        _run(["gcc", "-O2", "-DSAFETY", "-o", "pan", "pan.c"], folder)
        return len(set(re.findall(r"END (-?\d+)", _run(["./pan", "-m10000", "-w24", "-n"], folder)))), None


def maude(kind: str, n: int) -> Counts | None:
    """Maude's search over a multiset of effects, each told apart."""
    if not shutil.which("maude"):
        return None
    effects = " ".join(f"e({number}, {factor}, {addend})" for number, (factor, addend) in enumerate(operators(kind, n)))
    text = f"""mod ORDER is
  pr NAT .
  sorts Effect Effects State .
  subsort Effect < Effects .
  op none : -> Effects [ctor] .
  op __ : Effects Effects -> Effects [ctor assoc comm id: none] .
  op e : Nat Nat Nat -> Effect [ctor] .
  op st : Nat Effects -> State [ctor] .
  vars A I F P : Nat . var R : Effects .
  rl st(A, e(I, F, P) R) => st(A * F + P, R) .
endm
search st(1, {effects}) =>! st(A, none) .
quit
"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.maude")
        file.write_text(text)
        return _run(["maude", "-no-banner", str(file)], folder).count("A --> "), None


PEERS = {"plain Python search": python_search, "clingo, one answer set an ordering": clingo_orderings, "Spin": spin, "Maude": maude}
