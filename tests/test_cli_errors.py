"""Whatever is given to the command line, it ends in one clear line and the right code."""

import os
import time
from pathlib import Path

import pytest
from cli_running import MINI, mini, one_line, run, spawn

__all__ = ["mini"]

ENDLESS = MINI.replace(
    "setup:\n", "setup:\n  - while: true\n    limit: 100000000\n    do:\n      - say: again\n"
)
STUCK = MINI.replace("count: option.cards", "count: option.cards * 9")
LATER = MINI.replace("- challenge: high", "- set: {me.right: 1 // (turn_count - 3)}")

FILES: dict[str, bytes] = {
    "empty.yaml": b"",
    "blank.yaml": b"# nothing\n\n",
    "binary.yaml": bytes(range(256)),
    "zeros.yaml": b"a: \0\0\0",
    "latin.yaml": "name: Zoë".encode("latin-1"),
    "list.yaml": b"- 1\n- 2\n",
    "cut.yaml": MINI.encode()[:900],
    "bomb.yaml": b"a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n",
    "deep.yaml": b"a: " + b"[" * 50_000 + b"]" * 50_000,
    "deep_maps.yaml": b"".join(b" " * i + b"a:\n" for i in range(1000)),
    "deep_words.yaml": MINI.replace("me.points > 0", "(" * 900 + "true" + ")" * 900).encode(),
    "long.yaml": b"a: " + b"x" * 2_000_000,
    "other.save": b'{"rulesplay": 99, "body": ""}',
    "damaged.save": b'{"rulesplay": 1, "body": "abc"}',
    "list.save": b"[1, 2]",
    "deep.save": b"[" * 100_000,
}


@pytest.fixture
def house(mini: Path) -> Path:
    for name, data in FILES.items():
        (mini.parent / name).write_bytes(data)
    (mini.parent / "folder").mkdir()
    return mini.parent


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".yaml")])
def test_a_file_that_is_no_ruleset(house: Path, name: str) -> None:
    start = time.monotonic()
    result = run(name, "--watch")
    assert result.exit_code == 3
    assert name in result.stderr
    assert result.stdout == ""
    assert "internal error" not in result.stderr
    assert run("validate", name).exit_code in (1, 3)
    assert time.monotonic() - start < 4


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["nowhere.yaml"], 3, "nowhere.yaml: there is no such file"),
        (["folder"], 3, "folder: this is a folder"),
        (["empty.yaml"], 3, "empty.yaml: the file is empty"),
        (["binary.yaml"], 3, "binary.yaml: the file is not UTF-8"),
        (["mini.yaml", "--wat"], 2, "no such option"),
        (["mini.yaml", "extra"], 2, "unexpected extra argument"),
        (["--watch"], 2, "missing argument 'ruleset'"),
        (["mini.yaml", "--players", "9"], 2, "Mini takes 2 to 4 players, not 9"),
        (["mini.yaml", "--players", "0"], 2, "Mini takes 2 to 4 players, not 0"),
        (["mini.yaml", "--players", "many"], 2, "is not a valid integer"),
        (["mini.yaml", "--humans", "5"], 2, "at most 4"),
        (["mini.yaml", "--watch", "--humans", "2"], 2, "bots on all seats"),
        (["mini.yaml", "--set", "cards"], 2, "the options are cards and guesses"),
        (["mini.yaml", "--set", "card=3"], 2, "there is no option `card`; did you mean `cards`?"),
        (["mini.yaml", "--set", "cards=30"], 2, "takes a whole number from 1 to 9, not `30`"),
        (["mini.yaml", "--set", "cards=x"], 2, "takes a whole number from 1 to 9, not `x`"),
        (["mini.yaml", "--set", "guesses=perhaps"], 2, "takes true or false, not `perhaps`"),
        (["mini.yaml", "--preset", "shirt"], 2, "there is no preset `shirt`; did you mean `short`?"),
        (["mini.yaml", "--names", "A,A"], 2, "a name twice"),
        (["mini.yaml", "--names", "A,,B"], 2, "without a letter"),
        (["mini.yaml", "--names", "A,B,C,D,E"], 2, "5 names for 4 players"),
        (["mini.yaml", "--bots", "clever"], 2, "'clever' is not one of"),
        (["mini.yaml", "--save", "mini.yaml"], 2, "this file is not a saved game"),
        (["mini.yaml", "--save", "folder"], 2, "this is no file"),
        (["mini.yaml", "--save", "no/such/a.save"], 3, "there is no such folder"),
        (["resume", "nowhere.save"], 3, "nowhere.save: no such file"),
        (["resume", "folder"], 3, "folder: is a directory"),
        (["resume", "mini.yaml"], 3, "mini.yaml: this is not a saved game"),
        (["resume", "binary.yaml"], 3, "binary.yaml: this is not a saved game"),
        (["resume", "other.save"], 3, "saved by another version"),
        (["resume", "damaged.save"], 3, "damaged.save: the saved game is damaged"),
        (["resume", "list.save"], 3, "list.save: this is not a saved game"),
        (["replay", "deep.save"], 3, "deep.save: this is not a saved game"),
        (["options", "nowhere.yaml"], 3, "there is no such file"),
        (["explain", "RP31"], 2, "there is no code `RP31`"),
        (["valdate"], 3, "did you mean `rulesplay validate`?"),
    ],
)
def test_one_clear_line(house: Path, args: list[str], code: int, said: str) -> None:
    result = run(*args)
    assert result.exit_code == code
    assert said.casefold() in one_line(result.stderr).casefold()
    assert result.stderr.startswith("error: ")
    assert result.stdout == ""


