"""Running the command line in tests: in this process, or in one of its own; and a small game."""

import io
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, cast

import pytest
from click.testing import CliRunner, Result

from rulesplay.cli.commands import cli

RULESETS = Path(__file__).parent.parent / "rulesets"
SHIPPED = sorted(RULESETS.glob("*.yaml"))

# Every card is one of a kind, so that a card in a transcript says whose it is; a card is typed.
MINI = """\
rulesplay: 1
id: mini
name: Mini
summary: Lay your cards; guess in secret; doubt if you like.
players: {min: 2, max: 4}
options:
  cards: {type: integer, min: 1, max: 9, default: 4, help: How many cards are dealt.}
  guesses: {type: boolean, default: true}
presets:
  short: {help: One card each., options: {cards: 1, guesses: false}}
decks:
  deck:
    cards: [{rank: 1..36}]
    label: "c{rank}"
zones:
  stock: {of: deck, starts: full, seen_by: nobody}
  hand: {of: deck, each: player, seen_by: owner}
  laid: {of: deck, seen_by: nobody}
  pile: {of: deck, seen_by: nobody}
variables:
  points: {each: player, type: integer}
  right: {each: player, type: integer}
setup:
  - for: p
    in: players
    do:
      - deal: {count: option.cards, from: stock, to: p.hand}
phases:
  play:
    turns:
      first: seat(1)
      who: not empty(player.hand)
      actions: [lay, wait]
actions:
  lay:
    title: Lay cards
    help: They go to the pile, unseen.
    choose:
      cards: {from: me.hand, min: 1, max: 2, help: the cards to lay}
    say: "{me} lays {cards}."
    do:
      - move: {cards: cards, from: me.hand, to: laid}
      - challenge: high
      - move: {from: laid, to: pile}
      - if: option.guesses
        then:
          - ask:
              who: players
              as: guesser
              order: sealed
              takers: all
              actions:
                guess:
                  title: Guess
                  choose: {number: {among: "(1, 2)", help: how many are laid next}}
                  say: "{guesser} guessed {number}."
                  do:
                    - set: {guesser.right: guesser.right + number}
  wait:
    title: Wait
    when: me.points > 0
    because: you have no point to wait with
    say: "{me} waits."
    do:
      - set: {me.points: me.points - 1}
challenges:
  high:
    help: All the cards laid are above 18.
    reveals: [laid]
    window:
      who: others
      order: first_come
      title: Doubt it
      pass: Let it be
      say: "{caller} doubts."
    say: "It was {laid}."
    outcomes:
      true_claim:
        when: all(c.rank > 18 for c in laid)
        say: "{claimer} was right."
        do:
          - set: {claimer.points: claimer.points + 1}
      false_claim:
        say: "{caller} was right."
        do:
          - set: {caller.points: caller.points + 1}
ending:
  done:
    when: all(empty(p.hand) for p in players)
    winners: set(p for p in players where p.points == max(q.points for q in players))
    say: All cards are laid.
limit:
  turns: 200
  say: That took too long.
"""


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game, in the folder the test runs in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mini.yaml"
    path.write_text(MINI, encoding="utf-8")
    return path


class Typist(io.BufferedIOBase):
    """Somebody who reads the prompts and types an answer that fits, always the same to the same prompt."""

    def __init__(self, first: str = "", leave_after: int | None = None) -> None:
        self.waiting = first.encode().splitlines(keepends=True)
        self.read_up_to, self.left = [0, 0], leave_after

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        return b"" if size == 0 else self.read1()

    def read1(self, size: int = -1) -> bytes:
        if self.waiting:
            return self.waiting.pop(0)
        texts = written()
        prompt = "".join(text[start:] for text, start in zip(texts, self.read_up_to, strict=True))
        self.read_up_to = list(map(len, texts))
        return (self.answer(prompt) + "\n").encode()

    def answer(self, prompt: str) -> str:
        if prompt.endswith("press Enter "):
            return ""
        if self.left is not None:
            if self.left == 0:
                return "q"
            self.left -= 1
        if cards := re.findall(r"such as `([^`\s]+)", prompt):
            return str(cards[-1])
        numbers = re.findall(r"^ +(\d+)  ", prompt, re.M)
        menu = "".join(re.findall(r"^ +\d+  .*", prompt[prompt.rfind("choose:") :], re.M))
        return str(1 + zlib.crc32(menu.encode()) % int(numbers[-1]))


def written() -> list[str]:
    """Return what a run in this process has written so far."""
    return [cast(Any, one).buffer.getvalue().decode() for one in (sys.stdout, sys.stderr)]


def run(*args: object, typed: str | Typist = "") -> Result:
    """Run the command line in this process."""
    text = cast(IO[Any], typed) if isinstance(typed, Typist) else typed
    return CliRunner().invoke(cli, [str(one) for one in args], input=text, prog_name="rulesplay")


def spawn(
    *args: object, env: Mapping[str, str] | None = None, typed: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command line in a process of its own."""
    return subprocess.run(
        command(*args),
        input=typed.encode(),
        capture_output=True,
        timeout=30,
        env={**os.environ, **(env or {})},
    )


def command(*args: object) -> list[str]:
    """Return the call of the command line."""
    return [sys.executable, "-m", "rulesplay", *(str(one) for one in args)]


def one_line(text: str) -> str:
    """Return the only line of a text."""
    lines = text.rstrip("\n").split("\n")
    assert len(lines) == 1, text
    return lines[0]
