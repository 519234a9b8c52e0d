"""Changes to a list of steps: each is addressed by its `id`, in the list or in those nested in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Diagnostic, Label, quoted, suggest, suggest_or_list
from ..reading.tree import Entry, Mapping, Node, Scalar, Sequence
from ..source import Span
from .places import Place, digest_text, step_id

_SIDES = ("before", "after", "replace")


class Merging(Protocol):
    """What lays a change over a step."""

    found: list[Diagnostic]

    def fail(
        self, code: str, message: str, span: Span, help: str | None = None, base: Span | None = None
    ) -> None:
        """Report a fault."""

    def idle(self, message: str, span: Span, base: Span | None = None) -> None:
        """Report a change that changes nothing."""

    def merge(self, base: Node, change: Node, place: Place) -> Node:
        """Return the base with a change."""

    def names(self, node: Node | None) -> list[Scalar]:
        """Return the names below `remove`."""


@dataclass
class _Edit:
    """What happens at one step."""

    key: Scalar
    before: tuple[Node, ...] = ()
    after: tuple[Node, ...] = ()
    instead: tuple[Node, ...] | None = None
    change: Mapping | None = None
    used: bool = False


class Splicer:
    """Changes one list and the lists nested in it."""

    def __init__(self, merger: Merging, place: Place) -> None:
        self.merger, self.place = merger, place
        self.edits: dict[int, _Edit] = {}

    def splice(self, base: Sequence, change: Mapping) -> Sequence:
        """Return a list with the changes at its steps and without those that are removed."""
        if not change.entries:
            self.merger.idle(f"nothing is changed{self.place.owner()}", change.span, base.span)
        for name, entry in change.entries.items():
            if name == "at":
                self.read(base, entry.value)
            elif name != "remove" and not name.startswith("x-"):
                self.refuse(entry.key)
        for item in self.merger.names(change.get("remove")):
            self.remove(base, item)
        items = tuple(self.spliced(base.items))
        for edit in self.edits.values():
            if not edit.used:
                help = "it stands in a step that is removed or replaced here"
                self.merger.fail("RP604", f"the step {quoted(edit.key.text)} is gone", edit.key.span, help)
        return Sequence(change.span, items)

    def refuse(self, key: Scalar) -> None:
        """Report a key that no list has."""
        message = f"a list has no {quoted(key.text)}{self.place.owner()}"
        help = "change steps by their ids with `at` and `remove`, or write the whole list"
        self.merger.fail("RP603", message, key.span, suggest(key.text, ("at", "remove")) or help)

    # What is asked for -----------------------------------------------------------------

    def read(self, base: Sequence, node: Node) -> None:
        """Read what stands below `at`."""
        if not isinstance(node, Mapping) or not node.entries:
            self.merger.fail(
                "RP102", "expected a map of step ids", node.span, "as in `at: {id: {after: […]}}`"
            )
            return
        for name, entry in node.entries.items():
            if not name.startswith("x-") and (step := self.find(base, entry.key, "RP604")) is not None:
                self.edits[id(step)] = self.edit(step, entry)

    def edit(self, step: Node, entry: Entry) -> _Edit:
        """Return what one entry below `at` says."""
        edit, body = _Edit(entry.key), entry.value
        if not isinstance(body, Mapping):
            help = "say `before`, `after` or `replace` with a list of steps, or what is different in the step"
            self.merger.fail("RP102", "expected a map", body.span, help)
            return edit
        if not any(not name.startswith("x-") for name in body.entries):
            self.merger.idle(f"nothing is changed at {quoted(entry.key.text)}", body.span, step.span)
        edit.before, edit.after = self.steps(body, "before"), self.steps(body, "after")
        anew = body.get("replace")
        if anew is not None and not _is_true(anew):
            edit.instead = self.steps(body, "replace")
        rest = {name: one for name, one in body.entries.items() if name not in _SIDES or _is_true(one.value)}
        if rest:
            self.alter(step, edit, Mapping(body.span, rest))
        elif edit.instead is not None and [digest_text(step)] == [digest_text(one) for one in edit.instead]:
            self.merger.idle(
                f"what replaces {quoted(entry.key.text)} is the same", body.key("replace").span, step.span
            )
        return edit

    def alter(self, step: Node, edit: _Edit, change: Mapping) -> None:
        """Note what is different in the step itself."""
        first = next(iter(change.entries.values())).key
        if edit.instead is None and isinstance(step, Mapping):
            edit.change = change
        elif edit.instead is not None:
            self.merger.fail("RP603", "a step that is replaced cannot be changed", first.span)
        else:
            help = suggest_or_list(first.text, _SIDES)
            self.merger.fail(
                "RP603",
                f"{quoted(edit.key.text)} is a word and has no {quoted(first.text)}",
                first.span,
                help,
            )

    def steps(self, body: Mapping, side: str) -> tuple[Node, ...]:
        """Return the steps of one side."""
        node = body.get(side)
        if node is None or _is_true(node):
            return ()
        if isinstance(node, Sequence):
            if not node.items and side != "replace":
                self.merger.idle(f"there is nothing {side} it", node.span)
            return node.items
        self.merger.fail("RP102", "expected a list of steps", node.span)
        return ()

    def remove(self, base: Sequence, name: Scalar) -> None:
        """Note a step that is removed; others may still be put before or behind where it was."""
        step = self.find(base, name, "RP602")
        if step is None:
            return
        edit = self.edits.setdefault(id(step), _Edit(name))
        if edit.change is not None or edit.instead is not None:
            message = f"the step {quoted(name.text)} is both removed and changed"
            self.merger.found.append(
                Diagnostic("RP603", message, edit.key.span, labels=(Label(name.span, "removed here"),))
            )
        edit.change, edit.instead = None, edit.instead or ()

    def find(self, base: Sequence, name: Scalar, code: str) -> Node | None:
        """Return the step with an id, reported if there is none or more than one."""
        own = [item for item in base.items if step_id(item) == name.text]
        nested = [step for step in _steps_below(base) if step_id(step) == name.text]
        found = own or nested
        if len(found) == 1:
            return found[0]
        if found:
            labels = tuple(Label(step.span, "one is here") for step in found[:4])
            message = f"{len(found)} steps{self.place.owner()} have the id {quoted(name.text)}"
            help = "give each an id of its own in the base, or change a list closer to it"
            self.merger.found.append(Diagnostic("RP604", message, name.span, help=help, labels=labels))
        else:
            self.missing(base, name, code)
        return None

    def missing(self, base: Sequence, name: Scalar, code: str) -> None:
        """Report an id that no step has."""
        ids = [one for one in map(step_id, (*base.items, *_steps_below(base))) if one is not None]
        does = "cannot remove" if code == "RP602" else "cannot change"
        message = f"{does} {quoted(name.text)}: no step of the base has this id{self.place.owner()}"
        help = suggest_or_list(name.text, ids) or "no step there has an id: write the whole list"
        self.merger.fail(code, message, name.span, help)

    # What comes of it ------------------------------------------------------------------

    def spliced(self, items: tuple[Node, ...]) -> Iterator[Node]:
        """Yield the items of a list with what is changed at them."""
        for item in items:
            edit = self.edits.get(id(item))
            if edit is None:
                yield self.inside(item)
                continue
            edit.used = True
            yield from edit.before
            yield from self.changed(item, edit) if edit.instead is None else edit.instead
            yield from edit.after

    def changed(self, item: Node, edit: _Edit) -> Iterator[Node]:
        """Yield a step with what is different in it."""
        step = self.inside(item)
        yield self.merger.merge(step, edit.change, self.place.item(edit.key.text)) if edit.change else step

    def inside(self, node: Node) -> Node:
        """Return a step with the changes in the lists nested in it; the same node if there are none."""
        if isinstance(node, Mapping):
            values = {name: self.inside(entry.value) for name, entry in node.entries.items()}
            if all(values[name] is entry.value for name, entry in node.entries.items()):
                return node
            return Mapping(
                node.span, {name: Entry(one.key, values[name]) for name, one in node.entries.items()}
            )
        if isinstance(node, Sequence):
            items = tuple(self.spliced(node.items))
            return node if items == node.items else Sequence(node.span, items)
        return node


def _is_true(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is True


def _steps_below(node: Node) -> Iterator[Mapping]:
    """Yield the steps of all lists nested in the steps of a list."""
    inner = node.items if isinstance(node, Sequence) else ()
    if isinstance(node, Mapping):
        inner = tuple(entry.value for entry in node.entries.values())
    for one in inner:
        for below in _lists(one):
            yield from (item for item in below.items if isinstance(item, Mapping))
            yield from _steps_below(below)


def _lists(node: Node) -> Iterator[Sequence]:
    """Yield the lists closest below a step, or a value of it."""
    if isinstance(node, Sequence):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _lists(entry.value)
