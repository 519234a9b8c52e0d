"""What generated code calls: faults, tables of players, draws."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from .. import bags
from ..bags import LANE, MASK
from .choices import Bags, Listed

MEMO_LIMIT = 50_000
LARGEST, MOST_VALUES = 10**18, 100_000
MANY = 40 * LANE  # pieces to draw, times the length of the bag
ROLLS_AT_ONCE = 256  # results of several dice that one random number decides between


class Fault(Exception):
    """Generated code met what the rules do not allow for; the number says which place."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def fail(number: int) -> Any:
    """Raise a fault."""
    raise Fault(number)


def sure(value: Any, number: int) -> Any:
    """Return a value that the rules say is not none."""
    return fail(number) if value is None else value


def nonzero(value: int, number: int) -> int:
    """Return a divisor."""
    return value or fail(number)


def product(left: int, right: int, number: int) -> int:
    """Return two numbers multiplied, as long as anybody could still read the result."""
    result = left * right
    return result if -LARGEST < result < LARGEST else fail(number)


def bounded(values: range, number: int) -> range:
    """Return the numbers that a loop goes through, if they are not too many."""
    return values if len(values) <= MOST_VALUES else fail(number)


def seat(value: int, players: int, number: int) -> int:
    """Return the player on a seat counted from 1."""
    return value - 1 if 0 < value <= players else fail(number)


class Memo(dict[Any, Any]):
    """Answers of a function of one or several arguments, remembered."""

    def __init__(self, function: Callable[..., Any], arguments: int) -> None:
        super().__init__()
        self.function, self.single = function, arguments == 1

    def __missing__(self, key: Any) -> Any:
        if len(self) > MEMO_LIMIT:
            self.clear()
        value = self[key] = self.function(key) if self.single else self.function(*key)
        return value


def filtered(bag: int, test: Callable[[int], bool]) -> int:
    """Return the pieces of a bag whose kind passes."""
    return sum(count << (kind * bags.LANE) for kind, count in bags.items(bag) if test(kind))


def kinds(bag: int) -> tuple[int, ...]:
    """Return the kinds in a bag, each once."""
    return tuple(kind for kind, _ in bags.items(bag))


def mask_of(players: Iterable[int]) -> int:
    """Return players in order as a set."""
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask


Seats = tuple[int, ...]
Orders = tuple[tuple[Seats, ...], ...]


def player_tables(players: int, source: str) -> dict[str, Any]:
    """Return the tables over sets of players that generated code looks things up in, as far as it names them.

    `CW[p][mask]` are those of a set to the left of a player, in order; `CCW` goes the other way
    round; `AR` and `CAR` begin with the player, `CWS` and `CCWS` end with him. A `1` behind the name
    stands for the first one of these, None where there is none. `MEMBERS` are always there.
    """
    return {name: table(name, players) for name in TABLES if name in source or name == "MEMBERS"}


@lru_cache
def table(name: str, players: int) -> Any:
    """Return one of these tables."""
    return TABLES[name](players)


def members(players: int) -> tuple[Seats, ...]:
    """Return who is in a set, by its mask."""
    return tuple(tuple(p for p in range(players) if mask >> p & 1) for mask in range(1 << players))


def after(p: int, players: int) -> Seats:
    """Return everybody else, to the left of a player."""
    return (*range(p + 1, players), *range(p))


def orders(of: Callable[[int, int], Seats]) -> Callable[[int], Orders]:
    """Return what makes the table of an order around the table."""

    def made(players: int) -> Orders:
        masks = range(1 << players)
        around = [of(p, players) for p in range(players)]
        return tuple(tuple(tuple(q for q in row if mask >> q & 1) for mask in masks) for row in around)

    return made


def first_of(name: str) -> Callable[[int], Any]:
    """Return what makes the table of the first player in an order."""
    return lambda players: tuple(
        tuple(next(iter(seats), None) for seats in row) for row in table(name, players)
    )


def ordering(players: int) -> Callable[[int | None, int], int]:
    """Return what gives the first of a set to the left of a player, himself if there is nobody."""
    clockwise, within = table("CW", players), table("MEMBERS", players)

    def order(anchor: int | None, mask: int) -> int:
        if anchor is None:
            first: int = within[mask][0]
            return first
        left = clockwise[anchor][mask]
        return left[0] if left else anchor

    return order


def clockwork(players: int) -> Callable[[int | None], Seats]:
    """Return what gives everybody to the left of a player, himself last."""
    everyone = tuple(range(players))
    return lambda anchor: everyone if anchor is None else (*after(anchor, players), anchor)


ORDERS: dict[str, Callable[[int, int], Seats]] = {
    "CW": after,
    "CCW": lambda p, players: after(p, players)[::-1],
    "AR": lambda p, players: (p, *after(p, players)),
    "CAR": lambda p, players: (p, *after(p, players)[::-1]),
    "CWS": lambda p, players: (*after(p, players), p),
    "CCWS": lambda p, players: (*after(p, players)[::-1], p),
}
TABLES: dict[str, Callable[[int], Any]] = {
    **{name: orders(of) for name, of in ORDERS.items()},
    **{f"{name}1": first_of(name) for name in ORDERS},
    "MEMBERS": members,
    "ORDER": ordering,
    "CLOCK": clockwork,
    "EV": lambda players: (1 << (players + 1)) - 1,
}


def drawn_one(bag: int, random_: Callable[[], float]) -> int:
    """Return a piece of a bag, drawn, as a bag."""
    index, one = int(random_() * (bag % MASK)), 1
    while (count := bag & MASK) <= index:
        index -= count
        bag >>= LANE
        one <<= LANE
    return one


def drawn(bag: int, number: int, random_: Callable[[], float]) -> int:
    """Return pieces of a bag, drawn one after the other."""
    total, part = bag % MASK, 0
    sizes = range(total, total - number, -1)
    if number * bag.bit_length() > MANY:  # it pays to lay all pieces out
        left = bags.units(bag)
        for size in sizes:
            part += left.pop(int(random_() * size))
        return part
    for size in sizes:
        index, rest, one = int(random_() * size), bag, 1
        while (count := rest & MASK) <= index:
            index -= count
            rest >>= LANE
            one <<= LANE
        bag -= one
        part += one
    return part


def most_at_once(sides: int) -> int:
    """Return how many dice are rolled with one random number."""
    number = 1
    while sides > 1 and sides ** (number + 1) <= ROLLS_AT_ONCE:
        number += 1
    return number


@lru_cache
def rolls(sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the bags that so many dice can make, each as often as it is likely, for every number at once."""
    tables: list[tuple[int, ...]] = [(0,)]
    same: dict[int, int] = {}
    for _ in range(most_at_once(len(sides))):
        sums = [one + part for one in sides for part in tables[-1]]
        tables.append(tuple(same.setdefault(part, part) for part in sums))
    return tuple(tables)


TOOLS: dict[str, Any] = {
    "fail": fail,
    "sure": sure,
    "nonzero": nonzero,
    "product": product,
    "BOUNDED": bounded,
    "seat": seat,
    "Memo": Memo,
    "Listed": Listed,
    "BAGS": Bags,
    "ROLLS": rolls,
    "DRAW": drawn,
    "DRAW_ONE": drawn_one,
    "FILTER": filtered,
    "KINDS": kinds,
    "PIECES": bags.pieces,
    "LANES": bags.lanes,
    "MASK": mask_of,
    "MOST": bags.MOST,
    "MUL": operator.mul,
}
