"""Diagnostics as text and as data: one function for each format."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rulesplay.cli.exits import printable

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Span

TAB = 4
WIDEST = 120
LEAD = 60
UNREADABLE = ("RP010", "RP011")
HUES = {"error": "red", "warning": "yellow"}


def is_unreadable(found: Diagnostic) -> bool:
    """Tell whether there was no text to look at."""
    return found.code in UNREADABLE


def width(char: str) -> int:
    """Return how many columns a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(map(width, text))


def full(found: Diagnostic, colour: bool = False) -> str:
    """Return a diagnostic with its line of the file and a caret below the place."""
    gutter = max([len(str(span.line)) for span in (found.span, *(one.span for one in found.labels))])
    hue = HUES.get(found.severity, "cyan")
    head = f"{found.severity}[{found.code}]"
    lines = [Line(head, hue, f": {found.message}"), *place(found.span, gutter, "", hue)]
    for label in found.labels:
        lines += place(label.span, gutter, label.text, "blue")
    pad = " " * gutter
    if found.help:
        lines.append(Line(f"{pad} = help:", "green", f" {found.help}"))
    lines.append(Line(f"{pad} = explain:", "blue", f" rulesplay explain {found.code}"))
    return "\n".join(line.painted(colour) for line in lines)


class Line(NamedTuple):
    """A line of a diagnostic: its head and its tail are coloured, what stands between them is not."""

    head: str
    hue: str
    rest: str = ""
    tail: str = ""

    def painted(self, colour: bool) -> str:
        """Return the line, in colour where that is wanted; nothing in it controls the terminal."""
        parts = [printable(part) for part in (self.head, self.rest, self.tail)]
        if colour:
            parts[0], parts[2] = (part and click.style(part, fg=self.hue, bold=True) for part in parts[::2])
        return "".join(parts)


def place(span: Span, gutter: int, text: str, hue: str) -> list[Line]:
    """Return where a span is, its line, and carets below it."""
    pad, sign = " " * gutter, "-" if text else "^"
    if not span.source.text:
        return [Line(f"{pad}-->", "blue", f" {span.source.name}")]
    before, marked, after = excerpt(span)
    carets = sign * max(columns(marked), 1)
    number = str(span.line).rjust(gutter)
    return [
        Line(f"{pad}-->", "blue", f" {span}"),
        Line(f"{pad} |", "blue"),
        Line(f"{number} |", "blue", f" {before}{marked}{after}".rstrip()),
        Line("", hue, f"{pad} | {' ' * columns(before)}", f"{carets} {text}".rstrip()),
    ]


def excerpt(span: Span) -> tuple[str, str, str]:
    """Return the line of a span in three parts, tabs expanded; of a long line the part around it."""
    line, start = span.source.line(span.line), span.column - 1
    end_line, end_column = span.finish
    end = end_column - 1 if end_line == span.line else len(line)
    before, marked, after = (spread(part) for part in (line[:start], line[start:end], line[end:]))
    if len(before) + len(marked) + len(after) <= WIDEST:
        return before, marked, after
    before = before if len(before) <= LEAD else "…" + before[-LEAD:]
    marked = marked if len(marked) <= LEAD else marked[:LEAD] + "…"
    room = max(WIDEST - len(before) - len(marked), 0)
    return before, marked, after if len(after) <= room else after[:room] + "…"


def spread(text: str) -> str:
    """Return a part of a line with tabs as spaces and nothing that controls the terminal."""
    return printable(text.replace("\t", " " * TAB)).replace("\n", " ")


def concise(found: Diagnostic) -> str:
    """Return a diagnostic in one line."""
    return printable(" ".join(str(found).split()))


def as_data(found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as plain data."""
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **where(found.span),
        "path": found.path,
        "help": found.help,
        "url": url(found.code),
        "labels": [where(one.span) | {"text": one.text} for one in found.labels],
    }


def url(code: str) -> str | None:
    """Return the page about a code."""
    from rulesplay.engine import CODES

    return CODES[code].url if code in CODES else None


def where(span: Span) -> dict[str, Any]:
    """Return a span as plain data: 1-based, in code points, the end exclusive."""
    end_line, end_column = span.finish
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }
