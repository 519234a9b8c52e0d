"""How values, types and places of a ruleset are named in messages."""

from __future__ import annotations

from typing import Any

from ..diagnostics import quoted

_KINDS = {
    "object": "a map",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "nothing",
}
_LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minItems": "at least {} in the list",
    "maxItems": "at most {} in the list",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
    "uniqueItems": "each item only once",
    "pattern": "the form is `{}`",
}
_ONE = {"in the list": "in the list", "characters": "character", "keys": "key"}
_NAME = "a name starts with a small letter and has small letters, digits and underscores"


def kinds(types: list[str]) -> str:
    """Return the types that are valid, in words."""
    if set(types) == {"string", "integer", "boolean"}:
        return "a value"
    return " or ".join(_KINDS.get(name, name) for name in types)


def found(value: Any) -> str:
    """Return what stands there, without its contents."""
    if isinstance(value, (dict, list)):
        empty = "" if value else "n empty"
        return f"a{empty} {'map' if isinstance(value, dict) else 'list'}"
    if value is None:
        return "nothing"
    name = "" if isinstance(value, bool) else "text " if isinstance(value, str) else "the number "
    return name + quoted(shown(value))


def sized(value: Any) -> str:
    """Return what stands there, with the number of its parts."""
    if not isinstance(value, (dict, list)) or not value:
        return found(value)
    part = "key" if isinstance(value, dict) else "item"
    return f"{found(value)} of {len(value)} {part}{'s' * (len(value) > 1)}"


def shown(value: Any) -> str:
    """Return a value as it is written in a ruleset."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def limit(rule: str, value: Any) -> str:
    """Return what a limit of the schema asks for, in words."""
    if rule == "pattern" and str(value).startswith("^[a-z]"):
        return _NAME
    words = _LIMITS.get(rule, "{}").format(value)
    many = next((many for many in _ONE if value == 1 and words.endswith(many)), None)
    return words.removesuffix(many) + _ONE[many] if many else words


def owner(path: tuple[str | int, ...]) -> str:
    """Return " under `name`" or " in item 2 of `name`" for the end of a message."""
    names = [step for step in path if isinstance(step, str)]
    if not path:
        return ""
    if isinstance(path[-1], int):
        return f" in item {path[-1] + 1}" + (f" of {quoted(names[-1])}" if names else "")
    return f" under {quoted(path[-1])}"


def pointer(path: tuple[str | int, ...]) -> str:
    """Return a path as a JSON pointer."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
