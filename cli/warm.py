"""Rulesets that were checked before: a warm start reads no YAML, no schema and no grammar.

A checked ruleset is kept in the user's cache folder under a hash of its path. It counts only
while every file it was made from, and rulesplay itself, are as they were.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rulesplay

if TYPE_CHECKING:
    from rulesplay.engine import Ruleset

ENGINE = Path(__file__).parent.parent / "engine"


def load_rules(path: str) -> Ruleset:
    """Return the ruleset in a file, from the cache if nothing has changed.

    Raises RulesetError with everything that is wrong with it.
    """
    kept = recall(path)
    if kept is not None:
        return kept
    from rulesplay.engine import load

    rules = load(path)
    remember(path, rules)
    return rules


def recall(path: str) -> Ruleset | None:
    """Return the ruleset that was kept for a path, if it still holds."""
    try:
        with open(place(path), "rb") as file:
            stamp, sources, rules = pickle.load(file)
    except Exception:  # whatever is wrong with a cache, the ruleset itself is still there to be read
        return None
    if stamp != version() or any(digest(name) != known for name, known in sources.items()):
        return None
    kept: Ruleset = rules
    return kept


def remember(path: str, rules: Ruleset) -> None:
    """Keep a checked ruleset; where that cannot be done, nothing is lost."""
    keep(place(path), (version(), digests(rules), rules))


def is_clean(path: str) -> bool:
    """Tell whether a file, as it is now, was looked at before and nothing was found."""
    try:
        with open(place(path, "clean"), "rb") as file:
            stamp, sources = pickle.load(file)
        return bool(stamp == version() and all(digest(name) == known for name, known in sources.items()))
    except Exception:  # then it is looked at again
        return False


def note_clean(path: str, rules: Ruleset) -> None:
    """Note that nothing was found in a file."""
    keep(place(path, "clean"), (version(), digests(rules)))


def digests(rules: Ruleset) -> dict[str, str]:
    """Return the hashes of the files that a ruleset was made from."""
    return {name: digest(name) for name in rules.files}


def keep(target: str, data: Any) -> None:
    """Write data to the cache, whole or not at all; where that cannot be done, nothing is lost."""
    with contextlib.suppress(OSError, pickle.PicklingError, RecursionError):
        os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            pickle.dump(data, file, pickle.HIGHEST_PROTOCOL)
        os.replace(temporary, target)


def place(path: str, sort: str = "rules") -> str:
    """Return the file in which what is known of a path is kept."""
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    name = hashlib.sha256(os.fsencode(os.path.abspath(path) + path)).hexdigest()[:24]
    return os.path.join(root, "rulesplay", f"{name}.{sort}")


@cache
def version() -> tuple[Any, ...]:
    """Return what a kept ruleset must agree with: rulesplay, Python, and the engine's own files."""
    newest = max(path.stat().st_mtime_ns for path in ENGINE.rglob("*") if path.suffix in (".py", ".lark"))
    return rulesplay.__version__, sys.version_info[:3], newest


def digest(path: str) -> str:
    """Return a hash of a file's bytes; of nothing where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""
