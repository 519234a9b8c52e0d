"""One function that plays whole games at random: the blocks of a program written into one loop.

`race(positions, draw, run_on, places, members, move)` plays each position, which is a list of
slots, to its end and gives the number of decisions: what each place needs is looked up there and
then, no list of actions is made, nothing is logged. `move(s)` makes what moves cannot be written
out beforehand; a block that is too long or returns from within a loop is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .blocks import CHANCE, OVER, Node
from .layout import NODE

DEEP, LONG = 10, 80  # blocks that are indented further or have more lines are called
_RETURN = re.compile(r"( *)(.*?)\breturn (.+)")
_LOOP = re.compile(r"( *)(for|while) ")
_ROLLS = re.compile(r"ROLLS_(\w+)\[(\d+)\]")
_LOG = re.compile(r"( *)if ev is not None: ev\.append.*")

Blocks = Mapping[int, list[str]]


def fuse(nodes: list[Node], blocks: Blocks, keys: Mapping[str, str]) -> str:
    """Return the source; `keys` is the Python of the key of each decision that is remembered."""
    lines = [
        "def race(positions, draw, run_on, places, members, move):",
        "    ev = None",
        "    d = 0",
        *(f"    {name}_ = {name.upper()}.runs" for name in keys),
        "    for s in positions:",
        f"        while k := s[{NODE}]:",
    ]
    word = "if"
    for number, node in sorted(enumerate(nodes), key=lambda one: one[1].kind == CHANCE):  # decisions are more
        if node.kind != OVER:
            lines.append(f"            {word} k == {number}:")
            lines.append("                while True:")
            lines += indented(staying(number, list(place(number, node, blocks, keys))), 20)
            word = "elif"
    return "\n".join([*hoisted(lines), "    return d", ""])


def staying(number: int, lines: list[str]) -> Iterator[str]:
    """Yield the lines of a place, which is left for the next one only if the game does not wait there again."""
    here, stays = f"s[{NODE}] = {number}", False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.strip() == "continue":
            yield line if stays else line.replace("continue", "break")
            continue
        stays = line.strip() == here and following.strip() == "continue"
        if not stays:
            yield line


def hoisted(lines: list[str]) -> list[str]:
    """Return the lines with the tables of dice, for a number of them that is known, looked up once."""
    rolls = {found[0]: f"r_{found[1]}_{found[2]}" for line in lines for found in _ROLLS.finditer(line)}
    known = [f"    {name} = {table}" for table, name in rolls.items()]
    inner = [_ROLLS.sub(lambda found: rolls[found[0]], line) for line in lines[1:]]
    return [lines[0], *known, *inner]


def indented(lines: Iterator[str], by: int) -> Iterator[str]:
    """Yield lines further in."""
    return (" " * by + line for line in lines)


def place(number: int, node: Node, blocks: Blocks, keys: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a node."""
    if node.kind == CHANCE:
        if not node.together:
            yield "move(s)"
            yield "continue"
            return
        yield "a = draw"
        yield from written_in(node.together, blocks)
        return
    if node.waiting:
        yield f"w = members[s[{node.waiting}]]"
        yield f"s[{node.player}] = w[int(draw() * len(w))]"
    if node.ready in keys:
        yield f"k = {keys[node.ready]}"
        yield f"try: r = {node.ready}_[k]"
        yield f"except KeyError: r = {node.ready.upper()}.add(k, s).runs"
    else:
        yield f"r = places[{number}]"
    yield "d += 1"
    yield "if not r:"
    yield "    move(s)"
    yield "    continue"
    yield "b, a = r[int(draw() * len(r))]"
    word = "if"
    for block in dict.fromkeys(offer.block for offer in node.offers.values()):
        yield f"{word} b is b{block}:"
        yield from indented(written_in(block, blocks), 4)
        word = "elif"


def written_in(number: int, blocks: Blocks) -> Iterator[str]:
    """Yield the lines of a block, which go on with the loop where the block returns; else a call of it."""
    lines = blocks[number]
    if len(lines) > LONG or not can_be_written_in(lines):
        yield from going_on("", f"b{number}(s, a, ev)")
        return
    for line in lines:
        line = line.removeprefix("    ")
        if found := _LOG.fullmatch(line):
            yield f"{found[1]}pass"
        elif found := _RETURN.fullmatch(line):
            pad, before, value = found.groups()
            if before:
                yield f"{pad}{before.rstrip()}"
                pad += "    " if before.rstrip().endswith(":") else ""
            yield from going_on(pad, value)
        else:
            yield line


def can_be_written_in(lines: list[str]) -> bool:
    """Tell whether a block only returns outside of loops, and is not indented too far."""
    loops: list[int] = []
    for line in lines:
        depth = len(line) - len(line.lstrip())
        loops = [one for one in loops if one < depth]
        if depth > 4 * DEEP or ("return " in line and (loops or _LOOP.match(line))):
            return False
        if found := _LOOP.match(line):
            loops.append(len(found[1]))
    return True


def going_on(pad: str, value: str) -> Iterator[str]:
    """Yield the lines that go on behind a block: its value is the block that follows, or negative."""
    if value != "-1":
        yield f"{pad}k = {value}"
        yield f"{pad}if k >= 0: run_on(s, k, a, ev)"
    yield f"{pad}continue"
