"""Which characters may stand in YAML (1.2.2, section 5.1)."""

from __future__ import annotations

import re
from functools import cache

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def find_odd(text: str, start: int = 0) -> re.Match[str] | None:
    """Return the first character that is not allowed."""
    return (_CONTROL if text.isascii() else _odd()).search(text, start)


def is_printable(char: str) -> bool:
    """Tell whether a character may stand for itself within a line."""
    return char not in "\t\n\r" and find_odd(char) is None


@cache
def _odd() -> re.Pattern[str]:
    """Return what finds characters that are not allowed; to make it takes longer than to read a small file."""
    allowed = "\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
    return re.compile(f"[^{allowed}]")
