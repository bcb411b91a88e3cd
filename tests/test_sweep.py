"""Sweeps: results do not depend on how many work on them, where, or on what was interrupted or lost."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from reasoner.errors import SweepError
from reasoner.exploring.journal import Journal
from reasoner.exploring.sweep import Plan, sweep

from .conftest import CORPUS

FEW = sorted(map(str, (CORPUS / "magic" / "golden").glob("*.yaml")))[:6]
command = CliRunner()


def squares(batch: Sequence[int]) -> list[int]:
    return [number * number for number in batch]


def squares_unless_first_time(batch: Sequence[int], folder: str) -> list[int]:
    """The process that meets 3 for the first time is lost."""
    mark = Path(folder) / "been-here"
    if 3 in batch and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(batch)


def always_lost(batch: Sequence[int]) -> list[int]:
    if 3 in batch:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(batch)


def test_results_do_not_depend_on_jobs_and_batches() -> None:
    numbers = list(range(11))
    told: list[tuple[int, int]] = []
    for plan in (Plan(jobs=1), Plan(jobs=1, batch=2), Plan(jobs=2, batch=3)):
        assert sweep(squares, numbers, plan, lambda done, total: told.append((done, total))) == squares(numbers)
        assert told[-1] == (11, 11)


def test_a_lost_worker_loses_no_result(tmp_path: Path) -> None:
    work = partial(squares_unless_first_time, folder=str(tmp_path))
    assert sweep(work, list(range(8)), Plan(jobs=2, batch=1)) == squares(range(8))


def test_a_batch_that_ends_every_process_is_an_error() -> None:
    with pytest.raises(SweepError, match="the first of it is 3"):
        sweep(always_lost, [3, 4, 5], Plan(jobs=2, batch=1))


def test_the_suite_tells_the_same_with_more_jobs() -> None:
    alone = command.invoke(app, ["test", "--jobs", "1", "--format", "json", *FEW])
    assert alone.exit_code == 0
    assert command.invoke(app, ["test", "--jobs", "2", "--format", "json", *FEW]).stdout == alone.stdout


def test_an_interrupted_suite_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    arguments = ["test", "--jobs", "1", "--format", "json", "--journal", str(journal), *FEW]
    whole = command.invoke(app, arguments)
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + len(FEW)
    # It is cut off in the middle of the third result; the first one is made to differ, so that one sees it is used.
    changed = json.loads(lines[1])
    changed["result"]["messages"] = ["from the journal"]
    journal.write_text(lines[0] + json.dumps(changed) + "\n" + lines[2] + lines[3][:20])
    again = command.invoke(app, arguments)
    assert again.exit_code == 1
    assert "from the journal" in again.stdout
    assert json.loads(again.stdout)["passed"] == json.loads(whole.stdout)["passed"] - 1
    assert sorted(journal.read_text().splitlines()[2:]) == sorted(line.rstrip() for line in lines[2:])


def test_a_journal_of_other_work_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(str(path), "other work") as journal:
        journal.add("a", 1)
    refused = command.invoke(app, ["test", "--journal", str(path), FEW[0]])
    assert refused.exit_code == 2
    assert f"{path}:1:1: these results are of other work" in refused.stderr


def test_a_scheduler_that_does_not_answer_is_an_error() -> None:
    pytest.importorskip("distributed")
    refused = command.invoke(app, ["test", "--scheduler", "nowhere://here", FEW[0]])
    assert refused.exit_code == 2
    assert "no Dask scheduler answers at nowhere://here" in refused.stderr


def test_a_cluster_tells_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        there = command.invoke(app, ["test", "--scheduler", cluster.scheduler_address, "--format", "json", *FEW])
    assert there.exit_code == 0
    assert there.stdout == command.invoke(app, ["test", "--jobs", "1", "--format", "json", *FEW]).stdout
