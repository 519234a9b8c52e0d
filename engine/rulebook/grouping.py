"""Groups of players, cards, dice and values in words: all, some, none, how many, which."""

from __future__ import annotations

from dataclasses import replace

from ..rules.kinds import BOOLEAN, PLAYER, Bag, Piece, Set, element_of
from ..rules.terms import (
    Aggregate,
    Interval,
    Local,
    MakeSet,
    Operation,
    Term,
    Variable,
    walk,
)
from .calling import Calling, bare
from .vocabulary import (
    GROUPS,
    OBJECTS,
    OPPOSITES,
    article,
)


class Grouping(Calling):
    """Puts groups, and what is said of them, into words."""

    def _alternatives(self, term: Operation) -> str:
        """Return what one thing may be, or nothing where that cannot be said."""
        raise NotImplementedError

    def members(self, term: Term) -> tuple[str, str, str]:
        """Return what one and several elements of a group are called, and what follows the noun."""
        term = bare(term)
        if isinstance(term, Variable) and term.name in GROUPS:
            return GROUPS[term.name]
        if isinstance(term, Aggregate) and term.function == "set":
            one, many, tail = self.members(term.within)
            return one, many, tail + self.behind(term.variable, term.where)
        one, many = self.noun(element_of(term.kind))
        if isinstance(term, Operation) and term.name in ("without", "clockwise", "around"):
            other = self._words(term.items[-1])
            if term.name == "without":
                one, many, tail = self.members(term.items[0])
                listed = isinstance(term.items[-1], MakeSet) or not isinstance(term.items[-1].kind, Set)
                group = "" if listed else "those in "
                return one, many, f"{tail} except {group}{OBJECTS.get(other, other)}"
            if term.name == "clockwise":
                return f"other {one}", f"other {many}", f" in turn, from the left of {other} on"
            return one, many, f" in turn, beginning with {other}"
        if isinstance(term, Interval):
            return one, many, f" from {self._words(term)}"
        return (
            one,
            many,
            f" {'among' if isinstance(term.kind, Bag) and isinstance(term, Local) else 'in'} {self._words(term)}",
        )

    def behind(self, variable: Local, condition: Term | None) -> str:
        """Return a condition as a clause behind the noun that it is about."""
        if condition is None:
            return ""
        if (clause := self.relative(variable, condition)) is not None:
            return f" {clause}"
        person = variable.kind == PLAYER
        with self.naming({variable.name: "they" if person else "it"}):
            return f" for {'whom' if person else 'which'} {self._words(condition)}"

    def relative(self, variable: Local, condition: Term) -> str | None:
        """Return a clause such as `whose hand is empty`, or None where that cannot be said."""
        if isinstance(condition, Operation) and condition.name in ("and", "or"):
            with self.naming({variable.name: "who"}):
                if condition.name == "or" and (merged := self._alternatives(condition)).startswith("whose "):
                    return merged
            parts = [self.relative(variable, one) for one in condition.items]
            if any(part is None for part in parts) or any(mixed(condition, one) for one in condition.items):
                return None
            return f" {condition.name} ".join(part for part in parts if part is not None)
        if occurrences(variable, condition) != 1:
            return None
        with self.naming({variable.name: "who"}):
            text = self._words(condition)
        if not text.startswith(("who ", "whose ", "for whom ", "other than ")):
            return None
        if variable.kind == PLAYER:
            return text
        return "that" + text[3:] if text.startswith("who ") else text.replace("for whom ", "for which ", 1)

    def _aggregate(self, term: Aggregate) -> str:
        one, many, tail = self.members(term.within)
        if term.function == "first":
            return self._first(term, one, tail)
        tail += self.behind(term.variable, term.where)
        if term.function == "set":
            return f"all {many}{tail}"
        if term.function == "count":
            return f"the number of {many}{tail}"
        if term.function in ("any", "all"):
            return self._quantity(term, one, tail)
        if occurrences(term.variable, term.value) != 1:
            with self.naming({term.variable.name: "they" if term.variable.kind == PLAYER else "it"}):
                value = self._words(term.value)
            how = {"sum": "total", "min": "lowest", "max": "highest"}[term.function]
            return f"the {how}, over all {many}{tail}, of {value}"
        if term.function == "sum":
            with self.naming({term.variable.name: f"each {one}{tail}"}):
                return f"the total of {self._words(term.value)}"
        with self.naming({term.variable.name: f"any {one}{tail}"}):
            value = self._words(term.value)
        rest = value[4:] if value.startswith("the ") else f"value of {value}"
        return f"the {'lowest' if term.function == 'min' else 'highest'} {rest}"

    def _first(self, term: Aggregate, one: str, tail: str) -> str:
        where, within = self.behind(term.variable, term.where), bare(term.within)
        if isinstance(within, Operation) and within.name in ("clockwise", "around"):
            start = self._words(within.items[0])
            if within.name == "clockwise":
                return f"the next player after {OBJECTS.get(start, start)}{where}"
            return f"the first player from {start} on{where or ' who is still in'}"
        if isinstance(within, Local) and self.called.get(within.name, "").startswith(f"the {one} "):
            return self.called[within.name]  # a single one was dealt
        # Cards have no order, so any one will do; players and numbers have one.
        return f"{'one' if isinstance(term.variable.kind, Piece) else 'the first'} {one}{tail}{where}"

    def _quantity(self, term: Aggregate, one: str, tail: str) -> str:
        """Return that something holds for some or for all of a group."""
        name, value = term.variable.name, term.value
        if term.function == "any" and (clause := self.relative(term.variable, value)) is not None:
            return f"there is {article(one)}{tail} {clause}"
        if isinstance(value, Operation) and value.name in ("not", "!=", "not in"):
            clause = self.relative(term.variable, negation(value))
            if term.function == "all" and clause is not None:
                return f"there is no {one}{tail} {clause}"
        every = f"{'at least one' if term.function == 'any' else 'every'} {one}{tail}"
        if occurrences(term.variable, value) == 1:
            with self.naming({name: every}):
                return self._words(value)
        with self.naming({name: "they" if term.variable.kind == PLAYER else "it"}):
            return f"for {every}, {self._words(value)}"


def occurrences(variable: Local, term: Term) -> int:
    """Return how often a name stands in a term."""
    return sum(1 for one in walk(term) if isinstance(one, Local) and one.name == variable.name)


def mixed(outer: Operation, inner: Term) -> bool:
    """Tell whether `and` stands in `or` or the other way round."""
    return isinstance(inner, Operation) and inner.name in ("and", "or") and inner.name != outer.name


def negation(term: Term) -> Term:
    """Return the opposite of a condition, with `not` as far inside as it goes."""
    if isinstance(term, Operation):
        if term.name == "not":
            return term.items[0]
        if term.name in OPPOSITES:
            return replace(term, name=OPPOSITES[term.name])
        if term.name in ("and", "or"):
            items = tuple(negation(one) for one in term.items)
            return replace(term, name="or" if term.name == "and" else "and", items=items)
    if isinstance(term, Aggregate) and term.function in ("any", "all"):
        other = "all" if term.function == "any" else "any"
        return replace(term, function=other, value=negation(term.value))
    return Operation(BOOLEAN, term.span, "not", (term,))
