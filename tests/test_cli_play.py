"""Playing at the terminal: what people see and type, secrecy between them, saving, the JSON lines."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_running import RULESETS, SHIPPED, Typist, command, mini, one_line, run, spawn

from rulesplay.cli.screen import cells
from rulesplay.engine import Match, compile_rules, load, unpack

__all__ = ["mini"]


def resumed(save: Path, rules: Path) -> Match:
    record = unpack(save.read_text())
    return Match.resume(compile_rules(load(rules), len(record.names), record.options), record)


# Watching -----------------------------------------------------------------------------


def test_the_same_seed_prints_the_same_bytes(mini: Path) -> None:
    first = spawn(mini, "--watch", "--seed", "7", env={"PYTHONHASHSEED": "1"})
    second = spawn("--seed", "7", "--watch", mini, env={"PYTHONHASHSEED": "2"})
    assert first.returncode == 0
    assert first.stdout == second.stdout != b""
    assert b"Seed: 7\n" in first.stdout


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_game_is_told_in_80_columns(path: Path) -> None:
    result = run(path, "--watch", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert max(map(cells, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout


def test_a_game_without_a_seed_says_its_seed(mini: Path) -> None:
    first = run(mini, "--watch")
    seed = re.findall(r"^Seed: (\d+)$", first.stdout, re.M)[0]
    assert run(mini, "--watch", "--seed", seed).stdout == first.stdout


def test_no_color_and_plain_win_over_force_color(mini: Path) -> None:
    env = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": ""}
    assert b"\x1b" not in spawn(mini, "--watch", "--seed", "1", env=env).stdout


# Playing ------------------------------------------------------------------------------


def test_wrong_answers_are_refused_with_a_reason(mini: Path) -> None:
    typed = "\nc99\nall\nnone\n? \nwhy\nwhy wait\nwhy fly\ntable\nlog\nq\n"
    result = run(mini.name, "--seed", "1", typed=typed)
    assert result.exit_code == 0
    assert "is not there to be chosen; " in result.stdout
    assert "at most 2 may be chosen, not 4" in result.stdout
    assert "at least 1 must be chosen, not 0" in result.stdout
    assert result.stdout.count("Wait: you have no point to wait with.\n") == 2
    assert "There is no action `fly` here; there is: Lay cards, Wait." in result.stdout
    assert "They go to the pile, unseen." in result.stdout
    assert result.stdout.count("Your hand: ") == 2


def test_a_whole_game_with_stray_answers(mini: Path) -> None:
    result = run(mini, "--seed", "2", "--names", "Zoë,李", typed=Typist("\nx\n9 9\n"))
    assert result.exit_code == 0, result.output
    assert max(map(cells, result.stdout.splitlines())) <= 80
    assert "`x` is not there to be chosen" in result.stdout
    assert "The end, with everything turned up:" in result.stdout
    assert result.stdout.endswith("Seed: 2\n")
    assert result.stderr == ""


def test_pieces_can_follow_the_number_of_the_action(mini: Path) -> None:
    args = (mini, "--players", "2", "--seed", "3", "--set", "guesses=no")
    hand = re.findall(r"Your hand: (.*)", run(*args, typed="q\n").stdout)[0].split()
    result = run(*args, typed=f"{hand[0]},{hand[1].upper()}\nq\n")
    assert f"Ann lays {hand[0]} {hand[1]}." in result.stdout or "Bob" in result.stdout


def test_the_end_of_the_input_saves_the_game(mini: Path) -> None:
    result = run(mini, "--seed", "1", typed="all\n")
    assert result.exit_code == 4
    assert (
        one_line(result.stderr)
        == "stopped: the input ended before the game did; nothing was played, so nothing is saved"
    )
    hand = re.findall(r"Your hand: (\S+)", result.stdout)[0]
    result = run(mini, "--seed", "1", typed=f"{hand}\n")
    assert result.exit_code == 4
    assert "resume mini.save`" in one_line(result.stderr)
    assert Path("mini.save").exists()


def test_leaving_twice_keeps_both_games(mini: Path) -> None:
    for _ in range(2):
        run(mini, "--seed", "5", typed="1\n" * 9 + "q\n")
    hand = re.findall(r"Your hand: (\S+)", run(mini, "--seed", "5", typed="q\n").stdout)[0]
    saved = [run(mini, "--seed", "5", typed=f"{hand}\nq\n").stdout.splitlines()[-1] for _ in range(2)]
    assert "mini.save" in saved[0]
    assert "mini-2.save" in saved[1]


@pytest.mark.parametrize("humans", [1, 2])
def test_leaving_and_going_on_ends_like_a_game_played_through(mini: Path, humans: int) -> None:
    args = (mini, "--seed", "11", "--players", "3", "--humans", humans, "--set", "cards=2")
    whole = run(*args, "--save", "a.save", typed=Typist())
    left = run(*args, "--save", "b.save", typed=Typist(leave_after=2))
    assert whole.exit_code == left.exit_code == 0
    assert left.stdout.endswith("The game is saved, `rulesplay resume b.save` goes on with it.\n")
    on = run("resume", "b.save", typed=Typist())
    assert on.exit_code == 0, on.output
    assert on.stdout.partition("The end")[2] == whole.stdout.partition("The end")[2] != ""
    assert Path("a.save").read_text() == Path("b.save").read_text()


def test_a_saved_game_is_shown_again_to_watchers_seats_and_all(mini: Path) -> None:
    assert run(mini, "--watch", "--seed", "4", "--save", "a.save").exit_code == 0
    told = {view: run("replay", "a.save", *view.split()).stdout for view in ("", "--seat 1", "--open")}
    assert "Ann lays 1 card." in told[""] or "Ann lays 2 cards." in told[""]
    assert re.search(r"Ann lays c\d", told["--seat 1"])
    assert not re.search(r"Bob lays c\d", told["--seat 1"])
    assert re.search(r"Bob lays c\d", told["--open"])


BIDS = """\
rulesplay: 1
id: bids
name: Bids
players: {min: 2, max: 3}
decks:
  animals:
    cards: [{kind: [ape, bear, cat], count: 3}]
    label: "{kind}"
