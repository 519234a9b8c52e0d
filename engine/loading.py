"""From a file to a checked ruleset: all stages on one page."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from .declarations import declare
from .diagnostics import Diagnostic, RulesetError, settle
from .model import Ruleset
from .reading import open_source, read
from .shape import check_shape
from .source import Source

SCHEMA = Path(__file__).parent.parent / "schema" / "ruleset.schema.json"


def load(path: str | Path) -> Ruleset:
    """Return the ruleset in a file; raises RulesetError with everything that is wrong with it."""
    rules, diagnostics = check(path)
    if rules is None or any(one.is_error for one in diagnostics):
        raise RulesetError(diagnostics)
    return rules


def check(path: str | Path) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset in a file as far as it can be read, and all that is wrong with it."""
    source, problems = open_source(path)
    return (None, problems) if source is None else check_source(source)


def check_source(source: Source) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset in a text as far as it can be read, and all that is wrong with it."""
    root, problems = read(source)
    if root is None:
        return None, settle(problems)
    problems += check_shape(root, schema())
    if any(one.is_error for one in problems):
        return None, settle(problems)
    rules, draft = declare(root)
    rules.path = source.name
    rules.digest = hashlib.sha256(source.text.encode()).hexdigest()
    return rules, settle(problems + draft.diagnostics)


def schema() -> dict[str, object]:
    """Return the schema of rulesets; an empty one where it is not installed."""
    with open(SCHEMA, encoding="utf-8") as file:
        return dict(json.load(file))
