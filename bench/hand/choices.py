"""What the hand-written games share: written-out choices, and the refusal of others."""

from __future__ import annotations

import random
from operator import le
from typing import Any

Action = tuple[Any, ...]
Counts = tuple[int, ...]


class Illegal(ValueError):
    """An action that may not be taken, or an outcome that cannot come up."""


class Actions(tuple[Action, ...]):
    """Actions that may be taken, written out."""

    __slots__ = ()

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely."""
        return self[int(rng.random() * len(self))]


def is_part(part: object, counts: list[int]) -> bool:
    """Tell whether `part` counts pieces that are there."""
    if not isinstance(part, tuple) or len(part) != len(counts):
        return False
    return min(part) >= 0 and all(map(le, part, counts))
