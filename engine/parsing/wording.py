"""A token that does not fit: what was expected in human words, and what was probably meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import nearest
from .habits import LISTING

if TYPE_CHECKING:
    from lark import Token

# In the order of a message. NUMBER stands for all that a value starts with, AND for the operators.
LABELS = {
    "RPAR": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "IN": "`in`",
    "THEN": "`then`",
    "ELSE": "`else`",
    "FOR": "`for`",
    "WHERE": "`where`",
    "NAME": "a name",
    "NUMBER": "a value",
    "AND": "an operator",
    "$END": "the end of the expression",
}
OPERATORS = {"AND", "OR", "COMPARE", "PLUS", "TIMES", "_DOTS", "DOT"}
KEYWORDS = {"AND", "OR", "NOT", "IN", "IF", "THEN", "ELSE", "TRUE", "FALSE", "NONE", "FOR", "WHERE"}
ELSEWHERE = {"is": "==", "equals": "==", "mod": "%", "div": "//", "xor": "!="}
EACH = "`for` and `where` stand inside a function, as in `count(x for x in things where x.size > 2)`"
HINTS = {
    "COLON": "only the fields of a record have names, then all of them, as in `point(x: 3, y: 5)`",
    "_DOTS": "an interval has two ends, as in `1..6`",
    "FOR": EACH,
    "WHERE": EACH,
}


def expected(kinds: set[str], at_end: bool = False) -> str:
    """Put kinds of tokens into words; at the end of the text only what is needed to finish it."""
    shown = set(kinds)
    if "NUMBER" in kinds:
        shown -= OPERATORS | {"IN", "NAME"}
    elif kinds & OPERATORS:
        shown = shown - {"IN", "COLON"} | {"AND"}
    ways = [label for kind, label in LABELS.items() if kind in shown]
    if at_end and len(ways) > 1:
        ways = [way for way in ways if way != LABELS["AND"]]
    return " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))


def hint(token: Token, wanted: set[str]) -> str | None:
    """Return what to write instead of a token, where that can be told."""
    value = "NUMBER" in wanted
    if token.type == "NAME":
        return _meant(token, wanted)
    if token.type in KEYWORDS and wanted == {"NAME"}:
        return f"`{token}` is a word of the language and cannot be a name"
    if token.type in ("IF", "NOT") and value:
        return f"put `{token} …` in parentheses"
    if token.type == "IF":
        return "write `where`" if "WHERE" in wanted else "write `if a then b else c`"
    if token.type == "COMMA" and "$END" in wanted:
        return LISTING
    if token.type == "RPAR" and "$END" in wanted:
        return "no parenthesis is open here"
    if token.type == "LPAR" and wanted & OPERATORS:
        return "a function is called by its name, as in `size(a.b)`"
    return None if "NAME" in wanted else HINTS.get(token.type)


def _meant(name: Token, wanted: set[str]) -> str | None:
    meant = nearest(name, (kind.lower() for kind in KEYWORDS & wanted))
    if wanted & OPERATORS:
        meant = ELSEWHERE.get(name, meant)
    return meant and f"write `{meant}`"
