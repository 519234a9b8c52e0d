"""Whether data fit a schema, yes or no: what is right is seen at once, and only what is wrong needs the library.

To load the schema library, and to let it look, takes longer than all the rest of checking a small file.
This knows the keywords that our schemas use, and says of any other one that it is not sure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sized
from typing import Any

Schema = Any  # a map of keywords, or a truth


class Unsure(Exception):
    """A schema has something that is not known here."""


def surely_fits(data: Any, schema: dict[str, Any]) -> bool:
    """Tell whether data fit a schema (JSON Schema 2020-12); no, where the schema is not known well enough."""
    try:
        return Fitting(schema).fits(data, schema)
    except Unsure:
        return False


class Fitting:
    """Tells whether data fit a schema; raises Unsure where that cannot be told."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root

    def fits(self, data: Any, schema: Schema) -> bool:
        """Tell whether data fit a part of the schema."""
        if isinstance(schema, bool):
            return schema
        for word, value in schema.items():
            if word in TESTS:
                if not TESTS[word](self, data, value, schema):
                    return False
            elif word not in SILENT:
                raise Unsure(word)
        return True

    def ref(self, data: Any, name: str, _: Schema) -> bool:
        """Tell whether data fit a definition."""
        if not name.startswith("#/$defs/"):
            raise Unsure(name)
        return self.fits(data, self.root["$defs"][name.removeprefix("#/$defs/")])

    def type(self, data: Any, value: str | list[str], _: Schema) -> bool:
        """Tell whether data are of a type, or of one of several."""
        return any(TYPES[name](data) for name in ([value] if isinstance(value, str) else value))

    def const(self, data: Any, value: Any, _: Schema) -> bool:
        """Tell whether data are a value; a truth is no number."""
        if isinstance(value, (dict, list)):
            raise Unsure("const")
        return bool(data == value and isinstance(data, bool) == isinstance(value, bool))

    def enum(self, data: Any, values: list[Any], schema: Schema) -> bool:
        """Tell whether data are one of several values."""
        return any(self.const(data, value, schema) for value in values)

    def properties(self, data: Any, parts: dict[str, Schema], _: Schema) -> bool:
        """Tell whether the values of known names fit."""
        known = data.keys() & parts.keys() if isinstance(data, dict) else ()
        return all(self.fits(data[name], parts[name]) for name in known)

    def patterns(self, data: Any, parts: dict[str, Schema], _: Schema) -> bool:
        """Tell whether the values of names of a form fit."""
        if not isinstance(data, dict):
            return True
        return all(
            self.fits(value, part)
            for form, part in parts.items()
            for name, value in data.items()
            if re.search(form, name)
        )

    def others(self, data: Any, part: Schema, schema: Schema) -> bool:
        """Tell whether the values of all other names fit."""
        if not isinstance(data, dict):
            return True
        forms = schema.get("patternProperties", ())
        rest = data.keys() - schema.get("properties", {}).keys()
        return all(self.fits(data[one], part) for one in rest if not any(re.search(f, one) for f in forms))

    def names(self, data: Any, part: Schema, _: Schema) -> bool:
        """Tell whether all names fit."""
        return not isinstance(data, dict) or all(self.fits(name, part) for name in data)

    def required(self, data: Any, names: list[str], _: Schema) -> bool:
        """Tell whether names are there."""
        return not isinstance(data, dict) or all(name in data for name in names)

    def dependent(self, data: Any, needs: dict[str, list[str]], schema: Schema) -> bool:
        """Tell whether names come with those they need."""
        named = [name for name in needs if isinstance(data, dict) and name in data]
        return all(self.required(data, needs[name], schema) for name in named)

    def items(self, data: Any, part: Schema, _: Schema) -> bool:
        """Tell whether all items of a list fit."""
        return not isinstance(data, list) or all(self.fits(one, part) for one in data)

    def every(self, data: Any, parts: list[Schema], _: Schema) -> bool:
        """Tell whether all of several schemas fit."""
        return all(self.fits(data, part) for part in parts)

    def some(self, data: Any, parts: list[Schema], _: Schema) -> bool:
        """Tell whether one of several schemas fits."""
        return any(self.fits(data, part) for part in parts)

    def case(self, data: Any, condition: Schema, schema: Schema) -> bool:
        """Tell whether what follows from a condition fits."""
        return self.fits(data, schema.get("then" if self.fits(data, condition) else "else", True))

    def refused(self, data: Any, part: Schema, _: Schema) -> bool:
        """Tell whether a schema does not fit."""
        return not self.fits(data, part)

    def pattern(self, data: Any, form: str, _: Schema) -> bool:
        """Tell whether a text is of a form."""
        return not isinstance(data, str) or bool(re.search(form, data))

    def least(self, data: Any, limit: int, _: Schema) -> bool:
        """Tell whether a number is not too small."""
        return not TYPES["number"](data) or bool(data >= limit)

    def most(self, data: Any, limit: int, _: Schema) -> bool:
        """Tell whether a number is not too large."""
        return not TYPES["number"](data) or bool(data <= limit)


def sized(of: type[Sized], fits: Callable[[int, int], bool]) -> Callable[[Fitting, Any, int, Schema], bool]:
    """Return the test of how many names or items there are."""
    return lambda _, data, limit, __: not isinstance(data, of) or fits(len(data), limit)


TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
    "number": lambda data: isinstance(data, (int, float)) and not isinstance(data, bool),
    "integer": lambda data: (
        isinstance(data, int) and not isinstance(data, bool) or isinstance(data, float) and data.is_integer()
    ),
}
TESTS: dict[str, Callable[[Fitting, Any, Any, Schema], bool]] = {
    "$ref": Fitting.ref,
    "type": Fitting.type,
    "const": Fitting.const,
    "enum": Fitting.enum,
    "properties": Fitting.properties,
    "patternProperties": Fitting.patterns,
    "additionalProperties": Fitting.others,
    "propertyNames": Fitting.names,
    "required": Fitting.required,
    "dependentRequired": Fitting.dependent,
    "items": Fitting.items,
    "allOf": Fitting.every,
    "anyOf": Fitting.some,
    "if": Fitting.case,
    "not": Fitting.refused,
    "pattern": Fitting.pattern,
    "minimum": Fitting.least,
    "maximum": Fitting.most,
    "minItems": sized(list, int.__ge__),
    "maxItems": sized(list, int.__le__),
    "minProperties": sized(dict, int.__ge__),
    "maxProperties": sized(dict, int.__le__),
}
SILENT = {
    "then",
    "else",
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "title",
    "description",
    "examples",
    "default",
}
SILENT |= {"markdownDescription", "dependencies"}  # what editors read
