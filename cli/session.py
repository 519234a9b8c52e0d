"""A game at the terminal: chance, bots and people in turn, saved as it goes."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import click

from rulesplay.cli.exits import FINDINGS, INPUT_ENDED, INTERRUPTED, OK, fitted
from rulesplay.cli.person import Leave, People
from rulesplay.cli.reporting import JsonReporter, Reporter, Teller
from rulesplay.cli.screen import Screen, edit_lines
from rulesplay.cli.seating import HUMAN, only_viewer, people

if TYPE_CHECKING:
    from rulesplay.cli.saving import Saver
    from rulesplay.engine import Action, Match

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass
class Session:
    """A match with everything around it."""

    match: Match
    saver: Saver
    reporter: Reporter
    crowd: People | None

    def run(self) -> int:
        """Play to the end, or until somebody leaves; return the exit code."""
        from rulesplay.engine import RuleError

        try:
            with heeding():
                self.play()
        except Leave:
            return self.leave("", OK)
        except EOFError:
            return self.leave("the input ended before the game did", INPUT_ENDED)
        except KeyboardInterrupt:
            return self.leave("interrupted", INTERRUPTED)
        except Ended as end:
            return self.leave("ended from outside", 128 + end.number)
        except RuleError as problem:
            return self.leave(f"the game cannot go on: {problem}", FINDINGS)
        return OK

    def play(self) -> None:
        """Play to the end."""
        match, state = self.match, self.match.state
        self.reporter.start(match)
        match.settle_chance()
        self.reporter.moved(match, None, "")
        while not state.is_over:
            seat = self.next_seat()
            self.act(seat, self.decide(seat))
            if self.crowd is not None:
                self.crowd.farewell()
        self.saver.keep(match)
        self.reporter.end(match)

    def act(self, seat: int, action: Action) -> None:
        """Take an action, let chance follow, save, tell."""
        match = self.match
        done = match.describe(action) if match.record.controllers[seat] == HUMAN else ""
        match.act(seat, action)
        match.settle_chance()
        self.saver.keep(match)
        self.reporter.moved(match, seat, done)

    def next_seat(self) -> int:
        """Return who is asked: the only one who may act, else one of them by lot.

        The lot is drawn anew at every answer, from the public set of those who may still act:
        nobody is asked earlier or later for what they hold, and a bot is no faster than a person.
        """
        seats = self.match.state.players
        if len(seats) == 1:
            return seats[0]
        return self.match.generator("order").choice(seats)

    def decide(self, seat: int) -> Action:
        """Return what a seat does."""
        from rulesplay.engine import BOTS

        controller = self.match.record.controllers[seat]
        if controller == HUMAN:
            assert self.crowd is not None
            return self.crowd.choose(seat)
        state = self.match.state
        bot = BOTS[controller]()
        chosen: Action = bot.choose(state.view(seat), state.legal(seat), self.match.generator(f"bot {seat}"))
        return chosen

    def leave(self, message: str, code: int) -> int:
        """Save the game, and say how it goes on."""
        with uninterrupted():
            if self.crowd is not None:
                self.crowd.leave()
            if self.is_worth_saving():
                path = self.saver.leave(self.match)
                kept = f"the game is saved, `{program()} resume {shlex.quote(path)}` goes on with it"
            else:
                kept = "nothing was played, so nothing is saved"
        said = f"stopped: {message}; {kept}" if message else f"{kept[:1].upper()}{kept[1:]}."
        to_errors = bool(message) or isinstance(self.reporter, JsonReporter)
        click.echo(fitted(said, sys.stderr if to_errors else sys.stdout), err=to_errors)
        return code

    def is_worth_saving(self) -> bool:
        """Tell whether somebody has decided something, or a file was named for the game."""
        decided = any(isinstance(who, int) for who, _ in self.match.record.entries)
        return decided or self.saver.path is not None


def program() -> str:
    """Return the command that runs this program here."""
    called = sys.argv[0]
    name = os.path.basename(called)
    if shutil.which("rulesplay") is None:
        if name.startswith("rulesplay"):
            return shlex.quote(called)
        if name == "main.py":
            return f"{shlex.quote(sys.executable)} -m rulesplay.cli.main"
    return "rulesplay"


class Ended(Exception):
    """The system asks this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def heeding() -> Iterator[None]:
    """Save the game too when the terminal is closed or the machine shut down."""

    def end(number: int, frame: object) -> None:
        raise Ended(number)

    with handling(dict.fromkeys(ENDING, end)):
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let nothing interrupt the saving of a game."""
    with handling(dict.fromkeys((signal.SIGINT, *ENDING), signal.SIG_IGN)):
        yield


@contextmanager
def handling(handlers: dict[signal.Signals, Any]) -> Iterator[None]:
    """Handle signals for a while; only the main thread may."""
    old = {}
    with suppress(ValueError):
        old = {one: signal.signal(one, handler) for one, handler in handlers.items()}
    try:
        yield
    finally:
        for one, handler in old.items():
            signal.signal(one, handler)


def open_session(match: Match, saver: Saver, json_lines: bool, plain: bool) -> Session:
    """Return the session of a match: who is told what, and how."""
    stream: IO[str] = sys.stderr if json_lines else sys.stdout
    screen = Screen(stream, plain)
    seats = people(match.record.controllers)
    crowd = People(screen, match, seats) if seats else None
    if crowd is not None and sys.stdin.isatty() and not plain:
        edit_lines(remember=len(seats) == 1)
    reporter: Reporter
    reporter = JsonReporter(only_viewer(match.record.controllers)) if json_lines else Teller(screen, crowd)
    return Session(match, saver, reporter, crowd)
