"""Liar's Deck as one would write it in Python by hand: the measure that the engine is held to.

The rules of `rulesets/liars_deck.yaml` with its default options and nothing else: no log, no
views. Cards are numbers: first the ranks that can become the card of the table, then those
that are never a lie. `deck_modes` has the other two games.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

from bench.hand.choices import Action, Actions, Counts, Illegal, is_part

CHAMBERS = 6
TURN_LIMIT = 2000
CALL = ("call",)
LOAD, START, TABLE, DEAL, TURN, SHOOT, VOLLEY, OVER = range(8)


@lru_cache(20_000)
def plays(hand: Counts, most: int) -> Actions:
    """Return every play of up to so many cards of a hand."""
    parts = product(*(range(count + 1) for count in hand))
    return Actions([("play", part) for part in parts if 0 < sum(part) <= most])


@lru_cache(20_000)
def plays_or_call(hand: Counts, most: int) -> Actions:
    """Return every play, and the call."""
    return Actions([*plays(hand, most), CALL])


ONLY_CALL = Actions([CALL])


class LiarsDeck:
    """A position: counts of each card in hands and on the table, revolvers, whose turn."""

    __slots__ = (
        "alive",
        "beaten",
        "chambers",
        "ending",
        "hands",
        "hit",
        "laid",
        "last",
        "loading",
        "phase",
        "pile",
        "pulled",
        "seats",
        "starter",
        "stock",
        "table",
        "target",
        "turn",
        "turns",
        "winners",
    )

    RANKS = 3
    KINDS = 4
    CARDS: Counts = (6, 6, 6, 2)
    HAND_SIZE = 5
    MOST = 3

    def __init__(self, players: int) -> None:
        self.seats = players
        self.phase = LOAD
        self.alive = list(range(players))
        self.loading = self.alive[::-1]
        self.chambers = [0] * players
        self.pulled = [0] * players
        self.hit: list[int] = []
        self.hands = [[0] * self.KINDS for _ in range(players)]
        self.laid, self.pile = [0] * self.KINDS, [0] * self.KINDS
        self.stock: list[int] = []
        self.target: list[int] = []
        self.last: int | None = None
        self.beaten = self.starter = self.table = self.turn = self.turns = 0
        self.winners: tuple[int, ...] = ()
        self.ending = ""

    def clone(self) -> LiarsDeck:
        copy = type(self).__new__(type(self))
        copy.seats, copy.phase, copy.alive = self.seats, self.phase, self.alive[:]
        copy.loading, copy.hit = self.loading[:], self.hit[:]
        copy.chambers, copy.pulled = self.chambers[:], self.pulled[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.laid, copy.pile = self.laid[:], self.pile[:]
        copy.stock, copy.target = self.stock[:], self.target[:]
        copy.last, copy.beaten, copy.starter = self.last, self.beaten, self.starter
        copy.table, copy.turn, copy.turns = self.table, self.turn, self.turns
        copy.winners, copy.ending = self.winners, self.ending
        return copy

    # Where the game stands -------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def is_chance(self) -> bool:
        return self.phase <= DEAL

    @property
    def players(self) -> tuple[int, ...]:
        return (self.turn,) if self.phase == TURN else ()

    # Chance ----------------------------------------------------------------------------

    def chance_values(self) -> list[int] | range:
        """Return what may come up, each value as often as it is there."""
        if self.phase == DEAL:
            return self.stock
        if self.phase == TABLE:
            return range(self.RANKS)
        return range(1, CHAMBERS + 1) if self.phase == LOAD else range(self.seats)

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        values = Counter(self.chance_values())
        return [(value, Fraction(count, values.total())) for value, count in values.items()]

    def sample_chance(self, rng: random.Random) -> int:
        values = self.chance_values()
        return values[int(rng.random() * len(values))]

    def apply_chance(self, outcome: int) -> None:
        if not self.is_chance or outcome not in self.chance_values():
            raise Illegal(f"{outcome} cannot come up")
        if self.phase == DEAL:
            self.stock.remove(outcome)
            self.hands[self.target.pop()][outcome] += 1
            if not self.target:
                self.begin_turn(self.starter)
        elif self.phase == TABLE:
            self.table = outcome
            self.prepare_deal()
        elif self.phase == LOAD:
            self.load(outcome)
        else:
            self.starter, self.phase = outcome, TABLE

    def resolve_chance(self, rng: random.Random) -> None:
        while self.phase < DEAL:
            self.apply_chance(self.sample_chance(rng))
        if self.phase == DEAL:
            hands, stock, draw = self.hands, self.stock, rng.random
            for seat in reversed(self.target):
                hands[seat][stock.pop(int(draw() * len(stock)))] += 1
            self.target = []
            self.begin_turn(self.starter)

    def load(self, chamber: int) -> None:
        seat = self.loading.pop()
        self.chambers[seat], self.pulled[seat] = chamber, 0
        if not self.loading:
            self.all_loaded()

    def all_loaded(self) -> None:
        self.phase = START

    def prepare_deal(self) -> None:
        self.stock = [kind for kind, count in enumerate(self.deck()) for _ in range(count)]
        self.hands = [[0] * self.KINDS for _ in range(self.seats)]
        first = self.alive.index(self.starter)
        order = self.alive[first:] + self.alive[:first]
        self.target = [seat for seat in reversed(order) for _ in range(self.HAND_SIZE)]
        self.phase = DEAL

    def deck(self) -> Counts:
        """Return how many cards of each kind are in this round."""
        return self.CARDS

    # Decisions -------------------------------------------------------------------------

    def must_call(self) -> bool:
        if self.last is None:
            return False
        return not any(any(self.hands[seat]) for seat in self.alive if seat != self.turn)

    def legal(self, player: int) -> Actions:
        if player != self.turn or self.phase != TURN:
            return Actions()
        if self.must_call():
            return ONLY_CALL
        return self.options(tuple(self.hands[player]))

    def options(self, hand: Counts) -> Actions:
        """Return what may be done with a hand."""
        return plays(hand, self.MOST) if self.last is None else plays_or_call(hand, self.MOST)

    def apply(self, action: Action, player: int) -> None:
        if player != self.turn or self.phase != TURN:
            raise Illegal(f"player {player + 1} is not asked now")
        if action == CALL and self.last is not None:
            self.judge(player, self.last)
        elif action[0] == "play" and len(action) == 2:
            self.play(action[1])
        else:
            raise Illegal("play or call")

    def may_lay(self, cards: Counts) -> bool:
        return is_part(cards, self.hands[self.turn]) and 0 < sum(cards) <= self.MOST

    def play(self, cards: Counts) -> None:
        if self.must_call() or not self.may_lay(cards):
            raise Illegal("these cards cannot be laid")
        hand = self.hands[self.turn]
        for kind, count in enumerate(cards):
            self.pile[kind] += self.laid[kind]
            hand[kind] -= count
        self.laid = list(cards)
        self.last = self.turn
        self.next_turn()

    def lies(self) -> bool:
        """Tell whether a laid card is not the card of the table."""
        return any(self.laid[rank] for rank in range(self.RANKS) if rank != self.table)

    def judge(self, caller: int, claimer: int) -> None:
        self.beaten = claimer if self.lies() else caller
        self.pull(self.beaten, self.beaten)
        self.finish_round()

    def pull(self, seat: int, target: int) -> None:
        self.pulled[seat] += 1
        if self.pulled[seat] == self.chambers[seat]:
            self.hit.append(target)

    # Rounds, turns and the end ---------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        self.turn, self.phase = seat, TURN
        self.turns += 1

    def next_turn(self) -> None:
        if self.turns >= TURN_LIMIT:
            self.end((), "limit")
            return
        seat = (self.turn + 1) % self.seats
        while not any(self.hands[seat]):
            seat = (seat + 1) % self.seats
        self.begin_turn(seat)

    def finish_round(self) -> None:
        if self.hit:
            self.alive = [seat for seat in self.alive if seat not in self.hit]
            self.hit = []
        if len(self.alive) == 1:
            self.end(tuple(self.alive), "last_alive")
        elif not self.alive:
            self.end((), "all_dead")
        elif self.turns >= TURN_LIMIT:
            self.end((), "limit")
        else:
            self.begin_round()

    def begin_round(self) -> None:
        self.laid, self.pile = [0] * self.KINDS, [0] * self.KINDS
        self.last = None
        self.starter = self.beaten
        while self.starter not in self.alive:
            self.starter = (self.starter + 1) % self.seats
        self.phase = TABLE

    def end(self, winners: tuple[int, ...], ending: str) -> None:
        self.winners, self.ending, self.phase = winners, ending, OVER

    def returns(self) -> tuple[float, ...]:
        if not self.winners:
            return (0.0,) * self.seats
        return tuple(1.0 if seat in self.winners else -1.0 for seat in range(self.seats))
