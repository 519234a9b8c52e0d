"""What a step looks up at the place where a game waits, in plain tuples.

Attributes with slots, not cached properties: Python reads those several times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import bags
from .blocks import CHANCE, Node, Offer
from .choices import Action
from .ready import Known, Ready, written_out
from .ready import Run as Run

Test = Callable[..., Any]
Choices = tuple[tuple[Test | None, Test], ...]
Chance = tuple[Test, bool, Run, Run | None, tuple[int, ...]]
Step = tuple[Run, Test | None, Test | None, Action]


@dataclass(frozen=True, slots=True)
class Tables:
    """For each node, by its number:

    - `asked`: the slot of the player who answers, the slot of those who wait to; 0 for none;
    - `choices`: the same, then what may always be done there, or else the function that remembers
      what may be done, or else the domain of an only action without conditions, or else for
      each action its conditions and its domain;
    - `steps`: the same, then the function that remembers what may be done, if there is one, or
      else what may always be done there (else nothing), and for each action its block, its
      conditions, its membership test and, for an action without choices, the action itself;
    - `chance`: the function of its outcomes, whether they are a bag, its block and, if there is
      one, the block that draws all at once, and the sides of a die; or None.

    - `always`: the blocks and actions that may always be taken there, or nothing.

    `members` are the players in every set of players.
    """

    asked: tuple[tuple[int, int], ...]
    choices: tuple[tuple[int, int, Ready | None, Test | None, Test | None, Choices], ...]
    steps: tuple[tuple[int, int, Test | None, Known, dict[str, Step]], ...]
    chance: tuple[Chance | None, ...]
    always: tuple[tuple[tuple[Run, Action], ...], ...]
    members: tuple[tuple[int, ...], ...]


def tabulate(nodes: tuple[Node, ...], blocks: tuple[Run, ...], names: Mapping[str, Any]) -> Tables:
    """Return the tables of a program."""
    asked = tuple((node.player, node.waiting or 0) for node in nodes)
    chosen = [choices(node, blocks, names) for node in nodes]
    steps = [{name: step(name, one, blocks, names) for name, one in node.offers.items()} for node in nodes]
    return Tables(
        asked=asked,
        choices=tuple((*slots, *some) for slots, some in zip(asked, chosen, strict=True)),
        steps=tuple(
            (*slots, names.get(node.ready), always.known if always else {}, some)
            for slots, node, (always, *_), some in zip(asked, nodes, chosen, steps, strict=True)
        ),
        chance=tuple(chance(node, blocks, names) for node in nodes),
        always=tuple(always.runs if always else () for always, *_ in chosen),
        members=tuple(names["MEMBERS"]),
    )


def choices(
    node: Node, blocks: tuple[Run, ...], names: Mapping[str, Any]
) -> tuple[Ready | None, Test | None, Test | None, Choices]:
    """Return the choices at a node."""
    found = tuple(choice(one, names) for one in node.offers.values())
    lone = found[0][1] if len(found) == 1 and found[0][0] is None else None
    return fixed(node, blocks, names), names.get(node.ready), lone, found


def choice(offer: Offer, names: Mapping[str, Any]) -> tuple[Test | None, Test]:
    """Return the functions of an action's conditions and of its domain."""
    return names.get(offer.clauses), names[offer.domain]


def fixed(node: Node, blocks: tuple[Run, ...], names: Mapping[str, Any]) -> Ready | None:
    """Return what may be done at a node, if that is the same at any time."""
    offers = node.offers.values()
    if not offers or any(one.clauses or one.action.parameters for one in offers):
        return None
    return written_out([(names[one.domain](None), blocks[one.block]) for one in offers], {})


def step(name: str, offer: Offer, blocks: tuple[Run, ...], names: Mapping[str, Any]) -> Step:
    """Return what taking an action needs."""
    clauses, domain = choice(offer, names)
    member = names.get(offer.member)
    if member is None and offer.action.parameters:
        member = lookup(domain)
    return blocks[offer.block], clauses, member, (name,)


def lookup(domain: Test) -> Test:
    """Return a test whether an action is in a domain."""
    return lambda slots, action: any(action in part for part in domain(slots))


def chance(node: Node, blocks: tuple[Run, ...], names: Mapping[str, Any]) -> Chance | None:
    """Return what chance needs at a node."""
    if node.kind != CHANCE:
        return None
    together = blocks[node.together] if node.together else None
    outcomes = names[node.outcomes]
    sides = bags.pieces(outcomes(None)) if node.purpose == "roll" else ()
    return outcomes, bool(node.deck), blocks[node.block], together, sides
