"""One ruleset in an editor: what is wrong with it, and answers about the place of the cursor.

Lines and columns count from 0; columns count code points (`lsp` turns them into what a client counts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Examined, Guide, Named, Span, Spot

EXTENDS = re.compile(r"^extends:", re.MULTILINE)
PLAIN_TYPES = ["string", "integer", "boolean"]  # of an expression, among others


@dataclass(frozen=True)
class Item:
    """Something that may stand at the cursor."""

    label: str
    insert: str
    detail: str = ""
    about: str = ""
    kind: str = "name"  # or key, value


@dataclass
class Document:
    """A ruleset as it is being written; `good` is what was last known when it could be read."""

    path: str
    text: str = ""
    found: Examined | None = field(default=None, repr=False)
    good: Examined | None = field(default=None, repr=False)

    def update(self, text: str, tables: bool = False) -> None:
        """Look at a text, unless it is the one that was looked at last."""
        from rulesplay.engine import examine, source_of

        if self.found is not None and text == self.text and not tables:
            return
        self.text = text
        source, problems = source_of(text.encode("utf-8", "replace"), self.path)
        if source is None:
            self.empty(problems)
            return
        self.found = examine(source, tables)
        if self.found.rules is not None:
            self.good = self.found

    def empty(self, problems: list[Diagnostic]) -> None:
        """Take note of a text in which there is nothing to look at."""
        from rulesplay.engine import Examined, Source

        self.found = Examined(Source(self.path, self.text), None, None, None, problems)

    @cached_property
    def _nothing(self) -> list[Diagnostic]:
        return []

    @property
    def problems(self) -> list[Diagnostic]:
        """What is wrong with the text and with what it extends."""
        return self.found.problems if self.found is not None else self._nothing

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return re.split(r"\r\n|\r|\n", self.text)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place in the text."""
        ends = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", self.text))]
        return min(ends[min(line, len(ends) - 1)] + column, len(self.text))

    @property
    def guide(self) -> Guide:
        """What the schema says of the top of this file."""
        from rulesplay.engine import Guide, schema

        return Guide.of(schema("variant" if EXTENDS.search(self.text) else "ruleset"))

    # Completion --------------------------------------------------------------------------

    def complete(self, line: int, column: int) -> list[Item]:
        """Return what may stand at a place."""
        from rulesplay.engine import spot_at

        lines = self.lines
        spot = spot_at(lines, line, column)
        guide = self.guide.at(spot.path)
        if not spot.is_key:
            return list(self.values(spot, guide, self.offset(line, column)))
        bare = ":" not in lines[line][column:] if line < len(lines) else True
        items = list(self.keys(spot, guide, bare))
        return items or list(self.values(spot, guide, self.offset(line, column)))

    def keys(self, spot: Spot, guide: Guide, bare: bool) -> Iterator[Item]:
        """Yield the keys that may stand at a place and do not yet."""
        needed = guide.needed()
        for name, one in guide.keys().items():
            if name not in spot.siblings:
                detail = "needed" if name in needed else ""
                about = str(one.get("description", ""))
                yield Item(name, f"{name}: " if bare else name, detail, about, "key")
        for name in self.base_names(spot, guide):
            if name not in spot.siblings:
                yield Item(name, f"{name}: " if bare else name, "of the base", "", "key")

    def base_names(self, spot: Spot, guide: Guide) -> list[str]:
        """Return the names of the base that a change may go into."""
        from rulesplay.engine import node_at

        if spot.path[:1] != ("change",) or not guide.is_named or self.good is None:
            return []
        node = node_at(self.good.root, tuple(step for step in spot.path[1:] if step != "at"))
        return [name for name in getattr(node, "entries", ()) if not name.startswith("x-")]

    def values(self, spot: Spot, guide: Guide, offset: int) -> Iterator[Item]:
        """Yield the values that may stand at a place."""
        from rulesplay.engine import names_for, references, scope_at

        key = next((step for step in reversed(spot.path) if isinstance(step, str)), "")
        if fixed := guide.values():
            words = (str(one).lower() if isinstance(one, bool) else str(one) for one in fixed)
            yield from (Item(word, word, kind="value") for word in words)
            return
        if key == "extends":
            yield from self.files()
            return
        found = self.good
        if found is None or found.rules is None:
            return
        known = references(found, key)
        yield from map(item, known)
        is_sentence = key == "say" and "{" in spot.typed.rpartition("}")[2]
        if not known and (is_sentence or self.is_expression(guide, offset)):
            scope = scope_at(self.found or found, offset) or scope_at(found, offset)
            yield from map(item, names_for(found.rules, scope, spot.typed.rpartition("{")[2]))

    def is_expression(self, guide: Guide, offset: int) -> bool:
        """Tell whether an expression may stand at a place."""
        kinds = [part.get("type") for part in guide.parts("string")]
        return PLAIN_TYPES in kinds or any(isinstance(one, list) and "array" in one for one in kinds)

    def files(self) -> Iterator[Item]:
        """Yield the rulesets beside this one."""
        own = Path(self.path)
        for path in sorted(own.parent.glob("*.y*ml")):
            if path.name != own.name:
                yield Item(path.name, path.name, "ruleset", kind="value")

    # Hover and definition ----------------------------------------------------------------

    def hover(self, line: int, column: int) -> str:
        """Return what there is to say of a place, as Markdown."""
        from rulesplay.engine import meaning_at, path_at

        found, offset = self.found, self.offset(line, column)
        if found is None:
            return ""
        if (path := path_at(found.source, offset)) is not None:
            return about_key(path, self.guide)
        meant = meaning_at(found, offset)
        if meant is None:
            return ""
        named = meant[1]
        return f"`{named.name}`: {named.kind}" + (f"\n\n{named.about}" if named.about else "")

    def definition(self, line: int, column: int) -> Span | None:
        """Return where the name at a place is declared."""
        from rulesplay.engine import declared_at

        found = self.found if self.found is not None and self.found.rules is not None else None
        return declared_at(found, self.offset(line, column)) if found is not None else None


def item(one: Named) -> Item:
    """Return a name as something to be inserted."""
    return Item(one.name.removesuffix("("), one.name, one.kind, one.about)


def about_key(path: tuple[str | int, ...], guide: Guide) -> str:
    """Return what the schema says of a key."""
    import json

    here = guide.at(path)
    about = here.about()
    if not about:
        return ""
    shown: list[Any] = here.examples()[:2]
    examples = "".join(f"\n\nFor example `{json.dumps(one, ensure_ascii=False)}`" for one in shown)
    return f"**{path[-1]}**: {about}{examples}"
