"""Every legal ordering of replacement and prevention effects, from Python: see ``docs/python.md``.

>>> from reasoner import load, solve
>>> solve(load("examples/furnace-and-shield.yaml")).order_matters
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .language.reading import load, load_text
    from .solution import Solution, expand, solve

__all__ = ["Solution", "expand", "load", "load_text", "solve"]

_HOMES = {
    "Solution": "solution",
    "expand": "solution",
    "load": "language.reading",
    "load_text": "language.reading",
    "solve": "solution",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the solver takes its time to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
