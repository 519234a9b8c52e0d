"""What the scenarios of a ruleset come to, and what they never do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..diagnostics import Diagnostic, quoted
from ..program.probes import (
    ACTION,
    CONDITION,
    ELIMINATION,
    ENDING,
    KINDS,
    OUTCOME,
    PHASE,
    PROCEDURE,
    REFUSAL,
    Probe,
)
from ..rules.model import Ruleset
from ..source import Span
from .probing import Probing
from .scenarios import Result, run_scenarios

HEADINGS = {
    CONDITION: "conditions, both ways",
    ACTION: "actions taken",
    REFUSAL: "actions refused",
    OUTCOME: "outcomes",
    ENDING: "endings",
    ELIMINATION: "eliminations",
    PROCEDURE: "procedures",
    PHASE: "phases",
}
SAID = {
    ACTION: ("RP821", "{name} was never taken"),
    REFUSAL: ("RP821", "{name} was never refused"),
    OUTCOME: ("RP822", "outcome {name} never came about"),
    ENDING: ("RP822", "the game never ended by {name}"),
    ELIMINATION: ("RP822", "nobody left by {name}"),
    PROCEDURE: ("RP822", "procedure {name} was never carried out"),
    PHASE: ("RP822", "phase {name} never began"),
}


@dataclass(frozen=True)
class Count:
    """How much of something was come to."""

    heading: str
    covered: int
    total: int

    @property
    def percent(self) -> int:
        """How many of a hundred, rounded down."""
        return self.covered * 100 // self.total if self.total else 100

    def reaches(self, percent: int) -> bool:
        """Tell whether this is so many of a hundred, exactly."""
        return self.covered * 100 >= percent * self.total


class Coverage:
    """What was come to; with `only_in`, of what stands in that file."""

    def __init__(self, probing: Probing, only_in: str = "") -> None:
        self.probing = probing
        self.own = [
            number
            for number, one in enumerate(probing.probes)
            if not only_in or one.span.source.name == only_in
        ]

    def counts(self) -> list[Count]:
        """Return a line for each kind that the ruleset has."""
        counts = [self.count(kind) for kind in KINDS]
        return [one for one in counts if one.total]

    def count(self, kind: str = "") -> Count:
        """Return how much of one kind, or of everything, was come to: every arm counts one."""
        own = [number for number in self.own if kind in ("", self.probing.probes[number].kind)]
        arms = [self.probing.saw(number, arm) for number in own for arm in self.probing.probes[number].arms]
        return Count(HEADINGS.get(kind, "all"), sum(arms), len(arms))

    def gaps(self) -> list[Diagnostic]:
        """Return what was never come to, less what follows from something else that was not."""
        found = (one for number in self.own for one in self.gap(number, self.probing.probes[number]))
        return sorted(found, key=lambda one: one.order)

    def gap(self, number: int, probe: Probe) -> Iterator[Diagnostic]:
        """Yield what was never seen at a probe."""
        if probe.within is not None and not self.probing.saw(*probe.within):
            return
        if probe.kind == CONDITION:
            yield from self.condition(number, probe)
        elif not self.probing.saw(number):
            code, said = SAID[probe.kind]
            yield Diagnostic(code, said.format(name=probe.name), probe.span, "info")

    def condition(self, number: int, probe: Probe) -> Iterator[Diagnostic]:
        """Yield how a condition never came out."""
        missing = [arm for arm in probe.arms if not self.probing.saw(number, arm)]
        if len(missing) == 2 and (probe.is_operand or probe.twin is not None):
            return
        text = quoted(text_of(probe.span), 60)
        if len(missing) == 2:
            yield Diagnostic("RP820", f"{text} was never looked at", probe.span, "info")
            return
        for arm in missing:
            if not self.follows(probe, arm):
                yield Diagnostic("RP820", f"{text} was never {str(arm).lower()}", probe.span, "info")

    def follows(self, probe: Probe, arm: bool) -> bool:
        """Tell whether that an arm is missing is said elsewhere: of what it leads to, or of an operand."""
        if arm and probe.twin is not None:
            return not self.probing.saw(probe.twin)
        return any(
            not self.probing.saw(operand, arm) and self.probing.saw(operand, not arm)
            for operand in probe.operands
        )


def text_of(span: Span) -> str:
    """Return what stands at a place, in one line."""
    return " ".join(span.source.text[span.start : span.end].split())


def cover(rules: Ruleset, only: str = "", changed: bool = False) -> tuple[list[Result], Coverage]:
    """Return what came of the scenarios of a ruleset, and what they came to.

    `changed` looks at what the ruleset's own file says, not at what it extends.
    """
    probing = Probing(rules)
    results = run_scenarios(rules, only, probing.compile)
    return results, Coverage(probing, rules.path if changed else "")
