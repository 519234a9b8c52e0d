"""Checked expressions: names resolved, types known.

The checker makes terms out of syntax trees; `folding` puts the options and the number of
players in; `emitting` prints them as Python. Terms compare by what they say, not by where
they stand (spans are left out of equality).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..source import Span
from .kinds import Kind

SLOTS: dict[type, tuple[str, ...]] = {}


@dataclass(frozen=True)
class Term:
    """Any checked expression."""

    kind: Kind
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Constant(Term):
    """A value known at once."""

    value: Any


@dataclass(frozen=True)
class OptionValue(Term):
    """`option.deal`: known when the options are."""

    name: str


@dataclass(frozen=True)
class PlayerCount(Term):
    """`player_count`: known when the table is set."""


@dataclass(frozen=True)
class Variable(Term):
    """A variable or zone of the table, or a built-in such as `turn`."""

    name: str


@dataclass(frozen=True)
class PerPlayer(Term):
    """`me.hand`: a variable or zone that each player has."""

    name: str
    player: Term


@dataclass(frozen=True)
class Local(Term):
    """A name bound nearby: a parameter, a loop variable, a `let`, a choice."""

    name: str


@dataclass(frozen=True)
class Attribute(Term):
    """`c.rank`: what is printed on a card or a die."""

    piece: Term
    name: str


@dataclass(frozen=True)
class Component(Term):
    """`bid.count`: a field of a record."""

    record: Term
    name: str
    index: int


@dataclass(frozen=True)
class MakeRecord(Term):
    """`bid(count: 3, face: 5)`."""

    items: tuple[Term, ...]


@dataclass(frozen=True)
class MakeSet(Term):
    """`(a, b, c)`."""

    items: tuple[Term, ...]


@dataclass(frozen=True)
class Interval(Term):
    """`1..6`."""

    low: Term
    high: Term


@dataclass(frozen=True)
class Aggregate(Term):
    """`sum(value for variable in within where condition)`."""

    function: str
    value: Term
    variable: Local
    within: Term
    where: Term | None


@dataclass(frozen=True)
class Operation(Term):
    """An operator or built-in function applied to terms.

    `name` is an operator (`and`, `==`, `+`, `not`, `neg`, `in`…), `if` (condition, then,
    else) or the name of a built-in (`size`, `empty`, `clockwise`…).
    """

    name: str
    items: tuple[Term, ...]


@dataclass(frozen=True)
class Apply(Term):
    """A function of the ruleset applied to arguments."""

    name: str
    items: tuple[Term, ...]


def slots(term: Term) -> tuple[str, ...]:
    """Return the names of the fields in which terms may stand, remembered for each sort of term."""
    known = SLOTS.get(type(term))
    if known is None:
        known = tuple(one.name for one in fields(term) if one.name not in ("kind", "span"))
        SLOTS[type(term)] = known
    return known


def children(term: Term) -> Iterator[Term]:
    """Yield the terms directly inside a term."""
    for name in slots(term):
        value = getattr(term, name)
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Term))


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and everything inside it."""
    yield term
    for child in children(term):
        yield from walk(child)


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """Return a term with every term directly inside it changed."""
    changed: dict[str, Any] = {}
    for name in slots(term):
        value = getattr(term, name)
        if isinstance(value, Term):
            new = change(value)
            if new is not value:
                changed[name] = new
        elif isinstance(value, tuple) and value and isinstance(value[0], Term):
            several = tuple(map(change, value))
            if any(one is not old for one, old in zip(several, value, strict=True)):
                changed[name] = several
    return replace(term, **changed) if changed else term
