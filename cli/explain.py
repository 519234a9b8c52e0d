"""`rulesplay explain`: what a code stands for."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import click

EXAMPLES = Path(__file__).parent / "examples.json"


@click.command(name="explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Say what a code such as RP310 means; without one, list them all."""
    from rulesplay.engine import CODES

    if code is None:
        for one in sorted(CODES.values(), key=lambda one: one.code):
            click.echo(f"{one.code}  {one.title}")
        return
    found = CODES[resolve(code)]
    click.echo(f"{found.code} ({found.slug}): {found.title}\n")
    click.echo("\n".join(textwrap.wrap(found.explanation, 78)))
    if (shown := examples().get(found.code)) is not None:
        parts = [shown["excerpt"]] * bool(shown["excerpt"].strip()) + [shown["output"]]
        click.echo("\nExample:\n\n" + "\n\n".join(textwrap.indent(part, "    ") for part in parts))
    click.echo(f"\n{found.url}")


def examples() -> dict[str, dict[str, str]]:
    """Return an example for each code: some lines, and what is said of them."""
    with open(EXAMPLES, encoding="utf-8") as file:
        return dict(json.load(file))


def resolve(text: str) -> str:
    """Return the code that was meant: `RP310`, `rp310`, `310` or its slug."""
    from rulesplay.engine import CODES, suggest_or_list

    slugs = {one.slug: one.code for one in CODES.values()}
    for name in (text.upper(), f"RP{text}", slugs.get(text.lower(), "")):
        if name in CODES:
            return name
    hint = suggest_or_list(text.upper(), CODES) or ""
    raise click.UsageError(f"there is no code `{text}`; {hint}")
