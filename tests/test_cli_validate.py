"""`rulesplay validate`, and the commands that look at a ruleset without playing it."""

import json
import re
from pathlib import Path

import pytest
from cli_running import MINI, RULESETS, mini, one_line, run, spawn

from rulesplay.cli.diagnosing import full
from rulesplay.engine import CODES, Diagnostic, Label, Source, Span

__all__ = ["mini"]

BROKEN = MINI.replace("me.points > 0", "me.point > 0").replace("title: Wait", "titel: Wait")
MISSPELT = MINI.replace("me.points > 0", "me.point > 0")


@pytest.fixture
def broken(mini: Path) -> Path:
    path = mini.parent / "broken.yaml"
    path.write_text(MISSPELT, encoding="utf-8")
    return path


def test_the_shipped_rulesets_are_clean() -> None:
    result = run("validate", RULESETS, "--fail-on", "warning")
    assert (result.exit_code, result.stdout) == (0, "")
    assert one_line(result.stderr).endswith(": no problems")


def test_the_full_format_shows_the_line(broken: Path) -> None:
    result = run("validate", "broken.yaml")
    assert result.exit_code == 1
    assert one_line(result.stderr) == "1 file: 1 error, 0 warnings"
    lines = result.stdout.splitlines()
    number = MISSPELT.splitlines().index("    when: me.point > 0") + 1
    assert lines[0].startswith("error[RP3")
    assert lines[1].startswith(f"  --> broken.yaml:{number}:")
    assert lines[3] == f"{number} |     when: me.point > 0"
    assert "^" in lines[4]
    assert lines[-2].startswith("   = explain: rulesplay explain RP3")


def test_concise_and_github_take_one_line_each(broken: Path) -> None:
    concise = run("validate", "broken.yaml", "--format", "concise")
    assert one_line(concise.stdout).startswith("broken.yaml:")
    github = run("validate", "broken.yaml", "--format", "github")
    assert one_line(github.stdout).startswith("::error file=broken.yaml,line=")


def test_json_is_always_a_list(broken: Path) -> None:
    found = json.loads(run("validate", "broken.yaml", "--format", "json").stdout)
    assert found["version"] == 1
    (one,) = found["diagnostics"]
    assert one["file"] == "broken.yaml"
    assert one["end_column"] > one["column"]
    clean = run("validate", "mini.yaml", "--format", "json")
    assert json.loads(clean.stdout) == {"version": 1, "diagnostics": []}


def test_folders_are_searched_in_order(broken: Path) -> None:
    folder = broken.parent / "more"
    folder.mkdir()
    (folder / "b.yml").write_text("")
    (folder / "a.yaml").write_text("")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "c.yaml").write_text("")
    result = run("validate", ".", "more/a.yaml", "--format", "concise")
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [
        "./broken.yaml", "./more/a.yaml", "./more/b.yml", "more/a.yaml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["mini.yaml"], 0),
        (["broken.yaml", "--exit-zero"], 0),
        (["broken.yaml", "mini.yaml"], 1),
        (["nowhere.yaml"], 3),
        (["nowhere.yaml", "broken.yaml"], 3),
        (["empty"], 3),
        ([], 2),
        (["mini.yaml", "--format", "xml"], 2),
    ],
)
def test_exit_codes(broken: Path, args: list[str], code: int) -> None:
    (broken.parent / "empty").mkdir()
    assert run("validate", *args).exit_code == code


def test_carets_stand_below_wide_letters_and_tabs() -> None:
    text = "\t漢字: x\x1b[31m y\n" + "z" * 300 + "here" + "z" * 300 + "\n"
    source = Source("f.yaml", text)
    at = text.index("x")
    found = Diagnostic(
        "RP310", "odd", Span(source, at, at + 1), labels=(Label(Span(source, at + 8, at + 8), "and here"),)
    )
    lines = full(found).splitlines()
    assert lines[3] == "1 |     漢字: x·[31m y"
    assert lines[4] == "  |           ^"
    assert "\x1b" not in full(found)
    start = text.index("here")
    lines = full(Diagnostic("RP310", "odd", Span(source, start, start + 4))).splitlines()
    assert len(lines[3]) < 140
    assert lines[3].index("here") == lines[4].index("^^^^")


