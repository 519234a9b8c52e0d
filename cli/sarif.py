"""Findings as SARIF 2.1.0, the form that code scanning services and editors read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import rulesplay

if TYPE_CHECKING:
    from rulesplay.cli.formats import Run
    from rulesplay.engine import Diagnostic, Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOME = "urn:rulesplay"
ROOT = "%SRCROOT%"
LEVELS = {"error": "error", "warning": "warning"}

Data = dict[str, Any]


def sarif(run: Run) -> Data:
    """Return a run as a SARIF log; it is valid when nothing was found, or nothing could be read."""
    from rulesplay.cli.formats import fingerprints

    codes = sorted({one.code for one in run.judged})
    pairs = zip(run.judged, fingerprints(run.judged), strict=True)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver(codes)},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {ROOT: {"description": {"text": "The folder of the run."}}},
                "invocations": [invocation(run)],
                "artifacts": [{"location": place(name)} for name in run.files],
                "results": [result(found, codes.index(found.code), mark) for found, mark in pairs],
            }
        ],
    }


def driver(codes: list[str]) -> Data:
    """Return who reports, and the rules that have something to say."""
    return {
        "name": "rulesplay",
        "version": rulesplay.__version__,
        "informationUri": HOME,
        "rules": [rule(code) for code in codes],
    }


def rule(code: str) -> Data:
    """Return what a code stands for."""
    from rulesplay.engine import CODES

    entry = CODES[code]
    return {
        "id": code,
        "name": "".join(part.title() for part in entry.slug.split("-")),
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.explanation},
        "help": {"text": entry.explanation, "markdown": f"{entry.explanation}\n\n[{code}]({entry.url})"},
        "helpUri": f"{HOME}:{entry.url}",
    }


def invocation(run: Run) -> Data:
    """Return how the run went: what could not be read is no finding but a failure of the run."""
    notes = [{"level": "error", "message": {"text": message}} for message in run.unread]
    return {"executionSuccessful": not notes, "toolExecutionNotifications": notes}


def result(found: Diagnostic, index: int, mark: str) -> Data:
    """Return one finding."""
    said = found.message + (f"; {found.help}" if found.help else "")
    data: Data = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": LEVELS.get(found.severity, "note"),
        "message": {"text": said},
        "locations": [location(found.span)],
        "partialFingerprints": {"rulesplay/v1": mark},
    }
    labels = [
        {"id": number, **location(one.span), "message": {"text": one.text}}
        for number, one in enumerate(found.labels, 1)
    ]
    return data | ({"relatedLocations": labels} if labels else {})


def location(span: Span) -> Data:
    """Return where a span is."""
    end_line, end_column = span.finish
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    return {"physicalLocation": {"artifactLocation": place(span.source.name), "region": region}}


def place(name: str) -> Data:
    """Return the address of a file: from the folder of the run, or whole where it lies elsewhere."""
    from rulesplay.cli.formats import relative

    short = relative(name)
    if os.path.isabs(short):
        return {"uri": Path(short).as_uri()}
    return {"uri": quote(short, errors="replace"), "uriBaseId": ROOT}
