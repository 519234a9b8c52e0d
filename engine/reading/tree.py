"""The tree of a ruleset's YAML, in which every node knows its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..source import Span
from .scalars import Plain, character_end, value_offsets

_COMMENT = re.compile(r"[ \t]+(#[^\r\n]*)")


@dataclass(frozen=True, eq=False)
class Node:
    """One value of the file and where it stands."""

    span: Span


@dataclass(frozen=True, eq=False)
class Scalar(Node):
    """A value that holds no others; its style is plain, single, double, literal or folded."""

    value: Plain
    text: str
    style: str

    @cached_property
    def _offsets(self) -> list[int] | None:
        return value_offsets(self.span.source.text, self)

    def place(self, start: int, end: int) -> Span:
        """Return where a part of the text stands in the file; all of it when that is unknown."""
        offsets, source = self._offsets, self.span.source
        if not offsets or not 0 <= start <= end <= len(offsets):
            return self.span
        last = character_end(source.text, offsets[end - 1], self.style) if end else offsets[0]
        return Span(source, last if start == end else offsets[start], last)


@dataclass(frozen=True, eq=False)
class Sequence(Node):
    """A list."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, eq=False)
class Mapping(Node):
    """A map; its keys are always text."""

    entries: dict[str, Entry]

    def get(self, name: str) -> Node | None:
        """Return the value of a key, if it is there."""
        entry = self.entries.get(name)
        return entry.value if entry else None

    def key(self, name: str) -> Scalar:
        """Return the key itself, for its place."""
        return self.entries[name].key


def plain(node: Node) -> Any:
    """Return a tree as Python lists, dicts and values."""
    if isinstance(node, Mapping):
        return {name: plain(entry.value) for name, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else None


def comment_after(scalar: Scalar) -> Span | None:
    """Return the comment that directly follows a plain scalar on its line."""
    source = scalar.span.source
    found = _COMMENT.match(source.text, scalar.span.end)
    return Span(source, found.start(1), found.end(1)) if found and scalar.style == "plain" else None
