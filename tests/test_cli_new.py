"""`rulesplay new`: what it writes is valid, plays, and never overwrites."""

import os
from pathlib import Path

import pytest
from cli_running import RULESETS, SHIPPED, one_line, run

ROOT = Path(__file__).parent.parent
NOTHING = "1 file: no problems\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_is_valid_tested_and_plays(folder: Path) -> None:
    assert run("new", "odd_game", "--title", 'Odd: "game"').exit_code == 0
    assert run("validate", "odd_game.yaml", "--fail-on", "warning").stderr == NOTHING
    assert run("test", "odd_game.yaml").stderr == "1 file, 1 scenario: 0 failed\n"
    result = run("odd_game.yaml", "--watch", "--seed", "1", "--players", "3")
    assert result.exit_code == 0 and result.stdout.startswith('Odd: "game"')
    assert run("fmt", "--check", "odd_game.yaml").exit_code == 0


@pytest.mark.parametrize("base", SHIPPED, ids=lambda path: path.stem)
def test_a_new_variant_of_every_game_is_valid(base: Path) -> None:
    assert run("new", "mine.yaml", "--extends", base).exit_code == 0
    text = Path("mine.yaml").read_text()
    assert text.startswith("# ") and "$schema" not in text and "file:" not in text
    result = run("validate", "mine.yaml", "--fail-on", "warning", "--format", "concise")
    assert "mine.yaml" not in result.stdout and result.exit_code in (0, 1)
    if not run("validate", base, "--fail-on", "warning").exit_code:
        assert result.stderr == NOTHING
    assert run("fmt", "--check", "mine.yaml").exit_code == 0


def test_the_comments_of_a_variant_can_be_uncommented(folder: Path) -> None:
    run("new", "base")
    run("new", "house/mine", "--extends", "base.yaml")
    text = (folder / "house/mine.yaml").read_text()
    assert "extends: ../base.yaml\n" in text
    lines = [line.removeprefix("# ") for line in text.splitlines()]
    start = lines.index("change:")
    kept = lines[:start] + [
        line
        for line in lines[
            start : lines.index("Scenarios of the base that do not hold here, each with the reason:")
        ]
        if "…" not in line
    ]
    assert "  zones:" in kept and "    # here: stock, hand, laid, discard" in kept
    assert any(line.startswith("  players: {min: 2") for line in kept)


def test_schemas_of_a_project_are_found(folder: Path) -> None:
    (folder / "schema").mkdir()
    (folder / "schema/ruleset.schema.json").write_text(run("schema").stdout)
    (folder / "games").mkdir()
    run("new", "games/odd")
    assert (
        (folder / "games/odd.yaml")
        .read_text()
        .startswith("# yaml-language-server: $schema=../schema/ruleset.schema.json\n")
    )
    run("new", "games/even", "--schema", "https://example.org/s.json")
    assert "$schema=https://example.org/s.json\n" in (folder / "games/even.yaml").read_text()


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "odd.yaml").write_text("mine")
    assert run("new", "odd").exit_code == 2
    assert (folder / "odd.yaml").read_text() == "mine"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["Odd Name"], 2),
        (["file/odd"], 3),
        (["file/such/odd"], 3),
        (["new/odd", "--extends", "nowhere.yaml"], 3),
        ([], 2),
    ],
)
def test_what_cannot_be_made(folder: Path, args: list[str], code: int) -> None:
    (folder / "file").write_text("")
    result = run("new", *args)
    assert result.exit_code == code
    assert "there already" not in one_line(result.stderr)
    assert os.listdir(folder) == ["file"]


def test_missing_folders_are_made(folder: Path) -> None:
    assert run("new", "my/games/odd").exit_code == 0
    assert run("validate", "my/games/odd.yaml").stderr == NOTHING


def test_the_schema_can_be_printed() -> None:
    printed = run("schema", "variant").stdout
    assert printed == (ROOT / "schema/variant.schema.json").read_text()
    assert Path(run("schema", "--path").stdout.strip()).read_text() == run("schema").stdout


def test_a_shipped_base_goes_by_its_name(folder: Path) -> None:
    assert run("new", "my/mine", "--extends", "eight_the_liar").exit_code == 0
    assert (RULESETS / "eight_the_liar.yaml").exists()
    assert "\nextends: eight_the_liar.yaml\n" in (folder / "my/mine.yaml").read_text()
    assert run("validate", "my/mine.yaml").exit_code == 0


def test_a_file_that_has_the_name_of_a_shipped_base_is_not_taken_for_it(folder: Path) -> None:
    (folder / "my").mkdir()
    (folder / "my/eight_the_liar.yaml").write_text("")
    assert run("new", "my/mine", "--extends", "eight_the_liar").exit_code == 0
    assert "/rulesets/eight_the_liar.yaml\n" in (folder / "my/mine.yaml").read_text()
    assert run("validate", "my/mine.yaml").exit_code == 0
