"""`rulesplay flatten`: a variant with everything it extends, as one ruleset."""

from __future__ import annotations

import click

from rulesplay.cli.opening import broken
from rulesplay.engine import locate


@click.command(name="flatten")
@click.argument("ruleset")
def command(ruleset: str) -> None:
    """Print a ruleset with all it extends laid in; a comment says where a part came from."""
    from rulesplay.engine import flatten, whole

    root, problems = whole(locate(ruleset))
    if root is None or any(one.is_error for one in problems):
        raise broken(tuple(problems))
    click.echo(flatten(root), nl=False)