def test_nothing_is_overwritten_that_is_no_saved_game(house: Path) -> None:
    before = (house / "mini.yaml").read_bytes()
    run("mini.yaml", "--save", "mini.yaml", "--watch")
    assert (house / "mini.yaml").read_bytes() == before


def test_an_endless_ruleset_is_stopped(house: Path) -> None:
    (house / "endless.yaml").write_text(ENDLESS)
    start = time.monotonic()
    result = run("endless.yaml", "--watch")
    assert time.monotonic() - start < 4
    assert result.exit_code in (1, 3)
    assert "internal error" not in result.stderr
    assert "endless.yaml:" in result.stderr


def test_rules_that_break_in_play_name_their_line(house: Path) -> None:
    (house / "stuck.yaml").write_text(STUCK)
    result = run("stuck.yaml", "--watch", "--set", "cards=9")
    assert result.exit_code == 1
    assert one_line(result.stderr).startswith("error: the game cannot begin: stuck.yaml:")
    (house / "later.yaml").write_text(LATER)
    result = run("later.yaml", "--watch", "--save", "a.save")
    assert result.exit_code == 1
    assert one_line(result.stderr).startswith("stopped: the game cannot go on: later.yaml:")
    assert run("replay", "a.save").exit_code == 0


def test_a_save_of_rules_that_have_changed_is_refused(house: Path) -> None:
    assert run("mini.yaml", "--watch", "--seed", "1", "--save", "a.save").exit_code == 0
    (house / "mini.yaml").write_text(MINI.replace("max: 2", "max: 3"))
    assert "have changed since this game was saved" in one_line(run("resume", "a.save").stderr)
    (house / "mini.yaml").unlink()
    assert "say where with --ruleset" in one_line(run("resume", "a.save").stderr)


@pytest.mark.parametrize("cut", [10, 120, 200, -40, -3])
def test_a_save_that_was_cut_is_refused(house: Path, cut: int) -> None:
    run("mini.yaml", "--watch", "--seed", "1", "--save", "a.save")
    data = (house / "a.save").read_bytes()
    (house / "b.save").write_bytes(data[:cut])
    result = run("replay", "b.save")
    assert result.exit_code == 3
    assert one_line(result.stderr).startswith("error: b.save: ")


def test_a_folder_that_cannot_be_written_to(house: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    (house / "folder").chmod(0o500)
    result = run("mini.yaml", "--watch", "--save", "folder/a.save")
    assert result.exit_code == 3
    assert "cannot be saved" in one_line(result.stderr)


def test_the_unforeseen_is_one_line_too(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("what\nis this")

    monkeypatch.setattr("rulesplay.cli.play.compiled", fail)
    result = run("mini.yaml")
    assert result.exit_code == 70
    assert one_line(result.stderr) == "internal error: ZeroDivisionError: what is this (please report)"


def test_a_full_disk_is_one_line(mini: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    import subprocess

    from cli_running import command

    with open("/dev/full", "wb") as full:
        done = subprocess.run(command(mini, "--watch"), stdout=full, stderr=subprocess.PIPE, timeout=20)
    assert done.returncode == 3
    assert b"no space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_bare_rulesplay_shows_the_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert "rulesplay RULESET" in result.stdout
    assert spawn("--version").stdout.startswith(b"rulesplay")
