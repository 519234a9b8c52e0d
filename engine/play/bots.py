"""Players that are not people. A bot is given a view and what it may do, never the state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from ..program.choices import Action, Bags
from .state import Legal


class Bot(Protocol):
    """Chooses one of the actions it may take, knowing only its view."""

    def choose(self, view: dict[str, Any], legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""


class RandomBot:
    """Any legal action, each equally likely."""

    def choose(self, view: dict[str, Any], legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        return legal.sample(rng)


class CasualBot:
    """Plays as a person might who does not think long.

    It chooses what to do before how, rather takes few pieces than many and raises by little, lets
    most chances to interfere pass, but few when whoever has the turn has emptied a covered zone.
    """

    PATIENCE, ALARMED, GRADED = 0.75, 0.25, 12

    def choose(self, view: dict[str, Any], legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        groups: dict[str, list[Any]] = {}
        for part in legal.parts:
            if len(part):
                groups.setdefault(part.prefix[0] if isinstance(part, Bags) else part[0][0], []).append(part)
        patience = self.ALARMED if nearly_done(view) else self.PATIENCE
        if "pass" in groups and (len(groups) == 1 or rng.random() < patience):
            return ("pass",)
        groups.pop("pass", None)
        part = rng.choice(groups[rng.choice(sorted(groups))])
        return few(part, rng) if isinstance(part, Bags) else self.listed(part, rng)

    def listed(self, part: Sequence[Action], rng: random.Random) -> Action:
        """Return one of written-out choices: any of a few, an early one of many (they are in order)."""
        if len(part) <= self.GRADED:
            return tuple(rng.choice(part))
        return tuple(part[min(int(rng.expovariate(0.4)), len(part) - 1)])


def nearly_done(view: dict[str, Any]) -> bool:
    """Tell whether whoever has the turn has emptied a zone that the others cannot see into."""
    turn = view["turn"]
    zones = view["players"][turn]["zones"].values() if turn is not None else ()
    return any(zone["count"] == 0 and "pieces" not in zone for zone in zones)


def few(part: Bags, rng: random.Random) -> Action:
    """Return a choice of pieces: one or two more often than many."""
    wanted = min(max(part.low, 1) + int(rng.expovariate(1.0)), part.high)
    narrow = Bags(part.prefix, part.bag, wanted, wanted, part.guard, part.test)
    return narrow.sample(rng) if len(narrow) else part.sample(rng)


BOTS: dict[str, type[Any]] = {"casual": CasualBot, "random": RandomBot}
