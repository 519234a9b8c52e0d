"""Courses of play: one at random, or all that are short; each up to where it stops."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..play.bots import few
from ..play.state import IllegalAction, State
from ..program.choices import Action, Bags, Legal
from ..program.program import Program, RuleError
from ..program.runtime import Fault
from .traces import Entry

LONGEST = 20_000  # entries, after which a game is called endless
WIDEST, SOME, DRAWS = 16, 6, 2  # of a choice, of chance, of chance with more outcomes than that
SMALL = 16  # up to so many entries are tried to be left out wherever they stand
OVER, STUCK, FAILED, ENDLESS = "over", "stuck", "failed", "endless"


@dataclass(frozen=True)
class Stop:
    """Where a course of play stops, and how it came there."""

    kind: str
    entries: tuple[Entry, ...]
    state: State | None = None
    error: RuleError | None = None


def play_out(program: Program, rng: random.Random, by_name: bool) -> Stop:
    """Play one game at random; `by_name` chooses first what to do, then how."""
    entries: list[Entry] = []
    state: State | None = None
    try:
        state = State.new(program)
        while not state.is_over and len(entries) < LONGEST:
            entry = draw(state, rng) if state.is_chance else choose(state, rng, by_name)
            if entry is None:
                return Stop(STUCK, tuple(entries), state)
            entries.append(entry)
            follow(state, entry)
    except (RuleError, Fault) as problem:
        return Stop(FAILED, tuple(entries), state, known(program, problem))
    return Stop(OVER if state.is_over else ENDLESS, tuple(entries), state)


def known(program: Program, problem: RuleError | Fault) -> RuleError:
    """Return what a fault of generated code says of the rules."""
    return program.error(problem) if isinstance(problem, Fault) else problem


def follow(state: State, entry: Entry) -> None:
    """Do what an entry says."""
    seat, what = entry
    if seat is None:
        state.apply_chance(what)
    else:
        state.apply(what, seat)


def draw(state: State, rng: random.Random) -> Entry:
    """Return what chance brings."""
    return None, state.sample_chance(rng)


def choose(state: State, rng: random.Random, by_name: bool) -> Entry | None:
    """Return what somebody does who may act now, or None if nobody can do anything."""
    seats = state.players
    first = int(rng.random() * len(seats))
    for seat in seats[first:] + seats[:first]:
        legal = state.legal(seat)
        action = named(legal.parts, rng) if by_name else sampled(legal, rng)
        if action is not None:
            return seat, action
    return None


def sampled(legal: Legal, rng: random.Random) -> Action | None:
    """Return an action, each equally likely, or None if there is none."""
    try:
        return legal.sample(rng)
    except IndexError:
        return None


def named(parts: tuple[Any, ...], rng: random.Random) -> Action | None:
    """Return an action chosen first by its name, then among few pieces as often as among all."""
    groups: dict[str, list[Any]] = {}
    for part in parts:
        if part.low <= part.high if isinstance(part, Bags) else part:
            groups.setdefault(part.prefix[0] if isinstance(part, Bags) else part[0][0], []).append(part)
    for name in rng.sample(sorted(groups), len(groups)):
        for part in rng.sample(groups[name], len(groups[name])):
            try:
                small = isinstance(part, Bags) and rng.random() < 0.5
                return few(part, rng) if small else part.sample(rng)
            except IndexError:
                continue
    return None


def shorten(program: Program, stop: Stop, deadline: float) -> Stop:
    """Return a stop of the same kind with entries left out that it does not take."""
    entries = list(stop.entries)
    sizes = [len(entries) >> shift for shift in range(1, len(entries).bit_length())]
    for size in [one for one in sizes if one > SMALL] + list(range(SMALL, 0, -1)):
        start = len(entries) - size
        while start >= 0 and time.monotonic() < deadline:
            fewer = entries[:start] + entries[start + size :]
            shorter = leads(program, fewer, stop)
            entries = fewer if shorter else entries
            start -= size if shorter or size > SMALL else 1
    return replace(stop, entries=tuple(entries))


def leads(program: Program, entries: list[Entry], stop: Stop) -> bool:
    """Tell whether entries can be played and come to the same stop."""
    done = 0
    try:
        state = State.new(program)
        for entry in entries:
            done += 1
            follow(state, entry)
        asks = not (state.is_over or state.is_chance)
        return stop.kind == STUCK and asks and not any(state.legal(seat) for seat in state.players)
    except IllegalAction:
        return False
    except (RuleError, Fault) as problem:
        found = known(program, problem)
        is_same = stop.error is not None and (found.message, found.span) == (
            stop.error.message,
            stop.error.span,
        )
        return is_same and done == len(entries)


# In breadth ----------------------------------------------------------------------------

Link = tuple[Any, Entry] | None  # the entries so far, the last one outside


@dataclass
class Spread:
    """All short courses of play from the start: so many decisions deep, up to so many positions."""

    program: Program
    rng: random.Random
    depth: int
    most: int
    deadline: float
    positions: int = 0

    def stops(self) -> Iterator[Stop]:
        """Yield where play is stuck or fails, the shortest courses first."""
        try:
            first = self.start()
        except (RuleError, Fault):
            return  # playing at random fails in the same way
        waiting: deque[tuple[State, Link, int]] = deque([(*first, 0)])
        known_states = {tuple(first[0].slots)}
        while waiting and self.positions < self.most and time.monotonic() < self.deadline:
            state, link, depth = waiting.popleft()
            self.positions += 1
            try:
                entries = list(self.moves(state)) if depth < self.depth else []
            except Fault as fault:
                yield Stop(FAILED, unrolled(link), state, self.program.error(fault))
                continue
            if not entries and depth < self.depth and not state.is_over:
                yield Stop(STUCK, unrolled(link), state)
            for entry in entries:
                following = state.clone()
                try:
                    follow(following, entry)
                except (RuleError, Fault) as problem:
                    yield Stop(FAILED, unrolled((link, entry)), state, known(self.program, problem))
                    continue
                key = tuple(following.slots)
                if key not in known_states:
                    known_states.add(key)
                    waiting.append((following, (link, entry), depth + (entry[0] is not None)))

    def start(self) -> tuple[State, Link]:
        """Return the first position in which somebody decides, by some outcomes of chance."""
        state = State.new(self.program)
        link: Link = None
        while state.is_chance:
            entry = draw(state, self.rng)
            follow(state, entry)
            link = (link, entry)
        return state, link

    def moves(self, state: State) -> Iterator[Entry]:
        """Yield what may come next: of large choices only some."""
        if state.is_chance:
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            if len(outcomes) > SOME:
                outcomes = list({state.sample_chance(self.rng): None for _ in range(DRAWS)})
            yield from ((None, outcome) for outcome in outcomes)
        for seat in state.players if not state.is_chance else ():
            for part in state.legal(seat).parts:
                yield from ((seat, action) for action in islice(part, WIDEST))


def unrolled(link: Link) -> tuple[Entry, ...]:
    """Return the entries of a course, the first one first."""
    entries: list[Entry] = []
    while link is not None:
        link, entry = link
        entries.append(entry)
    return tuple(reversed(entries))
