"""Where a step stands when it is written, and how the values there are gone through and shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules.kinds import Bag, Kind
from .audience import Audience
from .blocks import Block
from .emitting import Names
from .layout import is_bits


@dataclass
class Place:
    """Where a step stands: how locals are held, who may know them, the block being written."""

    names: Names
    audience: Audience
    block: Block

    def bind(self, name: str, python: str, contents: str, size: str) -> Place:
        """Return the place with one more local."""
        known = self.audience.known | {name: (contents, size)}
        return replace(self, names=self.names | {name: python}, audience=replace(self.audience, known=known))

    def at(self, block: Block) -> Place:
        """Return the place in another block."""
        return replace(self, block=block)

    def reveal(self, zones: frozenset[tuple[str, str]]) -> Place:
        """Return the place where everybody has seen these zones."""
        return replace(self, audience=replace(self.audience, revealed=self.audience.revealed | zones))

    def drawing(self) -> Audience:
        """Return who may know what chance brings: to have seen a zone is not to see what comes or goes."""
        return replace(self.audience, revealed=frozenset())


def sequence(kind: object) -> bool:
    """Tell whether values of a type can be gone through as they are."""
    return not is_bits(kind)  # type: ignore[arg-type]


def elements_of(value: str, kind: Kind, pieces: str = "PIECES") -> str:
    """Return the Python that goes through a value: a bag piece by piece, or as `pieces` says."""
    if sequence(kind):
        return value
    return f"{pieces}({value})" if isinstance(kind, Bag) else f"MEMBERS[{value}]"
