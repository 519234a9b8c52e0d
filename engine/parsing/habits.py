"""What people write out of habit from elsewhere: each is one fault with its fix.

The token is then replaced by the right one, so that the rest of the text is still read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics import quoted

if TYPE_CHECKING:
    from lark import Token

WRONG = {
    **dict.fromkeys(("&&", "&"), ("AND", "and")),
    **dict.fromkeys(("||", "|"), ("OR", "or")),
    **dict.fromkeys(("=", "==="), ("COMPARE", "==")),
    **dict.fromkeys(("<>", "!==", "\u2260"), ("COMPARE", "!=")),
    **dict.fromkeys(("=<", "\u2264"), ("COMPARE", "<=")),
    **dict.fromkeys(("=>", "\u2265"), ("COMPARE", ">=")),
    **dict.fromkeys(("**", "^", "\u00d7", "\u00b7"), ("TIMES", "*")),
    **dict.fromkeys(("/", "\u00f7"), ("TIMES", "//")),
    **dict.fromkeys(("\u2212", "\u2013"), ("MINUS", "-")),
    **dict.fromkeys(("...", "\u2026"), ("_DOTS", "..")),
    "!": ("NOT", "not"),
}
WRONG_HELP = {
    "/": "write `//`, which divides integers and rounds down",
    "**": "there are no powers, write `x * x`",
    "^": "there are no powers, write `x * x`",
}
FOREIGN = {
    **dict.fromkeys(("null", "None", "nil", "NULL", "Null"), ("NONE", "none")),
    **dict.fromkeys(("True", "TRUE"), ("TRUE", "true")),
    **dict.fromkeys(("False", "FALSE"), ("FALSE", "false")),
}
LISTING = "write a list in parentheses, as in `(a, b)`"
CHARACTERS = {
    **dict.fromkeys("[]", LISTING),
    **dict.fromkeys("\u2018\u2019\u201c\u201d`", "write a symbol in straight quotes, as in `'a'`"),
    "#": "a note for readers stands outside of the expression",
}


class Verdict(NamedTuple):
    """A fault of one token, and the token to go on with, if any."""

    code: str
    message: str
    help: str | None
    mended: Token | None


def judge(token: Token, before: list[str]) -> Verdict | None:
    """Say what is wrong with a token in itself; `before` has the kinds of those before it."""
    find = _JUDGES.get(token.type)
    return find(token, before) if find else None


def _wrong(token: Token, before: list[str]) -> Verdict:
    kind, right = WRONG[token]
    help = WRONG_HELP.get(token, f"write `{right}`")
    if token == "=" and before[-2:] in (["LPAR", "NAME"], ["COMMA", "NAME"]):
        help = "write `==` to compare, or `:` to give a field of a record"
    return Verdict("RP203", f"`{token}` is not an operator here", help, token.update(kind, right))


def _question(token: Token, _: list[str]) -> Verdict:
    return Verdict("RP203", "`?` is not an operator here", "write `if a then b else c`", token)


def _name(token: Token, before: list[str]) -> Verdict | None:
    if token not in FOREIGN or before[-1:] == ["DOT"]:
        return None
    kind, right = FOREIGN[token]
    message = f"`{token}` is not a word of the language"
    return Verdict("RP203", message, f"write `{right}`", token.update(kind, right))


def _decimal(token: Token, _: list[str]) -> Verdict:
    message, help = f"{quoted(token)} is not an integer", "numbers are integers only"
    return Verdict("RP204", message, help, token.update("NUMBER", "0"))


def _word(token: Token, _: list[str]) -> Verdict:
    message, help = f"{quoted(token)} is not a name", "a name has only a to z, A to Z, 0 to 9 and `_`"
    if token[0].isdigit():
        message, help = f"{quoted(token)} is not a number", "a number has only 0 to 9"
    return Verdict("RP204", message, help, token.update("NAME"))


def _open_quote(token: Token, _: list[str]) -> Verdict:
    return Verdict("RP202", "unfinished symbol", f"close it with {token[0]}", token.update("SYMBOL"))


def _character(token: Token, _: list[str]) -> Verdict:
    message = f"{quoted(token)} has no meaning in an expression"
    return Verdict("RP204", message, CHARACTERS.get(token[0]), None)


_JUDGES: dict[str, Callable[[Token, list[str]], Verdict | None]] = {
    "WRONG": _wrong,
    "QUESTION": _question,
    "NAME": _name,
    "DECIMAL": _decimal,
    "WORD": _word,
    "OPEN_QUOTE": _open_quote,
    "CHARACTER": _character,
}
