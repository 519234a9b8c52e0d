"""Every ruleset, with every number of players and every value of every option, plays to its end.

`RULESPLAY_GAMES=1000` plays so many games at each table instead of a few.
"""

import itertools
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulesplay.engine.diagnostics import RulesetError
from rulesplay.engine.loading import load
from rulesplay.engine.play.state import State
from rulesplay.engine.program.compiling import ChoiceError, choose, compile_rules
from rulesplay.engine.program.program import Program
from rulesplay.engine.rules.model import Option, Ruleset

RULESETS = Path(__file__).parent.parent / "rulesets"
GAMES = int(os.environ.get("RULESPLAY_GAMES", "5"))


class Table(NamedTuple):
    """A ruleset with a number of players and the options that are not as usual."""

    path: str
    players: int = 0
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.path, str(self.players), *(f"{name}={value}" for name, value in self.options)])


@cache
def ruleset(path: str) -> Ruleset:
    return load(RULESETS / path)


@cache
def program(table: Table) -> Program:
    return compile_rules(ruleset(table.path), table.players, dict(table.options))


def shipped() -> list[str]:
    return sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.rglob("*.yaml"))


@cache
def loadable(path: str) -> Ruleset | None:
    """Return a ruleset, or None for one that is broken: its own test says so."""
    try:
        return ruleset(path)
    except RulesetError:
        return None


def values(option: Option) -> list[Any]:
    """Return the values to try: all that are listed, else the ends of the range."""
    listed = option.values or (option.low, option.high)
    return [value for value in listed if value is not None and value != option.default]


def settings(rules: Ruleset, players: int) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Yield the usual options, then each value of each with what it takes to be allowed."""
    yield ()
    for name, option in rules.options.items():
        for value in values(option):
            yield from itertools.islice(allowed(rules, players, name, value), 1)


def allowed(rules: Ruleset, players: int, name: str, value: Any) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Yield the choices with a value that a table takes, those with the fewest changes first."""
    helpers = [((key, other),) for key, one in rules.options.items() if key != name for other in values(one)]
    for more in [(), *helpers]:
        chosen = ((name, value), *more)
        try:
            choose(rules, players, dict(chosen))
        except ChoiceError:
            continue
        yield chosen


@cache
def tables(path: str) -> list[Table]:
    """Return every table at which a ruleset can be played."""
    rules = loadable(path)
    if rules is None:
        return [Table(path)]
    seats = range(rules.low, rules.high + 1)
    return [Table(path, players, options) for players in seats for options in settings(rules, players)]


@cache
def few_tables(path: str) -> list[Table]:
    """Return every number of players and every option value once, not all with each other."""
    rules = loadable(path)
    if rules is None:
        return [Table(path)]
    seats = range(rules.low, rules.high + 1)
    found = {players: Table(path, players) for players in seats}
    chosen: dict[tuple[str, Any], Table] = {}
    wanted = [(name, value) for name, option in rules.options.items() for value in values(option)]
    for turn, (name, value) in enumerate(wanted):
        for step in range(len(seats)):
            players = seats[(turn + step) % len(seats)]
            if options := next(allowed(rules, players, name, value), None):
                chosen[name, value] = Table(path, players, options)
                break
    return [*found.values(), *chosen.values()]


def pieces(state: State) -> dict[str, int]:
    """Return what lies in the zones of each deck of cards, as one bag."""
    layout, rules = state.program.layout, state.program.rules
    found = {name: 0 for name, deck in rules.decks.items() if not deck.die}
    for name, zone in rules.zones.items():
        first, number = layout.slots[name], state.program.players if zone.each else 1
        if not zone.die:
            found[zone.deck] += sum(state.slots[first : first + number])
    return found


def step(state: State, rng: random.Random) -> None:
    """Let chance or a player move at random."""
    if state.is_chance:
        state.apply_chance(state.sample_chance(rng))
    else:
        player = rng.choice(state.players)
        state.apply(state.legal(player).sample(rng), player)


def play(state: State, rng: random.Random, most: int = 200_000) -> State:
    """Play on at random; a game that is not over after so many moves never ends."""
    for _ in range(most):
        if state.is_over:
            return state
        step(state, rng)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("path", shipped())
def test_every_number_of_players_and_every_option_plays_to_the_end(path: str) -> None:
    ruleset(path)
    for table in tables(path):
        for seed in range(GAMES):
            state = State.new(program(table))
            before = pieces(state)
            play(state, random.Random(seed))
            assert pieces(state) == before, (str(table), seed)
            assert state.outcome is not None
            assert all(0 <= seat < table.players for seat in state.outcome.winners)


@pytest.mark.parametrize("path", shipped())
def test_every_option_value_is_tried(path: str) -> None:
    rules = ruleset(path)
    tried = {pair for table in few_tables(path) for pair in table.options}
    assert {(name, value) for name, one in rules.options.items() for value in values(one)} <= tried
