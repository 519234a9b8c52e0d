"""A composed ruleset as one YAML text, in which a comment says what came from another file."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from ..reading.characters import is_printable
from ..reading.reader import read
from ..reading.scalars import read_otherwise
from ..reading.tree import Entry, Mapping, Node, Scalar, Sequence, plain
from ..source import Source, Span
from .differing import Difference, compare

__all__ = ["Difference", "compare", "flatten", "in_order"]

WIDTH = 100
TOP = (
    *("rulesplay", "id", "name", "summary", "source", "players", "options", "presets", "decks", "dice"),
    *("zones", "types", "variables", "functions", "setup", "phases", "actions", "challenges", "procedures"),
    *("elimination", "ending", "limit", "rulings", "scenarios"),
)
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_WORD = re.compile(r"[A-Za-z0-9_.+-]+")


def flatten(root: Node) -> str:
    """Return a tree as YAML; entries of another file than the root's name it, as in `# base.yaml:8`."""
    return _Writer(root.span.source).text(in_order(root))


def in_order(root: Node) -> Node:
    """Return a tree with its sections in the usual order; what no one knows stands last."""
    if not isinstance(root, Mapping):
        return root
    known = {name: root.entries[name] for name in TOP if name in root.entries}
    return Mapping(root.span, {**known, **root.entries})


class _Writer:
    """Writes trees as blocks of lines."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def text(self, root: Node) -> str:
        """Return the whole text."""
        if not isinstance(root, (Mapping, Sequence)) or self.is_short(root):
            head, *rest = self.inline(root)
            return "\n".join(["--- " + head, *map(_indented, rest)]) + "\n"
        return "\n".join(self.block(root)) + "\n"

    def block(self, node: Node) -> Iterator[str]:
        """Yield the lines of a map or list, not indented."""
        if isinstance(node, Mapping):
            for name, entry in node.entries.items():
                yield from self.pair(name, entry)
        elif isinstance(node, Sequence):
            for item in node.items:
                yield from self.item(item)

    def pair(self, name: str, entry: Entry) -> Iterator[str]:
        """Yield the lines of a key and its value."""
        key = name if _KEY.fullmatch(name) else _double(name)
        value = entry.value
        if isinstance(value, Scalar) or self.is_short(value):
            head, *rest = self.inline(value)
            yield f"{key}: {head}{self.origin(value.span)}"
            yield from (_indented(line) for line in rest)
        else:
            yield f"{key}:{self.origin(entry.key.span)}"
            yield from (_indented(line) for line in self.block(value))

    def item(self, item: Node) -> Iterator[str]:
        """Yield the lines of an item of a list."""
        if isinstance(item, Scalar) or self.is_short(item):
            head, *rest = self.inline(item)
            lines = [head + self.origin(item.span), *rest]
        else:
            lines = list(self.block(item))
        yield f"- {lines[0]}"
        yield from (_indented(line) for line in lines[1:])

    def is_short(self, node: Node) -> bool:
        """Tell whether a list or map goes on the line of its key: empty, or words of one file."""
        if isinstance(node, Mapping):
            return not node.entries
        items = node.items if isinstance(node, Sequence) else ()
        files = {item.span.source for item in items} | {node.span.source}
        short = all(isinstance(item, Scalar) and _WORD.fullmatch(_scalar(item)[0]) for item in items)
        return (
            short
            and (not items or len(files) == 1)
            and sum(len(_scalar(item)[0]) + 2 for item in items) < WIDTH
        )

    def inline(self, node: Node) -> tuple[str, ...]:
        """Return the lines of a scalar, or of a short list or map."""
        if isinstance(node, Scalar):
            return _scalar(node)
        if isinstance(node, Mapping):
            return ("{}",)
        items = node.items if isinstance(node, Sequence) else ()
        return (f"[{', '.join(_scalar(item)[0] for item in items)}]",)

    def origin(self, span: Span) -> str:
        """Return the comment on what came from another file."""
        if span.source is self.source:
            return ""
        name = os.path.basename(span.source.name)
        return f"  # {''.join(filter(is_printable, name))}:{span.line}"


def _indented(line: str) -> str:
    return f"  {line}" if line else ""


def _scalar(node: Node) -> tuple[str, ...]:
    """Return the lines of a scalar; all but the first are not indented."""
    if not isinstance(node, Scalar):
        return ("null",)
    if isinstance(node.value, str):
        return _string(node.value)
    return (node.text if node.value is not None else "null",)


@lru_cache(maxsize=4096)
def _string(text: str) -> tuple[str, ...]:
    """Return the plainest way to write a text that is read as the same text."""
    return next((lines for lines in _ways(text) if _is_read_as(lines, text)), (_double(text),))


def _ways(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to write a text, the plainest first."""
    if "\n" not in text and len(text) <= WIDTH:
        if not read_otherwise(text):
            yield (text,)
        if '"' in text and "'" not in text:
            yield (f"'{text}'",)
    elif "\n" not in text and " ".join(text.split(" ")) == text and "  " not in text:
        yield (">-", *wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))
    elif "\n" in text:
        sign = "|" if text.endswith("\n") else "|-"
        yield (sign, *text.removesuffix("\n").split("\n"))


def _is_read_as(lines: tuple[str, ...], text: str) -> bool:
    """Tell whether lines with a comment behind the first one are read as a text, without a fault."""
    head, *rest = lines
    written = "\n".join([f"k: {head}  # c", *map(_indented, rest), "z: 1", ""])
    root, found = read(Source("", written))
    return root is not None and not found and plain(root) == {"k": text, "z": 1}


def _double(text: str) -> str:
    """Return a text in double quotes."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if is_printable(char):
        return char
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(char)
    code = ord(char)
    form = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return named or form
