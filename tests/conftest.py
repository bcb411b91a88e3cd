"""Shared by the tests: where things are, and hypothesis profiles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Reports are as wide as COLUMNS says, which xdist sets.
os.environ.pop("COLUMNS", None)

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "tests" / "corpus"

settings.register_profile("default", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(trylast=True)  # hypothesis marks its tests first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Random scenarios take longest, so they come first: no process is left with them alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("hypothesis") is None)
