"""A variant and its bases to one tree, in which every value still knows the file it was written in.

`extends` names the base, `change` says what is different (`merging` and `splicing` carry it out),
and what the variant says of itself stands beside them.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..diagnostics import Diagnostic, Label, nearest, quoted, suggest_or_list
from ..reading.reader import read
from ..reading.tree import Entry, Mapping, Node, Scalar, Sequence
from ..source import Source, Span
from .merging import Merger
from .places import OPERATORS, SECTIONS, Place

Opener = Callable[[str], tuple[Source | None, list[Diagnostic]]]
Composed = tuple[Node | None, list[Diagnostic], tuple[Source, ...]]

LONGEST = 8
OWN = ("rulesplay", "id", "name", "summary", "source")
GATHERED = ("rulings", "scenarios")
ONLY_VARIANTS = ("extends", "change", "changed_scenarios")


def compose(root: Mapping, source: Source, open_base: Opener) -> Composed:
    """Return a ruleset's tree with all it extends, what is wrong, and its files, this one first."""
    composer = Composer(open_base)
    whole = composer.compose(root, source)
    return whole, composer.blame(composer.found), tuple(composer.reached)


def is_variant(root: Node) -> bool:
    """Tell whether a tree extends another one."""
    return isinstance(root, Mapping) and "extends" in root.entries


def left_to_composing(fault: Diagnostic) -> bool:
    """Tell whether a fault of a variant's shape is about a word of changes.

    What such a word may stand for depends on the base, so composing reports it.
    """
    steps = fault.path.split("/")
    is_step = len(steps) > 3 and steps[-3] == "at"
    return steps[1:2] == ["change"] and (is_step or steps[-1] in (*OPERATORS, "before", "after"))


