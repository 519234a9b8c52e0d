"""Completion and hover by yaml-language-server, with the schemas that `rulesplay` ships.

Needs node and `npm install -g yaml-language-server`; `YAML_LANGUAGE_SERVER` may name the program instead.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_running import MINI
from lsp_client import Client

ROOT = Path(__file__).parent.parent
SERVER = os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which("yaml-language-server")
pytestmark = pytest.mark.skipif(
    not SERVER or not shutil.which("node"), reason="yaml-language-server (npm) is not installed"
)
SETTINGS = {"yaml": {"completion": True, "hover": True, "validate": True, "schemaStore": {"enable": False}}}
MODELINE = "# yaml-language-server: $schema=schema/{}.schema.json\n"
BASE = MODELINE.format("ruleset") + MINI
VARIANT = MODELINE.format("variant") + (
    "rulesplay: 1\nextends: mini.yaml\nid: house\nname: House\nchange:\n  actions:\n    wait:\n"
    "      when: me.points > 1\n      do:\n        at:\n          pay:\n            before: []\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("yls")
    shutil.copytree(ROOT / "schema", path / "schema")
    (path / "mini.yaml").write_text(BASE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with Client([str(SERVER), "--stdio"], folder, SETTINGS) as made:
        yield made


def spliced(text: str, after: str, more: str) -> tuple[str, int]:
    at = text.index(after) + len(after)
    return text[:at] + more + text[at:], at + len(more.rstrip("\n"))


@pytest.mark.parametrize(
    ("text", "after", "more", "some"),
    [
        (BASE, "  wait:\n", "    \n", {"requires", "choose", "help"}),
        (BASE, "zones:\n", "  more:\n    of: deck\n    \n", {"each", "seen_by", "starts"}),
        (
            BASE,
            "    do:\n      - set: {me.points: me.points - 1}\n",
            "      - \n",
            {"move", "challenge", "let"},
        ),
        (VARIANT, "change:\n", "  \n", {"options", "zones", "ending"}),
        (VARIANT, "  actions:\n", "    \n", {"add", "remove"}),
        (VARIANT, "          pay:\n", "            \n", {"after", "replace"}),
    ],
)
def test_completion(client: Client, folder: Path, text: str, after: str, more: str, some: set[str]) -> None:
    text, at = spliced(text, after, more)
    path = folder / f"typed_{abs(hash((after, more)))}.yaml"
    client.open(path, text)
    assert some <= set(client.labels(path, text, at))


@pytest.mark.parametrize(
    ("text", "on", "said"),
    [
        (BASE, "seen_by", "Who"),
        (BASE, "challenge: high", "Open a challenge"),
        (VARIANT, "change:", "What is different"),
        (VARIANT, "when: me.points > 1", "condition"),
    ],
)
def test_hover(client: Client, folder: Path, text: str, on: str, said: str) -> None:
    path = folder / f"shown_{abs(hash((text, on)))}.yaml"
    client.open(path, text)
    found = client.ask("hover", path, text, text.index(on) + 2)
    assert found is not None and said in str(found["contents"])


def test_both_files_are_clean(client: Client, folder: Path) -> None:
    for name, text in (("clean_base.yaml", BASE), ("clean_variant.yaml", VARIANT)):
        client.open(folder / name, text)
        assert client.diagnostics(folder / name) == []


def test_what_the_schema_refuses_is_shown_at_its_line(client: Client, folder: Path) -> None:
    path, text = folder / "bad.yaml", VARIANT.replace("      when:", "      whn:")
    client.open(path, text)
    (found,) = client.diagnostics(path)
    assert text.splitlines()[found["range"]["start"]["line"]].strip().startswith("whn:")
