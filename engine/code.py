"""One entry in the register of codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """What `rulesplay explain` has to say about a code."""

    code: str
    slug: str
    title: str
    explanation: str


def family(*codes: Code) -> dict[str, Code]:
    """Return entries by their codes."""
    return {code.code: code for code in codes}
