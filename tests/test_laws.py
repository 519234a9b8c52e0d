"""Laws that hold for every ruleset at every point of every game."""

import itertools
import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_matrix import Table, few_tables, pieces, play, program, shipped, step

from rulesplay.engine import bags
from rulesplay.engine.play.game import Game
from rulesplay.engine.play.state import IllegalAction, State
from rulesplay.engine.program.choices import Bags
from rulesplay.engine.program.layout import PLAYERS

every_ruleset = pytest.mark.parametrize("path", shipped())
quick = settings(max_examples=12, derandomize=True, deadline=None, database=None)
SMALL = 200


@st.composite
def positions(draw: st.DrawFn, path: str) -> tuple[State, random.Random]:
    """Draw a table, a game at it and how far it has come."""
    table = draw(st.sampled_from(few_tables(path)))
    rng = random.Random(draw(st.integers(0, 10**6)))
    state = State.new(program(table))
    if draw(st.booleans()):
        state.resolve_chance(rng)
    for _ in range(draw(st.integers(0, 150))):
        if state.is_over:
            break
        step(state, rng)
    return state, rng


def drawn(path: str, data: st.DataObject) -> tuple[State, random.Random]:
    return data.draw(positions(path))


def frozen(state: State) -> str:
    return json.dumps(state.to_json())


