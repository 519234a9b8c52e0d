"""The value types of the language and their laws.

A value of each type in a state (plain data, so that a state goes to JSON and back):

========== =====================================================================
integer    `int`
boolean    `bool`
symbol     `str`
player     `int`, the seat, from 0
card, die  `int`, the index of its kind in its deck
bag        `int`, how many of each kind, packed (see `bags`)
record     `tuple` of its fields
set        `int` with a bit for each player in it; of other values a sorted `tuple`
optional   the value or `None`
========== =====================================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class Kind:
    """Any type."""


@dataclass(frozen=True)
class Integer(Kind):
    """A whole number."""

    def __str__(self) -> str:
        return "integer"


@dataclass(frozen=True)
class Boolean(Kind):
    """True or false."""

    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True)
class Symbol(Kind):
    """One of some named values; `name` is the declared type, if it has one."""

    values: tuple[str, ...]
    name: str = ""

    def __str__(self) -> str:
        if self.name:
            return self.name
        if len(self.values) == 1:
            return f"the symbol {self.values[0]}"
        return f"one of {', '.join(self.values)}"


@dataclass(frozen=True)
class Player(Kind):
    """A seat at the table."""

    def __str__(self) -> str:
        return "player"


@dataclass(frozen=True)
class Piece(Kind):
    """A card or a die of a deck."""

    deck: str
    die: bool = False

    def __str__(self) -> str:
        return f"{'die' if self.die else 'card'} of {self.deck}"


@dataclass(frozen=True)
class Bag(Kind):
    """Some cards or dice of a deck, in no order."""

    deck: str
    die: bool = False

    def __str__(self) -> str:
        return f"{'dice' if self.die else 'cards'} of {self.deck}"


@dataclass(frozen=True)
class Record(Kind):
    """A value with named fields."""

    name: str
    fields: tuple[tuple[str, Kind], ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Set(Kind):
    """Values without order or repetition; `of` is None for `()`."""

    of: Kind | None

    def __str__(self) -> str:
        return f"set of {plural(self.of)}" if self.of else "empty set"


@dataclass(frozen=True)
class Series(Kind):
    """Players in an order, only to be gone through: `clockwise(p)`, `around(p)`."""

    of: Kind

    def __str__(self) -> str:
        return f"{plural(self.of)} in order"


@dataclass(frozen=True)
class Optional(Kind):
    """A value that may be missing."""

    of: Kind

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True)
class Nothing(Kind):
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class Unknown(Kind):
    """Stands in where a fault was already reported; agrees with everything."""

    def __str__(self) -> str:
        return "unknown"


INTEGER, BOOLEAN, PLAYER, NOTHING, UNKNOWN = Integer(), Boolean(), Player(), Nothing(), Unknown()
PLAYERS = Set(PLAYER)
TEXT = Symbol((), "text")  # words of a sentence, which no rule can ask about


def plural(kind: Kind) -> str:
    """Return the type in the plural, for messages."""
    return {"integer": "integers", "player": "players", "boolean": "booleans"}.get(str(kind), str(kind))


def piece_of(bag: Bag) -> Piece:
    """Return the type of one element of a bag."""
    return Piece(bag.deck, bag.die)


def element_of(kind: Kind) -> Kind | None:
    """Return the type of the elements that going through a value yields, or None."""
    if isinstance(kind, Bag):
        return piece_of(kind)
    if isinstance(kind, Set):
        return kind.of or UNKNOWN
    if isinstance(kind, Series):
        return kind.of
    return UNKNOWN if isinstance(kind, Unknown) else None


def accepts(wanted: Kind, given: Kind) -> bool:
    """Tell whether a value of type `given` may stand where `wanted` is expected."""
    if isinstance(wanted, Unknown) or isinstance(given, Unknown) or wanted == given:
        return True
    if isinstance(wanted, Optional):
        return isinstance(given, Nothing) or accepts(
            wanted.of, given.of if isinstance(given, Optional) else given
        )
    if isinstance(wanted, Symbol) and isinstance(given, Symbol):
        return set(given.values) <= set(wanted.values)
    if isinstance(wanted, Set) and isinstance(given, Set):
        return given.of is None or wanted.of is None or accepts(wanted.of, given.of)
    if isinstance(wanted, Record) and isinstance(given, Record):
        return wanted.name == given.name
    return False


def comparable(left: Kind, right: Kind) -> bool:
    """Tell whether `==` between the two could ever hold."""
    if isinstance(left, Optional) or isinstance(right, Optional):
        left_in = left.of if isinstance(left, Optional) else left
        right_in = right.of if isinstance(right, Optional) else right
        return isinstance(left, Nothing) or isinstance(right, Nothing) or comparable(left_in, right_in)
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return bool(set(left.values) & set(right.values))
    return accepts(left, right) or accepts(right, left)


def join(kinds: Iterable[Kind]) -> Kind | None:
    """Return the narrowest type that takes all of the given ones, or None."""
    result: Kind | None = None
    for kind in kinds:
        result = kind if result is None else _join(result, kind)
        if result is None:
            return None
    return result


def _join(left: Kind, right: Kind) -> Kind | None:
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        other = right if isinstance(left, Nothing) else left
        return other if isinstance(other, (Optional, Nothing)) else Optional(other)
    if isinstance(left, Optional) or isinstance(right, Optional):
        inner = _join(
            left.of if isinstance(left, Optional) else left,
            right.of if isinstance(right, Optional) else right,
        )
        return Optional(inner) if inner else None
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        values = left.values + tuple(v for v in right.values if v not in left.values)
        return left if values == left.values else Symbol(values)
    if accepts(left, right):
        return left
    return right if accepts(right, left) else None
