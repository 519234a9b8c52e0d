"""`rulesplay list`: the rulesets that come with rulesplay."""

from __future__ import annotations

import re
import textwrap

import click

from rulesplay.cli.opening import read_rules
from rulesplay.engine import SHIPPED

COLUMNS = 80


@click.command(name="list")
def command() -> None:
    """List the rulesets that come with rulesplay."""
    for path in sorted(SHIPPED.glob("*.yaml")):
        rules = read_rules(str(path))
        click.echo(f"{path.stem}: {rules.name}, {span(rules.low, rules.high)} players")
        click.echo(f"    {textwrap.shorten(first_sentence(rules.summary), COLUMNS - 4, placeholder=' …')}")
    click.echo("\nPlay one with `rulesplay NAME`; `rulesplay rules NAME` prints its rules.")


def span(low: int, high: int) -> str:
    """Return how many can play."""
    return f"{low}" if low == high else f"{low} to {high}"


def first_sentence(text: str) -> str:
    """Return the first sentence of a summary."""
    return re.split(r"(?<=[.!?]) ", " ".join(text.split()), maxsplit=1)[0]
