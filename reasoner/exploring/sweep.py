"""The same work over many items: in batches, on all cores or on a Dask cluster, with results in the order of the items.

A sweep knows nothing of what it runs. The work is a function that takes a batch and gives a result for each item of it;
it must be importable by name (or a ``functools.partial`` of such a function), as other processes run it.

>>> sweep(len_of_each, ["a", "bcd", "ef"], Plan(jobs=1))
[1, 3, 2]
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

from reasoner.errors import SweepError

from .memory import share_among

__all__ = ["Plan", "Progress", "Work", "run", "sweep"]

T = TypeVar("T")
R = TypeVar("R")

Work = Callable[[Sequence[T]], Sequence[R]]
Progress = Callable[[int, int], None]

_ATTEMPTS = 3
"""How often a batch is tried whose worker is lost: once more for bad luck, and once alone."""


@dataclass(frozen=True)
class Plan:
    """How a sweep runs. ``jobs`` is the number of processes (None for one on each core); with ``scheduler``, the address of
    a Dask scheduler, its workers take their place. ``batch`` is the most items that are worked on together. Nothing of
    this changes a result, unless memory runs short: the processes have an equal part of it each (workers of a cluster, of which
    nobody knows how many share a machine, are bounded as if alone, and by the cluster)."""

    jobs: int | None = None
    batch: int = 100
    scheduler: str | None = None


def len_of_each(batch: Sequence[str]) -> list[int]:
    """Work for the example above."""
    return [len(item) for item in batch]


def sweep(work: Work[T, R], items: Sequence[T], plan: Plan = Plan(), progress: Progress | None = None) -> list[R]:
    """The results of the work, in the order of the items; ``progress`` is told how many items are done, of how many.

    Raises what the work raises, and SweepError if a batch ends every process that works on it.
    """
    found: list[R | None] = [None] * len(items)
    done = 0
    for place, results in run(work, items, plan):
        found[place : place + len(results)] = results
        done += len(results)
        if progress is not None:
            progress(done, len(items))
    return found  # type: ignore[return-value]  # every place is filled


def run(work: Work[T, R], items: Sequence[T], plan: Plan = Plan()) -> Iterator[tuple[int, Sequence[R]]]:
    """The results as they come: where in the items each batch begins, and its results. Raises as :func:`sweep` does."""
    jobs = plan.jobs or os.cpu_count() or 1
    # Each worker gets several batches, so that a long one does not keep the others waiting at the end.
    size = max(1, min(plan.batch, -(-len(items) // (2 * jobs if jobs > 1 else 1))))
    batches = [(start, items[start : start + size]) for start in range(0, len(items), size)]
    if plan.scheduler is None and (jobs == 1 or len(batches) < 2):
        yield from ((start, work(batch)) for start, batch in batches)
        return
    attempts = dict.fromkeys((start for start, _ in batches), 0)
    while batches:
        # After a loss nobody can tell which batch was to blame, so those that were under way run alone.
        alone = [pair for pair in batches if attempts[pair[0]] == _ATTEMPTS - 1]
        lost: list[tuple[int, Sequence[T]]] = []
        with _executor(plan, 1 if alone else min(jobs, len(batches))) as executor:
            waiting: dict[Future[Sequence[R]], tuple[int, Sequence[T]]] = {}
            left = iter(alone[:1] or list(batches))
            while True:
                for pair in left:
                    waiting[executor.submit(work, pair[1])] = pair
                    if len(waiting) > 2 * jobs:
                        break
                if not waiting:
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    start, batch = waiting.pop(future)
                    try:
                        results = future.result()
                    except BrokenProcessPool:
                        lost += [(start, batch), *waiting.values()]
                        waiting, left = {}, iter(())
                        break
                    batches.remove((start, batch))
                    yield start, results
        for start, batch in lost:
            attempts[start] += 1
            if attempts[start] == _ATTEMPTS:
                raise SweepError(f"a batch of {len(batch)} ended every process that worked on it, the first of it is {batch[0]!r}")


def _begin(processes: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    share_among(processes)
    gc.set_threshold(200_000, 50, 50)  # a search makes millions of objects and no circles of them


@contextmanager
def _executor(plan: Plan, jobs: int) -> Iterator[Executor]:
    if plan.scheduler is None:
        executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(jobs,))
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise SweepError("--scheduler needs the extra named cluster: pip install 'instead[cluster]'") from None
    try:
        client = distributed.Client(plan.scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise SweepError(f"no Dask scheduler answers at {plan.scheduler}: {error}") from None
    with client:
        yield client.get_executor()
