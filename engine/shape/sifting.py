"""What may still be said of a ruleset whose shape is broken, without blaming the same fault twice.

A broken part is not judged further, except for the syntax of its expressions. All else is,
unless the broken part may have declared names that are used there.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from ..reading.tree import Mapping, Node, Sequence
from ..source import Span

# Nothing else uses what is declared below these, or only by the name of the entry.
APART = frozenset({"presets", "setup", "phases", "elimination", "ending", "rulings", "scenarios"})
WHOLE = frozenset({"rulesplay", "id", "name", "summary", "source", "players", "limit"})
NAMED = frozenset({"actions", "challenges"})


def sift(found: Iterable[Diagnostic], shape: Iterable[Diagnostic], root: Node) -> list[Diagnostic]:
    """Return what was found, less that which may come of faults of the shape."""
    parts = [broken_part(fault, root) for fault in shape if fault.is_error]
    return [one for one in found if is_syntax(one) or not any(_covers(part, one.span) for part in parts)]


def is_syntax(found: Diagnostic) -> bool:
    """Tell whether a fault is one of an expression's text alone."""
    return found.code.startswith("RP2")


def broken_part(fault: Diagnostic, root: Node) -> Span:
    """Return the part of a file that may suffer from a fault; all of it when that is unknown."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in fault.path.split("/")[1:]]
    if not steps:
        return Span(root.span.source, 0, 0) if fault.code == "RP103" else root.span
    depth = 1 if steps[0] in WHOLE else 2
    inside = steps[0] in NAMED and len(steps) > 2 or steps[0] == "procedures" and steps[2:3] == ["do"]
    if steps[0] in APART | WHOLE or inside:
        node = _below(root, steps[:depth])
        return node.span if node is not None else root.span
    return root.span


def _below(node: Node | None, steps: list[str]) -> Node | None:
    for step in steps:
        if isinstance(node, Mapping):
            node = node.get(step)
        elif isinstance(node, Sequence) and step.isdigit():
            node = node.items[int(step)]
    return node


def _covers(part: Span, span: Span) -> bool:
    return part.source is span.source and part.start <= span.start < part.end
