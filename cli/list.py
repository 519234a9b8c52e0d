"""`rulesplay list`: the rulesets that come with rulesplay."""

from __future__ import annotations

import re
import textwrap

import click

from rulesplay.cli.opening import SHIPPED, read_rules

COLUMNS = 80


@click.command(name="list")
def command() -> None:
    """List the rulesets that come with rulesplay."""
    found = [(path.stem, read_rules(str(path))) for path in sorted(SHIPPED.glob("*.yaml"))]
    widest = max((len(name) for name, _ in found), default=0)
    for name, rules in found:
        said = f"{rules.name} ({span(rules.low, rules.high)}). {first_sentence(rules.summary)}"
        click.echo(f"{name:<{widest}}  {textwrap.shorten(said, COLUMNS - widest - 2, placeholder=' …')}")
    click.echo("\nPlay one with `rulesplay NAME`; `rulesplay rules NAME` prints its rules.")


def span(low: int, high: int) -> str:
    """Return how many can play."""
    return f"{low}" if low == high else f"{low} to {high}"


def first_sentence(text: str) -> str:
    """Return the first sentence of a summary."""
    return re.split(r"(?<=[.!?]) ", " ".join(text.split()), maxsplit=1)[0]
