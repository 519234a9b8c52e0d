"""What a player may do as a short list: whole actions, and actions to be chosen step by step."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesplay.engine import Action, Legal, Match, Program

MOST = 20
MOST_PIECES = 12  # a longer list of pieces is slower to read than typing them
COUNTABLE = 5000  # choices of pieces beyond which nobody looks whether only a few are accepted
PASS = "pass"

Part = Any  # a sequence of actions, or a lazy choice of pieces with a `prefix`


@dataclass(frozen=True)
class Choice:
    """A line of the list: an action, or (without one) the name of what is chosen in steps."""

    name: str
    text: str
    action: Action | None


def choices(match: Match, legal: Legal) -> list[Choice]:
    """Return the list: actions with few choices are written out while the list stays short."""
    groups = grouped(legal)
    order = [name for name in match.state.node.offers if name in groups]
    few = {name: listed_actions(match.program, groups[name]) for name in order}
    length, written = len(order), set()
    for name in sorted(order, key=lambda one: len(few[one] or ())):
        actions = few[name]
        if actions is not None and length - 1 + len(actions) <= MOST:
            length += len(actions) - 1
            written.add(name)
    return [line for name in order for line in lines(match, name, few[name] if name in written else None)]


def grouped(legal: Legal) -> dict[str, list[Part]]:
    """Return the parts of the legal actions by the name of the action; empty ones are left out."""
    groups: dict[str, list[Part]] = {}
    for part in legal.parts:
        action = next(iter(part), None)
        if action is not None:
            groups.setdefault(action[0], []).append(part)
    return groups


def listed_actions(program: Program, parts: list[Part]) -> list[Action] | None:
    """Return the actions of some parts if they are few and better listed than typed."""
    lazy = [part for part in parts if is_lazy(part)]
    if any(has_numbers(program, part) for part in lazy):
        return None
    alone = only(parts)
    if alone is not None:
        return [alone]
    if any(map(is_long, lazy)):
        return None
    actions = list(itertools.islice(itertools.chain.from_iterable(parts), MOST + 1))
    return actions if len(actions) <= MOST else None


def only(parts: list[Part]) -> Action | None:
    """Return the only action of some parts, if there is just one."""
    if any(is_lazy(part) and part.total() > COUNTABLE for part in parts):
        return None
    first = list(itertools.islice(itertools.chain.from_iterable(parts), 2))
    return first[0] if len(first) == 1 else None


def is_lazy(part: Part) -> bool:
    """Tell whether a part is a choice of some pieces."""
    return hasattr(part, "prefix")


def is_long(part: Part) -> bool:
    """Tell whether there are too many choices of pieces to list them."""
    return part.total() > COUNTABLE or len(list(itertools.islice(part, MOST_PIECES + 1))) > MOST_PIECES


def has_numbers(program: Program, part: Part) -> bool:
    """Tell whether the labels of a deck look like numbers of a list; its pieces are always typed."""
    return any(any(map(str.isdigit, label)) for label in program.labels[deck_of(program, part)])


def deck_of(program: Program, part: Part) -> str:
    """Return the deck whose pieces a lazy part chooses."""
    found = next(one for one in offered_parameters(program, part.prefix[0]) if one.form == "bag")
    return str(found.kind.deck)


def offered_parameters(program: Program, name: str) -> tuple[Any, ...]:
    """Return the parts of the choice of an action that is offered somewhere."""
    return next(node.offers[name].action.parameters for node in program.nodes if name in node.offers)


def lines(match: Match, name: str, actions: list[Action] | None) -> Iterator[Choice]:
    """Yield the lines for one action."""
    if actions is None:
        title = match.state.node.offers[name].action.title
        yield Choice(name, title, None)
        return
    for action in actions:
        yield Choice(name, match.describe(action), action)


def typed_pieces(match: Match, legal: Legal) -> tuple[Any, Part] | None:
    """Return the only choice of nothing but pieces whose labels can be typed where a list is shown."""
    found = []
    for name, parts in grouped(legal).items():
        parameters = match.state.node.offers[name].action.parameters
        if [one.form for one in parameters] == ["bag"] and not has_numbers(match.program, parts[0]):
            found.append((parameters[0], parts[0]))
    return found[0] if len(found) == 1 else None


def labels_of(program: Program, part: Part) -> list[str]:
    """Return the labels of the pieces that can be chosen, as they are compared."""
    labels = program.labels[deck_of(program, part)]
    return list(dict.fromkeys(labels[kind].casefold() for kind, _ in part.counts))


def usual(found: list[Choice]) -> Choice | None:
    """Return what Enter stands for: the only choice, else to pass where one may."""
    if len(found) == 1:
        return found[0]
    return next((one for one in found if one.action == (PASS,)), None)
