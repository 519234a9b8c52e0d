"""`rulesplay replay`: a saved game from its beginning."""

from __future__ import annotations

import sys

import click

from rulesplay.cli.exits import Failure
from rulesplay.cli.resume import reopen


@click.command(name="replay")
@click.argument("file", type=click.Path())
@click.option("--ruleset", metavar="PATH", help="Where the ruleset is now.")
@click.option("--seat", type=int, metavar="N", help="See what the player on this seat saw.")
@click.option("--open", "open_", is_flag=True, help="See everything.")
@click.option("--plain", is_flag=True, help="No colours.")
def command(file: str, ruleset: str | None, seat: int | None, open_: bool, plain: bool) -> None:
    """Show a saved game from its beginning, as a watcher saw it."""
    from rulesplay.cli import board
    from rulesplay.cli.reporting import Teller, result
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import EVERYTHING

    match = reopen(file, ruleset)
    if seat is not None and not 0 < seat <= match.program.players:
        raise Failure(f"there are seats 1 to {match.program.players}", 2)
    viewer = EVERYTHING if open_ else None if seat is None else seat - 1
    screen = Screen(sys.stdout, plain)
    teller = Teller(screen, None)
    teller.start(match)
    teller.catch_up(match, viewer)
    screen.say()
    screen.say(result(match) if match.state.is_over else "The game is not over.", "bold")
    board.draw(screen, match, viewer)
