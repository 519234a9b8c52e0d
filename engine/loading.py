"""From a file to a checked ruleset: all stages on one page."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .composing import Composer, is_variant, left_to_composing
from .composing.flattening import in_order
from .diagnostics import Diagnostic, RulesetError, nearest, quoted, settle
from .inspecting import inspect
from .inspecting.rehearsing import rehearse
from .inspecting.suppressing import suppress
from .reading.reader import open_source, read
from .reading.tree import Mapping, Node, plain
from .rules.declarations import declare
from .rules.drafting import Draft
from .rules.model import Ruleset
from .shape import check_shape
from .shape.sifting import sift
from .shipped import SHIPPED, shipped_names
from .source import Source

SCHEMAS = Path(__file__).parent.parent / "schema"
BASES = (
    "the path starts from the folder of this file; a ruleset that comes with rulesplay needs only its name"
)


def load(path: str | Path) -> Ruleset:
    """Return the ruleset in a file; raises RulesetError with everything that is wrong with it."""
    rules, diagnostics = check(path, tables=False)
    if rules is None or any(one.is_error for one in diagnostics):
        raise RulesetError(diagnostics)
    return rules


def check(path: str | Path, tables: bool = True) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset in a file as far as it can be read, and all that is wrong with it.

    With `tables` it is also tried whether a game can begin with each number of players and the options.
    """
    source, problems = open_source(path)
    if source is None:
        return None, problems
    return check_source(same_source(source.name, source.text), tables)


def check_source(source: Source, tables: bool = True) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset in a text as far as it can be read, and all that is wrong with it."""
    found = examine(source, tables)
    return found.rules, found.problems


@dataclass(frozen=True)
class Examined:
    """All that came of a text: its tree, its rules, the draft with every name in it, and what is wrong."""

    source: Source
    root: Node | None
    rules: Ruleset | None
    draft: Draft | None
    problems: list[Diagnostic]


def examine(source: Source, tables: bool = True) -> Examined:
    """Return all that can be known about a text."""
    composer = Composer(open_base)
    root, problems = whole_source(source, composer)
    if root is None or is_variant(root) or any(one.is_error for one in composer.found):
        return Examined(source, root, None, None, settle(problems))
    rules, draft = declare(root)
    rules.path, rules.digest, rules.changed = source.name, digest(root), composer.changed
    rules.files = {one.name: one.digest for one in composer.reached} | dict.fromkeys(composer.missed, "")
    problems += composer.blame(sift(draft.diagnostics, problems, root))
    sound = not any(one.is_error for one in problems)
    if sound:
        problems += composer.blame(inspect(rules, root, tables, composer.root, composer.beneath))
    if sound and tables:
        problems += composer.blame(rehearse(rules, root))
    return Examined(source, root, rules, draft, settle(suppress(problems, root, sound and tables)))


def whole(path: str | Path) -> tuple[Node | None, list[Diagnostic]]:
    """Return the tree of a ruleset's file, what it extends laid in, and what is wrong with its shape."""
    source, problems = open_source(path)
    if source is None:
        return None, problems
    root, problems = whole_source(source, Composer(open_base))
    return root, settle(problems)


def whole_source(source: Source, composer: Composer) -> tuple[Node | None, list[Diagnostic]]:
    """Return the tree of a text with what it extends, and what is wrong with its shape."""
    root, problems = read(source)
    if root is None or any(one.is_error for one in problems):
        return root, problems + (check_shape(root, schema()) if root and not is_variant(root) else [])
    if is_variant(root):
        problems += [one for one in check_shape(root, schema("variant")) if not left_to_composing(one)]
    if isinstance(root, Mapping) and not any(one.is_error for one in problems):
        root = composer.compose(root, source)
        problems += composer.blame(composer.found)
    if root is not None and not any(one.is_error for one in problems):
        problems += composer.blame(check_shape(root, schema()))
    return root, problems


def open_base(path: str) -> tuple[Source | None, list[Diagnostic]]:
    """Open a base: the file at the path or, where there is none, the shipped ruleset of that name."""
    name = Path(path).name
    shipped = SHIPPED / (name if name.endswith(".yaml") else f"{name}.yaml")
    found = path if Path(path).exists() or not shipped.is_file() else str(shipped)
    source, problems = open_source(found)
    if source is None and not Path(found).exists():
        here = [one.name for one in Path(path).parent.glob("*.yaml")]
        meant = nearest(name, [*here, *(f"{one}.yaml" for one in shipped_names())])
        help = f"did you mean {quoted(meant)}?" if meant else BASES
        problems = [replace(one, help=help) for one in problems]
    return (same_source(source.name, source.text) if source else None), problems


@lru_cache(32)
def same_source(name: str, text: str) -> Source:
    """Return the same source for the same text, so that a base is read once for all its variants."""
    return Source(name, text)


def digest(root: Node) -> str:
    """Return what pins a record to these rules: a hash of their data, whatever the comments and files.

    The order of names counts: it decides the order of endings and outcomes, and where a state keeps what.
    """
    return hashlib.sha256(json.dumps(plain(in_order(root))).encode()).hexdigest()


def tree_of(source: Source) -> Node | None:
    """Return the tree of a text by itself, without what it extends; nothing where it is not YAML."""
    root, problems = read(source)
    return None if any(one.is_error for one in problems) else root


def schema_of(root: Node | None) -> dict[str, Any]:
    """Return the schema that a file has to follow: that of variants where it extends another one."""
    return schema("variant" if root is not None and is_variant(root) else "ruleset")


@cache
def schema(name: str = "ruleset") -> dict[str, Any]:
    """Return the schema of rulesets or of variants."""
    with open(SCHEMAS / f"{name}.schema.json", encoding="utf-8") as file:
        return dict(json.load(file))
