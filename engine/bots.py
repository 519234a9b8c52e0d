"""Players that are not people. A bot is given a view and what it may do, never the state."""

from __future__ import annotations

import random
from typing import Any, Protocol

from .runtime import Action, Bags
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

    It chooses what to do before how, lets most chances to interfere pass, and rather chooses
    few pieces than many.
    """

    PATIENCE = 0.75

    def choose(self, view: dict[str, Any], legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        groups: dict[str, list[Any]] = {}
        for part in legal.parts:
            if len(part):
                groups.setdefault(part.prefix[0] if isinstance(part, Bags) else part[0][0], []).append(part)
        if "pass" in groups and (len(groups) == 1 or rng.random() < self.PATIENCE):
            return ("pass",)
        groups.pop("pass", None)
        part = rng.choice(groups[rng.choice(sorted(groups))])
        return few(part, rng) if isinstance(part, Bags) else tuple(rng.choice(part))


def few(part: Bags, rng: random.Random) -> Action:
    """Return a choice of pieces: one or two more often than many."""
    wanted = min(max(part.low, 1) + int(rng.expovariate(1.0)), part.high)
    narrow = Bags(part.prefix, part.bag, wanted, wanted, part.guard, part.test)
    return narrow.sample(rng) if len(narrow) else part.sample(rng)


BOTS: dict[str, type[Any]] = {"casual": CasualBot, "random": RandomBot}
