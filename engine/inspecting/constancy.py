"""Conditions that are the same whatever happens in play and whichever options are chosen."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from ..diagnostics import Diagnostic
from ..program.folding import Folder
from ..rules import model
from ..rules.kinds import BOOLEAN
from ..rules.terms import (
    Aggregate,
    Apply,
    Constant,
    Operation,
    OptionValue,
    PlayerCount,
    Term,
    children,
    walk,
)
from .passages import conditions

MOST = 256
HELP = "take it out, or mend it; what shall always hold is written `true`"
SAME = {"==": True, "<=": True, ">=": True, "!=": False, "<": False, ">": False}


def look_for_constants(rules: model.Ruleset) -> list[Diagnostic]:
    """Return conditions, and parts of them joined by `and` and `or`, that never change."""
    return [one for what, condition in conditions(rules) for one in constant_parts(rules, what, condition)]


def constant_parts(rules: model.Ruleset, what: str, condition: Term) -> Iterator[Diagnostic]:
    """Yield what never changes of one condition."""
    if isinstance(condition, Constant):
        return
    value = same_everywhere(rules, condition)
    if value is not None:
        yield finding(what, condition, value)
    elif isinstance(condition, Operation) and condition.name in ("and", "or", "not"):
        for one in condition.items:
            yield from constant_parts(rules, "this part of the condition", one)


def finding(what: str, condition: Term, value: bool) -> Diagnostic:
    """Return the warning for a condition that never changes."""
    always = "always" if value else "never"
    message = f"{what} {always} comes about" if what.startswith("outcome") else f"{what} {always} holds"
    hidden = ", so those below it never do" if what.startswith("outcome") and value else ""
    return Diagnostic("RP501", message + hidden, condition.span, "warning", HELP)


def same_everywhere(rules: model.Ruleset, condition: Term) -> bool | None:
    """Return the value that a condition has at every table, or None where it depends on play or options."""
    options, by_players = read_in(rules, condition)
    own = condition.span.source.name == rules.path
    if (options or by_players) and not own:  # a variant may narrow what its base leaves open
        return None
    values = [values_of(rules.options[name]) for name in options]
    if None in values or any(len(one or ()) < 2 for one in values):
        return None
    numbers = range(rules.low, rules.high + 1) if by_players else (rules.low,)
    if by_players and len(numbers) < 2:
        return None
    count = len(numbers)
    for one in values:
        count *= len(one or ())
    if count > MOST:
        return None
    found: set[bool] = set()
    usual = {name: option.default for name, option in rules.options.items()}
    for players, chosen in itertools.product(numbers, itertools.product(*(one or () for one in values))):
        folder = Folder(usual | dict(zip(options, chosen, strict=True)), players, rules.functions)
        folded = settled(folder.fold(condition))
        if not isinstance(folded, Constant) or not isinstance(folded.value, bool):
            return None
        found.add(folded.value)
        if len(found) > 1:
            return None
    return found.pop() if found else None


def values_of(option: model.Option) -> tuple[Any, ...] | None:
    """Return all values of an option, or None if they are too many."""
    if option.values:
        return option.values
    if option.low is None or option.high is None or option.high - option.low >= MOST:
        return None
    return tuple(range(option.low, option.high + 1))


def read_in(rules: model.Ruleset, term: Term) -> tuple[list[str], bool]:
    """Return the options that a term and its functions read, and whether they read the number of players."""
    options: dict[str, None] = {}
    by_players, todo, seen = False, [term], set()
    while todo:
        for one in walk(todo.pop()):
            if isinstance(one, OptionValue):
                options[one.name] = None
            by_players |= isinstance(one, PlayerCount)
            if isinstance(one, Apply) and one.name not in seen:
                seen.add(one.name)
                todo.append(rules.functions[one.name].value)
    return list(options), by_players


def settled(term: Term) -> Term:
    """Return a term in which what is compared with itself is settled."""
    changed: dict[str, Any] = {}
    for slot in fields(term):
        value = getattr(term, slot.name)
        if isinstance(value, Term):
            changed[slot.name] = settled(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Term):
            changed[slot.name] = tuple(map(settled, value))
    term = replace(term, **changed) if changed else term
    if not isinstance(term, Operation):
        return term
    known = [one.value for one in term.items if isinstance(one, Constant)]
    if term.name in SAME and term.items[0] == term.items[1] and defined(term.items[0]):
        return Constant(BOOLEAN, term.span, SAME[term.name])
    if term.name == "and" and False in known or term.name == "or" and True in known:
        return Constant(BOOLEAN, term.span, term.name == "or")
    if term.name in ("and", "or") and len(known) == len(term.items):
        return Constant(BOOLEAN, term.span, all(known) if term.name == "and" else any(known))
    return Constant(BOOLEAN, term.span, not known[0]) if term.name == "not" and known else term


def defined(term: Term) -> bool:
    """Tell whether a term is a plain value, of which it is sure that comparing it with itself is a slip."""
    return not isinstance(term, (Aggregate, Apply)) and all(map(defined, children(term)))
