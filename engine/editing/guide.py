"""What the schema says of a place in a file: its keys in their order, and what each means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]
Step = str | int


@dataclass(frozen=True)
class Guide:
    """The schemas that hold at one place; several where the type of the value decides."""

    whole: Schema
    here: tuple[Schema, ...] = field(default=())

    @classmethod
    def of(cls, schema: Schema) -> Guide:
        """Return the guide at the top of a file."""
        return cls(schema, (schema,))

    def at(self, path: tuple[Step, ...]) -> Guide:
        """Return the guide at a place: keys, and numbers for the items of lists."""
        guide = self
        for step in path:
            guide = guide.item() if isinstance(step, int) else guide.below(step)
        return guide

    def below(self, name: str) -> Guide:
        """Return the guide at a key's value."""
        return Guide(self.whole, tuple(one for part in self.parts("object") for one in _values(part, name)))

    def item(self) -> Guide:
        """Return the guide at an item of a list."""
        return Guide(self.whole, tuple(part["items"] for part in self.parts("array") if "items" in part))

    def parts(self, kind: str) -> Iterator[Schema]:
        """Yield every schema that holds here for a value of a type."""
        for schema in self.here:
            yield from self._parts(schema, kind)

    def _parts(self, schema: Schema, kind: str) -> Iterator[Schema]:
        if "$ref" in schema:
            yield from self._parts(self.whole["$defs"][schema["$ref"].rpartition("/")[2]], kind)
        if _takes(schema, kind):
            yield schema
        for branch in schema.get("allOf", ()):
            if branch.get("if", {}).get("type", kind) == kind:
                yield from self._parts(branch.get("then", branch), kind)

    def keys(self) -> dict[str, Schema]:
        """Return the keys that are known here, in their order."""
        found: dict[str, Schema] = {}
        for part in self.parts("object"):
            for name, schema in part.get("properties", {}).items():
                found.setdefault(name, schema)
        return found

    def needed(self) -> set[str]:
        """Return the keys that must be there."""
        return {name for part in self.parts("object") for name in part.get("required", ())}

    @property
    def is_named(self) -> bool:
        """Whether the keys here are names that the author gives."""
        forms = {form for part in self.parts("object") for form in part.get("patternProperties", {})}
        return bool(forms - {"^x-"})

    def values(self) -> list[Any]:
        """Return the values that may stand here, where only some may."""
        found: list[Any] = []
        for kind in ("string", "integer", "boolean"):
            for part in self.parts(kind):
                found += part.get("enum", [part["const"]] if "const" in part else [])
                if kind == "boolean" and part.get("type") == "boolean":
                    found += [True, False]
        return list(dict.fromkeys(found))

    def takes(self, kind: str) -> bool:
        """Tell whether a value of a type may stand here."""
        return any("type" in part for part in self.parts(kind))

    def about(self) -> str:
        """Return what the schema says of this place: what it means, and an example."""
        described = [one for one in self.here if "description" in one] or [
            one for kind in ("object", "array", "string") for one in self.parts(kind) if "description" in one
        ]
        return str(described[0]["description"]) if described else ""

    def examples(self) -> list[Any]:
        """Return how the value here may look."""
        return [shown for one in self.here for shown in one.get("examples", ())]


def _takes(schema: Schema, kind: str) -> bool:
    wanted = schema.get("type", kind)
    return kind in wanted if isinstance(wanted, list) else kind == wanted


def _values(part: Schema, name: str) -> Iterator[Schema]:
    if name in part.get("properties", {}):
        yield part["properties"][name]
        return
    for form, schema in part.get("patternProperties", {}).items():
        if re.search(form, name):
            yield schema
            return
    more = part.get("additionalProperties")
    if isinstance(more, dict):
        yield more
