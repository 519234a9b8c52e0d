"""From Lark's tree to ours: one method a rule of the grammar, named like it."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import Any

from .. import syntax as s
from ..diagnostics import quoted
from ..source import Span
from .faults import Faults, edges


class Builder:
    """Builds the tree of one text, which must not be nested deeply."""

    def __init__(self, text: str, faults: Faults) -> None:
        self.text, self.faults = text, faults

    def build(self, tree: Any) -> s.Expression:
        """Return the expression that a tree of Lark stands for."""
        rule = getattr(self, f"_{tree.data}")
        built: s.Expression = rule(self._at(tree.meta), *tree.children)
        return built

    def _at(self, node: Any) -> Span:
        return self.faults.place(node.start_pos, node.end_pos)

    def _all(self, trees: tuple[Any, ...]) -> tuple[s.Expression, ...]:
        return tuple(self.build(tree) for tree in trees if tree is not None)

    def _number(self, span: Span, token: Any) -> s.Expression:
        return s.Number(span, int(token))

    def _boolean(self, span: Span, token: Any) -> s.Expression:
        return s.Boolean(span, token.type == "TRUE")

    def _nothing(self, span: Span, _: Any) -> s.Expression:
        return s.Nothing(span)

    def _symbol(self, span: Span, token: Any) -> s.Expression:
        return s.Symbol(span, token[1:-1])

    def _name(self, span: Span, token: Any) -> s.Expression:
        return s.Name(span, str(token))

    def _field(self, span: Span, of: Any, name: Any) -> s.Expression:
        return s.Field(span, self.build(of), str(name), self._at(name))

    def _call(self, span: Span, name: Any, *arguments: Any) -> s.Expression:
        return s.Call(span, str(name), self._all(arguments), self._at(name))

    def _record(self, span: Span, name: Any, *named: Any) -> s.Expression:
        pairs = [each.children for each in named]
        fields = tuple((str(field), self.build(value)) for field, value in pairs)
        return s.Record(span, str(name), fields, self._at(name))

    def _each(
        self, span: Span, name: Any, value: Any, variable: Any, _: Any, within: Any, where: Any
    ) -> s.Expression:
        parts = self.build(value), str(variable), self.build(within)
        condition = None if where is None else self.build(where)
        return s.Each(span, str(name), *parts, condition, self._at(name), self._at(variable))

    def _negative(self, span: Span, _: Any, operand: Any) -> s.Expression:
        return s.Not(span, self.build(operand))

    def _minus(self, span: Span, _: Any, operand: Any) -> s.Expression:
        return s.Minus(span, self.build(operand))

    def _both(self, span: Span, left: Any, operator: Any, right: Any) -> s.Expression:
        return s.Both(span, str(operator), self.build(left), self.build(right), self._at(operator))

    def _arithmetic(self, span: Span, left: Any, operator: Any, right: Any) -> s.Expression:
        return s.Arithmetic(span, str(operator), self.build(left), self.build(right), self._at(operator))

    def _compare(self, span: Span, left: Any, *rest: Any) -> s.Expression:
        *operators, right = rest
        at = self.faults.place(operators[0].start_pos, operators[-1].end_pos)
        return s.Compare(span, " ".join(operators), self.build(left), self.build(right), at)

    def _chain(self, span: Span, *children: Any) -> s.Expression:
        links = list(_links(_flat(children)))
        ranges = [(edges(link[0])[0], edges(link[-1])[1]) for link in links]
        better = " and ".join(" ".join(self.text[a:b].split()) for a, b in ranges)
        second = links[1][1]
        self.faults.report(
            "RP206",
            edges(second),
            f"{quoted(second)} follows another comparison",
            f"write {quoted(better, 100)}",
        )
        compared = [
            self._compare(self.faults.place(*at), *link) for at, link in zip(ranges, links, strict=True)
        ]
        return reduce(lambda left, right: s.Both(span, "and", left, right, self._at(second)), compared)

    def _choice(self, span: Span, *children: Any) -> s.Expression:
        return s.Choice(span, *self._all(children))

    def _ternary(self, span: Span, condition: Any, _: Any, then: Any, otherwise: Any) -> s.Expression:
        return s.Choice(span, *self._all((condition, then, otherwise)))

    def _interval(self, span: Span, low: Any, high: Any) -> s.Expression:
        return s.Interval(span, self.build(low), self.build(high))

    def _listing(self, span: Span, *items: Any) -> s.Expression:
        return s.Listing(span, self._all(items))


def _flat(children: Any) -> list[Any]:
    """Return operands and operators of a chain in a row."""
    first, *rest = children
    return [*(first.children if first.data == "compare" else _flat(first.children)), *rest]


def _links(row: list[Any]) -> list[list[Any]]:
    """Cut `a < b < c` into `a < b` and `b < c`."""
    operands = [i for i, node in enumerate(row) if hasattr(node, "children")]
    return [row[i : j + 1] for i, j in pairwise(operands)]
