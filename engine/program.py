"""A compiled ruleset: what a state needs to go on, and how to name what is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .blocks import CHANCE, OVER, Node, Sentence
from .layout import NODE, Layout
from .lowering import Reason
from .model import Ending, Ruleset
from .runtime import Fault
from .source import Span

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
    """

    rules: Ruleset
    players: int
    options: dict[str, Any]
    layout: Layout
    frame: int
    nodes: tuple[Node, ...]
    blocks: tuple[Callable[[list[Any], Any, Any], int], ...]
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
    digest: str

    def run(self, slots: list[Any], block: int, action: Any = None, events: list[Any] | None = None) -> None:
        """Run blocks until the game waits.

        Raises RuleError where the rules divide by zero, deal more than there is, loop without end…
        """
        blocks = self.blocks
        try:
            for _ in range(STEPS_AT_ONCE):
                block = blocks[block](slots, action, events)
                if block < 0:
                    return
        except Fault as fault:
            message, span = self.faults[fault.number]
            raise RuleError(message, span) from None
        raise RuleError("this goes round without end", self.nodes[slots[NODE] or 0].span)

    def begin(self, events: list[Any] | None = None) -> list[Any]:
        """Return the slots of a new game, run to where it first waits."""
        slots = list(self.initial)
        slots[NODE] = 0
        self.run(slots, 0, None, events)
        return slots

    @cached_property
    def resumes(self) -> tuple[dict[str, int], ...]:
        """For each node the block of every action that may be taken there."""
        return tuple({name: one.block for name, one in node.offers.items()} for node in self.nodes)

    @cached_property
    def domains(self) -> tuple[tuple[tuple[Callable[..., int] | None, Callable[..., Any]], ...], ...]:
        """For each node and action the function of its conditions and that of its choices."""
        named = self.names
        return tuple(
            tuple((named.get(one.clauses), named[one.domain]) for one in node.offers.values())
            for node in self.nodes
        )

    @cached_property
    def chance(self) -> tuple[tuple[Callable[[list[Any]], Any] | None, bool], ...]:
        """For each chance node the function of its outcomes, and whether they are a bag."""
        return tuple(
            (self.names[node.outcomes] if node.kind == CHANCE else None, bool(node.deck)) for node in self.nodes
        )

    @cached_property
    def is_over(self) -> tuple[bool, ...]:
        """For each node whether the game is over there."""
        return tuple(node.kind == OVER for node in self.nodes)
