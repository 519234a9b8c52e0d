"""Expressions: what is read, what is refused and how, and that printing gives the same tree back."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesplay.engine import syntax as s
from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.parsing import parse, parse_template, tables
from rulesplay.engine.printing import show
from rulesplay.engine.source import Source, Span

NOWHERE = Span(Source("<test>", ""), 0, 0)


def read(text: str) -> tuple[s.Expression | None, list[Diagnostic]]:
    source = Source("<test>", text)
    return parse(text, lambda start, end: Span(source, start, end))


def tree(text: str) -> s.Expression:
    expression, found = read(text)
    assert expression is not None and not found, found
    return expression


def bare(value: Any) -> Any:
    """Return a tree as tuples without places."""
    if isinstance(value, s.Expression):
        names = [field.name for field in dataclasses.fields(value) if not field.name.endswith("span")]
        return (type(value).__name__, *(bare(getattr(value, name)) for name in names))
    return tuple(map(bare, value)) if isinstance(value, tuple) else value


def parts(text: str) -> tuple[list[Any], list[Diagnostic]]:
    source = Source("<test>", text)
    found, faults = parse_template(text, lambda start, end: Span(source, start, end))
    return [part if isinstance(part, str) else (show(part),) for part in found], faults


class ErrorExample(NamedTuple):
    text: str
    code: str
    column: int
    message: str
    help: str = ""


ERROR_EXAMPLES = [
    ErrorExample("x adn y", "RP201", 3, "unexpected `adn`, expected an operator or the end", "write `and`"),
    ErrorExample("a OR b", "RP201", 3, "unexpected `OR`", "write `or`"),
    ErrorExample("a is b", "RP201", 3, "unexpected `is`", "write `==`"),
    ErrorExample("a mod 2", "RP201", 3, "unexpected `mod`", "write `%`"),
    ErrorExample("a b", "RP201", 3, "unexpected `b`, expected an operator or the end of the expression"),
    ErrorExample("1 + * 2", "RP201", 5, "unexpected `*`, expected a value"),
    ErrorExample("a or or b", "RP201", 6, "unexpected `or`, expected a value"),
    ErrorExample("a, b", "RP201", 2, "unexpected `,`", "as in `(a, b)`"),
    ErrorExample("f(a b)", "RP201", 5, "expected `)`, `,`, `for` or an operator"),
    ErrorExample("f(a,)", "RP201", 5, "unexpected `)`, expected a value"),
    ErrorExample("a)", "RP201", 2, "unexpected `)`, expected the end", "no parenthesis is open"),
    ErrorExample("a if b else c", "RP201", 3, "unexpected `if`", "`if a then b else c`"),
    ErrorExample("1 + if a then b else c", "RP201", 5, "unexpected `if`", "put `if …` in parentheses"),
    ErrorExample("a == not b", "RP201", 6, "unexpected `not`", "put `not …` in parentheses"),
    ErrorExample("a not b", "RP201", 7, "unexpected `b`, expected `in`"),
    ErrorExample("if a: b", "RP201", 5, "unexpected `:`, expected `then`", "only the fields of a record"),
    ErrorExample("count(x for x in xs if x > 1)", "RP201", 21, "unexpected `if`", "write `where`"),
    ErrorExample("players where x", "RP201", 9, "unexpected `where`", "inside a function"),
    ErrorExample("any(p in players where x)", "RP201", 18, "unexpected `where`", "inside a function"),
    ErrorExample("f(x for 3 in y)", "RP201", 9, "unexpected `3`, expected a name"),
    ErrorExample("f(x for y z)", "RP201", 11, "unexpected `z`, expected `in`"),
    ErrorExample("a.in", "RP201", 3, "unexpected `in`, expected a name", "cannot be a name"),
    ErrorExample("a.none", "RP201", 3, "unexpected `none`, expected a name", "cannot be a name"),
    ErrorExample("a.f(x)", "RP201", 4, "unexpected `(`", "called by its name"),
    ErrorExample("f(3, a: 1)", "RP201", 7, "unexpected `:`", "then all of them"),
    ErrorExample("f(a: 1, b)", "RP201", 10, "unexpected `)`, expected `:`"),
    ErrorExample("1..2..3", "RP201", 5, "unexpected `..`", "two ends"),
    ErrorExample("then", "RP201", 1, "unexpected `then`, expected a value"),
    ErrorExample("hand.size >", "RP202", 12, "unfinished expression, expected a value"),
    ErrorExample("hand.size >  ", "RP202", 12, "unfinished expression, expected a value"),
    ErrorExample("(a or b", "RP202", 8, "unfinished expression, expected `)` or `,`"),
    ErrorExample("f(", "RP202", 3, "unfinished expression, expected `)` or a value"),
    ErrorExample("if a", "RP202", 5, "unfinished expression, expected `then`"),
    ErrorExample("if a then b", "RP202", 12, "unfinished expression, expected `else`"),
    ErrorExample("not", "RP202", 4, "unfinished expression, expected a value"),
    ErrorExample("a.", "RP202", 3, "unfinished expression, expected a name"),
    ErrorExample("a == 'b or c", "RP202", 6, "unfinished symbol", "close it with '"),
    ErrorExample("a && b", "RP203", 3, "`&&` is not an operator here", "write `and`"),
    ErrorExample("a & b", "RP203", 3, "`&` is not an operator here", "write `and`"),
    ErrorExample("a || b", "RP203", 3, "`||` is not an operator here", "write `or`"),
    ErrorExample("a | b", "RP203", 3, "`|` is not an operator here", "write `or`"),
    ErrorExample("x = 3", "RP203", 3, "`=` is not an operator here", "write `==`"),
    ErrorExample("f(a=1)", "RP203", 4, "`=` is not an operator here", "`:` to give a field"),
    ErrorExample("x === 3", "RP203", 3, "`===` is not an operator here", "write `==`"),
    ErrorExample("x <> 3", "RP203", 3, "`<>` is not an operator here", "write `!=`"),
    ErrorExample("x !== 3", "RP203", 3, "`!==` is not an operator here", "write `!=`"),
    ErrorExample("x => 3", "RP203", 3, "`=>` is not an operator here", "write `>=`"),
    ErrorExample("x ≤ 3", "RP203", 3, "`≤` is not an operator here", "write `<=`"),
    ErrorExample("!x", "RP203", 1, "`!` is not an operator here", "write `not`"),
    ErrorExample("x / 3", "RP203", 3, "`/` is not an operator here", "write `//`"),
    ErrorExample("x ** 3", "RP203", 3, "`**` is not an operator here", "there are no powers"),
    ErrorExample("1...6", "RP203", 2, "`...` is not an operator here", "write `..`"),
    ErrorExample("a ? b : c", "RP203", 3, "`?` is not an operator here", "`if a then b else c`"),
    ErrorExample("a ? b", "RP203", 3, "`?` is not an operator here", "`if a then b else c`"),
    ErrorExample("x != null", "RP203", 6, "`null` is not a word of the language", "write `none`"),
    ErrorExample("None", "RP203", 1, "`None` is not a word of the language", "write `none`"),
    ErrorExample("nil", "RP203", 1, "`nil` is not a word of the language", "write `none`"),
    ErrorExample("True", "RP203", 1, "`True` is not a word of the language", "write `true`"),
    ErrorExample("False", "RP203", 1, "`False` is not a word of the language", "write `false`"),
    ErrorExample("a $ b", "RP204", 3, "`$` has no meaning in an expression"),
    ErrorExample("hand[0]", "RP204", 5, "`[` has no meaning in an expression", "as in `(a, b)`"),
    ErrorExample("x == \u201ca\u201d", "RP204", 6, "has no meaning in an expression", "straight quotes"),
    ErrorExample("a\u00a0+ b", "RP204", 2, "`\\xa0` has no meaning in an expression"),
    ErrorExample("x > 1.5", "RP204", 5, "`1.5` is not an integer", "integers only"),
    ErrorExample("x > 3x", "RP204", 5, "`3x` is not a number", "only 0 to 9"),
    ErrorExample("größe > 1", "RP204", 1, "`größe` is not a name", "a to z"),
    ErrorExample("(" * 65 + "a" + ")" * 65, "RP205", 65, "nested deeper than 64 levels", "function"),
    ErrorExample("not " * 65 + "a", "RP205", 257, "nested deeper than 64 levels", "function"),
    ErrorExample("a" + " + a" * 64, "RP205", 1, "nested deeper than 64 levels", "function"),
    ErrorExample("a" * 2001, "RP205", 1, "2001 characters, at most 2000 are allowed", "function"),
    ErrorExample("1 < x < 5", "RP206", 7, "`<` follows another comparison", "`1 < x and x < 5`"),
    ErrorExample("a == (b+1) not  in c", "RP206", 12, "`not` follows", "`a == (b+1) and (b+1) not in c`"),
    ErrorExample("a < b < c < d", "RP206", 7, "`<` follows", "`a < b and b < c and c < d`"),
    ErrorExample("", "RP207", 1, "empty expression", "remove the key"),
    ErrorExample(" \n ", "RP207", 1, "empty expression", "remove the key"),
]


@pytest.mark.parametrize("example", ERROR_EXAMPLES, ids=lambda example: example.text[:30])
def test_error(example: ErrorExample) -> None:
    _, found = read(example.text)
    first = found[0]
    assert (first.code, first.span.column) == (example.code, example.column)
    assert example.message in first.message
    assert example.help in (first.help or "")
    assert bool(example.help) == bool(first.help)
    distinct = "]" in example.text or "\u201d" in example.text
    assert len(found) == 1 + distinct


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a && b || c = 3", [("RP203", 3), ("RP203", 8), ("RP203", 13)]),
        ("a b && c $ d", [("RP201", 3), ("RP203", 5), ("RP204", 10)]),
        ("a + 1.5 > x[2]", [("RP204", 5), ("RP204", 12), ("RP204", 14)]),
        ("!a && 1 < x < null", [("RP203", 1), ("RP203", 4), ("RP206", 13), ("RP203", 15)]),
    ],
)
def test_several_errors(text: str, places: list[tuple[str, int]]) -> None:
    assert sorted((fault.span.column, fault.code) for fault in read(text)[1]) == sorted(
        (column, code) for code, column in places
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a && !b", "a and not b"),
        ("x = 3 || y <> nil", "x == 3 or y != none"),
        ("f(a ? 1 : 2)", "f(if a then 1 else 2)"),
        ("1 < x <= 5", "1 < x and x <= 5"),
        ("7 / 2", "7 // 2"),
    ],
)
def test_a_plain_mistake_is_mended(text: str, meant: str) -> None:
    expression, found = read(text)
    assert found and expression is not None
    assert bare(expression) == bare(tree(meant))


@pytest.mark.parametrize("text", ["1.5", "a $", "a b", "größe", "'a", "3x + 1"])
def test_other_mistakes_give_no_tree(text: str) -> None:
    assert read(text)[0] is None


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a and b", "(not a) and b"),
        ("not a == b", "not (a == b)"),
        ("not a not in b", "not (a not in b)"),
        ("a == b and c != d", "(a == b) and (c != d)"),
        ("a in 1..x + 1", "a in (1..(x + 1))"),
        ("a - b - c", "(a - b) - c"),
        ("a + b * c", "a + (b * c)"),
        ("a // b % c", "(a // b) % c"),
        ("-a * b", "(-a) * b"),
        ("-a.b", "-(a.b)"),
        ("- -a", "-(-a)"),
        ("a.b.c", "(a.b).c"),
        ("if a then b else c or d", "if a then b else (c or d)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("sum(x for x in y where x > 1)", "sum((x) for x in (y) where (x > 1))"),
        ("'a' == \"a\"", "('a') == ('a')"),
        ("a\n  or\tb", "a or b"),
    ],
)
def test_precedence(text: str, same: str) -> None:
    assert bare(tree(text)) == bare(tree(same))


def test_constructs() -> None:
    a, b = ("Name", "a"), ("Name", "b")
    assert bare(tree("()")) == ("Listing", ())
    assert bare(tree("(a,)")) == ("Listing", (a,))
    assert bare(tree("(a, b)")) == ("Listing", (a, b))
    assert bare(tree("f()")) == ("Call", "f", ())
    assert bare(tree("f(a, (b))")) == ("Call", "f", (a, b))
    assert bare(tree("f(x: a, y: b)")) == ("Record", "f", (("x", a), ("y", b)))
    assert bare(tree("f(a for v in b)")) == ("Each", "f", a, "v", b, None)
    assert bare(tree("f(a for v in b where true)")) == ("Each", "f", a, "v", b, ("Boolean", True))
    assert bare(tree("a not in none")) == ("Compare", "not in", a, ("Nothing",))
    assert bare(tree("1..6")) == ("Interval", ("Number", 1), ("Number", 6))
    assert bare(tree("android or inside")) == ("Both", "or", ("Name", "android"), ("Name", "inside"))
    assert bare(tree("a.None")) == ("Field", a, "None")


@pytest.mark.parametrize(
    ("text", "attribute", "piece"),
    [
        ("(a + b) * c", "span", "(a + b) * c"),
        ("x.y", "name_span", "y"),
        ("size(x)", "name_span", "size"),
        ("pair(x: 1)", "name_span", "pair"),
        ("sum(v.x for v in w)", "variable_span", "v"),
        ("a not  in b", "operator_span", "not  in"),
        ("a and b", "operator_span", "and"),
        ("a // b", "operator_span", "//"),
        (" ( a ) ", "span", "a"),
        ("  () ", "span", "()"),
    ],
)
def test_places(text: str, attribute: str, piece: str) -> None:
    span = getattr(tree(text), attribute)
    assert text[span.start : span.end] == piece


@pytest.mark.parametrize(
    "text", ["(" * 1999, "-" * 1999, "a." * 1000, "a+" * 999 + "a", "if " * 600, "f(" * 900, "not " * 499]
)
def test_deep_texts_are_refused(text: str) -> None:
    expression, found = read(text)
    assert expression is None and found


def test_the_deepest_allowed() -> None:
    for text in ("(" * 64 + "a" + ")" * 64, "not " * 63 + "a", "a" + "+ a" * 63):
        assert show(tree(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("plain", ["plain"]),
        ("{me} lays {size(cards)} cards", [("me",), " lays ", ("size(cards)",), " cards"]),
        ("{{me}} has {{{me}}}", ["{me} has {", ("me",), "}"]),
        ("{f('}')}{a}", [("f('}')",), ("a",)]),
    ],
)
def test_template(text: str, expected: list[Any]) -> None:
    assert parts(text) == (expected, [])


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("hello {me", "RP208", 7),
        ("hello me}", "RP208", 9),
        ("hello {}", "RP207", 8),
        ("{a} and {b &&}", "RP202", 14),
        ("{a == 'b}", "RP202", 7),
        ("{a b}", "RP201", 4),
    ],
)
def test_template_error(text: str, code: str, column: int) -> None:
    assert (code, column) in {(fault.code, fault.span.column) for fault in parts(text)[1]}


def test_lark_is_loaded_on_first_use() -> None:
    code = "import sys, rulesplay.engine.parsing; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


KEYWORDS = {"and", "or", "not", "in", "if", "then", "else", "true", "false", "none", "for", "where"}
HABITS = {"null", "None", "nil", "NULL", "Null", "True", "TRUE", "False", "FALSE"}
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,3}", fullmatch=True).filter(
    lambda name: name not in KEYWORDS | HABITS
)
LEAVES = st.one_of(
    st.integers(0, 99).map(lambda value: s.Number(NOWHERE, value)),
    st.booleans().map(lambda value: s.Boolean(NOWHERE, value)),
    st.just(s.Nothing(NOWHERE)),
    st.sampled_from(["king", "in", "", "it's", '"', "a b"]).map(lambda name: s.Symbol(NOWHERE, name)),
    NAMES.map(lambda name: s.Name(NOWHERE, name)),
)


def grown(inner: st.SearchStrategy[s.Expression]) -> st.SearchStrategy[s.Expression]:
    def binary(kind: type[s.Expression], *operators: str) -> st.SearchStrategy[s.Expression]:
        return st.builds(kind, NO, st.sampled_from(operators), inner, inner, NO)

    many = st.lists(inner, max_size=3).map(tuple)
    named = st.lists(st.tuples(NAMES, inner), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(s.Field, NO, inner, NAMES, NO),
        st.builds(s.Call, NO, NAMES, many, NO),
        st.builds(s.Record, NO, NAMES, named, NO),
        st.builds(s.Each, NO, NAMES, inner, NAMES, inner, st.none() | inner, NO, NO),
        st.builds(s.Not, NO, inner) | st.builds(s.Minus, NO, inner),
        binary(s.Both, "and", "or"),
        binary(s.Compare, "==", "!=", "<", "<=", ">", ">=", "in", "not in"),
        binary(s.Arithmetic, "+", "-", "*", "//", "%"),
        st.builds(s.Choice, NO, inner, inner, inner),
        st.builds(s.Interval, NO, inner, inner),
        st.builds(s.Listing, NO, many),
    )


NO = st.just(NOWHERE)
EXPRESSIONS = st.recursive(LEAVES, grown, max_leaves=20)
PIECES = st.lists(
    st.sampled_from(
        ["a", "b", "1", "1.5", "(", ")", ",", ".", "..", "+", "-", "*", "/", "//", "=", "==", "<", "!"]
        + ["not", "in", "if", "then", "else", "for", "where", "?", ":", "&&", "'x'", "'", '"', "$"]
    )
)


@settings(derandomize=True, deadline=None, max_examples=400)
@given(EXPRESSIONS)
def test_printed_text_is_the_same_tree(expression: s.Expression) -> None:
    text = show(expression)
    if len(text) <= 2000:
        again = tree(text)
        assert bare(again) == bare(expression)
        assert show(again) == text


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.text(max_size=40) | PIECES.map(" ".join) | PIECES.map("".join))
def test_no_text_raises(text: str) -> None:
    for expression, found in (read(text), parts(text)):
        assert all(0 <= fault.span.start <= fault.span.end <= len(text) for fault in found)
        assert found or expression is not None


def test_parentheses_are_minimal() -> None:
    texts = ["a - (b - c)", "(a or b) and c", "-(a + b)", "(if a then b else c) + 1", "not (a and b)"]
    assert [show(tree(text)) for text in texts] == texts
    assert show(tree("((a)) + ((b * c))")) == "a + b * c"


def test_the_tables_are_those_of_the_grammar() -> None:
    kept = json.loads(tables.TABLES.read_text(encoding="utf-8"))
    made = hashlib.sha256(tables.GRAMMAR.read_bytes()).hexdigest()
    assert kept["grammar"] == made, "the grammar has changed: run `make grammar`"


@pytest.mark.parametrize("text", ["{}", "not JSON", '{"lark": "0.1", "parser": {}}'])
def test_tables_of_another_version_are_made_anew(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "grammar.json"
    other.write_text(text, encoding="utf-8")
    monkeypatch.setattr(tables, "TABLES", other)
    found = tables.parser.__wrapped__().parse("1 + 2 * x", start="expression")
    assert found == tables.parser().parse("1 + 2 * x", start="expression")
