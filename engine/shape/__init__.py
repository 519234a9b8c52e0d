"""Check a tree against a JSON Schema and say what is wrong in the place where it is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from ..diagnostics import Diagnostic, listed, nearest, quoted, settle, suggest_or_list
from ..reading.tree import Mapping, Node, Scalar, Sequence, plain
from ..source import Span
from .branches import told
from .fitting import surely_fits
from .wording import found, kinds, limit, owner, pointer, shown, sized

Path = tuple[str | int, ...]
CHANGES = ("add", "remove")  # words of a variant that stand among names
_MAPS = ("additionalProperties", "unevaluatedProperties", "dependentRequired")


def check_shape(root: Node, schema: dict[str, Any]) -> list[Diagnostic]:
    """Return all that is wrong with the shape of a tree, one diagnostic a fault, in order."""
    data = plain(root)
    try:
        if surely_fits(data, schema):
            return []
        errors = list(told(_validator(json.dumps(schema)).iter_errors(data)))
    except RecursionError:
        return [Diagnostic("RP009", "the file nests deeper than its checker can follow", root.span)]
    return settle(_Shape(root, errors).diagnostics())


@cache
def _validator(schema: str) -> Any:
    """Return what checks against a schema; making it takes as long as checking a file."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_traceable(json.loads(schema)))


