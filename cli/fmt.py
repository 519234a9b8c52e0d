"""`rulesplay fmt`: the usual order of keys."""

from __future__ import annotations

import difflib
import os
import tempfile
from pathlib import Path

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK, printable
from rulesplay.cli.validate import counted, find


@click.command(name="fmt")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if something would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Put the keys of rulesets into the usual order: files, or folders with all their rulesets.

    Keys move with their lines and the comments above them; values, names that you chose, and the order
    of those stay as they are. A file that is not YAML is left alone. Exit codes: 0 done, 1 something
    would change (--check, --diff), 2 usage, 3 could not run.
    """
    files, missing = find(paths)
    changed = 0
    for path in files:
        try:
            before, after = formatted(path)
        except (OSError, ValueError) as problem:
            missing.append(f"{path}: {why(problem)}")
            continue
        if after != before:
            changed += 1
            tell(path, before, after, check, diff)
    for message in missing:
        click.echo(f"error: {message}", err=True)
    verb = "would change" if check or diff else "changed"
    click.echo(f"{counted(len(files), 'file')}: {changed or 'none'} {verb}", err=True)
    if missing:
        return NOT_RUN
    return FINDINGS if changed and (check or diff) else OK


def why(problem: OSError | ValueError) -> str:
    """Return why a file cannot be formatted."""
    return str(getattr(problem, "strerror", None) or problem).lower()


def formatted(path: str) -> tuple[str, str]:
    """Return the text of a file, as it is and as it should be."""
    from rulesplay.engine import Guide, Source, format_source, schema_of, source_of, tree_of

    data = Path(path).read_bytes()
    source, problems = source_of(data, path)
    if source is None:
        raise ValueError(problems[0].message)
    mark = "\ufeff" if data.startswith(b"\xef\xbb\xbf") else ""
    guide = Guide.of(schema_of(tree_of(source)))
    return mark + source.text, mark + format_source(Source(path, source.text), guide)


def tell(path: str, before: str, after: str, check: bool, diff: bool) -> None:
    """Say that a file is not in the usual form, or put it there."""
    if diff:
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="")
        click.echo("\n".join(map(printable, lines)))
    elif check:
        click.echo(f"would change {path}")
    else:
        replace(path, after)
        click.echo(f"changed {path}")


def replace(path: str, text: str) -> None:
    """Put a text into a file, whole or not at all; who may read it stays the same."""
    real = os.path.realpath(path)
    handle, name = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".fmt-")
    try:
        with open(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        os.chmod(name, os.stat(real).st_mode & 0o7777)
        os.replace(name, real)
    except BaseException:
        os.unlink(name)
        raise
