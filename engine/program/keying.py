"""What a decision depends on: the key by which the actions that may be taken are remembered.

The key holds the values that the choices are made from and the outcome of every other
condition. A decision whose choices could be very many has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from ..rules.kinds import Bag, Optional
from ..rules.model import Action, Parameter
from ..rules.terms import (
    Aggregate,
    Apply,
    Attribute,
    Constant,
    Interval,
    Local,
    MakeSet,
    Operation,
    PerPlayer,
    Term,
    Variable,
    children,
    walk,
)
from .emitting import Emitter, Names
from .folding import substitute
from .layout import Layout
from .ready import FEW_ACTIONS

# Operators that can be applied to anything of their types without an error.
SAFE = {"and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "neg", "empty", "size"}
COUNTING = {"count", "any", "all"}


@dataclass(frozen=True)
class Condition:
    """A condition: its Python, what it reads (None: too much), if it goes through what the answerer has."""

    python: str
    reads: frozenset[str] | None
    own: bool


@dataclass(frozen=True)
class Depends:
    """What an action depends on: what its choices are made from, and its conditions.

    The conditions are taken apart if each can be worked out whatever the others are (`apart`).
    """

    choices: tuple[str, ...]
    conditions: tuple[Condition, ...]
    apart: bool


@dataclass(frozen=True)
class Keys:
    """Works out keys; `answerer` is the Python of the player who is asked."""

    layout: Layout
    emitter: Emitter
    names: Names
    answerer: str

    def depends(self, action: Action) -> Depends | None:
        """Return what an action depends on; None if it cannot be remembered by that."""
        if not all(self.small(one) for one in action.parameters):
            return None
        found: dict[str, bool] = {}
        for term in choosing(action):
            if not self.read(self.known(term), self.names, found):
                return None
        whole = [one.when for one in action.clauses]
        atoms = [atom for term in whole for atom in self.atoms(term)]
        safe = all(map(self.safe, atoms))
        return Depends(tuple(found), tuple(map(self.condition, atoms if safe else whole)), safe)

    def small(self, parameter: Parameter) -> bool:
        """Tell whether a choice surely has few values (dice are few enough)."""
        kind = parameter.source.kind
        if parameter.form != "bag" or (isinstance(kind, Bag) and kind.die):
            return True
        assert isinstance(kind, Bag)
        high = self.known(parameter.high) if parameter.high is not None else None
        if not isinstance(high, Constant):
            return False
        return comb(len(self.layout.pieces[kind.deck].values) + high.value, high.value) <= FEW_ACTIONS

    def known(self, term: Term) -> Term:
        """Return a term with all that is known put in, functions too where that is simple."""
        term = self.emitter.folder.fold(term)
        if isinstance(term, Apply) and all(isinstance(x, (Constant, Local, Variable)) for x in term.items):
            parameters, body = self.emitter.functions[term.name]
            return self.known(substitute(body, dict(zip(parameters, term.items, strict=True))))
        return term

    def atoms(self, term: Term) -> Iterator[Term]:
        """Yield the conditions that a condition is put together from."""
        term = self.known(term)
        if isinstance(term, Operation) and term.name in ("and", "or", "not"):
            for one in term.items:
                yield from self.atoms(one)
        elif not isinstance(term, Constant):
            yield term

    def condition(self, term: Term) -> Condition:
        """Return a condition."""
        found: dict[str, bool] = {}
        complete = self.read(term, self.names, found)
        own = complete and all(found.values()) and any(isinstance(one, Aggregate) for one in walk(term))
        reads = frozenset(found) if complete else None
        return Condition(self.emitter.emit(self.known(term), self.names), reads, own)

    def read(self, term: Term, names: Names, found: dict[str, bool]) -> bool:
        """Note what a term reads, and whether it is the answerer's own; False if that is too much to say."""
        term = self.known(term)
        if isinstance(term, Variable):
            found[self.emitter.print(term, names)] = False
        elif isinstance(term, Local):
            if term.name in names:
                found[names[term.name]] = False
        elif isinstance(term, PerPlayer):
            if any(isinstance(one, Local) and one.name not in names for one in walk(term.player)):
                return False
            own = self.emitter.print(term.player, names) == self.answerer
            found[self.emitter.print(term, names)] = own
        elif isinstance(term, Apply):
            body = self.emitter.functions[term.name][1]
            return self.read(body, {}, found) and all(self.read(one, names, found) for one in term.items)
        elif isinstance(term, Operation) and term.name in ("clockwise", "around"):
            return False
        else:
            if isinstance(term, Aggregate):
                inner = {name: python for name, python in names.items() if name != term.variable.name}
                inside = [term.value] + ([term.where] if term.where is not None else [])
                return self.read(term.within, names, found) and all(
                    self.read(one, inner, found) for one in inside
                )
            return all(self.read(one, names, found) for one in children(term))
        return True

    def safe(self, term: Term) -> bool:
        """Tell whether a term can be worked out at any time, whatever else holds."""
        term = self.known(term)
        if isinstance(term, PerPlayer):
            safe = not isinstance(term.player.kind, Optional)
        elif isinstance(term, Operation):
            compared = term.name in ("<", "<=", ">", ">=", "+", "-", "*", "neg", "size", "empty")
            safe = term.name in SAFE and not (
                compared and any(isinstance(one.kind, Optional) for one in term.items)
            )
        elif isinstance(term, Aggregate):
            safe = term.function in COUNTING
        else:
            safe = isinstance(term, (Constant, Local, Variable, Attribute, MakeSet, Interval))
        return safe and all(self.safe(one) for one in children(term))


def choosing(action: Action) -> Iterator[Term]:
    """Yield the terms that the choices of an action are made from."""
    for one in action.parameters:
        yield from (term for term in (one.source, one.low, one.high, one.where) if term is not None)
    yield from (clause.when for clause in action.accepts)


def key_of(parts: list[Depends]) -> str:
    """Return the Python of the key of a decision between actions."""
    choices = [read for part in parts for read in part.choices]
    own = [read for part in parts for one in part.conditions if one.own for read in sorted(one.reads or ())]
    reads = dict.fromkeys([*choices, *own])
    tests = [one for part in parts for one in remaining(part, set(reads))]
    items = [*reads, *dict.fromkeys(tests)]
    return items[0] if len(items) == 1 else f"({' '.join(f'{one},' for one in items)})"


def remaining(part: Depends, reads: set[str]) -> list[str]:
    """Return the Python of the conditions that do not follow from what is read anyway."""
    left = [one.python for one in part.conditions if one.reads is None or not one.reads <= reads]
    if part.apart or not left:
        return left
    return [f"({' and '.join(one.python for one in part.conditions)})"]
