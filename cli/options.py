"""`rulesplay options`: what can be chosen before a game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from rulesplay.cli.opening import read_rules
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Ruleset


@click.command(name="options")
@click.argument("ruleset")
def command(ruleset: str) -> None:
    """List the options and presets of a ruleset, with their values and defaults."""
    rules = read_rules(locate(ruleset))
    span = f"{rules.low}" if rules.low == rules.high else f"{rules.low} to {rules.high}"
    click.echo(f"{rules.name}: {span} players")
    list_options(rules)
    list_presets(rules)


def list_options(rules: Ruleset) -> None:
    """Print the options."""
    from rulesplay.engine import describe

    for name, option in rules.options.items():
        click.echo(f"\n{wrapped(f'{name}: {describe(option)} (default: {shown(option.default)})')}")
        only = f"Only where {' '.join(text_of(option.when).split())}." if option.when is not None else ""
        for text in (option.help, only):
            for line in textwrap.wrap(text, 76):
                click.echo(f"    {line}")
    if not rules.options:
        click.echo("\nIt has no options.")


def list_presets(rules: Ruleset) -> None:
    """Print the presets."""
    for name, chosen in rules.presets.items():
        values = ", ".join(f"{key}={shown(value)}" for key, value in chosen.items())
        click.echo(f"\n{wrapped(f'preset {name}: {values}')}")
        if rules.preset_helps.get(name):
            click.echo(wrapped(f"  {rules.preset_helps[name]}"))


def wrapped(text: str) -> str:
    """Return a text in lines of 80 columns."""
    return textwrap.fill(text, 80, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def text_of(term: Any) -> str:
    """Return an expression as it stands in the file."""
    span = term.span
    return str(span.source.text[span.start : span.end])


def shown(value: Any) -> str:
    """Return a value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
