"""What fits a schema is what the schema library lets pass, for every keyword that our schemas use."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesplay.engine.shape.fitting import TESTS, surely_fits

DATA: list[Any] = [
    *(None, True, False, 0, 1, 1.0, -1, 2.5, 7, "", "a", "ab", "7", [], [1], [1, "a"], ["a", "b", "c"], {}),
    *({"a": 1}, {"a": "x"}, {"b": 2}, {"a": 1, "b": 2}, {"x-a": []}, {"A": None}, {"a": {"a": {"a": 1}}}),
]
SCHEMAS: list[Any] = [
    *({}, {"type": "integer"}, {"type": ["string", "null"]}, {"type": "number"}, {"type": "boolean"}),
    *({"const": 1}, {"const": True}, {"const": "a"}, {"enum": [0, "a", None]}, {"enum": [False, 7]}),
    *({"minimum": 1}, {"maximum": 1}, {"pattern": "^a"}, {"minItems": 1}, {"maxItems": 2}),
    *({"minProperties": 1}, {"maxProperties": 1}, {"items": {"type": "integer"}}, {"required": ["a"]}),
    {"dependentRequired": {"a": ["b"]}},
    {"properties": {"a": {"type": "integer"}, "b": False}},
    {"properties": {"a": {}}, "patternProperties": {"^x-": {"type": "array"}}, "additionalProperties": False},
    {"additionalProperties": {"type": "integer"}},
    {"propertyNames": {"not": {"enum": ["a", "b"]}}},
    {"allOf": [{"type": "object"}, {"required": ["a"]}]},
    {"anyOf": [{"type": "string"}, {"minimum": 2}]},
    {"if": {"type": "string"}, "then": {"pattern": "b"}, "else": {"type": "object"}},
    {"if": {"type": "string"}, "then": False},
    {
        "$ref": "#/$defs/nested",
        "$defs": {"nested": {"properties": {"a": {"$ref": "#/$defs/nested"}, "b": False}}},
    },
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_each_keyword(schema: Any) -> None:
    library = Draft202012Validator(schema)
    assert [surely_fits(one, schema) for one in DATA] == [library.is_valid(one) for one in DATA]


@given(st.lists(st.sampled_from(SCHEMAS[:-1]), min_size=1, max_size=3), st.sampled_from(["allOf", "anyOf"]))
def test_keywords_together(parts: list[Any], word: str) -> None:
    schema = {word: [parts[0], {"not": {"allOf": parts}}, *parts]}
    library = Draft202012Validator(schema)
    assert [surely_fits(one, schema) for one in DATA] == [library.is_valid(one) for one in DATA]


def test_every_keyword_is_tried() -> None:
    def words(schema: Any) -> set[str]:
        if not isinstance(schema, dict):
            return {word for one in schema for word in words(one)} if isinstance(schema, list) else set()
        return set(schema) | {word for value in schema.values() for word in words(value)}

    assert TESTS.keys() <= words(SCHEMAS)


@pytest.mark.parametrize(
    "schema", [{"oneOf": [{}]}, {"not": {"uniqueItems": True}}, {"$ref": "other.json"}, {"const": []}]
)
def test_nothing_is_sure_of_what_is_not_known(schema: Any) -> None:
    assert not surely_fits([], schema)
