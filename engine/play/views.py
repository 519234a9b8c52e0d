"""What a seat, or a watcher, may know of the table: the only way out of a state.

A view is plain data: counts and, where they may be seen, the pieces of zones; the variables
that may be seen; who is in, whose turn it is, who may act.
"""

from __future__ import annotations

from typing import Any

from .. import bags
from ..program.layout import PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from ..program.naming import sight_of
from ..rules.model import COUNTS, EVERYTHING, SEES, Sight, Viewer
from .position import Position


def view(state: Position, viewer: Viewer) -> dict[str, Any]:
    """Return what a seat may know; None is a watcher, who sees what everyone may see.

    Raises ValueError where there is no such seat.
    """
    sight_of(state.program, viewer)
    program, slots = state.program, state.slots
    outcome = state.outcome
    return {
        "viewer": viewer,
        "turn": slots[TURN],
        "turn_count": slots[TURNS],
        "round_count": slots[ROUNDS],
        "waiting_for": "chance" if state.is_chance else "nothing" if state.is_over else "players",
        "may_act": list(state.players),
        "zones": shared(state, viewer, zones=True),
        "variables": shared(state, viewer, zones=False),
        "players": [seat_view(state, viewer, seat) for seat in range(program.players)],
        "outcome": None if outcome is None else {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "returns": list(outcome.returns),
        },
    }  # fmt: skip


def seat_view(state: Position, viewer: Viewer, seat: int) -> dict[str, Any]:
    """Return what a viewer may know of one seat."""
    slots = state.slots
    return {
        "seat": seat,
        "in_game": bool(slots[PLAYERS] >> seat & 1),
        "in_round": bool(slots[PLAYING] >> seat & 1),
        "zones": owned(state, viewer, seat, zones=True),
        "variables": owned(state, viewer, seat, zones=False),
    }


def shared(state: Position, viewer: Viewer, zones: bool) -> dict[str, Any]:
    """Return the zones or variables of the table that a viewer may know."""
    layout = state.program.layout
    return visible(
        state, viewer, None, {n: i for n, i in layout.slots.items() if n not in layout.each}, zones
    )


def owned(state: Position, viewer: Viewer, seat: int, zones: bool) -> dict[str, Any]:
    """Return the zones or variables of a seat that a viewer may know."""
    layout = state.program.layout
    slots = {name: index + seat for name, index in layout.slots.items() if name in layout.each}
    return visible(state, viewer, seat, slots, zones)


def visible(
    state: Position, viewer: Viewer, owner: int | None, slots: dict[str, int], zones: bool
) -> dict[str, Any]:
    """Return the contents of slots as far as a viewer may know them."""
    rules, shown = state.program.rules, {}
    for name, index in slots.items():
        declared: Any = rules.zones.get(name) if zones else rules.variables.get(name)
        if declared is None:
            continue
        level = level_of(declared.sight, owner, viewer)
        if zones and level in (SEES, COUNTS):
            shown[name] = zone_view(state, declared.deck, state.slots[index], level)
        elif not zones and level == SEES:
            shown[name] = plain(state.slots[index])
    return shown


def level_of(sight: Sight, owner: int | None, viewer: Viewer) -> str:
    """Return how much a viewer sees of something with this sight."""
    if viewer == EVERYTHING:
        return SEES
    return sight.owner if owner is not None and owner == viewer else sight.others


def zone_view(state: Position, deck: str, bag: int, level: str) -> dict[str, Any]:
    """Return how many pieces there are and, if they may be seen, which."""
    if level != SEES:
        return {"count": bags.size(bag)}
    labels = state.program.labels[deck]
    return {"count": bags.size(bag), "pieces": [labels[kind] for kind in bags.pieces(bag)]}


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    return [plain(one) for one in value] if isinstance(value, tuple) else value
