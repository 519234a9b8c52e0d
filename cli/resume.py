"""`rulesplay resume`: go on with a saved game; what `replay` also needs of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulesplay.cli.exits import NOT_RUN, Failure
from rulesplay.cli.opening import read_rules
from rulesplay.cli.seating import HUMAN

if TYPE_CHECKING:
    from rulesplay.engine import Match


@click.command(name="resume")
@click.argument("file", type=click.Path())
@click.option("--ruleset", metavar="PATH", help="Where the ruleset is now.")
@click.option("--save", metavar="FILE", type=click.Path(), help="Where to save from now on (the same file).")
@click.option(
    "--log", "log", type=click.Choice(("text", "json")), default="text", help="What goes to stdout."
)
@click.option("--plain", is_flag=True, help="No colours, and nothing but lines.")
def command(file: str, ruleset: str | None, save: str | None, log: str, plain: bool) -> int:
    """Go on with a saved game."""
    from rulesplay.cli.saving import Saver
    from rulesplay.cli.session import open_session

    match = reopen(file, ruleset)
    return open_session(match, Saver(save or file), log == "json", plain).run()


def reopen(file: str, ruleset: str | None) -> Match:
    """Return the match of a saved game, or fail in one line."""
    import os

    from rulesplay.cli.saving import read
    from rulesplay.engine import BOTS, ChoiceError, Match, RecordError, RulesetError, compile_rules

    record = read(file)
    path = ruleset or record.path
    if not os.path.exists(path):
        raise Failure(f"{path}: the ruleset of this game is not there; say where with --ruleset", NOT_RUN)
    rules = read_rules(path)
    try:
        program = compile_rules(rules, len(record.names), record.options)
        match = Match.resume(program, record)
    except RecordError as problem:
        raise Failure(f"{file}: {problem}", NOT_RUN) from None
    except (ChoiceError, RulesetError):
        raise Failure(
            f"{file}: the rules of {record.ruleset} have changed since this game was saved", NOT_RUN
        ) from None
    except Exception:
        raise Failure(f"{file}: the saved game is damaged", NOT_RUN) from None
    if len(record.controllers) != program.players or set(record.controllers) - {HUMAN, *BOTS}:
        raise Failure(f"{file}: the saved game does not say who plays", NOT_RUN)
    return match
