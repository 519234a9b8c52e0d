"""Compiled games and the walker over the same rules: same seeds, same games."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from test_matrix import Table, few_tables, program, shipped
from walker import Walker, bag_key

from rulesplay.engine import bags
from rulesplay.engine.loading import check_source
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.program.layout import PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from rulesplay.engine.program.program import Program
from rulesplay.engine.rules.kinds import PLAYER, Bag, Kind, Optional, Set
from rulesplay.engine.source import Source

GAMES, STEPS, WRITTEN_OUT = 2, 400, 60


def decode(kind: Kind | None, value: Any) -> Any:
    """Return a value of a compiled state as the walker has it."""
    if isinstance(kind, Optional):
        return None if value is None else decode(kind.of, value)
    if isinstance(kind, Bag):
        return Counter(dict(bags.items(value)))
    if isinstance(kind, Set) and kind.of in (None, PLAYER):
        return frozenset(seat for seat in range(value.bit_length()) if value >> seat & 1)
    return value


def compiled_table(state: State) -> dict[str, Any]:
    """Return all zones and variables of a compiled state."""
    slots, layout, rules = state.slots, state.program.layout, state.program.rules
    kinds: dict[str, Kind] = {name: Bag(zone.deck, zone.die) for name, zone in rules.zones.items()}
    kinds |= {name: one.kind for name, one in rules.variables.items()}
    table: dict[str, Any] = {}
    for name, first in layout.slots.items():
        number = layout.players if name in layout.each else 1
        found = [decode(kinds[name], value) for value in slots[first : first + number]]
        table[name] = found if name in layout.each else found[0]
    table |= {"turn": slots[TURN], "turn_count": slots[TURNS], "round_count": slots[ROUNDS]}
    return table | {
        "players": decode(Set(PLAYER), slots[PLAYERS]),
        "playing": decode(Set(PLAYER), slots[PLAYING]),
    }


def walked_table(walker: Walker) -> dict[str, Any]:
    """Return all zones and variables of the walker."""
    table = {
        name: [+one for one in zone] if isinstance(zone, list) else +zone
        for name, zone in walker.zones.items()
    }
    table |= walker.values
    names = ("turn", "turn_count", "round_count", "players", "playing")
    return table | {name: getattr(walker, name) for name in names}


def said(program: Program, state: State, action: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a compiled action as the walker has it."""
    parameters = state.node.offers[action[0]].action.parameters
    pairs = zip(parameters, action[1:], strict=True)
    return (
        action[0],
        *(bag_key(decode(one.kind, value)) if one.form == "bag" else value for one, value in pairs),
    )


def packed(action: tuple[Any, ...], state: State) -> tuple[Any, ...]:
    """Return an action of the walker as compiled games have it."""
    parameters = state.node.offers[action[0]].action.parameters
    pairs = zip(parameters, action[1:], strict=True)
    return (action[0], *(bags.pack(dict(value)) if one.form == "bag" else value for one, value in pairs))


def compare_actions(walker: Walker, state: State, player: int, rng: random.Random) -> None:
    """Compare what a player may do: all of it, or samples both ways where it is too much."""
    legal = state.legal(player)
    walked = list(itertools.islice(walker.legal(player), WRITTEN_OUT + 1))
    assert len(set(walked)) == len(walked)
    if len(walked) <= WRITTEN_OUT:
        listed = [said(state.program, state, action) for action in legal]
        assert sorted(map(repr, listed)) == sorted(map(repr, walked))
        assert len(legal) == len(walked)
        return
    for action in rng.sample(walked, 5):
        assert packed(action, state) in legal, action
    for _ in range(5):
        assert walker.allows(player, said(state.program, state, legal.sample(rng)))


def compiled_chances(state: State) -> dict[Any, Fraction]:
    outcomes = state.chance_outcomes()
    assert len({value for value, _ in outcomes}) == len(outcomes)
    return dict(outcomes)


def compare(walker: Walker, state: State, rng: random.Random) -> None:
    """Compare where two games stand."""
    assert walker.kind == state.kind
    assert walker.asked == state.players
    assert walked_table(walker) == compiled_table(state)
    for player in walker.asked:
        compare_actions(walker, state, player, rng)
    if walker.kind == "chance":
        assert walker.chances() == compiled_chances(state)


def move(walker: Walker, state: State, rng: random.Random) -> None:
    """Let the same thing happen in both games."""
    if state.is_chance:
        outcome = state.sample_chance(rng)
        walker.happen(outcome)
        state.apply_chance(outcome)
        return
    player = rng.choice(state.players)
    action = state.legal(player).sample(rng)
    walker.act(player, said(state.program, state, action))
    state.apply(action, player)


def play_both(compiled: Program, seed: int) -> bool:
    """Play a game twice, side by side; tell whether it came to its end."""
    rng = random.Random(seed)
    walker, state = Walker(compiled.rules, compiled.players, compiled.options), State.new(compiled)
    for _ in range(STEPS):
        compare(walker, state, rng)
        if state.is_over:
            outcome = state.outcome
            assert outcome is not None
            assert (frozenset(outcome.winners), outcome.reason) == (walker.winners, walker.reason)
            return True
        move(walker, state, rng)
    return False


