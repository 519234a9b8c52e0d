"""Games played at random as fast as Python goes, and how they ended.

Of the seats that may act each is equally likely to, each legal action is equally likely to be
taken, and chance has its odds: what a loop over the methods of a state would play. Nothing is
logged, and no action is looked up again that was among those that may be taken.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..play.state import State
from .layout import ENDING, WINNERS
from .program import Program, RuleError
from .runtime import Fault

AT_ONCE = 100  # games that are under way together


@dataclass
class Playouts:
    """How games ended: how many decisions were made in them, and how often each seat won and each ending came."""

    games: int = 0
    decisions: int = 0
    wins: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)


def playouts(program: Program, games: int, rng: random.Random, start: State | None = None) -> Playouts:
    """Play games at random, from their beginning or from a position.

    Raises RuleError where the rules fail, or somebody must act and cannot.
    """
    found = Playouts(wins=[0] * program.players)
    first = start.slots if start is not None else program.begin()
    while found.games < games:
        positions = [first[:] for _ in range(min(AT_ONCE, games - found.games))]
        found.games += len(positions)
        found.decisions += play_out(program, positions, rng)
        ends = Counter([(slots[ENDING], slots[WINNERS]) for slots in positions])
        for (ending, winners), number in ends.items():
            found.endings[program.endings[ending].name] += number
            for seat in program.tables.members[winners]:
                found.wins[seat] += number
    return found


def play_out(program: Program, positions: Sequence[list[Any]], rng: random.Random) -> int:
    """Play positions, each by its slots, to their end; return how many decisions were made."""
    tables = program.tables

    def move(slots: list[Any]) -> None:
        make_move(State(program, slots), rng)

    try:
        race = program.race
        return int(race(positions, rng.random, program.run_on, tables.always, tables.members, move))
    except Fault as fault:
        raise program.error(fault) from None


def make_move(state: State, rng: random.Random) -> None:
    """Make a move; where several may act, the slot of the answerer says who does."""
    if state.is_chance:
        state.apply_chance(state.sample_chance(rng))
    else:
        player = state.slots[state.node.player]
        legal = state.legal(player)
        if not legal:
            raise RuleError("somebody is to act here and can do nothing", state.node.span)
        state.apply(legal.sample(rng), player)
