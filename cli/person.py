"""A person at the terminal: what is shown before a decision, and how it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesplay.cli import asides, board
from rulesplay.cli.choices import Choice, choices, usual
from rulesplay.cli.picking import Picker, capital

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Action, Match

KEYS = "? rules   why   log   table   q save and leave"
BACKLOG = 12


class Leave(Exception):
    """A person wants to leave the table."""


class People:
    """Everybody who plays at this terminal.

    With several, a curtain falls between two of them: nothing of a hand is shown before the
    next has taken the seat.
    """

    def __init__(self, screen: Screen, match: Match, seats: list[int]) -> None:
        self.screen, self.match, self.shared = screen, match, len(seats) > 1
        start = max(0, len(match.events) - BACKLOG) if match.record.entries else 0
        self.seen = dict.fromkeys(seats, start)
        self.seated: int | None = None if self.shared else seats[0]
        self.told = start

    def choose(self, seat: int) -> Action:
        """Return what a person does now; raises Leave or EOFError."""
        if self.seated != seat:
            self.curtain(seat)
        self.news(seat)
        board.draw(self.screen, self.match, seat)
        self.screen.say()
        return Decision(self.screen, self.match, seat).make()

    def curtain(self, seat: int) -> None:
        """Hide the last hand and wait for the next person."""
        if self.seated is not None:
            self.screen.hide()
        self.seated = None
        if self.screen.ask(f"Pass to {self.match.names[seat]}, press Enter ").casefold() in ("q", "quit"):
            raise Leave
        self.seated = seat

    def news(self, seat: int) -> None:
        """Write the lines of the log that this person has not read."""
        self.screen.say()
        lines = self.match.log(seat, self.seen[seat])
        for line in lines:
            self.screen.say(line, indent=2)
        self.seen[seat] = self.told = len(self.match.events)
        if lines:
            self.screen.say()

    def leave(self) -> None:
        """Hide the last hand where others could see it."""
        if self.shared and self.seated is not None:
            self.screen.hide()


class Decision:
    """One decision of one person."""

    def __init__(self, screen: Screen, match: Match, seat: int) -> None:
        self.screen, self.match, self.seat = screen, match, seat
        self.legal = match.state.legal(seat)
        self.choices = choices(match, self.legal)
        self.usual = usual(self.choices)

    def make(self) -> Action:
        """Ask until an action that may be taken is chosen."""
        while True:
            alone = len(self.choices) == 1 and self.choices[0].action is None
            action = self.only_step() if alone else self.from_list()
            if action is not None:
                return action

    def only_step(self) -> Action | None:
        """Ask for the only thing there is to do."""
        choice = self.choices[0]
        self.screen.say(f"{self.match.names[self.seat]}: {choice.text}", "bold")
        return self.picker(choice).pick()

    def from_list(self) -> Action | None:
        """Ask which choice, then for its parts."""
        self.show()
        while True:
            typed = self.ask(set())
            number, _, rest = typed.partition(" ")
            if not typed and self.usual is not None:
                return self.usual.action
            if number.isdecimal() and 0 < int(number) <= len(self.choices):
                choice = self.choices[int(number) - 1]
                if choice.action is None:
                    return self.picker(choice).pick(rest.strip())
                if not rest:
                    return choice.action
            self.screen.say(f"Type {numbers(len(self.choices))}, or ? for the rules.", "yellow")

    def picker(self, choice: Choice) -> Picker:
        """Return who asks for the parts of an action."""
        return Picker(self.screen, self.match, self.seat, choice.name, self.legal, self.ask)

    def show(self) -> None:
        """Write the list."""
        self.screen.say(f"{self.match.names[self.seat]}, choose:", "bold")
        for number, choice in enumerate(self.choices, 1):
            more = " …" if choice.action is None else "  (Enter)" if choice is self.usual else ""
            self.screen.say(f"{number:>3}  {capital(choice.text)}{more}", hang=5)

    def ask(self, answers: set[str]) -> str:
        """Return a line that is an answer; other words are followed here."""
        while True:
            typed = self.screen.ask()
            word, _, rest = typed.partition(" ")
            if typed.casefold() in answers or not self.aside(word.casefold(), rest.strip()):
                return typed

    def aside(self, word: str, rest: str) -> bool:
        """Follow a word that is no answer; tell whether it was one."""
        screen, match, seat = self.screen, self.match, self.seat
        if word in ("q", "quit"):
            raise Leave
        if word in ("?", "h", "help"):
            asides.rules(screen, match, KEYS)
        elif word in ("why", "w"):
            asides.why(screen, match, seat, rest)
        elif word in ("log", "l"):
            asides.log(screen, match, seat)
        elif word in ("table", "t"):
            board.draw(screen, match, seat)
        else:
            return False
        if len(self.choices) > 1:
            self.show()
        return True


def numbers(most: int) -> str:
    """Return which numbers there are to type."""
    return "1" if most == 1 else f"a number from 1 to {most}"
