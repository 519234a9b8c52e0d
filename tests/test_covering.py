"""What scenarios come to is counted exactly, and what they do not is told at its place."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from cli_running import RULESETS, run

from rulesplay.engine import Count, Coverage, State, compile_rules, cover, load, run_scenarios
from rulesplay.engine.proving.probing import Probing

GOLDEN = Path(__file__).parent / "golden" / "coverage"
GAME = GOLDEN / "one_way.yaml"
SHIPPED = sorted(RULESETS.glob("*.yaml"))

COUNTS = {
    "conditions, both ways": (15, 30),
    "actions taken": (3, 3),
    "actions refused": (2, 2),
    "endings": (1, 3),
    "procedures": (0, 1),
    "phases": (1, 1),
}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_gaps_are_told_like_this(path: Path) -> None:
    results, coverage = cover(load(str(path)))
    assert all(one.passed for one in results)
    said = "".join(str(one).removeprefix(f"{path}:") + "\n" for one in coverage.gaps())
    expected = path.with_suffix(".out")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert f"[{path.stem[:5]}]" in said or path == GAME


def test_everything_is_counted_exactly() -> None:
    _, coverage = cover(load(str(GAME)))
    assert {one.heading: (one.covered, one.total) for one in coverage.counts()} == COUNTS
    total = coverage.count()
    assert (total.covered, total.total) == (22, 40)


def test_one_scenario_alone_comes_to_less() -> None:
    _, coverage = cover(load(str(GAME)), "five_wins")
    assert coverage.count("action").covered == 1
    assert coverage.count("refusal").covered == 0


def test_nothing_is_asked_twice_to_list_choices(tmp_path: Path) -> None:
    path = tmp_path / "listed.yaml"
    text = GAME.read_text(encoding="utf-8").partition("scenarios:")[0]
    path.write_text(
        text + "scenarios:\n  only_listed: {players: 2, when: [{legal: {A: [one]}}]}\n", encoding="utf-8"
    )
    _, coverage = cover(load(str(path)))
    said = [one.message for one in coverage.gaps()]
    assert "`with.score > me.score` was never looked at" in said
    assert coverage.count("refusal").covered == 1  # `two`, which is not offered


@pytest.mark.parametrize(
    ("covered", "total", "percent", "enough"),
    [
        (999, 1000, 100, False),
        (199, 200, 99, True),
        (197, 199, 99, False),
        (0, 0, 100, True),
        (1, 3, 34, False),
    ],
)
def test_a_threshold_is_never_rounded(covered: int, total: int, percent: int, enough: bool) -> None:
    assert Count("all", covered, total).reaches(percent) == enough


def test_the_command_fails_under_a_threshold() -> None:
    assert run("test", GAME, "--fail-under", 55).exit_code == 0
    result = run("test", GAME, "--fail-under", 56)
    assert result.exit_code == 1
    assert "22 of 40 is less than 56 of a hundred" in result.stderr
    assert "  conditions, both ways  15 of 30   50%\n" in result.stdout


def test_the_command_says_nothing_of_it_unasked() -> None:
    assert run("test", GAME).stdout == ""
    assert "RP82" in run("test", GAME, "--coverage", "--format", "json").stdout


def test_a_variant_counts_only_what_it_changes() -> None:
    path = RULESETS / "liars_deck_devil.yaml"
    rules = load(str(path))
    _, whole = cover(rules)
    own = Coverage(whole.probing, rules.path)
    assert 0 < own.count().total < whole.count().total
    assert all(one.span.source.name == str(path) for one in own.gaps())


@pytest.mark.parametrize("deep", [True, False])
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_watched_games_are_the_same_games(path: Path, deep: bool) -> None:
    rules, rng = load(str(path)), random.Random(3)
    plain, watched = compile_rules(rules, rules.low), Probing(rules, deep).compile(rules, rules.low)
    assert "seen(" in watched.source
    assert "seen(" not in plain.source
    for _ in range(3):
        one, other = State.new(plain), State.new(watched)
        while not one.is_over:
            assert (one.kind, one.players, one.slots[1:8]) == (other.kind, other.players, other.slots[1:8])
            step(one, other, rng)
        assert one.outcome == other.outcome


def step(one: State, other: State, rng: random.Random) -> None:
    """Let the same happen in two games, which must allow the same."""
    if one.is_chance:
        outcome = one.sample_chance(rng)
        assert one.chance_outcomes() == other.chance_outcomes()
        one.apply_chance(outcome)
        other.apply_chance(outcome)
        return
    seat = rng.choice(one.players)
    assert len(one.legal(seat)) == len(other.legal(seat))
    action = one.legal(seat).sample(rng)
    one.apply(action, seat)
    other.apply(action, seat)


@pytest.mark.parametrize("path", SHIPPED[:2], ids=lambda path: path.stem)
def test_scenarios_come_out_the_same_when_watched(path: Path) -> None:
    rules = load(str(path))
    watched, _ = cover(rules)
    assert [one.passed for one in watched] == [one.passed for one in run_scenarios(rules)]
