"""A course of play as a scenario: the block of YAML that plays it again."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import bags
from ..play.state import State
from ..program.program import Program, RuleError
from ..program.runtime import Fault
from ..reading.scalars import core_value, read_otherwise
from ..rules import model
from ..rules.builtins import BUILTINS
from ..rules.kinds import PLAYER, Bag, Kind, Optional, Piece, Record, Set, Symbol, element_of

Entry = tuple[int | None, Any]  # the seat that acts and its action, or None and what chance brings

PEOPLE = ("ann", "bob", "cem", "dan", "eva", "fay", "gus", "hal", "ida", "jan", "kai", "leo")
BUILT_IN = ("me", "others", "players", "playing", "seats", "player_count", "turn_count", "round_count")
WORDS = ("true", "false", "none", "turn", *BUILT_IN, *BUILTINS)
WIDTH = 100
PLAIN = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_ .'-]*[A-Za-z0-9_.'])?")


class Script:
    """Writes entries of a game as a scenario does."""

    def __init__(self, program: Program) -> None:
        self.program, rules = program, program.rules
        more = (f"player_{number}" for number in range(len(PEOPLE) + 1, program.players + 1))
        self.names = (*PEOPLE, *more)[: program.players]
        self.taken = {*WORDS, *self.names, *rules.zones, *rules.variables, *rules.functions}
        self.picks = {(one.span.source.name, one.span.start): one for one in picks_of(rules)}

    def scenario(self, name: str, title: str, entries: Sequence[Entry], then: str = "") -> str:
        """Return the block that goes below `scenarios:`."""
        lines = [f"{name}:", f"  title: {scalar(title)}", f"  players: [{', '.join(self.names)}]"]
        chosen = {
            key: value
            for key, value in self.program.options.items()
            if value != self.program.rules.options[key].default
        }
        if chosen:
            pairs = ", ".join(f"{key}: {scalar(value)}" for key, value in chosen.items())
            lines.append(f"  options: {{{pairs}}}")
        done = self.items(entries)
        lines += ["  when:", *(f"    - {one}" for one in done)] if done else []
        lines += ["  then:", f"    - {then}"] if then else []
        return "\n".join(f"  {line}" for line in "\n".join(lines).splitlines()) + "\n"

    def items(self, entries: Sequence[Entry]) -> list[str]:
        """Return the items of `when`; outcomes of chance in a row are one item."""
        items: list[str] = []
        drawn: list[str] = []
        state: State | None = None
        for seat, what in entries:
            state = state or State.new(self.program)
            if seat is None:
                drawn.append(self.outcome(state, what))
            else:
                items += [chance(drawn)] if drawn else []
                drawn = []
                items.append(f"{self.names[seat]}: {self.action(state, what)}")
            self.follow(state, seat, what)
        return [*items, chance(drawn)] if drawn else items

    def follow(self, state: State, seat: int | None, what: Any) -> None:
        """Do what an entry says; the last one may be where the rules fail."""
        try:
            if seat is None:
                state.apply_chance(what)
            else:
                state.apply(what, seat)
        except (RuleError, Fault):
            return

    def outcome(self, state: State, outcome: Any) -> str:
        """Return an outcome of chance."""
        node = state.node
        if node.deck:
            return self.piece(node.deck, outcome)
        step = self.picks.get((node.span.source.name, node.span.start))
        kind = element_of(step.among.kind) if step is not None and step.among is not None else None
        return self.names[outcome] if kind == PLAYER else scalar(outcome)

    def action(self, state: State, action: tuple[Any, ...]) -> str:
        """Return an action with its choices."""
        parameters = state.node.offers[action[0]].action.parameters
        if not parameters:
            return str(action[0])
        pairs = (
            f"{one.name}: {self.value(one.kind, value)}"
            for one, value in zip(parameters, action[1:], strict=True)
        )
        return f"{{{action[0]}: {{{', '.join(pairs)}}}}}"

    def value(self, kind: Kind, value: Any) -> str:
        """Return a value as a scenario gives it: an expression, or a list for a set."""
        if value is None:
            return "null"
        if isinstance(kind, Optional):
            return self.value(kind.of, value)
        if isinstance(kind, Bag):
            return listed(self.piece(kind.deck, one) for one in bags.pieces(value))
        if isinstance(kind, Piece):
            return self.piece(kind.deck, value)
        if isinstance(kind, Set):
            inside = kind.of or PLAYER
            members = seats(value) if inside == PLAYER else value
            return listed(self.value(inside, one) for one in members)
        return scalar(self.expression(kind, value))

    def expression(self, kind: Kind, value: Any) -> Any:
        """Return a value in the language of expressions."""
        if kind == PLAYER:
            return self.names[value]
        if isinstance(kind, Symbol):
            return f"'{value}'" if value in self.taken else value
        if isinstance(kind, Record):
            pairs = zip(kind.fields, value, strict=True)
            inside = ", ".join(f"{name}: {said(self.expression(of, one))}" for (name, of), one in pairs)
            return f"{kind.name}({inside})"
        return value

    def piece(self, deck: str, kind: int) -> str:
        """Return a piece: its label, or all that is printed on it where others have the same label."""
        labels = self.program.labels[deck]
        if labels.count(labels[kind]) == 1:
            return scalar(labels[kind], is_text=True)
        values = self.program.layout.pieces[deck].values[kind]
        return f"{{{', '.join(f'{key}: {scalar(value)}' for key, value in values.items())}}}"


def chance(outcomes: list[str]) -> str:
    """Return the item that says what chance brings, on as many lines as it takes."""
    lines, line = [], "chance: ["
    for index, one in enumerate(outcomes):
        piece = one + ("]" if index == len(outcomes) - 1 else ",")
        if len(line) + len(piece) > WIDTH:
            lines.append(line.rstrip())
            line = "        "
        line += piece + " "
    return "\n".join([*lines, line.rstrip()])


def listed(items: Iterable[str]) -> str:
    """Return a list of YAML."""
    return f"[{', '.join(items)}]"


def said(value: Any) -> str:
    """Return a value inside an expression."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def scalar(value: Any, is_text: bool = False) -> str:
    """Return a value as YAML writes it; `is_text` is read by its letters, whatever they look like."""
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    fits = PLAIN.fullmatch(value) and read_otherwise(value) is None
    return (
        value if fits and (is_text or core_value(value) == value) else json.dumps(value, ensure_ascii=False)
    )


def seats(mask: int) -> list[int]:
    """Return the players in a set."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def picks_of(value: Any) -> Iterator[model.Pick]:
    """Yield every step of a ruleset that picks a value."""
    if isinstance(value, model.Pick):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from picks_of(one)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from picks_of(one)
    elif dataclasses.is_dataclass(value) and type(value).__module__ == model.__name__:
        for slot in dataclasses.fields(value):
            yield from picks_of(getattr(value, slot.name))
