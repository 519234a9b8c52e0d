"""The findings of a run in every format, for people and for other programs.

A run is what was looked at and what came of it; a format is a function from a run to a text.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import click

from rulesplay.cli.exits import printable

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic

FORMATS = ("full", "concise", "json", "sarif", "github", "junit", "gitlab")
UNREADABLE = "RP010"


@dataclass(frozen=True)
class Run:
    """The files that were looked at, what was found, and why something could not be looked at."""

    files: list[str]
    findings: list[Diagnostic]
    missing: list[str]
    fail_on: str = "error"

    @property
    def judged(self) -> list[Diagnostic]:
        """What is wrong with files that could be read."""
        return [one for one in self.findings if one.code != UNREADABLE]

    @property
    def unread(self) -> list[str]:
        """Why files could not be read, each with its name."""
        said = [f"{one.span.source.name}: {one.message}" for one in self.findings if one.code == UNREADABLE]
        return said + self.missing

    def is_failure(self, found: Diagnostic) -> bool:
        """Tell whether a finding makes the run fail."""
        return found.is_error or self.fail_on in (found.severity, "info")


def show(run: Run, form: str) -> None:
    """Print a run; nothing else goes to stdout."""
    text = render(run, form)
    if text:
        click.echo(text, nl=not text.endswith("\n"))


def render(run: Run, form: str) -> str:
    """Return a run as text in a format."""
    from rulesplay.cli import diagnosing
    from rulesplay.cli.sarif import sarif

    if form == "full":
        return "".join(f"{diagnosing.full(one, is_colourful())}\n\n" for one in run.findings)
    if form in ("concise", "github"):
        line = diagnosing.concise if form == "concise" else github
        return "".join(line(one) + "\n" for one in run.findings)
    if form == "junit":
        return junit(run)
    data = {"json": plain, "gitlab": gitlab, "sarif": sarif}[form](run)
    return json.dumps(data, indent=2) + "\n"


def is_colourful() -> bool:
    """Tell whether stdout is a terminal that may be painted (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def relative(name: str) -> str:
    """Return the path of a file from the folder of this run, with slashes, where it lies below it."""
    if name.startswith("<"):
        return name
    try:
        short = os.path.relpath(name)
    except ValueError:  # another drive
        short = name
    path = os.path.abspath(name) if short.startswith(os.pardir) else short
    return path.replace(os.sep, "/")


def fingerprints(findings: list[Diagnostic]) -> list[str]:
    """Return what recognises each finding when lines above it have come or gone."""
    seen: Counter[str] = Counter()
    prints = []
    for one in findings:
        line = one.span.source.line(one.span.line).strip()
        key = "\0".join((one.code, relative(one.span.source.name), line, one.message))
        seen[key] += 1
        prints.append(sha256(f"{key}\0{seen[key]}".encode("utf-8", "replace")).hexdigest()[:32])
    return prints


def plain(run: Run) -> dict[str, Any]:
    """Return a run as data of our own; the list is there when it is empty too."""
    from rulesplay.cli.diagnosing import as_data

    return {"version": 1, "diagnostics": [as_data(one) for one in run.findings]}


def github(found: Diagnostic) -> str:
    """Return a diagnostic as a command that GitHub turns into a note at the line."""
    end_line, end_column = found.span.finish
    level = {"error": "error", "warning": "warning"}.get(found.severity, "notice")
    fields: dict[str, Any] = {"file": relative(found.span.source.name), "line": found.span.line}
    if end_line == found.span.line:
        fields |= {"col": found.span.column, "endColumn": end_column}
    fields |= {"endLine": end_line, "title": f"rulesplay {found.code}"}
    text = ",".join(f"{key}={escaped(str(value), ':,')}" for key, value in fields.items())
    said = found.message + (f"; {found.help}" if found.help else "")
    return f"::{level} {text}::{escaped(said)}"


def escaped(text: str, more: str = "") -> str:
    """Return a text as a command of GitHub takes it."""
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def gitlab(run: Run) -> list[dict[str, Any]]:
    """Return the report that GitLab shows beside a merge request."""
    severity = {"error": "major", "warning": "minor"}
    pairs = zip(run.findings, fingerprints(run.findings), strict=True)
    return [
        {
            "description": found.message + (f"; {found.help}" if found.help else ""),
            "check_name": found.code,
            "fingerprint": print_,
            "severity": severity.get(found.severity, "info"),
            "location": {"path": relative(found.span.source.name), "lines": lines(found)},
        }
        for found, print_ in pairs
    ]


def lines(found: Diagnostic) -> dict[str, int]:
    """Return the lines of a finding, 1-based, both inside."""
    end_line, end_column = found.span.finish
    last = end_line - (end_column == 1 and end_line > found.span.line)
    return {"begin": found.span.line, "end": last}


def junit(run: Run) -> str:
    """Return a run as JUnit's XML: a case for each file."""
    cases = [case(run, name) for name in run.files]
    cases += [failed_case(message) for message in run.missing]
    return suites([("rulesplay validate", cases)])


def case(run: Run, name: str) -> ElementTree.Element:
    """Return the case of one file; warnings that are let pass are its output."""
    from rulesplay.cli.diagnosing import full

    made = ElementTree.Element("testcase", classname="rulesplay", name=printable(name), time="0")
    passed = []
    for found in run.findings:
        if found.span.source.name != name and name != owner(found, run.files):
            continue
        if not run.is_failure(found):
            passed.append(full(found))
            continue
        kind = "error" if found.code == UNREADABLE else "failure"
        said = printable(f"{found.span}: {found.message}")
        ElementTree.SubElement(made, kind, message=said, type=found.code).text = full(found)
    if passed:
        ElementTree.SubElement(made, "system-out").text = "\n\n".join(passed)
    return made


def owner(found: Diagnostic, files: list[str]) -> str:
    """Return the file that a finding in a file which was not asked for belongs to."""
    if found.span.source.name in files:
        return found.span.source.name
    return next((one.span.source.name for one in reversed(found.labels) if one.span.source.name in files), "")


def failed_case(message: str) -> ElementTree.Element:
    """Return the case of a path at which there is nothing to look at."""
    name = printable(message.partition(":")[0])
    made = ElementTree.Element("testcase", classname="rulesplay", name=name, time="0")
    ElementTree.SubElement(made, "error", message=printable(message), type="missing")
    return made


def suites(groups: list[tuple[str, list[ElementTree.Element]]]) -> str:
    """Return suites of cases as a document, each with its numbers."""
    root = ElementTree.Element("testsuites")
    for name, cases in groups:
        counts = {
            "tests": len(cases),
            "failures": sum(one.find("failure") is not None for one in cases),
            "errors": sum(one.find("error") is not None for one in cases),
        }
        numbers = {key: str(value) for key, value in counts.items()}
        suite = ElementTree.SubElement(root, "testsuite", {"name": printable(name), **numbers})
        suite.extend(cases)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
