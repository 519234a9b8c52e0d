"""The register of codes: every code that is used is explained, and every one that is explained is used."""

from __future__ import annotations

import re
from pathlib import Path

from rulesplay.engine.codes import CODES

ENGINE = Path(__file__).parent.parent / "engine"


def used() -> set[str]:
    """Return the codes that modules of the engine report."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in ENGINE.rglob("*.py")
        if not path.stem.endswith(("code", "codes"))
    ]
    return {code for text in texts for code in re.findall(r"\bRP\d{3}\b", text)}


def test_every_code_that_is_used_is_explained() -> None:
    assert sorted(used() - set(CODES)) == []


def test_every_code_that_is_explained_is_used() -> None:
    assert sorted(set(CODES) - used()) == []


def test_explanations_are_prose() -> None:
    for code, entry in CODES.items():
        assert entry.explanation.endswith("."), code
        assert not entry.title.endswith("."), code
        assert "  " not in entry.explanation, code
