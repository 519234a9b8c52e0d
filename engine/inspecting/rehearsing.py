"""Names in scenarios, looked at without playing: players, actions, what they take, zones, variables.

What is wrong here fails when the scenario is run; what the rules make of the rest is found only then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..diagnostics import Diagnostic, suggest_or_list
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, plain
from ..rules.choosing import fits
from ..rules.drafting import Draft, child, entries
from ..rules.kinds import BOOLEAN, PLAYER, PLAYERS, Bag, Kind, Piece, Set
from ..rules.model import Ask, Parameter, Ruleset
from ..rules.scopes import Scope, all_symbols
from ..rules.terms import Local
from ..source import Span
from .labels import WORD, labels_on, words_on
from .passages import every_action, every_step

MOST = 1000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RESERVED = ("phase", "turn", "out", "rest", "turn_count", "round_count")
PARTS = {
    "ends": ("by", "winners", "returns"),
    "log": ("to", "has", "lacks", "last"),
    "hidden": ("from", "what"),
    "seen": ("by", "what"),
}
NO_LINE = "this looks at no line: say what it `has` or `lacks`, or which lines are the `last`"
FORMS = ("chance", "rest", "legal", "refused", "ends", "stuck", "log", "hidden", "seen")


def rehearse(rules: Ruleset, root: Node) -> list[Diagnostic]:
    """Return the names that mean nothing in the scenarios of a file."""
    found: list[Diagnostic] = []
    known = Known(rules)
    for entry in rules.scenarios.values():
        if entry.key.span.source is root.span.source and isinstance(entry.value, Mapping):
            found += Rehearsal(known, entry).found()
    return found


class Known:
    """What the scenarios of a ruleset may name."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.actions: dict[str, list[tuple[Parameter, ...]]] = {}
        asked = (step.decline for step in every_step(rules) if isinstance(step, Ask))
        for action in (*every_action(rules), *(one for one in asked if one is not None)):
            self.actions.setdefault(action.name, []).append(action.parameters)
        self.words = {name: words_on(deck) for name, deck in rules.decks.items()}
        self.labels = {name: labels_on(deck, rules) for name, deck in rules.decks.items()}
        self.outcomes = {word for words in self.words.values() for word in words}
        self.outcomes |= {word for symbol in all_symbols(rules) for word in WORD.findall(symbol)}


def says_something(log: Mapping) -> bool:
    """Tell whether a check of the log says what must be in it, or must not."""
    return any(items(log.get(part)) for part in ("has", "lacks", "last"))


