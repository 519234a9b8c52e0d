"""Diagnostics: order, doubles, suggestions, and the register of codes."""

from __future__ import annotations

import re

import pytest

from rulesplay.engine.codes import CODES
from rulesplay.engine.diagnostics import (
    Diagnostic,
    RulesetError,
    listed,
    quoted,
    settle,
    suggest,
    suggest_or_list,
)
from rulesplay.engine.source import Source, Span

SOURCE = Source("a.yaml", "one\ntwo three\n")


def at(start: int, code: str = "RP101", message: str = "wrong") -> Diagnostic:
    """Return a diagnostic of one character."""
    return Diagnostic(code, message, Span(SOURCE, start, start + 1))


def test_concise_form() -> None:
    found = Diagnostic("RP101", "unknown key `tow`", Span(SOURCE, 4, 7), help="did you mean `two`?")
    assert str(found) == "a.yaml:2:1: error[RP101] unknown key `tow`; did you mean `two`?"
    assert str(RulesetError([found, at(0)])).splitlines()[1] == "a.yaml:1:1: error[RP101] wrong"


def test_settle_sorts_and_drops_doubles() -> None:
    other = Diagnostic("RP101", "in another file", Span(Source("b.yaml", "x"), 0, 1))
    settled = settle([other, at(8), at(0, "RP102"), at(0), at(8, message="the same again")])
    assert [(d.span.source.name, d.span.start, d.code) for d in settled] == [
        ("a.yaml", 0, "RP101"),
        ("a.yaml", 0, "RP102"),
        ("a.yaml", 8, "RP101"),
        ("b.yaml", 0, "RP101"),
    ]
    assert settled[2].message == "wrong"


@pytest.mark.parametrize(
    ("name", "names", "said"),
    [
        ("chalenger", ["current", "challenger"], "did you mean `challenger`?"),
        ("LOSER", ["loser", "winner"], "did you mean `loser`?"),
        ("xyz", ["current", "challenger"], None),
        ("x" * 100_000, ["current"], None),
        ("x", [], None),
    ],
)
def test_suggest(name: str, names: list[str], said: str | None) -> None:
    assert suggest(name, names) == said


def test_suggest_or_list() -> None:
    assert suggest_or_list("tow", ["two", "one"]) == "did you mean `two`?"
    assert suggest_or_list("zzz", ["b", "a", "b"]) == "valid here: a, b"
    assert suggest_or_list("zzz", []) is None
    assert listed("abcdefghij") == "a, b, c, d, e, f, g, h, … (2 more)"


def test_quoted_is_safe_and_short() -> None:
    assert quoted("a\nb\x1b[31m") == "`a\\nb\\x1b[31m`"
    assert quoted("x" * 99) == "`" + "x" * 39 + "…`"


def test_every_code_is_explained() -> None:
    for code, entry in CODES.items():
        assert entry.code == code and re.fullmatch(r"RP\d{3}", code)
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", entry.slug)
        assert entry.title and not entry.title.endswith(".") and len(entry.explanation) > 40
    assert len({entry.slug for entry in CODES.values()}) == len(CODES)
