"""Positions, actions and outcomes as scenarios write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import bags
from .diagnostics import suggest_or_list
from .drafting import entries
from .kinds import PLAYER, Bag, Kind, Piece
from .layout import PHASE, PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from .reading import Entry, Mapping, Node, Scalar, Sequence, plain
from .source import Span

if TYPE_CHECKING:
    from .model import Parameter
    from .scenarios import Run

RESERVED = ("phase", "turn", "out", "rest", "turn_count", "round_count")


class Unreadable(Exception):
    """A choice that names what is not there at all; `message` says what."""

    def __init__(self, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.hint = message, span, hint


def wrong(message: str, span: Span, hint: str | None = None) -> Exception:
    """Return the report of something in a scenario that is not as it must be written."""
    from .scenarios import Wrong

    return Wrong("RP701", message, span, hint)


# A position -----------------------------------------------------------------------------


def set_up(run: Run, given: Node) -> None:
    """Put the game of a scenario into the position that is given, at the start of a turn."""
    program, slots = run.program, list(run.program.initial)
    items = dict(entries(given))
    phase = phase_of(run, given, items)
    slots[TURN] = run.seat(scalar(items["turn"].value)) if "turn" in items else 0
    slots[TURNS] = slots[ROUNDS] = 1
    for name, index in (("turn_count", TURNS), ("round_count", ROUNDS)):
        if name in items:
            slots[index] = plain(items[name].value)
    gone = plain(items["out"].value) if "out" in items else ()
    mask = sum(1 << seat for seat, name in enumerate(run.names) if name not in map(str, gone))
    slots[PLAYERS] = slots[PLAYING] = mask
    slots[PHASE] = program.ends[phase]
    run.match.state.slots[:] = slots
    fill_zones(run, items)
    for name, entry in items.items():
        if name not in RESERVED and zone_of(run, name) is None:
            fill_variable(run, name, entry)
    run.match.events.clear()
    program.run(run.match.state.slots, program.takes[phase], None, run.match.events)


def phase_of(run: Run, given: Node, items: dict[str, Entry]) -> str:
    """Return the phase whose turn it is."""
    takes = run.program.takes
    if "phase" not in items:
        if not takes:
            raise wrong("no phase has turns", given.span)
        return next(iter(takes))
    node = scalar(items["phase"].value)
    if node.text not in takes:
        raise wrong(f"`{node.text}` is no phase with turns", node.span, suggest_or_list(node.text, takes))
    return node.text


def zone_of(run: Run, name: str) -> tuple[str, int] | None:
    """Return the zone and slot that a key such as `A.hand` or `centre` names."""
    owner, _, what = name.rpartition(".")
    zones, layout = run.program.rules.zones, run.program.layout
    if what not in zones or (owner and owner not in run.actors):
        return None
    return what, layout.slots[what] + (run.actors[owner] if owner else 0)


def fill_zones(run: Run, items: dict[str, Entry]) -> None:
    """Put pieces where they are given; the rest of each deck stays in one zone."""
    program, slots = run.program, run.match.state.slots
    rest = {zone.deck: program.layout.slots[name] for name, zone in program.rules.zones.items() if zone.full}
    if "rest" in items:
        named = zone_of(run, scalar(items["rest"].value).text)
        if named is None:
            raise wrong("`rest` names no zone", items["rest"].value.span)
        deck = program.rules.zones[named[0]].deck
        slots[rest.get(deck, named[1])], slots[named[1]] = 0, program.layout.pieces[deck].full
        rest[deck] = named[1]
    numbers: list[tuple[str, int, Node]] = []
    for name, entry in items.items():
        found = zone_of(run, name)
        if found is None or name in RESERVED:
            continue
        deck = program.rules.zones[found[0]].deck
        if isinstance(entry.value, Scalar) and isinstance(entry.value.value, int):
            numbers.append((deck, found[1], entry.value))
        else:
            place(run, deck, rest, found[1], read_pieces(run, deck, entry.value), entry.value)
    for deck, slot, node in numbers:
        place(run, deck, rest, slot, some(run, deck, rest, node), node)


def some(run: Run, deck: str, rest: dict[str, int], node: Node) -> int:
    """Return a bag with a number of any pieces that are left."""
    left = bags.pieces(
        run.match.state.slots[rest[deck]] if deck in rest else run.program.layout.pieces[deck].full
    )
    number = int(plain(node))
    if number > len(left):
        raise wrong(f"only {len(left)} pieces are left", node.span)
    return sum(1 << (kind * bags.LANE) for kind in left[:number])


def place(run: Run, deck: str, rest: dict[str, int], slot: int, bag: int, node: Node) -> None:
    """Move a bag from the rest of its deck into a zone."""
    slots = run.match.state.slots
    if deck in rest and slot != rest[deck]:
        if not bags.contains(slots[rest[deck]], bag, run.program.layout.pieces[deck].guard):
            raise wrong("there are not that many of these pieces", node.span)
        slots[rest[deck]] -= bag
    slots[slot] = slots[slot] + bag if slot not in rest.values() else slots[slot]


def fill_variable(run: Run, name: str, entry: Entry) -> None:
    """Set a variable, of one player or of all."""
    owner, _, what = name.rpartition(".")
    layout, variables = run.program.layout, run.program.rules.variables
    if what not in variables or (owner and owner not in run.actors):
        known = [*variables, *run.program.rules.zones, *RESERVED]
        raise wrong(f"`{name}` is no zone or variable", entry.key.span, suggest_or_list(what or name, known))
    value = read_value(run, variables[what].kind, entry.value)
    first = layout.slots[what]
    seats = range(run.program.players if what in layout.each else 1)
    for seat in [run.actors[owner]] if owner else seats:
        run.match.state.slots[first + seat] = value


# Values ---------------------------------------------------------------------------------


def scalar(node: Node) -> Scalar:
    """Return a node that must be a single value."""
    if not isinstance(node, Scalar):
        raise wrong("expected a single value", node.span)
    return node


def read_value(run: Run, kind: Kind, node: Node) -> Any:
    """Return the value that an expression, or a list for a set, stands for."""
    if isinstance(node, Sequence):
        values = [read_value(run, getattr(kind, "of", kind), item) for item in node.items]
        players = getattr(kind, "of", None) == PLAYER
        return sum(1 << value for value in values) if players else tuple(sorted(values))
    if isinstance(node, Scalar) and node.value is None:
        return None
    term = run.evaluator.term(node, kind)
    if run.evaluator.checker.diagnostics:
        raise run.faulty()
    return run.evaluator.value(run.match.state, term)


def read_pieces(run: Run, deck: str, node: Node) -> int:
    """Return the bag that a list of labels stands for."""
    if isinstance(node, Scalar):
        words = node.text.split() if isinstance(node.value, str) else [node.text]
        return sum(1 << (kind_of(run, deck, word, node.span) * bags.LANE) for word in words)
    items = node.items if isinstance(node, Sequence) else ()
    return sum(1 << (read_piece(run, deck, item) * bags.LANE) for item in items)


def read_piece(run: Run, deck: str, node: Node) -> int:
    """Return the kind of a piece given by its label or its attributes."""
    if isinstance(node, Mapping):
        wanted = plain(node)
        for kind, values in enumerate(run.program.layout.pieces[deck].values):
            if all(values.get(key) == value for key, value in wanted.items()):
                return kind
        raise Unreadable("there is no such piece", node.span)
    return kind_of(run, deck, scalar(node).text, node.span)


def kind_of(run: Run, deck: str, label: str, span: Span) -> int:
    """Return the kind of a piece by its label."""
    labels = run.program.labels[deck]
    if label in labels:
        return labels.index(label)
    spoken = label.replace("_", " ")
    if spoken in labels:
        return labels.index(spoken)
    raise Unreadable(f"there is no `{label}` in {deck}", span, suggest_or_list(label, labels))


def read_action(run: Run, node: Node) -> tuple[Any, ...]:
    """Return the action that `call` or `{lay: {cards: [7, 6]}}` stands for."""
    if isinstance(node, Scalar):
        return (node.text,)
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        raise wrong("expected one action", node.span, "as in `A: call` or `A: {lay: {cards: [7, 6]}}`")
    name, entry = next(iter(node.entries.items()))
    offer = run.match.state.node.offers.get(name)
    given = dict(entries(entry.value))
    if offer is None:
        return (name, *(None for _ in given))
    values = []
    for parameter in offer.action.parameters:
        if parameter.name not in given:
            raise wrong(f"`{name}` needs `{parameter.name}`", entry.key.span)
        values.append(read_choice(run, parameter, given[parameter.name].value))
    for key, one in given.items():
        if key not in [parameter.name for parameter in offer.action.parameters]:
            raise wrong(f"`{name}` takes no `{key}`", one.key.span)
    return (name, *values)


def read_choice(run: Run, parameter: Parameter, node: Node) -> Any:
    """Return the value of one part of a choice."""
    if isinstance(parameter.kind, Bag):
        return read_pieces(run, parameter.kind.deck, node)
    if isinstance(parameter.kind, Piece):
        return read_piece(run, parameter.kind.deck, node)
    return read_value(run, parameter.kind, node)


def read_outcome(run: Run, node: Node) -> Any:
    """Return the outcome of chance that a value stands for."""
    deck = run.match.state.node.deck
    if deck:
        try:
            return read_piece(run, deck, node)
        except Unreadable as problem:
            raise wrong(problem.message, problem.span, problem.hint) from None
    word = scalar(node).text
    return run.actors[word] if word in run.actors else plain(node)


def shown(run: Run, view: dict[str, Any], what: Scalar) -> bool:
    """Tell whether a view shows the contents of a zone or variable."""
    owner, _, name = what.text.rpartition(".")
    place = view["players"][run.actors[owner]] if owner in run.actors else view
    if name in run.program.rules.zones:
        return "pieces" in place["zones"].get(name, {})
    if name in run.program.rules.variables:
        return name in place["variables"]
    known = [*run.program.rules.zones, *run.program.rules.variables]
    raise wrong(f"`{name}` is no zone or variable", what.span, suggest_or_list(name, known))
