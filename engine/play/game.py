"""A ruleset at a table: the number of players and the options are settled, play can begin."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..loading import load
from ..program.compiling import compile_rules
from ..program.program import Program
from ..program.racing import Playouts, playouts
from ..rules.model import Ruleset
from .match import Match
from .state import State


class Game:
    """A game to be played: `program` is the compiled ruleset."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @classmethod
    def load(
        cls, path: str | Path, players: int | None = None, options: dict[str, Any] | None = None
    ) -> Game:
        """Return the game of a ruleset file.

        Raises RulesetError if the file is not right, ChoiceError for a number of players or
        an option that it does not take.
        """
        return cls(compile_rules(load(path), players, options))

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.program.rules

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.players

    def new_state(self) -> State:
        """Return the first position."""
        return State.new(self.program)

    def playouts(self, games: int, seed: str = "", start: State | None = None) -> Playouts:
        """Return how games end in which all decisions are made at random, from the beginning or a position.

        This takes a third of the time of playing them step by step.
        """
        return playouts(self.program, games, random.Random(seed), start)

    def new_match(self, seed: str = "", names: Sequence[str] = ()) -> Match:
        """Return a match at its beginning, with its log and record."""
        return Match(self.program, seed, names)
