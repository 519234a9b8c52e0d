"""The rows of the other games: the engine beside the hand-written classes.

The two sides draw their random numbers in an order of their own, so they play different games
of the same rules (that they are the same rules is what `tests/test_hand.py` looks at); each
side counts its own steps.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from bench.contenders import Game, Start, seat_to_act
from bench.games import OTHERS, Pair
from bench.measure import Effort, Row, clones, compare, dealt, whole_games


def other_rows(effort: Effort) -> Iterator[Row]:
    """Yield the rows of all games."""
    for name, pair in OTHERS.items():
        for players in pair.players:
            yield from rows(f"{name}, {players} players", pair, players, effort)


def rows(table: str, pair: Pair, players: int, effort: Effort) -> list[Row]:
    """Return the rows of a game for a number of players."""
    sides, seeds = pair.starts(players), range(effort.games)
    chance = {side: single_steps(start, seeds) / whole_games(start, seeds) for side, start in sides.items()}
    positions = {side: dealt(start, range(1))[0][0] for side, start in sides.items()}
    together = {side: partial(scaled_games, start, seeds, chance[side]) for side, start in sides.items()}
    singly = {side: partial(single_steps, start, seeds) for side, start in sides.items()}
    copies = {side: partial(clones, one, 100 * effort.games) for side, one in positions.items()}
    return [
        compare(f"{table}: steps", "/s", together, effort.repetitions),
        compare(f"{table}: one by one", "/s", singly, effort.repetitions),
        compare(f"{table}: clone", "ns", copies, effort.repetitions),
    ]


def scaled_games(start: Start, seeds: range, scale: float) -> int:
    """Play games at random, chance resolved in one go; return the steps, chance counted by `scale`."""
    return round(whole_games(start, seeds) * scale)


def single_steps(start: Start, seeds: range) -> int:
    """Play games at random, every outcome of chance a checked step of its own; return the steps."""
    return sum(play_singly(start(), random.Random(seed)) for seed in seeds)


def play_singly(game: Game, rng: random.Random) -> int:
    """Play a game to its end; return the decisions and outcomes of chance."""
    steps = 0
    while not game.is_over:
        if game.is_chance:
            game.apply_chance(game.sample_chance(rng))
        else:
            player = seat_to_act(game, rng)
            game.apply(game.legal(player).sample(rng), player)
        steps += 1
    return steps
