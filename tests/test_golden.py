"""What is said of faulty rulesets, word by word; `UPDATE_GOLDEN=1` in the environment writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulesplay.engine.codes import CODES
from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.loading import check

GOLDEN = Path(__file__).parent / "golden"
FAULTY = sorted((GOLDEN / "err").glob("*.yaml"))
SOUND = sorted((GOLDEN / "ok").glob("*.yaml"))

# These come of a number of players and options, of play, or of scenarios.
NOT_OF_ONE_FILE = {"RP424", "RP450"} | {code for code in CODES if code.startswith(("RP7", "RP8"))}


def told(path: Path) -> str:
    """Return what is said of a file, one line a finding; those in other files have their name in front."""
    return "".join(line(found, path) + "\n" for found in check(path)[1])


def line(found: Diagnostic, path: Path) -> str:
    name = found.span.source.name
    shown = "" if name == str(path) else Path(name).name + ":"
    return (shown + str(found).removeprefix(f"{name}:")).replace(f"{GOLDEN}/", "")


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_faults_are_told_like_this(path: Path) -> None:
    said = told(path)
    expected = path.with_suffix(".out")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert said


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_file_is_named_after_what_is_found(path: Path) -> None:
    if path.stem.startswith("RP"):
        assert f"[{path.stem[:5]}]" in path.with_suffix(".out").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_nothing_is_said_of_sound_rulesets(path: Path) -> None:
    assert told(path) == ""


def test_every_code_has_an_example() -> None:
    shown = {path.stem[:5] for path in FAULTY}
    assert sorted(set(CODES) - NOT_OF_ONE_FILE - shown) == []


def test_nothing_is_left_over() -> None:
    left = {path.stem for path in (GOLDEN / "err").glob("*.out")} - {path.stem for path in FAULTY}
    assert sorted(left) == []
