"""Where the faults of one text are gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..diagnostics import Diagnostic
from ..source import Span

Place = Callable[[int, int], Span]


class Faults:
    """The diagnostics of one text; `place` says where a range of it stands in the source."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.found: list[Diagnostic] = []

    def report(self, code: str, at: tuple[int, int], message: str, help: str | None = None) -> None:
        """Add an error about a range of the text."""
        self.found.append(Diagnostic(code, message, self.place(*at), help=help))


def edges(node: Any) -> tuple[int, int]:
    """Return where a token, or a tree with the parentheses around it, starts and ends."""
    meta = getattr(node, "meta", node)
    start: int = getattr(meta, "container_start_pos", meta.start_pos)
    end: int = getattr(meta, "container_end_pos", meta.end_pos)
    return start, end
