"""The parser of expressions: Lark's tables for the grammar, which are shipped ready made."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
TABLES = GRAMMAR.with_suffix(".json")


@cache
def parser() -> Lark:
    """Return the parser; its tables are made anew where those shipped are of another version of Lark."""
    import lark

    try:
        kept = json.loads(TABLES.read_bytes(), object_hook=numbered)
    except (OSError, ValueError):
        kept = {}
    return lark.Lark.load(kept["parser"]) if kept.get("lark") == lark.__version__ else made()


def made() -> Lark:
    """Make the parser from the grammar, which takes ten times as long."""
    from lark import Lark

    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "propagate_positions": True}
    return Lark(GRAMMAR.read_text(encoding="utf-8"), start=["expression", "junk"], **options)


def numbered(data: dict[str, Any]) -> dict[Any, Any]:
    """Return a map of JSON with the numbers that its names were."""
    return {int(name) if name.isdecimal() else name: value for name, value in data.items()}
