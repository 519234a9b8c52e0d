"""A ruleset from the tree of its file: every declaration, in an order in which names are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import syntax
from ..diagnostics import suggest_or_list
from ..parsing import parse
from ..reading.reader import Mapping, Node, Scalar, plain
from . import model
from .choosing import fits
from .drafting import (
    HIDDEN_VALUE,
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
from .kinds import BOOLEAN, INTEGER, Kind, Record, Symbol
from .model import Ruleset
from .pieces import read_decks, read_zones
from .questions import read_action, read_challenge
from .scopes import Scope
from .terms import Apply, Constant, Local, walk

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
        read_decks,
        read_zones,
        _variables,
        _functions,
        _option_conditions,
        _heads,
        _bodies,
    ):
        stage(draft, root)
    return rules, draft


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
        draft.ruleset.preset_helps[name] = text(entry.value, "help")


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
        when = draft.maybe(child(entry.value, "when"), Scope(draft.ruleset), BOOLEAN)
        if when is not None:
            draft.ruleset.options[name] = replace(draft.ruleset.options[name], when=when)


def _variables(draft: Draft, root: Node) -> None:
    for name, entry in entries(child(root, "variables")):
        draft.ruleset.variables[name] = read_variable(draft, name, entry.key, entry.value)
    for name, entry in entries(child(root, "variables")):
        declared = draft.ruleset.variables[name]
        starts = draft.maybe(child(entry.value, "starts"), Scope(draft.ruleset), declared.kind)
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
    each, scope = text(node, "each") == "player", Scope(draft.ruleset)
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
        scope = Scope(draft.ruleset).with_locals(Local(kind, node.span, key) for key, kind in takes)
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
    rules, scope = draft.ruleset, Scope(draft.ruleset)
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
