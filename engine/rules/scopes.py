"""Which names exist at which place, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ..source import Span
from .kinds import BOOLEAN, INTEGER, PLAYER, PLAYERS, Bag, Kind, Optional, Symbol
from .model import Ruleset
from .terms import Constant, Local, PlayerCount, Term, Variable

# Names that exist everywhere, with their types. `me` and `others` only where there is a turn.
TABLE: dict[str, Kind] = {
    "players": PLAYERS,
    "playing": PLAYERS,
    "seats": PLAYERS,
    "turn_count": INTEGER,
    "round_count": INTEGER,
}
TURN: dict[str, Kind] = {"me": PLAYER, "others": PLAYERS}
PLAYER_FACTS: dict[str, Kind] = {"out": BOOLEAN}


@dataclass(frozen=True)
class Scope:
    """The names at one place: those of the ruleset, those bound nearby, and what is known.

    `facts` are optional values that were tested and are not `none` here.
    """

    ruleset: Ruleset
    locals: dict[str, Local] = field(default_factory=dict)
    has_turn: bool = False
    facts: frozenset[Term] = frozenset()

    def with_locals(self, locals_: Iterable[Local]) -> Scope:
        """Return the scope with more names bound."""
        return replace(self, locals=self.locals | {one.name: one for one in locals_})

    def with_facts(self, facts: Iterable[Term]) -> Scope:
        """Return the scope in which these are known not to be `none`."""
        return replace(self, facts=self.facts | frozenset(facts))

    def without_facts(self, names: Iterable[Term]) -> Scope:
        """Return the scope in which these may be `none` again."""
        return replace(self, facts=self.facts - frozenset(names))

    def in_turn(self) -> Scope:
        """Return the scope in which it is somebody's turn."""
        return replace(self, has_turn=True)

    def resolve(self, name: str, span: Span) -> Term | None:
        """Return what a name means here, or None."""
        rules = self.ruleset
        if name in self.locals:
            return self._narrow(replace(self.locals[name], span=span))
        if name in rules.zones and not rules.zones[name].each:
            zone = rules.zones[name]
            return Variable(Bag(zone.deck, zone.die), span, name)
        if name in rules.variables and not rules.variables[name].each:
            return self._narrow(Variable(rules.variables[name].kind, span, name))
        if name == "player_count":
            return PlayerCount(INTEGER, span)
        if name in TABLE:
            return Variable(TABLE[name], span, name)
        if name in TURN and self.has_turn:
            return Variable(TURN[name], span, name)
        return Constant(Symbol((name,)), span, name) if name in self.symbols() else None

    def _narrow(self, term: Term) -> Term:
        if isinstance(term.kind, Optional) and replace(term, kind=term.kind.of) in self.facts:
            return replace(term, kind=term.kind.of)
        return term

    def narrow(self, term: Term) -> Term:
        """Return the term with the type it has here, where tests may have ruled out `none`."""
        return self._narrow(term)

    def symbols(self) -> set[str]:
        """Return all symbols that the ruleset declares."""
        return all_symbols(self.ruleset)

    def names(self) -> set[str]:
        """Return all names that may stand here, symbols included."""
        rules = self.ruleset
        found = set(self.locals) | set(TABLE) | {"player_count", "option"} | self.symbols()
        found |= {name for name, zone in rules.zones.items() if not zone.each}
        found |= {name for name, variable in rules.variables.items() if not variable.each}
        return found | set(TURN) if self.has_turn else found


def player_fields(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the names that follow `player.` and their types."""
    fields = dict(PLAYER_FACTS)
    fields |= {name: Bag(zone.deck, zone.die) for name, zone in ruleset.zones.items() if zone.each}
    return fields | {name: one.kind for name, one in ruleset.variables.items() if one.each}


def all_symbols(ruleset: Ruleset) -> set[str]:
    """Return every symbol declared by types, options, decks and variables."""
    kinds: list[Kind] = [option.kind for option in ruleset.options.values()]
    kinds += [kind for deck in ruleset.decks.values() for _, kind in deck.attributes]
    kinds += list(ruleset.types.values()) + [one.kind for one in ruleset.variables.values()]
    return {value for kind in kinds for value in symbols_of(kind)}


def symbols_of(kind: Kind) -> tuple[str, ...]:
    """Return the symbols a type is made of."""
    if isinstance(kind, Optional):
        return symbols_of(kind.of)
    if hasattr(kind, "fields"):
        return tuple(value for _, inner in kind.fields for value in symbols_of(inner))
    return kind.values if isinstance(kind, Symbol) else ()
