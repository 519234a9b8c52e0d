"""`rulesplay rules`: the rulebook of a ruleset, for the table it is asked for."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from rulesplay.cli.opening import chosen_options, make_program, read_rules
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Section

WIDTH = 80


@click.command(name="rules")
@click.argument("ruleset")
@click.option("--players", type=int, help="For how many players.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Choose an option.")
@click.option("--preset", help="Choose a named set of options.")
@click.option(
    "--format", "form", type=click.Choice(("text", "markdown")), default="text", help="How to print it."
)
def command(
    ruleset: str, players: int | None, settings: tuple[str, ...], preset: str | None, form: str
) -> None:
    """Print the rules of a game as its ruleset has them, with the options chosen."""
    from rulesplay.engine import markdown, write_rulebook

    rules = read_rules(locate(ruleset))
    sections = write_rulebook(make_program(rules, players, chosen_options(rules, preset, settings)))
    click.echo(markdown(sections) if form == "markdown" else plain(sections), nl=form == "text")


def plain(sections: list[Section]) -> str:
    """Return the rulebook as lines of text."""
    lines: list[str] = []
    for number, section in enumerate(sections):
        lines += [section.title.upper() if number == 0 else section.title]
        lines += ["=" * len(section.title) if number == 0 else "-" * len(section.title)]
        lines += [*wrapped(section.lines, 0, bullets=number > 0), ""]
    return "\n".join(lines)


def wrapped(lines: list[Any], depth: int, bullets: bool) -> list[str]:
    """Return sentences as wrapped lines, what belongs to one indented below it."""
    out: list[str] = []
    for line in lines:
        if isinstance(line, list):
            out += wrapped(line, depth + 1, bullets)
            continue
        lead = "  " * depth + ("- " if bullets else "")
        out += textwrap.wrap(line, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead)) or [""]
    return out
