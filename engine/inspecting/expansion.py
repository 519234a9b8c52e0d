"""How long procedures get with everything they carry out: what is too long to be compiled is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..diagnostics import Diagnostic
from ..rules import model
from .passages import nested

MOST_STEPS = 5_000


def too_long(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield procedures that come to more steps than anybody reads; none may carry out itself."""

    @cache
    def length(name: str) -> int:
        return sum(steps(step) for step in rules.procedures[name][1])

    def steps(step: model.Step) -> int:
        inside = sum(steps(one) for some in nested(step) for one in some)
        return 1 + inside + (length(step.procedure) if isinstance(step, model.Invoke) else 0)

    for name, (head, _) in rules.procedures.items():
        if length(name) > MOST_STEPS:
            message = f"procedure `{name}` comes to more than {MOST_STEPS} steps with all it carries out"
            help = "let procedures carry out each other less often"
            yield Diagnostic("RP426", message, head.span, help=help)
            return
