"""How long it takes until something can happen, each time in a fresh process."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.contenders import RULESET

STAGES = """
import json, sys, time
begun = time.perf_counter()
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.loading import load
imported = time.perf_counter()
rules = load(sys.argv[1])
loaded = time.perf_counter()
compile_rules(rules, 4)
print(json.dumps([imported - begun, loaded - imported, time.perf_counter() - loaded]))
"""
NEVER, UNCHANGED = "never seen before", "unchanged"
NAMES = ("import the engine", "read and check the ruleset", "compile it for 4 players")


@dataclass(frozen=True)
class Start:
    """A line of the table, in milliseconds."""

    name: str
    runs: int
    median: float = 0.0
    lowest: float = 0.0
    highest: float = 0.0


def start_rows(repetitions: int) -> list[Start]:
    """Return what starting costs: Python alone, the command, and each stage up to a program."""
    command = Path(sys.executable).with_name("rulesplay")
    bare = [wall([sys.executable, "-c", "pass"]) for _ in range(repetitions)]
    helped = [wall([str(command), "--help"]) for _ in range(repetitions if answers(command) else 0)]
    checks = [
        start(f"rulesplay validate {name}, {seen}", [validated(path, seen) for _ in range(repetitions)])
        for name, path in (("one file", RULESET), ("rulesets/", RULESET.parent))
        for seen in (NEVER, UNCHANGED)
        if answers(command)
    ]
    stages = zip(*(stage_times() for _ in range(repetitions)), strict=True)
    named = [start(name, list(times)) for name, times in zip(NAMES, stages, strict=True)]
    return [start("python -c pass", bare), start("rulesplay --help", helped), *checks, *named]


def start(name: str, seconds: list[float]) -> Start:
    """Return the line of some measurements; an empty one if there are none."""
    if not seconds:
        return Start(name, 0)
    times = [second * 1000 for second in seconds]
    return Start(name, len(times), statistics.median(times), min(times), max(times))


def answers(command: Path) -> bool:
    """Tell whether the command is there and works."""
    return command.exists() and subprocess.run([command, "--help"], capture_output=True).returncode == 0


def validated(path: Path, seen: str) -> float:
    """Return how long checking takes of what was never seen, or was clean and has not changed."""
    command = [str(Path(sys.executable).with_name("rulesplay")), "validate", str(path)]
    with tempfile.TemporaryDirectory() as kept:
        if seen == UNCHANGED:
            wall(command, kept)
        return wall(command, kept)


def wall(command: list[str], kept: str | None = None) -> float:
    """Return how long a command takes; `kept` is where it remembers what it has seen."""
    environment = os.environ | ({"XDG_CACHE_HOME": kept} if kept else {})
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - begun


def stage_times() -> list[float]:
    """Return how long each stage takes in a fresh process."""
    done = subprocess.run([sys.executable, "-c", STAGES, str(RULESET)], check=True, capture_output=True)
    return [float(one) for one in json.loads(done.stdout)]
