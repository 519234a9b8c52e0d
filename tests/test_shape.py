"""The shape: each fault once, at its place, with a way out."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.reading.reader import read
from rulesplay.engine.shape import check_shape
from rulesplay.engine.source import Source

NAME = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}
X: dict[str, Any] = {"^x-": {}}


def closed(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """Return the schema of a map with just these keys."""
    base = {"type": "object", "additionalProperties": False, "patternProperties": X}
    return {**base, "properties": properties, "required": list(required), **more}


def branch(kind: str, properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """Return the branch of a map that is told apart by its kind."""
    test = {"type": "object", "required": ["kind"], "properties": {"kind": {"const": kind}}}
    return {"if": test, "then": closed({"kind": {}, **properties}, *required)}


WHERE = closed({"from": NAME, "to": NAME, "count": {"type": "integer", "minimum": 1}}, "from", "to")
STEPS = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/step"}}
STEP = closed(
    {"move": WHERE, "roll": {"type": ["string", "object"]}, "do": STEPS}, minProperties=1, maxProperties=1
)
KINDS = [
    branch("pile", {"size": {"type": "integer", "maximum": 60}}, "size"),
    branch("hand", {"each": {"enum": ["player", "team"]}}),
]
ZONE = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"enum": ["pile", "hand"]}},
    "allOf": KINDS,
}
ZONES = {
    "type": "object",
    "additionalProperties": False,
    "patternProperties": {**X, "^[a-z]+$": {"$ref": "#/$defs/zone"}},
}
TOP = {
    "id": NAME,
    "name": {"type": "string", "minLength": 2},
    "version": {"const": 1},
    "when": {"anyOf": [{"type": "string"}, {"type": "boolean"}]},
    "source": {"oneOf": [{"type": "string"}, closed({"url": {"type": "string"}}, "url")]},
    "pick": {"anyOf": [{"enum": ["all", "none"]}, {"const": "some"}]},
    "either": {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    "apart": {"type": "object", "not": {"required": ["a", "b"]}},
    "pair": {"type": "object", "dependentRequired": {"a": ["b"]}, "properties": {"no": False}},
    "names": {"type": "object", "propertyNames": {"pattern": "^[a-z]"}},
    "seats": {"type": "object", "propertyNames": {"enum": ["north", "south"]}},
    "zones": ZONES,
    "do": STEPS,
}
SCHEMA = {**closed(TOP, "id", "name"), "$defs": {"step": STEP, "zone": ZONE}}
HEAD = "id: a\nname: bb\n"


def check(text: str) -> list[Diagnostic]:
    """Return the diagnostics of a text that is good YAML."""
    root, found = read(Source("t.yaml", text))
    assert root is not None and not found
    return check_shape(root, SCHEMA)


CASES = [
    ("nmae: b", "RP101", "nmae", "unknown key `nmae`", "no other key|valid here|did you mean", "/nmae"),
    (
        "zones: {s: {kind: pile, size: 1, sice: 2}}",
        "RP101",
        "sice",
        "unknown key `sice` under `s`",
        "no other",
        "/zones/s/sice",
    ),
    (
        "zones: {s: {kind: hand, eech: team}}",
        "RP101",
        "eech",
        "unknown key `eech`",
        "did you mean `each`?",
        "/zones/s/eech",
    ),
    (
        "zones: {s: {kind: hnad}}",
        "RP104",
        "hnad",
        "unknown value `hnad`",
        "did you mean `hand`?",
        "/zones/s/kind",
    ),
    (
        "zones: {s: {kind: hand, each: 7}}",
        "RP104",
        "7",
        "unknown value `7`",
        "valid here: player, team",
        "/zones/s/each",
    ),
    ("zones: {s: {kind: pile}}", "RP103", "s", "missing key `size` under `s`", None, "/zones/s"),
    (
        "zones: {s: {kind: pile, size: 61}}",
        "RP105",
        "61",
        "the number `61` is out of range",
        "at most 60",
        "/zones/s/size",
    ),
    ("zones: {s: {}}", "RP103", "s", "missing key `kind` under `s`", None, "/zones/s"),
    (
        "zones: {S: {kind: hand}}",
        "RP106",
        "S",
        "`S` is no fit name under `zones`",
        "small letter",
        "/zones/S",
    ),
    ("zones: [1]", "RP102", "[1]", "expected a map, found a list", None, "/zones"),
    ("do: x", "RP102", "x", "expected a list, found text `x`", None, "/do"),
    ("do: []", "RP105", "do", "an empty list is out of range", "at least 1 in the list", "/do"),
    (
        "do: [{move: {from: a}}]",
        "RP103",
        "move",
        "missing key `to` under `move`",
        "required here: from, to",
        "/do/0/move",
    ),
    (
        "do: [{moev: 1}]",
        "RP101",
        "moev",
        "unknown key `moev` in item 1 of `do`",
        "did you mean `move`?",
        "/do/0/moev",
    ),
    ("do: [{roll: a, do: [{roll: b}]}]", "RP105", "do", "`do` is one key too many", "at most 1 key", "/do/0"),
    (
        "do: [{do: [{roll: 3}]}]",
        "RP102",
        "3",
        "expected text or a map, found the number `3`",
        "quotes",
        "/do/0/do/0/roll",
    ),
    ("do: [~]", "RP102", "~", "expected a map, found nothing", "give it a value", "/do/0"),
    ("when: [1]", "RP102", "[1]", "expected text or `true` or `false`, found a list", None, "/when"),
    (
        "source: {urll: x}",
        "RP101",
        "urll",
        "unknown key `urll` under `source`",
        "did you mean `url`?",
        "/source/urll",
    ),
    ("source: {url: 3}", "RP102", "3", "expected text, found the number `3`", "quotes", "/source/url"),
    ("pick: smoe", "RP104", "smoe", "unknown value `smoe`", "did you mean `some`?", "/pick"),
    ("either: {c: 1}", "RP103", "either", "one of `a` or `b` is missing", None, "/either"),
    ("apart: {a: 1, b: 1}", "RP101", "apart", "`a`, `b` cannot stand together", None, "/apart"),
    ("pair: {a: 1}", "RP103", "pair", "missing key `b`, which `a` needs", None, "/pair"),
    ("pair: {no: 1}", "RP101", "no", "`no` is not valid here", None, "/pair/no"),
    ("names: {A: 1}", "RP106", "A", "`A` is no fit name under `names`", "small letter", "/names/A"),
    (
        "seats: {noth: 1}",
        "RP101",
        "noth",
        "unknown key `noth` under `seats`",
        "did you mean `north`?",
        "/seats/noth",
    ),
    ("version: 2", "RP104", "2", "unknown value `2`", "valid here: 1", "/version"),
]


@pytest.mark.parametrize(
    ("text", "code", "words", "message", "help", "path"), CASES, ids=[c[0][:30] for c in CASES]
)
def test_one_fault_one_diagnostic(
    text: str, code: str, words: str, message: str, help: str | None, path: str
) -> None:
    (found,) = check(HEAD + text)
    span = found.span
    line = next(n for n, row in enumerate((HEAD + text).splitlines(), 1) if n > 2 and words in row)
    assert (found.code, span.source.text[span.start : span.end], span.line) == (code, words, line)
    assert message in found.message and found.path == path
    assert found.help is None if help is None else any(part in (found.help or "") for part in help.split("|"))


def test_a_misspelt_key_is_not_also_missing() -> None:
    (found,) = check("id: a\nnmae: bb\n")
    assert (found.code, found.help) == ("RP101", "did you mean `name`?")


def test_missing_keys_of_a_map_are_one_fault() -> None:
    (found,) = check("x-note: 1\n")
    assert (found.code, found.message, found.span.line) == ("RP103", "missing keys `id`, `name`", 1)


def test_many_faults_in_order_and_without_dumps() -> None:
    zones = "zones:\n  a: {kind: pile, size: x}\n  b: 1\n"
    text = f"id: Bad Id\nname: 3\nwhen: {{a: 1}}\n{zones}odd: 1\nodder: {{deep: [1, 2]}}\n"
    found = check(text)
    assert [(d.code, d.span.line) for d in found] == [
        ("RP106", 1),
        ("RP102", 2),
        ("RP102", 3),
        ("RP102", 5),
        ("RP102", 6),
        ("RP101", 7),
        ("RP101", 8),
    ]
    assert not any("{" in d.message or "[" in d.message for d in found)
    assert all(d.message[0] in "`" or d.message[0].islower() for d in found)


def test_a_good_file_has_no_faults() -> None:
    zones = "zones: {a: {kind: pile, size: 3, x-b: 1}}\n"
    text = "x-mine: {any: [thing]}\ndo: [{do: [{roll: 2d6}]}]\nsource: {url: u}\n"
    assert check(HEAD + zones + text) == []


def test_the_root_may_be_anything() -> None:
    for text in ("- 1", "text", "3"):
        (found,) = check(text)
        assert found.code == "RP102" and found.message.startswith("expected a map, found")


def test_nesting_as_deep_as_reading_allows() -> None:
    found = check(HEAD + "do: " + "[{do: " * 30 + "[3]" + "}]" * 30)
    assert [d.code for d in found] == ["RP102"]


def test_the_schema_library_is_loaded_late() -> None:
    code = "import sys, rulesplay.engine.shape, rulesplay.engine.reading.reader; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
