"""How a command ends: the exit codes, and failures that say why in one line."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO

import click

COLUMNS = 80
OK = 0
FINDINGS = 1  # something is wrong with a ruleset, or a game cannot go on
USAGE = 2
NOT_RUN = 3  # a file that cannot be read, a ruleset that cannot be played
INPUT_ENDED = 4  # the input ended before the game did
INTERNAL = 70
INTERRUPTED = 130


class Failure(click.ClickException):
    """The end of a command: what to say on stderr, and the exit code."""

    def __init__(self, message: str, code: int, whole: bool = False) -> None:
        super().__init__(message if whole else one_line(message))
        self.exit_code = code  # type: ignore[misc]


def printable(text: str) -> str:
    """Return a text without what would control the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else "·" for c in text)


def one_line(text: str) -> str:
    """Return a text without line breaks, which the name of a file may have."""
    return text if len(text.splitlines()) < 2 else "·".join(text.splitlines())


def trouble(problem: OSError) -> str:
    """Return what the system refused, in one line."""
    said = (problem.strerror or str(problem)).lower()
    if problem.filename:
        return one_line(f"{os.fsdecode(problem.filename)}: {said}")
    try:
        os.getcwd()
    except OSError:
        return "the working folder is no longer there"
    return one_line(said)


def unforeseen(problem: Exception) -> str:
    """Return what nobody thought of, in one line."""
    said = " ".join(str(problem).split())[:300]
    return f"internal error: {type(problem).__name__}: {said} (please report)"


def mute() -> None:
    """Send what is still to be written to stdout nowhere: nobody reads it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fitted(text: str, stream: IO[str]) -> str:
    """Return a message of one line in lines of 80 columns on a terminal, and as it is for a program."""
    if len(text) <= COLUMNS or "\n" in text or not stream.isatty():
        return text
    import textwrap

    return "\n".join(
        textwrap.wrap(text, COLUMNS, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    )