class _Shape:
    """Turns the errors of the schema library into diagnostics on the tree."""

    def __init__(self, root: Node, errors: list[Any]) -> None:
        self.root, self.errors = root, errors
        self.meant: dict[Path, set[str]] = {}
        self.mistyped = {_path(error) for error in errors if error.validator == "type"}
        self.odd: set[Path] = set()

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Go through unknown keys first: they explain why others are missing."""
        unknown = [error for error in self.errors if error.validator in _MAPS[:2]]
        for error in unknown:
            yield from self.unknown(error)
        yield from self.missing([error for error in self.errors if error.validator == "required"])
        for error in self.errors:
            if error.validator not in (*_MAPS[:2], "required"):
                yield from self.other(error)

    def unknown(self, error: Any) -> Iterator[Diagnostic]:
        """Report each key that is not known in a map."""
        path, node, known = _path(error), self.node(_path(error)), error.schema.get("properties", {})
        if path[:1] == ("change",) and isinstance(node, Mapping) and set(_extras(error)) >= set(node.entries):
            meant = nearest(str(path[-1]), CHANGES) if len(path) > 2 else None
            if meant is not None:
                self.odd.add(path)
                message = f"unknown key {quoted(str(path[-1]))}{owner(path[:-1])}"
                help = f"did you mean {quoted(meant)}?"
                yield Diagnostic("RP101", message, self.holder(path), help=help, path=pointer(path))
                return
        for name in _extras(error):
            if isinstance(node, Mapping) and name in node.entries:
                self.odd.add(path)
                unused = [other for other in known if other not in node.entries]
                meant = nearest(name, unused)
                self.meant.setdefault(path, set()).update([meant] if meant else [])
                yield self.unknown_key(error, node.key(name), (*path, name), unused)

    def unknown_key(self, error: Any, key: Scalar, path: Path, unused: list[str]) -> Diagnostic:
        """Report one key: misspelt, or no fit name where the author may choose names."""
        forms = [form for form in error.schema.get("patternProperties", {}) if form != "^x-"]
        if forms and not nearest(key.text, unused):
            message = f"{quoted(key.text)} is no fit name{owner(path[:-1])}"
            return Diagnostic("RP106", message, key.span, help=limit("pattern", forms[0]), path=pointer(path))
        message = f"unknown key {quoted(key.text)}{owner(path[:-1])}"
        help = suggest_or_list(key.text, unused) or "no other key is valid here"
        if is_rest_of_text(error.instance, key):
            help = "a comma ends a value between braces; quote text that has one"
        elif "change" in error.schema.get("properties", {}) and key.text in section_names():
            help = "a variant says below `change` what is different: put it there"
        return Diagnostic("RP101", message, key.span, help=help, path=pointer(path))

    def missing(self, errors: Iterable[Any]) -> Iterator[Diagnostic]:
        """Report the keys that each map lacks, once, but not those that were only misspelt."""
        lacking: dict[Path, list[str]] = {}
        needed: dict[Path, list[str]] = {}
        for error in errors:
            for name in error.validator_value:
                needed.setdefault(_path(error), []).append(name)
                if name not in error.instance and name not in self.meant.get(_path(error), ()):
                    lacking.setdefault(_path(error), []).append(name)
        for path, names in lacking.items():
            yield self.missing_keys(path, list(dict.fromkeys(names)), list(dict.fromkeys(needed[path])))

    def missing_keys(self, path: Path, names: list[str], needed: list[str]) -> Diagnostic:
        """Report one map that lacks keys."""
        message = f"missing key{'s' * (len(names) > 1)} {listed(map(quoted, names))}{owner(path)}"
        help = f"required here: {listed(needed)}" if len(needed) > 1 else None
        return Diagnostic("RP103", message, self.holder(path), help=help, path=pointer(path))

    def other(self, error: Any) -> Iterator[Diagnostic]:
        """Report a value that is wrong in itself, unless its type is already reported."""
        path = _path(error)
        if "propertyNames" in error.absolute_schema_path:
            yield self.bad_name(error, path)
        elif error.validator in ("maxProperties", "anyOf", "dependentRequired") and path in self.odd:
            return
        elif error.validator == "type" or path not in self.mistyped:
            report = _REPORTS.get(error.validator, _general)
            code, message, help = report(error)
            yield Diagnostic(code, message, self.place(error, path), help=help, path=pointer(path))

    def bad_name(self, error: Any, path: Path) -> Diagnostic:
        """Report a key that may not be called so."""
        node, name = self.node(path), str(error.instance)
        span = node.key(name).span if isinstance(node, Mapping) and name in node.entries else node.span
        where = pointer((*path, name))
        if error.validator in ("enum", "const"):
            message, help = f"unknown key {quoted(name)}{owner(path)}", suggest_or_list(name, _choices(error))
            return Diagnostic("RP101", message, span, help=help, path=where)
        help = limit(error.validator, error.validator_value)
        if error.validator == "not":
            help = "variants change rulesets with this word; use another name"
        return Diagnostic("RP106", f"{quoted(name)} is no fit name{owner(path)}", span, help=help, path=where)

    def place(self, error: Any, path: Path) -> Span:
        """Return where to point: at the value, a key that is refused, or the first key too many."""
        node = self.node(path)
        if error.validator == "maxProperties" and isinstance(node, Mapping):
            entries = list(node.entries.values())
            return entries[int(error.validator_value)].key.span
        if error.validator in (*_MAPS, "minProperties", "minItems", "not", "anyOf", "oneOf"):
            is_bad_value = isinstance(node, Scalar) and error.validator_value != {}
            return node.span if is_bad_value else self.holder(path)
        return node.span

    def holder(self, path: Path) -> Span:
        """Return the key that holds a map or list, or where it starts."""
        parent = self.node(path[:-1]) if path else None
        if isinstance(parent, Mapping) and path[-1] in parent.entries:
            return parent.key(str(path[-1])).span
        node = self.node(path)
        if isinstance(node, Mapping) and node.entries:
            return next(iter(node.entries.values())).key.span
        return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))

    def node(self, path: Path) -> Node:
        """Return the node at a path, or the deepest that there is."""
        node = self.root
        for step in path:
            if isinstance(node, Mapping) and step in node.entries:
                node = node.entries[str(step)].value
            elif isinstance(node, Sequence) and isinstance(step, int):
                node = node.items[step]
        return node


def section_names() -> frozenset[str]:
    """Return the sections of a ruleset; only asked for where something is wrong."""
    from .shapes import BODY

    return frozenset(BODY)


def is_rest_of_text(entries: Any, key: Scalar) -> bool:
    """Tell whether a key is what stands behind a comma in text without quotes: it has no value."""
    return key.style == "plain" and entries.get(key.text) is None and " " in key.text


Report = tuple[str, str, str | None]


def _path(error: Any) -> Path:
    return tuple(error.absolute_path)


def _traceable(schema: Any) -> Any:
    """Write `not: {}` for properties that are false: the library forgets the path of those."""
    if isinstance(schema, list):
        return [_traceable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: _traceable(part) for name, part in schema.items()}
    if isinstance(known := parts.get("properties"), dict):
        parts["properties"] = {name: {"not": {}} if part is False else part for name, part in known.items()}
    return parts


def _extras(error: Any) -> list[str]:
    if error.validator == "unevaluatedProperties":
        return [name for name in error.instance if repr(name) in error.message]
    known, forms = error.schema.get("properties", {}), error.schema.get("patternProperties", {})
    return [
        name for name in error.instance if name not in known and not any(re.search(f, name) for f in forms)
    ]


def _choices(error: Any) -> list[str]:
    values = error.validator_value if error.validator == "enum" else [error.validator_value]
    return [shown(value) for value in values]


def _type(error: Any) -> Report:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    help = None
    if isinstance(error.instance, (bool, int, float)) and "string" in wanted:
        help = "put it in quotes to make it text"
    if error.instance is None:
        help = "give it a value, or remove the key"
    if isinstance(error.instance, dict) and "array" in wanted:
        help = "put `- ` in front of each item of a list"
    return "RP102", f"expected {kinds(wanted)}, found {found(error.instance)}", help


def _value(error: Any) -> Report:
    if isinstance(error.instance, (dict, list)):
        return "RP104", f"expected one value, found {found(error.instance)}", _valid(_choices(error))
    name = shown(error.instance)
    return "RP104", f"unknown value {quoted(name)}", suggest_or_list(name, _choices(error))


def _valid(names: list[str]) -> str:
    return f"valid here: {listed(sorted(names))}"


def _pattern(error: Any) -> Report:
    words = limit("pattern", error.validator_value)
    help = words if error.validator_value not in words else error.schema.get("description", words)
    return "RP106", f"{quoted(str(error.instance))} does not have the right form", help


def _range(error: Any) -> Report:
    help = limit(error.validator, error.validator_value)
    if error.validator == "maxProperties":
        extra = list(error.instance)[int(error.validator_value)]
        return "RP105", f"{quoted(extra)} is one key too many", help
    return "RP105", f"{sized(error.instance)} is out of range", help


def _refused(error: Any) -> Report:
    name = _path(error)[-1] if error.absolute_path else "this"
    return "RP101", f"{quoted(str(name))} is not valid here", None


def _dependent(error: Any) -> Report:
    lacking = [
        (key, name)
        for key, names in error.validator_value.items()
        if key in error.instance
        for name in names
        if name not in error.instance
    ]
    named = listed(quoted(name) for _, name in lacking)
    return "RP103", f"missing key {named}, which {quoted(lacking[0][0])} needs", None


def _general(error: Any) -> Report:
    if error.validator_value == {}:
        return _refused(error)
    names = error.validator_value.get("required") if error.validator == "not" else None
    if names:
        return "RP101", f"{listed(map(quoted, names))} cannot stand together", None
    wants = [s["required"] for s in error.validator_value if "required" in s] if error.context else []
    if wants:
        choices = " or ".join(" and ".join(map(quoted, want)) for want in wants)
        return "RP103", f"one of {choices} is missing{owner(_path(error))}", None
    return "RP104", f"{found(error.instance)} is not valid here", error.schema.get("description")


_RANGES = (
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems minLength maxLength "
    "minProperties maxProperties uniqueItems"
)
_REPORTS: dict[str | None, Callable[[Any], Report]] = {
    "type": _type,
    "enum": _value,
    "const": _value,
    "pattern": _pattern,
    "dependentRequired": _dependent,
    None: _refused,
    **dict.fromkeys(_RANGES.split(), _range),
}
