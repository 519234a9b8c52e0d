"""Exploring finds the fault that each file has, word by word, and writes a scenario that shows it."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from cli_running import run

from rulesplay.engine import (
    ChoiceError,
    Exploration,
    Ruleset,
    Source,
    check_source,
    compile_rules,
    load,
    run_scenarios,
)
from rulesplay.engine.proving.playouts import play_out
from rulesplay.engine.proving.scenarios import run_scenario
from rulesplay.engine.proving.traces import Script
from rulesplay.engine.reading.reader import Mapping, read

GOLDEN = Path(__file__).parent / "golden" / "explore"
FAULTY = sorted(GOLDEN.glob("*.yaml"))
SHIPPED = sorted((Path(__file__).parent.parent / "rulesets").glob("*.yaml"))


def explored(rules: Ruleset, games: int = 40, depth: int = 8) -> Exploration:
    """Return what is found without a limit of time, the same on every machine."""
    exploration = Exploration(rules, games, depth, seed="1", seconds=600, shortening=600)
    exploration.run()
    return exploration


def rules_of(text: str) -> Ruleset:
    """Return the rules that a text gives, which must be sound."""
    rules, problems = check_source(Source("game.yaml", text))
    assert rules is not None
    assert [str(one) for one in problems if one.is_error] == []
    return rules


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_faults_are_told_like_this(path: Path) -> None:
    found = explored(load(str(path)))
    lines = [str(one).removeprefix(f"{path}:") for one in found.diagnostics()]
    said = "\n".join([*lines, *found.scenarios()]) + "\n"
    expected = path.with_suffix(".out")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert f"[{path.stem[:5]}]" in said


# What mends the rules of a file: its scenario then holds.
MENDED = {
    "RP801_nobody_can_go_on": {
        "[lay, draw]": "[lay, draw, rest]",
        "\nending:": "\n  rest: {do: []}\nending:",
    },
    "RP803_out_of_range": {"me.score + steps\n": "least(me.score + steps, 3)\n"},
}


@pytest.mark.parametrize("name", MENDED)
def test_its_scenario_fails_until_the_rule_is_mended(name: str) -> None:
    text = (GOLDEN / f"{name}.yaml").read_text(encoding="utf-8")
    written = "scenarios:\n" + "".join(explored(rules_of(text)).scenarios())
    (result,) = run_scenarios(rules_of(text + written))
    assert [one.code for one in result.diagnostics] == [{"RP801": "RP702", "RP803": "RP450"}[name[:5]]]
    for before, after in MENDED[name].items():
        assert before in text
        text = text.replace(before, after)
    (result,) = run_scenarios(rules_of(text + written))
    assert [one.code for one in result.diagnostics] == []


def test_rules_may_fail_before_anybody_decides() -> None:
    text = (GOLDEN / "RP801_nobody_can_go_on.yaml").read_text(encoding="utf-8")
    rules, _ = check_source(Source("game.yaml", text.replace("{count: 2, from", "{count: 4, from")))
    assert rules is not None
    found = explored(rules)
    assert {one.code for one in found.diagnostics() if one.is_error} == {"RP803"}
    assert any("chance" in one for one in found.scenarios())


def test_the_shortest_way_is_written() -> None:
    text = (GOLDEN / "RP803_out_of_range.yaml").read_text(encoding="utf-8")
    (scenario,) = explored(rules_of(text), games=300, depth=0).scenarios()
    assert scenario.count("climb") == 3


def test_the_same_seed_finds_the_same() -> None:
    rules = load(str(GOLDEN / "RP802_endless.yaml"))
    assert explored(rules).diagnostics() == explored(rules).diagnostics()


def test_every_option_value_is_played_one_at_a_time() -> None:
    exploration = explored(load(str(GOLDEN / "RP801_nobody_can_go_on.yaml")))
    assert exploration.tables == 4
    (found,) = (one for one in exploration.found.values() if one.diagnostic.code == "RP801")
    assert {str(one) for one in found.at} == {"with 2 players", "with 2 players and `generous = false`"}


def test_what_does_not_fit_is_refused() -> None:
    exploration = Exploration(load(str(GOLDEN / "RP802_endless.yaml")))
    with pytest.raises(ChoiceError):
        exploration.run(players=5)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_nobody_is_stuck_in_the_shipped_rulesets(path: Path) -> None:
    rules = load(str(path))
    exploration = Exploration(rules, games=5, depth=3, seconds=2.0)
    exploration.run(rules.low)
    assert [str(one) for one in exploration.diagnostics() if one.severity != "info"] == []


def test_the_command_writes_a_scenario(tmp_path: Path) -> None:
    path, file = GOLDEN / "RP803_out_of_range.yaml", tmp_path / "found.yaml"
    result = run("explore", path, "--games", 20, "--format", "concise", "--scenario", file)
    assert result.exit_code == 1
    assert "error[RP803]" in result.stdout
    assert "20 games and" in result.stderr
    text = path.read_text(encoding="utf-8") + file.read_text(encoding="utf-8")
    assert not run_scenarios(rules_of(text))[0].passed


def test_the_command_prints_the_scenario_too() -> None:
    path = GOLDEN / "RP803_out_of_range.yaml"
    assert "\nscenarios:\n  fails_at_line_" in run("explore", path, "--games", 20).stdout
    data = json.loads(run("explore", path, "--games", 20, "--format", "json").stdout)
    assert [one["code"] for one in data["diagnostics"]] == ["RP803"]
    assert data["scenarios"][0].startswith("  fails_at_line_")


def test_remarks_fail_only_if_asked() -> None:
    path = GOLDEN / "RP811_never_taken.yaml"
    assert run("explore", path, "--games", 5).exit_code == 0
    assert run("explore", path, "--games", 5, "--fail-on", "info").exit_code == 1
    assert run("explore", path, "--games", 5, "--players", 7).exit_code == 2


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_any_game_can_be_written_as_a_scenario(path: Path) -> None:
    rules = load(str(path))
    program = compile_rules(rules, rules.low)
    stop = play_out(program, random.Random(4), by_name=True)
    assert stop.state is not None and stop.state.outcome is not None
    block = Script(program).scenario(
        "played", "It ends so", stop.entries, f"ends: {{by: {stop.state.outcome.reason}}}"
    )
    root, problems = read(Source("played.yaml", block))
    assert isinstance(root, Mapping) and not problems
    result = run_scenario(rules, "played", root.entries["played"])
    assert [str(one) for one in result.diagnostics] == []
