"""Flattening gives the same rules as one file; comparing tells how two rulesets differ."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesplay.engine.composing.flattening import compare, flatten
from rulesplay.engine.loading import check, whole
from rulesplay.engine.reading.reader import Node, plain, read
from rulesplay.engine.source import Source

GAME = Path(__file__).parent.parent / "rulesets" / "eight_the_liar.yaml"
HOUSE = """\
rulesplay: 1
extends: base.yaml
id: house
name: House
change:
  players: {max: 3}
  functions: {share: {help: "how many: all"}}
"""
TEXTS = st.text(max_size=150) | st.sampled_from(
    [
        "a # b",
        "a: b",
        "- a",
        "'",
        '"',
        "yes",
        "null",
        "010",
        "~",
        "a\nb",
        "a\n\n b\n",
        "\n",
        " a ",
        "word " * 40,
        "{x}",
    ]
)
LEAVES = st.one_of(
    TEXTS, st.integers(), st.booleans(), st.none(), st.floats(allow_nan=False, allow_infinity=False)
)
KEYS = st.sampled_from(["id", "say", "x", "do", "if", "y"]) | st.text(max_size=8)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
law = settings(derandomize=True, max_examples=100, deadline=None)


class Dumper(yaml.SafeDumper):
    """Writes every value where it stands, without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def tree(data: Any) -> Node:
    """Return the tree of some data."""
    return parsed(yaml.dump(data, Dumper=Dumper))


def parsed(text: str) -> Node:
    """Return the tree of a text that is without fault, but for what other readers make of it."""
    root, found = read(Source("t.yaml", text))
    assert root is not None and not [one for one in found if one.is_error], list(map(str, found))
    return root


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return the path of a variant."""
    (tmp_path / "base.yaml").write_text(GAME.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path / "house.yaml"


def test_a_variant_as_one_file(house: Path, tmp_path: Path) -> None:
    root, found = whole(house)
    assert root is not None and not found
    text = flatten(root)
    lines = text.splitlines()
    assert lines[:3] == ["rulesplay: 1", "id: house", "name: House"]
    assert "  max: 3" in lines and '    help: "how many: all"' in lines
    assert plain(parsed(text)) == plain(root)
    line = next(
        n for n, row in enumerate(GAME.read_text(encoding="utf-8").splitlines(), 1) if "min: 2, max: 8" in row
    )
    assert f"  min: 2  # base.yaml:{line}" in lines
    (tmp_path / "flat.yaml").write_text(text, encoding="utf-8")
    flat, variant = check(tmp_path / "flat.yaml"), check(house)
    assert flat[0] and variant[0] and not flat[1] and flat[0].digest == variant[0].digest


def test_flattening_what_is_flat(house: Path) -> None:
    root, _ = whole(house)
    assert root is not None
    once = flatten(root)
    assert flatten(parsed(once)) == re.sub(r"  # base\.yaml:\d+$", "", once, flags=re.M)
    assert flatten(parsed(flatten(parsed(once)))) == flatten(parsed(once))


def test_sections_stand_in_the_usual_order() -> None:
    assert (
        flatten(parsed("x-mine: 1\nending: {}\nname: a\nid: b\n"))
        == "id: b\nname: a\nending: {}\nx-mine: 1\n"
    )


@law
@given(st.dictionaries(KEYS, TREES, max_size=4) | TREES)
def test_reading_gives_the_same_data(data: Any) -> None:
    root = tree(data)
    text = flatten(root)
    assert plain(parsed(text)) == plain(root)
    assert flatten(parsed(text)) == text


# Comparing -----------------------------------------------------------------------------


def differences(base: str, other: str) -> list[str]:
    """Return the differences of two texts as lines."""
    return [str(one) for one in compare(parsed(base), parsed(other))]


@pytest.mark.parametrize(
    ("base", "other", "lines"),
    [
        ("actions: {a: {when: x}}", "actions: {a: {when: y}}", ["~ actions.a.when: x -> y"]),
        (
            "options: {a: {}}",
            "options: {b: {type: boolean}}",
            ["- options.a: {}", "+ options.b: {type: boolean}"],
        ),
        ("zones: {a: {}, b: {}}", "zones: {b: {}, a: {}}", []),
        ("ending: {a: {}, b: {}}", "ending: {b: {}, a: {}}", ["> ending: a, b -> b, a"]),
        ("players: {min: 1}", "players: 1", ["~ players: {min: 1} -> 1"]),
        ("name: a # b", "name: 'a'", []),
        ("name: '1'", "name: 1", ["~ name: 1 -> 1"]),
        ("x-a: 1", "x-a: 2\nx-b: 1", []),
        ("setup: [{id: a, say: x}]", "setup: [{say: y, id: a}]", ["~ setup[a].say: x -> y"]),
        ("setup: [{say: x}]", "setup: [{say: z}, {say: x}]", ["+ setup[1]: {say: z}"]),
        ("setup: [{say: x}]", "setup: [{end: phase}]", ["~ setup[1]: {say: x} -> {end: phase}"]),
        ("setup: [{id: a}, {say: x}]", "setup: [{say: x}, {id: a}]", ["> setup: [a], [2] -> [2], [a]"]),
        (
            "setup: [{if: a, then: [{say: x}]}]",
            "setup: [{if: a, then: []}]",
            ["- setup[1].then[1]: {say: x}"],
        ),
        ("a: [1, 2]", "a: [2, 1]", ["~ a: [1, 2] -> [2, 1]"]),
    ],
)
def test_differences_by_name(base: str, other: str, lines: list[str]) -> None:
    assert differences(base, other) == lines


def test_long_values_are_shortened() -> None:
    (found,) = compare(parsed("name: a"), parsed(f"name: {'b' * 100}"))
    assert len(found.after) == 60 and found.after.endswith("…")
    assert found.other is not None and str(found.other) == "t.yaml:1:7"


STEPS = st.lists(
    st.fixed_dictionaries({}, optional={"id": st.sampled_from("abc"), "say": st.sampled_from("xy")}),
    max_size=4,
)
RULES = st.fixed_dictionaries(
    {"setup": STEPS, "ending": st.dictionaries(st.sampled_from("abc"), STEPS, max_size=3)},
    optional={"zones": st.dictionaries(st.sampled_from("abc"), LEAVES, max_size=3)},
)


def meaning(data: Any) -> str:
    """Return data as text in which only the order of `ending` counts."""
    return json.dumps([{**data, "ending": None}, list(data["ending"].items())], sort_keys=True)


@law
@given(RULES, RULES)
def test_no_difference_means_the_same_rules(one: Any, two: Any) -> None:
    assert compare(tree(one), tree(one)) == []
    assert (compare(tree(one), tree(two)) == []) == (meaning(one) == meaning(two))
