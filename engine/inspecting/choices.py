"""Values of options that are all the same to the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..diagnostics import Diagnostic, listed
from ..program.folding import known_set
from ..rules import model
from ..rules.kinds import Symbol
from ..rules.terms import Constant, Operation, OptionValue, Term
from .passages import every_term
from .uses import lint

Test = Callable[[Any], bool]


def look_for_the_same(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield the options that have values which no rule tells apart."""
    terms = list(every_term(rules))
    for option in rules.options.values():
        reads = sum(isinstance(one, OptionValue) and one.name == option.name for one in terms)
        tests = [test for one in terms if (test := test_of(option.name, one)) is not None]
        if isinstance(option.kind, Symbol) and len(tests) == reads > 0:
            yield from alike(option, tests)


def alike(option: model.Option, tests: list[Test]) -> Iterator[Diagnostic]:
    """Yield a warning for each group of values for which all tests come out the same."""
    groups: dict[tuple[bool, ...], list[Any]] = {}
    for value in option.values:
        groups.setdefault(tuple(test(value) for test in tests), []).append(value)
    for values in groups.values():
        if len(values) > 1:
            message = (
                f"no rule tells these values of option `{option.name}` apart: {listed(map(str, values))}"
            )
            help = f"ask for each, as in `option.{option.name} == {values[-1]}`, or leave one out"
            yield lint("RP506", message, option.span, help)


def test_of(name: str, term: Term) -> Test | None:
    """Return what a comparison asks of an option's value; None for any other term."""
    if not isinstance(term, Operation) or term.name not in ("==", "!=", "in", "not in"):
        return None
    mine = [isinstance(one, OptionValue) and one.name == name for one in term.items]
    known = [values for one in term.items if (values := written(one)) is not None]
    if sum(mine) != 1 or len(known) != 1:
        return None
    return lambda value: (value in known[0]) == (term.name in ("==", "in"))


def written(term: Term) -> tuple[Any, ...] | None:
    """Return the values that a term is, or that are in it; None where they are not written out."""
    return (term.value,) if isinstance(term, Constant) else known_set(term)