def test_explain_takes_a_code_in_any_form() -> None:
    said = {run("explain", form).stdout for form in ("RP310", "rp310", "310", "unknown-name")}
    assert len(said) == 1
    assert said.pop().startswith("RP310 (unknown-name): ")
    assert len(run("explain").stdout.splitlines()) == len(CODES)
    assert run("explain", "RP999").exit_code == 2


def test_options_lists_what_can_be_chosen(mini: Path) -> None:
    text = run("options", mini).stdout
    assert text.startswith("Mini: 2 to 4 players\n")
    assert "cards: a whole number from 1 to 9 (default: 4)\n    How many cards are dealt." in text
    assert "guesses: true or false (default: true)" in text
    assert "preset short: cards=1, guesses=false" in text


def test_compile_shows_the_python_that_is_run(mini: Path) -> None:
    source = run("compile", mini, "--show", "--players", "3").stdout
    compile(source, "mini", "exec")
    assert run("compile", mini, "--players", "3").stdout.startswith("Mini, 3 players, digest ")


def test_output_survives_a_narrow_encoding(broken: Path) -> None:
    broken.write_text(
        MISSPELT.replace("Mini", "Míni 漢").replace("me.point > 0", "me.pöint > 0"), encoding="utf-8"
    )
    done = spawn("validate", broken, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_a_folder_without_rulesets_is_not_called_clean(broken: Path) -> None:
    (broken.parent / "empty").mkdir()
    for name in ("validate", "test"):
        result = run(name, "empty")
        assert result.exit_code == 3
        assert one_line(result.stderr) == "error: empty: there are no rulesets in this folder"


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("broken.yaml", 1, "1 file, 0 scenarios: 0 failed, 1 file not run"),
        ("mini.yaml", 0, "1 file, 0 scenarios: 0 failed"),
        ("nowhere.yaml", 3, "1 file, 0 scenarios: 0 failed, 1 file not run"),
    ],
)
def test_scenarios_of_a_file_with_errors_are_findings(broken: Path, name: str, code: int, said: str) -> None:
    for form in ("full", "json"):
        result = run("test", name, "--format", form)
        assert result.exit_code == code
        assert one_line(result.stderr) == said


TEN = """\
rulesplay: 1
extends: eight_the_liar.yaml
id: ten
name: Ten
change:
  functions:
    called_total: {value: 10}
"""


def test_changed_scenarios_can_be_pasted(mini: Path) -> None:
    path = mini.parent / "ten.yaml"
    path.write_text(TEN, encoding="utf-8")
    result = run("test", "ten.yaml")
    assert result.exit_code == 1
    head, _, rest = result.stderr.partition("\n\n")
    assert head == "ten.yaml: if this is meant, add it there, with your reasons in place of `why`:"
    block, _, summary = rest.partition("\n\n")
    assert "\n  honest_hand_called: why\n" in block
    assert len(block.splitlines()) == 1 + result.stdout.count("FAILED ten.yaml")
    assert summary.endswith(": 4 failed\n")
    path.write_text(TEN + block, encoding="utf-8")
    result = run("test", "ten.yaml")
    assert result.exit_code == 0
    assert one_line(result.stderr).endswith(": 0 failed")


def test_a_scenario_in_which_the_rules_fail_cannot_be_listed(mini: Path) -> None:
    path = mini.parent / "ten.yaml"
    path.write_text(TEN.replace("10}", "1 // (turn_count * 0)}"), encoding="utf-8")
    result = run("test", "ten.yaml")
    assert result.exit_code == 1
    names = re.findall(r"^FAILED ten.yaml (\w+)", result.stdout, re.M)
    _, *listed = re.findall(r"^ *(\w+):", result.stderr.partition("\n\n")[2], re.M) or [""]
    assert "no reason can make good" in result.stdout
    assert set(listed) < set(names)
