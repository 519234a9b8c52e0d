"""`rulesplay explore`: plays a ruleset at every table to find what is wrong with it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK, Failure
from rulesplay.cli.formats import FORMATS, Run, plain, show
from rulesplay.cli.opening import chosen_options, read_rules
from rulesplay.cli.seating import text
from rulesplay.cli.validate import counted
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Exploration, Ruleset

LEVELS = ("info", "warning", "error")


@click.command(name="explore")
@click.argument("ruleset")
@click.option("--players", type=int, metavar="N", help="How many play (every number by default).")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Choose an option.")
@click.option("--preset", metavar="NAME", help="Choose the options of a preset.")
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="Random games a table.")
@click.option(
    "--depth", type=click.IntRange(0), default=8, show_default=True,
    help="How many decisions deep to play in breadth; 0 for not at all.",
)  # fmt: skip
@click.option(
    "--seed",
    callback=text,
    default="",
    metavar="TEXT",
    help="The seed of chance; the same one finds the same.",
)
@click.option(
    "--seconds", type=click.FloatRange(0), default=60.0, show_default=True, help="How long it may take."
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="full", help="How to print the findings."
)
@click.option(
    "--fail-on",
    type=click.Choice(LEVELS),
    default="error",
    show_default=True,
    help="What makes the exit code 1.",
)
@click.option("--scenario", type=click.Path(), metavar="FILE", help="Write the scenarios to a file.")
def command(
    ruleset: str, players: int | None, settings: tuple[str, ...], preset: str | None, games: int, depth: int,
    seed: str, seconds: float, form: str, fail_on: str, scenario: str | None,
) -> int:  # fmt: skip
    """Play a ruleset at random and in breadth: for every number of players, every option value in turn.

    Finds where nobody can go on or the rules fail, with a scenario that leads there, ready for the
    ruleset; games that only the limit ends; and actions, outcomes and endings that never come about.
    Exit codes: 0 nothing found, 1 findings, 2 usage, 3 could not run.
    """
    from rulesplay.engine import Exploration

    path = locate(ruleset)
    rules = read_rules(path)
    exploration = Exploration(rules, games, depth, seed, seconds)
    explore(exploration, rules, players, preset, settings)
    found, blocks = exploration.diagnostics(), exploration.scenarios()
    tell(Run([path], found, [], fail_on), blocks, form, scenario)
    click.echo(summary(exploration, found), err=True)
    bad = LEVELS[LEVELS.index(fail_on) :]
    return FINDINGS if any(one.severity in bad for one in found) else OK


def explore(
    exploration: Exploration,
    rules: Ruleset,
    players: int | None,
    preset: str | None,
    settings: tuple[str, ...],
) -> None:
    """Play at every table that is asked for."""
    from rulesplay.engine import ChoiceError

    try:
        exploration.run(players, chosen_options(rules, preset, settings))
    except ChoiceError as problem:
        raise click.UsageError(str(problem)) from None


def tell(run: Run, blocks: list[str], form: str, path: str | None) -> None:
    """Print the findings, and print or write the scenarios."""
    text = "scenarios:\n" + "".join(blocks)
    if form == "json":
        click.echo(json.dumps({**plain(run), "scenarios": blocks}, indent=2))
    else:
        show(run, form)
    if path is not None and blocks:
        write(path, text)
    elif blocks and form == "full":
        click.echo(text, nl=False)


def write(path: str, text: str) -> None:
    """Write a file."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        raise Failure(f"cannot write {path}: {os.strerror(problem.errno or 0).lower()}", NOT_RUN) from None


def summary(exploration: Exploration, found: list[Diagnostic]) -> str:
    """Return what was played and how much was found, in a line."""
    played = (
        f"{counted(exploration.played, 'game')} and {counted(exploration.positions, 'position')}"
        f" at {counted(exploration.tables, 'table')}"
    )
    cut = ", less than asked for in the time" if exploration.cut else ""
    counts = [
        counted(number, noun)
        for level, noun in (("error", "error"), ("warning", "warning"), ("info", "remark"))
        if (number := sum(one.severity == level for one in found))
    ]
    return f"{played}{cut}: {', '.join(counts) or 'no problems'}"
