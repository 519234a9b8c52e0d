"""Reading: the dialect, its limits, and that nothing raises."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.reading import builder
from rulesplay.engine.reading.reader import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    comment_after,
    open_source,
    plain,
    read,
)
from rulesplay.engine.source import Source

LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


@pytest.fixture(params=LOADERS, autouse=True, ids=lambda loader: loader.__name__)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "LOADER", request.param)


def words(found: Diagnostic) -> str:
    """Return the text a diagnostic points at."""
    return found.span.source.text[found.span.start : found.span.end]


def faults(text: str) -> list[tuple[str, str]]:
    """Return the code and the text pointed at of each diagnostic."""
    return [(found.code, words(found)) for found in read(Source("t.yaml", text))[1]]


def value(text: str) -> object:
    """Return a text as Python data, which must be without fault."""
    root, found = read(Source("t.yaml", text))
    assert root is not None and not [d for d in found if d.is_error]
    return plain(root)


def places(node: Node) -> Iterator[tuple[str, int, int]]:
    """Yield the place of every node."""
    yield type(node).__name__, node.span.start, node.span.end
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from places(entry.key)
            yield from places(entry.value)
    if isinstance(node, Sequence):
        for item in node.items:
            yield from places(item)


def test_values_are_those_of_yaml_1_2() -> None:
    text = "{no: on, 1: 010, a: 1:30, b: 2d6, c: 0o17, d: 1_000, e: 2024-01-01, f: ~, g: 0x1F, h: 1e3, i: .5}"
    assert value(text) == {
        "no": "on",
        "1": 10,
        "a": "1:30",
        "b": "2d6",
        "c": 15,
        "d": "1_000",
        "e": "2024-01-01",
        "f": None,
        "g": 31,
        "h": 1000.0,
        "i": 0.5,
    }
    assert value("[true, 'true', \"1\", -.inf, '', null]") == [True, "true", "1", float("-inf"), "", None]
    assert value("a:\nb: |\n  1\n") == {"a": None, "b": "1\n"}


@pytest.mark.parametrize("scalar", ["no", "on", "Yes", "010", "1:30", "1_000", "2024-01-01", "0o17"])
def test_what_other_readers_change_is_a_warning(scalar: str) -> None:
    _, found = read(Source("t.yaml", f"a: {scalar}\nb: '{scalar}'\n"))
    assert [(d.code, d.severity, d.span.column) for d in found] == [("RP006", "warning", 4)]


@pytest.mark.parametrize("scalar", ["0", "10", "-3", "true", "2d6", "a or b", "x <= 3", "1.5", "null", "y"])
def test_ordinary_scalars_are_no_warning(scalar: str) -> None:
    assert faults(f"a: {scalar}\nno: 1\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", [("RP002", "a")]),
        ("a: 1\n'a': 2\n", [("RP002", "'a'")]),
        ("a: &x [1]\nb: *x\n", [("RP003", "&x")]),
        ("when: &x y > 1\n", [("RP003", "&x")]),
        ("<<: {a: 1}\n", [("RP003", "<<")]),
        ("a: !!str 1\n", [("RP004", "!!str")]),
        ("a: [!x y]\n", [("RP004", "!x")]),
        ("a: 1\n---\nb: 2\n", [("RP005", "---")]),
        ("? [a]\n: b\n", [("RP008", "[a]")]),
        ("{a b: 1, 2}: c\n", [("RP008", "{a b: 1, 2}")]),
        ("?\n: a\n", [("RP008", "")]),
        ("a: " + "9" * 5000, [("RP009", "9" * 5000)]),
        ("a: b: c\n", [("RP001", ":")]),
        ("a:\n\tb: 1\n", [("RP001", "\t")]),
        ("a: @x\n", [("RP001", "@")]),
        ("a: > 3\n", [("RP001", "3")]),
        ('a: "x\nb: 1\n', [("RP001", '"')]),
        ("a: 'x\n", [("RP001", "'")]),
        ('a: "\\q"\n', [("RP001", "\\")]),
        ('a: "\\ud800"\n', [("RP001", '"\\ud800"')]),
        ("a: 1\nb\nc: 2\n", [("RP001", "b")]),
        ("a: \x07\n", [("RP001", "\x07")]),
        ("a: \ud800\n", [("RP001", "\ud800")]),
        ("", [("RP011", "")]),
        ("# nothing\n", [("RP011", "")]),
        ("a: no\na: &b 1\n", [("RP002", "a"), ("RP003", "&b"), ("RP006", "no")]),
    ],
)
def test_what_is_refused_and_where(text: str, expected: list[tuple[str, str]]) -> None:
    if "\\ud800" in text:
        assert [code for code, _ in faults(text)] == ["RP001"]
    else:
        assert sorted(faults(text)) == sorted(expected)


def test_duplicate_key_shows_both_places() -> None:
    root, (found,) = read(Source("t.yaml", "a: 1\nb: 2\na: 3\n"))
    assert (found.span.line, found.labels[0].span.line, found.labels[0].text) == (3, 1, "first defined here")
    assert root is not None and plain(root) == {"a": 1, "b": 2}


def test_unclosed_bracket_points_at_its_start() -> None:
    _, (found,) = read(Source("t.yaml", "k: [1, 2\nb: 3\n"))
    assert "`]`" in found.message and str(found.labels[0].span) == "t.yaml:1:4"


def bomb() -> str:
    """Return a short text that expands to 9 ** 9 values."""
    rows = [f"k{i}: &k{i} [{', '.join([f'*k{i - 1}'] * 9)}]" for i in range(1, 10)]
    return "\n".join(["k0: &k0 [x]", *rows])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (bomb(), "RP003"),
        ("a: &a [*a]", "RP003"),
        ("[" * 1000 + "]" * 1000, "RP009"),
        ("{" * 5000, "RP009"),
        ("- " * 2000, "RP009"),
        ("- 1\n" * 20_001, "RP009"),
        ("x" * (1 << 20) + "é", "RP009"),
    ],
)
def test_bombs_end_fast_with_one_diagnostic(text: str, code: str) -> None:
    started = time.perf_counter()
    root, found = read(Source("t.yaml", text))
    assert root is None and [d.code for d in found] == [code]
    assert time.perf_counter() - started < 5


def test_depth_limit_is_exact() -> None:
    assert read(Source("t", "[" * 64 + "]" * 64))[1] == []
    assert [d.code for d in read(Source("t", "[" * 66 + "]" * 66))[1]] == ["RP009"]


def test_spans_are_exact() -> None:
    items = "- k: >-\r\n      a\r\n      b\r\n  # c\r\n  -"
    text = f"\ufeffé: {{b: [1, 'x y']}}\r\n😀:\r\n  {items}\r\nz: w v  # d\r\n"
    root, found = read(Source("t.yaml", text))
    assert isinstance(root, Mapping) and found == []
    b, k = root.get("é"), root.get("😀")
    assert isinstance(b, Mapping) and isinstance(k, Sequence)
    shown = [text[n.span.start : n.span.end] for n in (root.key("é"), b, root.key("😀"), k.items[1])]
    assert shown == ["é", "{b: [1, 'x y']}", "😀", ""]
    assert text[k.span.start : k.span.end] == items
    w = root.get("z")
    assert isinstance(w, Scalar) and text[w.span.start : w.span.end] == "w v"
    assert (w.span.line, w.span.column) == (8, 4)


def test_comment_after_a_plain_scalar() -> None:
    root, _ = read(Source("t.yaml", "a: x #b\nb: 'x' # c\nc: x\n# d\nd: x#y\n"))
    assert isinstance(root, Mapping)
    spans = {
        name: comment_after(entry.value)
        for name, entry in root.entries.items()
        if isinstance(entry.value, Scalar)
    }
    assert {name: span and (span.line, span.column) for name, span in spans.items()} == {
        "a": (1, 6),
        "b": None,
        "c": None,
        "d": None,
    }


WORDS = [
    "a",
    "x y",
    "é",
    "😀",
    "no",
    "010",
    "&a ",
    "*a ",
    "!t ",
    "%Y",
    "'",
    '"',
    "\\n",
    "\\\n",
    "\x85",
    "\x07",
]
MARKS = ["b: ", ": ", "k:\n", "- ", "? ", "[", "]", "{", "}", ",", "#", " # c\n", "---\n", "...\n"]
SPACE = ["  ", "\n", "\r\n", "\n\n", ">-\n  ", "- |2\n", "- >\n  t\n   u\n\n  v\n"]
PIECES = WORDS + MARKS + SPACE


def test_random_text_never_raises_and_both_loaders_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    for _ in range(1500):
        text = "".join(rng.choices(PIECES, k=rng.randint(1, 14)))
        seen = []
        for one in LOADERS:
            monkeypatch.setattr(builder, "LOADER", one)
            root, found = read(Source("t.yaml", text))
            assert all(0 <= d.span.start <= d.span.end <= len(text) and str(d) for d in found)
            assert root is not None or found
            seen.append(root and list(places(root)))
        assert seen[0] == seen[1], text


def test_open_source(tmp_path: Path) -> None:
    good, empty, binary, latin = (tmp_path / name for name in ("good", "empty", "binary", "latin"))
    good.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    empty.write_bytes(b" \n")
    binary.write_bytes(b"a\0b")
    latin.write_bytes("é: 1".encode("latin-1"))
    source, found = open_source(good)
    assert source is not None and source.text == "a: 1\r\n" and found == []
    cases = {tmp_path / "none": "RP010", tmp_path: "RP010", binary: "RP010", latin: "RP010", empty: "RP011"}
    for path, code in cases.items():
        source, (fault,) = open_source(path)
        assert source is None and fault.code == code and str(fault).startswith(f"{path}:1:1: error")
    messages = {open_source(path)[1][0].message for path in cases}
    assert len(messages) == len(cases)


def test_large_file_is_named_so(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_text("é" * (1 << 20), encoding="utf-8")
    source, found = open_source(path)
    codes = [d.code for d in found] + [d.code for d in (read(source)[1] if source else [])]
    assert codes == ["RP009"]
