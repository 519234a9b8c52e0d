"""The schemas: current, whole, described, and as strict as the language."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator

from rulesplay.engine.loading import check
from rulesplay.engine.rules.instructions import COMPANIONS, VERBS
from rulesplay.engine.shape.forms import ByName, Either, Form, Key, ListOf, Steps, Table
from rulesplay.engine.shape.shapes import RULESET, VARIANT, ruleset_schema, variant_schema
from rulesplay.engine.shape.step_shapes import STEP, STEP_CHANGE

ROOT = Path(__file__).parent.parent
SCHEMAS = {"ruleset.schema.json": ruleset_schema(), "variant.schema.json": variant_schema()}
SMALL = ROOT / "tests/golden/ok/high_card.yaml"
RULES, CHANGES = (Draft202012Validator(schema) for schema in SCHEMAS.values())

# Valid forms of every verb; what is added to the second column makes them invalid.
STEPS: list[tuple[dict[str, Any], Any]] = [
    ({"say": "Hello."}, {"say": ["Hello."]}),
    ({"move": {"from": ["a", "b"], "to": "c"}}, {"move": {"from": "a"}}),
    ({"move": {"cards": "cards", "to": "c"}}, {"move": {"cards": ["c"], "to": "c"}}),
    ({"deal": {"count": 5, "from": "stock", "to": "p.hand"}}, {"deal": {"count": 5, "from": "stock"}}),
    ({"roll": {"count": 2, "to": "cup"}}, {"roll": {"count": 2}}),
    ({"reroll": "cup"}, {"reroll": {}}),
    ({"clear": "cup"}, {"clear": ["cup"]}),
    ({"pick": {"starter": "players"}}, {"pick": {"a": "players", "b": "players"}}),
    ({"set": {"p.points": "p.points - 1", "last": "me"}}, {"set": {}}),
    ({"let": {"total": 3}}, {"let": {"Total": 3}}),
    ({"if": True, "then": [], "else": []}, {"if": True, "else": []}),
    ({"for": "p", "in": "players", "do": []}, {"for": "p", "in": "players"}),
    ({"while": "a > b", "at_most": 3, "do": []}, {"while": "a > b", "do": []}),
    ({"call": "pay", "with": {"p": "me"}}, {"call": "pay", "with": ["me"]}),
    ({"ask": {"who": "me", "actions": {"stop": {}}, "pass": "No"}}, {"ask": {"actions": {"stop": {}}}}),
    ({"challenge": "even", "claimer": "me"}, {"challenge": {"even": {}}}),
    ({"judge": "even", "claimer": "a", "caller": "b"}, {"judge": "even", "claimed": "a"}),
    ({"eliminate": "loser"}, {"eliminate": ["loser"]}),
    ({"eliminate": {"players": "x", "from": "round"}}, {"eliminate": {"players": "x", "from": "table"}}),
    ({"end": "phase"}, {"end": True}),
    ({"next_turn": "loser"}, {"next_turn": None}),
    ({"reveal": ["a", "b"], "say": "{a}", "id": "show"}, {"reveal": []}),
]
# A section with something right, and with something wrong.
SECTIONS: list[tuple[str, Any, Any]] = [
    ("rulesplay", 1, "1"),
    ("id", "a_game", "A Game"),
    ("name", "A Game", 7),
    ("summary", "Win.", ["Win."]),
    ("source", "A book", {}),
    ("players", {"min": 1}, {"min": 1, "most": 4}),
    ("options", {"a": {"values": [1, 0], "default": 1}}, {"a": {"default": 1}}),
    ("presets", {"a": {"options": {"b": True}}}, {"a": {"b": True}}),
    ("decks", {"a": {"cards": [{"rank": "1..3", "count": "n"}]}}, {"a": {"cards": [{"rank": {}}]}}),
    ("dice", {"a": {"faces": "1..6"}, "b": {"faces": [{"x": "y"}]}}, {"a": {"faces": 6}}),
    ("zones", {"a": {"of": "b", "seen_by": {"owner": "see"}}}, {"a": {"of": "b", "seen_by": "anyone"}}),
    ("types", {"a": {"record": {"b": "integer"}}}, {"a": {"record": ["b"]}}),
    ("variables", {"a": {"type": "integer", "starts": 1}}, {"a": {"starts": 1}}),
    ("functions", {"a": {"value": "1 + 1"}}, {"a": "1 + 1"}),
    ("setup", [{"say": "x"}], {"say": "x"}),
    ("phases", {"a": {"turns": {"first": "x", "actions": ["y"]}}}, {"a": {"turns": {"actions": ["y"]}}}),
    ("actions", {"a": {"choose": {"b": {"from": "c", "one": True}}}}, {"a": {"choose": ["b"]}}),
    ("challenges", {"a": {"outcomes": {"b": {}}}}, {"a": {"window": {"who": "others"}}}),
    ("procedures", {"a": {"do": []}}, {"a": []}),
    ("elimination", {"a": {"when": True, "from": "round"}}, {"a": {"from": "round"}}),
    ("ending", {"a": {"when": "x", "returns": 1}}, {"a": {"when": "x", "losers": 1}}),
    ("limit", {"turns": "n", "winners": "players"}, {"turn": 3}),
    ("rulings", {"E8-1": {"text": "x"}}, {"E8-1": "x"}),
    ("scenarios", {"a": {"when": ["x", {"y": "z"}], "given": {"x": 1}}}, {"a": {"when": "x"}}),
]


def small() -> Any:
    return yaml.safe_load(SMALL.read_text(encoding="utf-8"))


def variant(change: Any) -> Any:
    return {"rulesplay": 1, "id": "a", "name": "A", "extends": "b.yaml", "change": change}


def errors(validator: Draft202012Validator, data: Any) -> list[str]:
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message}" for one in validator.iter_errors(data)]


def tables(form: Form, seen: dict[str, Table]) -> dict[str, Table]:
    """Return every table that a form leads to, by name."""
    if isinstance(form, Steps):
        return tables(STEP, tables(STEP_CHANGE, seen))
    if isinstance(form, (ByName, ListOf)):
        return tables(form.of, seen)
    if isinstance(form, Either):
        for inner in filter(None, (form.table, form.many)):
            tables(inner, seen)
    if isinstance(form, Table) and form.name not in seen:
        seen[form.name] = form
        for key in form.keys.values():
            tables(key.form, seen)
    return seen


TABLES = tables(VARIANT, tables(RULESET, {}))


def keys() -> Iterator[tuple[str, Key]]:
    for table in TABLES.values():
        yield from ((f"{table.name}.{name}", key) for name, key in table.keys.items())


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every part of a schema that describes maps with properties."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_files_are_current(name: str) -> None:
    written = json.loads((ROOT / "schema" / name).read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(SCHEMAS[name])), "run `make schema`"


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_old_and_new_tools_understand_them(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    Draft7Validator.check_schema(schema)


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_every_map_is_closed_but_for_the_keys_of_others(schema: dict[str, Any]) -> None:
    for part in objects({"top": schema}):
        assert part.get("additionalProperties") is False
        assert "^x-" in part["patternProperties"]


def test_every_key_is_described_with_examples() -> None:
    for name, key in keys():
        assert key.about.endswith("."), name
        assert key.examples, name


def test_every_example_is_valid() -> None:
    for name, key in keys():
        if name.startswith("variant."):
            continue
        schema = key.form.write({}) | {"$defs": SCHEMAS["ruleset.schema.json"]["$defs"]}
        for example in key.examples:
            assert errors(Draft202012Validator(schema), example) == [], name


def test_every_verb_has_a_key_and_every_key_a_verb() -> None:
    assert set(STEP.keys) == set(VERBS) | set(COMPANIONS) | {"id", "say"}


@pytest.mark.parametrize("path", sorted(ROOT.glob("rulesets/**/*.yaml")), ids=lambda path: path.stem)
def test_shipped_rulesets_have_no_findings(path: Path) -> None:
    assert [str(one) for one in check(path)[1]] == []


def test_every_verb_is_tried() -> None:
    assert {verb for step, _ in STEPS for verb in step} >= set(STEP.keys)
    assert {name for name, *_ in SECTIONS} == set(RULESET.keys)


@pytest.mark.parametrize(("right", "wrong"), STEPS, ids=[next(iter(right)) for right, _ in STEPS])
def test_steps(right: Any, wrong: Any) -> None:
    assert errors(RULES, small() | {"setup": [right]}) == []
    assert errors(CHANGES, variant({"setup": [right]})) == []
    assert errors(RULES, small() | {"setup": [wrong]}) != []
    assert errors(CHANGES, variant({"setup": [wrong]})) != []
    assert errors(RULES, small() | {"setup": [right | {"x-note": 1}]}) == []
    assert errors(RULES, small() | {"setup": [right | {"note": 1}]}) != []


@pytest.mark.parametrize(("name", "right", "wrong"), SECTIONS, ids=[name for name, *_ in SECTIONS])
def test_sections(name: str, right: Any, wrong: Any) -> None:
    assert errors(RULES, small() | {name: right}) == []
    assert errors(RULES, small() | {name: wrong}) != []


@pytest.mark.parametrize("name", [name for name, key in RULESET.keys.items() if key.needed])
def test_required_sections(name: str) -> None:
    data = copy.deepcopy(small())
    del data[name]
    assert errors(RULES, data) != []


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"players": {"max": 3}, "x-note": 1},
        {"zones": {"add": {"pot": {"of": "numbers"}}, "remove": ["cup"], "hand": {"seen_by": "nobody"}}},
        {"ending": {"add": {"early": {"before": "played", "when": True}}}},
        {"phases": {"add": {"last": {"after": "play", "before": [{"say": "x"}]}}}},
        {"setup": {"at": {"first": {"before": [{"say": "x"}], "say": "y"}}, "remove": ["second"]}},
        {"setup": {"at": {"first": {"set": {"add": {"a": 1}, "remove": ["b"], "c": 2}}}}},
        {"phases": {"play": {"turns": {"actions": {"remove": ["lay"]}}}}},
        {"actions": {"lay": {"replace": True, "do": []}}},
        {"decks": {"numbers": {"cards": [{"rank": 1}]}}},
        {"options": {"hand_size": {"values": {"at": {"low": {"after": ["middle"]}}}}}},
    ],
)
def test_changes(change: Any) -> None:
    assert errors(CHANGES, variant(change)) == []
    assert not change or errors(RULES, small() | {"change": change}) != []


@pytest.mark.parametrize(
    "change",
    [
        {"player": {"max": 3}},
        {"zones": {"add": {"pot": {"seen_by": "nobody"}}}},
        {"zones": {"remove": "cup"}},
        {"zones": {"hand": {"seen": "nobody"}}},
        {"setup": {"on": {"first": {}}}},
        {"setup": {"at": {"first": {"before": {"say": "x"}}}}},
        {"actions": {"lay": {"replace": False}}},
        {"decks": {"numbers": {"cards": {"at": {}}}}},
    ],
)
def test_wrong_changes(change: Any) -> None:
    assert errors(CHANGES, variant(change)) != []
