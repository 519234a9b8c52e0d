"""Write docs/diagnostics, a page for each code, and the examples that `rulesplay explain` shows.

The examples are the golden files of the tests; what is said of them is said anew, never copied.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from rulesplay.cli.diagnosing import full
from rulesplay.engine import CODES, Code, Diagnostic, Exploration, check, cover, load, run_scenarios

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "diagnostics"
EXAMPLES = ROOT / "cli" / "examples.json"
GOLDEN = ROOT / "tests" / "golden"
FAMILIES = {
    "RP0": "The file and its YAML",
    "RP1": "The shape",
    "RP2": "The syntax of expressions",
    "RP3": "Names and types",
    "RP4": "The sense of the game",
    "RP5": "Doubtful, though it could be played",
    "RP6": "Variants and their bases",
    "RP7": "Scenarios",
    "RP8": "Coverage",
    "RP9": "Inside of rulesplay",
}
# Where the first golden file of a code is not the plainest.
PLAINEST = (
    *("RP101_zone", "RP102_text_for_map", "RP103_sections", "RP104_seen_by", "RP310_name", "RP311_player"),
    *("RP312_function", "RP320_compare", "RP401_procedure", "RP503_name_twice"),
)


@dataclass(frozen=True)
class Example:
    """A file with a fault, the lines that it is about, and what is said of it."""

    path: Path
    excerpt: str
    output: str
    command: str


def examples() -> dict[str, Example]:
    """Return the plainest example of every code that has one."""
    found: dict[str, Example] = {}
    paths = [path for folder in TOLD for path in sorted(GOLDEN.glob(f"{folder}/RP*.yaml"))]
    for path in sorted(paths, key=lambda one: one.stem not in PLAINEST):
        code = path.stem[:5]
        if code in CODES and code not in found:
            found[code] = example(path, code)
    return found


def example(path: Path, code: str) -> Example:
    """Return a golden file as an example of a code."""
    command, tell = TOLD[path.parent.name]
    with chdir(path.parent):
        said = list(tell(path.name))
        output = "\n\n".join(map(full, said))
    about = next(one for one in said if one.code == code)
    return Example(path, excerpt(about), output, command)


def validated(name: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with a file."""
    yield from check(name)[1]


def covered(name: str) -> Iterator[Diagnostic]:
    """Yield what the scenarios of a file never come to."""
    yield from cover(load(name))[1].gaps()


def explored(name: str) -> Iterator[Diagnostic]:
    """Yield what is found in a few games by the rules of a file."""
    exploration = Exploration(load(name), games=40, seed="1", seconds=600)
    exploration.run()
    yield from exploration.diagnostics()


def tested(name: str) -> Iterator[Diagnostic]:
    """Yield what the scenarios of a file say."""
    rules, problems = check(name)
    assert rules is not None, problems
    for result in run_scenarios(rules, ""):
        yield from result.diagnostics


# How the files of a folder are told: the command, and what it finds.
TOLD = {
    "err": ("validate", validated),
    "scenarios": ("test", tested),
    "explore": ("explore", explored),
    "coverage": ("test --coverage", covered),
}


def excerpt(found: Diagnostic) -> str:
    """Return the line of a fault and those that it stands below."""
    source, number = found.span.source, found.span.line
    kept = [source.line(number)]
    for line in map(source.line, range(number - 1, 0, -1)):
        if line.strip(" -") and not line.lstrip().startswith("#") and lead(line) < lead(kept[0]):
            kept.insert(0, line)
    return "\n".join(kept).rstrip()


def lead(line: str) -> int:
    """Return how far a line is indented."""
    return len(line) - len(line.lstrip(" "))


def page(entry: Code, shown: Example | None) -> str:
    """Return the page of a code."""
    parts = [f"# {entry.code}: {entry.title}", f"`{entry.slug}`", entry.explanation]
    if shown is not None:
        if shown.excerpt.strip():
            parts += ["## Example", fenced(shown.excerpt, "yaml")]
        link = os.path.relpath(shown.path, PAGES)
        parts += [
            f"`rulesplay {shown.command}` says of [{shown.path.name}]({link}):",
            fenced(shown.output, "text"),
        ]
    parts.append("[All codes](README.md)")
    return "\n\n".join(parts) + "\n"


def fenced(text: str, kind: str) -> str:
    """Return a text as a block of code."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return f"{fence}{kind}\n{text}\n{fence}"


def index() -> str:
    """Return the page that lists all codes."""
    parts = [
        "# Diagnostics",
        "Every code that rulesplay reports. A code is permanent: it is never used again for something else.\n"
        "`rulesplay explain CODE` says the same at the terminal. Warnings are ignored\n"
        "with a comment such as `# rulesplay: ignore[RP502] why`. These pages are written by `make docs`.",
    ]
    for family, title in FAMILIES.items():
        rows = [
            f"| [{one.code}]({one.code}.md) | `{one.slug}` | {one.title} |"
            for _, one in sorted(CODES.items())
            if one.code.startswith(family)
        ]
        if rows:
            parts.append(
                f"## {title}\n\n| code | name | what it is |\n| --- | --- | --- |\n" + "\n".join(rows)
            )
    return "\n\n".join(parts) + "\n"


def written() -> dict[Path, str]:
    """Return every file that this writes, with its text."""
    shown = examples()
    files = {PAGES / "README.md": index()}
    files |= {PAGES / f"{code}.md": page(entry, shown.get(code)) for code, entry in CODES.items()}
    data = {code: {"excerpt": one.excerpt, "output": one.output} for code, one in sorted(shown.items())}
    return files | {EXAMPLES: json.dumps(data, indent=1, ensure_ascii=False) + "\n"}


def main() -> None:
    """Write the pages and the examples; remove pages of codes that are no more."""
    PAGES.mkdir(exist_ok=True)
    files = written()
    for path in set(PAGES.glob("*.md")) - set(files):
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
