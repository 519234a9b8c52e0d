"""A position in a game, in the terms of the field: legal actions, apply, chance outcomes, returns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import bags
from .blocks import CHANCE, DECISION, OPEN, Node
from .layout import ENDING, NODE, WINNERS
from .program import Program
from .runtime import Action
from .source import Span


class IllegalAction(ValueError):
    """An action that may not be taken; `because` is the author's reason, `span` its line."""

    def __init__(self, because: str, span: Span) -> None:
        super().__init__(because, span)
        self.because, self.span = because, span

    def __str__(self) -> str:
        return f"{self.because} ({self.span})"


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the seats that won (none in a draw), why, and each seat's return."""

    winners: tuple[int, ...]
    reason: str
    returns: tuple[float, ...]


class State:
    """A position: a program and its slots. Equal positions are equal states."""

    __slots__ = ("program", "slots")

    def __init__(self, program: Program, slots: list[Any]) -> None:
        self.program, self.slots = program, slots

    @classmethod
    def new(cls, program: Program, events: list[Any] | None = None) -> State:
        """Return the first position of a game."""
        return cls(program, program.begin(events))

    # Copies and comparison -------------------------------------------------------------

    def clone(self) -> State:
        """Return a copy that goes its own way."""
        copy = State.__new__(State)
        copy.program, copy.slots = self.program, self.slots[:]
        return copy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.slots == other.slots and self.program.digest == other.program.digest

    def __hash__(self) -> int:
        return hash(tuple(self.slots))

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain JSON data."""
        return {"program": self.program.digest, "slots": list(self.slots)}

    @classmethod
    def from_json(cls, program: Program, data: dict[str, Any]) -> State:
        """Return a position from `to_json`; raises ValueError if it is of other rules."""
        slots = data.get("slots")
        if data.get("program") != program.digest or not isinstance(slots, list):
            raise ValueError("the position belongs to other rules")
        if len(slots) != len(program.initial):
            raise ValueError("the position is damaged")
        return cls(program, [tupled(value) for value in slots])

    # Where the game stands -------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The place at which the game waits."""
        return self.program.nodes[self.slots[NODE]]

    @property
    def kind(self) -> str:
        """What the game waits for: `decision`, `open`, `chance`; or `over`."""
        return self.node.kind

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.program.is_over[self.slots[NODE]]

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""
        return self.program.chance[self.slots[NODE]][0] is not None

    @property
    def player(self) -> int | None:
        """The seat that must decide, where it is exactly one."""
        node = self.node
        return self.slots[node.player] if node.kind == DECISION else None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that may act now."""
        node = self.node
        if node.kind == DECISION:
            return (self.slots[node.player],)
        if node.kind == OPEN and node.waiting is not None:
            mask = self.slots[node.waiting]
            return tuple(seat for seat in range(self.program.players) if mask >> seat & 1)
        return ()

    # Decisions -------------------------------------------------------------------------

    def legal(self, player: int | None = None) -> Legal:
        """Return the actions that a seat may take now (the only one that may act, by default)."""
        slots, program = self.slots, self.program
        number = slots[NODE]
        node = program.nodes[number]
        if node.kind == OPEN and player is not None:
            slots[node.player] = player
        parts: tuple[Any, ...] = ()
        for clauses, domain in program.domains[number]:
            if clauses is None or not clauses(slots):
                parts += domain(slots)
        return Legal(parts)

    def apply(self, action: Action, player: int | None = None, events: list[Any] | None = None) -> None:
        """Take an action; the game goes on to where it next waits.

        `player` says who acts where several may. Raises IllegalAction if the action may not
        be taken, with the first condition that failed, and leaves the state as it was.
        """
        slots, program = self.slots, self.program
        number = slots[NODE]
        node = program.nodes[number]
        if node.waiting is not None:
            player = self._who(player)
            slots[node.player] = player
        elif player is not None and (node.kind != DECISION or player != slots[node.player]):
            raise IllegalAction(self._not_asked(player), node.span)
        block = program.resumes[number].get(action[0])
        if block is None or action not in self.legal(player):
            raise self.why_not(action, player)
        program.run(slots, block, action, events)

    def _who(self, player: int | None) -> int:
        allowed = self.players
        if player is None and len(allowed) == 1:
            return allowed[0]
        if player not in allowed:
            raise IllegalAction(self._not_asked(player), self.node.span)
        return player

    def _not_asked(self, player: int | None) -> str:
        if self.is_over:
            return "the game is over"
        return "say which player acts" if player is None else f"player {player + 1} is not asked now"

    def why_not(self, action: Action, player: int | None = None) -> IllegalAction:
        """Return why an action may not be taken now: the first condition that fails."""
        from .reasons import refusal

        return refusal(self, action, player)

    # Chance ----------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return every outcome of the chance that moves next, with its probability."""
        function, is_bag = self.program.chance[self.slots[NODE]]
        if function is None:
            return []
        values = function(self.slots)
        if is_bag:
            total = bags.size(values)
            return [(kind, Fraction(count, total)) for kind, count in bags.items(values)]
        return [(value, Fraction(1, len(values))) for value in values]

    def sample_chance(self, rng: random.Random) -> Any:
        """Return one outcome of the chance that moves next, by its probability."""
        function, is_bag = self.program.chance[self.slots[NODE]]
        assert function is not None
        values = function(self.slots)
        if is_bag:
            return bags.take(values, int(rng.random() * (values % bags.MASK)))
        return values[int(rng.random() * len(values))]

    def apply_chance(self, outcome: Any, events: list[Any] | None = None) -> None:
        """Let chance have this outcome; raises IllegalAction if it is not one."""
        number = self.slots[NODE]
        node = self.program.nodes[number]
        if node.kind != CHANCE or all(outcome != one for one, _ in self.chance_outcomes()):
            raise IllegalAction(f"`{outcome}` is no outcome of chance here", node.span)
        self.program.run(self.slots, node.block, outcome, events)

    def resolve_chance(self, rng: random.Random, events: list[Any] | None = None) -> None:
        """Let chance move until somebody must decide or the game is over."""
        program, slots = self.program, self.slots
        while program.chance[slots[NODE]][0] is not None:
            outcome = self.sample_chance(rng)
            program.run(slots, program.nodes[slots[NODE]].block, outcome, events)

    # The end ---------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        winners = tuple(p for p in range(self.program.players) if self.slots[WINNERS] >> p & 1)
        return Outcome(winners, self.program.endings[self.slots[ENDING]].name, self.returns())

    def returns(self) -> tuple[float, ...]:
        """Return what each seat gained: as the ending says, else 1 for a winner, -1 for a loser, 0 in a draw."""
        seats = range(self.program.players)
        if not self.is_over:
            return (0.0,) * self.program.players
        named = self.program.returns[self.slots[ENDING]]
        if named:
            return tuple(float(self.program.names[named](self.slots, seat)) for seat in seats)
        winners = self.slots[WINNERS]
        if not winners:
            return (0.0,) * self.program.players
        return tuple(1.0 if winners >> seat & 1 else -1.0 for seat in seats)

    def view(self, player: int | None) -> dict[str, Any]:
        """Return what a seat may know of the table; None is a watcher."""
        from .views import view

        return view(self, player)


class Legal:
    """The actions that may be taken: in parts, of which the large ones are never written out."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Action]:
        for part in self.parts:
            yield from part

    def __len__(self) -> int:
        return sum(len(part) for part in self.parts)

    def __bool__(self) -> bool:
        return any(len(part) for part in self.parts)

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    def __getitem__(self, index: int) -> Action:
        for part in self.parts:
            if index < len(part):
                return tuple(part[index])
            index -= len(part)
        raise IndexError(index)

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely; raises IndexError if there is none."""
        parts = self.parts
        if len(parts) == 1:
            return parts[0].sample(rng)  # type: ignore[no-any-return]
        sizes = [len(part) for part in parts]
        index = int(rng.random() * sum(sizes))
        for part, size in zip(parts, sizes, strict=True):
            if index < size:
                return part.sample(rng)  # type: ignore[no-any-return]
            index -= size
        raise IndexError("there is no legal action")


def tupled(value: Any) -> Any:
    """Return JSON data with lists as tuples."""
    return tuple(tupled(one) for one in value) if isinstance(value, list) else value


