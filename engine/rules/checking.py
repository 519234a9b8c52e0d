"""Names and types of expressions: a syntax tree and a scope give a term.

Every fault is a diagnostic; the faulty part gets the type `unknown`, which agrees with
everything, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import syntax
from ..diagnostics import Diagnostic, suggest, suggest_or_list
from ..source import Span
from .builtins import AGGREGATES, BUILTINS
from .kinds import (
    BOOLEAN,
    INTEGER,
    NOTHING,
    PLAYER,
    TEXT,
    UNKNOWN,
    Bag,
    Integer,
    Kind,
    Nothing,
    Optional,
    Piece,
    Record,
    Series,
    Set,
    Symbol,
    Unknown,
    accepts,
    comparable,
    element_of,
    join,
)
from .scopes import Scope, player_fields
from .terms import (
    Aggregate,
    Apply,
    Attribute,
    Component,
    Constant,
    Interval,
    Local,
    MakeRecord,
    MakeSet,
    Operation,
    OptionValue,
    PerPlayer,
    Term,
)


class Checker:
    """Turns syntax into terms, collecting what is wrong."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.terms: list[tuple[Term, Scope]] = []  # all that was checked, and where

    def check(self, tree: syntax.Expression, scope: Scope, wanted: Kind | None = None) -> Term:
        """Return the term of a tree; with `wanted`, report a value of another type."""
        term = self._term(tree, scope)
        return self.expect(term, wanted) if wanted else term

    def words(self, tree: syntax.Expression, scope: Scope) -> Term:
        """Return the term of a value in a sentence; what a condition chooses between may be quoted text."""
        if isinstance(tree, syntax.Symbol):
            return Constant(TEXT, tree.span, tree.name)
        if not isinstance(tree, syntax.Choice):
            return self._term(tree, scope)
        condition = self.check(tree.condition, scope, BOOLEAN)
        then = self.words(tree.then, scope.with_facts(known_if(condition, True)))
        otherwise = self.words(tree.otherwise, scope.with_facts(known_if(condition, False)))
        kind = then.kind if then.kind == otherwise.kind else TEXT
        if kind == TEXT and not all(
            isinstance(one.kind, (Symbol, Integer, Unknown)) for one in (then, otherwise)
        ):
            message = f"one branch is {then.kind}, the other {otherwise.kind}"
            return self.fail("RP320", message, otherwise.span)
        return Operation(kind, tree.span, "if", (condition, then, otherwise))

    def expect(self, term: Term, wanted: Kind) -> Term:
        """Return the term, reported if it is not of the wanted type."""
        if accepts(wanted, term.kind):
            return term
        code, hint = "RP320", None
        if isinstance(term.kind, Optional) and accepts(wanted, term.kind.of):
            code, hint = (
                "RP330",
                "test it first (`… != none and …`), or use `sure(…)` where it cannot be none",
            )
            return self.fail(code, f"expected {wanted}, but this may be none", term.span, hint)
        if wanted == BOOLEAN:
            code, hint = "RP321", as_condition(term.kind)
        if isinstance(wanted, Symbol) and isinstance(term, Constant) and isinstance(term.kind, Symbol):
            hint = suggest_or_list(str(term.value), wanted.values)
        return self.fail(code, f"expected {wanted}, found {term.kind}", term.span, hint)

    def fail(self, code: str, message: str, span: Span, hint: str | None = None) -> Term:
        """Report a fault; return a term that agrees with everything."""
        self.diagnostics.append(Diagnostic(code, message, span, help=hint))
        return Constant(UNKNOWN, span, None)

    def _term(self, tree: syntax.Expression, scope: Scope) -> Term:
        term = _RULES[type(tree)](self, tree, scope)
        self.terms.append((term, scope))
        return term

    # One method a construct ------------------------------------------------------------

    def _number(self, tree: syntax.Number, scope: Scope) -> Term:
        return Constant(INTEGER, tree.span, tree.value)

    def _boolean(self, tree: syntax.Boolean, scope: Scope) -> Term:
        return Constant(BOOLEAN, tree.span, tree.value)

    def _nothing(self, tree: syntax.Nothing, scope: Scope) -> Term:
        return Constant(NOTHING, tree.span, None)

    def _symbol(self, tree: syntax.Symbol, scope: Scope) -> Term:
        symbols = scope.symbols()
        if tree.name in symbols:
            return Constant(Symbol((tree.name,)), tree.span, tree.name)
        return self.fail("RP310", f"unknown symbol `{tree.name}`", tree.span, suggest(tree.name, symbols))

    def _name(self, tree: syntax.Name, scope: Scope) -> Term:
        term = scope.resolve(tree.name, tree.span)
        if term is not None:
            return term
        if tree.name in player_fields(scope.ruleset):
            hint = f"each player has one: write whose, as in `me.{tree.name}`"
            return self.fail("RP310", f"`{tree.name}` belongs to a player", tree.span, hint)
        if tree.name in ("me", "others"):
            return self.fail("RP310", f"`{tree.name}` means nothing here: it is nobody's turn", tree.span)
        return self.fail("RP310", f"unknown name `{tree.name}`", tree.span, meant_by(tree.name, scope))

    def _field(self, tree: syntax.Field, scope: Scope) -> Term:
        if isinstance(tree.of, syntax.Name) and tree.of.name == "option":
            return self._option(tree, scope)
        owner = self._term(tree.of, scope)
        if isinstance(owner.kind, Optional):
            inner = f"`{tree.name}` of a value that may be none"
            hint = "test it first (`… != none and …`), or use `sure(…)` where it cannot be none"
            return self.fail("RP330", inner, tree.name_span, hint)
        if isinstance(owner.kind, Unknown):
            return Constant(UNKNOWN, tree.span, None)
        if owner.kind == PLAYER:
            return self._player_field(tree, owner, scope)
        return self._piece_or_record_field(tree, owner, scope)

    def _option(self, tree: syntax.Field, scope: Scope) -> Term:
        options = scope.ruleset.options
        if tree.name in options:
            return OptionValue(options[tree.name].kind, tree.span, tree.name)
        hint = suggest_or_list(tree.name, options)
        return self.fail("RP310", f"unknown option `{tree.name}`", tree.name_span, hint)

    def _player_field(self, tree: syntax.Field, owner: Term, scope: Scope) -> Term:
        fields = player_fields(scope.ruleset)
        if tree.name in fields:
            return scope.narrow(PerPlayer(fields[tree.name], tree.span, tree.name, owner))
        hint = suggest_or_list(tree.name, fields)
        return self.fail("RP311", f"a player has no `{tree.name}`", tree.name_span, hint)

    def _piece_or_record_field(self, tree: syntax.Field, owner: Term, scope: Scope) -> Term:
        if isinstance(owner.kind, Piece):
            fields = dict(scope.ruleset.decks[owner.kind.deck].attributes)
            if tree.name in fields:
                return Attribute(fields[tree.name], tree.span, owner, tree.name)
        elif isinstance(owner.kind, Record):
            fields = dict(owner.kind.fields)
            if tree.name in fields:
                index = list(fields).index(tree.name)
                return scope.narrow(Component(fields[tree.name], tree.span, owner, tree.name, index))
        else:
            return self.fail("RP311", f"{owner.kind} has no parts, so no `{tree.name}`", tree.name_span)
        hint = suggest_or_list(tree.name, fields)
        return self.fail("RP311", f"{owner.kind} has no `{tree.name}`", tree.name_span, hint)

    def _call(self, tree: syntax.Call, scope: Scope) -> Term:
        arguments = tuple(self._term(one, scope) for one in tree.arguments)
        name = tree.function
        if name in scope.ruleset.functions:
            function = scope.ruleset.functions[name]
            if not self._arity(tree, len(function.parameters)):
                return Constant(UNKNOWN, tree.span, None)
            pairs = zip(arguments, function.parameters, strict=True)
            checked = tuple(self.expect(one, kind) for one, (_, kind) in pairs)
            return Apply(function.value.kind, tree.span, name, checked)
        if name in BUILTINS:
            return self._builtin(tree, arguments)
        if name in AGGREGATES:
            hint = f"write `{name}(… for x in … where …)`"
            return self.fail("RP312", f"`{name}` goes through something", tree.name_span, hint)
        known = set(scope.ruleset.functions) | set(BUILTINS) | set(AGGREGATES)
        return self.fail("RP312", f"unknown function `{name}`", tree.name_span, suggest_or_list(name, known))

    def _arity(self, tree: syntax.Call, wanted: int) -> bool:
        if len(tree.arguments) == wanted:
            return True
        some = "no arguments" if wanted == 0 else f"{wanted} argument{'s' if wanted > 1 else ''}"
        found = len(tree.arguments)
        here = f"here {'is' if found == 1 else 'are'} {found or 'none'}"
        self.fail("RP312", f"`{tree.function}` takes {some}, {here}", tree.name_span)
        return False

    def _builtin(self, tree: syntax.Call, arguments: tuple[Term, ...]) -> Term:
        builtin = BUILTINS[tree.function]
        if not self._arity(tree, builtin.arity):
            return Constant(UNKNOWN, tree.span, None)
        for test, argument in zip(builtin.takes, arguments, strict=True):
            if not test(argument.kind):
                message = f"`{builtin.name}` does not take {argument.kind}"
                return self.fail(
                    "RP320", message, argument.span, f"it is {builtin.signature}: {builtin.help}"
                )
        kind = builtin.gives(tuple(one.kind for one in arguments))
        return Operation(kind, tree.span, builtin.name, arguments)

    def _record(self, tree: syntax.Record, scope: Scope) -> Term:
        kind = scope.ruleset.types.get(tree.function)
        if not isinstance(kind, Record):
            records = [name for name, one in scope.ruleset.types.items() if isinstance(one, Record)]
            hint = suggest_or_list(tree.function, records)
            return self.fail("RP312", f"unknown record type `{tree.function}`", tree.name_span, hint)
        given = {name: self._term(value, scope) for name, value in tree.fields}
        wanted = dict(kind.fields)
        for name in given:
            if name not in wanted:
                return self.fail("RP311", f"{kind} has no `{name}`", tree.span, suggest_or_list(name, wanted))
        missing = [name for name in wanted if name not in given]
        if missing:
            return self.fail("RP312", f"`{missing[0]}` is missing in `{kind}(…)`", tree.name_span)
        items = tuple(self.expect(given[name], one) for name, one in wanted.items())
        return MakeRecord(kind, tree.span, items)

    def _listing(self, tree: syntax.Listing, scope: Scope) -> Term:
        items = tuple(self._term(one, scope) for one in tree.items)
        kind = join(one.kind for one in items)
        if items and kind is None:
            return self.fail("RP320", "the values of a set are of one type", tree.span)
        return MakeSet(Set(kind), tree.span, items)

    def _interval(self, tree: syntax.Interval, scope: Scope) -> Term:
        low, high = self.check(tree.low, scope, INTEGER), self.check(tree.high, scope, INTEGER)
        return Interval(Set(INTEGER), tree.span, low, high)

    def _each(self, tree: syntax.Each, scope: Scope) -> Term:
        if tree.function not in AGGREGATES:
            hint = suggest_or_list(tree.function, AGGREGATES)
            return self.fail("RP312", f"`{tree.function}` cannot go through something", tree.name_span, hint)
        within = self._term(tree.within, scope)
        element = element_of(within.kind)
        if element is None:
            hint = "go through a zone, chosen cards, a set, or players"
            return self.fail("RP320", f"cannot go through {within.kind}", within.span, hint)
        variable = Local(element, tree.variable_span, tree.variable)
        inner = scope.with_locals([variable])
        where = self.check(tree.where, inner, BOOLEAN) if tree.where else None
        if where is not None:
            inner = inner.with_facts(known_if(where, True))
        value = self._term(tree.value, inner)
        kind = self._aggregate_kind(tree, value, within)
        return Aggregate(kind, tree.span, tree.function, value, variable, within, where)

    def _aggregate_kind(self, tree: syntax.Each, value: Term, within: Term) -> Kind:
        function = tree.function
        if function in ("sum", "min", "max"):
            self.expect(value, INTEGER)
            return INTEGER
        if function in ("any", "all"):
            self.expect(value, BOOLEAN)
            return BOOLEAN
        if function == "count":
            return INTEGER
        if function == "first":
            return value.kind if isinstance(value.kind, Optional) else Optional(value.kind)
        return self._subset_kind(tree, value, within)

    def _subset_kind(self, tree: syntax.Each, value: Term, within: Term) -> Kind:
        if isinstance(value, Local) and value.name == tree.variable:
            return Set(within.kind.of) if isinstance(within.kind, Series) else within.kind
        if isinstance(value.kind, (Piece, Optional, Bag, Set)):
            self.fail("RP320", f"a set of {value.kind} cannot be made this way", value.span)
        return Set(value.kind)

    def _not(self, tree: syntax.Not, scope: Scope) -> Term:
        return Operation(BOOLEAN, tree.span, "not", (self.check(tree.operand, scope, BOOLEAN),))

    def _minus(self, tree: syntax.Minus, scope: Scope) -> Term:
        return Operation(INTEGER, tree.span, "neg", (self.check(tree.operand, scope, INTEGER),))

    def _both(self, tree: syntax.Both, scope: Scope) -> Term:
        left = self.check(tree.left, scope, BOOLEAN)
        facts = known_if(left, tree.operator == "and")
        right = self.check(tree.right, scope.with_facts(facts), BOOLEAN)
        return Operation(BOOLEAN, tree.span, tree.operator, (left, right))

    def _compare(self, tree: syntax.Compare, scope: Scope) -> Term:
        left, right = self._term(tree.left, scope), self._term(tree.right, scope)
        operator = tree.operator
        if operator in ("in", "not in"):
            element = element_of(right.kind)
            if element is None or not comparable(element, left.kind):
                return self.fail("RP320", f"{left.kind} is never in {right.kind}", tree.operator_span)
            for item in right.items if isinstance(right, MakeSet) else ():
                if not comparable(left.kind, item.kind):
                    message = f"{left.kind} and {item.kind} are never equal"
                    return self.fail("RP320", message, item.span, instead_of(item, left))
        elif operator in ("==", "!="):
            if not comparable(left.kind, right.kind):
                return self._never_equal(tree, left, right)
        else:
            self.expect(left, INTEGER)
            self.expect(right, INTEGER)
        return Operation(BOOLEAN, tree.span, operator, (left, right))

    def _never_equal(self, tree: syntax.Compare, left: Term, right: Term) -> Term:
        message = f"{left.kind} and {right.kind} are never equal"
        return self.fail("RP320", message, tree.operator_span, instead_of(right, left))

    def _arithmetic(self, tree: syntax.Arithmetic, scope: Scope) -> Term:
        left, right = self._term(tree.left, scope), self._term(tree.right, scope)
        if isinstance(left.kind, Set) and tree.operator in "+-":
            return self._set_arithmetic(tree, left, right)
        self.expect(left, INTEGER)
        self.expect(right, INTEGER)
        return Operation(INTEGER, tree.span, tree.operator, (left, right))

    def _set_arithmetic(self, tree: syntax.Arithmetic, left: Term, right: Term) -> Term:
        if left.kind != Set(PLAYER):
            return self.fail(
                "RP320", f"`{tree.operator}` joins integers or sets of players", tree.operator_span
            )
        if right.kind == PLAYER:
            right = MakeSet(Set(PLAYER), right.span, (right,))
        self.expect(right, Set(PLAYER))
        name = "with" if tree.operator == "+" else "without"
        return Operation(left.kind, tree.span, name, (left, right))

    def _choice(self, tree: syntax.Choice, scope: Scope) -> Term:
        condition = self.check(tree.condition, scope, BOOLEAN)
        then = self._term(tree.then, scope.with_facts(known_if(condition, True)))
        otherwise = self._term(tree.otherwise, scope.with_facts(known_if(condition, False)))
        kind = join((then.kind, otherwise.kind))
        if kind is None:
            message = f"one branch is {then.kind}, the other {otherwise.kind}"
            return self.fail("RP320", message, otherwise.span)
        return Operation(kind, tree.span, "if", (condition, then, otherwise))


