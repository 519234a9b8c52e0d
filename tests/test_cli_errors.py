"""Whatever is given to the command line, it ends in one clear line and the right code."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_running import MINI, RULESETS, command, mini, one_line, run, spawn

from rulesplay.cli import session
from rulesplay.engine import pack, unpack

__all__ = ["mini"]

ENDLESS = MINI.replace(
    "setup:\n", "setup:\n  - while: true\n    limit: 100000000\n    do:\n      - say: again\n"
)
STUCK = MINI.replace("count: option.cards", "count: option.cards * 9")
LATER = MINI.replace("- challenge: high", "- set: {me.right: 1 // (turn_count - 3)}")
NOTHING_TO_DO = """\
rulesplay: 1
id: nothing
name: Nothing
players: {min: 2, max: 2}
variables:
  n: {type: integer, starts: 6}
phases:
  play:
    turns:
      first: seat(1)
      actions: [go, run]
actions:
  go: {when: n > 5, do: [set: {n: n - 1}]}
  run: {when: n > 6, do: []}
ending:
  done: {when: n > 100, winners: players}
limit: {turns: 30, say: Enough.}
"""

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
        (["valdate"], 2, "did you mean `rulesplay validate`?"),
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


# A game that cannot go on ---------------------------------------------------------------


@pytest.mark.parametrize("args", [("--watch",), ("--humans", "2")])
def test_who_can_do_nothing_is_named(mini: Path, args: tuple[str, ...]) -> None:
    Path("nothing.yaml").write_text(NOTHING_TO_DO)
    result = run("nothing.yaml", *args, typed="\n1\n\n")
    assert result.exit_code == 1
    said = "stopped: the game cannot go on: nothing.yaml:10:7: error[RP450] Bob cannot do anything here: none of "
    assert one_line(result.stderr).startswith(said)
    assert "resume nothing.save`" in result.stderr
    assert (
        one_line(run("resume", "nothing.save").stderr).partition(":10:7: ")[2].startswith("error[RP450] Bob")
    )


def test_the_unforeseen_saves_the_game(mini: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act = session.Session.act

    def fail(self: session.Session, *args: Any) -> None:
        act(self, *args)
        raise ZeroDivisionError("what\nis this")

    monkeypatch.setattr(session.Session, "act", fail)
    result = run("mini.yaml", "--watch")
    assert result.exit_code == 70
    said = "stopped: internal error: ZeroDivisionError: what is this (please report); the game is saved, "
    assert one_line(result.stderr).startswith(said)
    assert run("replay", "mini.save").exit_code == 0


# What is typed and given ----------------------------------------------------------------


def test_very_long_numbers_are_no_answers(mini: Path) -> None:
    long = "9" * 5000
    result = run(RULESETS / "liars_dice.yaml", "--seed", "1", typed=f"{long}\n1 {long}\n{long}\n")
    assert result.exit_code == 4
    assert "Type a number from 1 to 2, or ? for the rules." in result.stdout
    assert result.stdout.count("Type 1 to 30; Enter alone goes back.") == 2
    assert one_line(run(mini, "--set", f"cards={long}").stderr).startswith(
        "error: option `cards` takes a whole"
    )


def test_text_that_is_none(house: Path) -> None:
    for option in ("--seed", "--names"):
        result = spawn("mini.yaml", option, b"\xed\xa0\x80".decode(errors="surrogateescape"))
        assert result.returncode == 2
        assert b"this is not UTF-8" in result.stderr
    (house / "m\udcff.yaml").write_text(MINI)
    assert spawn("m\udcff.yaml", "--watch", "--save", "m\udcff.save").returncode == 0
    assert spawn("resume", "m\udcff.save").returncode == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": "\ud800"}, "the saved game is damaged"),
        ({"names": ("\ud800", "B", "C", "D")}, "the saved game is damaged"),
        ({"entries": [(None, ("lay", 1))]}, "the saved game does not follow its own rules"),
        ({"ruleset": "a\nb", "digest": ""}, "the rules of a b have changed since this game was saved"),
    ],
)
def test_a_save_with_something_else_in_it(house: Path, change: dict[str, Any], said: str) -> None:
    run("mini.yaml", "--watch", "--seed", "1", "--save", "a.save")
    record = unpack((house / "a.save").read_text())
    if "entries" in change:
        change = {"entries": [(None if who != "chance" else who, what) for who, what in record.entries]}
    (house / "b.save").write_text(pack(replace(record, **change)))
    result = run("replay", "b.save")
    assert result.exit_code == 3
    assert one_line(result.stderr) == f"error: b.save: {said}"


# Streams, signals, folders --------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        (
            "mini.yaml <&-",
            4,
            "stopped: the input ended before the game did; nothing was played, so nothing is saved",
        ),
        ("mini.yaml --watch --seed 1 >/dev/null <&-", 0, ""),
        ("mini.yaml --watch >&-", 3, "error: standard output is closed"),
        ("validate mini.yaml >&-", 3, "error: standard output is closed"),
        ("explain RP310 >&-", 3, "error: standard output is closed"),
        ("validate mini.yaml >&- 2>&-", 3, ""),
        ("nowhere.yaml 2>&-", 3, ""),
        ("validate mini.yaml 2>&-", 0, ""),
    ],
)
def test_closed_streams(mini: Path, call: str, code: int, said: str) -> None:
    line = f"{sys.executable} -m rulesplay {call}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=20)
    assert done.returncode == code
    assert done.stderr.rstrip("\n") == said


INTERRUPTING = """
import os, signal, sys
from rulesplay.cli.main import main
class Finder:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
main(["validate", "mini.yaml"])
"""


@pytest.mark.parametrize("module", ["click", "rulesplay.cli.commands", "rulesplay.cli.validate", "lark"])
def test_an_interrupt_while_importing(mini: Path, module: str) -> None:
    call = [sys.executable, "-c", INTERRUPTING, module]
    done = subprocess.run(call, capture_output=True, text=True, timeout=20)
    assert done.returncode == 130
    assert done.stderr.strip() == "error: interrupted"


def test_an_interrupt_that_is_ignored_stays_ignored(mini: Path) -> None:
    call = [sys.executable, "-c", INTERRUPTING, "click"]
    old = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert subprocess.run(call, capture_output=True, timeout=20).returncode == 0
    finally:
        signal.signal(signal.SIGINT, old)


def test_a_folder_in_itself_is_looked_at_once(house: Path) -> None:
    folder = house / "folder"
    (folder / "mini.yaml").write_text(MINI)
    (folder / "self").symlink_to(".")
    assert one_line(run("validate", "folder").stderr) == "1 file: no problems"
    assert one_line(run("test", "folder").stderr) == "1 file, 0 scenarios: 0 failed"
    (folder / "loop.yaml").symlink_to("loop.yaml")
    result = run("validate", "folder", "--format", "json")
    assert result.exit_code == 3
    assert [re.sub(".*: ", "", one["message"]) for one in json.loads(result.stdout)["diagnostics"]] == [
        "too many levels of symbolic links"
    ]


def test_a_working_folder_that_has_gone(house: Path) -> None:
    (house / "gone").mkdir()
    line = f"cd gone; rmdir ../gone; {sys.executable} -m rulesplay ../mini.yaml --watch"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=20)
    assert done.returncode == 3
    assert one_line(done.stderr) == "error: the working folder is no longer there"


def test_exploring_finds_no_problems(mini: Path) -> None:
    result = run("explore", mini, "--players", "2", "--games", "2", "--depth", "1", "--fail-on", "error")
    assert one_line(result.stderr).endswith(": no problems")
