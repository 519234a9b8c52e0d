"""A place in a file, able to show its line.

Offsets count code points of the text as it was read (a leading byte order mark is
dropped, line ends are kept), lines and columns are 1-based.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One text and the name it is reported under (a path, or `<stdin>`)."""

    name: str
    text: str

    @cached_property
    def digest(self) -> str:
        """A hash of the text, which is that of the file's bytes but for a byte order mark."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def _starts(self) -> list[int]:
        starts, text = [0], self.text
        for i, char in enumerate(text):
            if char == "\n" or (char == "\r" and text[i + 1 : i + 2] != "\n"):
                starts.append(i + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line without its end; empty past the last line."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True)
class Span:
    """A half-open range `start <= i < end` of offsets in a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which the span starts."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column at which the span starts."""
        return self.source.position(self.start)[1]

    @property
    def finish(self) -> tuple[int, int]:
        """The line and column just past the last character."""
        return self.source.position(max(self.end, self.start))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
