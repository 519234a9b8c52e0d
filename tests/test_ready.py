"""Decisions that are remembered offer, draw, take and refuse what they would if they were worked out anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulesplay.engine.compiling import compile_rules
from rulesplay.engine.layout import NODE
from rulesplay.engine.loading import load
from rulesplay.engine.ready import Decisions, Ready
from rulesplay.engine.runtime import Bags, Legal
from rulesplay.engine.state import IllegalAction, State

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
    assert [remembered.sample(ours) for _ in range(5)] == [anew.sample(theirs) for _ in range(5)]
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
def test_draws_with_and_without_a_test(high: int, test: Any) -> None:
    choices = [(bag(high, test),), (bag(high, test), bag(2))]
    for parts in choices:
        decisions = Decisions((None, lambda slots, parts=parts: parts))
        ready, plain = decisions.add(0, []), Legal(parts)
        assert decisions.get(0) is ready and isinstance(ready, Ready)
        if len(plain):
            ours, theirs = random.Random(1), random.Random(1)
            assert [ready.sample(ours) for _ in range(50)] == [plain.sample(theirs) for _ in range(50)]
        else:
            with pytest.raises(IndexError):
                ready.sample(random.Random(1))
