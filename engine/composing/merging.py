"""A change laid over what it changes: two trees give one, whose parts keep their places.

Maps merge by key, anything else is replaced. Whatever a change names must be there.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import Diagnostic, Label, quoted, suggest, suggest_or_list
from ..reading.tree import Entry, Mapping, Node, Scalar, Sequence
from ..source import Span
from .places import OPERATORS, Place, same
from .splicing import Splicer

_ANCHORS = ("before", "after")


@dataclass(frozen=True)
class _Added:
    """A new entry, and the name of the entry next to which it goes."""

    entry: Entry
    side: str = ""
    anchor: Scalar | None = None


class Merger:
    """Lays changes over a base and collects those that do not hit."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def fail(
        self, code: str, message: str, span: Span, help: str | None = None, base: Span | None = None
    ) -> None:
        """Report a fault; `base` is what it is about in the base."""
        labels = (Label(base, "the base has it here"),) if base else ()
        self.found.append(Diagnostic(code, message, span, help=help, labels=labels))

    def idle(self, message: str, span: Span, base: Span | None = None) -> None:
        """Report a change that changes nothing."""
        labels = (Label(base, "the base has it here"),) if base and base.source is not span.source else ()
        help = "take it out, or write what shall be different"
        self.found.append(Diagnostic("RP606", message, span, "warning", help, labels))

    def merge(self, base: Node, change: Node, place: Place) -> Node:
        """Return the base with a change."""
        if isinstance(change, Scalar) and change.value is None:
            help = f"nothing is deleted by leaving it empty: put {quoted(place.path[-1])} below `remove`"
            self.fail("RP102", "expected a value, found nothing", change.span, help)
            return base
        if isinstance(change, Mapping) and isinstance(base, Mapping):
            return self.maps(base, change, place)
        if isinstance(change, Mapping) and isinstance(base, Sequence):
            return Splicer(self, place).splice(base, change)
        if same(base, change):
            self.idle(f"{quoted(place.path[-1])} is the same in the base", change.span, base.span)
        return change

    # Maps ------------------------------------------------------------------------------

    def maps(self, base: Mapping, change: Mapping, place: Place) -> Mapping:
        """Return a map with the changes, removals and additions that a change asks for."""
        if "replace" in change.entries:
            return self.replaced(base, change, place)
        if not change.entries and place.path:
            self.idle(f"nothing is changed{place.owner()}", change.span, base.span)
        removed = self.removed(base, change, place)
        added = self.added(base, change, place, removed)
        entries = {name: entry for name, entry in base.entries.items() if name not in removed}
        for name, entry in change.entries.items():
            if name == "at":
                help = "a map's entries are changed by their names"
                self.fail(
                    "RP603",
                    f"`at` is for lists of steps, there is a map{place.owner()}",
                    entry.key.span,
                    help,
                )
            elif name in added:
                self.clash(entry.key, place, added[name].entry.key.span, "write it once", "`add` has")
            elif name not in OPERATORS and (changed := self.entry(base, entry, place, removed)):
                entries[name] = changed
        return Mapping(change.span, self.arranged(base, entries, added, place))

    def entry(self, base: Mapping, entry: Entry, place: Place, removed: dict[str, Scalar]) -> Entry | None:
        """Return a changed entry, or a new one where a fixed shape has room for it."""
        name = entry.key.text
        if name in removed:
            labels = (Label(removed[name].span, "removed here"),)
            message = f"{quoted(name)} is both removed and changed"
            self.found.append(Diagnostic("RP603", message, entry.key.span, labels=labels))
            return None
        if name in base.entries:
            return Entry(entry.key, self.merge(base.entries[name].value, entry.value, place.below(name)))
        if not place.named or name.startswith("x-"):
            return Entry(entry.key, self.fresh(entry.value, place.below(name)))
        meant = suggest(name, base.entries)
        help = (
            f"{meant} to add a new one put it below `add`" if meant else "to add a new one put it below `add`"
        )
        self.fail("RP603", f"the base has no {quoted(name)}{place.owner()}", entry.key.span, help)
        return None

    def fresh(self, value: Node, place: Place) -> Node:
        """Return a value that the base does not have; additions to a map keyed by name still say so."""
        if not isinstance(value, Mapping):
            return value
        if place.named:
            return self.maps(Mapping(value.span, {}), value, place)
        if value.entries and set(value.entries) <= {"at", "remove"}:
            return Splicer(self, place).splice(Sequence(value.span, ()), value)
        return value

    def replaced(self, base: Mapping, change: Mapping, place: Place) -> Mapping:
        """Return a map of which nothing was inherited."""
        mark = change.entries["replace"]
        if not isinstance(mark.value, Scalar) or mark.value.value is not True:
            help = "`replace: true` drops what the base has here"
            self.fail("RP104", "`replace` in a map takes `true` and nothing else", mark.value.span, help)
        for name in OPERATORS[:3]:
            if name in change.entries:
                help = "write what shall stand here right below `replace: true`"
                message = f"{quoted(name)} has no meaning beside `replace: true`"
                self.fail("RP603", message, change.key(name).span, help)
        entries = {name: one for name, one in change.entries.items() if name not in OPERATORS}
        made = Mapping(change.span, entries)
        if same(base, made):
            self.idle(f"what replaces the base{place.owner()} is the same", mark.key.span, base.span)
        return made

    def removed(self, base: Mapping, change: Mapping, place: Place) -> dict[str, Scalar]:
        """Return the names that a change removes."""
        names: dict[str, Scalar] = {}
        for item in self.names(change.get("remove")):
            if item.text in base.entries:
                names[item.text] = item
            else:
                message = f"cannot remove {quoted(item.text)}: the base has none{place.owner()}"
                self.fail("RP602", message, item.span, suggest_or_list(item.text, base.entries))
        return names

    def names(self, node: Node | None) -> list[Scalar]:
        """Return the names below `remove`."""
        items = node.items if isinstance(node, Sequence) else ()
        names = [item for item in items if isinstance(item, Scalar) and item.value is not None]
        if node is not None and (not items or len(names) < len(items)):
            self.fail("RP102", "expected a list of names", node.span, "as in `remove: [one, other]`")
        return names

    # Additions -------------------------------------------------------------------------

    def added(
        self, base: Mapping, change: Mapping, place: Place, removed: dict[str, Scalar]
    ) -> dict[str, _Added]:
        """Return the new entries of a map."""
        node = change.get("add")
        if node is None:
            return {}
        if not isinstance(node, Mapping) or not node.entries:
            self.fail("RP102", "expected a map of what is new", node.span, "as in `add: {name: …}`")
            return {}
        for name, entry in node.entries.items():
            if name in base.entries and name not in removed:
                self.clash(entry.key, place, base.key(name).span)
            elif place.named and name in OPERATORS:
                self.fail("RP607", f"{quoted(name)} is a word of changes", entry.key.span, "use another name")
        return {
            name: self.anchored(entry, place)
            for name, entry in node.entries.items()
            if name not in base.entries or name in removed
        }

    def clash(
        self, key: Scalar, place: Place, first: Span, help: str = "", owner: str = "the base already has"
    ) -> None:
        """Report something new that is not new."""
        help = help or f"to change it write {quoted(key.text)} without `add`"
        message = f"{owner} {quoted(key.text)}{place.owner()}"
        self.found.append(Diagnostic("RP605", message, key.span, help=help, labels=(Label(first, "here"),)))

    def anchored(self, entry: Entry, place: Place) -> _Added:
        """Return a new entry; where the order counts, `before` or `after` with a name says its place."""
        value = entry.value
        if not place.placed or not isinstance(value, Mapping):
            return _Added(entry)
        sides = [side for side in _ANCHORS if isinstance(value.get(side), Scalar)]
        if not sides:
            return _Added(entry)
        if len(sides) > 1:
            message = f"{quoted(entry.key.text)} cannot stand both before and after something"
            self.fail("RP604", message, value.key(sides[1]).span, "leave one of them out")
        anchor = value.get(sides[0])
        assert isinstance(anchor, Scalar)
        body = Mapping(value.span, {name: one for name, one in value.entries.items() if name not in sides})
        return _Added(Entry(entry.key, body), sides[0], anchor)

    def arranged(
        self, base: Mapping, changed: dict[str, Entry], added: dict[str, _Added], place: Place
    ) -> dict[str, Entry]:
        """Return all entries in order: a name that was removed and added again keeps its place."""
        stays = [name for name in base.entries if name in changed or (name in added and not added[name].side)]
        order = stays + [name for name in changed if name not in base.entries]
        waiting = {name: one for name, one in added.items() if name not in order}
        last: dict[str, str] = {}
        while ready := [name for name, one in waiting.items() if not one.anchor or one.anchor.text in order]:
            for name in ready:
                _insert(order, name, waiting.pop(name), last)
        for name, one in waiting.items():
            assert one.anchor
            message = f"{quoted(name)} cannot stand {one.side} {quoted(one.anchor.text)}: there is none"
            self.fail(
                "RP604", message + place.owner(), one.anchor.span, suggest_or_list(one.anchor.text, order)
            )
        return {name: added[name].entry if name in added else changed[name] for name in order}


def _insert(order: list[str], name: str, added: _Added, last: dict[str, str]) -> None:
    """Put a name where it goes; several behind the same one stand in the order in which they are written."""
    if added.anchor is None:
        order.append(name)
    elif added.side == "before":
        order.insert(order.index(added.anchor.text), name)
    else:
        order.insert(order.index(last.get(added.anchor.text, added.anchor.text)) + 1, name)
        last[added.anchor.text] = name
