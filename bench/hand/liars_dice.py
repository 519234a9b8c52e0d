"""Liar's Dice as one would write it in Python by hand: the measure that the engine is held to.

The rules of `rulesets/liars_dice.yaml` with its default options and nothing else: no log, no
views. A side of a die is a number from 0; side 0 is the Wild Star, side 1 the two and so on.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from itertools import product

from bench.hand.choices import Action, Actions, Counts, Illegal, is_part

SIDES = 6
DICE = 5
HIGHEST = 30
TURN_LIMIT = 6000
STAR = 1  # the face of bids on Wild Stars
CHALLENGE, PASS = ("challenge",), ("pass",)
OPENER, ROLL, REROLL, BID, SHOW, OVER = range(6)

Bid = tuple[int, int]


def number_space(count: int) -> int:
    return count + count // 2


def star_space(count: int) -> int:
    return 3 * count - 1


def space(bid: Bid) -> int:
    count, face = bid
    return star_space(count) if face == STAR else number_space(count)


def raises(bid: Bid | None, new: Bid) -> bool:
    """Tell whether a new bid is higher than the one before."""
    if bid is None:
        return True
    return space(new) > space(bid) or (space(new) == space(bid) and new[1] > bid[1] and new[1] != STAR)


@lru_cache(1000)
def answers(bid: Bid | None) -> Actions:
    """Return what may be done with a bid: all that is higher, and the challenge."""
    counts, faces = range(1, HIGHEST + 1), range(2, SIDES + 1)
    numbers = [("bid_number", *new) for new in product(counts, faces) if raises(bid, new)]
    stars = [("bid_stars", count) for count in counts if raises(bid, (count, STAR))]
    return Actions([*numbers, *stars, *([] if bid is None else [CHALLENGE])])


@lru_cache(5000)
def shows(cup: Counts) -> Actions:
    """Return what may be done after a bid: show some dice but not all, or none."""
    parts = product(*(range(count + 1) for count in cup))
    return Actions([*(("show", part) for part in parts if 0 < sum(part) < sum(cup)), PASS])


class LiarsDice:
    """A position: dice by their sides under each cup and outside, the bid, whose turn."""

    __slots__ = (
        "bid",
        "bidder",
        "cups",
        "dice",
        "ending",
        "opener",
        "phase",
        "rolling",
        "seats",
        "shown",
        "turn",
        "turns",
        "winners",
    )

    def __init__(self, players: int) -> None:
        self.seats = players
        self.phase = OPENER
        self.dice = [DICE] * players
        self.cups = [[0] * SIDES for _ in range(players)]
        self.shown = [[0] * SIDES for _ in range(players)]
        self.rolling: list[int] = []
        self.bid: Bid | None = None
        self.bidder = self.opener = self.turn = self.turns = 0
        self.winners: tuple[int, ...] = ()
        self.ending = ""

    def clone(self) -> LiarsDice:
        copy = LiarsDice.__new__(LiarsDice)
        copy.seats, copy.phase = self.seats, self.phase
        copy.dice, copy.rolling = self.dice[:], self.rolling[:]
        copy.cups = [cup[:] for cup in self.cups]
        copy.shown = [dice[:] for dice in self.shown]
        copy.bid, copy.bidder, copy.opener = self.bid, self.bidder, self.opener
        copy.turn, copy.turns = self.turn, self.turns
        copy.winners, copy.ending = self.winners, self.ending
        return copy

    # Where the game stands -------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def is_chance(self) -> bool:
        return self.phase <= REROLL

    @property
    def players(self) -> tuple[int, ...]:
        return (self.turn,) if BID <= self.phase <= SHOW else ()

    # Chance ----------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        number = self.seats if self.phase == OPENER else SIDES
        return [(value, Fraction(1, number)) for value in range(number)]

    def sample_chance(self, rng: random.Random) -> int:
        return int(rng.random() * (self.seats if self.phase == OPENER else SIDES))

    def apply_chance(self, outcome: int) -> None:
        if self.phase == OPENER and 0 <= outcome < self.seats:
            self.opener = outcome
            self.begin_round()
        elif ROLL <= self.phase <= REROLL and 0 <= outcome < SIDES:
            self.cups[self.rolling.pop()][outcome] += 1
            if not self.rolling:
                self.all_rolled()
        else:
            raise Illegal(f"{outcome} cannot come up")

    def resolve_chance(self, rng: random.Random) -> None:
        if self.phase == OPENER:
            self.apply_chance(self.sample_chance(rng))
        if self.phase <= REROLL:
            cups, draw = self.cups, rng.random
            for seat in reversed(self.rolling):
                cups[seat][int(draw() * SIDES)] += 1
            self.rolling = []
            self.all_rolled()

    def all_rolled(self) -> None:
        if self.phase == ROLL:
            self.begin_turn(self.opener)
        else:
            self.next_turn()

    # Decisions -------------------------------------------------------------------------

    def legal(self, player: int) -> Actions:
        if player != self.turn:
            return Actions()
        if self.phase == BID:
            return answers(self.bid)
        return shows(tuple(self.cups[player])) if self.phase == SHOW else Actions()

    def apply(self, action: Action, player: int) -> None:
        if player != self.turn or not BID <= self.phase <= SHOW:
            raise Illegal(f"player {player + 1} is not asked now")
        if self.phase == SHOW:
            self.show(action)
        elif action == CHALLENGE and self.bid is not None:
            self.judge(self.bid)
        else:
            self.make_bid(action)

    def make_bid(self, action: Action) -> None:
        if action[0] == "bid_number" and len(action) == 3 and 2 <= action[2] <= SIDES:
            new = (action[1], action[2])
        elif action[0] == "bid_stars" and len(action) == 2:
            new = (action[1], STAR)
        else:
            raise Illegal("bid or challenge")
        if not 1 <= new[0] <= HIGHEST or not raises(self.bid, new):
            raise Illegal("this is no higher bid")
        self.bid, self.bidder = new, self.turn
        if sum(self.cups[self.turn]) > 1:
            self.phase = SHOW
        else:
            self.next_turn()

    def show(self, action: Action) -> None:
        if action == PASS:
            self.next_turn()
            return
        cup, shown = self.cups[self.turn], self.shown[self.turn]
        if action[0] != "show" or len(action) != 2 or not is_part(action[1], cup):
            raise Illegal("these dice cannot be shown")
        left = sum(cup) - sum(action[1])
        if not 0 < left < sum(cup):
            raise Illegal("show a die and leave one")
        for side, count in enumerate(action[1]):
            shown[side] += count
        self.cups[self.turn] = [0] * SIDES
        self.rolling = [self.turn] * left
        self.phase = REROLL

    # Rounds and turns ------------------------------------------------------------------

    def begin_round(self) -> None:
        self.bid = None
        self.cups = [[0] * SIDES for _ in range(self.seats)]
        self.shown = [[0] * SIDES for _ in range(self.seats)]
        self.rolling = [seat for seat in reversed(range(self.seats)) for _ in range(self.dice[seat])]
        self.phase = ROLL

    def begin_turn(self, seat: int) -> None:
        self.turn, self.phase = seat, BID
        self.turns += 1

    def next_turn(self) -> None:
        if self.turns >= TURN_LIMIT:
            self.end((), "limit")
            return
        seat = (self.turn + 1) % self.seats
        while not self.dice[seat]:
            seat = (seat + 1) % self.seats
        self.begin_turn(seat)

    def judge(self, bid: Bid) -> None:
        count, face = bid
        actual = sum(dice[0] for dice in self.cups) + sum(dice[0] for dice in self.shown)
        if face != STAR:
            side = face - 1
            actual += sum(dice[side] for dice in self.cups) + sum(dice[side] for dice in self.shown)
        if actual > count:
            self.lose(self.turn, actual - count)
        elif actual < count:
            self.lose(self.bidder, count - actual)
        else:
            for seat in range(self.seats):
                if seat != self.bidder:
                    self.lose(seat, 1)
        self.opener = self.turn if actual < count else self.bidder
        self.finish_round()

    def lose(self, seat: int, number: int) -> None:
        self.dice[seat] = max(self.dice[seat] - number, 0)

    def finish_round(self) -> None:
        left = tuple(seat for seat in range(self.seats) if self.dice[seat])
        if len(left) == 1:
            self.end(left, "last_one")
        elif self.turns >= TURN_LIMIT:
            self.end((), "limit")
        else:
            self.begin_round()

    def end(self, winners: tuple[int, ...], ending: str) -> None:
        self.winners, self.ending, self.phase = winners, ending, OVER

    def returns(self) -> tuple[float, ...]:
        if not self.winners:
            return (0.0,) * self.seats
        return tuple(1.0 if seat in self.winners else -1.0 for seat in range(self.seats))
