"""What is compared: the engine's game and the hand-written class, behind the same few methods."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from bench.hand.eight_the_liar import EightTheLiar
from rulesplay.engine import bags
from rulesplay.engine.loading import load
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import compile_rules

RULESET = Path(__file__).parent.parent / "rulesets" / "eight_the_liar.yaml"


class Game(Protocol):
    """The step API that both sides have."""

    @property
    def is_over(self) -> bool: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def players(self) -> tuple[int, ...]: ...
    def legal(self, player: int) -> Any: ...
    def apply(self, action: Any, player: int) -> None: ...
    def sample_chance(self, rng: random.Random) -> Any: ...
    def apply_chance(self, outcome: Any) -> None: ...
    def resolve_chance(self, rng: random.Random) -> None: ...
    def returns(self) -> tuple[float, ...]: ...
    def clone(self) -> Game: ...


Start = Callable[[], Game]


def contenders(players: int) -> dict[str, Start]:
    """Return what starts a game, by the name of its side."""
    program = compile_rules(load(RULESET), players)
    return {"engine": lambda: State.new(program), "hand": lambda: EightTheLiar(players)}


def require_same_games(players: int, games: int) -> None:
    """Raise AssertionError unless both sides play the same games, move by move, from the same seeds."""
    sides = contenders(players)
    for seed in range(games):
        engine, hand = (record(start(), random.Random(seed)) for start in sides.values())
        assert engine == hand, f"the two sides differ with {players} players in game {seed}"


def record(game: Game, rng: random.Random) -> list[Any]:
    """Return all that happens in a game played at random, in terms of both sides."""
    moves: list[Any] = []
    while not game.is_over:
        if game.is_chance:
            outcome = game.sample_chance(rng)
            game.apply_chance(outcome)
            moves.append(outcome)
            continue
        player = seat_to_act(game, rng)
        action = game.legal(player).sample(rng)
        game.apply(action, player)
        moves.append((player, *map(plain, action)))
    return [*moves, game.returns()]


def seat_to_act(game: Game, rng: random.Random) -> int:
    """Return one of the seats that may act, each equally likely."""
    seats = game.players
    return seats[int(rng.random() * len(seats))] if len(seats) > 1 else seats[0]


def plain(part: Any) -> Any:
    """Return a part of an action as the engine writes it: counts of each rank as a bag."""
    return bags.pack(dict(enumerate(part))) if isinstance(part, tuple) else part