class Composer:
    """Follows `extends` from file to file and remembers the way.

    `missed` are paths at which there is no file, so that a shipped ruleset was taken instead;
    `changed` are the scenarios of the base that the variant says no longer hold, each with why;
    `root` is the tree of the variant itself, `beneath` that of its base with all that it extends.
    """

    def __init__(self, open_base: Opener) -> None:
        self.open_base = open_base
        self.found: list[Diagnostic] = []
        self.reached: dict[Source, tuple[Span, ...]] = {}
        self.missed: list[str] = []
        self.changed: dict[str, tuple[Entry, Entry]] = {}
        self.root: Mapping | None = None
        self.beneath: Mapping | None = None

    def compose(self, root: Mapping, source: Source) -> Mapping | None:
        """Return the tree of a ruleset with all it extends; nothing where a base is out of reach."""
        self.reached.setdefault(source, ())
        self.root = root
        return self.whole(root, source, (os.path.normpath(source.name),))

    def blame(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return diagnostics of whole trees, each with the way to the file it is in."""
        return [self.blamed(one) for one in diagnostics]

    def blamed(self, found: Diagnostic) -> Diagnostic:
        """Return a diagnostic with the way to the file it is in."""
        way = self.reached.get(found.span.source, ())
        labels = tuple(Label(span, f"reached through extends in {span}") for span in way)
        return replace(found, labels=(*found.labels, *(one for one in labels if one not in found.labels)))

    def fail(self, message: str, span: Span, help: str | None = None) -> None:
        """Report a base that cannot be had."""
        self.found.append(Diagnostic("RP601", message, span, help=help))

    # The chain -------------------------------------------------------------------------

    def whole(self, root: Mapping, source: Source, trail: tuple[str, ...]) -> Mapping | None:
        """Return the tree of one file of the chain, laid over that of its base."""
        extends = root.entries.get("extends")
        if extends is not None:
            self.beneath = base = self.base(extends, source, trail)
            return None if base is None else self.vary(base, root)
        if (change := root.entries.get("change")) is not None:
            known = {*OWN, *GATHERED, *ONLY_VARIANTS, *SECTIONS}
            meant = nearest("extends", set(root.entries) - known)
            if meant is not None:
                span = root.key(meant).span
                self.found.append(
                    Diagnostic("RP101", f"unknown key {quoted(meant)}", span, help="did you mean `extends`?")
                )
                return None
            help = "name the file of the base, as in `extends: base.yaml`"
            self.fail("`change` needs a base to change", change.key.span, help)
            return None
        return root

    def base(self, extends: Entry, source: Source, trail: tuple[str, ...]) -> Mapping | None:
        """Return the tree of the file that `extends` names."""
        named = extends.value
        if not isinstance(named, Scalar) or not isinstance(named.value, str) or not named.text.strip():
            self.fail("`extends` takes the path of one file", named.span, "as in `extends: base.yaml`")
            return None
        path = os.path.normpath(os.path.join(os.path.dirname(source.name), named.text))
        if path in trail:
            self.fail(_circle(trail, path), named.span)
        elif len(trail) >= LONGEST:
            help = "let it extend a file that is closer to the first one"
            self.fail(f"more than {LONGEST} files extend one another", named.span, help)
        else:
            return self.opened(path, extends, source, trail)
        return None

    def opened(self, path: str, extends: Entry, source: Source, trail: tuple[str, ...]) -> Mapping | None:
        """Return the tree of a base, itself composed."""
        base, problems = self.open_base(path)
        if base is None:
            why = problems[0].message if problems else "it cannot be read"
            help = problems[0].help if problems else None
            self.fail(f"no base at {quoted(path, 80)}: {why}", extends.value.span, help)
            return None
        if base.name != path:
            self.missed.append(path)
        self.reached[base] = (extends.key.span, *self.reached.get(source, ()))
        root, problems = read(base)
        self.found += problems
        if root is None or any(one.is_error for one in problems):
            return None
        if not isinstance(root, Mapping):
            self.fail("the base is no ruleset: it is not a map", extends.value.span)
            return None
        whole = self.whole(root, base, (*trail, path))
        return whole if whole is not None and self.is_fit(whole, Place()) else None

    def is_fit(self, node: Node, place: Place) -> bool:
        """Tell whether no name in a base is a word of changes; report those that are."""
        fit = True
        for item in node.items if isinstance(node, Sequence) else ():
            fit = self.is_fit(item, place.item()) and fit
        for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
            if place.named and name in OPERATORS:
                message = f"{quoted(name)}{place.owner()} is a word of changes, so nothing can extend this"
                self.found.append(Diagnostic("RP607", message, entry.key.span, help="give it another name"))
                fit = False
            fit = self.is_fit(entry.value, place.below(name)) and fit
        return fit

    # One variant -----------------------------------------------------------------------

    def vary(self, base: Mapping, root: Mapping) -> Mapping:
        """Return a base with the changes of one variant and what it says of itself."""
        merger, change = Merger(), root.get("change")
        whole = base
        if isinstance(change, Mapping):
            whole = merger.maps(base, change, Place())
        elif change is not None:
            help = "as in `change: {players: {max: 3}}`"
            merger.fail("RP102", "expected a map of changes", change.span, help)
        entries = dict(self.without(whole, root.get("changed_scenarios"), merger).entries)
        for name, entry in root.entries.items():
            if name in GATHERED and isinstance(entry.value, Mapping):
                entries[name] = gathered(merger, entries.get(name), entry)
            elif name in OWN or name in GATHERED or name.startswith("x-"):
                entries[name] = entry
            elif name not in ONLY_VARIANTS:
                merger.fail(
                    "RP101",
                    f"{quoted(name)} cannot stand here in a variant",
                    entry.key.span,
                    _below(base, name),
                )
        self.found += merger.found
        return Mapping(root.span, entries)

    def without(self, whole: Mapping, changed: Node | None, merger: Merger) -> Mapping:
        """Return a tree without the scenarios of the base that do not hold in the variant."""
        scenarios = whole.entries.get("scenarios")
        self.changed = {}
        if not isinstance(changed, Mapping) or not changed.entries:
            return whole
        known = scenarios.value.entries if scenarios and isinstance(scenarios.value, Mapping) else {}
        for name, entry in changed.entries.items():
            if name not in known and not name.startswith("x-"):
                help = suggest_or_list(name, known)
                merger.fail("RP603", f"the base has no scenario {quoted(name)}", entry.key.span, help)
        if scenarios is None:
            return whole
        left = {name: one for name, one in known.items() if name not in changed.entries}
        self.changed = {name: (one, changed.entries[name]) for name, one in known.items() if name not in left}
        value = Mapping(scenarios.value.span, left)
        return Mapping(whole.span, {**whole.entries, "scenarios": Entry(scenarios.key, value)})


def gathered(merger: Merger, base: Entry | None, own: Entry) -> Entry:
    """Return the rulings or scenarios of a base and those of its variant."""
    if base is None or not isinstance(base.value, Mapping) or not isinstance(own.value, Mapping):
        return own
    entries, place = dict(base.value.entries), Place().below(own.key.text)
    for name, entry in own.value.entries.items():
        if name in entries and not name.startswith("x-"):
            merger.clash(entry.key, place, entries[name].key.span, "to change it put it below `change`")
        else:
            entries[name] = entry
    return Entry(own.key, Mapping(own.value.span, entries))


def _circle(trail: tuple[str, ...], path: str) -> str:
    """Return how a file comes to extend itself."""
    between = trail[trail.index(path) + 1 :]
    way = f" by way of {', '.join(map(quoted, between))}" if between else ""
    return f"{quoted(path)} extends itself{way}"


def _below(base: Mapping, name: str) -> str | None:
    """Return where in a variant something goes that stands at its top."""
    if name in base.entries or Place().below(name).named:
        return "put it below `change`"
    return suggest_or_list(name, (*OWN, *GATHERED, *ONLY_VARIANTS))
