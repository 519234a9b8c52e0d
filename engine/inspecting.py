"""What can be said of a whole ruleset that is right in all its parts: secrets told, things never used, …"""

from __future__ import annotations

from .diagnostics import Diagnostic
from .model import Ruleset
from .offers import look_for_leaks
from .tree import Node
from .uses import look_for_unused


def inspect(rules: Ruleset, root: Node) -> list[Diagnostic]:
    """Return what is wrong or doubtful in a ruleset in which every name and type is right."""
    return [*look_for_leaks(rules), *look_for_unused(rules, root)]
