"""Which maps of a ruleset are keyed by the author's names; all others have a fixed shape.

Composing asks this before it adds a key, comparing before it ignores an order.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..diagnostics import quoted
from ..reading.tree import Mapping, Node, Scalar, plain

# Words of a change; a map keyed by name has no entry that is called so.
OPERATORS = ("add", "remove", "at", "replace")

SECTIONS = frozenset(
    {"options", "presets", "decks", "dice", "zones", "types", "variables", "functions", "phases", "actions"}
    | {"challenges", "procedures", "elimination", "ending", "rulings", "scenarios"}
)
# Keys whose map is keyed by name wherever they stand in a section or step.
INSIDE = frozenset({"choose", "requires", "accepts", "outcomes", "let", "set", "with", "record", "pick"})
# The same, but only directly below the key named first.
BELOW = frozenset({("ask", "actions")})
# Maps in which an added entry may say where it goes.
PLACED = frozenset({"phases", "elimination", "ending", "outcomes"})
# Maps whose order means something.
ORDERED = PLACED | {"choose", "requires", "accepts", "let", "set"}


@dataclass(frozen=True)
class Place:
    """A map, list or value by its path, and whether its keys are the author's names."""

    path: tuple[str, ...] = ()
    named: bool = False
    free: bool = False

    def below(self, key: str) -> Place:
        """Return the place of a key's value."""
        path = (*self.path, key)
        if self.free or key.startswith("x-") or self._is_scenario():
            return Place(path, free=True)
        return Place(path, named=not self.named and self._holds_names(key))

    def item(self, name: str = "") -> Place:
        """Return the place of a list's item."""
        return Place((*self.path, name) if name else self.path, free=self.free)

    def _is_scenario(self) -> bool:
        return len(self.path) == 2 and self.path[0] == "scenarios"

    def _holds_names(self, key: str) -> bool:
        if not self.path:
            return key in SECTIONS
        preset = self.path[0] == "presets" and len(self.path) == 2 and key == "options"
        return preset or key in INSIDE or (self.path[-1], key) in BELOW

    @property
    def placed(self) -> bool:
        """Whether an added entry may say where it goes."""
        return self.named and self.path[-1] in PLACED

    @property
    def ordered(self) -> bool:
        """Whether the order of the entries means something."""
        parameters = self.path[:1] == ("functions",) and self.path[-1] == "with"
        return self.named and (parameters or self.path[-1] in ORDERED)

    def owner(self) -> str:
        """Return " under `name`" for the end of a message."""
        return f" under {quoted(self.path[-1])}" if self.path else ""


def step_id(node: Node) -> str | None:
    """Return the name by which a list's item is addressed: a step's `id`, or a word itself."""
    if isinstance(node, Mapping):
        node = node.get("id") or node
    return node.text if isinstance(node, Scalar) else None


def same(one: Node, other: Node) -> bool:
    """Tell whether two trees hold the same data in the same order."""
    return digest_text(one) == digest_text(other)


def digest_text(node: Node) -> str:
    """Return a tree's data as one line of JSON, without comments and styles."""
    return json.dumps(plain(node))
