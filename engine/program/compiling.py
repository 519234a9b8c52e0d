"""A ruleset for a number of players and options to a program: lower, print, compile."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import CodeType
from typing import Any

from .. import bags
from ..diagnostics import Diagnostic, RulesetError, suggest_or_list
from ..rules import model
from ..rules.choosing import describe, fits
from ..rules.kinds import BOOLEAN, INTEGER, Set, Symbol
from ..rules.terms import Constant, Term
from .changes import bodies
from .course import Course
from .emitting import Emitter
from .folding import Folder, substitute
from .fusing import fuse
from .joining import addressed, join
from .layout import PLAYERS, PLAYING, ROUNDS, TURNS, Layout, Pieces, attributes_read, lay_out
from .naming import spoken
from .program import Program
from .ready import Decisions
from .runtime import TOOLS, Fault, player_tables


class ChoiceError(ValueError):
    """A number of players or an option value that the ruleset does not take."""


def compile_rules(
    rules: model.Ruleset,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    once: bool = False,
) -> Program:
    """Return the program of a ruleset; one that is to be run `once` is sooner ready, and slower.

    Raises ChoiceError for a number of players or options that the ruleset does not take,
    RulesetError where they do not fit each other (a deal from too small a deck, say).
    """
    number = rules.low if players is None else players
    if type(number) is not int or not rules.low <= number <= rules.high:
        span = f"{rules.low}" if rules.low == rules.high else f"{rules.low} to {rules.high}"
        raise ChoiceError(f"{rules.name} takes {span} players, not {number}")
    chosen = choose(rules, number, options or {})
    folder = Folder(chosen, number, rules.functions)
    if rules.read is None:
        rules.read = attributes_read(all_terms(rules))
    layout = lay_out(rules, rules.read, folder)
    course = Course(rules, layout, Emitter(layout, folder, bodies(rules)))
    course.emitter.count = 0
    course.write()
    return assemble(rules, chosen, course, once)


def choose(rules: model.Ruleset, players: int, given: dict[str, Any]) -> dict[str, Any]:
    """Return the value of every option; an option that does not apply keeps its default."""
    for name, value in given.items():
        if name not in rules.options:
            hint = suggest_or_list(name, rules.options)
            raise ChoiceError(f"there is no option `{name}`" + (f"; {hint}" if hint else ""))
        if (problem := fits(rules.options[name], value)) is not None:
            raise ChoiceError(f"option `{name}` {problem}")
    chosen = {name: given.get(name, option.default) for name, option in rules.options.items()}
    folder = Folder(chosen, players, rules.functions)
    for name in given:
        option = rules.options[name]
        if option.when is not None and chosen[name] != option.default and not folder.value(option.when):
            why = option.because or f"it takes {describe(option)}, but not at this table"
            raise ChoiceError(f"option `{name}` cannot be set here: {why}")
    return chosen


def preset_options(rules: model.Ruleset, preset: str | None) -> dict[str, Any]:
    """Return the options that a preset chooses, none without one; raises ChoiceError where it is not there."""
    if preset is None:
        return {}
    if not isinstance(preset, str) or preset not in rules.presets:
        hint = suggest_or_list(str(preset), rules.presets) or f"{rules.name} has none"
        raise ChoiceError(f"there is no preset `{preset}`; {hint}")
    return dict(rules.presets[preset])


def all_terms(value: Any) -> Iterator[Term]:
    """Yield every expression anywhere in a checked ruleset."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from all_terms(one)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from all_terms(one)
    elif type(value).__module__ == model.__name__:
        for one in vars(value).values():
            yield from all_terms(one)


def assemble(rules: model.Ruleset, options: dict[str, Any], course: Course, once: bool) -> Program:
    """Return the program whose source the course has written."""
    returns = [course.returns(ending) for ending in course.all_endings()]
    starts = starting(rules, course)
    written = {block.number: course.written(block) for block in course.blocks}
    blocks = addressed(written) if once else join(written)
    source = print_source(course, blocks)
    names: dict[str, Any] = {**TOOLS, "DECISIONS": Decisions, **player_tables(course.layout.players, source)}
    exec((kept if once else compiled)(source), names)
    return Program(
        rules=rules,
        players=course.layout.players,
        options=options,
        layout=course.layout,
        frame=course.layout.frame,
        nodes=tuple(course.nodes),
        blocks=tuple(names["B"]),
        names=names,
        sentences=tuple(course.sentences),
        labels={name: labels_of(one, course.emitter.folder) for name, one in course.layout.pieces.items()},
        reasons=course.reasons,
        endings=tuple(course.all_endings()),
        returns=tuple(returns),
        faults=tuple(course.emitter.faults),
        takes=course.takes,
        ends=course.ends,
        initial=tuple(initial(rules, course, started(names[starts], course))),
        source=source,
        fuse=partial(fuse, course.nodes, blocks, course.keys),
        digest=digest(rules, options, course.layout.players),
    )


