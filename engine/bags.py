"""Bags of interchangeable pieces, packed into one integer each.

A bag counts how many pieces of each kind it holds: `LANE` bits a kind, kind 0 lowest, the
top bit of each lane free as a guard. Adding bags is `+`, taking out is `-`; the number of
pieces is the bag modulo `2 ** LANE - 1`, since every lane weighs 1 there. A deck may have at
most `MOST` pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

LANE = 8
MASK = (1 << LANE) - 1
MOST = (1 << (LANE - 1)) - 2


def guard(kinds: int) -> int:
    """Return the bag with only the guard bit of every lane set."""
    return sum(1 << (LANE * kind + LANE - 1) for kind in range(kinds))


def pack(counts: dict[int, int]) -> int:
    """Return the bag with these many pieces of each kind."""
    return sum(count << (LANE * kind) for kind, count in counts.items())


def size(bag: int) -> int:
    """Return how many pieces there are."""
    return bag % MASK


def items(bag: int) -> Iterator[tuple[int, int]]:
    """Yield each kind in the bag and how many of it there are."""
    for kind, count in enumerate(lanes(bag)):
        if count:
            yield kind, count


def lanes(bag: int) -> bytes:
    """Return how many pieces there are of each kind, up to the last kind that there is."""
    return bag.to_bytes((bag.bit_length() + LANE - 1) // LANE, "little")


def packed(counts: Iterable[int]) -> int:
    """Return the bag with so many pieces of each kind in turn; a lane is a byte."""
    return int.from_bytes(counts, "little")


def pieces(bag: int) -> tuple[int, ...]:
    """Return the kinds of all pieces, in order, each as often as it is there."""
    found: list[int] = []
    for kind, count in enumerate(lanes(bag)):
        found += [kind] * count
    return tuple(found)


def units(bag: int) -> list[int]:
    """Return all pieces in order, each as a bag of its own."""
    found: list[int] = []
    for kind, count in enumerate(lanes(bag)):
        found += [1 << kind * LANE] * count
    return found


@lru_cache(4000)
def odds(bag: int) -> tuple[tuple[int, Fraction], ...]:
    """Return each kind in the bag and how likely it is that a piece is of this kind."""
    total = size(bag)
    return tuple((kind, Fraction(count, total)) for kind, count in items(bag))


def contains(bag: int, part: int, guards: int) -> bool:
    """Tell whether all of `part` is in `bag`; `guards` is the guard of the deck."""
    return ((bag | guards) - part) & guards == guards
