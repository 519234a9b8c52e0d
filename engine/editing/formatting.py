"""The usual order of keys: a text whose known keys stand as in the schema, with all else as it was.

Blocks of lines are moved, each with the comments above it; no value is written anew. Where that
is not safe (braces, keys that share a line, a comment that would come between a dash and its key)
a map is left as it is, and a text that would be read in another way is not returned.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..reading.reader import read
from ..reading.tree import Entry, Mapping, Node, Sequence, plain
from ..source import Source
from .guide import Guide


def format_source(source: Source, guide: Guide) -> str:
    """Return a text with its keys in the usual order."""
    text = source.text
    if not text.endswith(("\n", "\r")):
        text += "\n"
    before, problems = read(Source(source.name, text))
    if before is None or any(one.is_error for one in problems):
        return source.text
    made = _Layout(text).inside(before, guide, 0, len(text))
    after, _ = read(Source(source.name, made))
    return made if after is not None and plain(after) == plain(before) else source.text


@dataclass
class _Block:
    """An entry with its lines: from its comments, or its key, to the end of its last line."""

    entry: Entry
    start: int
    end: int

    @property
    def has_comments(self) -> bool:
        """Whether something stands above the key."""
        key = self.entry.key.span
        return bool(key.source.text[self.start : key.start].strip())


class _Layout:
    """Lays out parts of one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def inside(self, node: Node, guide: Guide, start: int, end: int) -> str:
        """Return a part of the text that holds a node, laid out."""
        if isinstance(node, Mapping) and self.is_block(node):
            return self.mapping(node, guide, start, end)
        if isinstance(node, Sequence) and self.is_block(node):
            return self.sequence(node, guide, start, end)
        return self.text[start:end]

    def is_block(self, node: Node) -> bool:
        """Tell whether a map or list is one of lines, not of braces."""
        return self.text[node.span.start : node.span.start + 1] not in ("{", "[", "")

    def sequence(self, node: Sequence, guide: Guide, start: int, end: int) -> str:
        """Return a list, each of its items laid out."""
        parts, at = [], start
        for item in node.items:
            stop = self.line_end(self.last(item))
            if not at <= item.span.start <= stop <= end:
                return self.text[start:end]
            parts += [self.text[at : item.span.start], self.inside(item, guide.item(), item.span.start, stop)]
            at = stop
        return "".join(parts) + self.text[at:end]

    def mapping(self, node: Mapping, guide: Guide, start: int, end: int) -> str:
        """Return a map, its entries laid out and in their order."""
        blocks = self.blocks(node, start)
        if not blocks or any(one.end > end for one in blocks) or not self.is_apart(blocks):
            return self.text[start:end]
        known = list(guide.keys())
        ordered = blocks if guide.is_named else sorted(blocks, key=lambda one: _rank(one, known))
        if ordered[0] is not blocks[0] and (ordered[0].has_comments and self.is_after_dash(blocks[0])):
            ordered = blocks
        made = [self.block(one, guide, one is ordered[0], one is blocks[0], node) for one in ordered]
        return self.text[start : blocks[0].start] + "".join(made) + self.text[blocks[-1].end : end]

    def block(self, one: _Block, guide: Guide, to_front: bool, from_front: bool, node: Mapping) -> str:
        """Return the lines of an entry, to be put at the front of its map or behind it."""
        key, value = one.entry.key.span, one.entry.value
        head = self.text[one.start : key.end]
        body = self.inside(value, guide.below(one.entry.key.text), key.end, one.end)
        indent = " " * self.column(node)
        if to_front and not from_front:
            head = head.lstrip("\r\n").removeprefix(indent)
        elif from_front and not to_front:
            head = indent + head
        return head + body

    def column(self, node: Mapping) -> int:
        """Return how far the keys of a map are indented."""
        first = next(iter(node.entries.values())).key.span.start
        return first - self.line_start(first)

    def blocks(self, node: Mapping, start: int) -> list[_Block]:
        """Return the entries of a map with their lines."""
        found: list[_Block] = []
        entries = list(node.entries.values())
        for number, entry in enumerate(entries):
            key = entry.key.span.start
            top = found[-1].end if found else self.above_first(key, start)
            found.append(_Block(entry, top, 0))
            tail = self.line_end(self.last(entry.value, entry.key.span.end))
            limit = self.line_start(entries[number + 1].key.span.start) if number + 1 < len(entries) else None
            found[-1].end = self.with_deeper_comments(tail, key - self.line_start(key), limit)
        return found

    def above_first(self, key: int, start: int) -> int:
        """Return where the first entry begins: its comments go with it, but not those of the file."""
        line = self.line_start(key)
        if self.text[line:key].strip(" ") or start == 0 or not start <= line:
            return key
        at = line
        while at > start and (above := self.line_start(at - 1)) >= start:
            if not self.text[above:at].lstrip(" \t").startswith("#"):
                break
            at = above
        lead = at + (key - line)
        return lead if at < line and self.text[at:lead].isspace() and self.text[lead] == "#" else key

    def with_deeper_comments(self, at: int, column: int, limit: int | None) -> int:
        """Return where the comments end that stand deeper than a key, right below its value."""
        stop, end = at, len(self.text) if limit is None else limit
        while at < end:
            line, after = self.text[at : self.line_end(at)], self.line_end(at)
            words = line.lstrip(" \t")
            if words.startswith("#") and len(line) - len(words) > column:
                stop = after
            elif words.strip():
                break
            at = after
        return stop

    def is_apart(self, blocks: list[_Block]) -> bool:
        """Tell whether every key stands at the beginning of a line of its own."""
        first = blocks[0].entry.key.span.start
        head = self.text[self.line_start(first) : first].strip(" -")
        rest = [self.text[self.line_start(key) : key] for key in (b.entry.key.span.start for b in blocks[1:])]
        return not head and not any(part.strip(" ") for part in rest)

    def is_after_dash(self, block: _Block) -> bool:
        """Tell whether a key stands behind the dash of a list."""
        key = block.entry.key.span.start
        return "-" in self.text[self.line_start(key) : key]

    def last(self, node: Node, least: int = 0) -> int:
        """Return where the last character of a value is."""
        if isinstance(node, Mapping) and self.is_block(node) and node.entries:
            entry = list(node.entries.values())[-1]
            return self.last(entry.value, entry.key.span.end)
        if isinstance(node, Sequence) and self.is_block(node) and node.items:
            return self.last(node.items[-1], node.span.start)
        end = node.span.end
        while end > node.span.start and self.text[end - 1].isspace():
            end -= 1
        return max(least, end)

    def line_start(self, at: int) -> int:
        """Return where the line of a place begins."""
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def line_end(self, at: int) -> int:
        """Return where the line behind that of a place begins."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1


def _rank(block: _Block, known: list[str]) -> int:
    name = block.entry.key.text
    return known.index(name) if name in known else len(known)
