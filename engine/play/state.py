"""A position in a game, in the terms of the field: legal actions, apply, chance outcomes, returns."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, NoReturn

from .. import bags
from ..bags import LANE, MASK
from ..program.blocks import DECISION, Node
from ..program.choices import Action
from ..program.choices import Legal as Legal
from ..program.layout import ENDING, NODE, WINNERS
from ..program.program import Program
from ..program.runtime import Fault
from ..program.tables import Run, Step
from ..rules.model import Viewer
from .position import Outcome as Outcome
from .reasons import IllegalAction as IllegalAction
from .reasons import refusal
from .views import view


class State:
    """A position: a program and its slots. Equal positions are equal states.

    `offered` is what `legal` gave last, as long as the position stays as it is; who writes into
    the slots sets it to None.
    """

    __slots__ = ("offered", "program", "slots")

    def __init__(self, program: Program, slots: list[Any]) -> None:
        self.program, self.slots = program, slots
        self.offered: Any = None

    @classmethod
    def new(cls, program: Program, events: list[Any] | None = None) -> State:
        """Return the first position of a game."""
        return cls(program, program.begin(events))

    # Copies and comparison -------------------------------------------------------------

    def clone(self) -> State:
        """Return a copy that goes its own way."""
        copy = State.__new__(State)
        copy.program, copy.slots, copy.offered = self.program, self.slots[:], None
        return copy

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.slots == other.slots
            and self.program.digest == other.program.digest
        )

    def __hash__(self) -> int:
        return hash(tuple(self.slots))

    def __repr__(self) -> str:
        """Say of which ruleset it is and what it waits for; nothing of what lies hidden."""
        if self.is_over:
            stands = f"over by {self.program.endings[self.slots[ENDING]].name}"
        elif self.is_chance:
            stands = "chance moves"
        else:
            seats = self.players
            stands = f"asks seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
        return f"<State of {self.program.rules.id}: {stands}>"

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
        node: Node = self.program.nodes[self.slots[NODE]]
        return node

    @property
    def kind(self) -> str:
        """What the game waits for: `decision`, `open`, `chance`; or `over`."""
        return self.node.kind

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.slots[NODE]

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""
        number: int = self.slots[NODE]
        return self.program.chances[number]

    @property
    def player(self) -> int | None:
        """The seat that must decide, where it is exactly one."""
        node = self.node
        return self.slots[node.player] if node.kind == DECISION else None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that may act now."""
        slots, tables = self.slots, self.program.tables
        answer, waiting = tables.asked[slots[NODE]]
        if waiting:
            return tables.members[slots[waiting]]
        return (slots[answer],) if answer else ()

    # Decisions -------------------------------------------------------------------------

    def legal(self, player: int | None = None) -> Legal:
        """Return the actions that a seat may take now (the only one that may act, by default)."""
        slots = self.slots
        number: int = slots[NODE]
        answer, waiting, fixed, ready, lone, choices = self.program.tables.choices[number]
        if ready is not None and not waiting and (player is None or slots[answer] == player):
            try:
                legal: Legal = ready(slots)
            except Fault as fault:
                raise self.program.error(fault) from None
            self.offered = legal
            return legal
        if player is not None:
            asks = player >= 0 and slots[waiting] >> player & 1 if waiting else slots[answer] == player
            if not asks or not answer:
                return Legal(())
        if fixed is not None:
            return fixed
        if waiting:
            slots = slots[:]
            slots[answer] = self._who(None) if player is None else player
        parts: tuple[Any, ...] = ()
        try:
            if ready is not None:
                return ready(slots)  # type: ignore[no-any-return]
            if lone is not None:
                return Legal(lone(slots))
            for clauses, domain in choices:
                if clauses is None or not clauses(slots):
                    parts += domain(slots)
        except Fault as fault:
            raise self.program.error(fault) from None
        return Legal(parts)

    def apply(self, action: Action, player: int | None = None, events: list[Any] | None = None) -> None:
        """Take an action; the game goes on to where it next waits.

        `player` says who acts where several may. Raises IllegalAction if the action may not
        be taken, with the first condition that failed, and leaves the state as it was.
        """
        slots, program = self.slots, self.program
        answer, waiting, ready, known, offers = program.tables.steps[slots[NODE]]
        if waiting:
            if type(player) is not int or player < 0 or not slots[waiting] >> player & 1:
                player = self._who(player)
            before, slots[answer] = slots[answer], player
        elif player is not None and (not answer or player != slots[answer]):
            raise IllegalAction(self._not_asked(player), self.node.span)
        try:
            if ready is not None:
                known = (ready(slots) if self.offered is None else self.offered).known
            found = known.get(action) if known else None
        except (Fault, TypeError):  # a condition of another action, or no action at all
            found = None
        if found is not None:
            block, action = found
        elif (block := self._offered(action, offers)) is None:
            if waiting:
                slots[answer] = before
            raise self.why_not(action, player)
        self.offered = None
        try:
            following = block(slots, action, events)
            if following >= 0:
                program.run_on(slots, following, action, events)
        except Fault as fault:
            raise program.error(fault) from None

    def _offered(self, action: Any, offers: dict[str, Step]) -> Run | None:
        """Return the block of an action, or None if it may not be taken."""
        try:
            block, clauses, member, bare = offers[action[0]]
        except (TypeError, IndexError, KeyError):
            return None
        if type(action) is not tuple:
            return None
        try:
            if clauses is not None and clauses(self.slots):
                return None
            return block if (member(self.slots, action) if member is not None else action == bare) else None
        except Fault as fault:
            raise self.program.error(fault) from None

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
        if player is None:
            return "say which player acts"
        return (
            f"player {player + 1} is not asked now" if isinstance(player, int) else "there is no such player"
        )

    def why_not(self, action: Action, player: int | None = None) -> IllegalAction:
        """Return why an action may not be taken now: the first condition that fails."""
        return refusal(self, action if isinstance(action, tuple) and action else ("",), player)

    # Chance ----------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return every outcome of the chance that moves next, with its probability."""
        chance = self.program.tables.chance[self.slots[NODE]]
        if chance is None:
            return []
        function, is_bag, _, _, _ = chance
        values = function(self.slots)
        if is_bag:
            return list(bags.odds(values))
        odds = Fraction(1, len(values))
        return [(value, odds) for value in values]

    def sample_chance(self, rng: random.Random) -> Any:
        """Return one outcome of the chance that moves next, by its probability."""
        slots = self.slots
        function, is_bag, _, _, sides = self.program.tables.chance[slots[NODE]] or self._no_chance()
        if sides:
            return sides[int(rng.random() * len(sides))]
        values = function(slots)
        if is_bag:
            index, kind = int(rng.random() * (values % MASK)), 0
            while (count := values & MASK) <= index:
                index -= count
                values >>= LANE
                kind += 1
            return kind
        return values[int(rng.random() * len(values))]

    def apply_chance(self, outcome: Any, events: list[Any] | None = None) -> None:
        """Let chance have this outcome; raises IllegalAction if it is not one."""
        slots = self.slots
        function, is_bag, block, _, sides = self.program.tables.chance[slots[NODE]] or self._no_chance()
        if sides:
            happens = type(outcome) is int and outcome in sides
        elif is_bag:
            happens = type(outcome) is int and outcome >= 0 and function(slots) >> outcome * LANE & MASK
        else:
            values = function(slots)
            happens = outcome in values and type(outcome) is type(values[0])
        if not happens:
            raise IllegalAction(f"`{outcome}` is no outcome of chance here", self.node.span)
        program, self.offered = self.program, None
        try:
            following = block(slots, outcome, events)
            if following >= 0:
                program.run_on(slots, following, outcome, events)
        except Fault as fault:
            raise program.error(fault) from None

    def _no_chance(self) -> NoReturn:
        raise IllegalAction("nothing is left to chance here", self.node.span)

    def resolve_chance(self, rng: random.Random, events: list[Any] | None = None) -> None:
        """Let chance move until somebody must decide or the game is over."""
        program, slots, draw = self.program, self.slots, rng.random
        moves, self.offered = program.tables.chance, None
        try:
            while (move := moves[slots[NODE]]) is not None:
                _, _, block, together, _ = move
                outcome: Any = draw
                if together is not None:
                    following = together(slots, draw, events)
                else:
                    outcome = self.sample_chance(rng)
                    following = block(slots, outcome, events)
                if following >= 0:
                    program.run_on(slots, following, outcome, events)
        except Fault as fault:
            raise program.error(fault) from None

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

    def view(self, player: Viewer) -> dict[str, Any]:
        """Return what a seat may know of the table; None is a watcher."""
        return view(self, player)


def tupled(value: Any) -> Any:
    """Return JSON data with lists as tuples."""
    return tuple(tupled(one) for one in value) if isinstance(value, list) else value
