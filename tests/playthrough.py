"""A game of every ruleset written down move by move; `python tests/playthrough.py` writes all of them anew.

The head of a file says what is played: the table and the seed. A ruleset without a file gets
one with a table and a seed that make a short game.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rulesplay.engine import bags
from rulesplay.engine.loading import load
from rulesplay.engine.play.match import Match
from rulesplay.engine.program.choices import Action
from rulesplay.engine.program.compiling import compile_rules
from rulesplay.engine.program.naming import listed, spoken, variable_text
from rulesplay.engine.rules.choosing import parse_value
from rulesplay.engine.rules.model import Ruleset

RULESETS = Path(__file__).parent.parent / "rulesets"
FOLDER = Path(__file__).parent / "playthroughs"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
WIDTH, SHORTEST, LONGEST = 110, 70, 400
SHOWN, EVERY = 3, 10
TRIES, MOVES = 40, 400
WATCHER = "a watcher"


class Setting(NamedTuple):
    """What is played: the head of a file."""

    ruleset: str
    players: int
    options: str
    seed: str

    def __str__(self) -> str:
        return "".join(f"{name}: {value}\n" for name, value in self._asdict().items())


def setting_of(text: str) -> Setting:
    """Return the head of a file."""
    values = dict(line.split(": ", 1) for line in text.splitlines()[: len(Setting._fields)])
    return Setting(values["ruleset"], int(values["players"]), values["options"], values["seed"])


def options_of(rules: Ruleset, text: str) -> dict[str, Any]:
    """Return the options that a head names."""
    pairs = [] if text == "as usual" else [one.split("=", 1) for one in text.split(", ")]
    return {name: parse_value(rules.options[name], value) for name, value in pairs}


def playthrough(setting: Setting, rules: Ruleset | None = None) -> str:
    """Return a game move by move; one that gets too long breaks off."""
    rules = rules or load(RULESETS / setting.ruleset)
    program = compile_rules(rules, setting.players, options_of(rules, setting.options))
    return "".join(
        f"{line}\n" for line in [*str(setting).splitlines(), *Writer(program_match(program, setting)).lines()]
    )


def program_match(program: Any, setting: Setting) -> Match:
    """Return the match of a setting at its beginning."""
    return Match(program, setting.seed, NAMES[: setting.players])


class Writer:
    """Plays a match and tells of it."""

    def __init__(self, match: Match) -> None:
        self.match, self.told = match, 0
        self.viewers = {**{name: seat for seat, name in enumerate(match.names)}, WATCHER: None}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the whole game."""
        yield from self.log()
        for number in range(1, MOVES + 1):
            if self.match.state.is_over:
                yield from self.end()
                return
            yield ""
            yield from self.chance(number) if self.match.state.is_chance else self.decision(number)
            yield from self.log()
            if number % EVERY == 0 and not self.match.state.is_over:
                yield from self.table()

    # Moves -----------------------------------------------------------------------------

    def chance(self, number: int) -> Iterator[str]:
        """Let chance move until it is about something else or there is something to tell."""
        match, found = self.match, []
        purpose = match.state.node.purpose
        while match.state.is_chance and match.state.node.purpose == purpose and not self.news():
            outcome, deck = match.state.sample_chance(match.generator()), match.state.node.deck
            found.append(match.program.labels[deck][outcome] if deck else spoken(outcome))
            match.chance(outcome)
        yield from wrapped(f"{number}. Chance, {purpose}: ", [" ".join(found)])

    def decision(self, number: int) -> Iterator[str]:
        """Let somebody who may act do something."""
        match, rng = self.match, self.match.generator("play")
        seats = match.state.players
        seat = seats[rng.randrange(len(seats))]
        action = self.choice(seat, rng)
        asked = f"{listed([match.names[one] for one in seats])} may act. " if len(seats) > 1 else ""
        number_of = len(match.state.legal(seat))
        head = f"{number}. {asked}{match.names[seat]} has {number_of} choice{'s' * (number_of != 1)}: "
        yield from wrapped(head, self.offers(seat))
        yield from wrapped(f"   {match.names[seat]} chooses: ", [match.describe(action)])
        match.act(seat, action)

    def offers(self, seat: int) -> list[str]:
        """Return the first choices of every action."""
        groups: dict[str, list[Any]] = {}
        for part in self.match.state.legal(seat).parts:
            if len(part):
                groups.setdefault(next(iter(part))[0], []).append(part)
        return [self.offer(parts) for parts in groups.values()]

    def offer(self, parts: list[Any]) -> str:
        """Return the first choices of one action, and whether there are more."""
        actions = list(itertools.islice(itertools.chain.from_iterable(parts), SHOWN))
        labels = [self.match.describe(action) for action in actions]
        title = self.match.state.node.offers[actions[0][0]].action.title + ": "
        if all(label.startswith(title) for label in labels):
            labels = [labels[0], *(label.removeprefix(title) for label in labels[1:])]
        number = sum(map(len, parts))
        return " | ".join(labels) + (f" | … ({number})" if number > SHOWN else "")

    def choice(self, seat: int, rng: Any) -> Action:
        """Return what a player does: mostly the smallest of some choices of one action."""
        legal = self.match.state.legal(seat)
        if ("pass",) in legal and rng.random() < 0.7:
            return ("pass",)
        draws = [legal.sample(rng) for _ in range(60)]
        names = sorted({action[0] for action in draws})
        name = names[rng.randrange(len(names))]
        return min((action for action in draws if action[0] == name), key=self.size)

    def size(self, action: Action) -> list[int]:
        """Return how large the parts of a choice are."""
        parameters = self.match.state.node.offers[action[0]].action.parameters
        pairs = zip(parameters, action[1:], strict=True)
        return [
            bags.size(value) if one.form == "bag" else value if isinstance(value, int) else 0
            for one, value in pairs
        ]

    # What is seen ----------------------------------------------------------------------

    def news(self) -> bool:
        """Tell whether there are lines of the log to tell."""
        return len(self.match.events) > self.told

    def log(self) -> Iterator[str]:
        """Yield the new lines of the log, for everybody or for those who read them differently."""
        read = {name: self.match.log(seat, self.told) for name, seat in self.viewers.items()}
        for index in range(len(self.match.events) - self.told):
            yield from self.differing("   > ", {name: lines[index] for name, lines in read.items()})
        self.told = len(self.match.events)

    def differing(self, head: str, texts: dict[str, str]) -> Iterator[str]:
        """Yield a text, or each of its forms with those who see it."""
        groups: dict[str, list[str]] = {}
        for name, text in texts.items():
            groups.setdefault(text, []).append(name)
        for text, names in groups.items():
            yield from wrapped(head if len(groups) == 1 else f"{head}[{', '.join(names)}] ", [text])

    def table(self) -> Iterator[str]:
        """Yield the table as every seat and a watcher see it."""
        views = {name: self.match.state.view(seat) for name, seat in self.viewers.items()}
        yield ""
        yield from self.differing("   Table: ", {name: self.shared(view) for name, view in views.items()})
        for seat, owner in enumerate(self.match.names):
            seen = {name: self.part(view["players"][seat]) for name, view in views.items()}
            yield from self.differing(f"   {owner}: ", seen)

    def shared(self, view: dict[str, Any]) -> str:
        """Return what a view shows of the table."""
        whose = "" if view["turn"] is None else f", {self.match.names[view['turn']]}"
        return f"round {view['round_count']}, turn {view['turn_count']}{whose}; {self.part(view)}"

    def part(self, view: dict[str, Any]) -> str:
        """Return the zones and variables of the table or a seat."""
        program, match = self.match.program, self.match
        found = [] if view.get("in_game", True) else ["out"]
        for name, zone in view["zones"].items():
            held = " ".join(zone["pieces"]) if zone.get("pieces") else str(zone["count"])
            found.append(f"{spoken(name)} {held}")
        found += [
            f"{spoken(name)} {variable_text(program, name, value, match.names)}"
            for name, value in view["variables"].items()
        ]
        return ", ".join(found)

    def end(self) -> Iterator[str]:
        """Yield how the game ended."""
        outcome = self.match.state.outcome
        assert outcome is not None
        yield from self.table()
        yield ""
        won = listed([self.match.names[seat] for seat in outcome.winners])
        yield f"Over by {outcome.reason}. Winners: {won}."
        pairs = zip(self.match.names, outcome.returns, strict=True)
        yield "Returns: " + ", ".join(f"{name} {value:+g}" for name, value in pairs) + "."