zones:
  stock: {of: animals, starts: full, seen_by: nobody}
  hand: {of: animals, each: player, seen_by: owner}
  heap: {of: animals, seen_by: nobody}
variables:
  best: {type: integer, starts: 2}
  ticks: {type: integer, starts: 7, shown: false}
  last: {type: player, optional: true}
setup:
  - for: p
    in: players
    do:
      - deal: {count: 3, from: stock, to: p.hand}
phases:
  play:
    turns:
      first: seat(1)
      actions: [raise, discard, leave]
actions:
  raise:
    title: Raise
    help: Name more. Or not.
    choose:
      number: {among: 1..40, help: how many}
      side: {among: "(1, 2)", help: which side}
    accepts:
      more: {when: number > best, because: "more than {best} must be named"}
    say: "{me} names {number}."
    do:
      - set: {best: number, last: me}
  discard:
    title: Discard
    when: not empty(me.hand)
    choose:
      cards: {from: me.hand, min: 1, help: what goes}
    accepts:
      two: {when: size(cards) != 1 and size(cards) != 2, because: neither one nor two may go}
    say: "{me} throws away {size(cards)}."
    do:
      - move: {cards: cards, from: me.hand, to: heap}
  leave:
    say: "{me} leaves."
    do:
      - eliminate: me
ending:
  alone:
    when: size(players) < 2
    winners: players
    say: One is left.
