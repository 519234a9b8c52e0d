"""Each ruleset beside its hand-written class, and what moves are called on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.contenders import Game, Start
from bench.hand.deck_modes import Chaos, Devil
from bench.hand.eight_the_liar import EightTheLiar
from bench.hand.liars_deck import LiarsDeck
from bench.hand.liars_dice import LiarsDice
from bench.hand.liberty_death_or_taxes import LibertyDeathOrTaxes
from rulesplay.engine import bags
from rulesplay.engine.loading import load
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import compile_rules

RULESETS = Path(__file__).parent.parent / "rulesets"


@dataclass(frozen=True)
class Pair:
    """A game on both sides.

    Our pieces are numbered from 0 within their deck, `shift` less by hand; `symbols` are the
    named values that chance brings, in order; the actions `parts` choose pieces of a bag and
    `pieces` a single one.
    """

    ruleset: str
    hand: Callable[[int], Game]
    players: tuple[int, ...]
    kinds: int
    shift: int = 0
    symbols: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def starts(self, players: int) -> dict[str, Start]:
        """Return what starts a game, by the name of its side."""
        program = compile_rules(load(RULESETS / f"{self.ruleset}.yaml"), players)
        return {"engine": lambda: State.new(program), "hand": lambda: self.hand(players)}

    def action(self, action: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return an action of the engine as it is written by hand."""
        if action[0] in self.parts:
            counts = bags.lanes(action[1]).ljust(self.kinds + self.shift, b"\0")[self.shift :]
            return (action[0], tuple(counts))
        return (action[0], action[1] - self.shift) if action[0] in self.pieces else action

    def outcome(self, outcome: Any) -> int:
        """Return what chance brought in the engine as it is written by hand."""
        return self.symbols.index(outcome) if isinstance(outcome, str) else int(outcome) - self.shift


EIGHT = Pair("eight_the_liar", EightTheLiar, (2, 4, 8), 9, parts=("lay",))
OTHERS = {
    "Liar's Dice": Pair("liars_dice", LiarsDice, (2, 4, 6), 6, parts=("show",)),
    "Liar's Deck": Pair(
        "liars_deck", LiarsDeck, (2, 4), 4, symbols=("ace", "king", "queen"), parts=("play",)
    ),
    "Liar's Deck, Devil": Pair(
        "liars_deck_devil", Devil, (2, 4), 5, symbols=("ace", "king", "queen"), parts=("play",)
    ),
    "Liar's Deck, Chaos": Pair(
        "liars_deck_chaos", Chaos, (2, 4), 4, symbols=("king", "queen"), parts=("play",)
    ),
    "Liberty, DEATH, or TAXES": Pair(
        "liberty_death_or_taxes", LibertyDeathOrTaxes, (2, 4, 6), 3, shift=1, pieces=("pay_penalty",)
    ),
}
