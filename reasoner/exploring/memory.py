"""How much memory this process holds and how much it may hold, so that a search ends before there is none left.

What it may hold is told by the machine, by its control group (a container's limit) and by the limit on its address space. Where
none of them can be asked, or what it holds is not told, nothing is bounded.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["Memory", "may_hold", "share_among"]

_SHARE = 0.75
"""The part of what it may hold that a search uses: a frontier may take some hundred megabytes between two questions."""

_sharing = 1


def share_among(processes: int) -> None:
    """Say that so many processes like this one work at the same time on this machine; each then uses its part of the memory."""
    global _sharing
    _sharing = processes


class Memory:
    """The memory of this process during one search. ``most`` is what all processes that share the work may hold, in bytes, whatever
    the system says; None for three quarters of what it lets them."""

    def __init__(self, most: int | None = None):
        self._most = (may_hold() * _SHARE if most is None else most) / _sharing
        self._most_space = _address_space() * _SHARE if most is None else math.inf
        # A peak stays after an earlier search, so where only that is told a search answers for what it adds.
        self._before = 0 if _pages() else _held()[1]

    def is_full(self, more: int = 0) -> bool:
        """Is there too little left, if so many bytes more are sure to be needed?"""
        space, held = _held()
        return space > self._most_space or (held > self._before and held + more > self._most)


@cache
def may_hold() -> float:
    """The bytes of memory that the machine has, or that a control group leaves to this process if that is less; infinite where
    neither is told."""
    try:
        physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # there is no sysconf on Windows
        physical = 0
    return min([physical if physical > 0 else math.inf, *_group_limits()])


def _group_limits(groups: Path = Path("/proc/self/cgroup"), root: Path = Path("/sys/fs/cgroup")) -> Iterator[int]:
    """The limits in bytes of the control groups that this process is in, of both versions."""
    try:
        lines = groups.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        top, name = (root / "memory", "memory.limit_in_bytes") if controllers else (root, "memory.max")
        group = top / path.lstrip("/")
        # A group has the limits of those above it; inside a container its own path may not be there, but the uppermost is.
        for folder in (group, *group.parents):
            with suppress(OSError, ValueError):  # "max" is no limit
                yield int((folder / name).read_text(encoding="utf-8"))
            if folder == top:
                break


def _address_space() -> float:
    """The limit on the address space in bytes (``ulimit -v``), infinite where there is none."""
    if sys.platform == "win32":
        return math.inf
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return math.inf if limit == resource.RLIM_INFINITY else limit


def _pages() -> list[int]:
    """The pages of the address space, of the memory that is held, and more, where the system tells."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return [int(number) for number in file.read().split()]
    except (OSError, ValueError):
        return []


def _held() -> tuple[int, int]:
    """The address space and the memory that this process holds, in bytes; of the latter the peak where no more is told, or 0."""
    if pages := _pages():
        size = os.sysconf("SC_PAGE_SIZE")
        return pages[0] * size, pages[1] * size
    if sys.platform == "win32":
        return 0, 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0, peak if sys.platform == "darwin" else 1024 * peak
