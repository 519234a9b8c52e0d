"""The hand-written games of `bench` beside the rulesets: the same choices, positions and winners."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.contenders import seat_to_act
from bench.games import EIGHT, OTHERS, Pair
from bench.hand import choices, eight_the_liar

GAMES = 12
ILLEGAL = (choices.Illegal, eight_the_liar.Illegal)
TABLES = [
    pytest.param(pair, players, id=f"{pair.ruleset}-{players}")
    for pair in (EIGHT, *OTHERS.values())
    for players in pair.players
]


@pytest.mark.parametrize(("pair", "players"), TABLES)
def test_same_games(pair: Pair, players: int) -> None:
    engine_start, hand_start = pair.starts(players).values()
    for seed in range(GAMES):
        play(pair, engine_start(), hand_start(), random.Random(seed))


def play(pair: Pair, engine: Any, hand: Any, rng: random.Random) -> None:
    """Play one game on both sides with the same choices."""
    while not engine.is_over:
        assert (hand.is_over, hand.is_chance) == (False, engine.is_chance)
        if rng.random() < 0.1:
            hand = hand.clone()
        if engine.is_chance:
            chance(pair, engine, hand, rng)
            continue
        assert hand.players == engine.players
        player = seat_to_act(engine, rng)
        ours, theirs = engine.legal(player), hand.legal(player)
        assert len(theirs) == len(ours)
        if len(ours) < 40 and rng.random() < 0.2:
            assert sorted(map(pair.action, ours)) == sorted(theirs)
        refuse(hand, player)
        action = ours.sample(rng)
        assert pair.action(action) in theirs
        engine.apply(action, player)
        hand.apply(pair.action(action), player)
    assert hand.is_over and hand.players == ()
    assert (hand.ending, hand.winners) == (engine.outcome.reason, engine.outcome.winners)
    assert hand.returns() == engine.returns()


def chance(pair: Pair, engine: Any, hand: Any, rng: random.Random) -> None:
    """Let chance move alike on both sides."""
    if rng.random() < 0.1:
        ours = {pair.outcome(outcome): odds for outcome, odds in engine.chance_outcomes()}
        assert dict(hand.chance_outcomes()) == ours
    with pytest.raises(ILLEGAL):
        hand.apply_chance(99)
    outcome = engine.sample_chance(rng)
    engine.apply_chance(outcome)
    hand.apply_chance(pair.outcome(outcome))


def refuse(hand: Any, player: int) -> None:
    """Try what may not be done."""
    others = [seat for seat in range(hand.seats) if seat not in hand.players]
    tries: list[tuple[Any, int]] = [(("nothing",), player), *(((("pass",)), seat) for seat in others)]
    for action, seat in tries:
        assert action not in hand.legal(seat)
        with pytest.raises(ILLEGAL):
            hand.apply(action, seat)


@pytest.mark.parametrize(("pair", "players"), TABLES)
def test_resolving_chance(pair: Pair, players: int) -> None:
    """Chance in one go ends in a position that decisions can go on from, to the end."""
    rng, hand = random.Random(1), pair.starts(players)["hand"]()
    while not hand.is_over:
        hand.resolve_chance(rng)
        assert not hand.is_chance
        if not hand.is_over:
            player = seat_to_act(hand, rng)
            hand.apply(hand.legal(player).sample(rng), player)
    assert len(hand.returns()) == players
