"""A ruleset that was checked before starts without YAML, schema or grammar, and only while nothing changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulesplay.cli import warm
from rulesplay.engine import check, compile_rules, load

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
    Path(warm.place(str(variant), "rules")).write_bytes(junk)
    assert warm.recall(str(variant)) is None
    assert warm.load_rules(str(variant)).id == "liars_deck_devil"


def test_a_file_that_changes_while_it_is_looked_at_is_not_clean(
    variant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(variant.parent / "cache"))
    rules, found = check(variant)
    assert rules is not None and not found
    text = variant.read_text(encoding="utf-8")
    variant.write_text(text + "nonsense: 1\n", encoding="utf-8")
    warm.note_clean(str(variant), rules)
    assert not warm.is_clean(str(variant))
    variant.write_text("\ufeff" + text, encoding="utf-8")
    assert warm.is_clean(str(variant))


def test_a_base_that_comes_to_be_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "mine.yaml"
    path.write_text("rulesplay: 1\nextends: liars_deck.yaml\nid: mine\nname: Mine\n", encoding="utf-8")
    rules, found = check(path)
    assert rules is not None and not found
    warm.note_clean(str(path), rules)
    assert warm.is_clean(str(path))
    (tmp_path / "liars_deck.yaml").write_text("nonsense: [\n", encoding="utf-8")
    assert not warm.is_clean(str(path))


@pytest.mark.parametrize("home", ["", "somewhere/else"])
def test_nothing_is_kept_where_nobody_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    rules, _ = check(RULESETS / "liars_deck.yaml")
    assert rules is not None
    warm.note_clean("x.yaml", rules)
    assert not warm.is_clean("x.yaml") and not list(tmp_path.iterdir())


def test_what_is_in_the_way_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules, _ = check(RULESETS / "liars_deck.yaml")
    assert rules is not None
    target = Path(warm.place("x.yaml", "clean"))
    target.mkdir(parents=True)
    warm.note_clean("x.yaml", rules)
    assert list(target.parent.iterdir()) == [target] and not warm.is_clean("x.yaml")
    target.rmdir()
    os.mkfifo(target)
    assert not warm.is_clean("x.yaml")
