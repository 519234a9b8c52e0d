"""The expression language as a tree: one frozen class a construct, each with its place.

The checker (`typing_`) returns the same classes with `type` filled in; no other stage
changes a tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from .source import Span


@dataclass(frozen=True)
class Expression:
    """Any expression; `span` is where it stands in the ruleset."""

    span: Span


@dataclass(frozen=True)
class Number(Expression):
    """`8`."""

    value: int


@dataclass(frozen=True)
class Boolean(Expression):
    """`true`, `false`."""

    value: bool


@dataclass(frozen=True)
class Nothing(Expression):
    """`none`."""


@dataclass(frozen=True)
class Symbol(Expression):
    """`'king'`: a symbol in quotes, needed only where a name would mean something else."""

    name: str


@dataclass(frozen=True)
class Name(Expression):
    """`me`: a variable, zone, parameter, symbol…; what it is, the checker finds."""

    name: str


@dataclass(frozen=True)
class Field(Expression):
    """`card.rank`, `me.hand`, `option.deal`."""

    of: Expression
    name: str
    name_span: Span


@dataclass(frozen=True)
class Call(Expression):
    """`size(hand)`; `function` is the called name."""

    function: str
    arguments: tuple[Expression, ...]
    name_span: Span


@dataclass(frozen=True)
class Record(Expression):
    """`bid(count: 3, face: 5)`: a record of a declared type."""

    function: str
    fields: tuple[tuple[str, Expression], ...]
    name_span: Span


@dataclass(frozen=True)
class Each(Expression):
    """`sum(c.rank for c in laid where c.rank > 2)`; without `where` the condition is none."""

    function: str
    value: Expression
    variable: str
    within: Expression
    where: Expression | None
    name_span: Span
    variable_span: Span


@dataclass(frozen=True)
class Not(Expression):
    """`not a`."""

    operand: Expression


@dataclass(frozen=True)
class Minus(Expression):
    """`- a`."""

    operand: Expression


@dataclass(frozen=True)
class Both(Expression):
    """`a and b` (`operator` "and") or `a or b` ("or")."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span


@dataclass(frozen=True)
class Compare(Expression):
    """`a < b`; `operator` is one of == != < <= > >= `in` `not in`."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span


@dataclass(frozen=True)
class Arithmetic(Expression):
    """`a + b`; `operator` is one of + - * // %."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span


@dataclass(frozen=True)
class Choice(Expression):
    """`if c then a else b`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Interval(Expression):
    """`1..6`: the integers from low to high, both included."""

    low: Expression
    high: Expression


@dataclass(frozen=True)
class Listing(Expression):
    """`(a, b, c)`: a set of values written out; `()` is the empty set."""

    items: tuple[Expression, ...]
