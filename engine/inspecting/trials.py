"""Tables that cannot be set: the setup is carried out for every number of players and choice of options."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import Diagnostic, RulesetError, listed
from ..play.state import State
from ..program.compiling import ChoiceError, all_terms, compile_rules
from ..program.program import RuleError
from ..rules import model
from ..rules.choosing import fits
from ..rules.kinds import BOOLEAN
from ..rules.terms import Apply, Constant, OptionValue, walk
from .passages import every

MOST = 40
TOO_FEW = "fewer pieces than are to be dealt"


def try_tables(rules: model.Ruleset) -> list[Diagnostic]:
    """Return what goes wrong before the first decision, each with a table at which it does."""
    failures: dict[tuple[Any, ...], list[tuple[Diagnostic, str]]] = {}
    short = cut_short(rules)
    for players, options in tables(rules, short):
        found = failure(short, players, options)
        if found is not None:
            mark = (found.code, found.span.start, found.message)
            failures.setdefault(mark, []).append((found, said(rules, players, options)))
    return [together(found) for found in failures.values()]


def together(found: list[tuple[Diagnostic, str]]) -> Diagnostic:
    """Return one diagnostic for what fails in the same way at several tables."""
    first, table = found[0]
    others = len(found) - 1
    more = f" (and at {others} more table{'s' * (others > 1)} tried)" if others else ""
    return replace(first, message=f"{table}: {first.message}{more}")


def said(rules: model.Ruleset, players: int, options: dict[str, Any]) -> str:
    """Return what a table is like, in words."""
    chosen = [
        f"{name} = {word(value)}" for name, value in options.items() if value != rules.options[name].default
    ]
    return "with " + " and ".join(
        [f"{players} player{'s' if players > 1 else ''}", *([listed(chosen)] if chosen else [])]
    )


def word(value: Any) -> str:
    """Return a value as it is written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def cut_short(rules: model.Ruleset) -> model.Ruleset:
    """Return the rules up to the first turn, where the game is over."""
    first = next(iter(rules.phases.values()), None)
    if first is None:
        return rules
    phase = replace(first, turns=None, after=(), next="")
    always = model.Ending("over", Constant(BOOLEAN, first.span, True), None, None, None, first.span)
    digest = f"{rules.digest} before the first turn"
    short = replace(rules, digest=digest, phases={first.name: phase}, endings={"over": always})
    return replace(short, eliminations={}, limit=None, actions={})


def tables(rules: model.Ruleset, short: model.Ruleset) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield numbers of players and options that bear on the setup, those with few changes first.

    The usual options are tried with every number of players, one other value with the most and the
    fewest, several others with the most: it is there that pieces run out.
    """
    read = read_early(short)
    values = {name: tried(option) for name, option in rules.options.items() if name in read}
    one_changed = ({name: value} for name, several in values.items() for value in several[1:])
    every = (dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values()))
    changed = ({n: v for n, v in chosen.items() if v != values[n][0]} for chosen in every)
    usual = ((players, dict[str, Any]()) for players in range(rules.high, rules.low - 1, -1))
    ends = sorted({rules.high, rules.low}, reverse=True)
    one_other = ((players, chosen) for chosen in one_changed for players in ends)
    several_others = ((rules.high, chosen) for chosen in changed if len(chosen) > 1)
    yield from itertools.islice(itertools.chain(usual, one_other, several_others), MOST)


def tried(option: model.Option) -> list[Any]:
    """Return the values of an option to try: all, or of a range the ends; the usual one comes first."""
    low, high = option.low, option.high
    ends = [one for one in (low, high) if one is not None and fits(option, one) is None]
    values = list(option.values or ends)
    return [option.default, *(one for one in values if one != option.default)]


def read_early(short: model.Ruleset) -> set[str]:
    """Return the options that bear on what happens before the first turn."""
    first = next(iter(short.phases.values()), None)
    todo: list[Any] = [short.setup, first, short.decks, short.variables]
    found: set[str] = set()
    seen: set[str] = set()
    while todo:
        part = todo.pop()
        for term in all_terms(part):
            for one in walk(term):
                if isinstance(one, OptionValue):
                    found.add(one.name)
                elif isinstance(one, Apply) and one.name not in seen:
                    seen.add(one.name)
                    todo.append(short.functions[one.name].value)
        todo += called(part, short, seen)
    return found


def called(part: Any, rules: model.Ruleset, seen: set[str]) -> Iterator[Any]:
    """Yield the procedures and challenges that steps carry out, each once."""
    steps = part.before if isinstance(part, model.Phase) else part if isinstance(part, tuple) else ()
    for step in every(one for one in steps if isinstance(one, model.Step)):
        name = f"{type(step).__name__} {getattr(step, 'procedure', getattr(step, 'challenge', ''))}"
        if name in seen:
            continue
        seen.add(name)
        if isinstance(step, model.Invoke):
            yield rules.procedures[step.procedure][1]
        elif isinstance(step, (model.Contest, model.Judge)):
            one = rules.challenges[step.challenge]
            yield (
                *((one.window,) if one.window else ()),
                *(s for outcome in one.outcomes for s in outcome.steps),
            )


def failure(short: model.Ruleset, players: int, options: dict[str, Any]) -> Diagnostic | None:
    """Return what goes wrong at a table before the first decision."""
    try:
        state = State.new(compile_rules(short, players, options, once=True))
        state.resolve_chance(random.Random(1))
    except ChoiceError:
        return None
    except RulesetError as problem:
        return problem.diagnostics[0]
    except RuleError as problem:
        code = "RP414" if TOO_FEW in problem.message else "RP425"
        return Diagnostic(code, problem.message, problem.span, help=advice(code))
    return None


def advice(code: str) -> str:
    """Return what may be done about a table that cannot be set."""
    fewer = "deal fewer, or have more cards" if code == "RP414" else "mend the rule"
    return f"{fewer}, or keep such tables out by `players` or the option's `when`"
