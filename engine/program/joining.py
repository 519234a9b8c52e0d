"""Short blocks written where the game would go on to them, so that most moves run one function."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

SHORT, DEEP = 16, 10
_IF = re.compile(r"( *)if (.+): (return .+)")
_EITHER = re.compile(r"( *)return (\d+) if (.+) else (\d+)")
_ON = re.compile(r"( *)return (\d+)")
_AT = re.compile(r"AT\((\d+)\)")
_BACK = re.compile(r" *(s\[\d+\]) = (\d+) # back")
_RETURN = re.compile(r"( *)return (s\[\d+\])")


def join(blocks: Mapping[int, list[str]]) -> dict[int, list[str]]:
    """Return the lines of all blocks, each with the short ones that follow it written out."""
    plain = {number: [one for line in lines for one in spread(line)] for number, lines in blocks.items()}
    plain = straight(addressed(plain))
    return {number: [*follow(lines, plain, (number,))] for number, lines in plain.items()}


def addressed(blocks: Mapping[int, list[str]]) -> dict[int, list[str]]:
    """Return the lines of all blocks with the numbers of those to come back to."""
    found = partial(address, blocks)
    return {number: [_AT.sub(found, line) for line in lines] for number, lines in blocks.items()}


def straight(blocks: dict[int, list[str]]) -> dict[int, list[str]]:
    """Return the lines of all blocks with the way back written out from what is called for one place."""
    places: dict[str, set[str]] = {}
    for lines in blocks.values():
        for line in lines:
            if found := _BACK.fullmatch(line):
                places.setdefault(found[1], set()).add(found[2])
    return {
        number: [_RETURN.sub(partial(way_back, places), one) for one in lines if not needless(one, places)]
        for number, lines in blocks.items()
    }


def needless(line: str, places: Mapping[str, set[str]]) -> bool:
    """Tell whether a line only notes the way back from what is called for one place."""
    found = _BACK.fullmatch(line)
    return found is not None and len(places[found[1]]) == 1


def way_back(places: Mapping[str, set[str]], found: re.Match[str]) -> str:
    """Return the line that goes back, to a block that is known or by the slot."""
    known = places.get(found[2], set())
    return f"{found[1]}return {next(iter(known))}" if len(known) == 1 else found[0]


def address(blocks: Mapping[int, list[str]], found: re.Match[str]) -> str:
    """Return the number of the block to come back to."""
    return str(target(int(found[1]), blocks))


def target(number: int, blocks: Mapping[int, list[str]]) -> int:
    """Return the block that is run in the end where a block only goes on to another one."""
    passed = {number}
    while len(blocks[number]) == 1 and (found := _ON.fullmatch(blocks[number][0])):
        number = int(found[2])
        if number in passed:
            break
        passed.add(number)
    return number


def spread(line: str) -> Iterator[str]:
    """Yield a line with every `return` on a line of its own."""
    if found := _IF.fullmatch(line):
        pad, test, rest = found.groups()
        yield f"{pad}if {test}:"
        yield from spread(f"{pad}    {rest}")
    elif found := _EITHER.fullmatch(line):
        pad, then, test, otherwise = found.groups()
        yield from (f"{pad}if {test}:", f"{pad}    return {then}", f"{pad}return {otherwise}")
    else:
        yield line


def follow(lines: list[str], blocks: Mapping[int, list[str]], path: tuple[int, ...]) -> Iterator[str]:
    """Yield lines with what follows in place of the returns; `path` are the blocks we are in."""
    for line in lines:
        found = _ON.fullmatch(line)
        number = int(found[2]) if found else -1
        following = blocks.get(number, [])
        if found and number not in path and len(path) < DEEP and 0 < len(following) <= SHORT:
            pad = found[1].removeprefix("    ")
            yield from follow([pad + one for one in following], blocks, (*path, number))
        else:
            yield line
