"""`rulesplay compile`: what a ruleset becomes."""

from __future__ import annotations

import click

from rulesplay.cli.opening import chosen_options, make_program, read_rules
from rulesplay.engine import locate


@click.command(name="compile")
@click.argument("ruleset")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Choose an option.")
@click.option("--preset", metavar="NAME", help="Choose the options of a preset.")
@click.option("--show", is_flag=True, help="Print the Python source that is run.")
def command(
    ruleset: str, players: int | None, settings: tuple[str, ...], preset: str | None, show: bool
) -> None:
    """Compile a ruleset, for a number of players and options."""
    rules = read_rules(locate(ruleset))
    program = make_program(rules, players, chosen_options(rules, preset, settings))
    if show:
        click.echo(program.source)
        return
    click.echo(f"{rules.name}, {program.players} players, digest {program.digest}")
    click.echo(
        f"{len(program.blocks)} blocks, {len(program.nodes)} places to wait, {len(program.initial)} slots"
    )
