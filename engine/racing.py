"""Games played to their end at random as fast as Python goes: no state and no list of actions is made on the way.

Of the seats that may act each is equally likely to, each legal action is equally likely to be
taken, and chance has its odds: what a loop over the methods of a state would play. Nothing is
logged, and nobody asks whether an action may be taken that was among those that may.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .layout import ENDING, NODE, WINNERS
from .program import Program
from .runtime import Fault
from .state import State

AT_ONCE = 200  # games that are under way together


@dataclass
class Playouts:
    """How games ended: how many decisions were made in them, and how often each seat won and each ending came."""

    games: int = 0
    decisions: int = 0
    wins: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)


def playouts(program: Program, games: int, rng: random.Random) -> Playouts:
    """Play games at random from their beginning."""
    found = Playouts(wins=[0] * program.players)
    while found.games < games:
        positions = [program.begin() for _ in range(min(AT_ONCE, games - found.games))]
        found.games += len(positions)
        found.decisions += play_out(program, positions, rng)
        ends = Counter((slots[ENDING], slots[WINNERS]) for slots in positions)
        for (ending, winners), number in ends.items():
            found.endings[program.endings[ending].name] += number
            for seat in program.tables.members[winners]:
                found.wins[seat] += number
    return found


def play_out(program: Program, positions: Sequence[list[Any]], rng: random.Random) -> int:
    """Play positions, each by its slots, to their end; return how many decisions were made.

    Raises RuleError where the rules fail, IndexError where somebody must act and cannot.
    """
    try:
        return race(program, positions, rng)
    except Fault as fault:
        raise program.error(fault) from None


def race(program: Program, positions: Sequence[list[Any]], rng: random.Random) -> int:
    """Play positions to their end; faults are those of generated code."""
    draw, run_on, decisions = rng.random, program.run_on, 0
    places, members = program.tables.places, program.tables.members
    for slots in positions:
        while number := slots[NODE]:
            together, ready, legal, answer, waiting = places[number]
            if together is not None:
                block, action = together, draw
            else:
                if waiting:
                    seats = members[slots[waiting]]
                    slots[answer] = seats[int(draw() * len(seats))]
                runs = (legal if ready is None else ready(slots)).runs
                if not runs:
                    decisions += move(State(program, slots), rng)
                    continue
                block, action = runs[int(draw() * len(runs))]
                decisions += 1
            following = block(slots, action, None)
            if following >= 0:
                run_on(slots, following, action, None)
    return decisions


def move(state: State, rng: random.Random) -> int:
    """Make a move that is not among those worked out beforehand; return 1 if it is a decision.

    Where several may act, the slot of the answerer says who does.
    """
    if state.is_chance:
        state.apply_chance(state.sample_chance(rng))
        return 0
    player = state.slots[state.node.player]
    state.apply(state.legal(player).sample(rng), player)
    return 1
