"""Poker and dice games of OpenSpiel as rulesets: equal to `pyspiel` on every history."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesplay.engine.loading import load
from rulesplay.engine.play.match import Match
from rulesplay.engine.program.compiling import compile_rules

pyspiel: Any = pytest.importorskip("pyspiel")

Number = Callable[[tuple[Any, ...]], int]
HERE = Path(__file__).parent


def listed(*names: str) -> Number:
    """Return the numbering of actions without choices."""
    return lambda action: names.index(action[0])


def bids(dice: int) -> Number:
    """Return the numbering of bids: by quantity, then face; the call comes last."""

    def number(action: tuple[Any, ...]) -> int:
        return 12 * dice if action[0] == "liar" else 6 * (action[1] - 1) + action[2] - 1

    return number


class Walk:
    """A history played in both games at once, and the pairs of information states met so far."""

    def __init__(self, file: str, game: str, number: Number) -> None:
        self.number, self.histories = number, 0
        self.pairs: tuple[dict[Any, Any], dict[Any, Any]] = ({}, {})
        self.match = Match(compile_rules(load(HERE / file), 2))
        self.other = pyspiel.load_game(game).new_initial_state()

    def check(self, match: Match, other: Any) -> dict[int, Any]:
        """Compare one position; return our move for each of theirs."""
        self.histories += 1
        if match.state.is_over or other.is_terminal():
            assert match.state.is_over and other.is_terminal()
            assert list(match.state.returns()) == other.returns()
            return {}
        if match.state.is_chance:
            return chance(match, other)
        assert match.state.player == other.current_player()
        moves = {self.number(action): action for action in match.state.legal()}
        assert sorted(moves) == other.legal_actions() and len(moves) == len(match.state.legal())
        for seat in (0, 1):
            self.know(match.information_state(seat), (seat, other.information_state_string(seat)))
        return moves

    def know(self, ours: Any, theirs: Any) -> None:
        """Note that a seat's information is told apart by ours where it is by theirs."""
        ours = hash((theirs[0], ours))
        assert self.pairs[0].setdefault(ours, theirs) == theirs
        assert self.pairs[1].setdefault(theirs, ours) == ours

    def everything(self, depth: int = 99) -> None:
        """Compare all positions down to a number of decisions."""
        stack = [(self.match, self.other, depth)]
        while stack:
            match, other, left = stack.pop()
            moves = self.check(match, other)
            if left or match.state.is_chance:
                steps = left - (not match.state.is_chance)
                stack += [(*after(match, other, ours, theirs), steps) for theirs, ours in moves.items()]

    def at_random(self, games: int) -> None:
        """Compare the positions of some games played at random."""
        rng = random.Random(1)
        for _ in range(games):
            match, other = fork(self.match), self.other.clone()
            while moves := self.check(match, other):
                theirs = rng.choice(sorted(moves))
                match, other = after(match, other, moves[theirs], theirs)


def chance(match: Match, other: Any) -> dict[int, Any]:
    """Compare the outcomes of chance and their probabilities; return ours for each of theirs."""
    assert other.is_chance_node()
    ours = {outcome: float(probability) for outcome, probability in match.state.chance_outcomes()}
    assert ours == pytest.approx(dict(other.chance_outcomes()))
    return {outcome: outcome for outcome in ours}


def fork(match: Match) -> Match:
    """Return a match that goes its own way."""
    copy = Match.__new__(Match)
    copy.program, copy.state, copy.events = match.program, match.state.clone(), match.events[:]
    copy.record = dataclasses.replace(match.record, entries=match.record.entries[:])
    return copy


def after(match: Match, other: Any, ours: Any, theirs: int) -> tuple[Match, Any]:
    """Return both games after a move."""
    match = fork(match)
    if match.state.is_chance:
        match.chance(ours)
    else:
        assert match.state.player is not None
        match.act(match.state.player, ours)
    return match, other.child(theirs)


# Games small enough to be compared throughout, with the number of their histories.
GAMES = (
    pytest.param("kuhn_poker.yaml", "kuhn_poker", listed("stay", "bet"), 58, id="kuhn"),
    pytest.param("leduc_poker.yaml", "leduc_poker", listed("fold", "call", "raise"), 9457, id="leduc"),
    pytest.param("liars_dice_1.yaml", "liars_dice", bids(1), 294_883, id="dice"),
)


@pytest.mark.parametrize(("file", "game", "number", "histories"), GAMES)
def test_every_history(file: str, game: str, number: Number, histories: int) -> None:
    walk = Walk(file, game, number)
    walk.everything()
    assert walk.histories == histories


def test_two_dice_each() -> None:
    walk = Walk("liars_dice_2.yaml", "liars_dice(numdice=2)", bids(2))
    walk.everything(depth=1)
    walk.at_random(2_000)