def spoiled(action: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """Return an action with something about it changed at random."""
    place = rng.randrange(len(action) + 2)
    if place == 0 or len(action) == 1:
        return (rng.choice(["", "nothing", "pass", "call"]), *action[1:])
    if place > len(action) - 1:
        return (*action, 0) if place == len(action) else action[:-1]
    value = action[place]
    others = [-1, 0, 1, 10**9, None, "nothing"]
    if isinstance(value, int):
        others += [value + 1, value - 1, value << bags.LANE, value | 1 << bags.LANE - 1]
    return (*action[:place], rng.choice(others), *action[place + 1 :])


@every_ruleset
@quick
@given(st.data())
def test_no_card_is_lost_and_nobody_who_is_out_is_asked(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    before = pieces(State.new(state.program))
    for _ in range(100):
        assert pieces(state) == before
        assert all(state.slots[PLAYERS] >> player & 1 for player in state.players)
        if state.is_over:
            break
        step(state, rng)


@every_ruleset
@quick
@given(st.data())
def test_what_is_listed_is_what_is_accepted(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    for player in state.players:
        legal = state.legal(player)
        assert legal, "somebody is asked and can do nothing"
        if len(legal) <= SMALL:
            listed = list(legal)
            assert len(listed) == len(legal) == len(set(listed))
            assert [legal[index] for index in range(len(legal))] == listed
        for _ in range(10):
            action = legal.sample(rng)
            assert action in legal
            state.clone().apply(action, player)
            wrong = spoiled(action, rng)
            if wrong not in legal:
                refuse(state, wrong, player)
            else:
                state.clone().apply(wrong, player)


def refuse(state: State, action: tuple[Any, ...], player: int | None) -> None:
    """Check that an action is refused and that nothing has happened."""
    before, value = frozen(state), hash(state)
    with pytest.raises(IllegalAction) as refused:
        state.apply(action, player)
    assert refused.value.because
    assert (frozen(state), hash(state)) == (before, value)


@every_ruleset
@quick
@given(st.data())
def test_who_is_not_asked_is_refused(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    action: tuple[Any, ...] = ("nothing",)
    if state.players:
        action = state.legal(state.players[0]).sample(rng)
    for player in set(range(state.program.players)) - set(state.players):
        refuse(state, action, player)
        assert not state.legal(player)
    if len(state.players) != 1:
        refuse(state, action, None)


@every_ruleset
@quick
@given(st.data())
def test_asking_changes_nothing(path: str, data: st.DataObject) -> None:
    state, _ = drawn(path, data)
    before, value = frozen(state), hash(state)
    for player in state.players:
        assert list(itertools.islice(state.legal(player), 20)) == list(
            itertools.islice(state.legal(player), 20)
        )
    _ = state.chance_outcomes(), state.outcome, state.returns(), state.view(None), str(state.kind)
    assert (frozen(state), hash(state)) == (before, value)


@every_ruleset
@quick
@given(st.data())
def test_a_copy_goes_its_own_way(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    copy, before = state.clone(), frozen(state)
    assert copy == state and hash(copy) == hash(state)
    for _ in range(30):
        if copy.is_over:
            break
        step(copy, rng)
    assert frozen(state) == before


@every_ruleset
@quick
@given(st.data())
def test_a_position_goes_to_json_and_back(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    back = State.from_json(state.program, json.loads(frozen(state)))
    assert back == state and hash(back) == hash(state) and frozen(back) == frozen(state)
    seed = rng.random()
    assert play(back, random.Random(seed)) == play(state, random.Random(seed))


@every_ruleset
@quick
@given(st.data())
def test_equal_histories_lead_to_equal_positions(path: str, data: st.DataObject) -> None:
    table: Table = data.draw(st.sampled_from(few_tables(path)))
    seed = data.draw(st.integers(0, 10**6))
    first, second = (State.new(program(table)) for _ in range(2))
    rngs = random.Random(seed), random.Random(seed)
    for _ in range(80):
        assert first == second and hash(first) == hash(second)
        if first.is_over:
            break
        step(first, rngs[0])
        step(second, rngs[1])


@every_ruleset
@quick
@given(st.data())
def test_every_game_ends_and_says_how(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    outcome = play(state, rng).outcome
    assert outcome is not None
    assert outcome.reason in {one.name for one in state.program.endings}
    assert len(outcome.returns) == state.program.players
    assert not state.players and state.chance_outcomes() == []
    refuse(state, ("nothing",), None)


@every_ruleset
@quick
@given(st.data())
def test_chance_adds_up_and_refuses_what_cannot_be(path: str, data: st.DataObject) -> None:
    state, rng = drawn(path, data)
    while not (state.is_chance or state.is_over):
        step(state, rng)
    if state.is_over:
        return
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == 1
    assert all(chance > 0 for _, chance in outcomes)
    assert state.sample_chance(rng) in [value for value, _ in outcomes]
    before = frozen(state)
    with pytest.raises(IllegalAction):
        state.apply_chance("nothing")
    assert frozen(state) == before
    for value, _ in outcomes:
        state.clone().apply_chance(value)


# Choices of some pieces ---------------------------------------------------------------------


@st.composite
def choices(draw: st.DrawFn) -> Bags:
    """Draw a small bag and how many of it may be chosen, with or without a condition."""
    counts = draw(st.lists(st.integers(0, 3), min_size=0, max_size=4))
    low, high = draw(st.integers(0, 4)), draw(st.sampled_from([-1, 0, 1, 2, 3, bags.MOST]))
    test = draw(st.sampled_from([None, lambda bag: bags.size(bag) % 2 == 1, lambda bag: False]))
    return Bags(("lay",), bags.pack(dict(enumerate(counts))), low, high, bags.guard(len(counts)), test)


def every_part(choice: Bags) -> set[int]:
    """Return, the long way, all bags that may be chosen."""
    found = set()
    for taken in itertools.product(*(range(count + 1) for _, count in choice.counts)):
        pairs = zip((kind for kind, _ in choice.counts), taken, strict=True)
        part = bags.pack(dict(pairs))
        if choice.low <= sum(taken) <= choice.high and (choice.test is None or choice.test(part)):
            found.add(part)
    return found


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(choices())
def test_every_index_is_another_choice(choice: Bags) -> None:
    parts = every_part(choice)
    assert len(choice) == len(parts)
    assert set(choice) == {("lay", part) for part in parts}
    assert [choice[index] for index in range(len(choice))] == list(choice)
    assert all(action in choice for action in choice)
    if choice.test is None:
        assert [choice.unrank(rank) for rank in range(len(choice))] == [part for _, part in choice]


class Sequence(random.Random):
    """Numbers that are given: every one of so many equal parts of 0 to 1 in turn."""

    def __init__(self, values: list[float]) -> None:
        super().__init__(0)
        self.values = iter(values)

    def random(self) -> float:
        return next(self.values)


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(choices())
def test_every_choice_is_drawn_equally_often(choice: Bags) -> None:
    parts = every_part(choice)
    if not parts:
        with pytest.raises(IndexError):
            choice.sample(random.Random(0))
        return
    if choice.test is not None:
        assert choice.sample(random.Random(0))[1] in parts
    elif choice.low > 1 or choice.high < bags.size(choice.bag):
        grid = [(index + 0.5) / len(parts) for index in range(len(parts))]
        assert sorted(choice.draw(Sequence([one])) for one in grid) == sorted(parts)
    else:
        grids = [[(k + 0.5) / (count + 1) for k in range(count + 1)] for _, count in choice.counts]
        found = [choice.draw(Sequence([*grid, *(0.99 for _ in grid)])) for grid in itertools.product(*grids)]
        assert set(found) == parts
        assert len(found) - len(parts) == choice.low


@every_ruleset
def test_dealing_at_once_is_dealing_one_by_one(path: str) -> None:
    for table in few_tables(path)[:2]:
        one, other = (State.new(program(table)) for _ in range(2))
        rngs = random.Random(1), random.Random(1)
        one.resolve_chance(rngs[0])
        while other.is_chance:
            other.apply_chance(other.sample_chance(rngs[1]))
        assert (one.kind, one.players, pieces(one)) == (other.kind, other.players, pieces(other))


@pytest.mark.parametrize("odd", [True, False, 1.0, 0.0, -1, 10**9, "1", None, Fraction(1), (1,)], ids=repr)
@pytest.mark.parametrize(
    "name", ["eight_the_liar", "liars_dice", "liars_deck_devil", "liberty_death_or_taxes"]
)
def test_what_is_no_outcome_of_chance_changes_nothing(name: str, odd: Any) -> None:
    state, rng = Game.load(name, players=3).new_state(), random.Random(2)
    while state.is_chance:
        before = state.clone()
        with pytest.raises(IllegalAction):
            state.apply_chance(odd)
        assert state == before
        state.apply_chance(state.sample_chance(rng))