@pytest.mark.parametrize("table", [one for path in shipped() for one in few_tables(path)], ids=str)
def test_compiled_rules_play_the_games_of_the_walker(table: Table) -> None:
    for seed in range(GAMES):
        play_both(program(table), seed)


# What no shipped game does yet, all at once.
ODD_CORNERS = """
rulesplay: 1
id: odd_corners
name: Odd corners
players: {min: 2, max: 5}
options:
  way: {values: [clockwise, first_come, sealed], default: clockwise}
  twist: {type: boolean, default: false}
decks:
  coins: {cards: [{worth: 1..4, count: 2}, {worth: 9}]}
dice:
  cube: {faces: 1..6}
types:
  bid: {record: {count: integer, face: integer}}
zones:
  bank: {of: coins, starts: full}
  purse: {of: coins, each: player}
  cup: {of: cube, each: player}
variables:
  score: {each: player, type: integer, starts: 0}
  total: {type: integer, starts: 0}
  holder: {type: player, optional: true}
  last: {type: bid, optional: true}
  friends: {type: players}
  pick: {type: integer, starts: 0}
setup:
  - pick: {holder: seats}
  - pick: {pick: "(3, 1, 2)"}
phases:
  first:
    before:
      - for: p
        in: around(sure(holder))
        do:
          - deal: {count: 1, from: bank, to: p.purse}
          - roll: {count: 2, to: p.cup}
          - set: {p.score: p.score + sum(d.face for d in rolled) + sum(c.worth for c in dealt)}
    turns:
      first: sure(holder)
      order: counterclockwise
      who: player.score > 0
      actions: [shift, give, poll, doubt, quit]
    after:
      - reroll: seat(1).cup
      - clear: seat(2).cup
      - for: p
        in: seats
        do: [{move: {from: p.purse, to: bank}}]
    next: first
actions:
  shift:
    choose:
      to: {among: others}
    do:
      - next_turn: to
      - if: me.score % 3 == 0
        then: [{end: phase}]
      - if: option.twist
        then:
          - let: {to: me}
          - set: {to.score: to.score + 1}
      - set: {to.score: to.score - 1}
      - eliminate: {players: set(p for p in players where p.score < 0 - 2), from: round}
  give:
    choose:
      to: {among: others}
      coins: {from: me.purse, min: 1, max: 3, where: card.worth > 1}
    accepts:
      fair:
        when: sum(c.worth for c in coins) >= to.score % 5
    do:
      - move: {cards: coins, from: me.purse, to: to.purse}
      - set: {to.score: to.score + size(coins), last: "bid(count: size(coins), face: 2)"}
  poll:
    do:
      - for: player
        in: clockwise(me)
        do:
          - ask:
              who: playing - player
              as: voter
              order: option.way
              when: voter != player and voter.score > player.score - 9
              pass: {title: no, do: [{set: {total: total + 1}}]}
              takers: all
              actions:
                yes:
                  choose: {n: {among: 1..3, where: n != pick}}
                  do:
                    - set: {voter.score: voter.score + n, seat(1).score: seat(1).score - n}
                    - eliminate: set(p for p in players where p.score < 0 - 1)
              nobody: [{set: {friends: friends + player}}]
  doubt:
    do:
      - set: {holder: me}
      - for: player
        in: (me, seat(1))
        do:
          - set: {holder: me}
          - challenge: odd
            claimer: holder
  quit:
    requires:
      poor: {when: me.score < 4}
    do:
      - set: {me.score: 0}
challenges:
  odd:
    window:
      who: others
      order: option.way
      when: player.score != claimer.score
      pass: {title: no, when: "player.score % 4 != 0 or size(waiting) > 1"}
      do: [{set: {holder: caller}}]
    let: {both: claimer.score + caller.score}
    outcomes:
      even:
        when: both % 2 == 0
        do: [{set: {caller.score: caller.score - 3}}]
      odd:
        do: [{set: {claimer.score: claimer.score - 3}}]
    unchallenged: [{set: {claimer.score: claimer.score + 1}}]
elimination:
  broke: {when: player.score < 0 - 9, do: [{set: {total: total + 10}}]}
ending:
  alone: {when: size(players) <= 1, winners: players}
limit: {turns: 60}
"""


@pytest.mark.parametrize("twist", [False, True])
@pytest.mark.parametrize("way", ["clockwise", "first_come", "sealed"])
def test_odd_corners(way: str, twist: bool) -> None:
    rules, problems = check_source(Source("odd_corners.yaml", ODD_CORNERS))
    assert rules is not None and not [str(one) for one in problems if one.is_error]
    for players in (2, 3, 5):
        compiled = compile_rules(rules, players, {"way": way, "twist": twist})
        for seed in range(GAMES):
            play_both(compiled, seed)
