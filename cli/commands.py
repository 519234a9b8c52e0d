"""The commands of `rulesplay`: a bare argument is a ruleset to play.

Starting must stay quick: a command is imported when it is called, the engine inside of it.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from typing import Any

import click

import rulesplay
from rulesplay.cli.exits import (
    FINDINGS,
    INTERNAL,
    INTERRUPTED,
    NOT_RUN,
    OK,
    USAGE,
    fitted,
    mute,
    one_line,
    printable,
    trouble,
    unforeseen,
)

# What each command does, as its own help begins: the list must not import them all.
SUMMARIES = {
    "play": "Play a ruleset: you against bots, several people in turn, or bots alone.",
    "resume": "Go on with a saved game.",
    "replay": "Show a saved game from its beginning, as a watcher saw it.",
    "list": "List the rulesets that come with rulesplay.",
    "rules": "Print the rules of a game as its ruleset has them, with the options chosen.",
    "options": "List the options and presets of a ruleset, with their values and defaults.",
    "new": "Write NAME.yaml, a small ruleset (or with --extends a variant) with comments, ready to be changed.",
    "validate": "Check rulesets: files, or folders with all their .yaml and .yml files.",
    "test": "Run the scenarios of rulesets: files, or folders with all their rulesets.",
    "explore": "Play a ruleset at random and in breadth: for every number of players, every option value in turn.",
    "explain": "Say what a code such as RP310 means; without one, list them all.",
    "fmt": "Put the keys of rulesets into the usual order: files, or folders with all their rulesets.",
    "flatten": "Print a ruleset with all it extends laid in; a comment says where a part came from.",
    "diff": "List what differs between two rulesets: + added, - removed, ~ changed, > moved.",
    "compile": "Compile a ruleset, for a number of players and options.",
    "schema": "Print the JSON Schema of rulesets (or of variants).",
    "lsp": "Serve an editor: diagnostics, completion, explanations and definitions in rulesets.",
}
COMMANDS = tuple(SUMMARIES)
OWN = ("--help", "-h", "--version")


class ClosedPipe(Exception):
    """Whoever read the output has gone."""


class Commands(click.Group):
    """The commands; what is none of them is a ruleset, or an option, of `play`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = __import__(f"rulesplay.cli.{cmd_name}", fromlist=["command"])
        found: click.Command = module.command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `play` before anything that is no command."""
        if not args:
            args = ["--help"]
        if args[0] not in COMMANDS and args[0] not in OWN:
            if (meant := command_meant(args[0])) is not None:
                raise click.UsageError(f"there is no command `{args[0]}`; did you mean `rulesplay {meant}`?")
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a closed pipe is told from other trouble."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise ClosedPipe from None
        return result

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line; whatever happens, no traceback."""
        code = self.guarded(*args, **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def guarded(self, *args: Any, **extra: Any) -> int:
        """Run and return the exit code."""
        try:
            result: object = super().main(*args, standalone_mode=False, **extra)  # type: ignore[call-overload]
            return result if isinstance(result, int) else OK
        except ClosedPipe:
            mute()
            return OK
        except (click.Abort, KeyboardInterrupt):
            return complain("interrupted", INTERRUPTED)
        except click.UsageError as problem:
            return complain(usage(problem), USAGE)
        except click.ClickException as problem:
            return complain(problem.format_message(), problem.exit_code)
        except OSError as problem:
            return complain(trouble(problem), NOT_RUN)
        except Exception as problem:
            if hasattr(problem, "span") and hasattr(problem, "message"):  # an error of the rules
                return complain(one_line(str(problem)), FINDINGS)
            return complain(unforeseen(problem), INTERNAL)


def command_meant(word: str) -> str | None:
    """Return the command that a first word nearly is; none where it is an option, a file or a ruleset."""
    from rulesplay.engine import close_to, locate, shipped_names

    if word.startswith("-") or os.sep in word or "." in word or os.path.exists(locate(word)):
        return None
    found = close_to(word, [*COMMANDS, *shipped_names()])
    return found if found in COMMANDS else None


def usage(problem: click.UsageError) -> str:
    """Return what is wrong with the call, in one line."""
    said = " ".join(problem.format_message().split()).rstrip(".")
    path = problem.ctx.command_path if problem.ctx else "rulesplay"
    if type(problem) is not click.UsageError or said.startswith(("Got ", "No such ")):  # in click's words
        said = f"{said[:1].lower()}{said[1:]}"
    return said if "`rulesplay " in said else f"{said}; see `{path} --help`"


def complain(message: str, code: int) -> int:
    """Say what went wrong on stderr; return the exit code."""
    known = re.match(r"(error(\[\w+\])?|internal error|stopped):", message)
    with contextlib.suppress(OSError):
        click.echo(fitted(printable(message if known else f"error: {message}"), sys.stderr), err=True)
    return code


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="`rulesplay list` names the rulesets that come with rulesplay; play one with its name alone.",
)
@click.version_option(rulesplay.__version__, prog_name="rulesplay")
def cli() -> None:
    """Play turn-based games written as data.

    `rulesplay RULESET` plays a ruleset; all options of `rulesplay play` can be given.

    \b
    Exit codes: 0 all is well; 1 findings, or a game that cannot go on; 2 usage;
    3 could not run (unreadable file, broken ruleset); 4 the input ended before
    the game did; 130 interrupted.
    """
