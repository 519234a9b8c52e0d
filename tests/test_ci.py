"""What CI and editors are told to run, run."""

import json
import re
from pathlib import Path

import click
import pytest
import yaml
from cli_running import MINI, mini, run

from rulesplay.cli.commands import cli

__all__ = ["mini"]

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def test_the_problem_matcher_takes_the_concise_format_apart(mini: Path) -> None:
    matcher = json.loads((ROOT / "docs" / "problem-matcher.json").read_text())["problemMatcher"][0]
    (pattern,) = matcher["pattern"]
    (mini.parent / "broken.yaml").write_text(MINI.replace("me.points > 0", "me.point > 0"))
    line = run("validate", "broken.yaml", "--format", "concise").stdout.rstrip("\n")
    found = re.fullmatch(pattern["regexp"], line)
    assert found is not None
    parts = {key: found[number] for key, number in pattern.items() if key != "regexp"}
    assert parts.pop("message").startswith("a player has no `point`")
    number = str(MINI.splitlines().index("    when: me.points > 0") + 1)
    expected = {"file": "broken.yaml", "line": number, "column": "14", "severity": "error", "code": "RP311"}
    assert parts == expected


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_hooks_run(hook: dict[str, object], mini: Path) -> None:
    (mini.parent / "rulesets").mkdir()
    (mini.parent / "rulesets" / "mini.yaml").write_text(MINI)
    program, *words = str(hook["entry"]).split()
    assert program == "rulesplay"
    args = hook.get("args", ["rulesets/mini.yaml"])
    assert isinstance(args, list)
    assert run(*words, *args).exit_code == 0
    assert re.search(str(hook["files"]), "rulesets/house/ten.yaml")


def test_the_page_names_the_hooks() -> None:
    assert set(re.findall(r"id: (rulesplay-\w+)", PAGE)) == {hook["id"] for hook in HOOKS}


@pytest.mark.parametrize("call", sorted(set(re.findall(r"rulesplay [a-z]+(?: [^`>\n|]*)?", PAGE))))
def test_the_calls_of_the_page_exist(call: str) -> None:
    name, *words = call.split()[1:]
    command = cli.get_command(click.Context(cli), name)
    if command is None:
        pytest.skip("prose")
    known = {option for one in command.params for option in one.opts}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("text", re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_the_yaml_of_the_page_is_yaml(text: str) -> None:
    yaml.safe_load(text)


def test_every_format_is_on_the_page() -> None:
    from rulesplay.cli.formats import FORMATS

    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(FORMATS)
