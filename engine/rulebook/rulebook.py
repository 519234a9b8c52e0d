"""The rulebook of a ruleset at a table: what is in the box, how it is set up, played and won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..program.folding import Folder
from ..program.naming import count_text, spoken
from ..program.program import Program
from ..rules import model
from ..rules.choosing import describe
from .phrasing import Phraser, capital

Lines = list[Any]  # sentences; a list inside belongs to the sentence before it


@dataclass
class Section:
    """A headed part of the rulebook: sentences, and lists of sentences below them."""

    title: str
    lines: Lines = field(default_factory=list)


def write_rulebook(program: Program) -> list[Section]:
    """Return the sections of the rulebook for a program's players and options."""
    phraser = Phraser(program.rules, folder_of(program))
    makers = (
        summary,
        components,
        setup,
        course,
        actions,
        challenges,
        procedures,
        words,
        leaving,
        ending,
        options,
        rulings,
    )
    sections = [maker(program, phraser) for maker in makers]
    return [section for section in sections if section.lines]


def folder_of(program: Program) -> Folder:
    """Return what puts a program's options and players into expressions."""

    return Folder(program.options, program.players, program.rules.functions, inline=False)


def summary(program: Program, phraser: Phraser) -> Section:
    """Return what the game is about."""
    rules = program.rules
    players = f"{rules.low} to {rules.high}" if rules.low != rules.high else str(rules.low)
    lines: Lines = [" ".join(rules.summary.split())] if rules.summary else []
    lines.append(f"For {players} players; this is the game for {program.players}.")
    return Section(rules.name, lines + ([f"Source: {rules.source}"] if rules.source else []))


def components(program: Program, phraser: Phraser) -> Section:
    """Return the cards, dice and places of the game."""
    lines: Lines = []
    for name, pieces in program.layout.pieces.items():
        kinds = [
            f"{label} × {count}" for label, count in zip(program.labels[name], pieces.counts, strict=True)
        ]
        if pieces.deck.die:
            lines.append(f"Dice “{spoken(name)}” with the faces {', '.join(program.labels[name])}.")
        else:
            number = capital(count_text(program, name, sum(pieces.counts)))
            lines.append(f"{number} “{spoken(name)}”: {', '.join(kinds)}.")
    for zone in program.rules.zones.values():
        lines.append(place_line(zone))
    lines += [counter_line(one, phraser) for one in program.rules.variables.values()]
    return Section("Components", lines)


def counter_line(variable: model.VariableDeclaration, phraser: Phraser) -> str:
    """Return what a variable is, who sees it and what it starts with."""
    whose = f"“{capital(spoken(variable.name))}”" + (" of each player" if variable.each else "")
    seen = {
        (model.SEES, model.SEES): "",
        (model.SEES, model.NOTHING_SEEN): ", known to its owner only",
        (model.NOTHING_SEEN, model.SEES): ", known to all but its owner",
    }.get((variable.sight.owner, variable.sight.others), ", known to nobody")
    starts = f", starts with {phraser.term(variable.starts)}" if variable.starts is not None else ""
    return f"{whose}{seen}{starts}" + (f": {sentence(variable.help)}" if variable.help else ".")


def place_line(zone: model.Zone) -> str:
    """Return what a zone is and who sees it."""
    whose = f"“{capital(spoken(zone.name))}”" + (" of each player" if zone.each else "")
    seen = {
        (model.SEES, model.SEES): "open to all",
        (model.SEES, model.COUNTS): "seen by its owner only",
        (model.COUNTS, model.SEES): "seen by all but its owner",
        (model.COUNTS, model.COUNTS): "face down",
    }.get((zone.sight.owner, zone.sight.others), "hidden")
    return f"{whose}, {seen}" + (f": {sentence(zone.help)}" if zone.help else ".")


def setup(program: Program, phraser: Phraser) -> Section:
    """Return how the table is set for this number of players."""
    return Section(f"Setup for {program.players} players", phraser.steps(program.rules.setup))


def course(program: Program, phraser: Phraser) -> Section:
    """Return the phases and who takes turns in them."""
    lines: Lines = []
    for phase in program.rules.phases.values():
        inner = phraser.steps(phase.before)
        if phase.turns is not None:
            inner += turn_lines(program, phase.turns, phraser)
        inner += phraser.steps(phase.after)
        inner += [f"Then comes the phase “{spoken(phase.next)}”."] if phase.next else []
        lines += [f"Phase “{spoken(phase.name)}”:", inner]
    return Section("Course of the game", lines)


def turn_lines(program: Program, turns: model.Turns, phraser: Phraser) -> Lines:
    """Return who takes turns and what may be done in one."""
    order = "clockwise" if turns.order == "clockwise" else "counter-clockwise"
    lines: Lines = [f"{capital(phraser.term(turns.first))} has the first turn; turns go {order}."]
    if turns.who is not None and phraser.truth(turns.who) is not True:
        lines.append(f"A player takes turns while {phraser.term(turns.who)}.")
    offered = [program.rules.actions[name] for name in turns.actions]
    titles = [action.title for action in offered if not phraser.is_barred(action)]
    return [*lines, f"In a turn the player does one of: {'; '.join(titles)}."]


def actions(program: Program, phraser: Phraser) -> Section:
    """Return what may be done in a turn."""
    lines = [line for action in program.rules.actions.values() for line in phraser.action(action)]
    return Section("Actions", lines)


