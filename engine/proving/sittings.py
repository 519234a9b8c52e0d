"""The tables at which a ruleset may be played: every number of players, every option value one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..program.compiling import ChoiceError, choose
from ..rules.kinds import BOOLEAN
from ..rules.model import Option, Ruleset
from ..rules.terms import OptionValue, walk


@dataclass(frozen=True)
class Sitting:
    """A number of players and their options; `changed` are those that differ from the usual ones."""

    players: int
    options: dict[str, Any]
    changed: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        pairs = [f"`{name} = {written(value)}`" for name, value in self.changed.items()]
        return " and ".join([f"with {self.players} players", *pairs])


def sittings(rules: Ruleset, players: int | None, options: dict[str, Any]) -> list[Sitting]:
    """Return the tables to play at; `options` are the usual ones there.

    Raises ChoiceError for options or players that the ruleset does not take.
    """
    numbers = range(rules.low, rules.high + 1) if players is None else (players,)
    for number in numbers:
        choose(rules, number, options if players is not None else {})
    usual = [Sitting(number, options) for number in numbers if fits(rules, number, options)]
    if not usual:
        choose(rules, numbers[0], options)
    return usual + [Sitting(one.players, *more) for one in usual for more in others(rules, one)]


def others(rules: Ruleset, usual: Sitting) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield all options and the changed ones of the tables that differ from a usual one in one option.

    An option that may only be set beside another value of a second one gets that as well.
    """
    chosen = choose(rules, usual.players, usual.options)
    single = [{name: value} for name, value in settings(rules) if value != chosen[name]]
    for one in single:
        for beside in ({}, *single):
            changed = beside | one
            if fits(rules, usual.players, usual.options | changed):
                yield usual.options | changed, changed
                break


def fits(rules: Ruleset, players: int, options: dict[str, Any]) -> bool:
    """Tell whether a ruleset takes these options."""
    try:
        choose(rules, players, options)
    except ChoiceError:
        return False
    return True


def settings(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    """Yield options with their values, less those that say how long a game may last."""
    limit = rules.limit.when if rules.limit is not None else None
    lasting = (
        {one.name for one in walk(limit) if isinstance(one, OptionValue)} if limit is not None else set()
    )
    for name, option in rules.options.items():
        if name not in lasting:
            yield from ((name, value) for value in values(option))


def values(option: Option) -> tuple[Any, ...]:
    """Return the values of an option; of a range the ends."""
    if option.kind == BOOLEAN:
        return (False, True)
    return option.values or tuple(one for one in (option.low, option.high) if one is not None)


def written(value: Any) -> str:
    """Return the value of an option as a ruleset writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
