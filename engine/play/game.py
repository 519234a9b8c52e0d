"""A ruleset at a table: the number of players and the options are settled, play can begin."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, RulesetError
from ..loading import load
from ..program.compiling import compile_rules, preset_options
from ..program.program import Program
from ..program.racing import Playouts, playouts
from ..rules.model import Ruleset
from ..shipped import close_to, locate, shipped_names
from .match import Match
from .state import State

UNREADABLE = "RP010"


class Game:
    """A game to be played: `program` is the compiled ruleset."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @classmethod
    def load(
        cls,
        ruleset: str | Path,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        preset: str | None = None,
    ) -> Game:
        """Return the game of a ruleset: a file, or the name of one that comes with rulesplay.

        `options` come after those of the `preset`. Raises RulesetError if the file is not right,
        ChoiceError for a number of players, an option or a preset that it does not take.
        """
        try:
            rules = load(locate(ruleset))
        except RulesetError as error:
            raise RulesetError(with_hint(one, str(ruleset)) for one in error.diagnostics) from None
        return cls(compile_rules(rules, players, preset_options(rules, preset) | (options or {})))

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
        if games < 0 or start is not None and start.program.digest != self.program.digest:
            raise ValueError("a number of games is not negative, and a position is one of the same game")
        return playouts(self.program, games, random.Random(seed), start)

    def new_match(self, seed: str = "", names: Sequence[str] = ()) -> Match:
        """Return a match at its beginning, with its log and record."""
        return Match(self.program, seed, names)


def with_hint(found: Diagnostic, name: str) -> Diagnostic:
    """Return what is wrong with a file; where it cannot be read, with the shipped ruleset that was meant."""
    itself = found.code == UNREADABLE and found.span.source.name == name  # and no base of it
    meant = close_to(name, shipped_names()) if itself else None
    return found if meant is None else replace(found, help=f"did you mean `{meant}`?")
