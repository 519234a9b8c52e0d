"""What the scenarios of a ruleset come to, for `rulesplay test --coverage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulesplay.engine import Count, Coverage

Covered = dict[str, "Coverage"]  # by the path of the ruleset


def report(covered: Covered, fail_under: int | None, gaps: bool) -> bool:
    """Print what was come to in each file; return whether all of them come to enough.

    With `gaps` what was not stands in front, a line each, on stdout; else all goes to stderr.
    """
    from rulesplay.cli.diagnosing import concise

    enough = True
    for path, coverage in covered.items():
        for found in coverage.gaps() if gaps else ():
            click.echo(concise(found))
        click.echo(f"coverage of {path}:", err=not gaps)
        total = coverage.count()
        for line in table([*coverage.counts(), total]):
            click.echo(line, err=not gaps)
        if fail_under is not None and not total.reaches(fail_under):
            enough = False
            said = f"error: {path}: {total.covered} of {total.total} is less than {fail_under} of a hundred"
            click.echo(said, err=True)
    return enough


def table(counts: list[Count]) -> list[str]:
    """Return a line for each kind: what it is, how much of it, and that in whole parts of a hundred."""
    widest = max(len(one.heading) for one in counts)
    digits = max(len(str(one.total)) for one in counts)
    return [
        f"  {one.heading.ljust(widest)}  {str(one.covered).rjust(digits)} of {str(one.total).rjust(digits)}"
        f"  {one.percent:3d}%"
        for one in counts
    ]
