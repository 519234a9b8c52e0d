"""How much of what goes wrong in a ruleset is found: the shipped ones, with one mistake at a time.

make mutations                                      # measures and writes docs/mutations.md
python tools/mutations.py --each 20 --show          # a small sample, told at the terminal
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from mutants import KINDS, NAMES, SENSE, TYPES, WORD, Mutant, Text

from rulesplay.engine import Diagnostic, Source, run_scenarios
from rulesplay.engine.inspecting.trials import tried as tried_values
from rulesplay.engine.loading import check_source, tree_of
from rulesplay.engine.play.match import Match
from rulesplay.engine.program.compiling import ChoiceError, compile_rules
from rulesplay.engine.program.program import RuleError
from rulesplay.engine.proving.scenarios import run_scenario
from rulesplay.engine.proving.scene import Programs
from rulesplay.engine.reading.reader import plain
from rulesplay.engine.rules.model import Ruleset

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "mutations.md"
RULESETS = ROOT / "rulesets"
SEED, EACH = 1, 60
TABLES, GAMES, LONGEST = 12, 4, 400  # how much is played with what survives, to see if it plays the same
PATIENCE = 60  # seconds for the scenarios of one mutant


@dataclass(frozen=True)
class Outcome:
    """What came of one mutant: the same data as before, or who found the mistake and whether where it is."""

    mutant: Mutant
    same: bool = False
    checked: bool = False
    placed: bool = False
    tested: bool = False
    crashed: str = ""
    idle: bool = False
    found: tuple[str, ...] = ()

    @property
    def caught(self) -> bool:
        """Whether anything tells of the mistake."""
        return self.checked or self.tested


def copied(folder: Path) -> list[Path]:
    """Copy the shipped rulesets, so that nothing changes on the way; return the copies."""
    shutil.copytree(RULESETS, folder / "rulesets")
    return sorted((folder / "rulesets").rglob("*.yaml"))


@cache
def original(path: str) -> Source:
    """Return a shipped ruleset as it is."""
    return Source(path, Path(path).read_text(encoding="utf-8"))


@cache
def known(path: str) -> frozenset[tuple[str, int, str]]:
    """Return what is said of a shipped ruleset as it is."""
    return frozenset(map(mark, check_source(original(path))[1]))


def mark(found: Diagnostic) -> tuple[str, int, str]:
    """Return what tells one finding from another."""
    return found.code, found.span.line, found.message


def sample(paths: Iterable[Path], each: int, seed: int) -> list[Mutant]:
    """Return so many mutants of each kind, as many as there are from every file in turn."""
    chance = random.Random(seed)
    made = [Text(path, random.Random(f"{seed} {path.name}")).mutants() for path in paths]
    chosen: list[Mutant] = []
    for kind in KINDS:
        piles = [list(of[kind]) for of in made]
        for pile in piles:
            chance.shuffle(pile)
        turns = [pile[n] for n in range(max(map(len, piles))) for pile in piles if n < len(pile)]
        chosen += turns[:each]
    return chosen


def tried(mutant: Mutant, play: bool = True) -> Outcome:
    """Return what came of one mutant; with `play`, try whether it shows where nothing finds it."""
    before = original(mutant.path)
    source = Source(mutant.path, mutant.text(before.text))
    tree, base = tree_of(source), tree_of(before)
    if tree is not None and base is not None and in_order(plain(tree)) == in_order(plain(base)):
        return Outcome(mutant, same=True)
    try:
        rules, problems = check_source(source)
    except Exception as problem:
        return Outcome(mutant, crashed=f"check: {problem!r}")
    new = [one for one in problems if mark(one) not in known(mutant.path)]
    if new or rules is None:
        said = tuple(f"{one.span.line}: {one.severity}[{one.code}] {one.message}" for one in new)
        return Outcome(mutant, checked=True, placed=is_placed(mutant, new), found=said)
    try:
        failed = fails(rules)
        return Outcome(mutant, tested=failed, idle=play and not failed and plays_alike(mutant.path, rules))
    except Exception as problem:
        return Outcome(mutant, crashed=f"test: {problem!r}")


def in_order(data: object) -> str:
    """Return data as text in which the order of keys counts."""
    return repr(data)


def is_placed(mutant: Mutant, found: list[Diagnostic]) -> bool:
    """Tell whether the first of what is most severe stands where the mistake is, or where it shows."""
    most = [one for one in found if one.is_error] or found
    return any(stands(mutant, one) for one in most)


def stands(mutant: Mutant, found: Diagnostic) -> bool:
    """Tell whether a finding stands where the mistake is, or where what is gone is used."""
    span = found.span
    if span.source.name == mutant.path and span.line in mutant.lines:
        return True
    return bool(mutant.words & set(WORD.findall(span.source.line(span.line))))


def fails(rules: Ruleset) -> bool:
    """Tell whether a scenario does not come out as written."""
    signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        programs: Programs = {}
        for name, entry in rules.scenarios.items():
            if not run_scenario(rules, name, entry, programs).passed:
                return True
        return any(not one.passed for name in rules.changed for one in run_scenarios(rules, name))
    except TimeoutError:
        return True
    finally:
        signal.alarm(0)


def plays_alike(path: str, rules: Ruleset) -> bool:
    """Tell whether random games go the same way, and read the same, as with the shipped rules."""
    old = shipped(path)
    if (old.low, old.high, set(old.options)) != (rules.low, rules.high, set(rules.options)):
        return False
    chosen: list[dict[str, Any]] = [{}]
    for option in old.options.values():
        chosen += [{option.name: value} for value in tried_values(option) if value != option.default]
    tables = [(players, options) for options in chosen for players in {old.low, old.high}]
    random.Random(SEED).shuffle(tables)
    signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        return all(games(old, *table) == games(rules, *table) for table in tables[:TABLES])
    except TimeoutError:
        return False
    finally:
        signal.alarm(0)


@cache
def shipped(path: str) -> Ruleset:
    """Return the rules of a shipped ruleset."""
    rules, _ = check_source(original(path))
    assert rules is not None
    return rules


def games(rules: Ruleset, players: int, options: dict[str, Any]) -> str:
    """Return all that everybody reads in some random games at one table, and how they end."""
    try:
        program = compile_rules(rules, players, options)
    except ChoiceError as error:
        return str(error)
    told = []
    for seed in range(GAMES):
        match, chance = Match(program, str(seed)), random.Random(seed)
        state = match.state
        try:
            for _ in range(LONGEST):
                while state.is_chance:
                    match.chance(state.sample_chance(chance))
                if state.is_over:
                    break
                players_asked = [seat for seat in state.players if len(state.legal(seat))]
                if not players_asked:
                    break
                seat = chance.choice(players_asked)
                told.append(repr([state.view(one) for one in (None, *range(players))]))
                match.act(seat, state.legal(seat).sample(chance))
        except RuleError as error:
            told.append(str(error))
        told.append(repr([match.log(seat) for seat in (None, *range(players))]))
        told.append(repr(state.outcome))
    return "\n".join(told)


def late(*_: object) -> None:
    """Give up on a scenario that does not come to an end."""
    raise TimeoutError


def measure(mutants: list[Mutant], workers: int) -> list[Outcome]:
    """Return what came of all mutants."""
    ordered = sorted(mutants, key=lambda one: one.path)
    if workers == 1:
        return [tried(one) for one in ordered]
    with Pool(workers) as pool:
        return pool.map(tried, ordered, chunksize=8)


# Telling --------------------------------------------------------------------------------

HEAD = "| mistake | mutants | `validate` | at its line | findings | or scenarios | of those that show |"
INTRO = """# Mutations

