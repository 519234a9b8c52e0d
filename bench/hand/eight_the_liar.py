"""8 the Liar as one would write it in Python by hand: the measure that the engine is held to.

The rules of `rulesets/eight_the_liar.yaml` with its default options and nothing else: no log, no
views, no other options. It speaks like `State`, refuses what is illegal, and draws its random
numbers in the same order, so that the same seed gives the same game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

Action = tuple[str] | tuple[str, tuple[int, ...]]

RANKS = 9
CHIPS = 3
TARGET = 8
FULL_TABLE = 8
TURN_LIMIT = 2000
CALL, PASS = ("call",), ("pass",)
DEAL, START, LAY, WINDOW, OVER = range(5)


class Illegal(ValueError):
    """An action that may not be taken."""


class Lays:
    """Every hand that may be laid: one card or more, given as a count for each rank."""

    __slots__ = ("cards",)

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards

    def __len__(self) -> int:
        ways = 1
        for count in self.cards:
            ways *= count + 1
        return ways - 1

    def __iter__(self) -> Iterator[Action]:
        for counts in product(*(range(count + 1) for count in self.cards)):
            if any(counts):
                yield ("lay", counts)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, tuple) and len(action) == 2 and action[0] == "lay" and self.held(action[1])

    def held(self, counts: tuple[int, ...]) -> bool:
        if len(counts) != RANKS:
            return False
        for count, most in zip(counts, self.cards, strict=True):
            if count < 0 or count > most:
                return False
        return any(counts)

    def sample(self, rng: random.Random) -> Action:
        draw = rng.random
        while True:
            counts = tuple([int(draw() * (count + 1)) if count else 0 for count in self.cards])
            if any(counts):
                return ("lay", counts)


class Answers(tuple[Action, ...]):
    """What may be said to a hand."""

    __slots__ = ()

    def sample(self, rng: random.Random) -> Action:
        return self[int(rng.random() * len(self))]


ANSWERS = Answers((CALL, PASS))
NOTHING = Answers()


class EightTheLiar:
    """A position: counts of each rank, chips, whose turn, who may still answer."""

    __slots__ = (
        "centre",
        "chips",
        "emptied",
        "ending",
        "hands",
        "laid",
        "phase",
        "removed",
        "seats",
        "stock",
        "target",
        "turn",
        "turns",
        "waiting",
        "winners",
    )

    def __init__(self, players: int) -> None:
        self.seats = players
        self.phase = DEAL
        self.stock = [rank for rank in range(RANKS) for _ in range(8)]
        self.hands = [[0] * RANKS for _ in range(players)]
        self.laid = [0] * RANKS
        self.centre = [0] * RANKS
        self.removed = [0] * RANKS
        self.chips = [CHIPS] * players
        self.emptied = [0] * players
        self.waiting: list[int] = []
        self.turn = self.turns = 0
        share = 18 if players <= 3 else 72 // players
        self.target = [seat for seat in reversed(range(players)) for _ in range(share)]
        self.winners: tuple[int, ...] = ()
        self.ending = ""

    def clone(self) -> EightTheLiar:
        copy = EightTheLiar.__new__(EightTheLiar)
        copy.seats, copy.phase = self.seats, self.phase
        copy.stock, copy.target = self.stock[:], self.target[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.laid, copy.centre, copy.removed = self.laid[:], self.centre[:], self.removed[:]
        copy.chips, copy.emptied, copy.waiting = self.chips[:], self.emptied[:], self.waiting[:]
        copy.turn, copy.turns = self.turn, self.turns
        copy.winners, copy.ending = self.winners, self.ending
        return copy

    # Where the game stands -------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def is_chance(self) -> bool:
        return self.phase <= START

    @property
    def players(self) -> tuple[int, ...]:
        if self.phase == LAY:
            return (self.turn,)
        return tuple(self.waiting)

    # Chance ----------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        values = Counter(self.stock if self.phase == DEAL else range(self.seats))
        return [(value, Fraction(count, values.total())) for value, count in values.items()]

    def sample_chance(self, rng: random.Random) -> int:
        if self.phase == DEAL:
            return self.stock[int(rng.random() * len(self.stock))]
        return int(rng.random() * self.seats)

    def apply_chance(self, outcome: int) -> None:
        if self.phase == DEAL and outcome in self.stock:
            self.deal(outcome)
        elif self.phase == START and 0 <= outcome < self.seats:
            self.start(outcome)
        else:
            raise Illegal(f"{outcome} cannot come up")

    def resolve_chance(self, rng: random.Random) -> None:
        while self.phase == DEAL:
            self.deal(self.sample_chance(rng))
        if self.phase == START:
            self.start(self.sample_chance(rng))

    def deal(self, rank: int) -> None:
        self.stock.remove(rank)
        self.hands[self.target.pop()][rank] += 1
        if not self.target:
            for left in self.stock:
                self.removed[left] += 1
            self.stock = []
            self.phase = START

    def start(self, seat: int) -> None:
        self.turn, self.turns, self.phase = seat, 1, LAY

    # Decisions -------------------------------------------------------------------------

    def legal(self, player: int) -> Lays | Answers:
        if self.phase == LAY:
            return Lays(self.hands[player]) if player == self.turn else NOTHING
        return ANSWERS if player in self.waiting else NOTHING

    def apply(self, action: Action, player: int) -> None:
        if self.phase == LAY and player == self.turn:
            self.lay(action)
        elif self.phase == WINDOW and player in self.waiting:
            self.answer(action, player)
        else:
            raise Illegal(f"player {player + 1} is not asked now")

    def lay(self, action: Action) -> None:
        hand = self.hands[self.turn]
        if action not in Lays(hand):
            raise Illegal("these cards cannot be laid")
        for rank, count in enumerate(action[1]):  # type: ignore[misc]
            if count:
                hand[rank] -= count
                self.laid[rank] += count
        self.waiting = [seat for seat in range(self.seats) if seat != self.turn]
        self.phase = WINDOW

    def answer(self, action: Action, player: int) -> None:
        if action == CALL:
            self.judge(player)
        elif action == PASS:
            self.waiting.remove(player)
            if not self.waiting:
                self.let_stand()
        else:
            raise Illegal("call or pass")

    def judge(self, caller: int) -> None:
        if self.chips[caller]:
            self.chips[caller] -= 1
        total = sum(rank * count for rank, count in enumerate(self.laid))
        hand = self.hands[caller if total == TARGET else self.turn]
        for rank in range(RANKS):
            hand[rank] += self.laid[rank] + self.centre[rank]
        self.laid, self.centre, self.waiting = [0] * RANKS, [0] * RANKS, []
        self.finish_turn()

    def let_stand(self) -> None:
        self.centre = [a + b for a, b in zip(self.centre, self.laid, strict=True)]
        self.laid = [0] * RANKS
        if sum(self.centre) >= FULL_TABLE:
            self.removed = [a + b for a, b in zip(self.removed, self.centre, strict=True)]
            self.centre = [0] * RANKS
        self.finish_turn()

    # Turns and the end -----------------------------------------------------------------

    def finish_turn(self) -> None:
        if not any(self.hands[self.turn]):
            self.emptied[self.turn] = self.turns
        done = [seat for seat in range(self.seats) if self.chips[seat] == 0 and not any(self.hands[seat])]
        if done:
            self.end(tuple(done), "shed_everything")
        elif not any(map(any, self.hands)):
            self.end(self.dead_end(), "dead_end")
        elif self.turns >= TURN_LIMIT:
            self.end((), "limit")
        else:
            self.next_turn()

    def next_turn(self) -> None:
        seat = (self.turn + 1) % self.seats
        while not any(self.hands[seat]):
            seat = (seat + 1) % self.seats
        self.turn, self.phase = seat, LAY
        self.turns += 1

    def dead_end(self) -> tuple[int, ...]:
        best = min(zip(self.chips, self.emptied, strict=True))
        return tuple(seat for seat in range(self.seats) if (self.chips[seat], self.emptied[seat]) == best)

    def end(self, winners: tuple[int, ...], ending: str) -> None:
        self.winners, self.ending, self.phase = winners, ending, OVER

    def returns(self) -> tuple[float, ...]:
        if not self.winners:
            return (0.0,) * self.seats
        return tuple(1.0 if seat in self.winners else -1.0 for seat in range(self.seats))
