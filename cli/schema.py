"""`rulesplay schema`: the JSON Schema of rulesets or variants, for editors and other tools."""

from __future__ import annotations

from pathlib import Path

import click

FOLDER = Path(__file__).parent.parent / "schema"


@click.command(name="schema")
@click.argument("name", type=click.Choice(("ruleset", "variant")), default="ruleset")
@click.option("--path", "only_path", is_flag=True, help="Print where the file is instead of what is in it.")
def command(name: str, only_path: bool) -> None:
    """Print the JSON Schema of rulesets (or of variants).

    An editor with a YAML language server completes and explains keys when the first line of a file is
    `# yaml-language-server: $schema=PATH`.
    """
    path = FOLDER / f"{name}.schema.json"
    click.echo(path if only_path else path.read_text(encoding="utf-8"), nl=only_path)
