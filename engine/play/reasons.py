"""Why an action may not be taken: the first condition that fails, in the author's words."""

from __future__ import annotations

import itertools
from typing import Any

from .. import bags
from ..diagnostics import listed
from ..program.blocks import Offer, Reason
from ..program.choices import Bags
from ..program.naming import Names, seat_names, sentence_text
from ..program.runtime import Fault
from ..source import Span
from .position import Position

FEW = 100  # actions looked at for what may follow a value that is refused


class IllegalAction(ValueError):
    """An action that may not be taken; `because` is the author's reason, `span` its line."""

    def __init__(self, because: str, span: Span) -> None:
        super().__init__(because, span)
        self.because, self.span = because, span

    def __str__(self) -> str:
        return f"{self.because} ({self.span})"


def refusal(state: Position, action: tuple[Any, ...], player: int | None) -> IllegalAction:
    """Return why an action may not be taken now."""
    because, span = explain(state, action, player)
    return IllegalAction(because, span)


def explain(
    state: Position, action: tuple[Any, ...], player: int | None, names: Names = ()
) -> tuple[str, Span]:
    """Return the reason and the line of the ruleset it comes from."""
    node = state.node
    name = action[0] if action and isinstance(action[0], str) else ""
    offer = node.offers.get(name)
    if offer is None:
        offered = listed([f"`{name}`" for name in node.offers]) or "nothing"
        return f"`{name}` is not offered now; offered: {offered}", node.span
    state = seen_from(state, player)
    names = names or seat_names(state.program.players)
    failed = first_failed(state, offer.clauses, (), names) or chosen_wrongly(state, offer, action)
    return failed or first_failed(state, offer.accepts, (action,), names) or wrong_choice(offer)


def why_no_value(state: Position, begun: tuple[Any, ...], player: int | None, names: Names = ()) -> str:
    """Return the author's reason why no action begins like this; nothing if it is not the author's.

    What is still to be chosen is taken from actions that may be taken.
    """
    offer = state.node.offers[begun[0]]
    names = names or seat_names(state.program.players)
    state = seen_from(state, player)
    for part in state.program.names[offer.domain](state.slots):
        for one in itertools.islice(part, 1 if isinstance(part, Bags) else FEW):
            action = begun + one[len(begun) :]
            try:
                failed = first_failed(state, offer.accepts, (action,), names)
            except Fault:  # a value that the rules never meet
                continue
            if failed is not None:
                return failed[0]
    return ""


def seen_from(state: Position, player: int | None) -> Position:
    """Return the position with a player as the one who answers, where several may."""
    if state.node.waiting is None or player is None:
        return state
    state = state.clone()
    state.slots[state.node.player] = player
    return state


def unoffered(state: Position, player: int | None, names: Names = ()) -> list[tuple[str, str, Span]]:
    """Return the actions of this decision that may not be taken: title, reason and its line."""
    found = []
    names = names or seat_names(state.program.players)
    state = seen_from(state, player)
    for offer in state.node.offers.values():
        failed = first_failed(state, offer.clauses, (), names)
        if failed is None and not any(len(part) for part in state.program.names[offer.domain](state.slots)):
            failed = ("there is nothing to choose", offer.action.span)
        if failed is not None:
            found.append((offer.action.title, *failed))
    return found


def first_failed(
    state: Position, function: str, arguments: tuple[Any, ...], names: Names
) -> tuple[str, Span] | None:
    """Return the reason of the first clause that fails, if one does."""
    if not function:
        return None
    number = state.program.names[function](state.slots, *arguments)
    if not number:
        return None
    reason = state.program.reasons[function][number - 1]
    return say(state, reason, arguments, names), reason.clause.when.span


def say(state: Position, reason: Reason, arguments: tuple[Any, ...], names: Names) -> str:
    """Return the author's words for a clause, or the condition itself where there are none."""
    program = state.program
    if not reason.function:
        span = reason.clause.when.span
        return f"`{' '.join(span.source.text[span.start : span.end].split())}` does not hold"
    values = program.names[reason.function](state.slots, *arguments)
    return sentence_text(program, program.sentences[reason.sentence], values, [True] * len(values), names)


def chosen_wrongly(state: Position, offer: Offer, action: tuple[Any, ...]) -> tuple[str, Span] | None:
    """Return what is wrong with the choice itself, before the author's conditions on it."""
    parameters = offer.action.parameters
    if len(action) - 1 != len(parameters):
        return f"`{action[0]}` takes {len(parameters)} choices, not {len(action) - 1}", offer.action.span
    parts = state.program.names[offer.domain](state.slots)
    lazy = [part for part in parts if isinstance(part, Bags) and part.prefix == action[:-1]]
    if not lazy or not isinstance(action[-1], int):
        return None
    part, number = lazy[0], bags.size(action[-1])
    span = parameters[-1].span
    if not bags.contains(part.bag, action[-1], part.guard):
        return "these are not all there to be chosen", span
    if number < part.low:
        return f"at least {part.low} must be chosen, not {number}", span
    return (f"at most {part.high} may be chosen, not {number}", span) if number > part.high else None


def wrong_choice(offer: Offer) -> tuple[str, Span]:
    """Return the reason of last resort: a value that is not among those to choose from."""
    return f"this is not among the choices of `{offer.action.name}`", offer.action.span
