"""`rulesplay test`: runs the scenarios of rulesets."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import click

from rulesplay.cli.exits import FINDINGS, NOT_RUN, OK, Failure
from rulesplay.cli.validate import counted, find

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Result

Run = tuple[str, list["Result"], list["Diagnostic"]]


@click.command(name="test")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option("--junit", type=click.Path(), help="Write the results to a file in JUnit's form.")
@click.option("--only", default="", metavar="NAME", help="Run only the scenario of this name.")
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that pass too.")
def command(paths: tuple[str, ...], junit: str | None, only: str, verbose: bool) -> int:
    """Run the scenarios of rulesets: files, or folders with all their rulesets.

    Shows only what is not as written, at its line. Exit codes: 0 all pass, 1 some do not, 2 usage,
    3 could not run.
    """
    files, missing = find(paths)
    runs = [run(path, only) for path in files]
    for path, results, problems in runs:
        report(path, results, problems, verbose)
    if junit is not None:
        write_junit(junit, runs)
    for message in missing:
        click.echo(f"error: {message}", err=True)
    return verdict(runs, bool(missing), only)


def run(path: str, only: str) -> Run:
    """Return what came of the scenarios of a file, or why they could not be run."""
    from rulesplay.engine import RulesetError, check, run_scenarios

    rules, problems = check(path)
    errors = [one for one in problems if one.is_error]
    if rules is None or errors:
        return path, [], errors
    try:
        return path, run_scenarios(rules, only), []
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


def verdict(runs: list[Run], missing: bool, only: str) -> int:
    """Say how many passed; return the exit code."""
    results = [result for _, found, _ in runs for result in found]
    failed = sum(not result.passed for result in results)
    said = f"{counted(len(runs), 'file')}, {counted(len(results), 'scenario')}: {failed} failed"
    click.echo(said, err=True)
    if missing or any(problems for _, _, problems in runs):
        return NOT_RUN
    if only and not results:
        click.echo(f"error: there is no scenario `{only}`", err=True)
        return NOT_RUN
    return FINDINGS if failed else OK


def write_junit(path: str, runs: list[Run]) -> None:
    """Write the results for CI: a suite for each file, a case for each scenario."""
    root = ElementTree.Element("testsuites")
    for name, results, problems in runs:
        bad = [result for result in results if not result.passed]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(results) + len(problems)),
            failures=str(len(bad)),
            errors=str(len(problems)),
        )
        for found in problems:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=found.code)
            ElementTree.SubElement(case, "error", message=found.message).text = str(found)
        for result in results:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=result.name)
            for found in result.diagnostics:
                ElementTree.SubElement(case, "failure", message=found.message).text = str(found)
    text = ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        raise Failure(f"cannot write {path}: {os.strerror(problem.errno or 0).lower()}", NOT_RUN) from None
