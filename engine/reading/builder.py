"""From the events of the YAML parser to a tree.

There is no recursion and nothing is copied, so neither depth nor an alias bomb can hurt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..diagnostics import Diagnostic, Label, quoted
from ..source import Source, Span
from .complaints import in_words
from .scalars import core_value, is_absurd, read_otherwise
from .tree import Entry, Mapping, Node, Scalar, Sequence

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NODES, DEPTH = 20_000, 64
STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Halt(Exception):
    """Reading on would tell nothing new."""


@dataclass
class _Open:
    """A list or map whose end was not reached yet."""

    start: int
    is_map: bool
    last: Span
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: Node | None = None


@dataclass
class Builder:
    """Builds a tree from events and collects what is wrong."""

    source: Source
    skip: int
    found: list[Diagnostic] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    copies: list[tuple[Span, str]] = field(default_factory=list)
    root: Node | None = None
    documents: int = 0
    nodes: int = 0

    def build(self) -> Node | None:
        """Return the root, or nothing where no part of the tree can be relied on."""
        whole = True
        try:
            for event in self.events():
                self.take(event)
        except _Halt:
            whole = self.root is not None
        except yaml.YAMLError as problem:
            whole = False
            self.found.append(self.syntax(problem))
        self.report_copies()
        whole = whole and all(kind == "an anchor" for _, kind in self.copies)
        return self.checked_root() if whole else None

    def events(self) -> Iterator[Any]:
        """Parse with whichever loader there is."""
        return iter(yaml.parse(self.source.text[self.skip :], Loader=LOADER))

    def checked_root(self) -> Node | None:
        """Return the root, unless there is nothing in the file."""
        if self.root is None or (
            isinstance(self.root, Scalar) and self.root.span.start == self.root.span.end
        ):
            self.report(Span(self.source, 0, 0), "RP011", "the file is empty")
            return None
        return self.root

    def report(self, span: Span, code: str, message: str, help: str | None = None) -> None:
        """Note a fault."""
        self.found.append(Diagnostic(code, message, span, help=help))

    def span(self, event: Any) -> Span:
        """Return where an event stands; what is left out stands right after the last character."""
        start, end = event.start_mark.index + self.skip, event.end_mark.index + self.skip
        if start == end and isinstance(event, yaml.ScalarEvent):
            start = end = self.left_of(start)
        return Span(self.source, start, start + len(self.source.text[start:end].rstrip(" \t\r\n")))

    def left_of(self, offset: int) -> int:
        """Return the place behind the last character before an offset."""
        while offset and self.source.text[offset - 1] in " \t":
            offset -= 1
        return offset

    def take(self, event: Any) -> None:
        """Take in one event."""
        if isinstance(event, yaml.DocumentStartEvent):
            self.start_document(event)
        elif isinstance(event, yaml.NodeEvent):
            self.start_node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.add(self.closed(self.stack.pop(), self.span(event)))

    def start_document(self, event: Any) -> None:
        """Stop at a second document."""
        self.documents += 1
        if self.documents > 1:
            span = self.span(event)
            help = "put the second ruleset into a file of its own"
            self.report(span, "RP005", "a second document starts here", help)
            raise _Halt

    def start_node(self, event: Any) -> None:
        """Count, refuse what no ruleset has, and open or add the node."""
        span = self.span(event)
        self.nodes += 1
        if self.nodes > NODES or len(self.stack) > DEPTH:
            self.too_much(span)
        self.refuse_properties(event, span)
        if isinstance(event, yaml.CollectionStartEvent):
            self.stack.append(_Open(span.start, isinstance(event, yaml.MappingStartEvent), span))
        else:
            self.add(self.scalar(event, span) if isinstance(event, yaml.ScalarEvent) else Node(span))

    def too_much(self, span: Span) -> None:
        """Give up on a file that no ruleset is like."""
        limit = (
            f"has more than {NODES:,} values" if self.nodes > NODES else f"nests deeper than {DEPTH} levels"
        )
        self.root = None
        self.copies.clear()
        self.report(span, "RP009", f"the file {limit}")
        raise _Halt

    def refuse_properties(self, event: Any, span: Span) -> None:
        """Note anchors, aliases and tags."""
        if event.anchor is not None:
            kind = "an alias" if isinstance(event, yaml.AliasEvent) else "an anchor"
            self.copies.append((self.word(span, "*" if kind == "an alias" else "&"), kind))
        if getattr(event, "tag", None) is not None:
            place = self.word(span, "!")
            message = f"{quoted(self.words(place))} is a tag, which rulesets do not have"
            self.report(place, "RP004", message, "write `not` for `!`, or quote the text")

    def word(self, span: Span, sign: str) -> Span:
        """Return the place of the anchor, alias or tag of a node."""
        found = re.compile(re.escape(sign) + r"[^\s,\[\]{}]*").search(self.source.text, span.start)
        return Span(self.source, found.start(), found.end()) if found else span

    def words(self, span: Span) -> str:
        """Return the text at a place."""
        return self.source.text[span.start : span.end]

    def report_copies(self) -> None:
        """Note all anchors, aliases and merge keys as the one fault that they are."""
        if not self.copies:
            return
        (place, kind), *others = self.copies
        message = f"{quoted(self.words(place))} is {kind}, which rulesets do not have"
        help = "name the thing and refer to it by its name; quote the text if it is an expression"
        labels = tuple(Label(span, f"{kind} here") for span, kind in others[:4])
        self.found.append(Diagnostic("RP003", message, place, help=help, labels=labels))

    def scalar(self, event: Any, span: Span) -> Scalar:
        """Return a scalar with the value that YAML 1.2 gives it."""
        style = STYLES.get(event.style or "", "plain")
        if style == "double" and _SURROGATE.search(event.value):
            self.report(span, "RP001", "this escape is no character")
        value = core_value(event.value) if style == "plain" and event.tag is None else event.value
        return Scalar(span, value, event.value, style)

    def closed(self, done: _Open, end: Span) -> Node:
        """Return a finished list or map; one without brackets ends with its last child."""
        last = end.end if end.end > end.start else done.last.end
        span = Span(self.source, done.start, max(last, done.start))
        return Mapping(span, done.entries) if done.is_map else Sequence(span, tuple(done.items))

    def add(self, node: Node) -> None:
        """Put a node where it belongs: the root, an item, a key or a value."""
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.last = node.span
        if not parent.is_map:
            parent.items.append(self.checked(node))
        elif parent.key is None:
            parent.key = node
        else:
            key, parent.key = parent.key, None
            self.add_entry(parent.entries, key, self.checked(node))

    def add_entry(self, entries: dict[str, Entry], key: Node, value: Node) -> None:
        """Enter a value under its key, if it is a key and a new one."""
        if not isinstance(key, Scalar) or (key.style == "plain" and not key.text):
            help = "quote the text if it is an expression" if isinstance(key, (Mapping, Sequence)) else None
            self.report(key.span, "RP008", "a key must be a name", help)
        elif key.text == "<<" and key.style == "plain":
            self.copies.append((key.span, "a merge key"))
        elif key.text in entries:
            self.report_twice(entries[key.text].key, key)
        else:
            entries[key.text] = Entry(key, value)

    def report_twice(self, first: Scalar, second: Scalar) -> None:
        """Note a key that stands twice."""
        message = f"the key {quoted(second.text)} stands twice in this map"
        labels = (Label(first.span, "first defined here"),)
        self.found.append(Diagnostic("RP002", message, second.span, labels=labels))

    def checked(self, node: Node) -> Node:
        """Note a value that is absurd, or that others read in another way."""
        if not isinstance(node, Scalar) or node.style != "plain":
            return node
        if is_absurd(node.text):
            self.report(node.span, "RP009", f"the number {quoted(node.text)} is too long")
        elif other := read_otherwise(node.text):
            self.found.append(_read_otherwise(node, other))
        return node

    def syntax(self, problem: Any) -> Diagnostic:
        """Put the parser's complaint into words that help."""
        said = str(getattr(problem, "problem", None) or "the text is not YAML")
        start, code = self.mark(problem, said), "RP009" if "nesting depth" in said else "RP001"
        span = Span(self.source, start, min(start + 1, len(self.source.text)))
        message, help = in_words(said, self.source.text[start : start + 1])
        return Diagnostic(code, message, span, help=help, labels=self.opening(problem, said))

    def mark(self, problem: Any, said: str) -> int:
        """Return the place of a complaint; the two parsers differ in where they put some."""
        early = any(words in said for words in ("end of stream", "document separator", "expected ':'"))
        marks = [getattr(problem, name, None) for name in ("problem_mark", "context_mark")]
        mark = next(filter(None, reversed(marks) if early else marks), None)
        start = min(mark.index + self.skip, len(self.source.text)) if mark else 0
        is_escape = "escape" in said or "hexdecimal" in said
        return max(self.source.text.rfind("\\", 0, start + 1), 0) if is_escape else start

    def opening(self, problem: Any, said: str) -> tuple[Label, ...]:
        """Point at the bracket or brace that is not closed."""
        mark = getattr(problem, "context_mark", None)
        if mark is None or "',' or" not in said:
            return ()
        start = mark.index + self.skip
        return (Label(Span(self.source, start, start + 1), "opened here"),)


def _read_otherwise(node: Scalar, other: str) -> Diagnostic:
    message = f"{quoted(node.text)} is {other} to older YAML readers"
    meant = repr(node.value) if isinstance(node.value, (int, float)) else f'"{node.text}"'
    return Diagnostic("RP006", message, node.span, "warning", f"write {quoted(meant)}")
