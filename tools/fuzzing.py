"""Damaged rulesets: the checker describes them, whatever the damage, and never takes long.

make fuzz                                           # 10,000 files from all shipped rulesets
python tools/fuzzing.py --files 500 --seed 7        # fewer, others
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from rulesplay.engine import check_source
from rulesplay.engine.reading.reader import plain, read, source_of
from rulesplay.engine.source import Source

ROOT = Path(__file__).parent.parent
RULESETS = sorted((ROOT / "rulesets").rglob("*.yaml"))
FILES, SEED, LONG = 10_000, 1, 1.0  # seconds of CPU

Path_ = tuple[str | int, ...]
ODD: list[Any] = [
    *(
        None,
        True,
        0,
        -3,
        2.5,
        10**9,
        "",
        "x",
        "none",
        "a: b",
        "me.hand",
        "p.points",
        "1..6",
        "{",
        "  ",
        [],
        {},
    ),
    *([[]], {"x": {}}, {"do": []}, [1, "two"], {"from": {"from": []}}, {"when": None}),
    "sum(c for c in laid)",
]
BYTES = [
    b"\x00",
    b"\xff",
    b"\t",
    b"\r",
    b"\n",
    b":",
    b"- ",
    b"{",
    b"]",
    b"&a ",
    b"*a",
    b"!!x ",
    b"'",
    b'"',
    b"#",
    b"|",
]
BYTES += ["\u2028".encode(), "\ufeff".encode(), "𝟙".encode(), b"99999999999999999999", b"<<: ", b"? ", b"%"]


@dataclass(frozen=True)
class Checked:
    """One damaged file: how it was made, how long it took to check, and what went wrong if anything did."""

    path: str
    seed: int
    seconds: float
    findings: int
    crash: str = ""


def rules_of(path: Path) -> Any:
    """Return a ruleset as plain data."""
    root, _ = read(Source(path.name, path.read_text(encoding="utf-8")))
    assert root is not None
    return plain(root)


def places(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every value."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield from places(value, (*path, step))


def damaged(data: Any, chance: random.Random) -> Any:
    """Return a copy in which one value is missing, of another type, swapped, renamed or misspelt."""
    data = copy.deepcopy(data)
    *above, last = chance.choice([path for path in places(data) if path])
    parent = data
    for step in above:
        parent = parent[step]
    match chance.randrange(5):
        case 0:
            del parent[last]
        case 1:
            parent[last] = chance.choice(ODD)
        case 2 if isinstance(parent, dict):
            parent[misspelt(str(last), chance)] = parent.pop(last)
        case 3:
            other = data
            for step in chance.choice([path for path in places(data) if path]):
                other = other[step]
            parent[last] = copy.deepcopy(other)
        case _:
            value = parent[last]
            parent[last] = misspelt(value, chance) if isinstance(value, str) and value else [value]
    return data


def misspelt(text: str, chance: random.Random) -> str:
    """Return a text that lacks a character or has two of them changed."""
    at = chance.randrange(len(text) or 1)
    return chance.choice([text[:at] + text[at + 1 :], text[:at] + chance.choice("xe(.'{}#") + text[at:]])


def scrambled(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few of them lost, doubled, moved, changed or added."""
    for _ in range(chance.randint(1, 4)):
        at, size = chance.randrange(len(data) + 1), chance.choice((1, 1, 3, 20, 200))
        piece = data[at : at + size]
        to = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data = data[:at] + data[at + size :]
            case 1:
                data = data[:at] + piece + data[at:]
            case 2:
                data = data[:to] + piece + data[to:]
            case 3:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case _:
                data = data[:at] + chance.choice(BYTES) + data[at:]
    return data


@cache
def original(path: str) -> tuple[bytes, Any]:
    """Return a ruleset as its bytes and as data."""
    return Path(path).read_bytes(), rules_of(Path(path))


def made(path: str, seed: int) -> bytes:
    """Return a damaged ruleset: of each two one by its bytes, one by its tree."""
    chance = random.Random(f"{path} {seed}")
    data, tree = original(path)
    if seed % 2:
        return scrambled(data, chance)
    for _ in range(chance.choice((1, 1, 2, 5))):
        tree = damaged(tree, chance)
    return json.dumps(tree, indent=1).encode()


def checked(job: tuple[str, int]) -> Checked:
    """Check a damaged file as `rulesplay validate --stdin` does."""
    path, seed = job
    data, crash, found = made(str(ROOT / path), seed), "", 0
    start = time.process_time()
    try:
        source, problems = source_of(data, str(ROOT / path))
        if source is not None:
            rules, problems = check_source(source)
            assert rules is not None or problems, "no rules and nothing said"
        found = len(problems)
    except Exception as problem:
        crash = f"{type(problem).__name__}: {problem}"
    return Checked(path, seed, time.process_time() - start, found, crash)


def jobs(files: int, seed: int) -> Iterator[tuple[str, int]]:
    """Yield what to damage, every ruleset in turn."""
    for number in range(files):
        path = RULESETS[number % len(RULESETS)]
        yield str(path.relative_to(ROOT)), seed * 1_000_000 + number // len(RULESETS)


def main() -> int:
    """Damage, check, tell; return 1 if anything crashed or took long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    with Pool(os.cpu_count(), maxtasksperchild=5) as pool:  # what was read before is not part of a check
        done = list(pool.imap_unordered(checked, jobs(given.files, given.seed), chunksize=20))
    slow = sorted(done, key=lambda one: -one.seconds)
    crashed = [one for one in done if one.crash]
    for one in crashed:
        print(f"{one.path} {one.seed}: {one.crash}")
    for one in slow[:5]:
        print(f"{one.path} {one.seed}: {one.seconds:.2f} s")
    clean = sum(not one.findings for one in done)
    mean = sum(one.seconds for one in done) / len(done)
    late = sum(one.seconds > LONG for one in done)
    told = f"{len(crashed)} crashed, {late} over {LONG:g} s, mean {mean:.3f} s"
    print(f"{len(done)} files, {clean} without a finding, {told}")
    return 1 if crashed or late else 0


if __name__ == "__main__":
    sys.exit(main())
