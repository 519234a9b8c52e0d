"""Where everything lies in a state: the pieces of each deck, the slots of each variable and zone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .. import bags
from ..diagnostics import Diagnostic, RulesetError
from ..rules.kinds import PLAYER, Bag, Kind, Piece, Set
from ..rules.model import Deck, Ruleset
from ..rules.terms import Attribute, Local, Term, walk
from .folding import Folder

# The first slots of every state.
NODE, TURN, TURNS, ROUNDS, PLAYERS, PLAYING, ENDING, WINNERS, NEXT, PHASE = range(10)
BUILTIN = {"me": TURN, "turn_count": TURNS, "round_count": ROUNDS, "players": PLAYERS, "playing": PLAYING}
FIRST_FREE = 10
FEW = 6  # slots of so many players are looked at one by one


@dataclass(frozen=True)
class Pieces:
    """The kinds of a deck that the rules can tell apart, and how many of each there are.

    `values[k]` are the attributes of kind `k`, by name.
    """

    deck: Deck
    values: tuple[dict[str, Any], ...]
    counts: tuple[int, ...]

    @property
    def full(self) -> int:
        """The whole deck as a bag."""
        return bags.pack(dict(enumerate(self.counts)))

    @property
    def guard(self) -> int:
        """The guard bits of the deck's bags."""
        return bags.guard(len(self.values))


@dataclass
class Layout:
    """Slot numbers by name; a name that each player has owns `players` slots in a row.

    Slots from `frame` on hold what is only known for a while: the locals of steps.
    """

    players: int
    pieces: dict[str, Pieces] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    each: set[str] = field(default_factory=set)
    size: int = FIRST_FREE
    frame: int = 0

    def table(self, deck: str, attribute: str) -> str:
        """Return the name of the table of an attribute of a deck's kinds."""
        return f"A{list(self.pieces).index(deck)}_{attribute}"

    def filled(self, first: int) -> str:
        """Return the Python that tests that no player has 0 in his slot; `first` is that of the first player."""
        slots = range(first, first + self.players)
        if len(slots) > FEW:
            return f"(0 not in s[{slots.start}:{slots.stop}])"
        return f"({' and '.join(f's[{slot}]' for slot in slots)})"

    def add(self, name: str, each: bool) -> None:
        """Give a variable or zone its slots."""
        self.slots[name] = self.size
        if each:
            self.each.add(name)
        self.size += self.players if each else 1


def attributes_read(terms: Iterable[Term]) -> frozenset[tuple[str, str]]:
    """Return the attributes that expressions read, each with its deck."""
    return frozenset(
        (one.piece.kind.deck, one.name)
        for term in terms
        for one in walk(term)
        if isinstance(one, Attribute) and isinstance(one.piece.kind, Piece)
    )


def lay_out(rules: Ruleset, read: frozenset[tuple[str, str]], folder: Folder) -> Layout:
    """Return the layout of a ruleset for a number of players and options.

    Attributes that no expression of the rules reads do not tell pieces apart.
    """
    layout = Layout(folder.players)
    for deck in rules.decks.values():
        layout.pieces[deck.name] = pieces_of(deck, read, folder)
    for name, variable in rules.variables.items():
        layout.add(name, variable.each)
    for name, zone in rules.zones.items():
        layout.add(name, zone.each)
    layout.frame = layout.size
    return layout


def pieces_of(deck: Deck, read: frozenset[tuple[str, str]], folder: Folder) -> Pieces:
    """Return the kinds of a deck that differ in an attribute that is read or printed."""
    labelled = {
        one
        for part in (deck.label.parts if deck.label else ())
        if isinstance(part, Term)
        for one in names(part)
    }
    kept = [name for name, _ in deck.attributes if (deck.name, name) in read or name in labelled]
    if not kept:
        kept = [name for name, _ in deck.attributes]
    counts: dict[tuple[tuple[str, Any], ...], int] = {}
    for line in deck.lines:
        number = count_of(deck, line.count, folder)
        for combination in itertools.product(*(values for _, values in line.attributes)):
            whole = dict(zip((name for name, _ in line.attributes), combination, strict=True))
            key = tuple((name, whole.get(name)) for name in kept)
            counts[key] = counts.get(key, 0) + number
    if sum(counts.values()) > bags.MOST:
        message = f"`{deck.name}` has {sum(counts.values())} pieces, more than {bags.MOST}"
        raise RulesetError([Diagnostic("RP424", message, deck.span)])
    present = {key: number for key, number in counts.items() if number or deck.die}
    return Pieces(deck, tuple(dict(key) for key in present), tuple(present.values()))


def count_of(deck: Deck, count: Term, folder: Folder) -> int:
    """Return a number of copies, which must be known before the game."""
    try:
        number = folder.value(count)
    except ValueError:
        message = f"how many `{deck.name}` there are must be known before the game"
        raise RulesetError([Diagnostic("RP424", message, count.span)]) from None
    if number < 0:
        raise RulesetError([Diagnostic("RP424", f"`{deck.name}` has {number} copies of a piece", count.span)])
    return int(number)


def names(term: Term) -> set[str]:
    """Return the local names a term reads."""
    return {one.name for one in walk(term) if isinstance(one, Local)}


def is_bits(kind: Kind) -> bool:
    """Tell whether values of a type are one integer in which zero is empty."""
    return isinstance(kind, Bag) or (isinstance(kind, Set) and kind.of in (None, PLAYER))
