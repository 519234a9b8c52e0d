"""The record of a game: everything needed to play it again, and nothing that depends on a machine.

A record holds which rules (by digest), the options, the seats, and every decision and chance
outcome in order. `pack` wraps it so that a look at the file shows no cards.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import dataclass, field
from typing import Any

from ..program.program import Program
from .state import State, tupled

VERSION = 1
CHANCE = "chance"


class RecordError(ValueError):
    """A saved game that cannot be used; the message says why in one line."""


@dataclass
class Record:
    """One game so far.

    An entry is `(seat, action)`, or `("chance", outcome)`. `seed` and `controllers` (who
    plays each seat) are what a table needs to go on as before; they are no part of replay.
    """

    ruleset: str
    path: str
    digest: str
    options: dict[str, Any]
    names: tuple[str, ...]
    seed: str = ""
    controllers: tuple[str, ...] = ()
    entries: list[tuple[Any, Any]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON data."""
        return {
            "ruleset": self.ruleset,
            "path": self.path,
            "digest": self.digest,
            "options": self.options,
            "names": list(self.names),
            "seed": self.seed,
            "controllers": list(self.controllers),
            "entries": [list(entry) for entry in self.entries],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """Return a record from `to_json`; raises RecordError where it is damaged."""
        try:
            entries = [(who, tupled(what)) for who, what in data["entries"]]
            json.dumps([data["seed"], data["names"]], ensure_ascii=False).encode()  # half a character is none
            return cls(
                ruleset=" ".join(str(data["ruleset"]).split()),
                path=str(data["path"]),
                digest=str(data["digest"]),
                options=dict(data["options"]),
                names=tuple(map(str, data["names"])),
                seed=str(data["seed"]),
                controllers=tuple(map(str, data["controllers"])),
                entries=entries,
            )
        except (KeyError, TypeError, ValueError):
            raise RecordError("the saved game is damaged") from None


def pack(record: Record) -> str:
    """Return the text of a saved game: a readable head, the rest packed."""
    body = base64.b85encode(zlib.compress(json.dumps(record.to_json()).encode())).decode()
    head = {"rulesplay": VERSION, "ruleset": record.ruleset, "players": len(record.names)}
    return json.dumps(head | {"moves": len(record.entries), "body": body}, indent=1) + "\n"


def unpack(text: str) -> Record:
    """Return the record in the text of a saved game; raises RecordError where it is none."""
    try:
        head = json.loads(text)
    except ValueError:
        raise RecordError("this is not a saved game") from None
    if not isinstance(head, dict) or "rulesplay" not in head or "body" not in head:
        raise RecordError("this is not a saved game")
    if head["rulesplay"] != VERSION:
        raise RecordError(f"the game was saved by another version of rulesplay (format {head['rulesplay']})")
    try:
        return Record.from_json(json.loads(zlib.decompress(base64.b85decode(str(head["body"])))))
    except (ValueError, zlib.error, binascii.Error):
        raise RecordError("the saved game is damaged") from None


def replay(record: Record, program: Program, upto: int | None = None) -> tuple[State, list[Any]]:
    """Return the position and the log after the entries of a record (or the first few).

    Raises RecordError if the rules are not those the game was played by, or do not allow it.
    """
    if record.digest != program.digest:
        raise RecordError(f"the rules of {record.ruleset} have changed since this game was saved")
    events: list[Any] = []
    state = State.new(program, events)
    for who, what in record.entries[:upto]:
        try:
            if who == CHANCE:
                state.apply_chance(what, events)
            elif type(who) is int:
                state.apply(what, who, events)
            else:  # nobody; a state would take it for the only one who is asked
                raise TypeError(who)
        except (ValueError, TypeError, IndexError):
            raise RecordError("the saved game does not follow its own rules") from None
    return state, events
