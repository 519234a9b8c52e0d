"""What reading a ruleset needs at every place: expressions, templates, texts and types of nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .. import parsing
from ..diagnostics import Diagnostic, suggest_or_list
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, comment_after
from ..source import Source, Span
from ..syntax import Expression
from .checking import Checker
from .kinds import (
    BOOLEAN,
    INTEGER,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    Kind,
    Optional,
    Piece,
    Symbol,
)
from .model import COUNTS, NOTHING_SEEN, SEES, Ruleset, Sight, Template
from .scopes import Scope
from .terms import Constant, Term

SIMPLE: dict[str, Kind] = {"integer": INTEGER, "boolean": BOOLEAN, "player": PLAYER, "players": PLAYERS}
MOST_LITERALS = 1_000  # one more is read, so that a list that is too long can be told
INTERVAL = re.compile(r"(-?\d+)\.\.(-?\d+)")


class Draft:
    """A ruleset under construction and everything found wrong with it so far."""

    def __init__(self) -> None:
        self.ruleset = Ruleset()
        self.checker = Checker()
        self.seen: list[tuple[Scalar, Scope]] = []  # where expressions and sentences stand

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All that is wrong so far."""
        return self.checker.diagnostics

    def fail(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report a fault."""
        self.diagnostics.append(Diagnostic(code, message, span, help=hint))

    def term(self, node: Node | None, scope: Scope, wanted: Kind | None = None) -> Term:
        """Return the checked expression at a node; a fault gives a term of unknown type."""
        if isinstance(node, Scalar):
            self.seen.append((node, scope))
        if not isinstance(node, Scalar) or node.value is None:
            if node is not None:
                self.fail("RP102", "expected an expression", node.span)
            return unknown(node.span if node is not None else _NOWHERE)
        tree, problems = parsed(node)
        self.diagnostics.extend(cut_by_comment(node, problems))
        if tree is None or problems:
            return unknown(node.span)
        before = len(self.diagnostics)
        term = self.checker.check(tree, scope, wanted)
        self.diagnostics[before:] = cut_by_comment(node, self.diagnostics[before:])
        return term

    def maybe(self, node: Node | None, scope: Scope, wanted: Kind | None = None) -> Term | None:
        """Return the checked expression at a node, or None where there is no node."""
        return None if node is None else self.term(node, scope, wanted)

    def template(self, node: Node | None, scope: Scope) -> Template | None:
        """Return the sentence at a node."""
        if not isinstance(node, Scalar):
            return None
        self.seen.append((node, scope))
        parts, problems = parsed_template(node)
        self.diagnostics.extend(problems)
        checked = tuple(one if isinstance(one, str) else self.checker.words(one, scope) for one in parts)
        return Template(checked, node.span)

    def kind(self, node: Node | None) -> Kind:
        """Return the type that a declaration (`type`, `values`, `optional`) or a type's name gives."""
        if isinstance(node, Scalar):
            return self.named_kind(node)
        if not isinstance(node, Mapping):
            return UNKNOWN
        if (values := node.get("values")) is not None:
            kind: Kind = kind_of_values(literals(values))
        else:
            kind = self.kind(node.get("type"))
        return Optional(kind) if truth(node.get("optional")) else kind

    def named_kind(self, node: Scalar) -> Kind:
        """Return the type with a name: a simple one, a declared one, or a deck's cards."""
        name, rules = node.text, self.ruleset
        if name in SIMPLE:
            return SIMPLE[name]
        if name in rules.types:
            return rules.types[name]
        if name in rules.decks:
            return Piece(name, rules.decks[name].die)
        known = [*SIMPLE, *rules.types, *rules.decks]
        self.fail("RP313", f"unknown type `{name}`", node.span, suggest_or_list(name, known))
        return UNKNOWN

    def sight(self, node: Node | None, each: bool, hidden: str) -> Sight:
        """Return who sees what; `hidden` is what those see who may not see the contents."""
        if isinstance(node, Mapping):
            every = text(node, "everyone", SEES)
            return Sight(text(node, "owner", every), text(node, "others", every))
        word = node.text if isinstance(node, Scalar) else "everyone"
        if word in ("owner", "others") and not each:
            hint = "write everyone or nobody, or give each player one with `each: player`"
            if node is not None:
                self.fail("RP420", f"`seen_by: {word}` needs an owner, and this has none", node.span, hint)
        return {
            "owner": Sight(SEES, hidden),
            "others": Sight(hidden, SEES),
            "nobody": Sight(hidden, hidden),
        }.get(word, Sight())


def cut_by_comment(node: Scalar, problems: list[Diagnostic]) -> list[Diagnostic]:
    """Return what is wrong with an expression; that a comment cuts it short explains its early end.

    Few write a comment without a space, as in `a #b`: there the rest may have been meant as well.
    """
    comment = comment_after(node) if problems else None
    if comment is None:
        return problems
    if not any(one.code == "RP202" for one in problems):
        glued = comment.source.text[comment.start + 1 : comment.start + 2].strip() not in ("", "#")
        help = "everything behind ` #` is a comment; quote the expression if it belongs to it"
        return [replace(one, help=help) for one in problems] if glued else problems
    help = "quote the expression, or put the comment on a line of its own"
    return [Diagnostic("RP007", "a comment starts here and cuts the expression short", comment, help=help)]


# A node of a base is read once for all its variants: nodes are equal only to themselves.
@lru_cache(20_000)
def parsed(node: Scalar) -> tuple[Expression | None, list[Diagnostic]]:
    """Return the expression at a node and what is wrong with it."""
    text = node.text if isinstance(node.value, str) else node.text.lower()
    return parsing.parse(text, node.place)


@lru_cache(20_000)
def parsed_template(node: Scalar) -> tuple[list[str | Expression], list[Diagnostic]]:
    """Return the parts of the sentence at a node and what is wrong with them."""
    return parsing.parse_template(node.text, node.place)


def unknown(span: Span) -> Term:
    """Return the term that stands for a fault already reported."""
    return Constant(UNKNOWN, span, None)


def literals(node: Node) -> tuple[Any, ...]:
    """Return the values a node lists: symbols, integers, truths and intervals such as `0..8`."""
    if isinstance(node, Sequence):
        return tuple(value for item in node.items for value in literals(item))
    if not isinstance(node, Scalar):
        return ()
    found = INTERVAL.fullmatch(node.text) if isinstance(node.value, str) else None
    if not found:
        return (node.value,)
    low, high = int(found[1][:9]), int(found[2][:9])
    return tuple(range(low, min(high, low + MOST_LITERALS) + 1))


def kind_of_values(values: tuple[Any, ...]) -> Kind:
    """Return the type of listed values."""
    if values and all(isinstance(value, bool) for value in values):
        return BOOLEAN
    if values and all(isinstance(value, int) for value in values):
        return INTEGER
    return Symbol(tuple(str(value) for value in values))


def entries(node: Node | None) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of a map, less those for other tools (`x-`)."""
    if isinstance(node, Mapping):
        yield from ((name, one) for name, one in node.entries.items() if not name.startswith("x-"))


def text(node: Node | None, name: str, default: str = "") -> str:
    """Return the text at a key."""
    value = node.get(name) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else default


def child(node: Node | None, name: str) -> Node | None:
    """Return the value at a key, if the node is a map that has it."""
    return node.get(name) if isinstance(node, Mapping) else None


def truth(node: Node | None) -> bool:
    """Return whether a node says true."""
    return isinstance(node, Scalar) and node.value is True


def number(node: Node | None) -> int | None:
    """Return the integer at a node."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


HIDDEN_ZONE, HIDDEN_VALUE = COUNTS, NOTHING_SEEN
_NOWHERE = Span(Source("", ""), 0, 0)


def plain_list(node: Node | None) -> list[Scalar]:
    """Return the scalars of a list."""
    return [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
