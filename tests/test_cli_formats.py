"""The formats of `rulesplay validate` and `rulesplay test`: each valid for whoever reads it."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_running import MINI, command, mini, one_line, run, spawn
from jsonschema import Draft4Validator

from rulesplay.cli.formats import FORMATS, escaped, github
from rulesplay.engine import Diagnostic, Source, Span

__all__ = ["mini"]

# The schema of the SARIF specification, as the npm package @microsoft/jest-sarif (MIT) ships it.
SARIF = Draft4Validator(json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text()))
MISSPELT = MINI.replace("me.points > 0", "me.point > 0")
VARIANT = "rulesplay: 1\nextends: broken.yaml\nid: v\nname: V\n"


@pytest.fixture
def house(mini: Path) -> Path:
    folder = mini.parent
    (folder / "broken.yaml").write_text(MISSPELT, encoding="utf-8")
    (folder / "wüst folder").mkdir()
    (folder / "wüst folder" / "twice.yaml").write_text(MISSPELT.replace("cards", "cards", 1) + "limit: 3\n")
    (folder / "variant.yaml").write_text(VARIANT, encoding="utf-8")
    (folder / "latin.yaml").write_bytes("name: Zoë".encode("latin-1"))
    return folder


def sarif(*args: object) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(run("validate", "--format", "sarif", *args).stdout)
    assert [error.message for error in SARIF.iter_errors(log)] == []
    (only,) = log["runs"]
    return dict(only)


def test_sarif_of_clean_rulesets(house: Path) -> None:
    log = sarif("mini.yaml")
    assert log["results"] == [] and log["tool"]["driver"]["rules"] == []
    assert log["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    assert log["columnKind"] == "unicodeCodePoints"


def test_sarif_of_faults(house: Path) -> None:
    log = sarif(".")
    rules = log["tool"]["driver"]["rules"]
    for result in log["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert all(rule["helpUri"].endswith(f"docs/diagnostics/{rule['id']}.md") for rule in rules)
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in log["results"]}
    assert uris == {"broken.yaml", "w%C3%BCst%20folder/twice.yaml"}
    assert not log["invocations"][0]["executionSuccessful"]  # of latin.yaml
    marks = [one["partialFingerprints"]["rulesplay/v1"] for one in log["results"]]
    assert len(set(marks)) == len(marks)


def test_sarif_of_what_cannot_be_read(house: Path) -> None:
    log = sarif("latin.yaml", "nowhere.yaml")
    assert log["results"] == []
    (invocation,) = log["invocations"]
    assert not invocation["executionSuccessful"]
    said = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
    assert said[1] == "nowhere.yaml: there is no such file"


def test_sarif_of_a_fault_in_a_base_that_was_not_asked_for(house: Path) -> None:
    (result,) = sarif("variant.yaml")["results"]
    (label,) = result["relatedLocations"]
    assert label["physicalLocation"]["artifactLocation"]["uri"] == "variant.yaml"
    suite = ElementTree.fromstring(run("validate", "variant.yaml", "--format", "junit").stdout)[0]
    assert [one.get("name") for one in suite if one.find("failure") is not None] == ["variant.yaml"]


def test_fingerprints_do_not_hang_on_lines(house: Path) -> None:
    def marks() -> list[str]:
        found = sarif("broken.yaml")["results"]
        return [one["partialFingerprints"]["rulesplay/v1"] for one in found]

    before = marks()
    (house / "broken.yaml").write_text("# a line\n\n" + MISSPELT, encoding="utf-8")
    assert marks() == before != []


def test_files_elsewhere_have_a_whole_address(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(house / "wüst folder")
    (result, *_) = sarif(house / "broken.yaml")["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")


def test_github_escapes(house: Path) -> None:
    assert escaped("50%, a:b\r\n", ":,") == "50%25%2C a%3Ab%0D%0A"
    source = Source("a,b.yaml", "x: 1\ny: 2\n")
    line = github(Diagnostic("RP310", "100% odd\nreally", Span(source, 0, 7)))
    assert line == "::error file=a%2Cb.yaml,line=1,endLine=2,title=rulesplay RP310::100%25 odd%0Areally"
    assert one_line(run("validate", "broken.yaml", "--format", "github").stdout).startswith(
        "::error file=broken.yaml,line="
    )


def test_gitlab(house: Path) -> None:
    found = json.loads(run("validate", ".", "--format", "gitlab").stdout)
    assert {one["location"]["path"] for one in found} == {
        "broken.yaml", "latin.yaml", "wüst folder/twice.yaml"
    }  # fmt: skip
    assert all(one["severity"] in ("info", "minor", "major", "critical", "blocker") for one in found)
    assert len({one["fingerprint"] for one in found}) == len(found)
    assert json.loads(run("validate", "mini.yaml", "--format", "gitlab").stdout) == []


def test_junit(house: Path) -> None:
    text = run("validate", "mini.yaml", "broken.yaml", "nowhere.yaml", "--format", "junit").stdout
    (suite,) = ElementTree.fromstring(text)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert [one.get("name") for one in suite] == ["mini.yaml", "broken.yaml", "nowhere.yaml"]
    empty = ElementTree.fromstring(run("validate", "mini.yaml", "--format", "junit").stdout)
    assert (empty[0].get("tests"), empty[0].get("failures")) == ("1", "0")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_with_the_same_code(house: Path, form: str) -> None:
    for args, code in [
        (("mini.yaml",), 0),
        (("broken.yaml",), 1),
        (("latin.yaml",), 3),
        (("nowhere.yaml", "broken.yaml"), 3),
        (("broken.yaml", "--exit-zero"), 0),
    ]:
        result = run("validate", *args, "--format", form)
        assert result.exit_code == code
        assert "\x1b" not in result.stdout


@pytest.mark.parametrize("form", FORMATS)
def test_scenarios_have_the_same_formats(house: Path, form: str) -> None:
    failing = MINI + "scenarios:\n  odd:\n    players: 2\n    then: [player_count == 3]\n"
    (house / "failing.yaml").write_text(failing)
    result = run("test", "failing.yaml", "--format", form)
    assert result.exit_code == 1
    assert "RP70" in result.stdout
    if form == "sarif":
        assert [error.message for error in SARIF.iter_errors(json.loads(result.stdout))] == []
    if form == "junit":
        (suite,) = ElementTree.fromstring(result.stdout)
        assert (suite.get("tests"), suite.get("failures")) == ("1", "1")


def test_warnings_fail_when_asked_to(house: Path) -> None:
    (house / "odd.yaml").write_text(MINI.replace("limit:", "x-odd: 010\nlimit:"))
    assert run("validate", "odd.yaml").exit_code == 0
    assert run("validate", "odd.yaml", "--fail-on", "warning").exit_code == 1
    suite = ElementTree.fromstring(run("validate", "odd.yaml", "--format", "junit").stdout)[0]
    assert suite[0].find("system-out") is not None and suite.get("failures") == "0"


def test_standard_input_is_looked_at_like_a_file(house: Path) -> None:
    result = run("validate", "--stdin", "--stdin-filename", "x/y.yaml", "--format", "concise", typed=MISSPELT)
    assert (result.exit_code, result.stderr) == (1, "1 file: 1 error, 0 warnings\n")
    assert result.stdout.startswith("x/y.yaml:")
    assert run("validate", "--stdin", typed=MINI).exit_code == 0
    assert run("validate", "--stdin", "--format", "concise", typed=" ").stdout.startswith("<stdin>:1:1: ")
    extends = VARIANT.replace("broken", "mini")
    assert run("validate", "--stdin", "--stdin-filename", "v.yaml", typed=extends).exit_code == 0
    assert run("validate", "--stdin", "mini.yaml").exit_code == 2
    assert run("validate", "mini.yaml", "--stdin-filename", "v.yaml").exit_code == 2
    assert spawn("validate", "--stdin", typed="a: [" * 9).returncode == 1


def test_the_same_fault_of_a_base_is_told_once(house: Path) -> None:
    result = run("validate", "broken.yaml", "variant.yaml", "--format", "concise")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("env", "painted"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_is_for_terminals(house: Path, env: dict[str, str], painted: bool) -> None:
    ours, theirs = pty.openpty()
    unset = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with os.fdopen(ours, "rb", 0) as reader:
        done = subprocess.run(
            command("validate", "broken.yaml"),
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env={**unset, "TERM": "xterm", **env},
            timeout=30,
        )
        os.close(theirs)
        assert done.returncode == 1
        assert (b"\x1b[" in reader.read(4096)) == painted


def test_help_loads_none_of_the_slow_libraries() -> None:
    code = (
        "import sys; from rulesplay.cli.commands import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "assert not {'jsonschema', 'lark', 'yaml', 'rich', 'pygls', 'rulesplay.engine'} & set(sys.modules)"
    )
    done = subprocess.run([*command()[:1], "-c", code], capture_output=True, timeout=30)
    assert done.returncode == 0, done.stderr.decode()
