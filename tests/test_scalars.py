"""Places inside of scalars: what a span of a value points at in the file is that part of the value."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesplay.engine.reading.reader import Mapping, Scalar, read
from rulesplay.engine.reading.scalars import core_value, value_offsets
from rulesplay.engine.source import Source

STYLES = ("plain", "single", "double", "literal", "folded")
IDENTIFIERS = st.text(string.ascii_lowercase, min_size=3, max_size=9).map(lambda name: f"t{name}t")
FILLERS = st.sampled_from(["a1", "+ 2", "é <= 3", "宽字", "😀", "( x_y", "it's", '"q"', "\\ n", "  ", "c-d"])
PROVEN = settings(derandomize=True, deadline=None, max_examples=300)


def scalar(text: str, key: str = "k") -> Scalar:
    """Return the scalar under a key of a text without faults."""
    root, found = read(Source("t.yaml", text))
    assert isinstance(root, Mapping) and not found, found
    node = root.get(key)
    assert isinstance(node, Scalar)
    return node


def dressed(lines: list[str], style: str, indent: int, chomp: str, gap: int) -> str:
    """Return lines as a YAML value of a style."""
    breaks, pad = "\n" * (gap + 1), " " * indent
    if style == "plain":
        return "w " + f"{breaks}{pad}".join(lines)
    if style == "single":
        return "'" + f" {breaks}{pad}".join(line.replace("'", "''") for line in lines) + "'"
    if style == "double":
        escaped = [line.replace("\\", "\\\\").replace('"', '\\"').replace("é", "\\xe9") for line in lines]
        return '"' + f"\\n{breaks}{pad}".join(escaped) + '"'
    head = {"literal": "|", "folded": ">"}[style] + chomp
    return head + "\n" + breaks.join(pad + line for line in lines)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a document, its style, and a token that stands in its value exactly once."""
    style, token = draw(st.sampled_from(STYLES)), draw(IDENTIFIERS)
    lines = draw(st.lists(st.lists(FILLERS, min_size=1, max_size=3), min_size=1, max_size=4))
    row = draw(st.integers(0, len(lines) - 1))
    lines[row].insert(draw(st.integers(0, len(lines[row]))), token)
    joined = ["v " + " ".join(line).strip() for line in lines]
    chomp = draw(st.sampled_from(["", "-", "+", "2", "-2", "2+"]))
    indent = 2 if "2" in chomp else draw(st.integers(1, 5))
    body = dressed(joined, style, indent, chomp, draw(st.integers(0, 2)))
    text = f"é: 宽 # 😀\nk: {body}\nend: 1\n"
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text, style, token


@PROVEN
@given(documents())
def test_the_place_of_a_token_shows_the_token(drawn: tuple[str, str, str]) -> None:
    text, style, token = drawn
    node = scalar(text)
    start = node.text.index(token)
    span = node.place(start, start + len(token))
    assert node.style == style
    assert text[span.start : span.end] == token
    before, last = text[: span.start].replace("\r\n", "\n"), text[: span.start].rfind("\n")
    assert (span.line, span.column) == (before.count("\n") + 1, span.start - last)


@PROVEN
@given(documents())
def test_every_character_is_mapped_in_order(drawn: tuple[str, str, str]) -> None:
    node = scalar(drawn[0])
    offsets = value_offsets(drawn[0], node)
    assert offsets is not None and len(offsets) == len(node.text)
    assert offsets == sorted(set(offsets))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("k: a\n  b\n\n  c\n", "a b\nc"),
        ("k: 'it''s  '\n", "it's  "),
        ('k: "\\x41\\u00e9 \\\n   b\\t"\n', "Aé b\t"),
        ('k: "a\n\n  b \n  c"\n', "a\nb c"),
        ("k: |+\n  a\n\n   b\n\n\n", "a\n\n b\n\n\n"),
        ("k: |-\n  a\n\n", "a"),
        ("k: >\n\n  a\n  b\n\n  c\n    d\n  e\n", "\na b\nc\n  d\ne\n"),
        ("k: |2-\n    a\n   b\n", "  a\n b"),
        ("k: >1\n  a\n b\n", " a\nb\n"),
        ("k: |  # note\n  a # b", "a # b"),
        ("k: |\n\t\n", None),
        ("k: a\tb\n", "a\tb"),
    ],
)
def test_known_scalars(text: str, value: str | None) -> None:
    for ends in ("\n", "\r\n"):
        source = Source("t.yaml", text.replace("\n", ends))
        root, found = read(source)
        if value is None:
            assert found or isinstance(root, Mapping)
            continue
        node = scalar(source.text)
        offsets = value_offsets(source.text, node)
        assert node.text == value and offsets is not None
        solid = [
            (char, at) for char, at in zip(value, offsets, strict=True) if char.isalpha() and char not in "Aé"
        ]
        assert all(source.text[at] == char for char, at in solid)


def test_places_at_the_edges() -> None:
    node = scalar("k: \"a\\x41''b\"\n")
    text = node.span.source.text
    shown = [text[span.start : span.end] for span in (node.place(0, 1), node.place(1, 2), node.place(0, 5))]
    assert shown == ["a", "\\x41", "a\\x41''b"]
    end = node.place(5, 5)
    assert (end.start, end.end) == (text.rindex("b") + 1, text.rindex("b") + 1)
    assert node.place(0, 0).start == text.index("a\\")
    assert node.place(3, 99) == node.span and node.place(4, 2) == node.span
    assert scalar("k: ''\n").place(0, 0).column == 4
    quote = scalar("k: 'a''b'\n")
    assert quote.place(1, 2).end - quote.place(1, 2).start == 2


def test_a_value_that_is_not_there_is_not_mapped() -> None:
    node = scalar("k: abc\n")
    assert value_offsets("k: abd\n", node) is None
    assert value_offsets("", node) is None


@PROVEN
@given(st.text("0123456789+-.eExoabfnu_:~TtrueNl ", max_size=8))
def test_core_values_never_raise(text: str) -> None:
    assert core_value(text) is None or isinstance(core_value(text), (str, int, float, bool))
