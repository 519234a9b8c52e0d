"""`rulesplay play`, or just `rulesplay RULESET`: a game at the terminal."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

import click

from rulesplay.cli.opening import chosen_options, make_program, new_match, read_rules
from rulesplay.cli.seating import name_all, seat_all, text
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Program

BOTS = ("casual", "random")


@click.command(name="play")
@click.argument("ruleset")
@click.option("--players", type=int, metavar="N", help="How many play (4 if the game takes 4).")
@click.option("--humans", type=click.IntRange(min=0), metavar="N", help="How many of them are people (1).")
@click.option("--watch", is_flag=True, help="Watch bots play.")
@click.option("--seed", callback=text, metavar="TEXT", help="Repeat the chance of another game.")
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Choose an option of the game."
)
@click.option("--preset", metavar="NAME", help="Choose the options of a preset.")
@click.option("--names", callback=text, metavar="A,B,…", help="The names of the players.")
@click.option("--bots", type=click.Choice(BOTS), default=BOTS[0], show_default=True, help="How bots play.")
@click.option("--save", metavar="FILE", type=click.Path(), help="Save the game at every decision.")
@click.option(
    "--log", "log", type=click.Choice(("text", "json")), default="text", help="What goes to stdout."
)
@click.option("--plain", is_flag=True, help="No colours, and nothing but lines.")
def command(
    ruleset: str,
    players: int | None,
    humans: int | None,
    watch: bool,
    seed: str | None,
    settings: tuple[str, ...],
    preset: str | None,
    names: str | None,
    bots: str,
    save: str | None,
    log: str,
    plain: bool,
) -> int:
    """Play a ruleset: you against bots, several people in turn, or bots alone.

    RULESET is a file, or the name of a ruleset that comes with rulesplay. `rulesplay options RULESET`
    lists what can be chosen with --set.
    """
    from rulesplay.cli.saving import Saver
    from rulesplay.cli.session import open_session

    path = locate(ruleset)
    program = compiled(path, players, settings, preset)
    seats = seat_all(program.players, humans, watch, bots)
    seed = f"{secrets.randbelow(10**9):09}" if seed is None else seed
    match = new_match(program, seed, name_all(program.players, names), seats)
    match.record.path = os.path.abspath(path)
    return open_session(match, Saver(save), log == "json", plain).run()


def compiled(path: str, players: int | None, settings: tuple[str, ...], preset: str | None) -> Program:
    """Return the program of a ruleset file."""
    rules = read_rules(path)
    return make_program(rules, players, chosen_options(rules, preset, settings))
