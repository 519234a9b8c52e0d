"""A ruleset from the tree of its file: every declaration, in an order in which names are known."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from .. import syntax
from ..diagnostics import suggest_or_list
from ..parsing import parse
from ..reading.reader import Entry, Mapping, Node, Scalar, plain
from . import model
from .choosing import fits
from .drafting import (
    HIDDEN_VALUE,
    HIDDEN_ZONE,
    Draft,
    child,
    entries,
    kind_of_values,
    literals,
    number,
    text,
    truth,
    unknown,
)
from .flow import read_flow
from .instructions import read_steps
from .kinds import BOOLEAN, INTEGER, UNKNOWN, Kind, Record, Symbol, join
from .model import Ruleset
from .questions import read_action, read_challenge
from .scopes import Scope
from .terms import Apply, Constant, Local, Term, walk

MOST_KINDS = 126  # as many as a bag can count apart
MOST_TERMS = 5_000
MOST_PLAYERS = 10  # as the schema says; tables over sets of players double with each


def declare(root: Node) -> tuple[Ruleset, Draft]:
    """Return what a tree declares, and the draft with all that is wrong in it."""
    draft = Draft()
    rules = draft.ruleset
    rules.id, rules.name = text(root, "id"), text(root, "name")
    rules.summary, rules.source = text(root, "summary"), text(root, "source")
    rules.low = number(child(child(root, "players"), "min")) or 2
    highest = child(child(root, "players"), "max")
    rules.low = min(rules.low, MOST_PLAYERS)
    rules.high = min(number(highest) or rules.low, MOST_PLAYERS)
    if highest is not None and rules.high < rules.low:
        draft.fail("RP105", f"`max` is less than `min`, which is {rules.low}", highest.span)
    for stage in (
        _types,
        _options,
        _decks,
        _zones,
        _variables,
        _functions,
        _option_conditions,
        _heads,
        _bodies,
    ):
        stage(draft, root)
    return rules, draft


def base_scope(draft: Draft) -> Scope:
    """Return the names that exist everywhere in the ruleset."""
    return Scope(draft.ruleset)


def _types(draft: Draft, root: Node) -> None:
    for name, entry in entries(child(root, "types")):
        fields = child(entry.value, "record")
        if fields is None:
            draft.ruleset.types[name] = named(draft.kind(entry.value), name)
        else:
            pairs = tuple((key, draft.kind(one.value)) for key, one in entries(fields))
            draft.ruleset.types[name] = Record(name, pairs)


def named(kind: Kind, name: str) -> Kind:
    """Return an enumeration under its declared name."""
    return Symbol(kind.values, name) if isinstance(kind, Symbol) else kind


def _options(draft: Draft, root: Node) -> None:
    for name, entry in entries(child(root, "options")):
        node = entry.value
        listed = child(node, "values")
        values = literals(listed) if listed is not None else ()
        kind = kind_of_values(values) if values else draft.kind(child(node, "type"))
        if kind == BOOLEAN:
            values = (False, True)
        written = child(node, "default")
        default = plain(written) if written is not None else None
        option = model.Option(
            name=name,
            kind=kind,
            values=values,
            low=number(child(node, "min")),
            high=number(child(node, "max")),
            default=default,
            when=None,
            because=text(node, "because"),
            help=text(node, "help"),
            span=entry.key.span,
        )
        draft.ruleset.options[name] = option
        check_value(draft, option, default, (written or entry.key).span)
    for name, entry in entries(child(root, "presets")):
        draft.ruleset.presets[name] = read_preset(draft, entry.value)


def read_preset(draft: Draft, node: Node) -> dict[str, Any]:
    """Return the option values of a preset, reported where no option takes them."""
    chosen: dict[str, Any] = {}
    for name, entry in entries(child(node, "options")):
        if name not in draft.ruleset.options:
            hint = suggest_or_list(name, draft.ruleset.options)
            draft.fail("RP310", f"unknown option `{name}`", entry.key.span, hint)
            continue
        chosen[name] = plain(entry.value)
        check_value(draft, draft.ruleset.options[name], chosen[name], entry.value.span)
    return chosen


def check_value(draft: Draft, option: model.Option, value: Any, span: Any) -> None:
    """Report a value that an option does not take."""
    if (problem := fits(option, value)) is not None:
        draft.fail("RP323", f"option `{option.name}` {problem}", span)


def _option_conditions(draft: Draft, root: Node) -> None:
    for name, entry in entries(child(root, "options")):
        when = draft.maybe(child(entry.value, "when"), base_scope(draft), BOOLEAN)
        if when is not None:
            draft.ruleset.options[name] = replace(draft.ruleset.options[name], when=when)


def _decks(draft: Draft, root: Node) -> None:
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
    return base_scope(draft).with_locals(Local(kind, deck.span, key) for key, kind in deck.attributes)


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
    count = draft.maybe(child(node, "count"), base_scope(draft), INTEGER) or one(draft, node)
    return model.PieceLine(attributes, count)


def _zones(draft: Draft, root: Node) -> None:
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


def _variables(draft: Draft, root: Node) -> None:
    for name, entry in entries(child(root, "variables")):
        draft.ruleset.variables[name] = read_variable(draft, name, entry.key, entry.value)
    for name, entry in entries(child(root, "variables")):
        declared = draft.ruleset.variables[name]
        starts = draft.maybe(child(entry.value, "starts"), base_scope(draft), declared.kind)
        object.__setattr__(declared, "starts", starts)
        check_start(draft, declared)


def check_start(draft: Draft, declared: model.VariableDeclaration) -> None:
    """Report a variable that starts outside of its own range."""
    starts = declared.starts
    for bound, sign, is_out in ((declared.low, "min", int.__lt__), (declared.high, "max", int.__gt__)):
        if not isinstance(starts, Constant) or not isinstance(bound, Constant):
            continue
        begin, end = starts.value, bound.value
        if isinstance(begin, int) and isinstance(end, int) and is_out(begin, end):
            message = f"`{declared.name}` starts outside of its range: `{sign}` is {end}"
            draft.fail("RP105", message, starts.span)


def read_variable(draft: Draft, name: str, key: Scalar, node: Node) -> model.VariableDeclaration:
    """Return a variable without the value it starts with."""
    each, scope = text(node, "each") == "player", base_scope(draft)
    if name in draft.ruleset.zones:
        draft.fail("RP503", f"`{name}` is already a zone", key.span, "give one of them another name")
    return model.VariableDeclaration(
        name=name,
        kind=draft.kind(node),
        each=each,
        starts=None,
        low=draft.maybe(child(node, "min"), scope, INTEGER),
        high=draft.maybe(child(node, "max"), scope, INTEGER),
        sight=draft.sight(child(node, "seen_by"), each, HIDDEN_VALUE),
        help=text(node, "help"),
        span=key.span,
        shown=child(node, "shown") is None or truth(child(node, "shown")),
    )


def parameters(draft: Draft, node: Node) -> tuple[tuple[str, Kind], ...]:
    """Return the parameters below `with`."""
    return tuple((name, draft.kind(entry.value)) for name, entry in entries(child(node, "with")))


def _functions(draft: Draft, root: Node) -> None:
    nodes = {name: entry.value for name, entry in entries(child(root, "functions"))}
    order = _in_order(draft, nodes)
    for name in set(nodes) - set(order):
        takes, span = parameters(draft, nodes[name]), nodes[name].span
        draft.ruleset.functions[name] = model.Function(name, takes, span, unknown(span), "")
    sizes: dict[str, int] = {}
    for name in order:
        node = nodes[name]
        takes = parameters(draft, node)
        scope = base_scope(draft).with_locals(Local(kind, node.span, key) for key, kind in takes)
        value = draft.term(child(node, "value"), scope)
        sizes[name] = sum(sizes.get(one.name, 1) if isinstance(one, Apply) else 1 for one in walk(value))
        if sizes[name] > MOST_TERMS:
            message = f"function `{name}` takes more than {MOST_TERMS} steps to work out, the functions in it included"
            draft.fail("RP205", message, node.span, "let functions use each other less often")
            value, sizes[name] = unknown(node.span), 1
        draft.ruleset.functions[name] = model.Function(name, takes, node.span, value, text(node, "help"))


def _in_order(draft: Draft, nodes: dict[str, Node]) -> list[str]:
    """Return function names, each behind those it calls."""
    calls = {name: called_in(child(node, "value")) & set(nodes) for name, node in nodes.items()}
    done: list[str] = []
    while len(done) < len(nodes):
        ready = [name for name in nodes if name not in done and calls[name] <= set(done)]
        if not ready:
            stuck = _circular(calls, done)
            hint = "a function may not use itself, not even through others"
            draft.fail("RP314", f"function `{stuck}` never comes to an end", nodes[stuck].span, hint)
            return done
        done += ready
    return done


def _circular(calls: dict[str, set[str]], done: list[str]) -> str:
    """Return a function that comes to use itself."""
    seen: list[str] = []
    name = next(name for name in calls if name not in done)
    while name not in seen:
        seen.append(name)
        name = min(calls[name] - set(done))
    return name


def called_in(node: Node | None) -> set[str]:
    """Return the names called in an expression."""
    tree = parse(node.text, node.place)[0] if isinstance(node, Scalar) else None
    found: set[str] = set()
    stack: list[Any] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, syntax.Call):
            found.add(item.function)
        if isinstance(item, tuple):
            stack.extend(item)
        elif isinstance(item, syntax.Expression):
            stack.extend(value for key, value in vars(item).items() if "span" not in key)
    return found


def _heads(draft: Draft, root: Node) -> None:
    rules = draft.ruleset
    for name, entry in entries(child(root, "procedures")):
        rules.procedures[name] = (
            model.Parameterised(name, parameters(draft, entry.value), entry.key.span),
            (),
        )
    for name, entry in entries(child(root, "challenges")):
        rules.challenges[name] = model.Challenge(name, "", (), None, (), None, (), entry.key.span)


def _bodies(draft: Draft, root: Node) -> None:
    rules, scope = draft.ruleset, base_scope(draft)
    for name, entry in entries(child(root, "procedures")):
        head, _ = rules.procedures[name]
        inner = scope.with_locals(Local(kind, entry.key.span, key) for key, kind in head.parameters)
        rules.procedures[name] = (head, read_steps(draft, child(entry.value, "do"), inner))
    for name, entry in entries(child(root, "challenges")):
        if isinstance(entry.value, Mapping):
            rules.challenges[name] = read_challenge(draft, name, entry.value, scope)
    for name, entry in entries(child(root, "actions")):
        if isinstance(entry.value, Mapping):
            rules.actions[name] = read_action(draft, name, entry.value, scope.in_turn())
    rules.scenarios = dict(entries(child(root, "scenarios")))
    for name, entry in entries(child(root, "rulings")):
        rules.rulings[name] = {key: text(entry.value, key) for key in ("text", "ground")}
    rules.setup = read_steps(draft, child(root, "setup"), scope)
    read_flow(draft, root, scope)
