"""The two other games of Liar's Deck by hand: Devil and Chaos, as changes to the first."""

from __future__ import annotations

from functools import lru_cache

from bench.hand.choices import Action, Actions, Counts, Illegal
from bench.hand.liars_deck import CALL, LOAD, SHOOT, TABLE, VOLLEY, LiarsDeck, plays

DEVIL = 4
CHAOS, MASTER = 2, 3


@lru_cache(20_000)
def devil_options(hand: Counts, most: int, call: bool) -> Actions:
    """Return every play in which the devil is alone, and the call."""
    alone = [play for play in plays(hand, most) if not play[1][DEVIL] or sum(play[1]) == 1]
    return Actions([*alone, CALL] if call else alone)


class Devil(LiarsDeck):
    """One card of the rank on the table is the devil, who drags all but its player along."""

    __slots__ = ()

    KINDS = 5

    def deck(self) -> Counts:
        return (*(count - (kind == self.table) for kind, count in enumerate(self.CARDS)), 1)

    def options(self, hand: Counts) -> Actions:
        return devil_options(hand, self.MOST, self.last is not None)

    def may_lay(self, cards: Counts) -> bool:
        return super().may_lay(cards) and (not cards[DEVIL] or sum(cards) == 1)

    def judge(self, caller: int, claimer: int) -> None:
        if not self.laid[DEVIL]:
            super().judge(caller, claimer)
            return
        self.beaten = caller
        for seat in self.alive:
            if seat != claimer:
                self.pull(seat, seat)
        self.finish_round()


class Chaos(LiarsDeck):
    """Three cards, one a turn; who wins a declaration shoots, or everybody does."""

    __slots__ = ("aims", "fired", "waiting")

    RANKS = 2
    CARDS = (5, 5, 1, 1)
    HAND_SIZE = 3
    MOST = 1

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.aims: list[int] = []
        self.fired: list[int] = []
        self.waiting: list[int] = []

    def clone(self) -> Chaos:
        copy = super().clone()
        assert isinstance(copy, Chaos)
        copy.aims, copy.fired, copy.waiting = self.aims[:], self.fired[:], self.waiting[:]
        return copy

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.waiting) if SHOOT <= self.phase <= VOLLEY else super().players

    def legal(self, player: int) -> Actions:
        if player not in self.waiting:
            return super().legal(player)
        word = "shoot" if self.phase == SHOOT else "aim"
        return Actions([(word, seat) for seat in self.alive if seat != player])

    def apply(self, action: Action, player: int) -> None:
        if player not in self.waiting:
            super().apply(action, player)
            return
        word = "shoot" if self.phase == SHOOT else "aim"
        if len(action) != 2 or action[0] != word or action[1] == player or action[1] not in self.alive:
            raise Illegal("nobody to shoot at")
        self.aims[player] = action[1]
        self.waiting.remove(player)
        if not self.waiting:
            self.fire()

    def judge(self, caller: int, claimer: int) -> None:
        everybody, lies = self.laid[CHAOS], self.lies()
        self.beaten = claimer if lies else caller
        self.phase = VOLLEY if everybody else SHOOT
        self.waiting = self.alive[:] if everybody else [caller if lies else claimer]
        self.aims = [-1] * self.seats

    def fire(self) -> None:
        """Let all shots go at once."""
        for seat, target in enumerate(self.aims):
            if target >= 0:
                self.pull(seat, target)
        self.finish_round()

    def pull(self, seat: int, target: int) -> None:
        super().pull(seat, target)
        if self.pulled[seat] == self.chambers[seat]:
            self.fired.append(seat)

    def begin_round(self) -> None:
        super().begin_round()
        self.loading = [seat for seat in reversed(self.fired) if seat in self.alive]
        self.fired = []
        if self.loading:
            self.phase = LOAD

    def all_loaded(self) -> None:
        if self.turns:
            self.phase = TABLE
        else:
            super().all_loaded()
