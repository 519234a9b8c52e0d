"""One entry in the register of codes."""

from __future__ import annotations

from dataclasses import dataclass

PAGES = "docs/diagnostics"


@dataclass(frozen=True)
class Code:
    """What `rulesplay explain` has to say about a code."""

    code: str
    slug: str
    title: str
    explanation: str

    @property
    def url(self) -> str:
        """The page about this code: `docs/diagnostics/RP310.md` of the project."""
        return f"{PAGES}/{self.code}.md"


def family(*codes: Code) -> dict[str, Code]:
    """Return entries by their codes."""
    return {code.code: code for code in codes}
