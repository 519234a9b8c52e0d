"""What an editor asks about a place: which names may stand there, what one means, where it is declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..composing.places import step_id
from ..loading import Examined, tree_of
from ..parsing import parse
from ..reading.tree import Entry, Mapping, Node, Scalar, Sequence
from ..rules.builtins import AGGREGATES, BUILTINS
from ..rules.checking import Checker
from ..rules.kinds import PLAYER, Kind, Optional, Piece, Record, Unknown, element_of
from ..rules.model import Ruleset
from ..rules.scopes import Scope, player_fields
from ..rules.terms import Apply, Attribute, Component, Constant, Local, OptionValue, PerPlayer, Term, Variable
from ..source import Source, Span

WORDS = ("and", "or", "not", "in", "if", "then", "else", "true", "false", "none")
SIMPLE = ("integer", "boolean", "player", "players")
# The sections in which the value of a key is a name.
REFERENCES = {
    "call": ("procedures",),
    "challenge": ("challenges",),
    "judge": ("challenges",),
    "next": ("phases",),
    "of": ("decks", "dice"),
    "actions": ("actions",),
    "type": ("types", "decks", "dice"),
}
_CHAIN = re.compile(r"((?:[A-Za-z_]\w*(?:\([^()]*\))?\.)*)([A-Za-z_]\w*)?$")
_LOOP = re.compile(r"\bfor +([a-z]\w*) +in +(.+?)(?= +where\b|$)")


@dataclass(frozen=True)
class Named:
    """A name, what it is, and what is said of it."""

    name: str
    kind: str
    about: str = ""


# Names that may stand at a place --------------------------------------------------------


def scope_at(found: Examined, offset: int) -> Scope | None:
    """Return the names that exist in the expression at a place."""
    if found.draft is None:
        return None
    near = [
        (node, scope)
        for node, scope in found.draft.seen
        if node.span.source is found.source and node.span.start <= offset <= node.span.end
    ]
    return min(near, key=lambda one: one[0].span.end - one[0].span.start)[1] if near else None


def names_for(rules: Ruleset, scope: Scope | None, before: str) -> list[Named]:
    """Return the names that may go on an expression, of which the beginning is given."""
    chain = _CHAIN.search(before)
    scope = scope or Scope(rules).in_turn()
    scope = scope.with_locals(loops(before, scope))
    owner = chain[1].removesuffix(".") if chain else ""
    if owner == "option":
        return [Named(name, str(one.kind), one.help) for name, one in rules.options.items()]
    if owner:
        kind = kind_of(owner, scope)
        return fields(rules, kind) if kind is not None else []
    return [*variables(rules, scope), *functions(rules), *(Named(word, "word") for word in WORDS)]


def variables(rules: Ruleset, scope: Scope) -> Iterator[Named]:
    """Yield the names of values."""
    nowhere = Span(Source("", ""), 0, 0)
    symbols = scope.symbols() - set(scope.locals)
    for name in sorted(scope.names(), key=lambda one: (one in symbols, one)):
        term = scope.resolve(name, nowhere)
        kind = "options" if name == "option" else str(term.kind) if term is not None else ""
        yield Named(name, kind, help_of(rules, name))


def functions(rules: Ruleset) -> Iterator[Named]:
    """Yield the names that are called."""
    for name, function in rules.functions.items():
        yield Named(f"{name}(", str(function.value.kind), help_of(rules, name))
    for name, builtin in BUILTINS.items():
        yield Named(f"{name}(", builtin.signature, builtin.help)
    for name in AGGREGATES:
        yield Named(f"{name}(", f"{name}(… for x in … where …)")


def fields(rules: Ruleset, kind: Kind) -> list[Named]:
    """Return what may stand behind the dot of a value."""
    inner = kind.of if isinstance(kind, Optional) else kind
    pairs: list[tuple[str, Kind]] = []
    if inner == PLAYER:
        pairs = list(player_fields(rules).items())
    elif isinstance(inner, Piece):
        pairs = list(rules.decks[inner.deck].attributes)
    elif isinstance(inner, Record):
        pairs = list(inner.fields)
    return [Named(name, str(one), help_of(rules, name)) for name, one in pairs]


def kind_of(text: str, scope: Scope) -> Kind | None:
    """Return the type of an expression; nothing where it has none."""
    source = Source("", text)
    tree, problems = parse(text, lambda start, end: Span(source, start, end))
    if tree is None or problems:
        return None
    kind = Checker().check(tree, scope).kind
    return None if isinstance(kind, Unknown) else kind


def loops(text: str, scope: Scope) -> Iterator[Local]:
    """Yield the names that aggregates of an unfinished expression bind."""
    for found in _LOOP.finditer(text):
        kind = kind_of(found[2].strip(), scope)
        element = element_of(kind) if kind is not None else None
        if element is not None:
            yield Local(element, Span(Source("", ""), 0, 0), found[1])


def references(found: Examined, key: str) -> list[Named]:
    """Return the names that the value of a key may be, for keys that refer to something."""
    names = [
        Named(name, section, said(entry.value))
        for section in REFERENCES.get(key, ())
        for name, entry in entries(found.root, section)
    ]
    return names + ([Named(name, "type") for name in SIMPLE] if key == "type" else [])


# What a name means ----------------------------------------------------------------------


def term_at(found: Examined, offset: int) -> tuple[Term, Scope] | None:
    """Return the smallest part of an expression at a place."""
    if found.draft is None:
        return None
    near = [
        one
        for one in found.draft.checker.terms
        if one[0].span.source is found.source and one[0].span.start <= offset <= one[0].span.end
    ]
    return min(near, key=lambda one: one[0].span.end - one[0].span.start) if near else None


def meaning_at(found: Examined, offset: int) -> tuple[Span, Named] | None:
    """Return what stands at a place of an expression: its type, and what the ruleset says of it."""
    near = term_at(found, offset)
    if near is None or found.rules is None or isinstance(near[0].kind, Unknown):
        return None
    term, text = near[0], found.source.text[near[0].span.start : near[0].span.end]
    name = str(getattr(term, "name", text))
    if isinstance(term, Apply) or name in BUILTINS:
        about = BUILTINS[name].help if name in BUILTINS else help_of(found.rules, name)
        return term.span, Named(text, str(term.kind), about)
    return term.span, Named(text, str(term.kind), help_of(found.rules, name))


def help_of(rules: Ruleset, name: str) -> str:
    """Return what the ruleset says of something."""
    for section in (rules.zones, rules.variables, rules.options, rules.functions, rules.decks):
        if name in section:
            return str(getattr(section[name], "help", "") or "")
    return ""


# Where a name is declared ---------------------------------------------------------------


def declared_at(found: Examined, offset: int) -> Span | None:
    """Return where the name at a place is declared, in this file or in a base."""
    near = term_at(found, offset)
    if near is not None:
        return declaration(found.root, *near)
    key, word = reference_at(found.root, found.source, offset) or ("", "")
    return next(filter(None, (place(found.root, section, word) for section in REFERENCES.get(key, ()))), None)


def declaration(root: Node | None, term: Term, scope: Scope) -> Span | None:
    """Return where what a term names is declared."""
    match term:
        case Local(name=name):
            local = scope.locals.get(name)
            return (local or term).span
        case Variable(name=name) | PerPlayer(name=name):
            return place(root, "variables", name) or place(root, "zones", name)
        case OptionValue(name=name):
            return place(root, "options", name)
        case Apply():
            return place(root, "functions", term.name)
        case Attribute():
            kind = term.piece.kind
            return place(root, "decks", getattr(kind, "deck", "")) or place(
                root, "dice", getattr(kind, "deck", "")
            )
        case Component():
            return place(root, "types", str(term.record.kind))
        case Constant():
            return place(root, "types", str(getattr(term.kind, "name", "")))
    return None


def reference_at(root: Node | None, source: Source, offset: int, key: str = "") -> tuple[str, str] | None:
    """Return the key and the word at a place whose value is a name."""
    if isinstance(root, Scalar):
        here = root.span.source is source and root.span.start <= offset <= root.span.end
        return (key, root.text) if here else None
    pairs = (
        [(name, entry.value) for name, entry in root.entries.items()]
        if isinstance(root, Mapping)
        else [(key, item) for item in getattr(root, "items", ())]
    )
    return next(filter(None, (reference_at(node, source, offset, name) for name, node in pairs)), None)


def place(root: Node | None, section: str, name: str) -> Span | None:
    """Return where an entry of a section is declared."""
    return next((entry.key.span for key, entry in entries(root, section) if key == name), None)


def entries(root: Node | None, section: str) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of a section."""
    node = root.get(section) if isinstance(root, Mapping) else None
    if isinstance(node, Mapping):
        yield from node.entries.items()


def said(node: Node) -> str:
    """Return the title or help of an entry."""
    for key in ("help", "title"):
        value = node.get(key) if isinstance(node, Mapping) else None
        if isinstance(value, Scalar):
            return value.text
    return ""


# Places and nodes -----------------------------------------------------------------------


def node_at(root: Node | None, path: tuple[str | int, ...]) -> Node | None:
    """Return the node at a place; of a list the item that has the name, or the first one."""
    node = root
    for step in path:
        if isinstance(node, Mapping):
            node = node.get(str(step))
        elif isinstance(node, Sequence):
            node = next((item for item in node.items if step in (0, step_id(item))), None)
        else:
            return None
    return node


def path_at(source: Source, offset: int) -> tuple[str | int, ...] | None:
    """Return the way to the key at a place of a text, if there is a key."""
    return key_path(tree_of(source), offset, ())


def key_path(node: Node | None, offset: int, path: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """Return the way to the key at a place below a node."""
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            if entry.key.span.start <= offset <= entry.key.span.end:
                return (*path, name)
            if (found := key_path(entry.value, offset, (*path, name))) is not None:
                return found
    elif isinstance(node, Sequence):
        for item in node.items:
            if (found := key_path(item, offset, (*path, 0))) is not None:
                return found
    return None
