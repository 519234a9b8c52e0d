"""How it is measured: both sides in turn within one process, ratios formed repetition by repetition."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from bench.contenders import Game, Start, contenders, record, seat_to_act

Work = Callable[[], int]


@dataclass(frozen=True)
class Row:
    """A line of the table: a figure for each side, and the ratios of the repetitions."""

    name: str
    unit: str
    engine: float
    hand: float
    ratio: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Effort:
    """How long to measure: repetitions, and games in each."""

    repetitions: int
    games: int


QUICK, FULL = Effort(5, 40), Effort(15, 150)


# Work ------------------------------------------------------------------------------------


def whole_games(start: Start, seeds: range) -> int:
    """Play games at random, chance resolved in one go; return the steps without chance."""
    steps = 0
    for seed in seeds:
        steps += play_on(start(), random.Random(seed))
    return steps


def single_steps(start: Start, seeds: range) -> int:
    """Play games at random, every outcome of chance a checked step of its own; return the steps."""
    steps = 0
    for seed in seeds:
        game, rng = start(), random.Random(seed)
        while game.is_chance:
            game.apply_chance(game.sample_chance(rng))
            steps += 1
        steps += play_on(game, rng)
    return steps


def dealt_games(positions: list[tuple[Game, int]]) -> int:
    """Play on at random from dealt positions, which are cloned; return the decisions."""
    return sum(play_on(game.clone(), random.Random(seed)) for game, seed in positions)


def play_on(game: Game, rng: random.Random) -> int:
    """Play a game to its end by the step API; return the number of decisions."""
    decisions = 0
    while not game.is_over:
        if game.is_chance:
            game.resolve_chance(rng)
            continue
        player = seat_to_act(game, rng)
        game.apply(game.legal(player).sample(rng), player)
        decisions += 1
    return decisions


def clones(game: Game, number: int) -> int:
    """Clone a position; return how often."""
    clone = game.clone
    for _ in range(number):
        clone()
    return number


# Measuring -------------------------------------------------------------------------------


def compare(name: str, unit: str, sides: Mapping[str, Work], repetitions: int, scale: float = 1.0) -> Row:
    """Return the row of two sides that are timed by turns.

    `scale` is how many steps a piece of the work stands for; in `ns` the figure is the time of one piece.
    """
    figures: dict[str, list[float]] = {side: [] for side in sides}
    for turn in range(-1, repetitions):
        for side in list(sides) if turn % 2 else list(sides)[::-1]:
            rate = speed(sides[side])
            if turn >= 0:
                figures[side].append(rate * scale)
    return row(name, unit, figures["engine"], figures["hand"])


def row(name: str, unit: str, engine: list[float], hand: list[float]) -> Row:
    """Return the medians of both sides and of their ratios."""
    ratios = [a / b for a, b in zip(engine, hand, strict=True)]
    middle = statistics.median
    ours, theirs = (1e9 / middle(side) if unit == "ns" else middle(side) for side in (engine, hand))
    return Row(name, unit, ours, theirs, middle(ratios), min(ratios), max(ratios))


def speed(work: Work) -> float:
    """Return how many pieces of work are done in a second of processor time."""
    with undisturbed():
        begun = time.process_time()
        done = work()
        return done / (time.process_time() - begun)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the garbage collector out of a measurement."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# Rows ------------------------------------------------------------------------------------


def step_rows(players: int, effort: Effort) -> list[Row]:
    """Return the rows about steps and clones for a number of players."""
    sides, seeds, table = contenders(players), range(effort.games), f"{players} players"
    positions = {side: dealt(start, seeds) for side, start in sides.items()}
    rounds = effort.repetitions
    chance = steps_in(sides["engine"], seeds) / whole_games(sides["engine"], seeds)

    def rows(work: Callable[[str], Work]) -> dict[str, Work]:
        return {side: work(side) for side in sides}

    return [
        compare(
            f"steps, {table}",
            "/s",
            rows(lambda side: partial(whole_games, sides[side], seeds)),
            rounds,
            chance,
        ),
        compare(
            f"steps, chance one by one, {table}",
            "/s",
            rows(lambda side: partial(single_steps, sides[side], seeds)),
            rounds,
        ),
        compare(
            f"decisions only, {table}", "/s", rows(lambda side: partial(dealt_games, positions[side])), rounds
        ),
        compare(
            f"clone, {table}",
            "ns",
            rows(lambda side: partial(clones, positions[side][0][0], 400 * effort.games)),
            rounds,
        ),
    ]


def dealt(start: Start, seeds: range) -> list[tuple[Game, int]]:
    """Return positions after the deal, each with the seed to go on with."""
    positions = []
    for seed in seeds:
        game = start()
        game.resolve_chance(random.Random(seed))
        positions.append((game, seed))
    return positions


def steps_in(start: Start, seeds: range) -> int:
    """Return the number of decisions and outcomes of chance in games."""
    return sum(len(record(start(), random.Random(seed))) - 1 for seed in seeds)
