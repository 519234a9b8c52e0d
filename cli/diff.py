"""`rulesplay diff`: what differs between two rulesets, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import FINDINGS, OK
from rulesplay.cli.opening import broken
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Node


@click.command(name="diff")
@click.argument("base")
@click.argument("other")
@click.option("--scenarios", is_flag=True, help="Compare the scenarios too.")
def command(base: str, other: str, scenarios: bool) -> int:
    """List what differs between two rulesets: + added, - removed, ~ changed, > moved.

    Exit codes: 0 nothing differs, 1 something does, 3 a ruleset cannot be read.
    """
    from rulesplay.engine import compare

    found = [
        one for one in compare(tree(base), tree(other)) if scenarios or not one.name.startswith("scenarios")
    ]
    for one in found:
        click.echo(str(one))
    return FINDINGS if found else OK


def tree(name: str) -> Node:
    """Return the whole tree of a ruleset, or fail with what is wrong with it."""
    from rulesplay.engine import whole

    root, problems = whole(locate(name))
    if root is None or any(one.is_error for one in problems):
        raise broken(tuple(problems))
    return root
