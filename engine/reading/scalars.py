"""Scalars of YAML 1.2 core: which value they have, and where each character of it stands.

YAML folds, unescapes and strips what it reads, so an offset in a value is not an offset in the file.
`value_offsets` repeats that work and remembers where each character came from.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import cache
from itertools import takewhile
from typing import Any, Protocol

from ..source import Span

Plain = str | int | float | bool | None
DIGITS = 40

_CORE = (
    ("null", re.compile(r"~|null|Null|NULL|")),
    ("bool", re.compile(r"true|True|TRUE|false|False|FALSE")),
    ("int", re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")),
    ("float", re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")),
    ("float", re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")),
)


@cache
def _old() -> dict[str, list[tuple[str, Any]]]:
    """Return how YAML 1.1 resolves plain scalars, by their first character."""
    import yaml

    return dict(yaml.resolver.Resolver.yaml_implicit_resolvers)


_OLD_NAMES = {"bool": "a boolean", "int": "another number", "float": "a number", "timestamp": "a date"}


class Placed(Protocol):
    """A scalar as far as places go."""

    @property
    def span(self) -> Span:
        """Where it stands, quotes or block header included."""

    @property
    def text(self) -> str:
        """Its characters as YAML sees them."""

    @property
    def style(self) -> str:
        """One of `plain`, `single`, `double`, `literal` and `folded`."""


def core_tag(text: str) -> str:
    """Return the type a plain scalar has: `null`, `bool`, `int`, `float` or `str`."""
    if len(text) > 1 and text[0].isalpha() and text[0] not in "nNtTfF":
        return "str"
    return next((tag for tag, form in _CORE if form.fullmatch(text)), "str")


def core_value(text: str) -> Plain:
    """Return the value of a plain scalar; a number of absurd length stays text."""
    tag = core_tag(text)
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() == "true"
    if tag == "int" and len(text) <= DIGITS:
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if tag == "float" and len(text) <= DIGITS:
        return float(re.sub(r"\.(?=[inIN])", "", text))
    return text


def is_absurd(text: str) -> bool:
    """Tell whether a plain scalar is a number too long to be one."""
    return len(text) > DIGITS and core_tag(text) in ("int", "float")


def read_otherwise(text: str) -> str | None:
    """Say what readers of YAML 1.1 make of a plain scalar, when that is something else."""
    if not text or len(text) > DIGITS:
        return None
    old = _old_tag(text)
    if old in ("merge", "value", "null"):
        return None
    if re.fullmatch(r"[-+]?0[0-9]+", text):
        return f"the number {int(text, 8)}" if old == "int" else "text"
    return None if old == core_tag(text) else _OLD_NAMES.get(old, "text")


def _old_tag(text: str) -> str:
    for tag, form in _old().get(text[0], []):
        if form.match(text):
            return tag.rsplit(":", 1)[-1]
    return "str"


# Where the characters stand. A trail yields the pairs (character, offset in the file) of a value.

Pair = tuple[str, int]
Trail = Iterator[Pair]
Step = Generator[Pair, None, int]
Line = tuple[int, int, bool]
_SPACES = re.compile(r"[ \t]*")
_BREAK = re.compile(r"\r\n|\r|\n")
_WHITE = re.compile(r"[ \t\r\n]*")
_RUNS = {"plain": r"[^ \t\r\n]+", "single": r"[^ \t\r\n']+", "double": r"[^ \t\r\n\\]+"}
_RUN = {style: re.compile(form) for style, form in _RUNS.items()}
_PROPERTY = re.compile(r"[&!][^ \t\r\n]*[ \t\r\n]+")
_HEADER = re.compile(r"[|>]([-+]?)([1-9]?)([-+]?)[^\r\n]*(?:\r\n|\r|\n|$)")
_HEX = {"x": 2, "u": 4, "U": 8}
_ESCAPES = dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True))


def value_offsets(source_text: str, scalar: Placed) -> list[int] | None:
    """Return the offset in the source of each character of a scalar, or nothing if that fails."""
    start = scalar.span.start
    while found := _PROPERTY.match(source_text, start):
        start = found.end()
    try:
        for trail in _trails(source_text, start, scalar):
            pairs = list(trail)
            if "".join(char for char, _ in pairs) == scalar.text:
                return [offset for _, offset in pairs]
    except (IndexError, KeyError, ValueError, OverflowError):
        pass
    return None


def character_end(source_text: str, offset: int, style: str) -> int:
    """Return where the character of a value ends whose source starts at an offset."""
    if style == "single" and source_text.startswith("''", offset):
        return offset + 2
    if style == "double" and source_text[offset] == "\\":
        return offset + 2 + _HEX.get(source_text[offset + 1], 0)
    return offset + 2 if source_text.startswith("\r\n", offset) else offset + 1


def _trails(text: str, start: int, scalar: Placed) -> Iterator[Trail]:
    if scalar.style in ("literal", "folded"):
        yield from _block_trails(text, start, scalar)
    elif scalar.style == "plain":
        yield _flow(text, start, scalar.span.end, "plain")
    else:
        yield _flow(text, start + 1, scalar.span.end - 1, scalar.style)


def _flow(text: str, at: int, end: int, style: str) -> Trail:
    while at < end:
        if found := _RUN[style].match(text, at, end):
            yield from _copy(text, at, found.end())
            at = found.end()
        elif text[at] in " \t\r\n":
            at = yield from _white(text, at, end)
        else:
            at = yield from _escape(text, at, end)


def _copy(text: str, start: int, end: int) -> Trail:
    return zip(text[start:end], range(start, end), strict=True)


def _breaks(text: str, start: int, end: int) -> list[Pair]:
    return [("\n", found.start()) for found in _BREAK.finditer(text, start, end)]


def _past(form: re.Pattern[str], text: str, at: int, end: int) -> int:
    found = form.match(text, at, end)
    return found.end() if found else at


def _white(text: str, at: int, end: int) -> Step:
    stop = _past(_SPACES, text, at, end)
    if stop == end or text[stop] not in "\r\n":
        yield from _copy(text, at, stop)
        return stop
    stop = _past(_WHITE, text, at, end)
    breaks = _breaks(text, at, stop)
    yield from breaks[1:] or [(" ", breaks[0][1])]
    return stop


def _escape(text: str, at: int, end: int) -> Step:
    char = text[at + 1]
    if char in "\r\n":
        start = _past(_BREAK, text, at + 1, end)
        stop = _past(_WHITE, text, start, end)
        yield from _breaks(text, start, stop)
        return stop
    if text[at] == "'":
        yield "'", at
        return at + 2
    width = _HEX.get(char, 0)
    yield (chr(int(text[at + 2 : at + 2 + width], 16)) if width else _ESCAPES[char]), at
    return at + 2 + width


def _block_trails(text: str, start: int, scalar: Placed) -> Iterator[Trail]:
    header = _HEADER.match(text, start)
    if header is None:
        return
    chomp, explicit = header[1] or header[3], header[2]
    for indent in _indents(text, header.end(), scalar.span.end, bool(explicit)):
        body = list(_body(text, header.end(), indent))
        yield _block(text, body, chomp, scalar.style == "folded")


def _lines(text: str, at: int) -> Iterator[Line]:
    while at < len(text):
        found = _BREAK.search(text, at)
        yield at, found.start() if found else len(text), found is not None
        at = found.end() if found else len(text)


def _indents(text: str, at: int, end: int, explicit: bool) -> list[int]:
    """Return what the indent may be: an explicit one is relative to a parent not seen from here."""
    inside = (text[start:stop] for start, stop, _ in takewhile(lambda line: line[0] < end, _lines(text, at)))
    leads = [len(line) - len(line.lstrip(" ")) for line in inside if line.strip(" ")]
    if not leads:
        return list(range(end - at, -1, -1)) if explicit else [len(text)]
    return list(range(min(leads), -1, -1)) if explicit else leads[:1]


def _body(text: str, at: int, indent: int) -> Iterator[Line]:
    for start, end, broken in _lines(text, at):
        lead = _lead(text, start, end)
        if lead < min(indent, end - start):
            return
        yield min(start + indent, end), end, broken


def _lead(text: str, start: int, end: int) -> int:
    return end - start - len(text[start:end].lstrip(" "))


def _block(text: str, body: list[Line], chomp: str, folded: bool) -> Trail:
    size = len(body)
    while size and body[size - 1][0] == body[size - 1][1]:
        size -= 1
    content, rest = body[:size], body[size:]
    yield from _folded(text, content) if folded else _literal(text, content)
    ends = [("\n", end) for _, end, broken in content[-1:] + rest if broken]
    yield from ends if chomp == "+" else ends[:1] if content and not chomp else []


def _literal(text: str, content: list[Line]) -> Trail:
    for number, (start, end, _) in enumerate(content, 1):
        yield from _copy(text, start, end)
        if number < len(content):
            yield "\n", end


def _folded(text: str, content: list[Line]) -> Trail:
    before: Line | None = None
    blanks: list[Pair] = []
    for line in content:
        if line[0] == line[1]:
            blanks.append(("\n", line[1]))
            continue
        yield from _joint(text, before, line, blanks)
        yield from _copy(text, line[0], line[1])
        before, blanks = line, []


def _joint(text: str, before: Line | None, after: Line, blanks: list[Pair]) -> Trail:
    if before is None:
        yield from blanks
    elif text[before[0]] in " \t" or text[after[0]] in " \t":
        yield from [("\n", before[1]), *blanks]
    else:
        yield from blanks or [(" ", before[1])]
