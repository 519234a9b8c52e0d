"""The rulebook of a ruleset at a table: what is in the box, how it is set up, played and won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..program.naming import spoken
from ..program.program import Program
from ..rules import model
from ..rules.kinds import PLAYER
from ..rules.terms import Local, MakeSet, Variable
from .asking import Lines
from .calling import Settling
from .listing import component_lines, option_lines, ruling_lines, word_lines
from .phrasing import Phraser
from .vocabulary import capital, sentence, unbracketed


@dataclass
class Section:
    """A headed part of the rulebook: sentences, and lists of sentences below them."""

    title: str
    lines: Lines = field(default_factory=list)


def write_rulebook(program: Program) -> list[Section]:
    """Return the sections of the rulebook for a program's players and options.

    What a word means stands before the first section that uses it.
    """
    phraser = Phraser(program.rules, folder_of(program))
    makers = {
        "": summary,
        "Components": component_lines,
        "Words": word_lines,
        f"Setup for {program.players} players": setup,
        "Course of the game": course,
        "Actions": actions,
        "Challenges": challenges,
        "Procedures": procedures,
        "Elimination": leaving,
        "End of the game": ending,
        "Options": option_lines,
        "Rulings": ruling_lines,
    }
    sections = [
        Section(title or program.rules.name, maker(program, phraser)) for title, maker in makers.items()
    ]
    return [section for section in sections if section.lines]


def folder_of(program: Program) -> Settling:
    """Return what puts a program's options and players into expressions."""
    return Settling(program.options, program.players, program.rules.functions, inline=False)


def summary(program: Program, phraser: Phraser) -> Lines:
    """Return what the game is about."""
    rules = program.rules
    players = f"{rules.low} to {rules.high}" if rules.low != rules.high else str(rules.low)
    lines: Lines = [" ".join(rules.summary.split())] if rules.summary else []
    lines.append(f"For {players} players; this is the game for {program.players}.")
    return lines + ([f"Source: {rules.source}"] if rules.source else [])


def setup(program: Program, phraser: Phraser) -> Lines:
    """Return how the table is set for this number of players."""
    return phraser.steps(program.rules.setup)


def course(program: Program, phraser: Phraser) -> Lines:
    """Return the phases and who takes turns in them."""
    lines: Lines = []
    for phase in program.rules.phases.values():
        inner = phraser.steps(phase.before)
        if phase.turns is not None:
            inner += turn_lines(program, phase.turns, phraser)
        inner += phraser.steps(phase.after)
        inner += [f"Then comes the phase “{spoken(phase.next)}”."] if phase.next else []
        lines += [f"Phase “{spoken(phase.name)}”:", inner]
    return lines


def turn_lines(program: Program, turns: model.Turns, phraser: Phraser) -> Lines:
    """Return who takes turns and what may be done in one."""
    order = "clockwise" if turns.order == "clockwise" else "counter-clockwise"
    lines: Lines = [f"{capital(phraser.term(turns.first))} has the first turn; turns go {order}."]
    if turns.who is not None and phraser.truth(turns.who) is not True:
        with phraser.naming({"player": "they"}):
            lines.append(f"A player takes turns as long as {phraser.term(turns.who)}.")
    offered = [program.rules.actions[name] for name in turns.actions]
    titles = [action.title for action in offered if not phraser.is_barred(action)]
    if len(titles) == 1:
        return [*lines, f"In a turn the active player does this: {titles[0]}."]
    return [*lines, f"In a turn the active player does one of: {'; '.join(titles)}."]


def actions(program: Program, phraser: Phraser) -> Lines:
    """Return what may be done in a turn."""
    with phraser.naming({}, me="you"):
        return [line for action in program.rules.actions.values() for line in phraser.action(action)]


def challenges(program: Program, phraser: Phraser) -> Lines:
    """Return the claims that may be doubted and what follows."""
    lines: Lines = []
    for challenge in program.rules.challenges.values():
        open_here = challenge.name in contested(phraser)
        window = challenge.window if open_here else None
        inner: Lines = [f"The claim: {sentence(challenge.help)}"] if challenge.help else []
        inner += window_lines(window, phraser) if window is not None else []
        if challenge.reveals:
            shown = " and ".join(phraser.term(one) for one in challenge.reveals)
            inner.append(f"When it is called, turn up {shown}.")
        with phraser.naming({}):
            inner += outcome_lines(challenge, phraser)
        if window is not None and window.nobody:
            inner += ["If nobody calls:", phraser.steps(window.nobody)]
        lines += [f"“{capital(spoken(challenge.name))}”:", inner]
    return lines


