"""The public names: where they live, that each can be had, and that none is loaded before."""

import ast
import subprocess
import sys
from pathlib import Path

import rulesplay
from rulesplay import engine

ROOT = Path(__file__).parent.parent


def declared(path: Path) -> dict[str, str]:
    """The names that a file imports for type checkers, with their modules."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module not in ("importlib", "typing"):
            found |= {alias.name: str(node.module) for alias in node.names}
    return found


def test_names_of_the_engine_live_where_it_says() -> None:
    homes = {name: module for module, names in engine.HOMES.items() for name in names.split()}
    assert homes == declared(ROOT / "engine" / "__init__.py")
    for name in homes:
        assert getattr(engine, name) is not None


def test_names_of_the_package_are_names_of_the_engine() -> None:
    names = declared(ROOT / "package" / "__init__.py")
    assert {"load", "Game", "State", "Match", "Outcome", "RulesetError"} <= set(names)
    for name in names:
        assert getattr(rulesplay, name) is getattr(engine, name)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(rulesplay, "nothing")
    assert not hasattr(engine, "nothing")


def test_importing_loads_no_stage() -> None:
    code = "import rulesplay, rulesplay.engine, sys; print(*sorted(m for m in sys.modules if m.startswith('rulesplay')))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "docs"
    )
    assert set(run.stdout.split()) <= {"rulesplay", "rulesplay.engine"}


def test_the_list_of_commands_says_what_each_says_itself() -> None:
    from rulesplay.cli.commands import SUMMARIES

    for name, summary in SUMMARIES.items():
        module = __import__(f"rulesplay.cli.{name}", fromlist=["command"])
        assert module.command.get_short_help_str(200) == summary
