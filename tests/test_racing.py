"""Whole games in one loop are the games that the methods of a state play by the same random numbers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulesplay.engine.loading import load
from rulesplay.engine.play.game import Game
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.program.program import Program, RuleError
from rulesplay.engine.program.racing import play_out
from rulesplay.engine.rules.model import Ruleset

ROOT = Path(__file__).parent.parent
FILES = [*sorted(ROOT.glob("rulesets/**/*.yaml")), *sorted(ROOT.glob("tests/oracles/*.yaml"))]
GAMES = 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_same_games(path: Path) -> None:
    rules = load(path)
    for players in {rules.low, min(rules.high, 4)}:
        program = compile_rules(rules, players)
        for seed in range(GAMES):
            ours, theirs = random.Random(seed), random.Random(seed)
            slots, state = program.begin(), State.new(program)
            decisions = play_out(program, [slots], ours)
            assert decisions == step_by_step(state, theirs)
            assert slots == state.slots
            assert ours.random() == theirs.random()


def step_by_step(state: State, rng: random.Random) -> int:
    """Play a game by the methods of a state; return the number of decisions."""
    decisions = 0
    while not state.is_over:
        if state.is_chance:
            state.resolve_chance(rng)
            continue
        seats = state.players
        player = seats[int(rng.random() * len(seats))] if state.node.waiting else seats[0]
        state.apply(state.legal(player).sample(rng), player)
        decisions += 1
    return decisions


def program_of(name: str) -> Program:
    """Return a ruleset for its smallest table."""
    return compile_rules(load(ROOT / "rulesets" / f"{name}.yaml"))


def test_playouts_count_how_games_end() -> None:
    program = program_of("liars_dice")
    found = Game(program).playouts(250, "a seed")
    assert found.games == 250 == sum(found.wins) == sum(found.endings.values())
    assert set(found.endings) <= {ending.name for ending in program.endings}
    assert found == Game(program).playouts(250, "a seed") != Game(program).playouts(250, "another")


def test_playouts_from_a_position_leave_it_alone() -> None:
    state = State.new(program_of("liars_dice"))
    state.resolve_chance(random.Random(1))
    before = state.slots[:]
    assert Game(state.program).playouts(5, start=state).games == 5
    assert state.slots == before


STUCK = """\
rulesplay: 1
id: divides
name: Divides by zero
players: {min: 2, max: 2}
variables:
  score: {type: integer, starts: 0}
phases:
  main:
    turns: {first: seat(1), actions: [divide]}
actions:
  divide:
    title: Divide
    say: "{me} divides."
    do:
      - set: {score: 1 // score}
ending:
  done: {when: score > 0, winners: playing}
limit: {turns: 9}
"""


def test_faults_are_those_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "divides.yaml"
    path.write_text(STUCK, encoding="utf-8")
    rules: Ruleset = load(path)
    with pytest.raises(RuleError, match="division by zero"):
        Game(compile_rules(rules)).playouts(1)
