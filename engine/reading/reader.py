"""Strict YAML to a tree whose every node knows its place.

The dialect is the core of YAML 1.2 on PyYAML, less what a ruleset has no use for: tags, anchors,
aliases, merge keys, keys that are no text, keys that stand twice, a second document.
"""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path

from ..diagnostics import Diagnostic, quoted, settle
from ..source import Source, Span
from .builder import Builder
from .characters import find_odd
from .tree import Entry, Mapping, Node, Scalar, Sequence, comment_after, plain

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "comment_after",
    "open_source",
    "plain",
    "read",
    "source_of",
]

BYTES = 1 << 20


def open_source(path: str | Path) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file as text, or say in one diagnostic why that cannot be done."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
            return None, [_fault("RP010", "this is no ordinary file", Source(str(path), ""))]
        with open(path, "rb") as file:
            data = file.read(BYTES + 4)
    except (OSError, ValueError) as problem:
        return None, [_fault("RP010", _unreadable(problem), Source(str(path), ""))]
    return source_of(data, str(path))


def source_of(data: bytes, name: str) -> tuple[Source | None, list[Diagnostic]]:
    """Return bytes as a text, or say in one diagnostic why they are none."""
    nothing = Source(name, "")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        return None, [_fault("RP010", _unreadable(problem), nothing)]
    if "\0" in text:
        return None, [_fault("RP010", "this is a binary file, not text", nothing)]
    if not text.strip():
        return None, [_fault("RP011", "the file is empty", nothing)]
    return Source(name, text), []


def _unreadable(problem: OSError | ValueError) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return f"the file is not UTF-8: it has a stray byte at {problem.start}"
    reasons: dict[type, str] = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "this is a folder, not a file",
    }
    said = getattr(problem, "strerror", None) or "the path is not one"
    return reasons.get(type(problem), f"the file cannot be read: {said.lower()}")


def read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Read a text as YAML: its tree, when there is one to speak of, and all that is wrong with it."""
    root, found = _read(source)
    return root, list(found)


@lru_cache(32)
def _read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    if len(source.text.encode("utf-8", "surrogatepass")) > BYTES:
        return None, [_fault("RP009", "the file is larger than 1 MiB", source)]
    skip = int(source.text.startswith("\ufeff"))
    if odd := find_odd(source.text, skip):
        message = f"the character {quoted(odd.group())} is not allowed in YAML"
        return None, [_fault("RP001", message, source, odd.start(), odd.end())]
    builder = Builder(source, skip)
    root = builder.build()
    return root, settle(builder.found)


def _fault(code: str, message: str, source: Source, start: int = 0, end: int = 0) -> Diagnostic:
    return Diagnostic(code, message, Span(source, start, end))
