"""A compiled ruleset: what a state needs to go on, and how to name what is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .blocks import CHANCE, Node, Offer, Sentence
from .layout import NODE, Layout
from .lowering import Reason
from .model import Ending, Ruleset
from .runtime import Action, Fault, Fixed
from .source import Span

STEPS_AT_ONCE = 200_000

Test = Callable[..., Any]
Choices = tuple[tuple[Test | None, Test], ...]
Run = Callable[[list[Any], Any, Any], int]
Step = tuple[Run, Test | None, Test | None, Action]


class RuleError(Exception):
    """The rules came to something they do not allow for; `span` is the line of the ruleset."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message, span)
        self.message, self.span = message, span

    def __str__(self) -> str:
        return f"{self.span}: error[RP450] {self.message}"


@dataclass(frozen=True, eq=False)
class Program:
    """Everything a game of this ruleset, with these options and players, needs.

    `blocks[k](s, a, ev)` runs a block; `takes` are the blocks at which a turn of a phase
    begins, `ends` those behind its last turn; `initial` are the slots of a game that has not begun.
    """

    rules: Ruleset
    players: int
    options: dict[str, Any]
    layout: Layout
    frame: int
    nodes: tuple[Node, ...]
    blocks: tuple[Run, ...]
    names: dict[str, Any] = field(repr=False)
    sentences: tuple[Sentence, ...]
    labels: dict[str, tuple[str, ...]]
    reasons: dict[str, list[Reason]] = field(repr=False)
    endings: tuple[Ending, ...]
    returns: tuple[str, ...]
    faults: tuple[tuple[str, Span], ...]
    takes: dict[str, int]
    ends: dict[str, int]
    initial: tuple[Any, ...]
    source: str = field(repr=False)
    digest: str

    def run(self, slots: list[Any], block: int, action: Any = None, events: list[Any] | None = None) -> None:
        """Run blocks until the game waits.

        Raises RuleError where the rules divide by zero, deal more than there is, loop without end…
        """
        blocks = self.blocks
        try:
            block = blocks[block](slots, action, events)
            if block >= 0:
                self.run_on(slots, block, action, events)
        except Fault as fault:
            raise self.error(fault) from None

    def error(self, fault: Fault) -> RuleError:
        """Return what a fault says of the rules."""
        return RuleError(*self.faults[fault.number])

    def run_on(self, slots: list[Any], block: int, action: Any, events: list[Any] | None) -> None:
        """Run the blocks behind the first one."""
        blocks = self.blocks
        for _ in range(STEPS_AT_ONCE):
            block = blocks[block](slots, action, events)
            if block < 0:
                return
        raise RuleError("this goes round without end", self.nodes[slots[NODE] or 0].span)

    def begin(self, events: list[Any] | None = None) -> list[Any]:
        """Return the slots of a new game, run to where it first waits."""
        slots = list(self.initial)
        slots[NODE] = 0
        self.run(slots, 0, None, events)
        return slots

    @cached_property
    def asked(self) -> tuple[tuple[int, int], ...]:
        """For each node the slot of the player who answers and that of those who wait to; 0 for none."""
        return tuple((node.player, node.waiting or 0) for node in self.nodes)

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The players in every set of players."""
        return tuple(self.names["MEMBERS"])

    @cached_property
    def choices(self) -> tuple[tuple[int, int, Fixed | None, Test | None, Choices], ...]:
        """For each node the slots of `asked`, then its choices.

        These are what may always be done there, the domain of an only action without conditions,
        or for each action its conditions and its domain.
        """
        return tuple((*slots, *self.chosen(node)) for slots, node in zip(self.asked, self.nodes, strict=True))

    def chosen(self, node: Node) -> tuple[Fixed | None, Test | None, Choices]:
        """Return the choices at a node."""
        choices = tuple(map(self.choice, node.offers.values()))
        lone = choices[0][1] if len(choices) == 1 and choices[0][0] is None else None
        return self.fixed(node), lone, choices

    def choice(self, offer: Offer) -> tuple[Test | None, Test]:
        """Return the functions of an action's conditions and of its domain."""
        return self.names.get(offer.clauses), self.names[offer.domain]

    def fixed(self, node: Node) -> Fixed | None:
        """Return what may be done at a node, if that is the same at any time."""
        offers = node.offers.values()
        if not offers or any(one.clauses or one.action.parameters for one in offers):
            return None
        return Fixed(tuple(part for one in offers for part in self.names[one.domain](None)))

    @cached_property
    def stops(self) -> tuple[tuple[int, int, dict[str, Step]], ...]:
        """For each node the slots of `asked`, and what follows each action."""
        steps = [{name: self.step(name, one) for name, one in node.offers.items()} for node in self.nodes]
        return tuple((*slots, following) for slots, following in zip(self.asked, steps, strict=True))

    def step(self, name: str, offer: Offer) -> Step:
        """Return an action's block, its conditions, its membership test, and it without choices."""
        clauses, domain = self.choice(offer)
        member = self.names.get(offer.member)
        if member is None and offer.action.parameters:
            member = lookup(domain)
        return self.blocks[offer.block], clauses, member, (name,)

    @cached_property
    def chance(self) -> tuple[tuple[Callable[[list[Any]], Any], bool, int, int] | None, ...]:
        """For each chance node the function of its outcomes, whether they are a bag, and its blocks."""
        return tuple(
            (self.names[node.outcomes], bool(node.deck), node.block, node.together) if node.kind == CHANCE else None
            for node in self.nodes
        )


def lookup(domain: Callable[..., Any]) -> Test:
    """Return a test whether an action is in a domain."""
    return lambda slots, action: any(action in part for part in domain(slots))
