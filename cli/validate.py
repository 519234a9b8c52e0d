"""`rulesplay validate`: all that is wrong with rulesets."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic

FORMATS = ("full", "concise", "json", "github")
SUFFIXES = (".yaml", ".yml")


@click.command(name="validate")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="full", help="How to print the findings."
)
@click.option(
    "--fail-on", type=click.Choice(("error", "warning")), default="error", help="What makes the exit code 1."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
def command(paths: tuple[str, ...], form: str, fail_on: str, exit_zero: bool) -> int:
    """Check rulesets: files, or folders with all their .yaml and .yml files.

    The findings go to stdout, a summary to stderr. Exit codes: 0 clean, 1 findings, 2 usage, 3 could
    not run (a path that is missing or cannot be read).
    """
    files, missing = find(paths)
    findings = [one for path in files for one in look(path)]
    show(findings, form)
    for message in missing:
        click.echo(f"error: {message}", err=True)
    click.echo(summary(findings, len(files)), err=True)
    return OK if exit_zero else verdict(findings, bool(missing), fail_on)


def find(paths: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the files to look at, each once, and what is wrong with the paths."""
    files: dict[str, None] = {}
    missing = []
    for path in paths:
        within = list(rulesets_in(path)) if os.path.isdir(path) else [path]
        if not within:
            missing.append(f"{path}: there are no rulesets in this folder")
        files |= dict.fromkeys(within)
    return list(files), missing


def rulesets_in(folder: str) -> Iterator[str]:
    """Yield the rulesets below a folder, sorted; hidden folders are passed over."""
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from rulesets_in(entry.path)
        elif entry.name.endswith(SUFFIXES):
            yield entry.path


def look(path: str) -> list[Diagnostic]:
    """Return everything that is wrong with a file."""
    from rulesplay.engine import check

    return check(path)[1]


def show(findings: list[Diagnostic], form: str) -> None:
    """Print the findings."""
    from rulesplay.cli import diagnosing

    if form == "json":
        data = {"version": 1, "diagnostics": [diagnosing.as_data(one) for one in findings]}
        click.echo(json.dumps(data, indent=2))
        return
    render = {"full": diagnosing.full, "concise": diagnosing.concise, "github": diagnosing.github}[form]
    for found in findings:
        click.echo(render(found) + ("\n" if form == "full" else ""))


def summary(findings: list[Diagnostic], files: int) -> str:
    """Return how many files and findings there were."""
    errors = sum(one.is_error for one in findings)
    counts = [counted(errors, "error"), counted(len(findings) - errors, "warning")]
    said = ", ".join(counts) if findings else "nothing found"
    return f"{counted(files, 'file')}: {said}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def verdict(findings: list[Diagnostic], missing: bool, fail_on: str) -> int:
    """Return the exit code."""
    from rulesplay.cli.diagnosing import is_unreadable

    if missing or any(is_unreadable(one) and one.code != "RP011" for one in findings):
        return NOT_RUN
    bad = any(one.is_error or fail_on == "warning" for one in findings)
    return FINDINGS if bad else OK
