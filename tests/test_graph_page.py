"""The HTML graph in a real browser: it loads without a complaint, works offline, and a choice narrows the outcomes.

Skipped where neither a Chromium nor playwright is installed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app

from .conftest import CORPUS

api = pytest.importorskip("playwright.sync_api")
BROWSER = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The page of a scenario with four outcomes. Every complaint and every request for anything else fails the test."""
    file = tmp_path / "graph.html"
    assert CliRunner().invoke(app, ["graph", str(CORPUS / "magic" / "cases" / "M-03.yaml"), "-o", str(file)]).exit_code == 0
    found = browser.new_page(viewport={"width": 1280, "height": 800})
    complaints: list[str] = []
    found.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("request", lambda request: complaints.append(request.url) if request.url != file.as_uri() else None)
    found.goto(file.as_uri())
    yield found
    if where := os.environ.get("SCREENSHOTS"):
        found.screenshot(path=str(Path(where) / f"{os.environ['PYTEST_CURRENT_TEST'].split('::')[1].split(' ')[0]}.png"))
    assert complaints == []
    found.close()


def count(page: Any) -> str:
    return str(page.locator("#count").inner_text())


def test_a_click_on_an_option_narrows_the_outcomes(page: Any) -> None:
    assert count(page) == "4 of 4 outcomes still reachable"
    page.locator("#options button").first.click()
    assert count(page) == "2 of 4 outcomes still reachable"
    assert page.locator("#outcomes button.gone").count() == 2
    page.locator("#back").click()
    assert count(page) == "4 of 4 outcomes still reachable"


def test_a_click_in_the_picture_goes_there(page: Any) -> None:
    page.locator("g.pill", has_text="gisela-doubles (5 → 10)").first.click()
    assert count(page) == "1 of 4 outcomes still reachable"
    assert page.locator("#steps li").count() == 3
    page.locator("#steps button").first.click()
    assert count(page) == "4 of 4 outcomes still reachable"


def test_the_keyboard_chooses_and_goes_back(page: Any) -> None:
    for key, left in (("2", 2), ("1", 2), ("ArrowLeft", 2), ("Home", 4)):
        page.keyboard.press(key)
        assert count(page) == f"{left} of 4 outcomes still reachable"


def test_an_outcome_shows_every_way_to_it(page: Any) -> None:
    page.locator("#outcomes button").nth(1).click()
    lit = page.locator("g.outcome:not(.off)")
    assert (lit.count(), lit.text_content()[:9]) == (1, "outcome 2")
    assert page.locator("#outcomes button[aria-pressed=true]").count() == 1


def test_it_zooms_and_moves(page: Any) -> None:
    before = page.locator("#world").get_attribute("transform")
    page.locator("#in").click()
    zoomed = page.locator("#world").get_attribute("transform")
    assert zoomed != before
    page.mouse.move(300, 400)
    page.mouse.down()
    page.mouse.move(380, 460, steps=4)
    page.mouse.up()
    assert page.locator("#world").get_attribute("transform") not in (before, zoomed)
    page.locator("#fit").click()
    assert page.locator("#world").get_attribute("transform") == before


def test_the_pointer_shows_details(page: Any) -> None:
    page.locator("g.divergence").first.hover()
    assert "the paths part: ann chooses" in page.locator("#tip").inner_text()
