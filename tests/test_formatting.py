"""The usual order of keys: nothing that is read changes, no comment is lost, and once is enough."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from cli_running import run
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesplay.engine import Guide, Source, format_source, schema_of, tree_of
from rulesplay.engine.loading import digest
from rulesplay.engine.reading.tree import Mapping, plain

ROOT = Path(__file__).parent.parent
FILES = sorted(
    [
        *(ROOT / "rulesets").rglob("*.yaml"),
        *(ROOT / "tests/golden").rglob("*.yaml"),
        *(ROOT / "cli").glob("*.yaml"),
    ]
)
WHOLE = [
    path
    for path in FILES
    if path.parent.name in ("rulesets", "house", "ok", "cli") and path.stem != "new_variant"  # with gaps
]


def formatted(text: str) -> str:
    source = Source("f.yaml", text)
    return format_source(source, Guide.of(schema_of(tree_of(source))))


def comments(text: str) -> list[str]:
    return sorted(re.findall(r"#.*", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_formatting_changes_nothing_that_is_read(path: Path) -> None:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    made = formatted(text)
    before, after = tree_of(Source("f", text)), tree_of(Source("f", made))
    assert (before and plain(before)) == (after and plain(after))
    assert comments(made) == comments(text)
    assert sorted(made.split()) == sorted(text.split())
    assert formatted(made) == made


@given(seed=st.integers(0, 10**9), number=st.integers(0, len(FILES) - 1))
@settings(max_examples=40, deadline=None)
def test_shuffled_sections_come_back_in_order(seed: int, number: int) -> None:
    text = FILES[number].read_bytes().decode("utf-8", "replace")
    root = tree_of(Source("f", text))
    if not isinstance(root, Mapping) or text.startswith("{"):
        return
    parts = re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE)
    head, rest = parts[0], parts[1:]
    random.Random(seed).shuffle(rest)
    mixed = head + "".join(part if part.endswith("\n") else part + "\n" for part in rest)
    made = formatted(mixed)
    before, after = tree_of(Source("f", mixed)), tree_of(Source("f", made))
    assert (before and plain(before)) == (after and plain(after))
    assert comments(made) == comments(mixed)
    if isinstance(after, Mapping):
        keys = list(Guide.of(schema_of(after)).keys())
        places = [keys.index(name) for name in after.entries if name in keys]
        assert places == sorted(places)


class Shuffled(Guide):
    """A guide with the keys of every place in another order."""

    seed = 0

    def keys(self) -> dict[str, Any]:
        keys = list(super().keys().items())
        random.Random(self.seed).shuffle(keys)
        return dict(keys)

    def below(self, name: str) -> Guide:
        return Shuffled(self.whole, super().below(name).here)

    def item(self) -> Guide:
        return Shuffled(self.whole, super().item().here)


@given(seed=st.integers(0, 10**9), number=st.integers(0, len(WHOLE) - 1))
@settings(max_examples=30, deadline=None)
def test_keys_shuffled_everywhere_come_back_in_order(seed: int, number: int) -> None:
    text = formatted(WHOLE[number].read_text(encoding="utf-8"))
    Shuffled.seed = seed
    source = Source("f", text)
    root = tree_of(source)
    assert root is not None
    mixed = format_source(source, Shuffled.of(schema_of(root)))
    made = formatted(mixed)
    after = tree_of(Source("f", made))
    assert after is not None and digest(after) == digest(root)
    assert sorted(made.split()) == sorted(text.split())
    assert comments(made) == comments(text)


EXAMPLES = {
    "comments go with the key below them": (
        "name: N  # n\n# about id\nid: i\nrulesplay: 1\n",
        "rulesplay: 1\n# about id\nid: i\nname: N  # n\n",
    ),
    "the comments of the file stay at its top": ("# file\nname: N\nid: i\n", "# file\nid: i\nname: N\n"),
    "steps keep their dash": (
        "setup:\n  - then: []\n    if: true\n  - say: x\n    id: y\n",
        "setup:\n  - if: true\n    then: []\n  - id: y\n    say: x\n",
    ),
    "a comment does not come behind a dash": (
        "setup:\n  - then: []\n    # why\n    if: true\n",
        "setup:\n  - then: []\n    # why\n    if: true\n",
    ),
    "deeper comments belong to what is above": (
        "setup:\n  - do:\n      - say: a\n      # more\n    for: p\n    in: players\n",
        "setup:\n  - for: p\n    in: players\n    do:\n      - say: a\n      # more\n",
    ),
    "blocks of text are moved whole": (
        "name: N\nsummary: |-\n  # no comment\n  text\n\nid: i\n",
        "\nid: i\nname: N\nsummary: |-\n  # no comment\n  text\n".lstrip("\n"),
    ),
    "names of the author keep their order": (
        "zones:\n  b: {of: c}\n  a: {of: c}\nid: i\n",
        "id: i\nzones:\n  b: {of: c}\n  a: {of: c}\n",
    ),
    "maps in braces stay": ("players: {max: 2, min: 1}\n", "players: {max: 2, min: 1}\n"),
    "a line end is added": ("name: N\nid: i", "id: i\nname: N\n"),
    "keys of others come last": ("x-a: 1\nid: i\n", "id: i\nx-a: 1\n"),
    "what is not YAML stays": ("name: [\n", "name: [\n"),
    "a first comment deeper down moves": (
        "actions:\n  a:\n    # help\n    help: h\n    title: t\n",
        "actions:\n  a:\n    title: t\n    # help\n    help: h\n",
    ),
    "variants": (
        "id: i\nextends: b\nchange: {}\nrulesplay: 1\n",
        "rulesplay: 1\nextends: b\nid: i\nchange: {}\n",
    ),
    "windows": ("name: N\r\nid: i\r\n", "id: i\r\nname: N\r\n"),
}


@pytest.mark.parametrize(("before", "after"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples(before: str, after: str) -> None:
    assert formatted(before) == after
    assert formatted(after) == after


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.yaml"
    path.write_text("name: N\nid: i\n")
    path.chmod(0o640)
    assert run("fmt", "--check", ".").exit_code == 1
    assert run("fmt", "a.yaml", "--diff").stdout.splitlines()[3:] == ["+id: i", " name: N", "-id: i"]
    assert path.read_text() == "name: N\nid: i\n"
    assert run("fmt", "a.yaml").stdout == "changed a.yaml\n"
    assert path.read_text() == "id: i\nname: N\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert run("fmt", "a.yaml", "--check").exit_code == 0
    assert run("fmt", "nowhere.yaml", "a.yaml").exit_code == 3
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


@pytest.mark.parametrize(
    "path", [one for one in WHOLE if "rulesets" in one.parts], ids=lambda path: path.stem
)
def test_shipped_rulesets_are_in_the_usual_order(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text
