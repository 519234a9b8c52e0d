"""Tables that cannot be set: the setup is carried out for every number of players and choice of options."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import Diagnostic, RulesetError, listed
from ..play.state import State
from ..program.compiling import ChoiceError, all_terms, choose, compile_rules
from ..program.program import RuleError
from ..rules import model
from ..rules.choosing import fits
from ..rules.kinds import BOOLEAN, INTEGER
from ..rules.terms import Apply, Constant, Operation, OptionValue, Variable, walk
from .passages import body_of, every

MOST, LOOKED_AT = 30, 500  # tables tried where more are thinkable; choices looked at for them
PATIENCE = 200_000  # elements gone through at one table
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
    phases: dict[str, model.Phase] = {}
    name = next(iter(rules.phases), "")
    while name in rules.phases and name not in phases:
        phases[name] = phase = rules.phases[name]
        name = phase.next
        if phase.turns is not None:
            break
    if not phases:
        return rules
    last = next(reversed(phases.values()))
    phases[last.name] = replace(last, turns=None, after=(), next="")
    counted = Variable(INTEGER, last.span, "round_count"), Constant(INTEGER, last.span, len(phases))
    through = Operation(BOOLEAN, last.span, ">=", counted)
    over = model.Ending("over", through, None, None, None, last.span)
    digest = f"{rules.digest} before the first turn"
    short = replace(rules, digest=digest, phases=phases, endings={"over": over})
    return replace(short, eliminations={}, limit=None, actions={})


def tables(rules: model.Ruleset, short: model.Ruleset) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield numbers of players and options that bear on the setup.

    The usual options are tried with every number of players, and each other value with the most that
    may choose it; then, up to a limit, with the fewest, several other values with the most, and each
    other value with the numbers between.
    """
    read = read_early(short)
    values = {name: tried(option) for name, option in rules.options.items() if name in read}
    single = [
        (chosen, numbers)
        for name, others in values.items()
        for value in others[1:]
        if (numbers := taking(rules, chosen := {name: value}))
    ]
    surely = [(players, dict[str, Any]()) for players in range(rules.high, rules.low - 1, -1)]
    surely += [(numbers[0], chosen) for chosen, numbers in single]
    fewest = ((numbers[-1], chosen) for chosen, numbers in single if len(numbers) > 1)
    several = itertools.islice(combined(values), LOOKED_AT)
    most = ((numbers[0], chosen) for chosen in several if (numbers := taking(rules, chosen)))
    between = ((players, chosen) for chosen, numbers in single for players in numbers[1:-1])
    yield from surely
    yield from itertools.islice(itertools.chain(fewest, most, between), max(0, MOST - len(surely)))


def combined(values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Yield choices of options of which several are not the usual ones."""
    for chosen in itertools.product(*values.values()):
        changed = {
            name: value for name, value in zip(values, chosen, strict=True) if value != values[name][0]
        }
        if len(changed) > 1:
            yield changed


def taking(rules: model.Ruleset, options: dict[str, Any]) -> list[int]:
    """Return the numbers of players that may choose these options, the greatest first."""

    def may(players: int) -> bool:
        try:
            return bool(choose(rules, players, options))
        except ChoiceError:
            return False

    return [players for players in range(rules.high, rules.low - 1, -1) if may(players)]


def tried(option: model.Option) -> list[Any]:
    """Return the values of an option to try: all, or of a range the ends; the usual one comes first."""
    low, high = option.low, option.high
    ends = [one for one in (low, high) if one is not None and fits(option, one) is None]
    values = list(option.values or ends)
    return [option.default, *(one for one in values if one != option.default)]


def read_early(short: model.Ruleset) -> set[str]:
    """Return the options that bear on what happens before the first turn."""
    todo: list[Any] = [short.setup, *short.phases.values(), short.decks, short.variables]
    found: set[str] = set()
    seen: set[str] = set()
    while todo:
        part = todo.pop()
        for term in all_terms(part):
            for one in walk(term):
                if isinstance(one, OptionValue) and one.name not in found:
                    found.add(one.name)
                    todo.append(short.options[one.name])
                elif isinstance(one, Apply) and one.name not in seen:
                    seen.add(one.name)
                    todo.append(short.functions[one.name].value)
        todo += called(part, short, seen)
    return found


def called(part: Any, rules: model.Ruleset, seen: set[str]) -> Iterator[Any]:
    """Yield the procedures and challenges that steps carry out, each once."""
    for step in every(one for one in steps_of(part) if isinstance(one, model.Step)):
        name = f"{type(step).__name__} {getattr(step, 'procedure', getattr(step, 'challenge', ''))}"
        if name in seen:
            continue
        seen.add(name)
        if isinstance(step, model.Invoke):
            yield rules.procedures[step.procedure][1]
        elif isinstance(step, (model.Contest, model.Judge)):
            yield rules.challenges[step.challenge]


def steps_of(part: Any) -> tuple[Any, ...]:
    """Return the steps of a part of the rules."""
    if isinstance(part, model.Phase):
        return (*part.before, *part.after)
    if isinstance(part, model.Challenge):
        return body_of(part)
    return part if isinstance(part, tuple) else ()


def failure(short: model.Ruleset, players: int, options: dict[str, Any]) -> Diagnostic | None:
    """Return what goes wrong at a table before the first decision."""
    try:
        program = compile_rules(short, players, options, once=True)
        program.names["range"] = Budget().range
        State.new(program).resolve_chance(random.Random(1))
    except (ChoiceError, TooLong):
        return None
    except RulesetError as problem:
        return problem.diagnostics[0]
    except RuleError as problem:
        code = "RP414" if TOO_FEW in problem.message else "RP425"
        return Diagnostic(code, problem.message, problem.span, help=advice(code))
    return None


class TooLong(Exception):
    """Trying a table takes longer than anybody would wait for a check."""


class Budget:
    """Counts what generated code goes through; what is beyond the budget is not tried to its end."""

    def __init__(self) -> None:
        self.left = PATIENCE

    def range(self, low: int, high: int) -> range:
        """Return the integers from `low` to before `high`; raises TooLong."""
        self.left -= max(0, high - low)
        if self.left < 0:
            raise TooLong
        return range(low, high)


def advice(code: str) -> str:
    """Return what may be done about a table that cannot be set."""
    fewer = "deal fewer, or have more cards" if code == "RP414" else "mend the rule"
    return f"{fewer}, or keep such tables out by `players` or the option's `when`"
