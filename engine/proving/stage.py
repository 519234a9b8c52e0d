"""Where a scenario plays, and how it says that something in it is not as written."""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import Diagnostic, suggest_or_list
from ..play.match import Match
from ..program.program import Program
from ..reading.reader import Scalar
from ..source import Span
from .evaluating import Evaluator


class Wrong(Exception):
    """Something in a scenario is not as written."""

    def __init__(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, help=hint)


class Unreadable(Exception):
    """A choice that names what is not there at all; `message` says what."""

    def __init__(self, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.hint = message, span, hint


def wrong(message: str, span: Span, hint: str | None = None) -> Wrong:
    """Return the report of something in a scenario that is not as it must be written."""
    return Wrong("RP701", message, span, hint)


@dataclass
class Stage:
    """Where a scenario plays: the program, the players by name, the match so far."""

    program: Program
    names: tuple[str, ...]
    evaluator: Evaluator
    match: Match

    @property
    def actors(self) -> dict[str, int]:
        """The seats by name."""
        return {name: seat for seat, name in enumerate(self.names)}

    def seat(self, node: Scalar, also: tuple[str, ...] = ()) -> int:
        """Return the seat of a player's name; `also` is what else might have been meant."""
        if node.text not in self.names:
            sort = "neither a player nor a check" if also else "no player"
            raise wrong(
                f"`{node.text}` is {sort}", node.span, suggest_or_list(node.text, [*self.names, *also])
            )
        return self.names.index(node.text)

    def faulty(self) -> Wrong:
        """Return the first fault of an expression."""
        found = self.evaluator.checker.diagnostics[0]
        return Wrong(found.code, found.message, found.span, found.help)
