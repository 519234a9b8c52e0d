"""The table of a scenario: positions, actions and outcomes as scenarios write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import bags
from ..diagnostics import Diagnostic, suggest_or_list
from ..play.match import Match
from ..program.layout import PHASE, PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from ..program.program import Program
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, plain
from ..rules.drafting import entries
from ..rules.kinds import PLAYER, Bag, Kind, Piece
from ..rules.model import Parameter
from ..source import Span
from .evaluating import Evaluator

RESERVED = ("phase", "turn", "out", "rest", "turn_count", "round_count")


class Wrong(Exception):
    """Something in a scenario is not as written."""

    def __init__(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, help=hint)


class Unreadable(Exception):
    """A choice that names what is not there at all; `message` says what."""

    def __init__(self, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.hint = message, span, hint


def wrong(message: str, span: Span, hint: str | None = None) -> Wrong:
    """Return the report of something in a scenario that is not as it must be written."""
    return Wrong("RP701", message, span, hint)


@dataclass
class Stage:
    """Where a scenario plays: the program, the players by name, the match so far."""

    program: Program
    names: tuple[str, ...]
    evaluator: Evaluator
    match: Match

    @property
    def actors(self) -> dict[str, int]:
        """The seats by name."""
        return {name: seat for seat, name in enumerate(self.names)}

    def seat(self, node: Scalar, also: tuple[str, ...] = ()) -> int:
        """Return the seat of a player's name; `also` is what else might have been meant."""
        if node.text not in self.names:
            sort = "neither a player nor a check" if also else "no player"
            raise wrong(
                f"`{node.text}` is {sort}", node.span, suggest_or_list(node.text, [*self.names, *also])
            )
        return self.names.index(node.text)

    def faulty(self) -> Wrong:
        """Return the first fault of an expression."""
        found = self.evaluator.checker.diagnostics[0]
        return Wrong(found.code, found.message, found.span, found.help)


# A position -----------------------------------------------------------------------------


def set_up(stage: Stage, given: Node) -> None:
    """Put the game of a scenario into the position that is given, at the start of a turn."""
    program, slots = stage.program, list(stage.program.initial)
    items = dict(entries(given))
    phase = phase_of(stage, given, items)
    slots[TURN] = stage.seat(scalar(items["turn"].value)) if "turn" in items else 0
    slots[TURNS] = slots[ROUNDS] = 1
    for name, index in (("turn_count", TURNS), ("round_count", ROUNDS)):
        if name in items:
            slots[index] = plain(items[name].value)
    gone = plain(items["out"].value) if "out" in items else ()
    mask = sum(1 << seat for seat, name in enumerate(stage.names) if name not in map(str, gone))
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
    if what not in zones or (owner and owner not in stage.actors):
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
        if isinstance(entry.value, Scalar) and isinstance(entry.value.value, int):
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
    number = int(plain(node))
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
    if what not in variables or (owner and owner not in stage.actors):
        known = [*variables, *stage.program.rules.zones, *RESERVED]
        raise wrong(f"`{name}` is no zone or variable", entry.key.span, suggest_or_list(what or name, known))
    value = read_value(stage, variables[what].kind, entry.value)
    first = layout.slots[what]
    seats = range(stage.program.players if what in layout.each else 1)
    for seat in [stage.actors[owner]] if owner else seats:
        stage.match.state.slots[first + seat] = value


# Values ---------------------------------------------------------------------------------


def scalar(node: Node) -> Scalar:
    """Return a node that must be a single value."""
    if not isinstance(node, Scalar):
        raise wrong("expected a single value", node.span)
    return node


def read_value(stage: Stage, kind: Kind, node: Node) -> Any:
    """Return the value that an expression, or a list for a set, stands for."""
    if isinstance(node, Sequence):
        values = [read_value(stage, getattr(kind, "of", kind), item) for item in node.items]
        players = getattr(kind, "of", None) == PLAYER
        return sum(1 << value for value in values) if players else tuple(sorted(values))
    if isinstance(node, Scalar) and node.value is None:
        return None
    term = stage.evaluator.term(node, kind)
    if stage.evaluator.checker.diagnostics:
        raise stage.faulty()
    return stage.evaluator.value(stage.match.state, term)


def read_pieces(stage: Stage, deck: str, node: Node) -> int:
    """Return the bag that a list of labels stands for."""
    if isinstance(node, Scalar):
        words = node.text.split() if isinstance(node.value, str) else [node.text]
        return sum(1 << (kind_of(stage, deck, word, node.span) * bags.LANE) for word in words)
    items = node.items if isinstance(node, Sequence) else ()
    return sum(1 << (read_piece(stage, deck, item) * bags.LANE) for item in items)


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
    return stage.actors[word] if word in stage.actors else plain(node)


def shown(stage: Stage, view: dict[str, Any], what: Scalar) -> bool:
    """Tell whether a view shows the contents of a zone or variable."""
    owner, _, name = what.text.rpartition(".")
    place = view["players"][stage.actors[owner]] if owner in stage.actors else view
    if name in stage.program.rules.zones:
        return "pieces" in place["zones"].get(name, {})
    if name in stage.program.rules.variables:
        return name in place["variables"]
    known = [*stage.program.rules.zones, *stage.program.rules.variables]
    raise wrong(f"`{name}` is no zone or variable", what.span, suggest_or_list(name, known))
