"""What can go wrong, as one tree.

InsteadError
├── InputError          the user's file or option is wrong (exit code 2); holds every Problem found
├── SwitchError         a switch given from outside the file is wrong (exit code 2)
├── NumberTooLarge      a number leaves the exact range (exit code 2)
├── NotCovered          an effect does what the rules here do not go into (exit code 2)
├── TooMany             a scenario asks for more single events or choices than anybody wants to see (exit code 2)
├── ValueMissing        an effect reads a number that the scenario does not give (exit code 2)
├── SweepError          many scenarios could not be worked on together: no workers, or each was lost (exit code 2)
└── RuleError           the rule programs are wrong (exit code 4)
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "InputError",
    "InsteadError",
    "NotCovered",
    "NumberTooLarge",
    "Problem",
    "RuleError",
    "SweepError",
    "SwitchError",
    "TooMany",
    "ValueMissing",
]


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong in an input file. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class InsteadError(Exception):
    """The root of all errors that this project raises on purpose."""


class InputError(InsteadError):
    """The input is wrong. ``problems`` lists everything that was found, in the order of the file."""

    def __init__(self, problems: list[Problem]):
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


class SwitchError(InsteadError):
    """A switch given from outside the scenario file has a name or a setting that does not exist."""


class NumberTooLarge(InsteadError):
    """A number beyond 2147483647 comes where it can't be: it would be counted out, or written for a solver without such numbers."""


class ValueMissing(InsteadError):
    """An effect reads a number of cards that the scenario does not give."""


class NotCovered(InsteadError):
    """An effect does what the rules here do not go into; the message says what to write in its place."""


class TooMany(InsteadError):
    """A scenario asks for more single events or choices than anybody wants to see."""


class SweepError(InsteadError):
    """A sweep over many scenarios found no workers, or lost one again and again."""


class RuleError(InsteadError):
    """A rule program does not parse, or derives what it must not."""
