"""The canonical text of an expression, with no more parentheses than it needs.

Reading the text again gives the same tree; only the places differ.
"""

from __future__ import annotations

from functools import singledispatch

from . import syntax as s

# How tightly a construct binds; what is written in a slot binds at least as tightly.
LOOSE, OR, AND, NOT, COMPARE, INTERVAL, SUM, PRODUCT, UNARY, POSTFIX = range(10)
BINDING = {
    **{"or": OR, "and": AND},
    **{"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT},
}
CLASSES: dict[type[s.Expression], int] = {
    s.Choice: LOOSE,
    s.Not: NOT,
    s.Compare: COMPARE,
    s.Interval: INTERVAL,
    s.Minus: UNARY,
}


def show(expression: s.Expression) -> str:
    """Return the text of an expression."""
    return _text(expression)


def _within(expression: s.Expression, slot: int) -> str:
    text = _text(expression)
    return text if _binding(expression) >= slot else f"({text})"


def _binding(expression: s.Expression) -> int:
    if isinstance(expression, (s.Both, s.Arithmetic)):
        return BINDING[expression.operator]
    return CLASSES.get(type(expression), POSTFIX)


def _list(expressions: tuple[s.Expression, ...]) -> str:
    return ", ".join(map(_text, expressions))


@singledispatch
def _text(expression: s.Expression) -> str:
    raise NotImplementedError(type(expression))


@_text.register
def _(number: s.Number) -> str:
    return str(number.value)


@_text.register
def _(boolean: s.Boolean) -> str:
    return "true" if boolean.value else "false"


@_text.register
def _(nothing: s.Nothing) -> str:
    return "none"


@_text.register
def _(symbol: s.Symbol) -> str:
    quote = '"' if "'" in symbol.name else "'"
    return f"{quote}{symbol.name}{quote}"


@_text.register
def _(name: s.Name) -> str:
    return name.name


@_text.register
def _(field: s.Field) -> str:
    return f"{_within(field.of, POSTFIX)}.{field.name}"


@_text.register
def _(call: s.Call) -> str:
    return f"{call.function}({_list(call.arguments)})"


@_text.register
def _(record: s.Record) -> str:
    fields = ", ".join(f"{name}: {_text(value)}" for name, value in record.fields)
    return f"{record.function}({fields})"


@_text.register
def _(each: s.Each) -> str:
    where = "" if each.where is None else f" where {_text(each.where)}"
    return f"{each.function}({_text(each.value)} for {each.variable} in {_text(each.within)}{where})"


@_text.register
def _(negation: s.Not) -> str:
    return f"not {_within(negation.operand, NOT)}"


@_text.register
def _(minus: s.Minus) -> str:
    return f"-{_within(minus.operand, UNARY)}"


@_text.register
def _(compare: s.Compare) -> str:
    left, right = _within(compare.left, INTERVAL), _within(compare.right, INTERVAL)
    return f"{left} {compare.operator} {right}"


@_text.register(s.Both)
@_text.register(s.Arithmetic)
def _(binary: s.Both | s.Arithmetic) -> str:
    own = BINDING[binary.operator]
    return f"{_within(binary.left, own)} {binary.operator} {_within(binary.right, own + 1)}"


@_text.register
def _(choice: s.Choice) -> str:
    parts = map(_text, (choice.condition, choice.then, choice.otherwise))
    return "if {} then {} else {}".format(*parts)


@_text.register
def _(interval: s.Interval) -> str:
    return f"{_within(interval.low, SUM)}..{_within(interval.high, SUM)}"


@_text.register
def _(listing: s.Listing) -> str:
    comma = "," if len(listing.items) == 1 else ""
    return f"({_list(listing.items)}{comma})"
