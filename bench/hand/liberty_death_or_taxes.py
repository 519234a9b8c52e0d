"""Liberty, DEATH, or TAXES as one would write it in Python by hand: the measure for the engine.

The rules of `rulesets/liberty_death_or_taxes.yaml` with its default options and nothing else:
no log, no views. With these options DEATH is never the last thing left to play in a turn,
since whoever has cards may declare.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache

from bench.hand.choices import Action, Actions, Illegal

DEATH, LIBERTY, TAXES = KINDS = range(3)
TAXES_TOTAL = 47
DEALT = 5
LIMIT = 6
MUST_PAY = 4
STALL_ROUNDS = 10
TURN_LIMIT = 2000
PAY, WORK, DECLARE = ("pay_taxes",), ("go_to_work",), ("declare_liberty",)
CALL, PASS = ("call",), ("pass",)
DEAL, DRAW, STEAL, TURN, WINDOW, PENALTY, OVER = range(7)

ANSWERS = Actions([CALL, PASS])


@lru_cache
def turn_actions(taxes: int, work: bool) -> Actions:
    """Return what may be done in a turn."""
    if taxes >= MUST_PAY:
        return Actions([PAY])
    return Actions([PAY] * (taxes > 0) + [WORK] * work + [DECLARE])


@lru_cache
def penalties(hand: tuple[bool, ...]) -> Actions:
    """Return the cards that may be given up, by which kinds are held."""
    return Actions([("pay_penalty", kind) for kind in KINDS if hand[kind]])


class LibertyDeathOrTaxes:
    """A position: counts of each kind of card in hands and piles, whose turn, who may call."""

    __slots__ = (
        "caller",
        "discard",
        "ending",
        "hands",
        "phase",
        "pile",
        "quiet",
        "seats",
        "target",
        "thief",
        "turn",
        "turns",
        "victim",
        "waiting",
        "winners",
    )

    def __init__(self, players: int) -> None:
        self.seats = players
        self.phase = DEAL
        self.pile = [0, 2 * players + 1, TAXES_TOTAL]
        self.hands = [[1, 0, 0] for _ in range(players)]
        self.discard = [0, 0, 0]
        self.target = [seat for seat in reversed(range(players)) for _ in range(DEALT)]
        self.waiting: list[int] = []
        self.caller = self.thief = self.victim = self.quiet = self.turn = self.turns = 0
        self.winners: tuple[int, ...] = ()
        self.ending = ""

    def clone(self) -> LibertyDeathOrTaxes:
        copy = LibertyDeathOrTaxes.__new__(LibertyDeathOrTaxes)
        copy.seats, copy.phase = self.seats, self.phase
        copy.pile, copy.discard, copy.target = self.pile[:], self.discard[:], self.target[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.waiting, copy.caller = self.waiting[:], self.caller
        copy.thief, copy.victim, copy.quiet = self.thief, self.victim, self.quiet
        copy.turn, copy.turns = self.turn, self.turns
        copy.winners, copy.ending = self.winners, self.ending
        return copy

    # Where the game stands -------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def is_chance(self) -> bool:
        return self.phase <= STEAL

    @property
    def players(self) -> tuple[int, ...]:
        if self.phase == WINDOW:
            return tuple(self.waiting)
        return (self.turn,) if self.phase in (TURN, PENALTY) else ()

    # Chance ----------------------------------------------------------------------------

    def source(self) -> list[int]:
        """Return what a card is drawn from."""
        return self.hands[self.victim] if self.phase == STEAL else self.pile

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        cards = self.source()
        return [(kind, Fraction(count, sum(cards))) for kind, count in enumerate(cards) if count]

    def sample_chance(self, rng: random.Random) -> int:
        death, liberty, taxes = self.source()
        index = int(rng.random() * (death + liberty + taxes))
        if index < death:
            return DEATH
        return LIBERTY if index < death + liberty else TAXES

    def apply_chance(self, outcome: int) -> None:
        if self.phase > STEAL or outcome not in KINDS or not self.source()[outcome]:
            raise Illegal(f"{outcome} cannot come up")
        self.draw(outcome)

    def resolve_chance(self, rng: random.Random) -> None:
        while self.phase <= STEAL:
            self.draw(self.sample_chance(rng))

    def draw(self, kind: int) -> None:
        self.source()[kind] -= 1
        if self.phase != DEAL:
            self.take(self.turn if self.phase == DRAW else self.thief, kind)
            self.finish_turn()
            return
        self.hands[self.target.pop()][kind] += 1
        if not self.target:
            self.begin_turn(0)

    def take(self, seat: int, kind: int) -> None:
        """Put a card into a hand, or onto the discard pile if the hand is full."""
        hand = self.hands[seat]
        full = sum(hand) >= LIMIT
        (self.discard if full else hand)[kind] += 1

    # Decisions -------------------------------------------------------------------------

    def legal(self, player: int) -> Actions:
        if self.phase == WINDOW:
            return ANSWERS if player in self.waiting else Actions()
        if player != self.turn:
            return Actions()
        hand = self.hands[player]
        if self.phase == TURN:
            return turn_actions(min(hand[TAXES], MUST_PAY), any(self.pile))
        return penalties(tuple(map(bool, hand))) if self.phase == PENALTY else Actions()

    def apply(self, action: Action, player: int) -> None:
        if self.phase == WINDOW and player in self.waiting:
            self.answer(action, player)
        elif self.phase == TURN and player == self.turn:
            self.take_turn(action)
        elif self.phase == PENALTY and player == self.turn:
            self.give_up(action)
        else:
            raise Illegal(f"player {player + 1} is not asked now")

    def take_turn(self, action: Action) -> None:
        hand = self.hands[self.turn]
        if action == PAY and hand[TAXES]:
            self.quiet = 0
            hand[TAXES] -= 1
            self.discard[TAXES] += 1
            self.finish_turn()
        elif hand[TAXES] >= MUST_PAY:
            raise Illegal("you must pay taxes")
        elif action == WORK and any(self.pile):
            self.phase = DRAW
        elif action == DECLARE:
            self.waiting = [seat for seat, cards in enumerate(self.hands) if seat != self.turn and any(cards)]
            self.phase = WINDOW
        else:
            raise Illegal("this is no action for now")

    def answer(self, action: Action, player: int) -> None:
        if action == CALL:
            self.judge(player)
        elif action == PASS:
            self.waiting.remove(player)
            if not self.waiting:
                self.quiet += not any(self.pile)
                self.finish_turn()
        else:
            raise Illegal("call or pass")

    def judge(self, caller: int) -> None:
        self.waiting, self.caller, self.quiet = [], caller, 0
        hand = self.hands[self.turn]
        if not hand[LIBERTY]:
            self.phase = PENALTY
            return
        hand[LIBERTY] -= 1
        self.discard[LIBERTY] += 1
        self.steal(self.turn, caller)

    def give_up(self, action: Action) -> None:
        hand = self.hands[self.turn]
        if len(action) != 2 or action[0] != "pay_penalty" or action[1] not in KINDS or not hand[action[1]]:
            raise Illegal("give up a card")
        hand[action[1]] -= 1
        self.discard[action[1]] += 1
        if action[1] == DEATH:
            for kind in KINDS:
                self.discard[kind] += hand[kind]
                hand[kind] = 0
        self.steal(self.caller, self.turn)

    def steal(self, thief: int, victim: int) -> None:
        if any(self.hands[victim]):
            self.thief, self.victim, self.phase = thief, victim, STEAL
        else:
            self.finish_turn()

    # Turns and the end -----------------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        self.turn, self.phase = seat, TURN
        self.turns += 1

    def finish_turn(self) -> None:
        left = [seat for seat in range(self.seats) if any(self.hands[seat])]
        if len(left) <= 1:
            self.end(tuple(left), "last_with_cards")
        elif self.quiet >= STALL_ROUNDS * len(left):
            self.end((), "stalled")
        elif self.turns >= TURN_LIMIT:
            self.end((), "limit")
        else:
            seat = (self.turn + 1) % self.seats
            while seat not in left:
                seat = (seat + 1) % self.seats
            self.begin_turn(seat)

    def end(self, winners: tuple[int, ...], ending: str) -> None:
        self.winners, self.ending, self.phase = winners, ending, OVER

    def returns(self) -> tuple[float, ...]:
        if self.winners:
            return tuple(1.0 if seat in self.winners else -1.0 for seat in range(self.seats))
        if not self.is_over:
            return (0.0,) * self.seats
        return tuple(0.0 if any(hand) else -1.0 for hand in self.hands)
