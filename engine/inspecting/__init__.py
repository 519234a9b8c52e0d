"""What can be said of a whole ruleset whose names and types are right: secrets told, things never used, …"""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..reading.tree import Mapping, Node
from ..rules.declarations import declare
from ..rules.model import Ruleset
from .choices import look_for_the_same
from .constancy import look_for_constants
from .doubts import boundless, look_for_doubts
from .feasibility import look_for_the_impossible
from .offers import look_for_leaks
from .shadows import look_for_shadows
from .silences import look_for_silences
from .trials import try_tables
from .uses import look_for_unused, orphans


def inspect(
    rules: Ruleset,
    root: Node,
    tables: bool = True,
    variant: Mapping | None = None,
    beneath: Mapping | None = None,
) -> list[Diagnostic]:
    """Return what is wrong or doubtful in rules without errors; with `tables`, try to set every table.

    What is doubtful in the base alone is left out; for that, `variant` is a variant's own tree and
    `beneath` that of its base.
    """
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
        *look_for_silences(rules),
        *look_for_the_same(rules),
    ]
    if tables and not impossible:
        found += try_tables(rules)
    kept = [one for one in found if one.is_error or one.span.source is root.span.source]
    if variant is None or beneath is None or any(one.is_error for one in found):
        return kept
    return varied(kept, found, variant, beneath)


def varied(
    kept: list[Diagnostic], found: list[Diagnostic], variant: Mapping, beneath: Mapping
) -> list[Diagnostic]:
    """Return what is to be told of a variant: less what is so in its base, more what its changes leave over."""
    if not any(one.code in ("RP502", "RP513") for one in found):
        return kept
    base = declare(beneath)[0]
    known = {one.message for one in (*look_for_unused(base, beneath), *boundless(base))}
    own = [one for one in kept if one.code != "RP513" or one.message not in known]
    return own + orphans([one for one in found if one.message not in known], variant)
