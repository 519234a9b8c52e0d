"""What the documentation shows is true: its ruleset is checked and played, its expressions too."""

import random
import re
from pathlib import Path

import pytest
from cli_running import run

from rulesplay.engine import Source, State, check, check_source, compile_rules, run_scenarios
from rulesplay.engine.parsing import parse
from rulesplay.engine.rules.drafting import Draft
from rulesplay.engine.rules.kinds import BOOLEAN, INTEGER
from rulesplay.engine.rules.scopes import Scope
from rulesplay.engine.source import Span

DOCS = Path(__file__).parent.parent / "docs"
LANGUAGE = (DOCS / "language.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


SOURCE = Source("docs/language.md", "\n".join(blocks(LANGUAGE, "yaml")))


def test_the_game_of_the_language_page_is_clean() -> None:
    rules, diagnostics = check_source(SOURCE)
    assert rules is not None
    assert [str(one) for one in diagnostics] == []


def test_its_scenarios_pass() -> None:
    rules, _ = check_source(SOURCE)
    assert rules is not None
    results = run_scenarios(rules)
    assert [str(one) for result in results for one in result.diagnostics] == []
    assert len(results) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_when_played_at_random(players: int) -> None:
    rules, _ = check_source(SOURCE)
    assert rules is not None
    program, rng = compile_rules(rules, players), random.Random(5)
    for _ in range(50):
        state = State.new(program)
        while not state.is_over:
            state.resolve_chance(rng)
            if not state.is_over:
                player = rng.choice(state.players)
                state.apply(state.legal(player).sample(rng), player)
        assert state.outcome is not None


@pytest.mark.parametrize("text", "\n".join(blocks(LANGUAGE, "expression")).splitlines())
def test_expressions_are_right(text: str) -> None:
    rules, _ = check_source(SOURCE)
    assert rules is not None
    draft = Draft()
    draft.ruleset = rules
    tree, problems = parse(text, lambda start, end: Span(SOURCE, start, end))
    assert tree is not None and not problems
    term = draft.checker.check(tree, Scope(rules).in_turn())
    assert not draft.diagnostics
    assert term.kind in (BOOLEAN, INTEGER)


def variant(tmp_path: Path, text: str) -> Path:
    """Write a variant beside a copy of the base that it extends."""
    base = DOCS.parent / "rulesets" / "eight_the_liar.yaml"
    (tmp_path / base.name).write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "ten.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_house_rule_of_the_authoring_page(tmp_path: Path) -> None:
    page = (DOCS / "authoring.md").read_text(encoding="utf-8")
    path = variant(tmp_path, "\n".join(blocks(page, "yaml")))
    rules, diagnostics = check(path)
    assert rules is not None and [str(one) for one in diagnostics] == []
    results = run_scenarios(rules)
    assert [str(one) for result in results for one in result.diagnostics] == []
    assert "ten_is_true" in {result.name for result in results}


README = (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_the_house_rule_of_the_readme(tmp_path: Path) -> None:
    (text,) = blocks(README, "yaml")
    rules, diagnostics = check(variant(tmp_path, text))
    assert rules is not None and [str(one) for one in diagnostics] == []


def shown(call: str) -> str:
    """Return what the README shows below a call."""
    return README.partition(f"$ {call}\n")[2].partition("```")[0].strip("\n") + "\n"


def test_the_error_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = blocks(README, "yaml")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulesets").mkdir()
    variant(tmp_path / "rulesets", text.replace("called_total", "called_totl"))
    assert run("validate", "rulesets/").stdout.rstrip("\n") + "\n" == shown("rulesplay validate rulesets/")


def test_the_game_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = "rulesplay eight_the_liar --names Ann,Bob,Cem,Dora --seed 34"
    prompt, typed, rest = shown(call).partition("> 1\n")
    told = run(*call.split()[1:], typed="1\nq\n").stdout
    assert typed and prompt in told and rest in told.partition("> ")[2]


def test_the_program_of_the_readme(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = blocks(README, "python")
    monkeypatch.chdir(DOCS.parent)
    exec(compile(text, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Outcome(winners=(")


def test_the_program_of_the_python_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(blocks((DOCS / "python.md").read_text(encoding="utf-8"), "python"))
    monkeypatch.chdir(DOCS.parent)
    exec(compile(text, "docs/python.md", "exec"), {})
    assert "may: Lay cards face down" in capsys.readouterr().out


def test_the_changes_that_the_authoring_page_shows(tmp_path: Path) -> None:
    page = (DOCS / "authoring.md").read_text(encoding="utf-8")
    changes = [text for text in blocks(page, "yaml skip") if text.startswith("change:")]
    for text in changes:
        head = "rulesplay: 1\nextends: eight_the_liar.yaml\nid: more\nname: More\n"
        assert [str(one) for one in check(variant(tmp_path, head + text))[1]] == []
    assert changes
