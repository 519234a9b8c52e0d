"""What things are called in the rulebook: names of the table, names bound nearby, players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..program.folding import Folder
from ..program.naming import listed as joined
from ..program.naming import spoken
from ..rules import model
from ..rules.kinds import BOOLEAN, INTEGER, PLAYER, Bag, Kind, Optional, Piece, Record, Set
from ..rules.terms import (
    Apply,
    Constant,
    Local,
    MakeRecord,
    Operation,
    PerPlayer,
    Term,
    Variable,
)
from .vocabulary import (
    ACTIVE,
    NAMES,
    ORDINALS,
    THAT_PLAYER,
    applies,
    article,
    is_nameless,
    owned,
    titled,
)


class Settling(Folder):
    """A folder that also settles what is the same whatever happens in play: `x and no`, a constant function."""

    def fold(self, term: Term) -> Term:
        """Return an equal term; a condition with one decided side is that side or the other."""
        folded = super().fold(term)
        if isinstance(folded, Apply):
            body = self.fold(self.functions[folded.name].value)
            return body if isinstance(body, Constant) else folded
        if isinstance(folded, Operation) and folded.name in ("and", "or"):
            left, right = folded.items
            if isinstance(right, Constant):
                return right if right.value == (folded.name == "or") else left
        return folded


class Calling:
    """Puts terms into words, with the options and the number of players filled in.

    `called` is how the names bound nearby are read at this place, `me` how the player is whose turn it is.
    """

    def __init__(self, rules: model.Ruleset, folder: Folder) -> None:
        self.rules, self.folder = rules, folder
        self.called: dict[str, str] = {}
        self.me = ACTIVE

    @contextmanager
    def naming(self, names: dict[str, str], me: str = "") -> Iterator[None]:
        """Read names in another way for a while."""
        before = self.called, self.me
        self.called, self.me = self.called | names, me or self.me
        try:
            yield
        finally:
            self.called, self.me = before

    def term(self, term: Term | None) -> str:
        """Return an expression in words."""
        return "" if term is None else self._words(self.folder.fold(term))

    def truth(self, term: Term | None) -> bool | None:
        """Return whether a condition holds, if that is settled before the game."""
        folded = self.folder.fold(term) if term is not None else None
        return folded.value if isinstance(folded, Constant) else None

    def _words(self, term: Term) -> str:
        """Return a folded expression in words."""
        raise NotImplementedError

    def noun(self, kind: Kind | None) -> tuple[str, str]:
        """Return what one and several values of a type are called."""
        if isinstance(kind, (Piece, Bag)):
            return self.rules.decks[kind.deck].noun
        if kind == PLAYER:
            return "player", "players"
        return ("number", "numbers") if kind == INTEGER else ("value", "values")

    def _local(self, local: Local) -> str:
        if local.name in self.called:
            return self.called[local.name]
        name, kind = spoken(local.name.rstrip("'")), local.kind
        if len(name) > 1:
            return f"“{name}”" if isinstance(kind, Set) or name in ORDINALS else f"the {name}"
        if kind == PLAYER:
            return f"player {name}"
        return f"that {kind.name}" if isinstance(kind, Record) else f"that {self.noun(kind)[0]}"

    def _variable(self, term: Variable) -> str:
        if term.name == "me":
            return self.me
        if term.name in NAMES:
            return NAMES[term.name]
        zone, name = self.rules.zones.get(term.name), spoken(term.name)
        if zone is not None and zone.each:
            return f"everybody's {name}"
        if term.kind == BOOLEAN:
            return applies(name, "")
        return f"the {name}" if core(term.kind) == PLAYER else self.place(term)

    def place(self, term: Term) -> str:
        """Return a zone or variable as the place for something, not as what it says."""
        if isinstance(term, PerPlayer):
            name = spoken(term.name)
            named = f"“{name}”" if term.kind == BOOLEAN else titled(name, "")
            return owned(self._words(term.player), named)
        assert isinstance(term, Variable)
        name = spoken(term.name)
        return f"“{name}”" if isinstance(term.kind, Set) or term.kind == BOOLEAN else titled(name)

    def _owned(self, term: PerPlayer) -> str:
        owner, name = self._words(term.player), spoken(term.name)
        if term.name == "out":
            return f"{owner} {'are' if owner in ('you', 'they') else 'is'} out"
        return applies(name, owner) if term.kind == BOOLEAN else self.place(term)

    def _record(self, term: MakeRecord) -> str:
        fields = term.kind.fields if isinstance(term.kind, Record) else ()
        parts = []
        for (field, _), one in zip(fields, term.items, strict=True):
            words, name = self._words(one), spoken(field)
            if words not in (f"the {name}", f"the chosen {name}"):
                words = f"{name}{':' if ' ' in words else ''} {words}"
            parts.append(words)
        return joined(parts)

    def _apply(self, term: Apply) -> str:
        given, name = [self._words(one) for one in term.items], spoken(term.name)
        if term.kind == BOOLEAN:
            return applies(name, joined(given) if given else "")
        if len(given) == 1 and term.items[0].kind == PLAYER:
            return owned(given[0], f"“{name}”")
        return f"“{name}” of {joined(given)}" if given else f"“{name}”"

    def parameter_names(self, parameters: tuple[tuple[str, Kind], ...]) -> dict[str, str]:
        """Return how a player is read whose name says nothing: the first is `that player`."""
        people = [name for name, kind in parameters if kind == PLAYER and is_nameless(name)]
        return {people[0]: THAT_PLAYER} if people else {}

    def parameter_text(self, name: str, kind: Kind, names: dict[str, str]) -> str:
        """Return what stands for a parameter where it is introduced."""
        if names.get(name) == THAT_PLAYER:
            return "a player"
        if len(name) > 1:
            return article(spoken(name))
        if kind == PLAYER:
            return f"player {name}"
        return article(kind.name if isinstance(kind, Record) else self.noun(kind)[0])


def core(kind: Kind) -> Kind:
    """Return a type without the possibility that the value is missing."""
    return kind.of if isinstance(kind, Optional) else kind


def bare(term: Term) -> Term:
    """Return a term without the promise that it is not missing."""
    return bare(term.items[0]) if isinstance(term, Operation) and term.name == "sure" else term
