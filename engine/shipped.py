"""The rulesets that come with rulesplay, found by name; and what was meant by a word that is nearly one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "rulesets"
CLOSE = 0.75  # how much of two words must agree; less suggests `flatten` for `ten`
BEGUN = 3  # letters after which a word is the beginning of another
LONGEST = 80


def locate(name: str | Path) -> str:
    """Return the path of a ruleset: the name itself, or a ruleset that came with rulesplay."""
    path = os.fspath(name)
    if os.path.exists(path) or os.sep in path or "." in path:
        return path
    shipped = SHIPPED / f"{path}.yaml"
    return str(shipped) if shipped.is_file() else path


def shipped_names() -> list[str]:
    """Return the names of the rulesets that came with rulesplay."""
    return sorted(one.stem for one in SHIPPED.glob("*.yaml"))


def close_to(word: str, names: Sequence[str]) -> str | None:
    """Return the name that was meant by a word: one that is nearly the same, or that begins with it."""
    import difflib  # slow to import, and wanted only where something is wrong

    short = word[:LONGEST].casefold()
    found = difflib.get_close_matches(short, names, 1, CLOSE)
    begun = [name for name in names if len(short) >= BEGUN and name.startswith(short)]
    return next(iter([*found, *sorted(begun, key=len)]), None)
