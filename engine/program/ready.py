"""The actions of a decision as they are remembered: written out where they are few."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from .choices import Action, Bags, Legal

FEW_ACTIONS = 512  # decisions between that many are written out
ROOM = 200_000  # actions remembered at one place of the rules

Run = Callable[[list[Any], Any, Any], int]
Known = dict[Action, tuple[Run, Action]]
Offered = tuple[Callable[..., Any] | None, Callable[..., Any], Run]


class Ready(Legal):
    """The actions that may be taken, written out; `known` has the block of each, and itself, by an equal one.

    `actions` are as many as `number` says, `runs` are the blocks and actions in order.
    """

    __slots__ = ("actions", "known", "number", "runs")

    def __init__(self, parts: tuple[Any, ...], runs: tuple[tuple[Run, Action], ...]) -> None:
        super().__init__(parts)
        self.actions = tuple(action for _, action in runs)
        self.number = len(runs)
        self.known: Known = {one[1]: one for one in runs}
        self.runs = runs

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return self.number

    def __bool__(self) -> bool:
        return self.number > 0

    def __contains__(self, action: object) -> bool:
        return action in self.known

    def __getitem__(self, index: int) -> Action:
        return self.actions[index]

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely, by one random number; IndexError if there is none."""
        return self.actions[int(rng.random() * self.number)]


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
    return Ready(together(offered), runs)


def together(offered: list[tuple[tuple[Any, ...], Run]]) -> tuple[Any, ...]:
    """Return the parts of all offers."""
    return tuple(part for parts, _ in offered for part in parts)


def size(part: Any) -> int:
    """Return how many actions there are at most in a part."""
    return part.total() if isinstance(part, Bags) else len(part)
