"""Decks, dice and the zones they lie in, from the tree of a file."""

from __future__ import annotations

import math

from ..diagnostics import suggest_or_list
from ..reading.reader import Entry, Node, Scalar
from . import model
from .drafting import HIDDEN_ZONE, Draft, child, entries, kind_of_values, literals, text, truth
from .kinds import INTEGER, UNKNOWN, Kind, join
from .scopes import Scope
from .terms import Constant, Local, Term

MOST_KINDS = 126  # as many as a bag can count apart


def read_decks(draft: Draft, root: Node) -> None:
    """Read the decks and dice, each with its label."""
    for section, die in (("decks", False), ("dice", True)):
        for name, entry in entries(child(root, section)):
            draft.ruleset.decks[name] = read_deck(draft, name, entry.key, entry.value, die)
    for section in ("decks", "dice"):
        for name, entry in entries(child(root, section)):
            label = draft.template(child(entry.value, "label"), label_scope(draft, name))
            object.__setattr__(draft.ruleset.decks[name], "label", label)


def label_scope(draft: Draft, name: str) -> Scope:
    """Return the scope of a deck's label: its attributes by their bare names."""
    deck = draft.ruleset.decks[name]
    return Scope(draft.ruleset).with_locals(Local(kind, deck.span, key) for key, kind in deck.attributes)


def read_deck(draft: Draft, name: str, key: Scalar, node: Node, die: bool) -> model.Deck:
    """Return the cards of a deck or the faces of a die."""
    lines: list[model.PieceLine] = []
    listed = child(node, "faces" if die else "cards")
    for item in listed.items if listed is not None and hasattr(listed, "items") else ():
        lines.append(read_line(draft, item, die))
    if die and isinstance(listed, Scalar):
        lines.append(model.PieceLine((("face", literals(listed)),), one(draft, key)))
    kinds = sum(math.prod(len(values) for _, values in line.attributes) for line in lines)
    if kinds > MOST_KINDS:
        draft.fail(
            "RP424", f"`{name}` has more than {MOST_KINDS} kinds of {'faces' if die else 'cards'}", key.span
        )
        lines = []
    attributes: dict[str, Kind] = {}
    for line in lines:
        for attribute, values in line.attributes:
            kind = join([attributes.get(attribute, kind_of_values(values)), kind_of_values(values)])
            if kind is None:
                draft.fail("RP320", f"`{attribute}` mixes integers and symbols", key.span)
            attributes[attribute] = kind or UNKNOWN
    noun = text(node, "noun", "die" if die else "card"), text(node, "nouns", "dice" if die else "cards")
    return model.Deck(
        name, die, tuple(lines), tuple(attributes.items()), None, noun, text(node, "help"), key.span
    )


def one(draft: Draft, node: Node) -> Term:
    """Return the number one, standing at a node."""
    return Constant(INTEGER, node.span, 1)


def read_line(draft: Draft, node: Node, die: bool) -> model.PieceLine:
    """Return one line of a deck: attributes with their values, and how many of each."""
    attributes = tuple((key, literals(entry.value)) for key, entry in entries(node) if key != "count")
    count = draft.maybe(child(node, "count"), Scope(draft.ruleset), INTEGER) or one(draft, node)
    return model.PieceLine(attributes, count)


def read_zones(draft: Draft, root: Node) -> None:
    """Read the zones, of decks and dice that are known."""
    decks = draft.ruleset.decks
    for name, entry in entries(child(root, "zones")):
        node, deck = entry.value, text(entry.value, "of")
        if deck not in decks:
            of = child(node, "of")
            if of is not None:
                draft.fail("RP401", f"unknown deck or die `{deck}`", of.span, suggest_or_list(deck, decks))
            draft.ruleset.variables[name] = stand_in(name, entry)
            continue
        each = text(node, "each") == "player"
        draft.ruleset.zones[name] = model.Zone(
            name=name,
            deck=deck,
            die=decks[deck].die,
            each=each,
            full=is_full(draft, entry, each),
            sight=draft.sight(child(node, "seen_by"), each, HIDDEN_ZONE),
            help=text(node, "help"),
            span=entry.key.span,
            shown=child(node, "shown") is None or truth(child(node, "shown")),
        )


def is_full(draft: Draft, entry: Entry, each: bool) -> bool:
    """Return whether a zone starts with its whole deck, reported where that cannot be."""
    starts, deck = child(entry.value, "starts"), text(entry.value, "of")
    if starts is None or text(entry.value, "starts") != "full":
        return False
    others = [one.name for one in draft.ruleset.zones.values() if one.full and one.deck == deck]
    if others or each or draft.ruleset.decks[deck].die:
        why = (
            f"it is in `{others[0]}` already"
            if others
            else "there is only one"
            if each
            else "dice are rolled"
        )
        draft.fail("RP424", f"`{deck}` cannot start here: {why}", starts.span)
        return False
    return True


def stand_in(name: str, entry: Entry) -> model.VariableDeclaration:
    """Return what a faulty zone is taken for where it is used: a value of unknown type."""
    each = text(entry.value, "each") == "player"
    return model.VariableDeclaration(name, UNKNOWN, each, None, None, None, model.Sight(), "", entry.key.span)
