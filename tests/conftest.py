"""Shared by the tests: where things are, and hypothesis profiles."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Reports are as wide as COLUMNS says, which xdist sets.
os.environ.pop("COLUMNS", None)

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "tests" / "corpus"

settings.register_profile("default", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