def wrapped(head: str, parts: list[str]) -> list[str]:
    """Return parts behind a head, in lines that are not too long."""
    text = head + "; ".join(parts)
    return textwrap.wrap(
        text, WIDTH, subsequent_indent="     ", break_on_hyphens=False, drop_whitespace=True
    ) or [text]


# Files ------------------------------------------------------------------------------------


def shipped() -> list[Path]:
    """Return every ruleset."""
    return sorted(RULESETS.rglob("*.yaml"))


def file_of(path: Path) -> Path:
    """Return the file of a ruleset's playthrough."""
    return FOLDER / f"{path.stem}.txt"


def is_short(text: str) -> bool:
    """Tell whether a game came to its end within the length of a file."""
    return SHORTEST <= text.count("\n") <= LONGEST and text.splitlines()[-1].startswith("Returns: ")


def found(path: Path) -> str:
    """Return a short game of a ruleset: of three players rather than of two."""
    rules, name = load(path), path.relative_to(RULESETS).as_posix()
    for players in sorted({min(3, rules.high), rules.low}, reverse=True):
        for seed in range(1, TRIES + 1):
            text = playthrough(Setting(name, players, "as usual", str(seed)), rules)
            if is_short(text):
                return text
    raise ValueError(f"no short game of {name} was found")


def again(path: Path) -> str:
    """Return the game of a ruleset's file played anew, or another one if it is missing or too long."""
    file = file_of(path)
    text = playthrough(setting_of(file.read_text(encoding="utf-8"))) if file.exists() else ""
    return text if text and is_short(text) else found(path)


def main() -> None:
    """Write the playthroughs of all rulesets."""
    FOLDER.mkdir(exist_ok=True)
    for path in shipped():
        file_of(path).write_text(again(path), encoding="utf-8")


if __name__ == "__main__":
    main()
