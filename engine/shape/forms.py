"""What may stand at a place of a file, and the JSON Schema that says so.

Every form is written in two ways: in full for a ruleset, and as a change for a variant, where
nothing is required, maps keyed by name take `add` and `remove`, lists take `at` and `remove`, and
`replace: true` drops what a map of the base has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Schema = dict[str, Any]

NAME = "^[a-z][a-z0-9_]*$"
NOT_RESERVED = "^(?!(?:add|remove|at|replace)$)"
OWN: Schema = {"^x-": {}}  # keys for other tools, allowed in every map

# Words of a change; nothing in a ruleset may be called so.
OPERATORS = ["add", "remove", "at", "replace"]
ADD = "New names, each written in full; a name that the base has already is an error."
REMOVE = "Names of the base that this variant does without."
REMOVE_ITEMS = "The items of the base that this variant does without: ids of steps, or words of the list."
AT = "What to do at the items of the base with these ids (or words)."
INSTEAD = "What to put in its place."
SIDES = {"before": "What to put in front of it.", "after": "What to put behind it."}


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
        if change and "replace" not in known:
            known["replace"] = REPLACED
        schema = closed(known)
        schema |= {"title": self.name.replace("_", " ")} | described_by(self.about)
        if change:
            return schema
        needed = [name for name, one in self.keys.items() if one.needed]
        schema |= {"required": needed} if needed else {}
        return schema | together(self.needs) | self.more


@dataclass(frozen=True, eq=False)
class ByName(Form):
    """A map whose keys are names that the author gives; `placed` where a new one may say its place."""

    of: Form
    named: str = NAME
    placed: bool = False
    more: Schema = field(default_factory=dict)

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of such a map; a change may also add and remove names."""
        if change:
            named = NOT_RESERVED + self.named.removeprefix("^")
            return closed(self.operators(defs), {named: self.of.write(defs, change)})
        taken = {} if self.named != NAME else {"propertyNames": {"not": {"enum": OPERATORS}}}
        return closed({}, {self.named: self.of.write(defs)}) | taken | self.more

    def operators(self, defs: dict[str, Schema]) -> dict[str, Schema]:
        """Return the keys `add`, `remove` and `replace` of a change."""
        added = ByName(self.placed_form(), self.named).write(defs)
        return {
            "add": added | annotated("add", ADD, ()),
            "remove": words() | annotated("remove", REMOVE, ()),
            "replace": REPLACED,
        }

    def placed_form(self) -> Form:
        """Return the form of a new entry, with `before` and `after` where its place counts."""
        if not self.placed or not isinstance(self.of, Table):
            return self.of
        keys = dict(self.of.keys)
        for side, about in SIDES.items():
            form: Form = Plain({"type": "string"})
            if side in keys:
                form = Either(("string",), many=keys[side].form)
                about = f"{keys[side].about} Or a name: {about}"
            keys[side] = Key(form, about, ())
        return replace(self.of, name=f"{self.of.name}_added", keys=keys)


@dataclass(frozen=True, eq=False)
class ListOf(Form):
    """A list of one form; a change replaces it, or names items that are words."""

    of: Form
    least: int = 0

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of the list."""
        whole = listing(self.of.write(defs)) | ({"minItems": self.least} if self.least else {})
        if not change or not isinstance(self.of, Plain) or not self.of.rules:
            return whole
        sides = {side: annotated(side, SIDES[side], ()) | whole for side in SIDES}
        place = closed({**sides, "replace": whole | annotated("replace", INSTEAD, ())})
        return list_or_change(whole, changed_list({"type": "object", "additionalProperties": place}))


@dataclass(frozen=True, eq=False)
class Steps(Form):
    """A list of steps; whoever writes the document defines `step` and `steps_change`."""

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of the list; a change gives a new one, or names steps by their `id`."""
        steps = listing({"$ref": "#/$defs/step"})
        return list_or_change(steps, {"$ref": "#/$defs/steps_change"}) if change else steps


@dataclass(frozen=True, eq=False)
class Either(Form):
    """Plain values of some types, or a map or list of a form of its own."""

    types: tuple[str, ...]
    table: Form | None = None
    many: Form | None = None
    words: tuple[str, ...] = ()

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the types, and for maps and lists the form that they must have."""
        table = [{"if": {"type": "object"}, "then": self.table.write(defs, change)}] if self.table else []
        if self.words:
            table.append({"if": {"type": "string"}, "then": {"enum": list(self.words)}})
        kinds = [*self.types, *(["object"] if self.table else [])]
        many = self.many.write(defs, change) if self.many else {}
        if "allOf" in many:
            return {"type": [*kinds, *many["type"]], "allOf": table + many["allOf"]}
        if many:
            return {"type": [*kinds, "array"], "allOf": [*table, {"if": {"type": "array"}, "then": many}]}
        return {"type": kinds, "allOf": table}


def list_or_change(whole: Schema, change: Schema) -> Schema:
    """Return the schema of a list, or of a map of changes to one."""
    branches = [{"if": {"type": "array"}, "then": whole}, {"if": {"type": "object"}, "then": change}]
    return {"type": ["array", "object"], "allOf": branches}


def changed_list(places: Schema) -> Schema:
    """Return the schema of a map of changes to a list."""
    return closed(
        {"at": places | annotated("at", AT, ()), "remove": words() | annotated("remove", REMOVE_ITEMS, ())}
    )


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


def words() -> Schema:
    """Return the schema of a list of names."""
    return listing({"type": "string"})


def listing(of: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": of}


def together(needs: dict[str, tuple[str, ...]]) -> Schema:
    """Return the rules for keys that bring others with them, in the words of both old and new tools."""
    rules = {name: list(others) for name, others in needs.items()}
    return {"dependentRequired": rules, "dependencies": rules} if rules else {}


REPLACED: Schema = {"const": True} | annotated(
    "replace", "Drop what the base has here and take only what stands beside this.", (True,)
)
