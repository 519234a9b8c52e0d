"""Liar's dice of OpenSpiel beside the ruleset of it: `tests/oracles/liars_dice_1.yaml`."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.contenders import Start
from bench.measure import Effort, Row, clones, compare, play_on
from rulesplay.engine.loading import load
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.program.program import Program
from rulesplay.engine.program.racing import playouts

try:
    import pyspiel
except ImportError:
    pyspiel = None

ORACLE = Path(__file__).parent.parent / "tests" / "oracles" / "liars_dice_1.yaml"


def openspiel_rows(effort: Effort) -> list[Row]:
    """Return the rows of the engine (in the place of `engine`) and OpenSpiel (in that of `hand`)."""
    return [row for dice in (1, 5) for row in rows(dice, effort)] if pyspiel is not None else []


def rows(dice: int, effort: Effort) -> list[Row]:
    """Return the rows for a number of dice each."""
    program = compile_rules(load(ORACLE), 2, {"dice": dice})
    theirs, table = pyspiel.load_game(f"liars_dice(numdice={dice})"), f"liar's dice, {dice} each"
    seeds = range(effort.games * (10 // dice))

    def start() -> State:
        return State.new(program)

    sides = {"engine": partial(ours, start, seeds), "hand": partial(steps, theirs.new_initial_state, seeds)}
    resolved = sides | {"engine": partial(chance_resolved, start, seeds, 2 * dice)}
    games = len(seeds)
    races = {"engine": partial(raced, program, games, 2 * dice), "hand": partial(in_a_row, theirs, games)}
    position, other = start(), theirs.new_initial_state()
    position.resolve_chance(random.Random(1))
    while other.is_chance_node():
        other.apply_action(other.legal_actions()[0])
    copies = {
        "engine": partial(clones, position, 400 * effort.games),
        "hand": partial(clones, other, 400 * effort.games),
    }
    return [
        compare(f"{table}: steps", "/s", sides, effort.repetitions),
        compare(f"{table}: steps, chance resolved", "/s", resolved, effort.repetitions),
        compare(f"{table}: playouts", "/s", races, effort.repetitions),
        compare(f"{table}: clone", "ns", copies, effort.repetitions),
    ]


def ours(start: Callable[[], State], seeds: range) -> int:
    """Play games at random in the engine; return the decisions and outcomes of chance."""
    done = 0
    for seed in seeds:
        game, draw = start(), random.Random(seed).random
        while not game.is_over:
            if game.is_chance:
                outcomes = game.chance_outcomes()
                game.apply_chance(outcomes[int(draw() * len(outcomes))][0])
            else:
                player = game.player
                actions = game.legal(player)
                game.apply(actions[int(draw() * len(actions))], player)
            done += 1
    return done


def chance_resolved(start: Start, seeds: range, rolls: int) -> int:
    """Play games at random in the engine, all dice rolled in one call; return the steps as above."""
    return sum(play_on(start(), random.Random(seed)) + rolls for seed in seeds)


def steps(start: Any, seeds: range) -> int:
    """Play games at random in OpenSpiel, in the same way."""
    return sum(play_spiel(start(), random.Random(seed).random) for seed in seeds)


def play_spiel(game: Any, draw: Callable[[], float]) -> int:
    """Play a game of OpenSpiel at random; return the decisions and outcomes of chance."""
    done = 0
    while not game.is_terminal():
        if game.is_chance_node():
            outcomes = game.chance_outcomes()
            game.apply_action(outcomes[int(draw() * len(outcomes))][0])
        else:
            player = game.current_player()
            actions = game.legal_actions(player)
            game.apply_action(actions[int(draw() * len(actions))])
        done += 1
    return done


def raced(program: Program, games: int, rolls: int) -> int:
    """Play games at random by `playouts`; return the steps as above."""
    return playouts(program, games, random.Random(1)).decisions + games * rolls


def in_a_row(theirs: Any, games: int) -> int:
    """Play games of OpenSpiel one after the other by one stream of random numbers."""
    draw = random.Random(1).random
    return sum(play_spiel(theirs.new_initial_state(), draw) for _ in range(games))
