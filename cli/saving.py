"""Saved games: written whole or not at all, and never over something else."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import NOT_RUN, Failure

if TYPE_CHECKING:
    from rulesplay.engine import Match, Record

LARGEST = 64 << 20


class Saver:
    """Keeps a game in a file: after every decision if one was named, else when it is left."""

    def __init__(self, path: str | None) -> None:
        self.path = os.path.realpath(path) if path is not None else None
        self.shown = path
        if self.path is not None:
            check_target(self.path)

    def keep(self, match: Match) -> None:
        """Save the game if a file was named."""
        if self.path is not None:
            write(self.path, match)

    def leave(self, match: Match) -> str:
        """Save the game in any case; return the file."""
        path = self.shown or free_name(match)
        write(self.path or path, match)
        return path


def check_target(path: str) -> None:
    """Refuse to save over anything but a saved game."""
    from rulesplay.engine import RecordError

    if not os.path.lexists(path):
        if not os.path.isdir(os.path.dirname(path)):
            raise Failure(f"{path}: there is no such folder to save in", NOT_RUN)
        return
    if not os.path.isfile(path):
        raise click.UsageError(f"`--save {path}`: this is no file")
    try:
        parse(path)
    except (RecordError, ValueError):
        raise click.UsageError(
            f"`--save {path}`: this file is not a saved game, it is left as it is"
        ) from None


def free_name(match: Match) -> str:
    """Return the name of a file that is not there yet."""
    base = re.sub(r"[^\w-]", "_", match.program.rules.id) or "game"
    name, number = f"{base}.save", 1
    while os.path.lexists(name):
        number += 1
        name = f"{base}-{number}.save"
    return name


def write(path: str, match: Match) -> None:
    """Write a saved game to the disk, then put it in the place of the old one."""
    from rulesplay.engine import pack

    text = pack(match.record)
    try:
        folder = os.path.dirname(os.path.abspath(path))
        descriptor, temporary = tempfile.mkstemp(prefix=".rulesplay-", suffix=".save", dir=folder)
    except OSError as problem:
        raise unsaved(path, problem) from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException as problem:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(problem, OSError):
            raise unsaved(path, problem) from None
        raise


def unsaved(path: str, problem: OSError) -> Failure:
    """Return the failure for a game that cannot be saved."""
    return Failure(
        f"{path}: the game cannot be saved: {(problem.strerror or 'no reason given').lower()}", NOT_RUN
    )


def read(path: str) -> Record:
    """Return the record in a file, or fail in one line."""
    from rulesplay.engine import RecordError

    try:
        return parse(path)
    except RecordError as problem:
        raise Failure(f"{path}: {problem}", NOT_RUN) from None


def parse(path: str) -> Record:
    """Return the record in a file; raises RecordError where it is none."""
    from rulesplay.engine import RecordError, unpack

    with open(path, "rb") as file:
        data = file.read(LARGEST)
    try:
        return unpack(data.decode("utf-8"))
    except (UnicodeDecodeError, RecursionError, AttributeError):
        raise RecordError("this is not a saved game") from None
