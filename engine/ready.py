"""The actions of a decision as they are remembered: written out where they are few."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .runtime import Action, Bags, Legal, Listed

FEW_ACTIONS = 512  # decisions between that many are written out
ROOM = 200_000  # actions remembered at one place of the rules

Offered = tuple[Callable[..., Any] | None, Callable[..., Any]]


class Ready(tuple[Action, ...], Legal):
    """The actions that may be taken, written out; `known` finds one by an equal one.

    `draws` has, for each part, where it ends among all actions, and how it is drawn from: by a
    second draw among some actions, of which those that are None are drawn again, or by what
    draws for itself, or not at all. Nothing is there if all parts are lists.
    """

    parts: tuple[Any, ...]
    known: dict[Action, Action]
    draws: tuple[tuple[int, tuple[Action | None, ...] | None, Bags | None], ...]

    def __contains__(self, action: object) -> bool:
        return action in self.known

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, by the same random numbers as if they were not remembered."""
        draws, draw, index = self.draws, rng.random, 0
        if len(draws) != 1:
            index = int(draw() * len(self))
            if not draws:
                return self[index]
        for end, drawn, part in draws:
            if index < end:
                if drawn is None:
                    return self[index] if part is None else part.sample(rng)
                many = len(drawn)
                action = drawn[int(draw() * many)]
                return action if action is not None else again(drawn, draw)
        raise IndexError("there is no legal action")


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
        actions: list[Action] = []
        few = True
        for clauses, domain in self.offers:
            found = domain(slots) if clauses is None or not clauses(slots) else ()
            few = few and sum(map(size, found)) <= FEW_ACTIONS
            parts += found
            if few:
                actions += [action for part in found for action in part]
        if self.number > ROOM:
            self.clear()
            self.number = 0
        legal: Any = Ready(actions) if few else Lazy(parts)
        if few:
            legal.known, legal.draws = dict(zip(actions, actions, strict=True)), drawing(parts)
        legal.parts = parts
        self.number += len(actions) + 1
        self[key] = legal
        return legal  # type: ignore[no-any-return]


def drawing(parts: tuple[Any, ...]) -> tuple[tuple[int, tuple[Action | None, ...] | None, Bags | None], ...]:
    """Return how each part is drawn from, if any is more than a list."""
    if all(isinstance(part, Listed) for part in parts):
        return ()
    end, draws = 0, []
    for part in parts:
        end += len(part)
        drawn = part.ranked() if isinstance(part, Bags) else None
        draws.append((end, drawn, part if isinstance(part, Bags) and drawn is None else None))
    return tuple(draws)


def again(drawn: tuple[Action | None, ...], draw: Callable[[], float]) -> Action:
    """Return a draw that is an action, after one that was none."""
    for _ in range(199):
        if (action := drawn[int(draw() * len(drawn))]) is not None:
            return action
    accepted = [one for one in drawn if one is not None]
    return accepted[int(draw() * len(accepted))]


def size(part: Any) -> int:
    """Return how many actions there are at most in a part."""
    return part.total() if isinstance(part, Bags) else len(part)
