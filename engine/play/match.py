"""A game at a table: seats with names, chance by seed, the record and the log as it grows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..program.choices import Action
from ..program.naming import action_text, event_text, observed, seat_names
from ..program.program import Program
from ..rules.model import Viewer
from .record import CHANCE, Record, replay
from .state import State


class Match:
    """A game in progress.

    Chance and bots draw from a generator of their own for every move, made from the seed and
    the number of the move: a saved game goes on as it would have gone.
    """

    def __init__(
        self, program: Program, seed: str = "", names: Sequence[str] = (), controllers: Sequence[str] = ()
    ) -> None:
        self.program = program
        rules = program.rules
        seated = tuple(names) or seat_names(program.players)
        self.record = Record(
            rules.name, rules.path, program.digest, program.options, seated, seed, tuple(controllers)
        )
        self.events: list[Any] = []
        self.state = State.new(program, self.events)

    @classmethod
    def resume(cls, program: Program, record: Record) -> Match:
        """Return a match that goes on from a record; raises RecordError if it cannot."""
        match = cls.__new__(cls)
        match.program, match.record = program, record
        match.state, match.events = replay(record, program)
        return match

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.record.names

    def generator(self, purpose: str = CHANCE) -> random.Random:
        """Return the random numbers for the next move, for chance or a bot."""
        return random.Random(f"{self.record.seed}/{len(self.record.entries)}/{purpose}")

    def settle_chance(self) -> None:
        """Let chance move until somebody must decide or the game is over."""
        while self.state.is_chance:
            outcome = self.state.sample_chance(self.generator())
            self.chance(outcome)

    def chance(self, outcome: Any) -> None:
        """Let chance have an outcome; raises IllegalAction if it is not one."""
        self.state.apply_chance(outcome, self.events)
        self.record.entries.append((CHANCE, outcome))

    def act(self, player: int, action: Action) -> None:
        """Take an action; raises IllegalAction if it may not be taken."""
        self.state.apply(action, player, self.events)
        self.record.entries.append((player, action))

    def log(self, viewer: Viewer, since: int = 0) -> list[str]:
        """Return the lines of the log from a number on, as a seat or a watcher (None) may read them."""
        return [event_text(self.program, event, viewer, self.names) for event in self.events[since:]]

    def describe(self, action: Action) -> str:
        """Return an action as the player who may take it now reads it."""
        state = self.state
        return action_text(self.program, state.slots, state.slots[0], action, self.names)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return what a seat or a watcher (None) may know: the table and the log."""
        return self.state.view(viewer) | {"log": self.log(viewer), "names": list(self.names)}

    def information_state(self, player: int) -> tuple[Any, ...]:
        """Return everything a seat has learnt: its own actions, what it saw happen, what it sees."""
        own = tuple(what for who, what in self.record.entries if who == player)
        seen = tuple(observed(self.program, event, player) for event in self.events)
        return own, seen, repr(self.state.view(player))
