"""Probes in the rules: what tests and exploration look for, and whether play came to it.

`probing` puts `seen(number, value)` around conditions and at the start of what can be carried
out; here the program made of that is told where to note it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ..source import Span
from .blocks import Node, Offer
from .choices import Action, Bags
from .program import Program
from .runtime import Memo

CONDITION, ACTION, REFUSAL = "condition", "action", "refusal"
OUTCOME, ENDING, ELIMINATION = "outcome", "ending", "elimination"
PROCEDURE, PHASE = "procedure", "phase"
KINDS = (CONDITION, ACTION, REFUSAL, OUTCOME, ENDING, ELIMINATION, PROCEDURE, PHASE)

Arm = tuple[int, bool]  # the number of a probe and what it saw


@dataclass
class Probe:
    """A place of the rules: a condition that should be seen both ways, or a part that should be come to.

    `within` is the arm that leads here; `twin` the part that is come to when a condition holds;
    `branches` the arms of a condition that have steps; `operands` those of an `and` or `or`.
    """

    kind: str
    name: str
    span: Span
    within: Arm | None = None
    twin: int | None = None
    branches: tuple[bool, ...] = ()
    operands: tuple[int, ...] = ()
    is_operand: bool = False

    @property
    def arms(self) -> tuple[bool, ...]:
        """What should be seen here."""
        return (True, False) if self.kind == CONDITION else (True,)


Test = Callable[..., Any]


@dataclass
class Sightings:
    """What the probes have seen; nothing is noted while choices are only listed."""

    arms: set[Arm] = field(default_factory=set)
    silent: bool = False

    def seen(self, number: int, value: Any) -> Any:
        """Note a value; return it."""
        if not self.silent:
            self.arms.add((number, bool(value)))
        return value

    def quietly(self, function: Test) -> Test:
        """Return a function that notes nothing while it runs, nor do the choices that it returns."""

        def run(*arguments: Any) -> Any:
            before, self.silent = self.silent, True
            try:
                value = function(*arguments)
            finally:
                self.silent = before
            return tuple(map(self.quiet_part, value)) if isinstance(value, tuple) else value

        return run

    def quiet_part(self, part: Any) -> Any:
        """Return a part of a choice whose test notes nothing."""
        if not isinstance(part, Bags) or part.test is None:
            return part
        return Bags(part.prefix, part.bag, part.low, part.high, part.guard, self.quietly(part.test))


class Fresh(dict[Any, Any]):
    """Answers of a function that are not remembered, so that its probes see every use."""

    def __init__(self, memo: Memo) -> None:
        super().__init__()
        self.function, self.single = memo.function, memo.single

    def __missing__(self, key: Any) -> Any:
        return self.function(key) if self.single else self.function(*key)


@dataclass
class Watch:
    """Makes a program note what its probes see.

    `refusals` are the probes of actions that may be refused, by the identity of the action.
    """

    sightings: Sightings
    refusals: dict[int, int]

    def over(self, program: Program, **changes: Any) -> Program:
        """Return a program that was made of rules with probes, watched."""
        names = program.names
        names |= {name: Fresh(value) for name, value in names.items() if isinstance(value, Memo)}
        wrapped: dict[str, Test] = {}
        nodes = tuple(self.node(node, names, wrapped) for node in program.nodes)
        names |= wrapped
        return replace(program, nodes=nodes, **changes)

    def node(self, node: Node, names: dict[str, Any], wrapped: dict[str, Test]) -> Node:
        """Return a node at which choices are only listed quietly; note its functions in `wrapped`."""
        for offer in node.offers.values():
            wrapped[offer.domain] = self.sightings.quietly(names[offer.domain])
            number = self.refusals.get(id(offer.action))
            for function in filter(None, (offer.clauses, offer.accepts)):
                wrapped[function] = self.refusing(names[function], number)
        offers = {
            name: replace(offer, member=self.member(name, offer, names, wrapped))
            for name, offer in node.offers.items()
        }
        return replace(node, offers=offers, ready="")

    def refusing(self, clauses: Test, number: int | None) -> Test:
        """Return a function of conditions that notes when one fails."""

        def failed(*arguments: Any) -> Any:
            found = clauses(*arguments)
            if found and number is not None:
                self.sightings.seen(number, True)
            return found

        return failed

    def member(self, name: str, offer: Offer, names: dict[str, Any], wrapped: dict[str, Test]) -> str:
        """Return the name of a test of a choice that notes refusals, and what accepted the others."""
        number, known = self.refusals.get(id(offer.action)), names.get(offer.member)
        domain, accepts = wrapped[offer.domain], names.get(offer.accepts)
        looked_up = self.sightings.quietly(known) if known is not None else None

        def tried(slots: list[Any], action: Action) -> bool:
            if looked_up is not None:
                fits = bool(looked_up(slots, action))
            else:
                fits = any(action in part for part in domain(slots))
            if not fits and number is not None:
                self.sightings.seen(number, True)
            if fits and accepts is not None:
                accepts(slots, action)
            return fits

        wrapped[f"tried_{offer.domain}"] = tried
        return f"tried_{offer.domain}"
