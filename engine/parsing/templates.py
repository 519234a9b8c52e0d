"""Sentences with expressions in braces: `"{me} draws {size(cards)} cards"`."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic
from ..syntax import Expression
from .faults import Faults, Place
from .reader import parse

# A hole ends at the first brace that is not in quotes; with quotes left open, at the first brace.
HOLE = re.compile(r"""\{((?:[^{}'"]|'[^'\n]*'|"[^"\n]*")*)\}|\{([^{}]*)\}""")
PIECE = re.compile(r"[^{}]+|\{\{|\}\}|[{}]")


def parse_template(text: str, place: Place) -> tuple[list[str | Expression], list[Diagnostic]]:
    """Split a sentence into text and expressions; `{{` and `}}` are braces of the text.

    An expression that cannot be read is left out, and its errors are returned.
    """
    template = _Template(text, place)
    at = 0
    while piece := PIECE.match(text, at):
        hole = HOLE.match(text, at) if piece[0] == "{" else None
        at = (hole or piece).end()
        if hole:
            template.fill(hole)
        else:
            template.add(piece)
    return template.parts, template.faults.found


class _Template:
    def __init__(self, text: str, place: Place) -> None:
        self.parts: list[str | Expression] = []
        self.faults = Faults(place)

    def fill(self, hole: re.Match[str]) -> None:
        """Add the expression of a hole."""
        start = hole.start(hole.lastindex or 0)
        place = self.faults.place
        expression, found = parse(hole[hole.lastindex or 0], lambda a, b: place(start + a, start + b))
        self.faults.found += found
        if expression is not None:
            self.parts.append(expression)

    def add(self, piece: re.Match[str]) -> None:
        """Add text, or report a brace that is alone."""
        text = piece[0]
        if text in ("{", "}"):
            state = "never closed" if text == "{" else "never opened"
            help = f"for a brace as text write `{text * 2}`"
            self.faults.report("RP208", piece.span(), f"`{text}` is {state}", help)
        else:
            self.say(text[:1] if text in ("{{", "}}") else text)

    def say(self, text: str) -> None:
        """Add text to the text before it."""
        last = self.parts[-1] if self.parts else None
        if isinstance(last, str):
            self.parts[-1] = last + text
        else:
            self.parts.append(text)
