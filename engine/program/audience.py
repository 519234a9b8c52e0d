"""Who may know a value: worked out from the visibility of everything it is made from.

The answer is Python source for a bit mask over the seats, with one more bit for watchers.
`EV` stands for everyone. Where the players who may know it cannot be told, nobody may.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..rules.kinds import Bag
from ..rules.model import COUNTS, ENOUGH, SEES, Ruleset, Sight
from ..rules.terms import Aggregate, Apply, Constant, Local, Operation, PerPlayer, Term, Variable, children
from .aggregates import free_names
from .emitting import Emitter, Names
from .folding import substitute

EVERYONE, NOBODY = "EV", "0"


@dataclass
class Audience:
    """Who may know what at one place.

    `known` are the audiences of locals (contents, size), `revealed` the zones turned up: the name
    and the Python of whose it is, nothing for the table's or for everybody's.
    """

    rules: Ruleset
    emitter: Emitter
    known: dict[str, tuple[str, str]] = field(default_factory=dict)
    revealed: frozenset[tuple[str, str]] = frozenset()

    def of(self, term: Term, names: Names) -> str:
        """Return the mask of those who may know a value."""
        return self._of(self.emitter.folder.fold(term), names, frozenset())

    def counted(self, term: Term, names: Names) -> str:
        """Return the mask of those who may know how many pieces a bag has."""
        return self._counted(self.emitter.folder.fold(term), names, frozenset())

    def _of(self, term: Term, names: Names, bound: frozenset[str]) -> str:
        if isinstance(term, Constant):
            return EVERYONE
        if isinstance(term, Local):
            return EVERYONE if term.name in bound else self.known.get(term.name, (EVERYONE, EVERYONE))[0]
        if isinstance(term, Variable):
            return self._sight(term.name, SEES, "", names, bound)
        if isinstance(term, PerPlayer):
            owner = self._owner(term, names, bound)
            return both(
                self._sight(term.name, SEES, owner, names, bound), self._of(term.player, names, bound)
            )
        if isinstance(term, Operation) and term.name in ("size", "empty"):
            return self._counted(term.items[0], names, bound)
        if isinstance(term, Apply):
            return self._apply(term, names, bound)
        if isinstance(term, Aggregate):
            inner = [
                self._of(one, names, bound | {term.variable.name}) for one in (term.value, term.where) if one
            ]
            return together([self._of(term.within, names, bound), *inner])
        return together(self._of(one, names, bound) for one in children(term))

    def _apply(self, term: Apply, names: Names, bound: frozenset[str]) -> str:

        parameters, body = self.emitter.functions[term.name]
        inside = substitute(body, dict(zip(parameters, term.items, strict=True)))
        return self._of(self.emitter.folder.fold(inside), names, bound)

    def _counted(self, term: Term, names: Names, bound: frozenset[str]) -> str:
        if isinstance(term, Local) and isinstance(term.kind, Bag):
            return self.known.get(term.name, (EVERYONE, EVERYONE))[1]
        if isinstance(term, Variable) and isinstance(term.kind, Bag):
            return self._sight(term.name, COUNTS, "", names, bound)
        if isinstance(term, PerPlayer) and isinstance(term.kind, Bag):
            owner = self._owner(term, names, bound)
            return both(
                self._sight(term.name, COUNTS, owner, names, bound), self._of(term.player, names, bound)
            )
        return self._of(term, names, bound)

    def _owner(self, term: PerPlayer, names: Names, bound: frozenset[str]) -> str:
        return "" if free_names(term.player) & bound else self.emitter.print(term.player, names)

    def _sight(self, name: str, level: str, owner: str, names: Names, bound: frozenset[str]) -> str:
        shown = {whose for one, whose in self.revealed if one == name}
        if "" in shown or owner in shown:
            return EVERYONE
        mask = self._declared_sight(name, level, owner)
        for whose in sorted(shown) if owner and mask != EVERYONE else ():
            mask = f"({EVERYONE} if {owner} == {whose} else {mask})"
        return mask

    def _declared_sight(self, name: str, level: str, owner: str) -> str:
        declared = self.rules.zones.get(name) or self.rules.variables.get(name)
        sight = declared.sight if declared else Sight()
        enough = ENOUGH[level]
        owners, others = sight.owner in enough, sight.others in enough
        if owners and others:
            return EVERYONE
        if not owner or not (owners or others):
            return EVERYONE if others and not owner and not declared_each(declared) else NOBODY
        return f"(1 << {owner})" if owners else f"(EV & ~(1 << {owner}))"


def declared_each(declared: object) -> bool:
    """Tell whether each player has one of a declaration."""
    return bool(getattr(declared, "each", False))


def both(left: str, right: str) -> str:
    """Return the mask of those in both."""
    if NOBODY in (left, right):
        return NOBODY
    if left in (EVERYONE, right):
        return right
    return left if right == EVERYONE else f"({left} & {right})"


def either(left: str, right: str) -> str:
    """Return the mask of those in at least one."""
    if EVERYONE in (left, right):
        return EVERYONE
    if left in (NOBODY, right):
        return right
    return left if right == NOBODY else f"({left} | {right})"


def together(masks: Iterable[str]) -> str:
    """Return the mask of those in all."""
    result = EVERYONE
    for mask in masks:
        result = both(result, mask)
    return result
