"""The actions of a decision as they are remembered: written out where they are few."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .choices import Action, Bags, Legal

FEW_ACTIONS = 512  # decisions between that many are written out
ROOM = 200_000  # actions remembered at one place of the rules

Run = Callable[[list[Any], Any, Any], int]
Known = dict[Action, tuple[Run, Action]]
Offered = tuple[Callable[..., Any] | None, Callable[..., Any], Run]


class Ready(tuple[Action, ...], Legal):
    """The actions that may be taken, written out; `known` has the block of each, and itself, by an equal one.

    `runs` are the blocks and actions in order.
    """

    parts: tuple[Any, ...]
    known: Known
    runs: tuple[tuple[Run, Action], ...]

    def __contains__(self, action: object) -> bool:
        return action in self.known

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely, by one random number; IndexError if there is none."""
        return self[int(rng.random() * len(self))]


class Lazy(Legal):
    """Actions that are too many to be written out; nothing is known of them beforehand."""

    known: Known = {}
    runs: tuple[tuple[Run, Action], ...] = ()


class Decisions(dict[Any, Legal]):
    """What may be done at one place of the rules, by what it depends on.

    Each offer has its conditions, its domain and the block that carries it out. Equal actions
    are one object (`pool`), so that what is often looked at lies close together; `runs` has the
    blocks and actions alone.
    """

    def __init__(self, *offers: Offered) -> None:
        super().__init__()
        self.offers, self.number = offers, 0
        self.pool: Known = {}
        self.runs: dict[Any, tuple[tuple[Run, Action], ...]] = {}

    def add(self, key: Any, slots: list[Any]) -> Legal:
        """Work out what may be done, and remember it."""
        found = [
            (domain(slots) if clauses is None or not clauses(slots) else (), block)
            for clauses, domain, block in self.offers
        ]
        if self.number > ROOM:
            self.clear()
            self.pool.clear()
            self.runs.clear()
            self.number = 0
        few = all(sum(map(size, parts)) <= FEW_ACTIONS for parts, _ in found)
        legal: Ready | Lazy = written_out(found, self.pool) if few else Lazy(together(found))
        self[key] = legal
        self.runs[key] = legal.runs
        self.number += len(legal.runs) + 1
        return legal


def written_out(offered: list[tuple[tuple[Any, ...], Run]], pool: Known) -> Ready:
    """Return all actions, from the parts of each offer and its block."""
    runs = tuple(
        pool.get(action) or pool.setdefault(action, (run, action))
        for parts, run in offered
        for part in parts
        for action in part
    )
    legal = Ready([action for _, action in runs])
    legal.known = {one[1]: one for one in runs}
    legal.parts, legal.runs = together(offered), runs
    return legal


def together(offered: list[tuple[tuple[Any, ...], Run]]) -> tuple[Any, ...]:
    """Return the parts of all offers."""
    return tuple(part for parts, _ in offered for part in parts)


def size(part: Any) -> int:
    """Return how many actions there are at most in a part."""
    return part.total() if isinstance(part, Bags) else len(part)
