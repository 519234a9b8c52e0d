"""How a command ends: the exit codes, and failures that say why in one line."""

from __future__ import annotations

import click

OK = 0
FINDINGS = 1  # something is wrong with a ruleset, or a game cannot go on
USAGE = 2
NOT_RUN = 3  # a file that cannot be read, a ruleset that cannot be played
INPUT_ENDED = 4  # the input ended before the game did
INTERNAL = 70
INTERRUPTED = 130


class Failure(click.ClickException):
    """The end of a command: what to say on stderr, and the exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]


def printable(text: str) -> str:
    """Return a text without what would control the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else "·" for c in text)
