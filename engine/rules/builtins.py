"""The built-in functions: what they take and give.

The table is read by the checker, the documentation and error messages; `emitting` and the
reference walker in the tests say what each one does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .kinds import (
    BOOLEAN,
    INTEGER,
    PLAYER,
    UNKNOWN,
    Bag,
    Kind,
    Optional,
    Series,
    Set,
    Unknown,
)


@dataclass(frozen=True)
class Builtin:
    """A built-in function: a test for each argument, the type it gives, a line of help."""

    name: str
    signature: str
    takes: tuple[Callable[[Kind], bool], ...]
    gives: Callable[[tuple[Kind, ...]], Kind]
    help: str

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.takes)


def _collection(kind: Kind) -> bool:
    return isinstance(kind, (Bag, Set, Unknown))


def _player(kind: Kind) -> bool:
    return kind in (PLAYER, UNKNOWN)


def _integer(kind: Kind) -> bool:
    return kind in (INTEGER, UNKNOWN)


def _anything(kind: Kind) -> bool:
    return True


def _inner(kinds: tuple[Kind, ...]) -> Kind:
    return kinds[0].of if isinstance(kinds[0], Optional) else kinds[0]


BUILTINS: dict[str, Builtin] = {
    one.name: one
    for one in (
        Builtin("size", "size(cards or set)", (_collection,), lambda _: INTEGER, "how many there are"),
        Builtin("empty", "empty(cards or set)", (_collection,), lambda _: BOOLEAN, "whether there are none"),
        Builtin(
            "clockwise",
            "clockwise(player)",
            (_player,),
            lambda _: Series(PLAYER),
            "the other players still in, in turn order from the left of this one",
        ),
        Builtin(
            "around",
            "around(player)",
            (_player,),
            lambda _: Series(PLAYER),
            "the same, with the player first if still in",
        ),
        Builtin("seat", "seat(number)", (_integer,), lambda _: PLAYER, "the player on a seat, from 1"),
        Builtin("abs", "abs(number)", (_integer,), lambda _: INTEGER, "the number without its sign"),
        Builtin("least", "least(a, b)", (_integer, _integer), lambda _: INTEGER, "the smaller of two"),
        Builtin("most", "most(a, b)", (_integer, _integer), lambda _: INTEGER, "the larger of two"),
        Builtin(
            "sure", "sure(value or none)", (_anything,), _inner, "the value; an error in play if it is none"
        ),
    )
}

AGGREGATES: dict[str, str] = {
    "sum": "the total of an integer",
    "count": "how many elements pass",
    "min": "the smallest integer",
    "max": "the largest integer",
    "any": "whether a condition holds for at least one",
    "all": "whether a condition holds for every one",
    "first": "the first value in order, or none",
    "set": "the elements that pass",
}
