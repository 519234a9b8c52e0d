"""`python -m bench`: how fast the engine is, beside a hand-written class of the same rules."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from bench.contenders import require_same_games
from bench.measure import FULL, QUICK, Effort, Row, step_rows
from bench.openspiel import openspiel_rows
from bench.others import other_rows
from bench.startup import Start, start_rows

TABLES = (2, 4, 8)


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, for a first impression")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--players", type=int, nargs="+", default=TABLES, metavar="N", help="sizes of table")
    wanted = parser.parse_args()
    effort = QUICK if wanted.quick else FULL
    for players in wanted.players:
        require_same_games(players, 20)
    rows = [row for players in wanted.players for row in step_rows(players, effort)]
    others, spiel = list(other_rows(effort)), openspiel_rows(effort)
    starts = start_rows(effort.repetitions)
    if wanted.json:
        print(as_json(effort, {"rows": rows, "others": others, "openspiel": spiel}, starts))
        return
    tables = [*table("8 the Liar, played at random", rows), "", *table("the other games", others), ""]
    if spiel:
        tables += [*table("liar's dice of OpenSpiel", spiel, "OpenSpiel"), ""]
    print("\n".join([*tables, *start_table(starts)]))


def as_json(effort: Effort, tables: dict[str, list[Row]], starts: list[Start]) -> str:
    """Return the figures as JSON."""
    lists = {name: [asdict(row) for row in rows] for name, rows in tables.items()}
    return json.dumps(asdict(effort) | lists | {"starts": [asdict(start) for start in starts]}, indent=2)


def table(title: str, rows: list[Row], other: str = "by hand") -> list[str]:
    """Return the lines about steps and clones."""
    lines = [f"{title:46}{'engine':>12}{other:>12}    engine is ... times as fast"]
    for row in rows:
        figures = f"{amount(row.engine, row.unit):>12}{amount(row.hand, row.unit):>12}"
        lines.append(f"{row.name:46}{figures}    {row.ratio:.2f} ({row.lowest:.2f}..{row.highest:.2f})")
    return lines


def start_table(starts: list[Start]) -> list[str]:
    """Return the lines about starting."""
    lines = [f"{'in a fresh process':40}{'median':>12}"]
    for one in starts:
        figures = f"{one.median:>9.0f} ms    ({one.lowest:.0f}..{one.highest:.0f})"
        lines.append(f"{one.name:40}{figures if one.runs else '         not there yet'}")
    return lines


def amount(figure: float, unit: str) -> str:
    """Return a figure with its unit."""
    return f"{figure:.0f} ns" if unit == "ns" else f"{figure / 1000:.0f} k/s"


if __name__ == "__main__":
    main()
