"""`rulesplay new`: a ruleset or a variant to start from, with comments."""

from __future__ import annotations

import json
import os
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import NOT_RUN, Failure
from rulesplay.cli.opening import read_rules
from rulesplay.cli.seating import text
from rulesplay.engine import locate

if TYPE_CHECKING:
    from rulesplay.engine import Ruleset

HERE = Path(__file__).parent
ID = re.compile(r"[a-z][a-z0-9_]*")
# What a variant may say about entries of a section of its base.
HINTS = {
    "options": "{default: …}",
    "zones": "{seen_by: everyone}",
    "variables": "{starts: …}",
    "actions": "{title: …, when: …, because: …}",
    "challenges": "{outcomes: …}",
    "procedures": "{do: {at: …}}",
    "ending": "{when: …, winners: …}",
}


@click.command(name="new")
@click.argument("name", type=click.Path())
@click.option("--extends", "base", metavar="BASE", help="Make a variant of this ruleset, not a whole game.")
@click.option("--title", callback=text, help="The name of the game for people; made from NAME if left out.")
@click.option(
    "--schema",
    callback=text,
    metavar="PATH",
    help="Where an editor finds the schema; else one in a folder `schema` above.",
)
def command(name: str, base: str | None, title: str | None, schema: str | None) -> None:
    """Write NAME.yaml, a small ruleset (or with --extends a variant) with comments, ready to be changed.

    The file is a valid ruleset from the start. A file that exists is never overwritten.
    """
    path = name if name.endswith((".yaml", ".yml")) else f"{name}.yaml"
    id_ = Path(path).stem
    if not ID.fullmatch(id_):
        raise click.UsageError(f"`{id_}` is no name: take small letters, digits and underscores")
    words = {"ID": id_, "NAME": quoted(title or id_.replace("_", " ").title())}
    kind = "ruleset" if base is None else "variant"
    text = (HERE / f"new_{'game' if base is None else 'variant'}.yaml").read_text(encoding="utf-8")
    if schema is not None and not schema.isprintable():
        raise click.BadParameter("a path on one line, please", param_hint="`--schema`")
    if (found := schema or schema_for(path, f"{kind}.schema.json")) is not None:
        words["SCHEMA"] = found
    else:
        text = text.partition("\n")[2]
    if base is not None:
        words |= words_of_base(path, base)
    write(path, fill(text, words))
    click.echo(f"{path}: play it with `rulesplay {path}`, check it with `rulesplay validate {path}`")


def fill(text: str, words: dict[str, str]) -> str:
    """Return a template with its words, which stand in capitals, put in."""
    form = re.compile(rf"\b({'|'.join(sorted(words, key=len, reverse=True))})\b")
    return form.sub(lambda found: words[found[1]], text)


def quoted(text: str) -> str:
    """Return a text as YAML takes it."""
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_ ,.()-]*[A-Za-z0-9.)]", text)
    return text if plain and text.lower() not in YAML_WORDS else json.dumps(text, ensure_ascii=False)


YAML_WORDS = ("yes", "no", "on", "off", "true", "false", "null", "none", "y", "n")


def words_of_base(path: str, base: str) -> dict[str, str]:
    """Return what a variant says of its base; a base with faults is refused."""
    rules = read_rules(locate(base))
    first = next(iter(rules.scenarios), "name_of_it")
    return {
        "EXTENDS": quoted_path(way_to(base, os.path.dirname(path))),
        "BASENAME": " ".join(rules.name.split()),
        "CHANGES": "\n".join(changes(rules)),
        "CHANGED": f"#   {first}: Why it does not hold here.",
    }


def way_to(base: str, folder: str) -> str:
    """Return how a file in a folder names its base: a shipped one by its name, which holds everywhere."""
    found = locate(base)
    beside = os.path.join(folder, os.path.basename(found))  # what the name would mean there, if it exists
    if found != base and (not os.path.exists(beside) or os.path.samefile(beside, found)):
        return os.path.basename(found)
    return os.path.relpath(found, folder or ".").replace(os.sep, "/")


def quoted_path(path: str) -> str:
    """Return a path as YAML takes it."""
    return path if re.fullmatch(r"[A-Za-z0-9_./-]+", path) else json.dumps(path, ensure_ascii=False)


def changes(rules: Ruleset) -> list[str]:
    """Return a line for what can be changed, with the names that the base has."""
    lines = [f"#   players: {{min: {rules.low}, max: {rules.high}}}"]
    for section, hint in HINTS.items():
        names = names_of(rules, section)
        if names:
            told = textwrap.wrap(f"here: {', '.join(names)}", 90)
            lines += [f"#   {section}:", *(f"#     # {line}" for line in told), f"#     {names[0]}: {hint}"]
    return lines


def names_of(rules: Ruleset, section: str) -> list[str]:
    """Return the names of a section of the base."""
    return list(getattr(rules, "endings" if section == "ending" else section))


def schema_for(path: str, name: str) -> str | None:
    """Return the way to a schema that goes with the file, in a folder `schema` further up, if there is one.

    The path of the installed one would be of no use on another machine.
    """
    folder = Path(path).absolute().parent
    for above in (folder, *folder.parents):
        if (above / "schema" / name).is_file():
            return os.path.relpath(above / "schema" / name, folder).replace(os.sep, "/")
    return None


def write(path: str, text: str) -> None:
    """Write a file that is not there yet, with its folder."""
    try:
        data = text.encode()
        make_folder(os.path.dirname(path))
        with open(path, "xb") as file:
            file.write(data)
    except UnicodeEncodeError:
        raise click.UsageError(f"{path} cannot be written: the path of the base is not UTF-8") from None
    except FileExistsError:
        raise click.UsageError(f"{path} is there already; it is left as it is") from None
    except OSError as problem:
        raise Failure(f"cannot write {path}: {(problem.strerror or '').lower()}", NOT_RUN) from None


def make_folder(path: str) -> None:
    """Make a folder with those above it, unless it is there."""
    try:
        os.makedirs(path or ".", exist_ok=True)
    except FileExistsError:
        raise Failure(f"{path}: this is a file, not a folder", NOT_RUN) from None
