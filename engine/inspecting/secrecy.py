"""Whether a value says something that a player may not know: from the visibility of all it is made of.

It is asked before any play, of players that are only known by name: a viewer is a set of terms that
all stand for one player. Where it cannot be told that a value is hidden it is taken for known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..diagnostics import Label
from ..program.folding import substitute
from ..rules.kinds import PLAYER, Bag
from ..rules.model import COUNTS, ENOUGH, SEES, Ruleset
from ..rules.terms import Aggregate, Apply, Local, Operation, PerPlayer, Term, Variable, children, walk
from ..source import Span

Key = tuple[Any, ...]
Names = dict[str, Term]


@dataclass(frozen=True)
class Leak:
    """A hidden value: its text, where the term under test has it, where it is read, and the way there."""

    text: str
    name: str
    span: Span
    path: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Viewer:
    """Who looks: the terms known to be this player, and those known to be others; none at all is everybody.

    `shown` are zones that this viewer has seen though they are hidden. `anyone` asks whether at least
    one player may know.
    """

    same: frozenset[Key] = frozenset()
    others: frozenset[Key] = frozenset()
    shown: frozenset[str] = frozenset()
    anyone: bool = False


@dataclass(frozen=True)
class Picked:
    """What a local holds that a player chose: known to that player, and to those who know the source."""

    by: frozenset[Key]
    source: Term | None


@dataclass(frozen=True)
class Either:
    """What a local holds that came from one place to another: known to those who see one of them."""

    terms: tuple[Term, ...]


Meaning = Picked | Either | None  # None is known to all


@dataclass
class Secrecy:
    """Answers for one ruleset; `meanings` are those of locals that are no names for terms."""

    rules: Ruleset
    meanings: dict[str, Meaning] = field(default_factory=dict)

    def local(self, name: str, meaning: Meaning = None) -> Local:
        """Return a local of its own for a name."""
        unique = f"{name}#{len(self.meanings)}"
        self.meanings[unique] = meaning
        return Local(PLAYER, _SPANLESS, unique)

    def leak(self, term: Term, names: Names, viewer: Viewer) -> Leak | None:
        """Return a part of a term that the viewer may not know."""
        rule = _RULES.get(type(term))
        if rule is not None:
            return rule(self, term, names, viewer)
        return self._first(children(term), names, viewer)

    def _first(self, terms: Iterator[Term], names: Names, viewer: Viewer) -> Leak | None:
        return next((found for one in terms if (found := self.leak(one, names, viewer))), None)

    def counted(self, term: Term, names: Names, viewer: Viewer) -> Leak | None:
        """Return what the viewer may not know of how many pieces there are."""
        if isinstance(term, Local):
            bound = names.get(term.name, term)
            return None if isinstance(bound, Local) else self.counted(bound, {}, viewer)
        if isinstance(term, (Variable, PerPlayer)) and isinstance(term.kind, Bag):
            return self._place(term, names, viewer, COUNTS)
        return self.leak(term, names, viewer)

    def _local(self, term: Local, names: Names, viewer: Viewer) -> Leak | None:
        bound = names.get(term.name, term)
        if not isinstance(bound, Local):
            found = self.leak(bound, {}, viewer)
            label = Label(bound.span, f"`{term.name}` holds this")
            return found and replace(found, span=term.span, path=(label, *found.path))
        meaning = self.meanings.get(bound.name)
        if isinstance(meaning, Either):
            every = [self.leak(one, {}, viewer) for one in meaning.terms]
            return replace(every[0], span=term.span) if all(every) and every[0] else None
        if meaning is None or meaning.source is None or viewer.anyone or viewer.same & meaning.by:
            return None
        found_source = self.leak(meaning.source, {}, viewer)
        return found_source and replace(found_source, text=term.name, span=term.span)

    def _place(self, term: Any, names: Names, viewer: Viewer, level: str = SEES) -> Leak | None:
        owner: Key = ()
        if isinstance(term, PerPlayer):
            if found := self.leak(term.player, names, viewer):
                return found
            owner = key(substitute(term.player, names))
        if self._hidden(term.name, owner, viewer, level):
            return Leak(wording(term.span), term.name, term.span)
        return None

    def _hidden(self, name: str, owner: Key, viewer: Viewer, level: str) -> bool:
        declared = self.rules.zones.get(name) or self.rules.variables.get(name)
        if declared is None or name in viewer.shown:
            return False
        owners, others = (one in ENOUGH[level] for one in (declared.sight.owner, declared.sight.others))
        if not owner:
            return not others
        if owners and others or viewer.anyone:
            return not (owners or others)
        if not viewer.same or not (owners or others):
            return True
        if owners:
            return owner not in viewer.same
        return owner in viewer.same or owner[0] == "local" and owner not in viewer.others

    def _operation(self, term: Operation, names: Names, viewer: Viewer) -> Leak | None:
        if term.name in ("size", "empty"):
            return self.counted(term.items[0], names, viewer)
        if term.name not in ("and", "or", "if"):
            return self._first(iter(term.items), names, viewer)
        test, *rest = term.items
        holding = [term.name != "or", False]
        return self.leak(test, names, viewer) or next(
            (
                found
                for one, holds in zip(rest, holding, strict=False)
                if (found := self.leak(one, names, learnt(viewer, test, names, holds)))
            ),
            None,
        )

    def _apply(self, term: Apply, names: Names, viewer: Viewer) -> Leak | None:
        function = self.rules.functions[term.name]
        given = (substitute(one, names) for one in term.items)
        inner = dict(zip((name for name, _ in function.parameters), given, strict=True))
        found = self.leak(function.value, inner, viewer)
        if found is None:
            return None
        label = Label(found.span, f"through function `{term.name}`")
        return replace(found, span=term.span, path=(label, *found.path))

    def _aggregate(self, term: Aggregate, names: Names, viewer: Viewer) -> Leak | None:
        parts = [one for one in (term.where, term.value) if one is not None]
        name = term.variable.name
        looked_at = any(isinstance(one, Local) and one.name == name for part in parts for one in walk(part))
        known = self.leak if looked_at and term.function != "count" or term.where else self.counted
        if found := known(term.within, names, viewer):
            return found
        bound = self.local(name)
        viewer = self.apart(term.within, bound, names, viewer)
        inner = names | {name: bound}
        if term.where is not None:
            if found := self.leak(term.where, inner, viewer):
                return found
            viewer = learnt(viewer, term.where, inner, True)
        return self.leak(term.value, inner, viewer)

    def apart(self, within: Term, bound: Local, names: Names, viewer: Viewer) -> Viewer:
        """Return the viewer who knows to be none of those whom a local goes through."""
        within = substitute(within, names)
        one: Key = ()
        if isinstance(within, Variable) and within.name == "others":
            one = ("variable", "me")
        elif isinstance(within, Operation) and within.name == "clockwise":
            one = key(within.items[0])
        elif isinstance(within, Operation) and within.name == "without":
            one = key(next(children(within.items[1]), within.items[1]))
        return replace(viewer, others=viewer.others | {key(bound)}) if one in viewer.same else viewer


_RULES: dict[type[Term], Callable[[Secrecy, Any, Names, Viewer], Leak | None]] = {
    Local: Secrecy._local,
    Variable: Secrecy._place,
    PerPlayer: Secrecy._place,
    Operation: Secrecy._operation,
    Apply: Secrecy._apply,
    Aggregate: Secrecy._aggregate,
}


def learnt(viewer: Viewer, condition: Term, names: Names, holds: bool) -> Viewer:
    """Return the viewer who knows whether a condition holds: it may say who is who."""
    if not isinstance(condition, Operation):
        return viewer
    name, items = condition.name, condition.items
    if name == "not":
        return learnt(viewer, items[0], names, not holds)
    if (name, holds) in (("and", True), ("or", False)):
        return learnt(learnt(viewer, items[0], names, holds), items[1], names, holds)
    if name not in ("==", "!="):
        return viewer
    both = {key(substitute(one, names)) for one in items}
    if not both & viewer.same:
        return viewer
    if (name == "==") == holds:
        return replace(viewer, same=viewer.same | both)
    return replace(viewer, others=viewer.others | both - viewer.same)


def key(term: Term) -> Key:
    """Return what a term says, whatever is known of its type."""
    if isinstance(term, Operation) and term.name == "sure":
        return key(term.items[0])
    sort = type(term).__name__.lower()
    return sort, getattr(term, "name", getattr(term, "value", "")), *map(key, children(term))


def wording(span: Span) -> str:
    """Return the text at a place, on one line."""
    return " ".join(span.source.text[span.start : span.end].split())


_SPANLESS: Any = None
