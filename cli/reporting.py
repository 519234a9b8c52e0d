"""How a game is told: in lines for people, or as JSON, one object a line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Protocol

from rulesplay.cli import board
from rulesplay.cli.person import KEYS
from rulesplay.cli.seating import HUMAN, only_viewer, people

if TYPE_CHECKING:
    from rulesplay.cli.person import People
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Match, Viewer


class Reporter(Protocol):
    """Told what happens at the table."""

    def start(self, match: Match) -> None:
        """Tell who plays what."""

    def moved(self, match: Match, seat: int | None, done: str) -> None:
        """Tell that somebody (or chance: None) acted; `done` says what, for that seat alone."""

    def end(self, match: Match) -> None:
        """Tell how it ended."""


class Teller:
    """Tells a game to people. They read the log when it is their turn, watchers at once."""

    def __init__(self, screen: Screen, crowd: People | None) -> None:
        self.screen, self.crowd, self.told = screen, crowd, 0

    def start(self, match: Match) -> None:
        """Write the name of the game, who plays, and the keys."""
        screen, rules = self.screen, match.program.rules
        screen.say(rules.name, "bold")
        if rules.summary and not match.record.entries:
            screen.say(rules.summary, hang=0)
        screen.say(f"Players: {', '.join(seat_list(match))}.")
        changed = [f"{name} = {said(value)}" for name, value in match.program.options.items()
                   if value != rules.options[name].default]  # fmt: skip
        if changed:
            screen.say(f"Options: {', '.join(changed)}.")
        screen.say(f"Keys: {KEYS}" if self.crowd else "", "dim")

    def moved(self, match: Match, seat: int | None, done: str) -> None:
        """Write new lines of the log where nobody plays."""
        if self.crowd is None:
            self.catch_up(match, None)

    def catch_up(self, match: Match, viewer: Viewer) -> None:
        """Write the lines of the log that were not told yet."""
        for line in match.log(viewer, self.told):
            self.screen.say(line, indent=2)
        self.told = len(match.events)

    def end(self, match: Match) -> None:
        """Write who won and why, what was hidden, and the seed."""
        from rulesplay.engine import EVERYTHING

        screen = self.screen
        if self.crowd is not None:
            self.crowd.leave()
            self.told = len(match.events) if self.crowd.skipping else self.crowd.told
            screen.say()
        self.catch_up(match, only_viewer(match.record.controllers))
        screen.say()
        screen.say(result(match), "bold")
        screen.say()
        screen.say("The end, with everything turned up:")
        board.draw(screen, match, EVERYTHING)
        screen.say()
        screen.say(f"Seed: {match.record.seed}", "dim")


class JsonReporter:
    """Tells a game as JSON lines, as one viewer may know it."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer, self.told = viewer, 0

    def start(self, match: Match) -> None:
        """Write the start object."""
        rules, record = match.program.rules, match.record
        data: dict[str, Any] = {
            "ruleset": rules.id,
            "name": rules.name,
            "players": match.program.players,
            "options": match.program.options,
            "names": list(match.names),
            "viewer": self.viewer,
        }
        if not people(record.controllers):
            data["seed"] = record.seed
        emit("start", data)

    def moved(self, match: Match, seat: int | None, done: str) -> None:
        """Write who acted, and the new lines of the log.

        What was done is left to the log, except for the viewer's own actions.
        """
        if seat is not None:
            own = {"text": done} if seat == self.viewer else {}
            emit("action", {"seat": seat, "name": match.names[seat], **own})
        for line in match.log(self.viewer, self.told):
            emit("log", {"text": line})
        self.told = len(match.events)

    def end(self, match: Match) -> None:
        """Write the end object."""
        outcome = match.state.outcome
        assert outcome is not None
        emit("end", {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "returns": list(outcome.returns),
        })  # fmt: skip


def emit(kind: str, data: dict[str, Any]) -> None:
    """Write one object on a line of its own."""
    sys.stdout.write(json.dumps({"type": kind, **data}) + "\n")
    sys.stdout.flush()


def seat_list(match: Match) -> list[str]:
    """Return the seats, and who plays them where both people and bots do."""
    who = match.record.controllers
    if HUMAN not in who or all(one == HUMAN for one in who):
        return list(match.names)
    alone = who.count(HUMAN) == 1
    return [
        f"{name} ({'you' if alone and one == HUMAN else one})"
        for name, one in zip(match.names, who, strict=True)
    ]


def result(match: Match) -> str:
    """Return who won and why, in a line."""
    from rulesplay.engine import listed

    outcome = match.state.outcome
    assert outcome is not None
    names = [match.names[seat] for seat in outcome.winners]
    who = f"{listed(names)} {'wins' if len(names) == 1 else 'win'}" if names else "Nobody wins"
    gains = "" if set(outcome.returns) <= {-1.0, 0.0, 1.0} else f" Returns: {gained(match, outcome.returns)}."
    return f"{who} ({outcome.reason.replace('_', ' ')}).{gains}"


def gained(match: Match, returns: tuple[float, ...]) -> str:
    """Return what every seat gained."""
    return ", ".join(f"{name} {value:g}" for name, value in zip(match.names, returns, strict=True))


def said(value: Any) -> str:
    """Return the value of an option in words."""
    from rulesplay.engine import spoken

    return spoken(value)
