"""What views and reasons need of a position; `state.State` is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

from ..program.blocks import Node
from ..program.program import Program


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the seats that won (none in a draw), why, and each seat's return."""

    winners: tuple[int, ...]
    reason: str
    returns: tuple[float, ...]


class Position(Protocol):
    """A program and its slots, and what they say about where the game stands."""

    program: Program
    slots: list[Any]

    @property
    def node(self) -> Node:
        """The place at which the game waits."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that may act now."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def clone(self) -> Self:
        """Return a copy that goes its own way."""
