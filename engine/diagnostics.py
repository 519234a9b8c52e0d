"""What is wrong, where, and what would have been right: the one form every stage reports in."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from .source import Span

LISTED = 8
LOOKED_AT = 100  # of the names that could have been meant, those most alike in length


@dataclass(frozen=True)
class Label:
    """A second place that explains a diagnostic, such as where a name was first defined."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One fault: a permanent code, one fact about one place, and perhaps a way out."""

    code: str
    message: str
    span: Span
    severity: str = "error"
    help: str | None = None
    labels: tuple[Label, ...] = ()
    path: str = ""

    @property
    def order(self) -> tuple[str, int, int, str]:
        """The key by which diagnostics are sorted: file, line, column, code."""
        return self.span.source.name, self.span.line, self.span.column, self.code

    @property
    def is_error(self) -> bool:
        """Whether this stops the ruleset from being played."""
        return self.severity == "error"

    def __str__(self) -> str:
        end = f"; {self.help}" if self.help else ""
        return f"{self.span}: {self.severity}[{self.code}] {self.message}{end}"


class RulesetError(Exception):
    """A ruleset that cannot be used; holds everything that is wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


def settle(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort, and keep the first of those that say the same of the same place."""
    kept: dict[tuple[str, int, str], Diagnostic] = {}
    for found in diagnostics:
        kept.setdefault((found.code, found.span.start, found.span.source.name), found)
    return sorted(kept.values(), key=lambda found: found.order)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that was probably meant, looking past upper and lower case."""
    folded: dict[str, str] = {}
    alike = sorted(candidates, key=lambda candidate: (abs(len(candidate) - len(name)), candidate))
    for candidate in alike[:LOOKED_AT]:
        folded.setdefault(candidate.casefold(), candidate)
    found = difflib.get_close_matches(name[:80].casefold(), folded, 1, 0.6)
    return folded[found[0]] if found else None


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """Return "did you mean `x`?" when a candidate is close, else nothing."""
    found = nearest(name, candidates)
    return None if found is None else f"did you mean {quoted(found)}?"


def suggest_or_list(name: str, candidates: Iterable[str]) -> str | None:
    """Return a did-you-mean, or what would have been valid; nothing when nothing would."""
    names = sorted(set(candidates))
    return suggest(name, names) or (f"valid here: {listed(names)}" if names else None)


def listed(names: Iterable[str], most: int = LISTED) -> str:
    """Return the first few names for a message, and say how many were left out."""
    every = list(names)
    more = f", … ({len(every) - most} more)" if len(every) > most else ""
    return ", ".join(every[:most]) + more


def quoted(text: str, longest: int = 40) -> str:
    """Return somebody's words in backticks: on one line, shortened, safe for a terminal."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)
    return f"`{shown}`"
