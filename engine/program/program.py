"""A compiled ruleset: what a state needs to go on, and how to name what is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..rules.model import Ending, Ruleset
from ..source import Span
from .blocks import CHANCE, Node, Reason, Sentence
from .layout import NODE, Layout
from .runtime import Fault
from .tables import Run, Tables, tabulate

STEPS_AT_ONCE = 200_000


class RuleError(Exception):
    """The rules came to something they do not allow for; `span` is the line of the ruleset."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message, span)
        self.message, self.span = message, span

    def __str__(self) -> str:
        return f"{self.span}: error[RP450] {self.message}"


@dataclass(frozen=True, eq=False)
class Program:
    """Everything a game of this ruleset, with these options and players, needs.

    `blocks[k](s, a, ev)` runs a block; `takes` are the blocks at which a turn of a phase
    begins, `ends` those behind its last turn; `initial` are the slots of a game that has not begun.
    `fuse` gives the source of `race`.
    """

    rules: Ruleset
    players: int
    options: dict[str, Any]
    layout: Layout
    frame: int
    nodes: tuple[Node, ...]
    blocks: tuple[Run, ...]
    names: dict[str, Any] = field(repr=False)
    sentences: tuple[Sentence, ...]
    labels: dict[str, tuple[str, ...]]
    reasons: dict[str, list[Reason]] = field(repr=False)
    endings: tuple[Ending, ...]
    returns: tuple[str, ...]
    faults: tuple[tuple[str, Span], ...]
    takes: dict[str, int]
    ends: dict[str, int]
    initial: tuple[Any, ...]
    source: str = field(repr=False)
    fuse: Callable[[], str] = field(repr=False)
    digest: str
    tables: Tables = field(init=False, repr=False)
    chances: tuple[bool, ...] = field(init=False, repr=False)
    begun: list[Any] | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", tabulate(self.nodes, self.blocks, self.names))
        object.__setattr__(self, "chances", tuple(node.kind == CHANCE for node in self.nodes))

    @cached_property
    def race(self) -> Callable[..., int]:
        """The function that plays whole games at random, compiled when it is first used."""
        exec(compile(self.fuse(), f"<{self.rules.id or 'ruleset'}, fused>", "exec"), self.names)
        race: Callable[..., int] = self.names["race"]
        return race

    def run(self, slots: list[Any], block: int, action: Any = None, events: list[Any] | None = None) -> None:
        """Run blocks until the game waits.

        Raises RuleError where the rules divide by zero, deal more than there is, loop without end…
        """
        blocks = self.blocks
        try:
            block = blocks[block](slots, action, events)
            if block >= 0:
                self.run_on(slots, block, action, events)
        except Fault as fault:
            raise self.error(fault) from None

    def error(self, fault: Fault) -> RuleError:
        """Return what a fault says of the rules."""
        return RuleError(*self.faults[fault.number])

    def run_on(self, slots: list[Any], block: int, action: Any, events: list[Any] | None) -> None:
        """Run the blocks behind the first one."""
        blocks = self.blocks
        block = blocks[block](slots, action, events)
        if block < 0:  # as mostly
            return
        for _ in range(STEPS_AT_ONCE):
            block = blocks[block](slots, action, events)
            if block < 0:
                return
        raise RuleError("this goes round without end", self.nodes[slots[NODE] or 0].span)

    def begin(self, events: list[Any] | None = None) -> list[Any]:
        """Return the slots of a new game, run to where it first waits."""
        if events is None and self.begun is not None:
            return self.begun[:]
        slots = list(self.initial)
        slots[NODE] = 0
        self.run(slots, 0, None, events)
        object.__setattr__(self, "begun", slots[:])
        return slots
