"""Rulesets that were checked before: a warm start reads no YAML, no schema and no grammar.

A checked ruleset is kept in the user's cache folder under a hash of its path. It counts only
while every file it was made from, and rulesplay itself, are as they were.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import os
import pickle
import sys
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
    kept: Ruleset | None = known(path, "rules")
    return kept


def remember(path: str, rules: Ruleset) -> None:
    """Keep a checked ruleset; where that cannot be done, nothing is lost."""
    keep(path, "rules", (version(), rules.files, rules))


def is_clean(path: str) -> bool:
    """Tell whether a file, as it is now, was looked at before and nothing was found."""
    return known(path, "clean") is not None


def note_clean(path: str, rules: Ruleset) -> None:
    """Note that nothing was found in a file, as it was when it was read."""
    keep(path, "clean", (version(), rules.files, True))


def known(path: str, sort: str) -> Any:
    """Return what was kept of a path, unless a file that it was made from is another one by now."""
    try:
        target = place(path, sort)
        if not os.path.isfile(target):  # a pipe would never end
            return None
        with open(target, "rb") as file:
            stamp, sources, kept = pickle.load(file)
        holds = stamp == version() and all(digest(name) == was for name, was in sources.items())
        return kept if holds else None
    except Exception:  # whatever is wrong with a cache, the ruleset itself is still there to be read
        return None


def keep(path: str, sort: str, data: Any) -> None:
    """Write data to the cache, whole or not at all; where that cannot be done, nothing is lost."""
    with contextlib.suppress(OSError, ValueError, pickle.PicklingError, RecursionError):
        target = place(path, sort)
        os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
        temporary = f"{target}.{os.getpid()}"
        try:
            with open(temporary, "wb") as file:
                pickle.dump(data, file, pickle.HIGHEST_PROTOCOL)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def place(path: str, sort: str) -> str:
    """Return the file in which what is known of a path is kept; raises ValueError where nothing can be."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(root):  # as the specification of these folders says
        root = os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(root):
        raise ValueError("nobody's home")
    name = hashlib.sha256(os.fsencode(os.path.abspath(path) + path)).hexdigest()[:24]
    return os.path.join(root, "rulesplay", f"{name}.{sort}")


@cache
def version() -> tuple[Any, ...]:
    """Return what a kept ruleset must agree with: rulesplay, Python, and the engine's own files."""
    files = [*ENGINE.rglob("*"), *ENGINE.with_name("schema").glob("*")]
    newest = max(path.stat().st_mtime_ns for path in files if path.suffix in (".py", ".lark", ".json"))
    return rulesplay.__version__, sys.version_info[:3], newest


def digest(path: str) -> str:
    """Return a hash of a file's text, as `Source.digest` is; nothing where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read().removeprefix(codecs.BOM_UTF8)).hexdigest()
    except OSError:
        return ""