def seat_names(scenario: Node, rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the players of a scenario: those written, or letters for so many."""
    listed = child(scenario, "players")
    if isinstance(listed, Sequence):
        return tuple(item.text for item in listed.items if isinstance(item, Scalar))
    number = listed.value if isinstance(listed, Scalar) else None
    if isinstance(number, bool) or not isinstance(number, int):
        number = max(rules.low, min(4, rules.high))
    return tuple(
        LETTERS[seat] if seat < len(LETTERS) else f"P{seat + 1}" for seat in range(min(number, MOST))
    )


class Rehearsal:
    """One scenario, read without a table."""

    def __init__(self, known: Known, entry: Entry) -> None:
        self.known, self.rules, self.node = known, known.rules, entry.value
        self.draft = Draft()
        self.draft.ruleset = known.rules
        self.names = seat_names(self.node, known.rules)
        seats = [Local(PLAYER, entry.key.span, name) for name in (*self.names, "turn")]
        self.scope = Scope(known.rules, has_turn=True).with_locals(seats)

    def found(self) -> list[Diagnostic]:
        """Return all that means nothing."""
        self.head()
        for name, entry in entries(child(self.node, "given")):
            self.given(name, entry)
        for key in ("when", "then"):
            for item in items(child(self.node, key)):
                self.item(item)
        return self.draft.diagnostics

    def fail(self, message: str, span: Span, known: Iterable[str] = ()) -> None:
        """Report a name; `known` are those that might have been meant."""
        word = span.source.text[span.start : span.end]
        self.draft.fail("RP701", message, span, suggest_or_list(word, known))

    # What is given ---------------------------------------------------------------------

    def head(self) -> None:
        """Look at the players, the preset and the options of its table."""
        for at, one in enumerate(items(child(self.node, "players"))):
            if isinstance(one, Scalar) and one.text in self.names[:at]:
                self.fail(f"`{one.text}` is there already", one.span)
        self.one_of(child(self.node, "preset"), self.rules.presets, "preset")
        if (impossible := child(self.node, "impossible")) is not None:
            for key in ("given", "when", "then"):
                if (part := child(self.node, key)) is not None:
                    self.fail(f"`{key}` is never come to where the table is `impossible`", part.span)
        for name, entry in entries(child(self.node, "options")):
            if name not in self.rules.options:
                self.fail(f"there is no option `{name}`", entry.key.span, self.rules.options)
            elif (
                impossible is None
                and (problem := fits(self.rules.options[name], plain(entry.value))) is not None
            ):
                self.fail(f"option `{name}` {problem}", entry.value.span)

    def given(self, name: str, entry: Entry) -> None:
        """Look at one part of the position."""
        if name == "phase":
            takes = [key for key, phase in self.rules.phases.items() if phase.turns is not None]
            self.one_of(entry.value, takes, "phase with turns")
        elif name in ("turn", "out"):
            for item in items(entry.value):
                self.player(item)
        elif name == "rest":
            self.place(entry.value, self.rules.zones)
        elif name not in RESERVED:
            what = self.place(entry.key, {**self.rules.zones, **self.rules.variables}, RESERVED)
            if what in self.rules.zones and not isinstance(getattr(entry.value, "value", None), int):
                self.of_deck(entry.value, self.rules.zones[what].deck)
            elif what in self.rules.variables:
                self.value(entry.value, self.rules.variables[what].kind)

    def place(self, node: Node, known: Iterable[str], also: tuple[str, ...] = ()) -> str:
        """Return the zone or variable that a word such as `A.hand` names."""
        if not isinstance(node, Scalar):
            return ""
        owner, _, what = node.text.rpartition(".")
        if owner and owner not in self.names:
            self.fail(f"`{owner}` is no player", node.place(0, len(owner)), self.names)
        elif what not in known:
            self.fail(
                f"`{node.text}` is no zone or variable",
                node.place(len(node.text) - len(what), len(node.text)),
                (*known, *also),
            )
        return what

    def owned(self, name: str, node: Node) -> None:
        """Look whether a zone or variable has an owner where each player has one of it, and only there."""
        found = self.rules.zones.get(name) or self.rules.variables.get(name)
        if found is not None and isinstance(node, Scalar) and found.each != ("." in node.text):
            self.fail(f"say whose `{name}`" if found.each else f"`{name}` is nobody's own", node.span)

    # What happens ----------------------------------------------------------------------

    def item(self, node: Node) -> None:
        """Look at one thing that is done or checked."""
        if isinstance(node, Scalar):
            self.draft.term(node, self.scope, BOOLEAN)
        if not isinstance(node, Mapping) or not node.entries:
            return
        name, entry = next(iter(node.entries.items()))
        for other in list(node.entries)[1:]:
            if (name, other) != ("refused", "because"):
                self.fail(f"`{other}` does not go with `{name}`", node.key(other).span, ("because",))
        if name not in FORMS:
            self.player(entry.key, FORMS)
            self.action(entry.value)
        elif name == "rest":
            self.action(entry.value)
        elif name == "chance":
            self.chance(entry.value)
        elif name in ("legal", "refused"):
            for _, one in entries(entry.value):
                self.player(one.key)
                for action in items(one.value) if name == "legal" else (one.value,):
                    self.action(action, possible=name == "legal")
        elif name in PARTS and isinstance(entry.value, Mapping):
            self.check(name, entry.value)

    def chance(self, node: Node) -> None:
        """Look at outcomes of chance: pieces, players, symbols, truths, or any number."""
        known = self.known.outcomes | {"true", "false"}
        for item in items(node):
            if isinstance(item, Scalar) and isinstance(item.value, str) and item.text not in self.names:
                labels = {one for several in self.known.labels.values() for one in several}
                self.pieces(item, known, labels, "cannot come up")

    def check(self, form: str, node: Mapping) -> None:
        """Look at the parts of a check."""
        if form == "log" and not says_something(node):
            self.draft.fail("RP701", NO_LINE, node.span)
        for name, entry in entries(node):
            if name not in PARTS[form]:
                self.fail(f"`{name}` means nothing below `{form}`", entry.key.span, PARTS[form])
            elif name in ("to", "from", "winners") or (form, name) == ("seen", "by"):
                for item in items(entry.value):
                    self.player(item)
            elif name == "by":
                self.one_of(entry.value, [*self.rules.endings, "limit"], "ending")
            elif name == "returns":
                for _, one in entries(entry.value):
                    self.player(one.key)
            elif name == "what":
                what = self.place(entry.value, {**self.rules.zones, **self.rules.variables})
                self.owned(what, entry.value)

    def player(self, node: Node, also: tuple[str, ...] = ()) -> None:
        """Look at the name of a player."""
        if isinstance(node, Scalar) and node.text not in self.names:
            sort = "neither a player nor a check" if also else "no player"
            self.fail(f"`{node.text}` is {sort}", node.span, (*self.names, *also))

    def one_of(self, node: Node | None, known: Iterable[str], sort: str) -> None:
        """Look at a name of some sort."""
        if isinstance(node, Scalar) and node.text not in known:
            self.fail(f"`{node.text}` is no {sort}", node.span, known)

    def action(self, node: Node, possible: bool = True) -> None:
        """Look at an action; what is to be refused may name pieces and values that are not there."""
        if isinstance(node, Scalar):
            self.one_of(node, self.known.actions, "action")
        if not isinstance(node, Mapping) or len(node.entries) != 1:
            return
        name, entry = next(iter(node.entries.items()))
        self.one_of(entry.key, self.known.actions, "action")
        heads = self.known.actions.get(name, [])
        takes = {one.name: one for head in heads for one in head}
        for key, one in entries(entry.value):
            if key not in takes and heads:
                self.fail(f"`{name}` takes no `{key}`", one.key.span, takes)
            elif possible and len(heads) == 1:
                self.choice(one.value, takes[key].kind)

    # Values ----------------------------------------------------------------------------

    def choice(self, node: Node, kind: Kind) -> None:
        """Look at what is chosen."""
        if isinstance(kind, (Bag, Piece)):
            self.of_deck(node, kind.deck)
        else:
            self.value(node, kind)

    def value(self, node: Node, kind: Kind) -> None:
        """Look at a value, or at the elements of a set."""
        if isinstance(node, Sequence):
            of = kind.of if isinstance(kind, Set) and kind != PLAYERS else None
            for item in node.items:
                if kind == PLAYERS:
                    self.player(item)
                elif of is not None:
                    self.value(item, of)
        elif isinstance(node, Scalar) and node.value is not None:
            self.draft.term(node, self.scope, kind)

    def of_deck(self, node: Node, deck: str) -> None:
        """Look at pieces of a deck."""
        self.pieces(node, self.known.words[deck], self.known.labels[deck])

    def pieces(self, node: Node, words: set[str], labels: set[str], why: str = "is on no piece") -> None:
        """Look at pieces by their labels: a word that is on none of them is misspelt."""
        for item in items(node):
            if not isinstance(item, Scalar) or {item.text} <= labels or {*item.text.split()} <= labels:
                continue
            for found in WORD.finditer(item.text):
                if found[0] not in words:
                    self.fail(f"`{found[0]}` {why}", item.place(*found.span()), words)


def items(node: Any) -> tuple[Node, ...]:
    """Return the items of a list; a value by itself is the only one."""
    if isinstance(node, Sequence):
        return node.items
    return () if node is None else (node,)
