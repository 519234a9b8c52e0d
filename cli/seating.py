"""Who sits where: the names of the seats, and which of them people play."""

from __future__ import annotations

from collections.abc import Sequence

import click

HUMAN = "human"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
LONGEST = 20


def seat_all(players: int, humans: int | None, watch: bool, bots: str) -> tuple[str, ...]:
    """Return who plays each seat: people first, then bots."""
    if watch and humans:
        raise click.UsageError("`--watch` has bots on all seats: leave out `--humans`")
    people = 0 if watch else 1 if humans is None else humans
    if people > players:
        raise click.UsageError(f"there are {players} players, so `--humans` can be at most {players}")
    return (HUMAN,) * people + (bots,) * (players - people)


def name_all(players: int, given: str | None) -> tuple[str, ...]:
    """Return the name of every seat: those given, then the usual ones."""
    names = [name.strip() for name in given.split(",")] if given is not None else []
    if len(names) > players:
        raise click.UsageError(f"`--names` has {len(names)} names for {players} players")
    for name in names:
        check_name(name)
    taken = {name.casefold() for name in names}
    usual = [*NAMES, *(f"Player {seat + 1}" for seat in range(players))]
    names += [name for name in usual if name.casefold() not in taken][: players - len(names)]
    if len({name.casefold() for name in names}) < players:
        raise click.UsageError("`--names` has a name twice")
    return tuple(names)


def check_name(name: str) -> None:
    """Refuse a name that would spoil the log."""
    if not name or not name.isprintable():
        raise click.UsageError("`--names` has a name without a letter, or with one that cannot be printed")
    if len(name) > LONGEST:
        raise click.UsageError(f"`--names` has a name of more than {LONGEST} letters")


def text(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Return the text of an option; bytes that are none were passed on by the shell as they are."""
    try:
        (given or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter("this is not UTF-8", ctx, param) from None
    return given


def people(controllers: Sequence[str]) -> list[int]:
    """Return the seats that people play."""
    return [seat for seat, who in enumerate(controllers) if who == HUMAN]


def only_viewer(controllers: Sequence[str]) -> int | None:
    """Return the seat of the only person at the table; None where there are none or several."""
    seats = people(controllers)
    return seats[0] if len(seats) == 1 else None