How much of what goes wrong in a ruleset is found. This page is written by `make mutations`.

In the text of every shipped ruleset, variants included, one mistake is made at a time, at a place
known from the tree of the file; then the file is checked as by `rulesplay validate` and, if nothing
is said, its scenarios are run as by `rulesplay test`. A mutant with the same data as the file is
left out. A mistake is *found* if there is any finding, error or warning, that the file as shipped
does not have. It is found *at its line* if one of the most severe findings stands in the
expression, key or step with the mistake, at the map that lacks a part, or at a line that uses what
is misspelt or gone. *Findings* is how many are told of one mistake.

The line is judged generously: for a part that is gone, any line that has a word of it will do.
Scenarios that do not end within {patience} seconds count as having found the mistake. The checker
was improved with mutants of the seed 1; another seed, as in `python tools/mutations.py --seed 2
--show`, says how it does on others.

What neither finds is played: {games} random games at each of up to {tables} tables, with the same
chance, beside the shipped rules. Where everybody sees and reads the same in all of them, the
mistake does not *show*, and the last column leaves it out. Many such mutants are the same game
(steps that do not depend on each other swapped, a name for another with its value), but so few
games prove nothing: the column before counts them all and is the one without this judgement.

{count} mutants, up to {each} of a kind, drawn with the seed {seed}, from {files} files in turn.
Shares are in per cent.
"""


def share(part: int, whole: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / whole:.1f}" if whole else "–"


@dataclass(frozen=True)
class Figures:
    """What came of some mutants, in numbers."""

    mutants: int
    checked: int
    placed: int
    findings: int
    caught: int
    idle: int

    @property
    def cells(self) -> list[str]:
        """The figures of a row."""
        return [
            str(self.mutants),
            share(self.checked, self.mutants),
            share(self.placed, self.checked),
            f"{self.findings / self.checked:.1f}" if self.checked else "–",
            share(self.caught, self.mutants),
            share(self.caught, self.mutants - self.idle),
        ]


def figures(outcomes: Iterable[Outcome]) -> Figures:
    """Count what came of some mutants, those with the same data left out."""
    real = [one for one in outcomes if not one.same]
    checked = [one for one in real if one.checked]
    return Figures(
        len(real),
        len(checked),
        sum(one.placed for one in checked),
        sum(len(one.found) for one in checked),
        sum(one.caught for one in real),
        sum(one.idle for one in real),
    )


def of_kind(outcomes: list[Outcome], *kinds: str) -> list[Outcome]:
    """Return what came of the mutants of some kinds."""
    return [one for one in outcomes if one.mutant.kind in kinds and not one.same]


def table(outcomes: list[Outcome]) -> str:
    """Return the figures by kind."""
    rows = [HEAD, "| --- | --: | --: | --: | --: | --: | --: |"]
    named = {kind: of_kind(outcomes, kind) for kind in KINDS}
    named["*names*"] = of_kind(outcomes, *NAMES)
    named["*types*"] = of_kind(outcomes, *TYPES)
    named["*sense*"] = of_kind(outcomes, *SENSE)
    named["*all*"] = outcomes
    rows += [f"| {name} | {' | '.join(figures(some).cells)} |" for name, some in named.items()]
    return "\n".join(rows)


def told(one: Outcome) -> str:
    """Return a mutant in a line."""
    return f"{Path(one.mutant.path).stem}:{one.mutant.about}"


def groups(outcomes: list[Outcome], kind: str) -> dict[str, list[Outcome]]:
    """Return what is worth looking at of one kind."""
    mine = of_kind(outcomes, kind)
    missed = [one for one in mine if not one.caught]
    found = {
        "it shows, and nothing finds it": [one for one in missed if not one.idle],
        "it does not show": [one for one in missed if one.idle],
        "found by scenarios alone": [one for one in mine if one.tested and kind not in SENSE],
        "found at another line": [one for one in mine if one.checked and not one.placed],
    }
    return {title: some for title, some in found.items() if some}


def page(outcomes: list[Outcome], each: int, seed: int, files: int) -> str:
    """Return the page with the figures."""
    count = figures(outcomes).mutants
    parts = [
        INTRO.format(
            patience=PATIENCE, games=GAMES, tables=TABLES, count=count, each=each, seed=seed, files=files
        )
    ]
    parts += ["## Figures\n", table(outcomes) + "\n", "## The mistakes\n"]
    parts += ["\n".join(f"- **{kind}**: {about}" for kind, about in KINDS.items()) + "\n"]
    parts += ["## What is not found, or not where it is\n"]
    for kind in KINDS:
        for title, some in groups(outcomes, kind).items():
            lines = "\n".join(sorted(map(told, some)))
            parts.append(f"{kind.capitalize()}; {title} ({len(some)}):\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


def show(outcomes: list[Outcome]) -> None:
    """Print the figures, and what is not found or not where it is, with what is said."""
    print(table(outcomes))
    for kind in KINDS:
        for title, some in groups(outcomes, kind).items():
            print(f"\n{kind}; {title}:")
            for one in some:
                print(" ", told(one), one.crashed, *(f"\n      {said}" for said in one.found[:3]))


def main() -> None:
    """Measure, and write the page, or print with `--show`."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--each", type=int, default=EACH, help="how many mutants of each kind")
    reader.add_argument("--seed", type=int, default=SEED)
    reader.add_argument("--kind", default="", help="only kinds with these words in their names")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--show", action="store_true", help="print instead of writing the page")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = copied(Path(folder))
        chosen = [one for one in sample(paths, given.each, given.seed) if given.kind in one.kind]
        outcomes = measure(chosen, given.workers)
    show(outcomes)
    if not given.show:
        PAGE.write_text(page(outcomes, given.each, given.seed, len(paths)), encoding="utf-8")


if __name__ == "__main__":
    main()
