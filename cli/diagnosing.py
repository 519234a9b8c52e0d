"""Diagnostics as text and as data: one function for each format."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from rulesplay.cli.exits import printable

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Span

TAB = 4
WIDEST = 120
LEAD = 60
UNREADABLE = ("RP010", "RP011")


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


def full(found: Diagnostic) -> str:
    """Return a diagnostic with its line of the file and a caret below the place."""
    gutter = max([len(str(span.line)) for span in (found.span, *(one.span for one in found.labels))])
    lines = [f"{found.severity}[{found.code}]: {found.message}", *place(found.span, gutter, "")]
    for label in found.labels:
        lines += place(label.span, gutter, label.text)
    if found.help:
        lines.append(f"{' ' * gutter} = help: {found.help}")
    lines.append(f"{' ' * gutter} = explain: rulesplay explain {found.code}")
    return printable("\n".join(lines))


def place(span: Span, gutter: int, text: str) -> list[str]:
    """Return where a span is, its line, and carets below it."""
    pad, sign = " " * gutter, "-" if text else "^"
    if not span.source.text:
        return [f"{pad}--> {span.source.name}"]
    before, marked, after = excerpt(span)
    carets = sign * max(columns(marked), 1)
    under = f"{' ' * columns(before)}{carets} {text}".rstrip()
    number = str(span.line).rjust(gutter)
    return [
        f"{pad}--> {span}",
        f"{pad} |",
        f"{number} | {before}{marked}{after}".rstrip(),
        f"{pad} | {under}",
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


def github(found: Diagnostic) -> str:
    """Return a diagnostic as a command that GitHub turns into a note at the line."""
    end_line, end_column = found.span.finish
    level = {"error": "error", "warning": "warning"}.get(found.severity, "notice")
    fields = {
        "file": found.span.source.name,
        "line": found.span.line,
        "col": found.span.column,
        "endLine": end_line,
        "endColumn": end_column,
        "title": found.code,
    }
    text = ",".join(f"{key}={escaped(str(value), ':,')}" for key, value in fields.items())
    said = found.message + (f"; {found.help}" if found.help else "")
    return f"::{level} {text}::{escaped(said)}"


def escaped(text: str, more: str = "") -> str:
    """Return a text as a command of GitHub takes it."""
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def as_data(found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as plain data."""
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **where(found.span),
        "path": found.path,
        "help": found.help,
        "labels": [where(one.span) | {"text": one.text} for one in found.labels],
    }


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