_RULES: dict[type[syntax.Expression], Callable[[Checker, Any, Scope], Term]] = {
    syntax.Number: Checker._number,
    syntax.Boolean: Checker._boolean,
    syntax.Nothing: Checker._nothing,
    syntax.Symbol: Checker._symbol,
    syntax.Name: Checker._name,
    syntax.Field: Checker._field,
    syntax.Call: Checker._call,
    syntax.Record: Checker._record,
    syntax.Listing: Checker._listing,
    syntax.Interval: Checker._interval,
    syntax.Each: Checker._each,
    syntax.Not: Checker._not,
    syntax.Minus: Checker._minus,
    syntax.Both: Checker._both,
    syntax.Compare: Checker._compare,
    syntax.Arithmetic: Checker._arithmetic,
    syntax.Choice: Checker._choice,
}


def as_condition(kind: Kind) -> str | None:
    """Return how a value of a type becomes a condition."""
    if isinstance(kind, (Bag, Set)):
        return "write `not empty(…)` to ask whether there are any"
    if isinstance(kind, Optional):
        return "write `… != none` to ask whether there is one"
    return "compare it with something, as in `… > 0`" if kind == INTEGER else None


def instead_of(term: Term, other: Term) -> str | None:
    """Return which symbol was perhaps meant by one that is compared with another type."""
    if isinstance(other.kind, Symbol) and isinstance(term, Constant):
        return suggest_or_list(str(term.value), other.kind.values)
    return None


def meant_by(name: str, scope: Scope) -> str | None:
    """Return what an unknown name was probably meant to be, or the names that are valid."""
    functions = [f"{one}()" for one in scope.ruleset.functions]
    names = scope.names()
    return suggest(name, [*names, *functions]) or suggest_or_list(name, names - scope.symbols())


def known_if(condition: Term, holds: bool) -> frozenset[Term]:
    """Return the values known not to be `none` when a condition holds (or does not)."""
    if not isinstance(condition, Operation):
        return frozenset()
    name, items = condition.name, condition.items
    if name == "not":
        return known_if(items[0], not holds)
    if (name, holds) in (("and", True), ("or", False)):
        return known_if(items[0], holds) | known_if(items[1], holds)
    if (name, holds) in (("!=", True), ("==", False)):
        return frozenset(_tested(items[0], items[1]) + _tested(items[1], items[0]))
    return frozenset()


def _tested(term: Term, other: Term) -> list[Term]:
    if isinstance(other.kind, Nothing) and isinstance(term.kind, Optional):
        return [replace(term, kind=term.kind.of)]
    return []
