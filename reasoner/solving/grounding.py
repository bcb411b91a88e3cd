"""The one place that runs clingo: rules and facts in, atoms out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import clingo
from clingo.ast import AST, ProgramBuilder

from reasoner.errors import NotCovered, NumberTooLarge, RuleError, TooMany, ValueMissing

from .numbers import Numbers

__all__ = ["REFUSALS", "ground", "refuse_inexact"]

REFUSALS = ("inexact", "untold", "not_covered", "too_many")
"""The names of atoms by which the rules say what they can't give exactly."""


def ground(
    rules: Iterable[AST],
    facts: Iterable[clingo.Symbol],
    context: object = None,
    *,
    choices: Iterable[clingo.Symbol] = (),
    gaps: bool = False,
) -> clingo.Control:
    """Ground rules over facts, and over atoms that may be chosen to hold; calls of the rules go to the context. With ``gaps``, what
    only missing rules derive may be missing.

    Raises RuleError where the solver complains of the rules: what it takes for a mistake is none that a report may pass over."""
    complaints: list[str] = []

    def note(code: clingo.MessageCode, text: str) -> None:
        if not (gaps and code == clingo.MessageCode.AtomUndefined):
            complaints.append(text.strip())

    control = clingo.Control(logger=note)
    with ProgramBuilder(control) as builder:
        for node in rules:
            builder.add(node)
    with control.backend() as backend:
        for symbol in facts:
            backend.add_rule([backend.add_atom(symbol)])
        for symbol in choices:
            backend.add_rule([backend.add_atom(symbol)], choice=True)
    try:
        control.ground([("base", [])], context=context)
    except RuntimeError as error:
        raise RuleError("\n".join(["the rule programs do not ground", *complaints])) from error
    if complaints:
        raise RuleError("\n".join(["the rule programs are not sound for this scenario", *complaints]))
    return control


def refuse_inexact(atoms: clingo.SymbolicAtoms, numbers: Numbers | None) -> None:
    """Look for what the rules can't give exactly. Worlds that will be parted are asked about afterwards."""

    def told(name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        for atom in atoms.by_signature(name, arity):
            if numbers is None or not numbers.partings(atom.symbol.arguments[0].number):
                yield atom.symbol.arguments

    for _, effect, event in told("inexact", 3):
        what = f"what {effect.string!r} does to an event" if effect.type == clingo.SymbolType.String else f"the new value of {event}"
        raise NumberTooLarge(f"{what} is a number beyond 2147483647; results are exact or not given, so make the amounts smaller")
    for _, effect, count in told("untold", 3):
        if effect.type == clingo.SymbolType.Function:  # what stands under a label, branch(E, label)
            effect = effect.arguments[0]
        name, player = count.arguments[0].name, count.arguments[1].string
        reader = f"the effect {effect.string!r}" if effect.type == clingo.SymbolType.String else "an event of the scenario"
        raise ValueMissing(
            f"{reader} reads the {name} of {player!r}, which the scenario does not give; write {player}: {{{name}: N}} under players"
        )
    for _, effect, advice in told("not_covered", 3):
        raise NotCovered(f"what {effect.string!r} does is not covered here: {advice.string}")
    for _, counted in told("too_many", 2):
        raise TooMany(f"more than 1000 {counted.string}: make the numbers of the scenario smaller")
