"""`rulesplay validate`: all that is wrong with rulesets."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK
from rulesplay.cli.formats import FORMATS, Run, show

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic

SUFFIXES = (".yaml", ".yml")
MOST = (1 << 20) + 4  # of standard input: what is longer is refused anyway


@click.command(name="validate")
@click.argument("paths", nargs=-1, type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="full", help="How to print the findings."
)
@click.option(
    "--fail-on", type=click.Choice(("error", "warning")), default="error", help="What makes the exit code 1."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option("--stdin", "piped", is_flag=True, help="Check one ruleset that comes on standard input.")
@click.option(
    "--stdin-filename",
    "name",
    metavar="NAME",
    help="What it is called, and where `extends` starts from; needs --stdin.",
)
def command(
    paths: tuple[str, ...], form: str, fail_on: str, exit_zero: bool, piped: bool, name: str | None
) -> int:
    """Check rulesets: files, or folders with all their .yaml and .yml files.

    The findings go to stdout, a summary to stderr. Exit codes: 0 clean, 1 findings, 2 usage, 3 could
    not run (a path that is missing or cannot be read).
    """
    if piped == bool(paths):
        raise click.UsageError("give either paths or --stdin")
    if name is not None and not piped:
        raise click.UsageError("`--stdin-filename` needs `--stdin`")
    run = look_at_input(name or "<stdin>", fail_on) if piped else look_at_files(paths, fail_on)
    show(run, form)
    for message in run.missing:
        click.echo(f"error: {message}", err=True)
    if run.files:
        click.echo(summary(run.findings, len(run.files)), err=True)
    return OK if exit_zero else verdict(run)


def look_at_files(paths: tuple[str, ...], fail_on: str) -> Run:
    """Check the files at some paths."""
    files, missing = find(paths)
    return Run(files, distinct(one for path in files for one in look(path)), missing, fail_on)


def look_at_input(name: str, fail_on: str) -> Run:
    """Check what comes on standard input."""
    from rulesplay.engine import check_source, source_of

    source, findings = source_of(sys.stdin.buffer.read(MOST), name)
    if source is not None:
        _, findings = check_source(source)
    return Run([name], findings, [], fail_on)


def distinct(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings without those told twice: what is wrong with a base comes with its variants too."""
    kept: dict[tuple[str, str, int, str], Diagnostic] = {}
    for one in findings:
        kept.setdefault((one.code, one.span.source.name, one.span.start, one.message), one)
    return list(kept.values())


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


def rulesets_in(folder: str, visited: set[str] | None = None) -> Iterator[str]:
    """Yield the rulesets below a folder, sorted; hidden folders, and those met before, are passed over."""
    visited = set() if visited is None else visited
    if (real := os.path.realpath(folder)) in visited:
        return
    visited.add(real)
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.name.startswith("."):
            continue
        if os.path.isdir(entry.path):
            yield from rulesets_in(entry.path, visited)
        elif entry.name.endswith(SUFFIXES):
            yield entry.path


def look(path: str) -> list[Diagnostic]:
    """Return everything that is wrong with a file; one that was clean and has not changed still is."""
    from rulesplay.cli.warm import is_clean, note_clean

    if is_clean(path):
        return []
    from rulesplay.engine import check

    rules, findings = check(path)
    if rules is not None and not findings:
        note_clean(path, rules)
    return findings


def summary(findings: list[Diagnostic], files: int) -> str:
    """Return how many files and findings there were."""
    errors = sum(one.is_error for one in findings)
    counts = [counted(errors, "error"), counted(len(findings) - errors, "warning")]
    said = ", ".join(counts) if findings else "no problems"
    return f"{counted(files, 'file')}: {said}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def verdict(run: Run) -> int:
    """Return the exit code."""
    if run.unread:
        return NOT_RUN
    return FINDINGS if any(map(run.is_failure, run.findings)) else OK
