"""A person at the terminal: what is shown before a decision, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesplay.cli import asides, board
from rulesplay.cli.choices import Choice, Part, choices, labels_of, typed_pieces, usual
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
        self.met: dict[int, set[str]] = {seat: set() for seat in seats}
        self.playing = [seat for seat in seats if self.is_in(seat)]
        self.skipping = False

    def choose(self, seat: int) -> Action:
        """Return what a person does now; raises Leave or EOFError."""
        if self.seated != seat:
            self.curtain(seat)
        self.news(seat)
        board.draw(self.screen, self.match, seat)
        self.screen.say()
        return Decision(self.screen, self.match, seat, self.met[seat]).make()

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

    def is_in(self, seat: int) -> bool:
        """Tell whether somebody is still in the game."""
        return bool(self.match.state.view(seat)["players"][seat]["in_game"])

    def farewell(self) -> None:
        """Say once who of the people is out of the game; when all are, ask how the rest is told."""
        if self.match.state.is_over or not self.playing:
            return
        out = [seat for seat in self.playing if not self.is_in(seat)]
        self.playing = [seat for seat in self.playing if seat not in out]
        if out and self.shared and self.seated is not None:
            self.screen.hide()
            self.seated = None
        for seat in out:
            if not self.shared:
                self.news(seat)
            self.screen.say(f"{self.match.names[seat]} is out of the game.", "bold")
        if out and not self.playing and self.screen.is_typed:
            typed = self.screen.ask("Enter to watch the rest, s to skip to the end ").casefold()
            if typed in ("q", "quit"):
                raise Leave
            self.skipping = typed in ("s", "skip")

    def leave(self) -> None:
        """Hide the last hand where others could see it."""
        if self.shared and self.seated is not None:
            self.screen.hide()


class Decision:
    """One decision of one person; `met` are the actions whose help this person has read."""

    def __init__(self, screen: Screen, match: Match, seat: int, met: set[str]) -> None:
        self.screen, self.match, self.seat, self.met = screen, match, seat, met
        self.legal = match.state.legal(seat)
        self.choices = choices(match, self.legal)
        self.usual = usual(self.choices)
        self.pieces = typed_pieces(match, self.legal)

    def make(self) -> Action:
        """Ask until an action that may be taken is chosen."""
        if self.match.events:
            self.screen.say(self.match.log(self.seat, len(self.match.events) - 1)[0], "dim")
        while True:
            alone = len(self.choices) == 1 and self.choices[0].action is None
            action = self.only_step() if alone else self.from_list()
            if action is not None:
                return action

    def only_step(self) -> Action | None:
        """Ask for the only thing there is to do."""
        choice = self.choices[0]
        self.screen.say(f"{self.match.names[self.seat]}: {choice.text}", "bold")
        self.explain(titled=False)
        return self.picker(choice, alone=True).pick()

    def from_list(self) -> Action | None:
        """Ask which choice, then for its parts."""
        self.show()
        self.explain()
        words = set(labels_of(self.match.program, self.pieces[1])) if self.pieces is not None else set()
        while True:
            typed = self.ask(words, self.show, never)
            number, _, rest = typed.partition(" ")
            if not typed and self.usual is not None:
                return self.usual.action
            if number.isdecimal() and 0 < int(number) <= len(self.choices):
                choice = self.choices[int(number) - 1]
                if choice.action is None:
                    return self.picker(choice).pick(rest.strip())
                if not rest:
                    return choice.action
            if self.pieces is not None and typed and not number.isdecimal():
                action = self.by_labels(typed, *self.pieces)
                if action is not None:
                    return action
                continue
            self.screen.say(f"Type {numbers(len(self.choices))}, or ? for the rules.", "yellow")

    def by_labels(self, typed: str, parameter: Any, part: Part) -> Action | None:
        """Return the choice of the pieces that were typed in place of a number."""
        choice = Choice(part.prefix[0], "", None)
        bag = self.picker(choice).named(parameter, part, typed)
        action = (*part.prefix, bag)
        return action if bag is not None and action in self.legal else None

    def picker(self, choice: Choice, alone: bool = False) -> Picker:
        """Return who asks for the parts of an action."""
        return Picker(self.screen, self.match, self.seat, choice.name, self.legal, self.ask, alone)

    def show(self) -> None:
        """Write the list."""
        self.screen.say(f"{self.match.names[self.seat]}, choose:", "bold")
        for number, choice in enumerate(self.choices, 1):
            more = " …" if choice.action is None else "  (Enter)" if choice is self.usual else ""
            self.screen.say(f"{number:>3}  {capital(choice.text)}{more}", hang=5)

    def explain(self, titled: bool = True) -> None:
        """Write what the choices mean: to who meets one for the first time all of it, later how it begins."""
        for name in dict.fromkeys(choice.name for choice in self.choices):
            action = self.match.state.node.offers[name].action
            key = f"{name}: {action.title}"
            if action.help:
                title = f"{action.title}: " if titled else ""
                said = beginning(action.help) if key in self.met else action.help
                self.screen.say(f"{title}{said}", "dim", indent=5)
            self.met.add(key)

    def ask(self, answers: set[str], again: Callable[[], None], reason: Callable[[str], bool]) -> str:
        """Return a line that is an answer; other words are followed here, then it is asked again."""
        while True:
            typed = self.screen.ask()
            word, _, rest = typed.partition(" ")
            if typed.casefold() in answers or not self.aside(word.casefold(), rest.strip(), reason):
                return typed
            again()

    def aside(self, word: str, rest: str, reason: Callable[[str], bool]) -> bool:
        """Follow a word that is no answer; tell whether it was one."""
        screen, match, seat = self.screen, self.match, self.seat
        if word in ("q", "quit"):
            raise Leave
        if word in ("?", "h", "help"):
            asides.rules(screen, match, seat, {choice.name for choice in self.choices}, KEYS)
        elif word in ("why", "w"):
            if not reason(rest):
                asides.why(screen, match, seat, rest)
        elif word in ("log", "l"):
            asides.log(screen, match, seat)
        elif word in ("table", "t"):
            board.draw(screen, match, seat)
        else:
            return False
        return True


def never(typed: str) -> bool:
    """Give no reason: none of the choices is begun."""
    return False


def beginning(text: str) -> str:
    """Return the first sentence of a text, marked where more follows: it may be the half that matters less."""
    head, stop, _ = " ".join(text.split()).partition(". ")
    return f"{head}. …" if stop else head


def numbers(most: int) -> str:
    """Return which numbers there are to type."""
    return "1" if most == 1 else f"a number from 1 to {most}"