def challenges(program: Program, phraser: Phraser) -> Section:
    """Return the claims that may be doubted and what follows."""
    lines: Lines = []
    for challenge in program.rules.challenges.values():
        inner: Lines = [f"The claim: {sentence(challenge.help)}"] if challenge.help else []
        contested = challenge.name in phraser.contested()
        if challenge.window is not None and contested:
            inner += window_lines(challenge.window, phraser)
        if challenge.reveals:
            inner.append(
                f"When it is called, turn up {' and '.join(phraser.term(one) for one in challenge.reveals)}."
            )
        inner += [
            f"“{capital(spoken(local.name))}” is {phraser.term(value)}." for local, value in challenge.lets
        ]
        for outcome in challenge.outcomes:
            if phraser.truth(outcome.when) is False:
                continue
            when = f"If {phraser.term(outcome.when)}" if outcome.when is not None else "Otherwise"
            said = [f"Announce: “{phraser.template(outcome.say)}”"] if outcome.say else []
            inner += [f"{when} ({spoken(outcome.name)}):", [*said, *phraser.steps(outcome.steps)]]
        if challenge.window is not None and contested and challenge.window.nobody:
            inner += ["If nobody calls:", phraser.steps(challenge.window.nobody)]
        lines += [f"“{capital(spoken(challenge.name))}”:", inner]
    return Section("Challenges", lines)


def window_lines(window: model.Ask, phraser: Phraser) -> Lines:
    """Return who may call, in which order, and what it costs."""
    call = window.actions[0]
    lines: Lines = [f"{capital(phraser.term(window.who))} may call{phraser.order(window)}: {call.title}."]
    if window.when is not None and phraser.truth(window.when.when) is not True:
        lines.append(f"Only those of whom this holds: {phraser.term(window.when.when)}.")
    cost = phraser.steps(call.steps[:-1])
    return lines + (["Who calls:", cost] if cost else [])


def procedures(program: Program, phraser: Phraser) -> Section:
    """Return the procedures that other rules carry out."""
    lines: Lines = []
    for name, (head, steps) in program.rules.procedures.items():
        taken = ", ".join(spoken(key) for key, _ in head.parameters)
        lines += [f"“{capital(spoken(name))}”" + (f" ({taken}):" if taken else ":"), phraser.steps(steps)]
    return Section("Procedures", lines)


def words(program: Program, phraser: Phraser) -> Section:
    """Return what the words mean that other rules use: the functions of the ruleset."""
    lines: Lines = []
    for function in program.rules.functions.values():
        taken = ", ".join(spoken(key) for key, _ in function.parameters)
        head = f"“{capital(spoken(function.name))}”" + (f" of {taken}" if taken else "")
        helped = f" {sentence(function.help)}" if function.help else ""
        lines.append(f"{head}: {phraser.term(function.value)}.{helped}")
    return Section("Words", lines)


def leaving(program: Program, phraser: Phraser) -> Section:
    """Return when players leave."""
    lines: Lines = []
    for rule in program.rules.eliminations.values():
        if phraser.truth(rule.when) is not False:
            where = "game" if rule.whole_game else "round"
            lines += [
                f"A player leaves the {where} when {phraser.term(rule.when)}.",
                phraser.steps(rule.steps),
            ]
    return Section("Elimination", [line for line in lines if line])


def ending(program: Program, phraser: Phraser) -> Section:
    """Return how the game ends and who wins."""
    lines: Lines = []
    for one in program.endings:
        if phraser.truth(one.when) is False:
            continue
        winners = phraser.term(one.winners)
        result = "Nobody wins" if one.winners is None or winners == "nobody" else f"Winners: {winners}"
        lines.append(f"The game ends when {phraser.term(one.when)}. {result}.")
    return Section("End of the game", lines)


def options(program: Program, phraser: Phraser) -> Section:
    """Return the options with the values chosen."""
    return Section("Options", [option_line(program, one) for one in program.rules.options.values()])


def option_line(program: Program, option: model.Option) -> str:
    """Return an option, its value here and what else it takes."""
    value, default = program.options[option.name], option.default
    chosen = spoken(value) + ("" if value == default else f" (usually {spoken(default)})")
    return (
        f"{capital(spoken(option.name))}: {chosen}. {sentence(option.help)} Takes {spoken(describe(option))}."
    )


def rulings(program: Program, phraser: Phraser) -> Section:
    """Return the rulings and assumptions with their grounds."""
    lines: Lines = []
    for name, ruling in program.rules.rulings.items():
        ground = f" Ground: {sentence(ruling['ground'])}" if ruling.get("ground") else ""
        lines.append(f"{name}: {sentence(ruling['text'])}{ground}")
    return Section("Rulings", lines)


def sentence(text: str) -> str:
    """Return a text on one line with a full stop."""
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else f"{line}."


def markdown(sections: list[Section]) -> str:
    """Return the rulebook as Markdown."""
    parts: list[str] = []
    for number, section in enumerate(sections):
        parts.append(f"{'#' if number == 0 else '##'} {section.title}\n")
        parts.append("\n".join(listed(section.lines, 0) if number else section.lines) + "\n")
    return "\n".join(parts)


def listed(lines: Lines, depth: int) -> list[str]:
    """Return sentences as a list of lists."""
    out: list[str] = []
    for line in lines:
        out += listed(line, depth + 1) if isinstance(line, list) else [f"{'  ' * depth}- {line}"]
    return out