limit: {turns: 30, say: Enough.}
"""


@pytest.fixture
def bids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bids.yaml"
    path.write_text(BIDS, encoding="utf-8")
    return path


def test_a_refused_value_is_refused_in_the_words_of_the_author(bids: Path) -> None:
    result = run(bids, "--seed", "1", typed="1 2\nwhy\nwhy 1\nwhy 4\n99\n4\n2\nq\n")
    text = " ".join(result.stdout.split())
    assert "That does not go: more than 2 must be named. Type 3 to 40; Enter alone goes back." in text
    assert "1 or 2: more than 2 must be named. How many: 3 to 40 (Enter alone goes back)" in text
    assert "1: more than 2 must be named. How many" in text
    assert "4: this may be chosen. How many" in text
    assert "Type 3 to 40; Enter alone goes back." in text.partition("4: this may be chosen")[2]
    assert "Ann names 4." in text


def test_enter_goes_one_step_back_and_help_asks_again(bids: Path) -> None:
    result = run(bids, "--seed", "1", typed="1\n4\n?\n\n5\n2\nq\n")
    assert result.stdout.count("How many: 3 to 40 (Enter alone goes back)") == 2
    assert result.stdout.count("Which side: 1 or 2 (Enter alone goes back)") == 3
    assert "Ann names 5." in result.stdout


def test_what_is_suggested_may_be_chosen(bids: Path) -> None:
    result = run(bids, "--seed", "1", typed="2\nwhy ape\nq\n")
    hand = re.findall(r"Your hand: (.*)", result.stdout)[0]
    suggested = re.findall(r"such as `(.*?)`", result.stdout)
    assert not suggested or set(suggested) == {hand}


def test_labels_are_typed_where_a_list_is_shown(bids: Path) -> None:
    hand = re.findall(r"Your hand: (.*)", run(bids, "--seed", "1", typed="q\n").stdout)[0]
    result = run(bids, "--seed", "1", typed=f"{hand.split()[0]}\n{hand}\nq\n")
    assert "That does not go: neither one nor two may go." in result.stdout
    assert "Ann throws away 3." in result.stdout


def test_bookkeeping_and_who_is_out_are_left_out_of_the_table(bids: Path) -> None:
    result = run(bids, "--seed", "1", "--players", "2", "--humans", "2", typed="\n1 4 1\n\n3\n")
    assert "ticks" not in result.stdout
    assert "best 4, last Ann" in result.stdout
    assert re.search(r"^ Bob \(out\)$", result.stdout, re.M)
    assert "Bob's hand" not in result.stdout


def test_a_choice_is_explained_wholly_once_and_the_last_line_stands_above_it(bids: Path) -> None:
    result = run(bids, "--seed", "1", "--players", "2", "--humans", "2", typed="\n1 4 1\n\n1 5 1\n\nq\n")
    assert result.stdout.count("Raise: Name more. Or not.\n") == 2  # to both
    assert result.stdout.count("Raise: Name more. …\n") == 1
    assert result.stdout.index("Raise: Name more. …") > result.stdout.rindex("Pass to Ann")
    assert "\nAnn names 4.\nBob, choose:\n" in result.stdout


def test_the_help_stands_below_headings_and_in_the_words_of_the_table(bids: Path) -> None:
    text = BIDS.replace("count: 3}]", "count: 3}]\n    help: Three kinds.")
    text = text.replace("seen_by: owner}", "seen_by: owner, help: What you hold.}")
    text = text.replace("heap: {of: animals, seen_by: nobody}", "heap: {of: animals, help: Thrown away.}")
    text = text.replace(
        "best: {type: integer, starts: 2}", "so_far: {type: integer, starts: 2, help: The most.}"
    )
    text = text.replace("best", "so_far").replace("shown: false}", "shown: false, help: Not for you.}")
    text = text.replace(
        "    title: Discard\n    when: not empty(me.hand)", "    title: Discard\n    when: so_far > 2"
    )
    bids.write_text(text, encoding="utf-8")
    helped = run(bids, "--seed", "1", typed="?\nq\n").stdout
    part = helped[helped.index("What you may do") : helped.rindex("Keys: ")]
    assert part == (
        "What you may do\n  Raise: Name more. Or not.\n    number: how many\n    side: which side\n"
        "  Discard (not now, see `why`)\n    cards: what goes\n  leave\n"
        "On the table\n  hand: What you hold.\n  so far: The most.\n"
    )


def test_the_claims_stand_below_a_heading(mini: Path) -> None:
    text = run(mini, "--seed", "1", typed="?\nq\n").stdout
    assert "\nChallenges: what is claimed\n  high: All the cards laid are above 18.\n" in text


def test_a_table_without_columns_has_no_empty_line(bids: Path) -> None:
    bids.write_text(BIDS.replace("seen_by: owner", "seen_by: owner, shown: false"), encoding="utf-8")
    assert "Turn 1: Ann\n Ann (you)\n Bob\n" in run(bids, "--seed", "1", typed="q\n").stdout


def test_how_to_go_on_is_a_command_that_works(bids: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", ["some where/rulesplay"])
    result = run(bids, "--seed", "1", "--save", "a b.save", typed="1 4 1\nq\n")
    assert "`'some where/rulesplay' resume 'a b.save'` goes on with it." in result.stdout


@pytest.mark.parametrize(("answer", "told"), [("", True), ("s", False)])
def test_who_is_out_may_watch_the_rest_or_skip_it(bids: Path, answer: str, told: bool) -> None:
    ours, theirs = pty.openpty()
    args = command(bids, "--players", "3", "--seed", "1", "--plain")
    game = subprocess.Popen(args, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    text = ""
    for awaited, typed in (("> ", "3"), ("skip to the end ", answer), ("Seed: 1", "")):
        start = len(text)
        while awaited not in text[start:]:
            text += os.read(ours, 4096).decode()
        os.write(ours, f"{typed}\n".encode())
    assert game.wait(10) == 0
    os.close(ours)
    assert text.count("Ann is out of the game.") == 1
    assert ("One is left." in text) == told


def test_the_shipped_rulesets_are_listed() -> None:
    result = run("list")
    assert max(map(cells, result.stdout.splitlines())) <= 80
    assert [path.stem for path in SHIPPED] == re.findall(r"^(\w+): ", result.stdout, re.M)


def test_cards_with_numbers_are_typed_down_to_the_last(mini: Path) -> None:
    args = (mini, "--seed", "1", "--players", "2", "--preset", "short")
    asked = run(*args, typed="q\n").stdout
    hand = re.findall(r"Your hand: (.*)", asked)[0]
    assert f"(exactly 1), such as `{hand}`" in asked
    assert f"Ann lays {hand}." in run(*args, typed="\nq\n").stdout


# Secrecy between people at one terminal -----------------------------------------------


def test_nobody_reads_what_another_person_holds(mini: Path) -> None:
    args = ("--humans", "3", "--players", "4", "--seed", "21", "--save", "a.save")
    result = run(mini, *args, typed=Typist())
    assert result.exit_code == 0, result.output
    match = resumed(Path("a.save"), mini)
    played = result.stdout.partition("The end, with")[0]
    segments = re.split(r"Pass to (\w+), press Enter", played)
    known = {name: " ".join(match.log(seat)) for seat, name in enumerate(match.names)}
    dealt = {name: cards(known[name]) for name in match.names}
    assert not cards(segments[0])
    seen: dict[str, set[str]] = {name: set() for name in match.names}
    for name, text in zip(segments[1::2], segments[2::2], strict=True):
        own = cards(" ".join(re.findall(r"Your hand: (.*)", text)))
        seen[name] |= own
        assert "'s hand" not in text
        assert cards(text) <= seen[name] | dealt[name], name
    hands = [seen[name] for name in match.names[:3]]
    assert all(len(hand) == 4 for hand in hands)
    assert len(set.union(*hands)) == 12


def cards(text: str) -> set[str]:
    return set(re.findall(r"\bc\d+", text))


def test_a_curtain_falls_between_two_people(mini: Path) -> None:
    result = run(mini, "--humans", "2", "--seed", "3", typed=Typist())
    played = result.stdout.partition("The end, with")[0]
    seats = re.findall(r"Pass to (\w+)", played)
    assert set(seats) == {"Ann", "Bob"}
    assert all(a != b for a, b in zip(seats, seats[1:], strict=False))
    assert played.count("\n" * 20) == len(seats)  # before all but the first, and at the end


def test_a_sealed_answer_is_not_told_before_all_have_answered(mini: Path) -> None:
    result = run(mini, "--humans", "4", "--seed", "3", typed=Typist())
    rounds = result.stdout.split(" guessed ")
    assert len(rounds) > 4 * 4 * 4
    assert rounds[0].count("1  Guess: 1") == 4


def test_who_is_asked_first_is_a_lot(mini: Path) -> None:
    args = ("--humans", "4", "--set", "guesses=no")
    asked = set()
    for seed in range(8):
        text = run(mini, *args, "--seed", seed, typed=Typist(leave_after=1)).stdout
        asked.add(tuple(re.findall(r"Pass to (\w+)", text)[1:2]))
    hand = {name for one in asked for name in one}
    assert "Ann" not in hand


# JSON lines ---------------------------------------------------------------------------


def test_json_lines_of_a_watched_game(mini: Path) -> None:
    result = run(mini, "--watch", "--seed", "9", "--log", "json")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.stderr == ""
    assert told[0]["type"] == "start"
    assert told[0]["seed"] == "9"
    assert told[0]["options"] == {"cards": 4, "guesses": True}
    assert {one["type"] for one in told[1:-1]} == {"action", "log"}
    assert set(told[-1]) == {"type", "winners", "reason", "returns"}
    assert not any("text" in one for one in told if one["type"] == "action")


def test_json_lines_of_a_person_hold_nothing_of_the_others(mini: Path) -> None:
    args = (mini, "--seed", "9", "--log", "json", "--save", "a.save")
    result = run(*args, typed=Typist())
    told = [json.loads(line) for line in result.stdout.splitlines()]
    match = resumed(Path("a.save"), mini)
    assert "seed" not in told[0]
    assert [one["text"] for one in told if one["type"] == "log"] == match.log(0)
    assert {one["seat"] for one in told if one["type"] == "action" and "text" in one} == {0}
    assert "Your hand" in result.stderr
    assert told[-1]["type"] == "end"


# Interruptions ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_the_game(mini: Path, number: signal.Signals) -> None:
    game = subprocess.Popen(command(mini, "--seed", "1", "--save", "a.save"), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    assert game.stdin is not None and game.stdout is not None
    text = b""
    while not text.endswith(b"> "):
        text += game.stdout.read1(4096)  # type: ignore[attr-defined]
    game.stdin.write(re.findall(rb"Your hand: (\S+)", text)[0] + b"\n")
    game.stdin.flush()
    text = b""
    while not text.endswith(b"> "):
        text += game.stdout.read1(4096)  # type: ignore[attr-defined]
    time.sleep(0.05)
    game.send_signal(number)
    _, err = game.communicate(timeout=10)
    assert game.returncode == 128 + number
    assert "resume a.save` goes on with it" in one_line(err.decode().strip())
    assert len(unpack(Path("a.save").read_text()).entries) > 8


def test_a_closed_pipe_ends_quietly(mini: Path) -> None:
    line = f"{sys.executable} -m rulesplay {mini} --watch --seed 1 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, timeout=20)
    assert (done.stdout, done.stderr) == (b"Mini\n", b"")
    line = line.replace("head -1", "true")
    assert subprocess.run(["bash", "-c", line], capture_output=True, timeout=20).stderr == b""


def test_help_waits_for_nothing_heavy() -> None:
    code = (
        "import sys; from rulesplay.cli.commands import cli; cli.main(['--help'], standalone_mode=False);"
        "heavy = {'jsonschema', 'lark', 'yaml', 'rich', 'rulesplay.engine'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=20)


def test_a_shipped_ruleset_is_found_by_its_name(mini: Path) -> None:
    assert (RULESETS / "eight_the_liar.yaml").exists()
    assert run("eight_the_liar", typed="q\n").stdout.startswith("8 the Liar\n")
