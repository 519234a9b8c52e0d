"""Where a cursor is in a text that need not be YAML yet: told by indentation, dashes and braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Step = str | int
Mark = tuple[int, str]  # a column, and a key; or "-" for the dash of an item

_LINE = re.compile(r"( *)((?:- +)*)(?:([A-Za-z_$][\w.$-]*|\"[^\"]*\"|'[^']*') *:(?= |$))?")
_TYPED = re.compile(r"( *(?:- +)*)([\w.$-]*)$")
_VALUE = re.compile(r" *(?:- +)*(?:[A-Za-z_$][\w.$-]*|\"[^\"]*\"|'[^']*') *: +(.*)$|( *(?:- +)+)(.*)$")
_FLOW = re.compile(r"([{}\[\],])|\"(?:[^\"\\]|\\.)*\"?|'(?:[^']|'')*'?|[^{}\[\],\"']+")
_KEYED = re.compile(r"\s*([\w.$-]+)\s*:(?:\s+(.*))?$", re.DOTALL)


@dataclass(frozen=True)
class Spot:
    """A place: the way to its map or value, what is typed there, and the keys beside it."""

    path: tuple[Step, ...]
    is_key: bool
    typed: str = ""
    siblings: frozenset[str] = frozenset()


def spot_at(lines: list[str], line: int, column: int) -> Spot:
    """Return where a cursor is; lines and columns count from 0."""
    head = (lines[line] if line < len(lines) else "")[:column]
    if found := _TYPED.match(head):
        path, siblings = surroundings(lines, line, len(found[1]), marks(head[: len(found[1])]))
        return Spot(path, True, found[2], siblings)
    if found := _VALUE.match(head):
        own = marks(head)
        at = own[-1][0] if own and own[-1][1] != "-" else len(found[2] or "")
        path, _ = surroundings(lines, line, at, [one for one in own if one[1] == "-"])
        path += tuple(name for _, name in own[-1:] if name != "-")
        value = found[1] if found[1] is not None else found[3]
        return within_braces(path, value)
    return Spot((), False)


def marks(line: str) -> list[Mark]:
    """Return the dashes and the key at the beginning of a line, with their columns."""
    if not line.strip() or line.lstrip().startswith("#"):
        return []
    found = _LINE.match(line)
    if found is None:
        return []
    at = len(found[1])
    dashes = [(at + one.start(), "-") for one in re.finditer("-", found[2])]
    key = [(at + len(found[2]), found[3].strip("\"'"))] if found[3] else []
    return dashes + key


def surroundings(
    lines: list[str], line: int, column: int, own: list[Mark]
) -> tuple[tuple[Step, ...], frozenset[str]]:
    """Return the way to the map whose keys stand at a column, and those keys."""
    path: list[Step] = []
    siblings: set[str] = set()
    at, in_list, outside = column, False, False
    for where, name in (*reversed(own), *above(lines, line)):
        if name == "-":
            if where < at:
                path.insert(0, 0)
                at, in_list, outside = where, True, True
        elif where < at or (in_list and where == at):
            path.insert(0, name)
            at, in_list, outside = where, False, True
        elif where == at and not outside:
            siblings.add(name)
        if at == 0 and not in_list and outside:
            break
    if not any(name == "-" for _, name in own) or own:
        siblings |= set(below(lines, line, column))
    return tuple(path), frozenset(siblings)


def above(lines: list[str], line: int) -> Iterator[Mark]:
    """Yield the marks above a line, the nearest first."""
    for text in reversed(lines[:line]):
        yield from reversed(marks(text))


def below(lines: list[str], line: int, column: int) -> Iterator[str]:
    """Yield the keys below a line that belong to the same map."""
    for text in lines[line + 1 :]:
        for where, name in marks(text):
            if where < column:
                return
            if where == column and name != "-":
                yield name


def within_braces(path: tuple[Step, ...], value: str) -> Spot:
    """Return where the end of a value is: the value itself, or a place within its braces."""
    if value[:1] not in ("{", "["):
        return Spot(path, False, value)
    stack: list[tuple[str, tuple[Step, ...], set[str]]] = []
    here, piece = path, ""
    for found in _FLOW.finditer(value):
        sign = found[1]
        if sign is None:
            piece += found[0]
            continue
        if stack and stack[-1][0] == "{" and (keyed := _KEYED.match(piece)):
            stack[-1][2].add(keyed[1])
        if sign in "{[":
            here = entered(stack, here, piece)
            stack.append((sign, here, set()))
        elif sign in "}]" and stack:
            here = stack.pop()[1]
        piece = ""
    if not stack:
        return Spot(path, False, value)
    sign, here, siblings = stack[-1]
    if sign == "[":
        return Spot((*here, 0), False, piece.lstrip())
    if keyed := _KEYED.match(piece):
        return Spot((*here, keyed[1]), False, keyed[2] or "")
    return Spot(here, True, piece.strip(), frozenset(siblings))


def entered(
    stack: list[tuple[str, tuple[Step, ...], set[str]]], path: tuple[Step, ...], piece: str
) -> tuple[Step, ...]:
    """Return the way to what a bracket opens."""
    if not stack:
        return path
    sign, here, _ = stack[-1]
    if sign == "[":
        return (*here, 0)
    keyed = _KEYED.match(piece)
    return (*here, keyed[1]) if keyed else here
