"""How two rulesets differ, rule by rule: by name and by step, not by line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from ..reading.tree import Mapping, Node, Scalar, Sequence, plain
from ..source import Span
from .places import Place, step_id

LONGEST = 60
Pair = tuple[int, int]


@dataclass(frozen=True)
class Difference:
    """One rule that is `added`, `removed`, `changed` or `moved`, by its dotted name."""

    name: str
    kind: str
    before: str = ""
    after: str = ""
    base: Span | None = None
    other: Span | None = None

    def __str__(self) -> str:
        sign = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}[self.kind]
        values = " -> ".join(value for value in (self.before, self.after) if value)
        return f"{sign} {self.name}: {values}"


def compare(base: Node, other: Node) -> list[Difference]:
    """Return how two composed trees differ; the order of keys counts only where it means something."""
    return list(_nodes(base, other, "", Place()))


def shortened(node: Node) -> str:
    """Return a value on one line, cut off where it gets long."""
    text = _flow(plain(node))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_flow(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in value) or '""'
    return json.dumps(value)


def _nodes(base: Node, other: Node, name: str, place: Place) -> Iterator[Difference]:
    if isinstance(base, Mapping) and isinstance(other, Mapping):
        yield from _maps(base, other, name, place)
    elif isinstance(base, Sequence) and isinstance(other, Sequence) and _has_steps(base, other):
        yield from _steps(base.items, other.items, name, place)
    elif _key(base, place) != _key(other, place):
        yield _changed(name, base, other)


def _changed(name: str, base: Node, other: Node) -> Difference:
    return Difference(name, "changed", shortened(base), shortened(other), base.span, other.span)


def _added(name: str, node: Node) -> Difference:
    return Difference(name, "added", after=shortened(node), other=node.span)


def _removed(name: str, node: Node) -> Difference:
    return Difference(name, "removed", shortened(node), base=node.span)


def _maps(base: Mapping, other: Mapping, name: str, place: Place) -> Iterator[Difference]:
    names = [key for key in dict.fromkeys([*base.entries, *other.entries]) if not key.startswith("x-")]
    for key in names:
        one, two = base.get(key), other.get(key)
        dotted = f"{name}.{key}" if name else key
        if one is not None and two is not None:
            yield from _nodes(one, two, dotted, place.below(key))
        elif two is not None:
            yield _added(dotted, two)
        elif one is not None:
            yield _removed(dotted, one)
    if place.ordered:
        yield from _moved_keys(base, other, name)


def _moved_keys(base: Mapping, other: Mapping, name: str) -> Iterator[Difference]:
    before = [key for key in base.entries if key in other.entries and not key.startswith("x-")]
    after = [key for key in other.entries if key in base.entries and not key.startswith("x-")]
    if before != after:
        yield _moved(name, before, after, base, other)


def _moved(name: str, before: Iterable[str], after: Iterable[str], base: Node, other: Node) -> Difference:
    orders = [", ".join(keys) for keys in (before, after)]
    cut = [text if len(text) <= LONGEST else text[: LONGEST - 1] + "…" for text in orders]
    return Difference(name, "moved", cut[0], cut[1], base.span, other.span)


# Lists of steps: those with an `id` belong together, the others by what they say and their order.


def _has_steps(*lists: Sequence) -> bool:
    return any(isinstance(item, Mapping) for one in lists for item in one.items)


def _steps(base: tuple[Node, ...], other: tuple[Node, ...], name: str, place: Place) -> Iterator[Difference]:
    pairs = sorted([*_by_id(base, other), *_by_likeness(base, other, place)])
    for i, j in pairs:
        yield from _step(base[i], other[j], _label(name, base, i), place.item())
    for i in sorted(set(range(len(base))) - {i for i, _ in pairs}):
        yield _removed(_label(name, base, i), base[i])
    for j in sorted(set(range(len(other))) - {j for _, j in pairs}):
        yield _added(_label(name, other, j), other[j])
    behind = sorted(pairs, key=lambda pair: pair[1])
    if behind != pairs:
        before, after = ([_label("", base, i) for i, _ in order] for order in (pairs, behind))
        yield _moved(name, before, after, base[0], other[0])


def _step(base: Node, other: Node, name: str, place: Place) -> Iterator[Difference]:
    """Yield how a step differs; one that does something else altogether has changed as a whole."""
    keys = [set(one.entries) if isinstance(one, Mapping) else set() for one in (base, other)]
    if keys[0] & keys[1] or _key(base, place) == _key(other, place):
        yield from _nodes(base, other, name, place)
    else:
        yield _changed(name, base, other)


def _label(name: str, items: tuple[Node, ...], index: int) -> str:
    """Return a step's name: its id in brackets, or its number, counted from 1."""
    return f"{name}[{_id(items, index) or index + 1}]"


def _id(items: tuple[Node, ...], index: int) -> str | None:
    """Return the id of a step, if it has one that no other step of the list has."""
    ids = [step_id(item) if isinstance(item, Mapping) else None for item in items]
    return ids[index] if ids.count(ids[index]) == 1 else None


def _by_id(base: tuple[Node, ...], other: tuple[Node, ...]) -> Iterator[Pair]:
    places = {_id(other, j): j for j in range(len(other)) if _id(other, j)}
    for i in range(len(base)):
        if (found := _id(base, i)) and found in places:
            yield i, places[found]


def _by_likeness(base: tuple[Node, ...], other: tuple[Node, ...], place: Place) -> Iterator[Pair]:
    ours = [i for i in range(len(base)) if not _id(base, i)]
    theirs = [j for j in range(len(other)) if not _id(other, j)]
    keys = [_key(base[i], place.item()) for i in ours], [_key(other[j], place.item()) for j in theirs]
    for _, low, high, start, end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        yield from zip(ours[low:high], theirs[start:end], strict=False)


def _key(node: Node, place: Place) -> str:
    """Return the meaning of a tree as text: without `x-`, keys sorted where their order means nothing."""
    if isinstance(node, Mapping):
        names = [name for name in node.entries if not name.startswith("x-")]
        names = names if place.ordered else sorted(names)
        pairs = (f"{json.dumps(name)}: {_key(node.entries[name].value, place.below(name))}" for name in names)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(_key(item, place.item()) for item in node.items) + "]"
    return json.dumps(node.value) if isinstance(node, Scalar) else "null"
