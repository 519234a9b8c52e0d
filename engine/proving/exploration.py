"""A ruleset played at every table: where nobody can go on, where the rules fail, what never comes about.

Every finding is a diagnostic at its place in the ruleset. What stops a game comes with the shortest
course of play that was found to lead there, as a scenario.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..diagnostics import Diagnostic, Label, RulesetError, listed, quoted
from ..play.reasons import unoffered
from ..play.state import State
from ..program.layout import ENDING
from ..program.probes import ACTION, CONDITION, ELIMINATION, OUTCOME, PHASE, Probe
from ..program.probes import ENDING as END
from ..program.program import Program
from ..program.runtime import Fault
from ..rules.model import Ruleset
from ..source import Span
from .coverage import text_of
from .playouts import ENDLESS, FAILED, OVER, STUCK, Spread, Stop, play_out, shorten
from .probing import Probing
from .sittings import Sitting, sittings
from .traces import Script

POSITIONS = 3_000  # in breadth, at each table with the usual options
FEWER = 10  # a table with another option value gets so many times fewer games
TOO_OFTEN = 2  # one game in so many that only the limit ends is worth a warning
NEVER = {
    ACTION: ("RP811", "action {name} was never taken"),
    OUTCOME: ("RP812", "outcome {name} never came about"),
    PHASE: ("RP812", "phase {name} never began"),
    ELIMINATION: ("RP813", "nobody ever left by {name}"),
    END: ("RP813", "no game ended by {name}"),
}


@dataclass
class Finding:
    """A fault that stops games, where it was met, and the shortest way there."""

    diagnostic: Diagnostic
    at: list[Sitting]
    program: Program
    stop: Stop

    def told(self) -> Diagnostic:
        """Return the diagnostic with the table in its message."""
        return replace(self.diagnostic, message=f"{self.diagnostic.message}{words(self.at)}")


@dataclass
class Exploration:
    """Plays a ruleset and keeps what it finds."""

    rules: Ruleset
    games: int = 200
    depth: int = 8
    seed: str = ""
    seconds: float = 60.0
    shortening: float = 2.0  # seconds for each way to a fault
    found: dict[tuple[str, Span, str], Finding] = field(default_factory=dict)
    other: list[Diagnostic] = field(default_factory=list)
    endless: list[tuple[Sitting, int, int]] = field(default_factory=list)
    played: int = 0
    positions: int = 0
    tables: int = 0
    cut: bool = False

    def run(self, players: int | None = None, options: dict[str, object] | None = None) -> None:
        """Play at every table; raises ChoiceError for players or options that do not fit."""
        self.probing = Probing(self.rules, deep=False)
        end = time.monotonic() + self.seconds
        waiting = sittings(self.rules, players, options or {})
        left = sum(map(self.wanted, waiting))
        for sitting in waiting:
            now = time.monotonic()
            if self.tables and now > end:
                self.cut = True
                break
            self.sit(sitting, now + max(end - now, 0.0) * self.wanted(sitting) / left)
            left -= self.wanted(sitting)
        self.shortened()

    def wanted(self, sitting: Sitting) -> int:
        """Return how many games to play at a table."""
        return max(self.games // FEWER, 1) if sitting.changed else max(self.games, 1)

    def sit(self, sitting: Sitting, deadline: float) -> None:
        """Play at one table."""
        try:
            program = self.probing.compile(self.rules, sitting.players, sitting.options)
        except RulesetError as problem:
            self.other += [
                replace(one, message=f"{one.message}{words([sitting])}") for one in problem.diagnostics
            ]
            return
        self.tables += 1
        if self.depth and not sitting.changed:
            half = (time.monotonic() + deadline) / 2
            spread = Spread(program, self.random(sitting, "breadth"), self.depth, POSITIONS, half)
            for stop in spread.stops():
                self.stopped(stop, program, sitting)
            self.positions += spread.positions
        self.games_at(program, sitting, deadline)

    def random(self, sitting: Sitting, what: object) -> random.Random:
        """Return random numbers that are the same in every run."""
        return random.Random(f"{self.seed}/{sitting}/{what}")

    def games_at(self, program: Program, sitting: Sitting, deadline: float) -> None:
        """Play at random at one table."""
        wanted = self.wanted(sitting)
        endless = 0
        for number in range(wanted):
            if number and time.monotonic() > deadline:  # one game at least
                self.cut, wanted = True, number
                break
            stop = play_out(program, self.random(sitting, number), number % 2 == 1)
            self.played += 1
            self.stopped(stop, program, sitting)
            endless += is_endless(stop, program)
        if endless and endless * TOO_OFTEN >= wanted and self.rules.endings:
            self.endless.append((sitting, endless, wanted))

    # Findings --------------------------------------------------------------------------

    def stopped(self, stop: Stop, program: Program, sitting: Sitting) -> None:
        """Keep a fault that stopped a game, with the shortest way there."""
        if stop.kind not in (STUCK, FAILED):
            return
        diagnostic = failed(stop) if stop.kind == FAILED else stuck(stop)
        key = (diagnostic.code, diagnostic.span, diagnostic.message)
        known = self.found.setdefault(key, Finding(diagnostic, [], program, stop))
        if sitting not in known.at:
            known.at.append(sitting)
        if len(stop.entries) < len(known.stop.entries):
            known.at.remove(sitting)
            known.at.insert(0, sitting)
            known.program, known.stop, known.diagnostic = program, stop, diagnostic

    def too_long(self) -> Iterator[Diagnostic]:
        """Yield that too many games end only by the limit; a warning if they do with the usual options."""
        for sitting, number, of in sorted(self.endless, key=lambda one: len(one[0].changed))[:1]:
            limit = self.rules.limit
            span = limit.span if limit is not None else next(iter(self.rules.phases.values())).span
            message = f"{number} of {of} random games were ended only by the limit"
            message += words([sitting, *(one for one, _, _ in self.endless if one != sitting)])
            severity = "info" if sitting.changed else "warning"
            yield Diagnostic("RP802", message, span, severity, "see that play must come to an ending")

    def diagnostics(self) -> list[Diagnostic]:
        """Return everything that was found, in order."""
        stops = [one.told() for one in self.found.values()]
        found = [*stops, *self.other, *self.too_long(), *self.never()]
        return sorted(found, key=lambda one: one.order)

    def never(self) -> Iterator[Diagnostic]:
        """Yield what never came about, less what follows from something else that did not."""
        for number, probe in enumerate(self.probing.probes):
            if probe.within is not None and not self.probing.saw(*probe.within):
                continue
            for code, said in self.missing(number, probe):
                yield Diagnostic(code, f"{said} in {self.played} games", probe.span, "info")

    def missing(self, number: int, probe: Probe) -> Iterator[tuple[str, str]]:
        """Yield the code and words for what never came about at a probe."""
        if probe.kind in NEVER and not self.probing.saw(number):
            limit = self.rules.limit
            if limit is None or probe.span != limit.span:
                code, said = NEVER[probe.kind]
                yield code, said.format(name=probe.name)
        if probe.kind == CONDITION and any(self.probing.saw(number, arm) for arm in (True, False)):
            for arm in probe.branches:
                if not self.probing.saw(number, arm):
                    text = quoted(text_of(probe.span), 60)
                    yield "RP812", f"{text} was never {str(arm).lower()}"

    def shortened(self) -> None:
        """Leave out of the ways to faults what they do not take."""
        for one in self.found.values():
            one.stop = shorten(one.program, one.stop, time.monotonic() + self.shortening)

    def scenarios(self) -> list[str]:
        """Return the scenarios that show what stops games, each with another name."""
        blocks: list[str] = []
        for one in sorted(self.found.values(), key=lambda one: one.diagnostic.order):
            line = one.diagnostic.span.line
            is_stuck = one.stop.kind == STUCK
            name = f"{'stuck' if is_stuck else 'fails'}_at_line_{line}_{len(blocks) + 1}"
            title = "Somebody can always go on" if is_stuck else "The rules do not fail here"
            script = Script(one.program)
            blocks.append(script.scenario(name, title, one.stop.entries, "stuck: false" if is_stuck else ""))
        return blocks


def words(at: list[Sitting]) -> str:
    """Return at which tables, for the end of a message."""
    others = len(at) - 1
    return f" {at[0]}" + (f" (and at {others} other table{'s' * (others > 1)})" if others else "")


def is_endless(stop: Stop, program: Program) -> bool:
    """Tell whether nothing but the limit stopped a game."""
    if stop.kind != OVER or stop.state is None:
        return stop.kind == ENDLESS
    return program.rules.limit is not None and stop.state.slots[ENDING] == len(program.endings) - 1


def failed(stop: Stop) -> Diagnostic:
    """Return the report of rules that fail."""
    assert stop.error is not None
    return Diagnostic("RP803", f"the rules fail: {stop.error.message}", stop.error.span)


def stuck(stop: Stop) -> Diagnostic:
    """Return the report of a place where nobody can do anything, with the reasons for one who is asked."""
    assert stop.state is not None
    node = stop.state.node
    offered = listed([f"`{name}`" for name in node.offers])
    message = f"nobody can go on: none of {offered} can be done" if len(node.offers) > 1 else ""
    message = message or f"nobody can go on: {offered or 'nothing'} cannot be done"
    return Diagnostic("RP801", message, node.span, labels=reasons(stop.state))


def reasons(state: State) -> tuple[Label, ...]:
    """Return why somebody who is asked can do nothing."""
    try:
        return tuple(Label(span, reason) for _, reason, span in unoffered(state, state.players[0]))
    except (Fault, IndexError):
        return ()
