"""Terms with the options and the number of players put in, and what follows from them worked out."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..rules.kinds import BOOLEAN, INTEGER
from ..rules.terms import (
    Aggregate,
    Apply,
    Constant,
    Interval,
    Local,
    MakeSet,
    Operation,
    OptionValue,
    PlayerCount,
    Term,
    rebuilt,
)

_PURE: dict[str, Callable[..., Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "neg": operator.neg,
    "not": operator.not_,
    "abs": abs,
    "least": min,
    "most": max,
}


class Folder:
    """Puts chosen options and a number of players into terms.

    Without `inline`, a function stays a call unless its value is known.
    """

    def __init__(
        self, options: dict[str, Any], players: int, functions: dict[str, Any], inline: bool = True
    ) -> None:
        self.options, self.players, self.functions, self.inline = options, players, functions, inline

    def fold(self, term: Term) -> Term:
        """Return an equal term with nothing left to work out that is known already."""
        if isinstance(term, OptionValue):
            return Constant(term.kind, term.span, self.options[term.name])
        if isinstance(term, PlayerCount):
            return Constant(INTEGER, term.span, self.players)
        if isinstance(term, Operation):
            return self._operation(term)
        if isinstance(term, Apply):
            return self._apply(term)
        return rebuilt(term, self.fold)

    def value(self, term: Term) -> Any:
        """Return the value of a term that is known before the game, or raise ValueError."""
        folded = self.fold(term)
        if isinstance(folded, Constant):
            return folded.value
        raise ValueError(term)

    def _operation(self, term: Operation) -> Term:
        name = term.name
        if name in ("and", "or", "if"):
            return self._branching(term)
        items = tuple(self.fold(one) for one in term.items)
        if all(isinstance(one, Constant) for one in items):
            values = [one.value for one in items if isinstance(one, Constant)]
            if name in _PURE and (None not in values or name in ("==", "!=")):
                return Constant(term.kind, term.span, _PURE[name](*values))
            if name in ("//", "%") and values[1]:
                whole, rest = divmod(values[0], values[1])
                return Constant(term.kind, term.span, whole if name == "//" else rest)
        return replace(term, items=items)

    def _branching(self, term: Operation) -> Term:
        first = self.fold(term.items[0])
        if isinstance(first, Constant):
            if term.name == "if":
                return self.fold(term.items[1] if first.value else term.items[2])
            decided = first.value == (term.name == "or")
            return Constant(BOOLEAN, term.span, first.value) if decided else self.fold(term.items[1])
        rest = tuple(self.fold(one) for one in term.items[1:])
        if term.name != "if" and isinstance(rest[0], Constant) and rest[0].value == (term.name == "and"):
            return first
        return replace(term, items=(first, *rest))

    def _apply(self, term: Apply) -> Term:
        """Put the body of a function in the place of its use where no work is done twice by it."""
        items = tuple(self.fold(one) for one in term.items)
        function = self.functions[term.name]
        bound = dict(zip((name for name, _ in function.parameters), items, strict=True))
        if all(isinstance(one, (Constant, Local)) for one in items):
            body = self.fold(substitute(function.value, bound))
            if self.inline or isinstance(body, Constant):
                return body
        return replace(term, items=items)


def substitute(term: Term, bound: dict[str, Term]) -> Term:
    """Return a term with locals replaced; a name bound inside that would catch one is renamed."""
    if isinstance(term, Local):
        return bound.get(term.name, term)
    if isinstance(term, Aggregate):
        fresh = replace(term.variable, name=f"{term.variable.name}'")
        while any(isinstance(one, Local) and one.name == fresh.name for one in bound.values()):
            fresh = replace(fresh, name=f"{fresh.name}'")
        inner = bound | {term.variable.name: fresh}
        return replace(
            term,
            within=substitute(term.within, bound),
            variable=fresh,
            value=substitute(term.value, inner),
            where=substitute(term.where, inner) if term.where else None,
        )
    return rebuilt(term, lambda one: substitute(one, bound))


def known_set(term: Term) -> tuple[Any, ...] | None:
    """Return the values of a set that is written out, if all are known."""
    if isinstance(term, MakeSet) and all(isinstance(one, Constant) for one in term.items):
        return tuple(one.value for one in term.items if isinstance(one, Constant))
    if isinstance(term, Interval) and isinstance(term.low, Constant) and isinstance(term.high, Constant):
        return tuple(range(term.low.value, term.high.value + 1))
    return None
