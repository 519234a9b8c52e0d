"""The actions of a decision as they are remembered: written out where they are few."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .runtime import Action, Bags, Legal

FEW_ACTIONS = 512  # decisions between that many are written out
ROOM = 200_000  # actions remembered at one place of the rules

Offered = tuple[Callable[..., Any] | None, Callable[..., Any]]


class Ready(tuple[Action, ...], Legal):
    """The actions that may be taken, written out; `known` finds one by an equal one."""

    parts: tuple[Any, ...]
    known: dict[Action, Action]

    def __contains__(self, action: object) -> bool:
        return action in self.known

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely; raises IndexError if there is none."""
        return self[int(rng.random() * len(self))]


class Lazy(Legal):
    """Actions that are too many to be written out; nothing is known of them beforehand."""

    known: dict[Action, Action] = {}


class Decisions(dict[Any, Legal]):
    """What may be done at one place of the rules, by what it depends on."""

    def __init__(self, *offers: Offered) -> None:
        super().__init__()
        self.offers, self.number = offers, 0

    def add(self, key: Any, slots: list[Any]) -> Legal:
        """Work out what may be done, and remember it."""
        parts: tuple[Any, ...] = ()
        known: dict[Action, Action] = {}
        few = True
        for clauses, domain in self.offers:
            found = domain(slots) if clauses is None or not clauses(slots) else ()
            few = few and sum(map(size, found)) <= FEW_ACTIONS
            parts += found
            if few:
                known |= {action: action for part in found for action in part}
        if self.number > ROOM:
            self.clear()
            self.number = 0
        legal: Any = Ready(known) if few else Lazy(parts)
        legal.parts, legal.known = parts, known if few else {}
        self.number += len(known) + 1
        self[key] = legal
        return legal  # type: ignore[no-any-return]


def size(part: Any) -> int:
    """Return how many actions there are at most in a part."""
    return part.total() if isinstance(part, Bags) else len(part)
