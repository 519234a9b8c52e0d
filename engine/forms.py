"""What may stand at a place of a file, and the JSON Schema that says so.

Every form is written in two ways: in full for a ruleset, and as a change for a variant, where
nothing is required, maps keyed by name take `add` and `remove`, and lists of steps take `at`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]

NAME = "^[a-z][a-z0-9_]*$"
FREE_NAME = "^(?!(?:add|remove)$)[a-z][a-z0-9_]*$"
OWN: Schema = {"^x-": {}}  # keys for other tools, allowed in every map


class Form:
    """What may stand at a place."""

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of this form; what it refers to is added to `defs`."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Plain(Form):
    """A value that the rules of JSON Schema describe by themselves."""

    rules: Schema

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the rules as they are."""
        return dict(self.rules)


@dataclass(frozen=True, eq=False)
class Key:
    """One key of a map: what may stand at it, what it means, and how it looks."""

    form: Form
    about: str
    examples: tuple[Any, ...]
    needed: bool = False


def key(form: Form, about: str, *examples: Any) -> Key:
    """Return a key that may be left out."""
    return Key(form, about, examples)


def need(form: Form, about: str, *examples: Any) -> Key:
    """Return a key that must be there."""
    return Key(form, about, examples, needed=True)


@dataclass(frozen=True, eq=False)
class Table(Form):
    """A map with just these keys; `needs` says which keys bring others with them."""

    name: str
    about: str
    keys: dict[str, Key]
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: Schema = field(default_factory=dict)

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return a reference to this table among the definitions."""
        name = f"{self.name}_change" if change else self.name
        if name not in defs:
            defs[name] = {}
            defs[name] = self.body(defs, change)
        return {"$ref": f"#/$defs/{name}"}

    def body(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of this table itself."""
        known = {name: described(name, one, defs, change) for name, one in self.keys.items()}
        schema = closed(known)
        schema |= {"title": self.name.replace("_", " ")} | described_by(self.about)
        if change:
            return schema
        needed = [name for name, one in self.keys.items() if one.needed]
        schema |= {"required": needed} if needed else {}
        return schema | together(self.needs) | self.more


@dataclass(frozen=True, eq=False)
class ByName(Form):
    """A map whose keys are names that the author gives."""

    of: Form
    named: str = NAME

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of such a map; a change may also add and remove names."""
        if self.named != NAME:
            return closed({}, {self.named: self.of.write(defs, change)})
        if not change:
            schema = closed({}, {NAME: self.of.write(defs)})
            return schema | {"propertyNames": {"not": {"enum": ["add", "remove"]}}}
        return closed(self.operators(defs), {FREE_NAME: self.of.write(defs, change)})

    def operators(self, defs: dict[str, Schema]) -> dict[str, Schema]:
        """Return the keys `add` and `remove` of a change."""
        added = "New names, each written in full; a name that the base has already is an error."
        removed = "Names of the base that this variant does without."
        return {
            "add": self.write(defs) | annotated("add", added, ()),
            "remove": listing({"type": "string"}) | annotated("remove", removed, ()),
        }


@dataclass(frozen=True, eq=False)
class ListOf(Form):
    """A list of one form; a change replaces it as a whole."""

    of: Form
    least: int = 0

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of the list."""
        return listing(self.of.write(defs)) | ({"minItems": self.least} if self.least else {})


@dataclass(frozen=True, eq=False)
class Either(Form):
    """Plain values of some types, or a map or list of a form of its own."""

    types: tuple[str, ...]
    table: Form | None = None
    many: Form | None = None

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the types, and for maps and lists the form that they must have."""
        forms = {"object": self.table, "array": self.many}
        branches = [
            {"if": {"type": kind}, "then": form.write(defs, change)} for kind, form in forms.items() if form
        ]
        kinds = [*self.types, *(kind for kind, form in forms.items() if form)]
        return {"type": kinds, "allOf": branches}


@dataclass(frozen=True, eq=False)
class Steps(Form):
    """A list of steps; a change gives a new list, or names steps by their `id`."""

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of the list; whoever writes the document defines `step`."""
        steps = listing({"$ref": "#/$defs/step"})
        if not change:
            return steps
        branches = [
            {"if": {"type": "array"}, "then": steps},
            {"if": {"type": "object"}, "then": {"$ref": "#/$defs/steps_change"}},
        ]
        return {"type": ["array", "object"], "allOf": branches}


def described(name: str, one: Key, defs: dict[str, Schema], change: bool) -> Schema:
    """Return the schema of a key with its title, description and examples."""
    return one.form.write(defs, change) | annotated(name, one.about, one.examples)


def annotated(name: str, about: str, examples: Iterable[Any]) -> Schema:
    """Return what an editor shows of a key."""
    shown = list(examples)
    title = {"title": name.replace("_", " ")}
    return title | described_by(about) | ({"examples": shown} if shown else {})


def described_by(about: str) -> Schema:
    """Return a description, twice where it has Markdown in it: editors differ in what they read."""
    return {"description": about} | ({"markdownDescription": about} if "`" in about else {})


def closed(known: dict[str, Schema], forms: Schema | None = None) -> Schema:
    """Return the schema of a map that takes nothing else."""
    return {
        "type": "object",
        "properties": known,
        "patternProperties": (forms or {}) | OWN,
        "additionalProperties": False,
    }


def listing(of: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": of}


def together(needs: dict[str, tuple[str, ...]]) -> Schema:
    """Return the rules for keys that bring others with them."""
    rules = [
        {"if": {"type": "object", "required": [name]}, "then": {"required": list(others)}}
        for name, others in needs.items()
    ]
    return {"allOf": rules} if rules else {}
