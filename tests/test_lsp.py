"""The language server, driven over its standard input and output, on a ruleset and a variant."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_running import MINI, command, run
from lsp_client import Client

from rulesplay.cli.editing import Document

needs_pygls = pytest.mark.skipif(
    importlib.util.find_spec("pygls") is None, reason="the extra `lsp` (pygls) is not installed"
)
VARIANT = """\
rulesplay: 1
extends: mini.yaml
id: house
name: "𝄞 house"
change:
  actions:
    wait:
      when: me.points > 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lsp")
    (path / "mini.yaml").write_text(MINI, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with Client(command("lsp", "--stdio"), folder) as made:
        yield made


def spliced(text: str, after: str, more: str) -> tuple[str, int]:
    """Return a text with more of it behind a mark, and the offset behind that."""
    at = text.index(after) + len(after)
    return text[:at] + more + text[at:], at + len(more)


@needs_pygls
def test_faults_are_shown_while_typing(client: Client, folder: Path) -> None:
    path = folder / "typed.yaml"
    client.open(path, MINI)
    assert client.diagnostics(path) == []
    client.change(path, MINI.replace("me.points > 0", "me.points >"))
    (first,) = client.diagnostics(path)
    assert first["code"] == "RP202" and first["source"] == "rulesplay"
    client.change(path, MINI.replace("me.points > 0", "me.point > 0"))
    (found,) = client.diagnostics(path)
    line = MINI.splitlines().index("    when: me.points > 0")
    assert found["range"] == {
        "start": {"line": line, "character": 13},
        "end": {"line": line, "character": 18},
    }
    assert found["severity"] == 1 and "did you mean `points`?" in found["message"]
    assert found["codeDescription"]["href"].endswith("docs/diagnostics/RP311.md")
    client.change(path, "a: [")
    assert [one["code"] for one in client.diagnostics(path)] == ["RP001"]


@needs_pygls
def test_columns_are_those_of_the_client(client: Client, folder: Path) -> None:
    path = folder / "wide.yaml"
    text = MINI.replace("name: Mini", 'x-note: {"𝄞𝄞": 1, a: no}\nname: Mini')
    client.open(path, text)
    (found,) = client.diagnostics(path)
    line = text.splitlines()[found["range"]["start"]["line"]]
    units = line.encode("utf-16-le")
    start, end = (2 * found["range"][side]["character"] for side in ("start", "end"))
    assert units[start:end].decode("utf-16-le") == "no"


@needs_pygls
def test_a_fault_of_the_base_is_shown_at_extends(client: Client, folder: Path) -> None:
    (folder / "broken.yaml").write_text(MINI.replace("me.points > 0", "me.point > 0"))
    path = folder / "of_broken.yaml"
    client.open(path, VARIANT.replace("mini.yaml", "broken.yaml").replace("me.points > 1", "true"))
    client.change(path, VARIANT.replace("mini.yaml", "broken.yaml").partition("change")[0])
    client.diagnostics(path)
    (found,) = client.diagnostics(path)
    assert found["range"]["start"]["line"] == 1
    assert found["relatedInformation"][0]["location"]["uri"] == (folder / "broken.yaml").as_uri()


@needs_pygls
def test_completion_hover_and_definition_in_a_ruleset(client: Client, folder: Path) -> None:
    path = folder / "whole.yaml"
    client.open(path, MINI)
    client.diagnostics(path)
    text, at = spliced(MINI, "    when: me.", "")
    client.change(path, text)
    assert client.labels(path, text, at) == ["out", "hand", "points", "right"]
    text, at = spliced(MINI, "  wait:\n", "    sa")
    text = text[:at] + "\n" + text[at:]
    client.change(path, text)
    labels = client.labels(path, text, at)
    assert "choose" in labels and "title" not in labels
    at = MINI.index("choose:") + 2
    client.change(path, MINI)
    assert "**choose**" in client.ask("hover", path, MINI, at)["contents"]["value"]
    at = MINI.index("option.cards, from") + 9
    assert "How many cards are dealt." in client.ask("hover", path, MINI, at)["contents"]["value"]
    place = client.ask("definition", path, MINI, at)
    assert MINI.splitlines()[place["range"]["start"]["line"]].startswith("  cards: {type: integer")


@needs_pygls
def test_completion_hover_and_definition_in_a_variant(client: Client, folder: Path) -> None:
    path = folder / "house.yaml"
    client.open(path, VARIANT)
    assert client.diagnostics(path) == []
    text, at = spliced(VARIANT, "  actions:\n", "    ")
    client.change(path, text[:at] + "\n" + text[at:])
    assert {"lay", "add", "remove"} <= set(client.labels(path, text, at))
    client.change(path, VARIANT)
    at = VARIANT.index("points >") + 2
    assert client.ask("hover", path, VARIANT, at)["contents"]["value"].startswith("`me.points`: integer")
    place = client.ask("definition", path, VARIANT, at)
    assert place["uri"] == (folder / "mini.yaml").as_uri()
    assert MINI.splitlines()[place["range"]["start"]["line"]].startswith("  points: {each: player")
    text, at = spliced(VARIANT.replace("mini.yaml", ""), "extends: ", "")
    client.change(path, text)
    assert "mini.yaml" in client.labels(path, text, at)


def test_without_pygls_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = run("lsp")
    assert result.exit_code == 3
    assert "pip install 'rulesplay[lsp]'" in result.stderr


# What may stand where; `|` is the cursor. With `…` in front only some are named.
PLACES = {
    "top": ("rulesplay: 1\nna|", {"name", "options"}, {"rulesplay"}),
    "nested": ("rulesplay: 1\nactions:\n  a:\n    title: x\n    |\n", {"when", "do"}, {"title"}),
    "below a key that follows": ("actions:\n  a:\n    |\n    do: []\n", {"title"}, {"do"}),
    "step": ("setup:\n  - |", {"move", "set"}, set()),
    "step beside a verb": ("setup:\n  - if: true\n    |", {"then", "else"}, {"if"}),
    "list at the column of its key": ("setup:\n- say: x\n- m|", {"move"}, set()),
    "in braces": ("zones:\n  a: {of: b, |", {"seen_by", "each"}, {"of"}),
    "braces in a list": ("setup: [{say: x}, {move: {from: a, |", {"to", "cards"}, {"from"}),
    "fixed values": ("zones:\n  a: {of: b, seen_by: |", {"owner", "nobody"}, {"of"}),
    "truth": ("options:\n  a:\n    type: boolean\n    default: |", set(), {"type"}),
    "steps of a change": (
        "extends: x\nchange:\n  actions:\n    a:\n      do:\n        at:\n          b: {|",
        {"before", "replace"}, set(),
    ),
    "top of a variant": ("extends: x\n|", {"change", "id"}, {"extends", "zones"}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "some", "none"), PLACES.values(), ids=PLACES)
def test_places(text: str, some: set[str], none: set[str]) -> None:
    before, _, after = text.partition("|")
    document = Document("x.yaml")
    document.update(before + after)
    line = before.count("\n")
    labels = {one.label for one in document.complete(line, len(before.rpartition("\n")[2]))}
    assert some <= labels and not none & labels


def names_at(mark: str, more: str) -> list[str]:
    text, at = spliced(MINI, mark, more)
    document = Document("x.yaml")
    document.update(MINI)
    document.update(text)
    before = text[:at]
    return [one.label for one in document.complete(before.count("\n"), len(before.rpartition("\n")[2]))]


def test_names_in_expressions() -> None:
    assert {"laid", "pile", "option", "players", "all", "and"} <= set(
        names_at("        when: all(c.rank > 18", " and ")
    )
    assert names_at("        when: all(c.rank > 18", " and option.") == ["cards", "guesses"]
    assert "rank" in names_at("        when: ", "any(c.rank == 1 for c in laid where c.")
    assert "caller" in names_at("          - set: {caller.points: ", "ca")
    assert set(names_at("      - challenge: ", "")) == {"high"}
    assert set(names_at("      actions: [", "")) == {"lay", "wait"}
    assert "guesser" in names_at('                  say: "{guesser} guessed {', "gu")


def test_a_local_name_leads_to_where_it_is_bound() -> None:
    document = Document("x.yaml")
    document.update(MINI)
    at = MINI.index("to: p.hand") + 4
    span = document.definition(MINI.count("\n", 0, at), at - MINI.rfind("\n", 0, at) - 1)
    assert span is not None
    assert MINI[span.start : span.end] in ("p", "for") or "for: p" in MINI[span.start - 5 : span.end]