def outcome_lines(challenge: model.Challenge, phraser: Phraser) -> Lines:
    """Return how a claim is judged and what follows."""
    lines: Lines = []
    for local, value in challenge.lets:
        lines.append(f"“{capital(spoken(local.name))}” is {phraser.term(value)}.")
        phraser.called = phraser.called | {local.name: f"“{spoken(local.name)}”"}
    lines += [phraser.announced(challenge.say)] if challenge.say else []
    for outcome in challenge.outcomes:
        if phraser.truth(outcome.when) is False:
            continue
        when = f"If {phraser.term(outcome.when)}" if outcome.when is not None else "Otherwise"
        said = [phraser.announced(outcome.say)] if outcome.say else []
        lines += [f"{when} ({spoken(outcome.name)}):", [*said, *phraser.steps(outcome.steps)]]
    return lines


def window_lines(window: model.Ask, phraser: Phraser) -> Lines:
    """Return who may call, in which order, and what it costs."""
    call = window.actions[0]
    when = window.when.when if window.when is not None else None
    only = ""
    if when is not None and phraser.truth(when) is not True:
        asked = Local(PLAYER, window.span, "player")
        only = f" Only a player{phraser.behind(asked, phraser.folder.fold(when))} may."
    helped = f" {' '.join(call.help.split())}" if call.help else ""
    who = capital(phraser.term(window.who))
    lines: Lines = [f"{who} may call{phraser.order(window)}.{only}", f"{call.title}.{helped}"]
    cost = phraser.steps(call.steps[:-1])
    return lines + (["Whoever calls:", cost] if cost else [])


def contested(phraser: Phraser) -> set[str]:
    """Return the challenges whose window can open with these options."""
    rules, found = phraser.rules, set[str]()
    stack: list[Any] = [rules.setup, *rules.phases.values(), *rules.actions.values()]
    stack += [rules.challenges, rules.procedures]
    while stack:
        one = stack.pop()
        if isinstance(one, model.Contest):
            found.add(one.challenge)
        elif isinstance(one, model.If) and (known := phraser.truth(one.condition)) is not None:
            stack.append(one.then if known else one.otherwise)
        elif isinstance(one, (tuple, list)):
            stack += one
        elif isinstance(one, dict):
            stack += one.values()
        elif isinstance(one, (model.Step, model.Phase, model.Action, model.Challenge, model.Outcome)):
            stack += vars(one).values()
    return found


def procedures(program: Program, phraser: Phraser) -> Lines:
    """Return the procedures that other rules carry out."""
    lines: Lines = []
    for name, (head, steps) in program.rules.procedures.items():
        names = phraser.parameter_names(head.parameters)
        person = [key for key, words in names.items() if words.startswith("that ")]
        rest = [spoken(key) for key, _ in head.parameters if key not in person]
        title = f"“{capital(spoken(name))}”" + (" for a player" if person else "")
        with phraser.naming(names):
            inner = phraser.steps(steps)
        if inner:
            lines += [title + (f" ({', '.join(rest)}):" if rest else ":"), inner]
    return lines


def leaving(program: Program, phraser: Phraser) -> Lines:
    """Return when players leave."""
    lines: Lines = []
    for rule in program.rules.eliminations.values():
        if phraser.truth(rule.when) is not False:
            where = "game" if rule.whole_game else "round"
            with phraser.naming({"player": "they"}):
                lines.append(f"A player leaves the {where} when {phraser.term(rule.when)}.")
            with phraser.naming({"player": "that player"}):
                lines.append(phraser.steps(rule.steps))
    return [line for line in lines if line]


def ending(program: Program, phraser: Phraser) -> Lines:
    """Return how the game ends and who wins."""
    lines: Lines = []
    for one in program.endings:
        if phraser.truth(one.when) is not False:
            lines.append(f"The game ends when {phraser.term(one.when)}. {winning(one, phraser)}.")
            if one.returns is not None:
                lines.append(f"What a player then gains: {unbracketed(phraser.term(one.returns))}.")
    return lines


def winning(one: model.Ending, phraser: Phraser) -> str:
    """Return who wins."""
    winners = phraser.folder.fold(one.winners) if one.winners is not None else None
    if winners is None or isinstance(winners, MakeSet) and not winners.items:
        return "Nobody wins"
    if isinstance(winners, Variable) and winners.name == "players":
        return "Whoever is still in the game wins"
    return f"Winners: {unbracketed(phraser.term(winners))}"


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
