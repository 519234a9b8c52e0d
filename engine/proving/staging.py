"""The position that a scenario begins with, and what of it can be seen."""

from __future__ import annotations

from typing import Any

from .. import bags
from ..diagnostics import suggest_or_list
from ..inspecting.rehearsing import RESERVED
from ..inspecting.rehearsing import items as items_of
from ..program.layout import PHASE, PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from ..program.moving import spell_range
from ..reading.reader import Entry, Node, Scalar
from ..rules.drafting import child, entries
from ..rules.model import VariableDeclaration
from .stage import Stage, wrong
from .values import is_number, read_pieces, read_value, scalar, whole


def set_up(stage: Stage, given: Node) -> None:
    """Put the game of a scenario into the position that is given, at the start of a turn."""
    program, slots = stage.program, list(stage.program.initial)
    items = dict(entries(given))
    phase = phase_of(stage, given, items)
    slots[TURN] = stage.seat(scalar(items["turn"].value)) if "turn" in items else 0
    slots[TURNS] = slots[ROUNDS] = 1
    for name, index in (("turn_count", TURNS), ("round_count", ROUNDS)):
        if name in items:
            slots[index] = whole(items[name].value)
    gone = {stage.seat(scalar(one)) for one in items_of(child(given, "out"))}
    if slots[TURN] in gone:
        raise wrong(f"`{stage.names[slots[TURN]]}` is out, and has no turn", items["out"].value.span)
    mask = sum(1 << seat for seat in range(len(stage.names)) if seat not in gone)
    slots[PLAYERS] = slots[PLAYING] = mask
    slots[PHASE] = program.ends[phase]
    stage.match.state.slots[:] = slots
    fill_zones(stage, items)
    for name, entry in items.items():
        if name not in RESERVED and zone_of(stage, name) is None:
            fill_variable(stage, name, entry)
    stage.match.events.clear()
    stage.match.state.offered = None
    program.run(stage.match.state.slots, program.takes[phase], None, stage.match.events)


def phase_of(stage: Stage, given: Node, items: dict[str, Entry]) -> str:
    """Return the phase whose turn it is."""
    takes = stage.program.takes
    if "phase" not in items:
        if not takes:
            raise wrong("no phase has turns", given.span)
        return next(iter(takes))
    node = scalar(items["phase"].value)
    if node.text not in takes:
        raise wrong(f"`{node.text}` is no phase with turns", node.span, suggest_or_list(node.text, takes))
    return node.text


def zone_of(stage: Stage, name: str) -> tuple[str, int] | None:
    """Return the zone and slot that a key such as `A.hand` or `centre` names."""
    owner, _, what = name.rpartition(".")
    zones, layout = stage.program.rules.zones, stage.program.layout
    if what not in zones or (owner and owner not in stage.actors) or zones[what].each != bool(owner):
        return None
    return what, layout.slots[what] + (stage.actors[owner] if owner else 0)


def fill_zones(stage: Stage, items: dict[str, Entry]) -> None:
    """Put pieces where they are given; the rest of each deck stays in one zone."""
    program, slots = stage.program, stage.match.state.slots
    rest = {zone.deck: program.layout.slots[name] for name, zone in program.rules.zones.items() if zone.full}
    if "rest" in items:
        named = zone_of(stage, scalar(items["rest"].value).text)
        if named is None:
            raise wrong("`rest` names no zone", items["rest"].value.span)
        deck = program.rules.zones[named[0]].deck
        slots[rest.get(deck, named[1])], slots[named[1]] = 0, program.layout.pieces[deck].full
        rest[deck] = named[1]
    numbers: list[tuple[str, int, Node]] = []
    for name, entry in items.items():
        found = zone_of(stage, name)
        if found is None or name in RESERVED:
            continue
        deck = program.rules.zones[found[0]].deck
        if isinstance(entry.value, Scalar) and is_number(entry.value.value):
            numbers.append((deck, found[1], entry.value))
        else:
            place(stage, deck, rest, found[1], read_pieces(stage, deck, entry.value), entry.value)
    for deck, slot, node in numbers:
        place(stage, deck, rest, slot, some(stage, deck, rest, node), node)


def some(stage: Stage, deck: str, rest: dict[str, int], node: Node) -> int:
    """Return a bag with a number of any pieces that are left."""
    left = bags.pieces(
        stage.match.state.slots[rest[deck]] if deck in rest else stage.program.layout.pieces[deck].full
    )
    number = whole(node)
    if number > len(left):
        raise wrong(f"only {len(left)} pieces are left", node.span)
    return sum(1 << (kind * bags.LANE) for kind in left[:number])


def place(stage: Stage, deck: str, rest: dict[str, int], slot: int, bag: int, node: Node) -> None:
    """Move a bag from the rest of its deck into a zone."""
    slots = stage.match.state.slots
    if deck in rest and slot != rest[deck]:
        if not bags.contains(slots[rest[deck]], bag, stage.program.layout.pieces[deck].guard):
            raise wrong("there are not that many of these pieces", node.span)
        slots[rest[deck]] -= bag
    slots[slot] = slots[slot] + bag if slot not in rest.values() else slots[slot]


def fill_variable(stage: Stage, name: str, entry: Entry) -> None:
    """Set a variable, of one player or of all."""
    owner, _, what = name.rpartition(".")
    layout, variables = stage.program.layout, stage.program.rules.variables
    if what in stage.program.rules.zones or what in variables and owner and not variables[what].each:
        raise wrong(whose(stage, what), entry.key.span)
    if what not in variables or (owner and owner not in stage.actors):
        known = [*variables, *stage.program.rules.zones, *RESERVED]
        raise wrong(f"`{name}` is no zone or variable", entry.key.span, suggest_or_list(what or name, known))
    value = read_value(stage, variables[what].kind, entry.value)
    within_bounds(stage, variables[what], value, entry.value)
    first = layout.slots[what]
    seats = range(stage.program.players if what in layout.each else 1)
    for seat in [stage.actors[owner]] if owner else seats:
        stage.match.state.slots[first + seat] = value


def whose(stage: Stage, name: str) -> str:
    """Return what is wrong with a zone or variable whose owner is missing, or that has none."""
    rules = stage.program.rules
    each = (rules.zones.get(name) or rules.variables[name]).each
    return f"say whose `{name}`, as in `{stage.names[0]}.{name}`" if each else f"`{name}` is nobody's own"


def within_bounds(stage: Stage, variable: VariableDeclaration, value: Any, node: Node) -> None:
    """Refuse a value that is out of a variable's range."""
    state = stage.match.state
    bounds = (variable.low, variable.high)
    low, high = (None if one is None else stage.evaluator.value(state, one) for one in bounds)
    if value is not None and (low is not None and value < low or high is not None and value > high):
        raise wrong(f"`{variable.name}` is {spell_range(low, high)}, never {value}", node.span)


def shown(stage: Stage, view: dict[str, Any], what: Scalar) -> bool:
    """Tell whether a view shows the contents of a zone or variable."""
    owner, _, name = what.text.rpartition(".")
    rules = stage.program.rules
    found = rules.zones.get(name) or rules.variables.get(name)
    if found is not None and found.each != (owner in stage.actors):
        raise wrong(whose(stage, name), what.span)
    place = view["players"][stage.actors[owner]] if owner in stage.actors else view
    if name in rules.zones:
        return "pieces" in place["zones"].get(name, {})
    if name in rules.variables:
        return name in place["variables"]
    known = [*rules.zones, *rules.variables]
    raise wrong(f"`{name}` is no zone or variable", what.span, suggest_or_list(name, known))
