"""A damaged ruleset is described, whatever the damage: nothing but diagnostics comes out."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.loading import check_source
from rulesplay.engine.reading.reader import plain, read
from rulesplay.engine.source import Source

ROOT = Path(__file__).parent.parent
# How often each is damaged: a thousand times in all, the long one less often.
RULESETS = {ROOT / "rulesets/eight_the_liar.yaml": 75, ROOT / "tests/golden/ok/high_card.yaml": 175}
SEEDS = 4

Path_ = tuple[str | int, ...]
ODD: list[Any] = [
    None,
    True,
    0,
    -3,
    2.5,
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
]
ODD += [
    [[]],
    {"x": {}},
    {"do": []},
    [1, "two"],
    {"from": {"from": []}},
    {"when": None},
    "sum(c for c in laid)",
]


def rules_of(path: Path) -> Any:
    """Return a ruleset as plain data, less what only its scenarios and rulings say."""
    root, _ = read(Source(path.name, path.read_text(encoding="utf-8")))
    assert root is not None
    data = plain(root)
    return {key: value for key, value in data.items() if key not in ("scenarios", "rulings")}


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


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_damage_is_described(path: Path, seed: int) -> None:
    whole, chance = rules_of(path), random.Random(seed)
    for _ in range(RULESETS[path]):
        text = json.dumps(damaged(whole, chance), indent=1)
        try:
            check_text(text)
        except Exception as problem:
            problem.add_note(text)
            raise


def check_text(text: str) -> None:
    rules, found = check_source(Source("damaged.yaml", text))
    assert all(isinstance(one, Diagnostic) for one in found)
    assert rules is not None or found
