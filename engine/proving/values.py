"""Values, pieces, actions and outcomes of chance as scenarios write them."""

from __future__ import annotations

from typing import Any

from .. import bags
from ..diagnostics import suggest_or_list
from ..reading.reader import Mapping, Node, Scalar, Sequence, plain
from ..rules.drafting import entries
from ..rules.kinds import PLAYER, Bag, Kind, Optional, Piece, Set
from ..rules.model import Parameter
from ..source import Span
from .stage import Stage, Unreadable, wrong


def scalar(node: Node) -> Scalar:
    """Return a node that must be a single value."""
    if not isinstance(node, Scalar):
        raise wrong("expected a single value", node.span)
    return node


def is_number(value: Any) -> bool:
    """Tell whether a value is a whole number; a truth is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(node: Node) -> int:
    """Return a node that must be a whole number, from 0 on."""
    value = plain(node)
    if not is_number(value) or value < 0:
        raise wrong("expected a whole number from 0 on", node.span)
    return int(value)


def read_value(stage: Stage, kind: Kind, node: Node) -> Any:
    """Return the value that an expression, or a list for a set, stands for."""
    if isinstance(kind, Optional):
        nothing = isinstance(node, Scalar) and (node.value is None or node.text == "none")
        return None if nothing else read_value(stage, kind.of, node)
    if isinstance(node, Sequence) and isinstance(kind, Set):
        values = [read_value(stage, kind.of or kind, item) for item in node.items]
        return sum(1 << value for value in values) if kind.of == PLAYER else tuple(sorted(values))
    if scalar(node).value is None:
        raise wrong("this is never none", node.span)
    term = stage.evaluator.term(scalar(node), kind)
    if stage.evaluator.checker.diagnostics:
        raise stage.faulty()
    return stage.evaluator.value(stage.match.state, term)


def read_pieces(stage: Stage, deck: str, node: Node) -> int:
    """Return the bag that a list of labels stands for."""
    if isinstance(node, Scalar):
        words = node.text.split() if isinstance(node.value, str) else [node.text]
        return sum(1 << (kind_of(stage, deck, word, node.span) * bags.LANE) for word in words)
    if not isinstance(node, Sequence):
        raise wrong("expected pieces by their labels, or how many", node.span)
    return sum(1 << (read_piece(stage, deck, item) * bags.LANE) for item in node.items)


def read_piece(stage: Stage, deck: str, node: Node) -> int:
    """Return the kind of a piece given by its label or its attributes."""
    if isinstance(node, Mapping):
        wanted = plain(node)
        for kind, values in enumerate(stage.program.layout.pieces[deck].values):
            if all(values.get(key) == value for key, value in wanted.items()):
                return kind
        raise Unreadable("there is no such piece", node.span)
    return kind_of(stage, deck, scalar(node).text, node.span)


def kind_of(stage: Stage, deck: str, label: str, span: Span) -> int:
    """Return the kind of a piece by its label."""
    labels = stage.program.labels[deck]
    if label in labels:
        return labels.index(label)
    spoken = label.replace("_", " ")
    if spoken in labels:
        return labels.index(spoken)
    raise Unreadable(f"there is no `{label}` in {deck}", span, suggest_or_list(label, labels))


def read_action(stage: Stage, node: Node) -> tuple[Any, ...]:
    """Return the action that `call` or `{lay: {cards: [7, 6]}}` stands for."""
    if isinstance(node, Scalar):
        return (node.text,)
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        raise wrong("expected one action", node.span, "as in `A: call` or `A: {lay: {cards: [7, 6]}}`")
    name, entry = next(iter(node.entries.items()))
    offer = stage.match.state.node.offers.get(name)
    given = dict(entries(entry.value))
    if offer is None:
        return (name, *(None for _ in given))
    values = []
    for parameter in offer.action.parameters:
        if parameter.name not in given:
            raise wrong(f"`{name}` needs `{parameter.name}`", entry.key.span)
        values.append(read_choice(stage, parameter, given[parameter.name].value))
    for key, one in given.items():
        if key not in [parameter.name for parameter in offer.action.parameters]:
            raise wrong(f"`{name}` takes no `{key}`", one.key.span)
    return (name, *values)


def read_choice(stage: Stage, parameter: Parameter, node: Node) -> Any:
    """Return the value of one part of a choice."""
    if isinstance(parameter.kind, Bag):
        return read_pieces(stage, parameter.kind.deck, node)
    if isinstance(parameter.kind, Piece):
        return read_piece(stage, parameter.kind.deck, node)
    return read_value(stage, parameter.kind, node)


def read_outcome(stage: Stage, node: Node) -> Any:
    """Return the outcome of chance that a value stands for."""
    deck = stage.match.state.node.deck
    if deck:
        try:
            return read_piece(stage, deck, node)
        except Unreadable as problem:
            raise wrong(problem.message, problem.span, problem.hint) from None
    word = scalar(node).text
    by_name = word in stage.actors and word not in [one for one, _ in stage.match.state.chance_outcomes()]
    return stage.actors[word] if by_name else plain(node)
