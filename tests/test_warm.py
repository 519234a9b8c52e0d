"""A ruleset that was checked before starts without YAML, schema or grammar, and only while nothing changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulesplay.cli import warm
from rulesplay.engine import compile_rules, load

RULESETS = Path(__file__).parent.parent / "rulesets"
START = """
import sys
from rulesplay.cli.opening import make_program, read_rules
make_program(read_rules(sys.argv[1]), None, {})
print(*sorted({"jsonschema", "lark", "yaml"} & set(sys.modules)))
"""


def start(path: Path, cache: Path) -> set[str]:
    """Open a ruleset in a new process; return which heavy libraries that took."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(cache))
    command = [sys.executable, "-c", START, str(path)]
    return set(
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()
    )


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    for name in ("liars_deck.yaml", "liars_deck_devil.yaml"):
        shutil.copy(RULESETS / name, tmp_path / name)
    return tmp_path / "liars_deck_devil.yaml"


def test_a_second_start_loads_no_reader(variant: Path, tmp_path: Path) -> None:
    assert start(variant, tmp_path / "cache") == {"lark", "yaml"}  # and jsonschema, were anything wrong
    assert start(variant, tmp_path / "cache") == set()


@pytest.mark.parametrize("changed", ["liars_deck.yaml", "liars_deck_devil.yaml"])
def test_a_change_of_any_file_is_seen(variant: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(variant.parent / "cache"))
    warm.load_rules(str(variant))
    assert warm.recall(str(variant)) is not None
    path = variant.parent / changed
    path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert warm.recall(str(variant)) is None


def test_what_is_kept_plays_the_same(variant: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(variant.parent / "cache"))
    warm.load_rules(str(variant))
    kept = warm.recall(str(variant))
    assert kept is not None
    assert compile_rules(kept, 3).source == compile_rules(load(variant), 3).source


@pytest.mark.parametrize("junk", [b"", b"\x80junk", b"\x80\x05N."])
def test_a_damaged_cache_is_passed_over(variant: Path, monkeypatch: pytest.MonkeyPatch, junk: bytes) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(variant.parent / "cache"))
    warm.load_rules(str(variant))
    Path(warm.place(str(variant))).write_bytes(junk)
    assert warm.recall(str(variant)) is None
    assert warm.load_rules(str(variant)).id == "liars_deck_devil"
