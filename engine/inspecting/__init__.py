"""What can be said of a whole ruleset whose names and types are right: secrets told, things never used, …"""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..reading.tree import Node
from ..rules.model import Ruleset
from .constancy import look_for_constants
from .doubts import look_for_doubts
from .feasibility import look_for_the_impossible
from .offers import look_for_leaks
from .shadows import look_for_shadows
from .trials import try_tables
from .uses import look_for_unused


def inspect(rules: Ruleset, root: Node, tables: bool = True) -> list[Diagnostic]:
    """Return what is wrong or doubtful in rules without errors; with `tables`, try to set every table."""
    impossible = look_for_the_impossible(rules)
    if any(one.code in ("RP418", "RP426") for one in impossible):
        return impossible
    found = [
        *impossible,
        *look_for_leaks(rules),
        *look_for_unused(rules, root),
        *look_for_constants(rules),
        *look_for_shadows(rules),
        *look_for_doubts(rules),
    ]
    if tables and not impossible:
        found += try_tables(rules)
    return [one for one in found if one.is_error or one.span.source is root.span.source]
