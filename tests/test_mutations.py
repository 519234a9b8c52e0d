"""Mistakes made in the shipped rulesets are found, where they are; `make mutations` measures more of them."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import mutants  # noqa: E402
import mutations  # noqa: E402

# Per cent of a small fixed sample that is found by `validate` or, for those of sense, by scenarios.
FLOORS = dict.fromkeys([*mutants.NAMES, *mutants.TYPES], 100) | {
    "key at a wrong level": 100,
    "required part dropped": 95,
}
SENSE = 85
RULESETS = [ROOT / "rulesets" / f"{name}.yaml" for name in ("eight_the_liar", "liars_deck_devil")]
RULESETS.append(ROOT / "rulesets" / "house" / "exact_bid_returns.yaml")
EACH = 6


@cache
def outcomes() -> list[mutations.Outcome]:
    chosen = mutations.sample(RULESETS, EACH, mutations.SEED)
    return [mutations.tried(one, play=False) for one in chosen if one.kind not in mutants.SENSE]


@pytest.mark.parametrize("kind", FLOORS)
def test_mistakes_are_found(kind: str) -> None:
    found = mutations.of_kind(outcomes(), kind)
    missed = [mutations.told(one) for one in found if not one.checked]
    assert len(found) >= EACH // 2
    assert 100 * (len(found) - len(missed)) >= FLOORS[kind] * len(found), missed


def test_they_are_found_where_they_are() -> None:
    assert [mutations.told(one) for one in outcomes() if one.checked and not one.placed] == []


def test_nothing_crashes() -> None:
    assert [(mutations.told(one), one.crashed) for one in outcomes() if one.crashed] == []


def test_scenarios_find_what_the_checker_cannot() -> None:
    chosen = [one for one in mutations.sample(RULESETS[:1], 3, mutations.SEED) if one.kind in mutants.SENSE]
    found = [one for one in (mutations.tried(mutant, play=False) for mutant in chosen) if not one.same]
    missed = [mutations.told(one) for one in found if not one.caught]
    assert 100 * (len(found) - len(missed)) >= SENSE * len(found), missed


def test_a_sample_is_the_same_every_time() -> None:
    one, other = (mutations.sample(RULESETS[2:], 4, 7) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_place_is_known(path: Path) -> None:
    source = mutations.original(str(path)).text
    for kind, made in mutants.Text(path, random.Random(1)).mutants().items():
        assert kind in mutants.KINDS
        assert all(one.text(source) != source for one in made)
