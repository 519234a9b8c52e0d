"""What the two YAML parsers complain of, in the words of this project."""

from __future__ import annotations

import re

from ..diagnostics import quoted

_QUOTE = "quote the text"
_INDENT = "check the indentation and the quotes"
_COMPLAINTS = (
    ("mapping values", "a `:` cannot stand here", "quote the text, or indent the key"),
    ("expected ':'", "this line has no `:` after its key", "write `key: value`"),
    ("chomping|comment or", "`>` or `|` at the start of a value begins a block of text", _QUOTE),
    ("alphabetic or numeric", "`*` or `&` cannot start a value", _QUOTE),
    ("document separator", "the quote is not closed before the document ends", "close the quote"),
    ("unexpected end of stream", "the quote is never closed", "close the quote"),
    ("',' or ']'", "a `,` or `]` is missing here", "close the bracket, or quote the text"),
    ("',' or '}'", "a `,` or `}` is missing here", "close the brace, or quote the text"),
    ("<block end>|expected key|expected '-'", "this does not fit what stands above", _INDENT),
    ("sequence entries", "a list item cannot start here", "put the `-` on a line of its own"),
    ("mapping keys are not", "a `?` cannot stand here", _QUOTE),
    ("escape|hexdecimal|Unicode char", "this is no escape that YAML knows", "write `\\\\` for a backslash"),
    ("<document start>", "this does not belong to what stands above", _INDENT),
    ("node content", "a value cannot start here", _QUOTE),
    ("irective|while scanning a %", "a line cannot start with `%`", _QUOTE),
    ("nesting depth", "the file nests deeper than any ruleset", None),
)


def in_words(said: str, char: str) -> tuple[str, str | None]:
    """Return the message and the help for what a parser said of a character."""
    if char == "\t" and ("any token" in said or "tab character" in said):
        return "a tab cannot indent", "use spaces"
    if "any token" in said:
        return f"a value cannot start with {'a backtick' if char == '`' else quoted(char)}", _QUOTE
    for form, message, help in _COMPLAINTS:
        if re.search(form, said):
            return message, help
    return said, None
