"""Talking with people in lines: text is only ever added, at most 80 columns wide.

The one exception is the curtain between two people at one terminal, which clears it.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import IO

from rulesplay.cli.exits import printable

COLUMNS, NARROWEST = 80, 30
LONGEST = 1000  # characters of a line that is typed; no answer has as many
CURTAIN = 24
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # what can be seen, what was scrolled away, the cursor to the top


class Screen:
    """Where lines are written and answers read."""

    def __init__(self, stream: IO[str], plain: bool = False) -> None:
        from rich.console import Console

        class Lines(Console):
            def on_broken_pipe(self) -> None:
                raise BrokenPipeError

        colourless = plain or "NO_COLOR" in os.environ
        self.stream, self.plain = stream, plain
        self.terminal = stream.isatty()
        self.console = Lines(
            file=stream,
            width=COLUMNS,
            color_system=None if colourless else "auto",
            markup=False,
            highlight=False,
            emoji=False,
        )

    @property
    def width(self) -> int:
        """How many columns there are now, 80 at most."""
        if not self.terminal:
            return COLUMNS
        return max(min(COLUMNS, shutil.get_terminal_size().columns), NARROWEST)

    @property
    def is_typed(self) -> bool:
        """Whether somebody sits at a terminal, reads there and types."""
        return self.terminal and sys.stdin.isatty()

    def say(self, text: str = "", style: str = "", indent: int = 0, hang: int = 2) -> None:
        """Write a line, wrapped; the lines after the first are set in by `hang` more."""
        first = True
        for part in printable(text).split("\n"):
            for line in wrap(part, self.width - indent, hang):
                self.write(" " * (indent if first else indent + hang) + line, style)
                first = False

    def write(self, line: str, style: str = "") -> None:
        """Write one line as it is."""
        if self.console.color_system is None:
            self.stream.write(line + "\n")
            return
        from rich.text import Text

        self.console.print(Text(line, style), soft_wrap=True)

    def ask(self, prompt: str = "> ") -> str:
        """Return one line of the input; raises EOFError at its end."""
        self.stream.flush()
        if self.is_typed and self.stream is sys.stdout:
            return self.edited(prompt)
        self.stream.write(prompt)
        self.stream.flush()
        line = read_line(sys.stdin)
        if not sys.stdin.isatty():
            self.write(printable(line.strip()))
        if not line:
            raise EOFError
        return line.strip()

    def edited(self, prompt: str) -> str:
        """Return one line that is typed at the terminal."""
        try:
            return input(prompt)[:LONGEST].strip()
        except (EOFError, KeyboardInterrupt):
            self.write("")
            raise

    def hide(self) -> None:
        """Take away what stands on the screen."""
        if self.terminal and not self.plain:
            self.stream.write(CLEAR)
        else:
            self.stream.write("\n" * (shutil.get_terminal_size().lines if self.terminal else CURTAIN))
        self.stream.flush()


def read_line(stream: IO[str]) -> str:
    """Return the next line, cut where it is too long to be an answer; empty at the end of the input."""
    line = rest = stream.readline(LONGEST)
    while len(rest) == LONGEST and not rest.endswith("\n"):
        rest = stream.readline(LONGEST)
    return line


def edit_lines(remember: bool) -> None:
    """Let people edit what they type; what one typed must not be called back by the next."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(remember)


def wrap(text: str, width: int, hang: int) -> list[str]:
    """Return a text in lines no wider than `width`; those after the first are narrower by `hang`."""
    if cells(text) <= width:
        return [text]
    lines, line, room = [], "", width
    for word in text.split(" "):
        if line and cells(line) + 1 + cells(word) > room:
            lines.append(line)
            line, room = "", width - hang
        for piece in chop(word, room):
            if cells(line) + cells(piece) > room and line:
                lines.append(line)
                line, room = "", width - hang
            line = f"{line} {piece}" if line and piece is word else line + piece
    return [*lines, line]


def chop(word: str, room: int) -> list[str]:
    """Return a word, in pieces where it is wider than a line."""
    if cells(word) <= room:
        return [word]
    pieces, piece = [], ""
    for char in word:
        if cells(piece + char) > room:
            pieces.append(piece)
            piece = ""
        piece += char
    return [*pieces, piece]


def cells(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
