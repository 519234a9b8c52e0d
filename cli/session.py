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

from rulesplay.cli.exits import (
    FINDINGS,
    INPUT_ENDED,
    INTERNAL,
    INTERRUPTED,
    NOT_RUN,
    OK,
    Failure,
    fitted,
    mute,
    one_line,
    printable,
    trouble,
    unforeseen,
)
from rulesplay.cli.person import Leave, People
from rulesplay.cli.reporting import JsonReporter, Reporter, Teller
from rulesplay.cli.screen import Screen, edit_lines
from rulesplay.cli.seating import HUMAN, only_viewer, people

if TYPE_CHECKING:
    from rulesplay.cli.saving import Saver
    from rulesplay.engine import Action, Legal, Match, RuleError

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
        except click.ClickException:  # the game cannot be saved
            raise
        except OSError as problem:
            if isinstance(problem, BrokenPipeError) and self.crowd is None:  # watched enough
                raise
            return self.leave(trouble(problem), NOT_RUN)
        except Exception as problem:
            return self.leave(unforeseen(problem), INTERNAL)
        return OK

    def play(self) -> None:
        """Play to the end."""
        match, state = self.match, self.match.state
        self.reporter.start(match)
        match.settle_chance()
        self.reporter.moved(match, None, "")
        while not state.is_over:
            seat, legal = self.next_seat()
            self.act(seat, self.decide(seat, legal))
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

    def next_seat(self) -> tuple[int, Legal]:
        """Return who is asked, and for what: the only one who may act, else one of them by lot.

        The lot is drawn anew at every answer, from the public set of those who may still act:
        nobody is asked earlier or later for what they hold, and a bot is no faster than a person.
        Only who can do nothing at all is passed over; where nobody can, the game cannot go on.
        """
        state = self.match.state
        seats = state.players
        drawn = seats[0] if len(seats) == 1 else self.match.generator("order").choice(seats)
        for seat in (drawn, *(one for one in seats if one != drawn)):
            legal = state.legal(seat)
            if any(next(iter(part), None) is not None for part in legal.parts):
                return seat, legal
        raise self.stuck()

    def stuck(self) -> RuleError:
        """Return what is wrong where nobody who is asked can do anything."""
        from rulesplay.engine import RuleError, listed

        node, match = self.match.state.node, self.match
        titles = [offer.action.title for offer in node.offers.values()]
        offered = f"none of {', '.join(titles)} can be done" if len(titles) > 1 else "nothing is offered"
        said = f"{titles[0]} cannot be done" if len(titles) == 1 else offered
        names = listed([match.names[seat] for seat in match.state.players])
        return RuleError(f"{names} cannot do anything here: {said}", node.span)

    def decide(self, seat: int, legal: Legal) -> Action:
        """Return what a seat does."""
        from rulesplay.engine import BOTS

        controller = self.match.record.controllers[seat]
        if controller == HUMAN:
            assert self.crowd is not None
            return self.crowd.choose(seat)
        state = self.match.state
        bot = BOTS[controller]()
        chosen: Action = bot.choose(state.view(seat), legal, self.match.generator(f"bot {seat}"))
        return chosen

    def leave(self, message: str, code: int) -> int:
        """Save the game, and say how it goes on."""
        with uninterrupted():
            with suppress(OSError):
                if self.crowd is not None:
                    self.crowd.leave()
            try:
                kept = self.keep()
            except Failure as failure:
                if not message:
                    raise
                kept = failure.message
        said = f"stopped: {message}; {kept}" if message else f"{kept[:1].upper()}{kept[1:]}."
        to_errors = bool(message) or isinstance(self.reporter, JsonReporter)
        said = printable(one_line(said))
        click.echo(fitted(said, sys.stderr if to_errors else sys.stdout), err=to_errors)
        try:
            sys.stdout.flush()
        except OSError:
            mute()
        return code

    def keep(self) -> str:
        """Save the game if there is something to save; return what was done."""
        if not self.is_worth_saving():
            return "nothing was played, so nothing is saved"
        path = self.saver.leave(self.match)
        return f"the game is saved, `{program()} resume {shlex.quote(path)}` goes on with it"

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
        if name in ("__main__.py", "main.py"):
            return f"{shlex.quote(sys.executable)} -m rulesplay"
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
