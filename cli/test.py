"""`rulesplay test`: runs the scenarios of rulesets."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import click

from rulesplay.cli import coverage, formats
from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK, Failure, printable
from rulesplay.cli.formats import FORMATS
from rulesplay.cli.validate import counted, find

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Result

BROKEN = "RP710"
Run = tuple[str, list["Result"], list["Diagnostic"]]


@click.command(name="test")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="full",
    help="How to print what is not as written.",
)
@click.option("--junit", type=click.Path(), help="Write the results to a file in JUnit's form.")
@click.option("--only", default="", metavar="NAME", help="Run only the scenario of this name.")
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that pass too.")
@click.option("--coverage", "covering", is_flag=True, help="Say what no scenario comes to.")
@click.option(
    "--fail-under",
    type=click.IntRange(0, 100),
    metavar="N",
    help="Fail where scenarios come to less than N of a hundred; implies --coverage.",
)
@click.option("--changed", is_flag=True, help="As --coverage, of a variant only for what its own file says.")
def command(
    paths: tuple[str, ...], form: str, junit: str | None, only: str, verbose: bool,
    covering: bool, fail_under: int | None, changed: bool,
) -> int:  # fmt: skip
    """Run the scenarios of rulesets: files, or folders with all their rulesets.

    Shows only what is not as written, at its line. Exit codes: 0 all pass, 1 some do not or a file has
    errors, 2 usage, 3 could not run (a path that is missing or cannot be read).
    """
    files, missing = find(paths)
    covered: coverage.Covered | None = {} if covering or changed or fail_under is not None else None
    runs = [run(path, only, covered, changed) for path in files]
    if form == "full":
        for path, results, problems in runs:
            report(path, results, problems, verbose)
    else:
        show_for_programs(runs, missing, form, covered)
    enough = coverage.report(covered or {}, fail_under, form == "full")
    if junit is not None:
        write_junit(junit, runs)
    for path, results, _ in runs:
        offer_list(path, results)
    for message in missing:
        click.echo(f"error: {message}", err=True)
    code = verdict(runs, bool(missing), only)
    return code if enough else code or FINDINGS


def run(path: str, only: str, covered: coverage.Covered | None = None, changed: bool = False) -> Run:
    """Return what came of the scenarios of a file, or why they could not be run; note what they come to."""
    from rulesplay.engine import RulesetError, check, cover, run_scenarios

    rules, problems = check(path, tables=False)  # a name misspelt in a scenario fails there, not all others
    errors = [one for one in problems if one.is_error]
    if rules is None or errors:
        return path, [], errors
    try:
        if covered is None:
            return path, run_scenarios(rules, only), []
        results, covered[path] = cover(rules, only, changed)
        return path, results, []
    except RulesetError as error:
        return path, [], list(error.diagnostics)


def report(path: str, results: list[Result], problems: list[Diagnostic], verbose: bool) -> None:
    """Print what is not as written."""
    from rulesplay.cli.diagnosing import full

    for found in problems:
        click.echo(full(found) + "\n")
    for result in results:
        if verbose or not result.passed:
            click.echo(f"{'ok' if result.passed else 'FAILED'} {path} {result.name}: {result.title}")
        for found in result.diagnostics:
            click.echo(full(found) + "\n")


def offer_list(path: str, results: list[Result]) -> None:
    """Print on stderr the scenarios of a base that may be listed as changed, ready to be pasted."""
    names = [result.name for result in results if any(map(may_be_listed, result.diagnostics))]
    if names:
        with open(path, encoding="utf-8") as file:
            begun = any(line.startswith("changed_scenarios:") for line in file)
        where = "below `changed_scenarios`" if begun else "there"
        said = f"{path}: if this is meant, add it {where}, with your reasons in place of `why`:"
        lines = ["" if begun else "changed_scenarios:\n", *(f"  {name}: why\n" for name in names)]
        click.echo(f"{printable(said)}\n\n{''.join(lines)}", err=True)


def may_be_listed(found: Diagnostic) -> bool:
    """Tell whether a finding is of a scenario that a variant may list as changed; its help says so."""
    return found.code == BROKEN and "`changed_scenarios:" in (found.help or "")


def verdict(runs: list[Run], missing: bool, only: str) -> int:
    """Say how many passed; return the exit code."""
    results = [result for _, found, _ in runs for result in found]
    failed = sum(not result.passed for result in results)
    found = [one for _, _, problems in runs for one in problems]
    faulty = sum(bool(problems) for _, _, problems in runs)
    said = f"{counted(len(runs), 'file')}, {counted(len(results), 'scenario')}: {failed} failed"
    if runs:
        click.echo(f"{said}, {counted(faulty, 'file')} not run" if faulty else said, err=True)
    if missing or any(one.code == formats.UNREADABLE for one in found):
        return NOT_RUN
    if found:
        return FINDINGS
    if only and not results:
        click.echo(f"error: there is no scenario `{only}`", err=True)
        return NOT_RUN
    return FINDINGS if failed else OK


def show_for_programs(
    runs: list[Run], missing: list[str], form: str, covered: coverage.Covered | None
) -> None:
    """Print what is not as written in a format of `rulesplay validate`."""
    if form == "junit":
        click.echo(as_junit(runs), nl=False)
        return
    found = [one for _, results, problems in runs for one in (*problems, *told(results))]
    found += [one for each in (covered or {}).values() for one in each.gaps()]
    formats.show(formats.Run([path for path, _, _ in runs], found, missing), form)


def told(results: list[Result]) -> list[Diagnostic]:
    """Return what some scenarios found."""
    return [one for result in results for one in result.diagnostics]


def as_junit(runs: list[Run]) -> str:
    """Return the results for CI: a suite for each file, a case for each scenario."""
    groups = []
    for name, results, problems in runs:
        cases = [case(name, found.code, "error", [found]) for found in problems]
        cases += [case(name, result.name, "failure", list(result.diagnostics)) for result in results]
        groups.append((name, cases))
    return formats.suites(groups)


def case(suite: str, name: str, kind: str, found: list[Diagnostic]) -> ElementTree.Element:
    """Return one case, with what is wrong in it."""
    made = ElementTree.Element("testcase", classname=printable(suite), name=printable(name))
    for one in found:
        said = ElementTree.SubElement(made, kind, message=printable(one.message), type=one.code)
        said.text = printable(str(one))
    return made


def write_junit(path: str, runs: list[Run]) -> None:
    """Write the results for CI to a file."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(as_junit(runs))
    except OSError as problem:
        raise Failure(f"cannot write {path}: {os.strerror(problem.errno or 0).lower()}", NOT_RUN) from None