def compiled(source: str) -> CodeType:
    """Return the code of a source."""
    return compile(source, "<ruleset>", "exec")


kept = lru_cache(256)(compiled)  # what is run once is often the same for other options and variants


def labels_of(pieces: Pieces, folder: Folder) -> tuple[str, ...]:
    """Return how each kind of a deck is printed."""
    return tuple(label_of(pieces.deck, values, folder) for values in pieces.values)


def label_of(deck: model.Deck, values: dict[str, Any], folder: Folder) -> str:
    """Return how one piece is printed: by the deck's label, else its attributes."""
    if deck.label is None:
        return " ".join(spoken(value) for value in values.values())
    constants: dict[str, Term] = {
        name: Constant(kind, deck.span, values.get(name)) for name, kind in deck.attributes
    }
    parts = deck.label.parts
    return "".join(
        one if isinstance(one, str) else spoken(folder.value(substitute(one, constants))) for one in parts
    )


def digest(rules: model.Ruleset, options: dict[str, Any], players: int) -> str:
    """Return what pins a saved game to these rules, options and number of players."""
    text = json.dumps([rules.digest, options, players], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def print_source(course: Course, blocks: dict[int, list[str]]) -> str:
    """Return the Python source of the program."""
    lines: list[str] = []
    for name, pieces in course.layout.pieces.items():
        if pieces.deck.die:
            lines.append(f"ROLLS_{name} = ROLLS({tuple(bags.units(pieces.full))!r})")
        for attribute, _ in pieces.deck.attributes:
            column = tuple(one.get(attribute) for one in pieces.values)
            lines.append(f"{course.layout.table(name, attribute)} = {column!r}")
    lines += course.emitter.lines
    for number, body in blocks.items():
        lines += ["", f"def b{number}(s, a, ev):", *body]
    numbers = ", ".join(f"b{block.number}" for block in course.blocks)
    lines += ["", f"B = ({numbers},)", *course.emitter.last, ""]
    return "\n".join(lines)


def starting(rules: model.Ruleset, course: Course) -> str:
    """Write a function that gives what variables start with, by name; return its name."""
    emitter, values = course.emitter, []
    for name, variable in rules.variables.items():
        if variable.starts is not None:
            values.append(f"{name!r}: {emitter.emit(variable.starts, {})}")
    function = emitter.fresh("z")
    emitter.lines += [f"def {function}():", f"    return {{{', '.join(values)}}}"]
    return function


def started(function: Callable[[], dict[str, Any]], course: Course) -> dict[str, Any]:
    """Return what variables start with; raises RulesetError where that cannot be worked out."""
    try:
        return function()
    except Fault as fault:
        message, span = course.emitter.faults[fault.number]
        raise RulesetError([Diagnostic("RP425", message, span)]) from None


def initial(rules: model.Ruleset, course: Course, starts: dict[str, Any]) -> list[Any]:
    """Return the slots of a game that has not begun."""
    layout = course.layout
    slots: list[Any] = [None] * layout.size
    everyone = (1 << layout.players) - 1
    slots[TURNS] = slots[ROUNDS] = 0
    slots[PLAYERS] = slots[PLAYING] = everyone
    for name, variable in rules.variables.items():
        fill(slots, layout, name, starts[name] if name in starts else usual(variable.kind))
    for name, zone in rules.zones.items():
        fill(slots, layout, name, layout.pieces[zone.deck].full if zone.full else 0)
    return slots


def fill(slots: list[Any], layout: Layout, name: str, value: Any) -> None:
    """Set a name's slots."""
    count = layout.players if name in layout.each else 1
    for index in range(layout.slots[name], layout.slots[name] + count):
        slots[index] = value


def usual(kind: object) -> Any:
    """Return what a variable without `starts` begins with."""
    if kind == INTEGER:
        return 0
    if kind == BOOLEAN:
        return False
    if isinstance(kind, Symbol):
        return kind.values[0]
    return 0 if isinstance(kind, Set) else None
