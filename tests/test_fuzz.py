"""A damaged ruleset is described, whatever the damage: nothing but diagnostics comes out.

`make fuzz` damages ten thousand files, and looks at how long each takes.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.loading import check_source, schema
from rulesplay.engine.shape import _validator
from rulesplay.engine.shape.fitting import surely_fits
from rulesplay.engine.source import Source

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import fuzzing  # noqa: E402

# How often each is damaged: a thousand times in all, the long one less often.
RULESETS = {ROOT / "rulesets/eight_the_liar.yaml": 75, ROOT / "tests/golden/ok/high_card.yaml": 175}
SEEDS = 4


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_damage_is_described(path: Path, seed: int) -> None:
    whole, chance = fuzzing.rules_of(path), random.Random(seed)
    whole = {key: value for key, value in whole.items() if key not in ("scenarios", "rulings")}
    for _ in range(RULESETS[path]):
        text = json.dumps(fuzzing.damaged(whole, chance), indent=1)
        try:
            check_text(text)
        except Exception as problem:
            problem.add_note(text)
            raise


def check_text(text: str) -> None:
    rules, found = check_source(Source("damaged.yaml", text))
    assert all(isinstance(one, Diagnostic) for one in found)
    assert rules is not None or found


@pytest.mark.parametrize("path", fuzzing.RULESETS, ids=lambda path: path.stem)
def test_damaged_bytes_are_described(path: Path) -> None:
    for seed in range(1, 2 * SEEDS, 2):
        job = str(path.relative_to(ROOT)), seed
        assert fuzzing.checked(job).crash == "", job


@pytest.mark.parametrize("name", ["ruleset", "variant"])
@pytest.mark.parametrize("path", fuzzing.RULESETS, ids=lambda path: path.stem)
def test_what_surely_fits_is_what_the_schema_library_lets_pass(path: Path, name: str) -> None:
    whole, chance = fuzzing.rules_of(path), random.Random(3)
    library = _validator(json.dumps(schema(name)))
    for _ in range(30):
        data = fuzzing.damaged(whole, chance)
        assert surely_fits(data, schema(name)) == library.is_valid(data), data
