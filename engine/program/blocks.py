"""What lowering produces: blocks of Python, and the nodes at which a game waits."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..rules.kinds import PLAYER, Bag, Optional, Piece
from ..rules.model import Action, Clause, Template
from ..source import Span

DECISION, OPEN, CHANCE, OVER = "decision", "open", "chance", "over"


@dataclass(frozen=True)
class Offer:
    """An action at a node: the action, and the names of its generated functions.

    `clauses(s)` gives 0 or the number of the first clause that fails, `domain(s)` the parts
    of the choice, `accepts(s, a)` 0 or the number of the first `accepts` clause that fails;
    `label(s, a)`, if there is one, the values in the label's sentence; `member(s, a)`, if there
    is one, tells whether an action is in the domain without writing that out.
    """

    action: Action
    clauses: str
    domain: str
    accepts: str
    block: int
    label: str = ""
    sentence: int = 0
    member: str = ""


@dataclass
class Node:
    """A place at which the game waits.

    A decision has the slot of the player in `player`; a set of open decisions the slot of
    the players who may still answer in `waiting`, and where to note who does in `player`.
    Chance has either the deck and `outcomes(s)`, a bag, or `outcomes(s)`, values that are
    equally likely; the block `together`, if there is one, draws all that is left to draw by
    the random numbers that `a()` gives. `ready(s)`, if there is one, gives the actions that may
    be taken at a decision, remembered.
    """

    kind: str
    span: Span
    block: int = 0
    player: int = 0
    waiting: int | None = None
    offers: dict[str, Offer] = field(default_factory=dict)
    deck: str = ""
    outcomes: str = ""
    purpose: str = ""
    together: int = 0
    ready: str = ""


@dataclass
class Block:
    """Straight-line Python: the lines of a function of (s, a, ev) that gives the next block."""

    number: int
    lines: list[str] = field(default_factory=list)
    indent: int = 1
    closed: bool = False

    def add(self, line: str) -> None:
        """Append a line at the current indentation."""
        self.lines.append("    " * self.indent + line)


@dataclass(frozen=True)
class Sentence:
    """A line of the log: its template and, for each value in it, whether it is a bag of a deck.

    `kinds` names how each value is shown; `counts` says which hidden bags may be counted.
    """

    template: Template
    decks: tuple[str, ...]
    counts: tuple[bool, ...]


@dataclass(frozen=True)
class Reason:
    """Why a condition refuses: the clause, and how to make its sentence (a function and a number)."""

    clause: Clause
    function: str = ""
    sentence: int = 0


def kind_mark(kind: object) -> str:
    """Return how a value is shown: a bag or piece of a deck, a player, or as it is."""
    if isinstance(kind, Bag):
        return f"bag {kind.deck}"
    if isinstance(kind, Piece):
        return f"piece {kind.deck}"
    if kind == PLAYER:
        return "player"
    if isinstance(kind, Optional):
        return kind_mark(kind.of)
    return "players" if getattr(kind, "of", None) == PLAYER else ""
