"""Write the tables of the grammar, engine/grammar.json, so that nobody waits for them to be made."""

import hashlib
import json
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulesplay.engine.parsing.tables import GRAMMAR, TABLES, made


def tables() -> dict[str, Any]:
    """Return what is kept of the parser, with the version of Lark and the hash of the grammar it is from."""
    data, memo = made().memo_serialize([TerminalDef, Rule])
    return {"lark": lark.__version__, "grammar": digest(), "parser": {"data": data, "memo": memo}}


def digest() -> str:
    """Return the hash of the grammar."""
    return hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


if __name__ == "__main__":
    TABLES.write_text(json.dumps(tables()) + "\n", encoding="utf-8")
