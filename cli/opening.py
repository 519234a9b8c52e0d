"""From the command line to a compiled game: the ruleset, its options, the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, Failure
from rulesplay.engine import close_to, shipped_names

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Match, Program, Ruleset

USUAL = 4


def read_rules(path: str) -> Ruleset:
    """Return the ruleset of a file, or fail with everything that is wrong with it."""
    from rulesplay.cli.warm import load_rules
    from rulesplay.engine import RulesetError

    try:
        return load_rules(path)
    except RulesetError as problem:
        raise broken(problem.diagnostics) from None


def broken(diagnostics: tuple[Diagnostic, ...]) -> Failure:
    """Return the failure for a ruleset that cannot be played."""
    from rulesplay.cli.diagnosing import full, is_unreadable

    errors = [one for one in diagnostics if one.is_error]
    if len(errors) == 1 and is_unreadable(errors[0]):
        name = errors[0].span.source.name
        return Failure(f"{name}: {errors[0].message}{meant(name)}", NOT_RUN)
    return Failure("\n\n".join(full(one) for one in errors), NOT_RUN, whole=True)


def meant(name: str) -> str:
    """Return which shipped ruleset somebody probably meant by a word that is no file."""
    found = close_to(name, shipped_names())
    return f"; did you mean `{found}`?" if found else ""


def make_program(rules: Ruleset, players: int | None, options: dict[str, Any]) -> Program:
    """Return the program of a ruleset for these players and options."""
    from rulesplay.engine import ChoiceError, RulesetError, compile_rules

    try:
        return compile_rules(rules, table_size(rules) if players is None else players, options)
    except ChoiceError as problem:
        raise click.UsageError(str(problem)) from None
    except RulesetError as problem:
        raise broken(problem.diagnostics) from None


def new_match(program: Program, seed: str, names: tuple[str, ...], seats: tuple[str, ...]) -> Match:
    """Return a match at its beginning."""
    from rulesplay.engine import Match, RuleError

    try:
        return Match(program, seed, names, seats)
    except RuleError as problem:
        raise Failure(f"the game cannot begin: {problem}", FINDINGS) from None


def table_size(rules: Ruleset) -> int:
    """Return four players, or the nearest number that the ruleset takes."""
    return min(max(USUAL, rules.low), rules.high)


def chosen_options(rules: Ruleset, preset: str | None, settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the options of a preset and of the `--set` that come after it."""
    from rulesplay.engine import ChoiceError, preset_options

    try:
        chosen = preset_options(rules, preset)
    except ChoiceError as problem:
        raise click.UsageError(str(problem)) from None
    for setting in settings:
        name, value = read_setting(rules, setting)
        chosen[name] = value
    return chosen


def read_setting(rules: Ruleset, setting: str) -> tuple[str, Any]:
    """Return the option and the value of a text such as `deal=whole_deck`."""
    from rulesplay.engine import parse_value

    name, sign, text = (part.strip() for part in setting.partition("="))
    if not sign:
        raise click.UsageError(f"`--set {setting}` needs the form option=value; {known(rules)}")
    if name not in rules.options:
        raise no_option(rules, name)
    return name, parse_value(rules.options[name], text)


def no_option(rules: Ruleset, name: str) -> click.UsageError:
    """Return the refusal of an option that a ruleset does not have."""
    from rulesplay.engine import suggest_or_list

    if not rules.options:
        return click.UsageError(f"{rules.name} has no options")
    hint = suggest_or_list(name, rules.options) or ""
    meant = f"; {hint}" if hint.startswith("did you mean") else ""
    context = click.get_current_context(silent=True)
    ruleset = (context.params.get("ruleset") if context is not None else None) or "RULESET"
    return click.UsageError(
        f"there is no option `{name}`{meant or f'; `rulesplay options {ruleset}` lists them'}"
    )


def known(rules: Ruleset) -> str:
    """Return the options of a ruleset in a few words."""
    from rulesplay.engine import listed

    return (
        f"the options are {listed(list(rules.options))}" if rules.options else f"{rules.name} has no options"
    )
