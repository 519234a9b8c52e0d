"""Decisions that are remembered offer, take and refuse what they would if they were worked out anew.

They are drawn from by one random number, which their parts would share otherwise.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulesplay.engine.loading import load
from rulesplay.engine.play.state import IllegalAction, State
from rulesplay.engine.program.choices import Bags, Legal
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.program.layout import NODE
from rulesplay.engine.program.ready import Decisions, Ready

RULESETS = Path(__file__).parent.parent / "rulesets"
FILES = [*sorted(RULESETS.glob("*.yaml")), *sorted(RULESETS.glob("house/*.yaml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_remembered_decisions(path: Path) -> None:
    rules = load(path)
    for players in (rules.low, rules.high):
        rng, state = random.Random(players), State.new(compile_rules(rules, players))
        for _ in range(150):
            state.resolve_chance(rng)
            if state.is_over:
                state = State.new(state.program)
                continue
            player = rng.choice(state.players)
            compare(state, player, rng)
            state.apply(state.legal(player).sample(rng), player)


def compare(state: State, player: int, rng: random.Random) -> None:
    """Compare what is remembered with what is worked out."""
    remembered, anew = state.legal(player), worked_out(state, player)
    if not isinstance(remembered, Ready):
        return
    assert len(remembered) == len(anew)
    assert list(remembered) == list(anew)
    seed = rng.random()
    ours, theirs = random.Random(seed), random.Random(seed)
    assert [remembered.sample(ours) for _ in range(5)] == [
        anew[int(theirs.random() * len(anew))] for _ in range(5)
    ]
    assert ours.random() == theirs.random()
    for wrong in (("nothing",), (remembered[0][0], "x", 1, 2)):
        assert wrong not in remembered
        before = state.slots[:]
        with pytest.raises(IllegalAction):
            state.apply(wrong, player)
        assert state.slots == before


def worked_out(state: State, player: int) -> Legal:
    """Return the legal actions without looking any up."""
    node, names = state.node, state.program.names
    slots = state.slots[:]
    slots[node.player] = player
    assert slots[NODE] == state.slots[NODE]
    parts: tuple[Any, ...] = ()
    for offer in node.offers.values():
        clauses = names.get(offer.clauses)
        if clauses is None or not clauses(slots):
            parts += names[offer.domain](slots)
    return Legal(parts)


def bag(high: int, test: Any = None) -> Bags:
    """Return a choice of one to `high` of four pieces."""
    return Bags(("take",), 3 + (1 << 8), 1, high, 0x8080, test)


@pytest.mark.parametrize("test", [None, lambda part: part == 1, lambda part: False])
@pytest.mark.parametrize("high", [2, 4])
def test_each_action_is_equally_likely(high: int, test: Any) -> None:
    for parts in [(bag(high, test),), (bag(high, test), bag(2))]:
        decisions = Decisions((None, lambda slots, parts=parts: parts, lambda slots, action, events: -1))
        ready = decisions.add(0, [])
        assert decisions[0] is ready and isinstance(ready, Ready)
        assert list(ready) == list(Legal(parts)) and set(ready.known) == set(ready)
        every = len(ready)
        assert [ready.sample(Always((one + 0.5) / every)) for one in range(every)] == list(ready)
        if not every:
            with pytest.raises(IndexError):
                ready.sample(random.Random(1))


class Always(random.Random):
    """Draws the same number every time."""

    def __new__(cls, number: float) -> Always:
        return super().__new__(cls)

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number
