"""The pages of the diagnostics: current, one a code, with an example; `make docs` writes them."""

import json
import sys
from pathlib import Path

import pytest
from cli_running import run

from rulesplay.engine import CODES

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "diagnostics"
sys.path.insert(0, str(ROOT / "tools"))

import diagnostics  # noqa: E402

SCENARIOS = sorted((ROOT / "tests/golden/scenarios").glob("RP*.yaml"))


def test_the_pages_and_examples_are_current() -> None:
    stale = [path.name for path, text in diagnostics.written().items() if not is_current(path, text)]
    assert stale == [], "run `make docs`"


def is_current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def test_every_code_has_an_example() -> None:
    assert sorted(set(CODES) - set(diagnostics.examples())) == []


def test_there_is_a_page_for_each_code_and_no_other() -> None:
    assert {path.stem for path in PAGES.glob("RP*.md")} == set(CODES)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenarios_that_fail_are_named_after_their_code(path: Path) -> None:
    said = json.loads(run("test", path, "--format", "json").stdout)["diagnostics"]
    assert {one["code"] for one in said} == {path.stem[:5]}


def test_explain_shows_the_example() -> None:
    text = run("explain", "RP310").stdout
    assert "    error[RP310]: unknown name `nothing_like_it`" in text
    assert text.endswith("docs/diagnostics/RP310.md\n")
