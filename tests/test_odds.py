"""The odds of the sources, exact by enumeration of chance (LB-12, LB-13, R-15, R-28, LD F-3)."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulesplay.engine import State, compile_rules, load

RULESETS = Path(__file__).parent.parent / "rulesets"


class LosingSeat:
    """Chance as it must fall for the first seat to lose every round: five kings against five aces."""

    def __init__(self, chamber: int) -> None:
        self.chambers = [chamber, 6]
        self.dealt = 0

    def outcome(self, state: State) -> object:
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        deck = state.node.deck
        if deck:
            self.dealt += 1
            label = "king" if (self.dealt - 1) % 10 < 5 else "ace"
            return state.program.labels[deck].index(label)
        if outcomes == list(range(1, 7)):
            return self.chambers.pop(0)
        return "ace" if "ace" in outcomes else 0


def pull_of_death(chamber: int) -> int:
    """Play rounds that the first seat loses; return at which pull it dies."""
    program = compile_rules(load(RULESETS / "liars_deck.yaml"), 2, {"first_starter": "seat0"})
    state, luck, rounds = State.new(program), LosingSeat(chamber), 0
    king = 1 << (8 * program.labels["cards"].index("king"))
    while not state.is_over:
        if state.is_chance:
            state.apply_chance(luck.outcome(state))
        elif state.player == 0:
            state.apply(("play", king))
        else:
            rounds += 1
            state.apply(("call",))
    assert state.outcome is not None and state.outcome.winners == (1,)
    return rounds


def test_a_revolver_kills_at_each_pull_with_one_in_six() -> None:
    program = compile_rules(load(RULESETS / "liars_deck.yaml"), 2)
    first = State.new(program).chance_outcomes()
    assert [chance for _, chance in first] == [Fraction(1, 6)] * 6
    deaths: Counter[int] = Counter()
    for chamber, chance in first:
        deaths[pull_of_death(chamber)] += chance  # type: ignore[assignment]
    assert deaths == {pull: Fraction(1, 6) for pull in range(1, 7)}


ODDS = ("1/6", "1/5", "1/4", "1/3", "1/2", "1")


@pytest.mark.parametrize(("pull", "odds"), list(enumerate(map(Fraction, ODDS), 1)))
def test_the_odds_given_survival(pull: int, odds: Fraction) -> None:
    alive = Fraction(7 - pull, 6)
    assert Fraction(1, 6) / alive == odds


@pytest.mark.parametrize("star", [1, 6])
def test_a_die_matches_a_number_bid_with_one_in_three(star: int) -> None:
    program = compile_rules(load(RULESETS / "liars_dice.yaml"), 2, {"star_replaces": star})
    state = State.new(program)
    while state.node.purpose != "roll":
        state.apply_chance(state.chance_outcomes()[0][0])
    labels = program.labels["yellow"]
    odds = {labels[face]: chance for face, chance in state.chance_outcomes()}
    assert set(odds.values()) == {Fraction(1, 6)} and len(odds) == 6
    assert odds["*"] + odds["3"] == Fraction(1, 3)
