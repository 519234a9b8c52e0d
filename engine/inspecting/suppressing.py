"""Comments that ignore a finding: `# rulesplay: ignore[RP502] why`.

They stand on its line, on a line above it, or where the block begins in which it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..reading.tree import Mapping, Node, Scalar, Sequence
from ..source import Source, Span

COMMENT = re.compile(r"#[ \t]*rulesplay:[ \t]*ignore\[([^\]\r\n]*)\][ \t]*([^\r\n]*)")
FORM = "write `# rulesplay: ignore[{}] why`"
ERRORS = frozenset({"RP410", "RP411", "RP412", "RP414", "RP425", "RP430"})  # those one could still play with


@dataclass
class Ignore:
    """One code in one comment: where it stands, the line and the part of the text it is about."""

    code: str
    reason: str
    span: Span
    line: int
    end: int
    used: bool = field(default=False)

    def covers(self, found: Diagnostic) -> bool:
        """Tell whether a finding is to be ignored."""
        source, start = self.span.source, found.span.start
        if found.span.source is not source or found.code != self.code or not may_be_ignored(found):
            return False
        return found.span.line == self.line or self.line < found.span.line and start < self.end


def may_be_ignored(found: Diagnostic) -> bool:
    """Tell whether a finding is a matter of opinion."""
    return not found.is_error or found.code in ERRORS


def suppress(found: Iterable[Diagnostic], root: Node, complete: bool) -> list[Diagnostic]:
    """Return what is found, less what comments ignore, and if it is `complete`, comments without effect."""
    found = list(found)
    sources = {one.span.source for one in found} | {root.span.source}
    ignores = [one for source in sources if COMMENT.search(source.text) for one in ignores_in(source, root)]
    kept = [one for one in found if not taken(one, ignores)]
    own = [one for one in ignores if one.span.source is root.span.source]
    return kept + [problem for one in own if (problem := doubt(one, complete))]


def taken(found: Diagnostic, ignores: list[Ignore]) -> bool:
    """Tell whether a finding is ignored, and note by which comment."""
    covering = [one for one in ignores if one.covers(found)]
    for one in covering:
        one.used = True
    return any(one.reason for one in covering)


def doubt(ignore: Ignore, complete: bool) -> Diagnostic | None:
    """Return what is wrong with a comment that ignores something."""
    if not ignore.reason:
        message = f"this does not say why `{ignore.code}` is ignored, so it is not"
        return Diagnostic("RP591", message, ignore.span, "warning", FORM.format(ignore.code or "RP502"))
    if complete and not ignore.used:
        message = f"there is no `{ignore.code}` here to be ignored"
        return Diagnostic("RP590", message, ignore.span, "warning", "take the comment out")
    return None


def ignores_in(source: Source, root: Node) -> Iterator[Ignore]:
    """Yield what the comments of a file ignore."""
    texts: list[Span] = []
    ends: dict[int, int] = {}
    for node in nodes(root):
        if node.span.source is source and isinstance(node, Scalar):
            texts.append(node.span)
        for entry in node.entries.values() if isinstance(node, Mapping) else ():
            if entry.key.span.source is source and entry.value.span.source is source:
                line = entry.key.span.line
                ends[line] = max(ends.get(line, 0), entry.value.span.end)
    for match in COMMENT.finditer(source.text):
        if any(one.start <= match.start() < one.end for one in texts):
            continue
        line = aimed_at(source, source.position(match.start())[0])
        for code in re.findall(r"\w+", match[1]) or [""]:
            span = Span(source, match.start(), match.start() + len(match[0].rstrip()))
            yield Ignore(code, match[2].strip(), span, line, ends.get(line, 0))


def aimed_at(source: Source, line: int) -> int:
    """Return the line a comment is about: its own, or the next one with something on it."""
    while source.line(line).lstrip().startswith("#"):
        line += 1
    return line


def nodes(root: Node) -> Iterator[Node]:
    """Yield every node of a tree."""
    yield root
    if isinstance(root, Mapping):
        for entry in root.entries.values():
            yield from nodes(entry.key)
            yield from nodes(entry.value)
    elif isinstance(root, Sequence):
        for item in root.items:
            yield from nodes(item)
