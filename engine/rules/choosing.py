"""Option values: which ones fit, and the table that a choice of them makes."""

from __future__ import annotations

from typing import Any

from ..diagnostics import suggest
from .kinds import BOOLEAN, INTEGER
from .model import Option

LONGEST = 100  # digits that are read as a number


def fits(option: Option, value: Any) -> str | None:
    """Return why a value is not one of an option's, or None if it is."""
    if isinstance(value, bool) != (option.kind == BOOLEAN):
        return f"takes {describe(option)}, not `{str(value).lower()}`"
    if option.values and value not in option.values:
        hint = suggest(str(value), [str(one) for one in option.values])
        return f"takes {describe(option)}, not `{value}`" + (f"; {hint}" if hint else "")
    if option.kind == INTEGER and not option.values:
        if not isinstance(value, int):
            return f"takes {describe(option)}, not `{value}`"
        low = option.low if option.low is not None else value
        high = option.high if option.high is not None else value
        if not low <= value <= high:
            return f"takes {describe(option)}, not `{value}`"
    return None


def describe(option: Option) -> str:
    """Return in words which values an option takes."""
    if option.kind == BOOLEAN:
        return "true or false"
    if option.values:
        return " or ".join(str(value) for value in option.values)
    if option.low is not None and option.high is not None:
        return f"a whole number from {option.low} to {option.high}"
    return "a whole number"


def parse_value(option: Option, text: str) -> Any:
    """Return the value that a text on the command line stands for."""
    if option.kind == BOOLEAN and text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    digits = text.removeprefix("-")
    if option.kind == INTEGER and digits.isdecimal() and len(digits) <= LONGEST:
        return int(text)
    return text
