"""The parts of the rulebook that list what there is: the box, the words, options, rulings."""

from __future__ import annotations

from collections.abc import Sequence

from ..program.naming import count_text, spoken
from ..program.program import Program
from ..rules import model
from ..rules.choosing import describe
from ..rules.kinds import BOOLEAN
from ..rules.terms import Constant
from .asking import Lines
from .phrasing import Phraser
from .vocabulary import capital, sentence, unbracketed


def component_lines(program: Program, phraser: Phraser) -> Lines:
    """Return the cards, dice and places of the game, and what is kept track of."""
    rules, lines = program.rules, list[object]()
    for name, pieces in program.layout.pieces.items():
        if pieces.deck.die:
            lines.append(f"Dice “{spoken(name)}” with the faces {', '.join(program.labels[name])}.")
        else:
            number = capital(count_text(program, name, sum(pieces.counts)))
            lines.append(f"{number} “{spoken(name)}”: {kinds_text(program.labels[name], pieces.counts)}.")
    if rules.zones:
        lines += ["Places:", [place_line(zone) for zone in rules.zones.values()]]
    if rules.variables:
        lines += ["To keep track of:", [counter_line(one, phraser) for one in rules.variables.values()]]
    return lines


def kinds_text(labels: Sequence[str], counts: Sequence[int]) -> str:
    """Return which pieces there are, and how many of each."""
    if len(set(counts)) == 1:
        return f"{', '.join(labels)}; {'one' if counts[0] == 1 else counts[0]} of each"
    return ", ".join(f"{label} × {count}" for label, count in zip(labels, counts, strict=True))


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


def word_lines(program: Program, phraser: Phraser) -> Lines:
    """Return what the words mean that the sections below use."""
    rules = program.rules
    lines: Lines = ["The active player: whoever has the turn. “You” in an action: whoever takes it."]
    if rules.challenges:
        lines.append(
            "The claimer: whoever made the claim that is challenged. The caller: whoever challenges it."
        )
    if rules.procedures:
        lines.append("To carry out “…”: to do what stands under that name in “Procedures”.")
    meanings = [meaning(one, phraser) for one in rules.functions.values()]
    return lines + [one for one in meanings if one]


def meaning(function: model.Function, phraser: Phraser) -> str:
    """Return what a function is, or nothing where its value is filled in wherever it is used."""
    value, helped = phraser.folder.fold(function.value), sentence(function.help) if function.help else ""
    truth = function.value.kind == BOOLEAN
    if isinstance(value, Constant) and (truth or not helped):
        return ""
    names = phraser.parameter_names(function.parameters)
    taken = " and ".join(phraser.parameter_text(name, kind, names) for name, kind in function.parameters)
    with phraser.naming(names):
        words, name = phraser.term(value), capital(spoken(function.name))
    if truth:
        return f"“{name}” holds{f' for {taken}' if taken else ''} if {words}. {helped}".strip()
    return f"“{name}”{f' of {taken}' if taken else ''}: {unbracketed(words)}. {helped}".strip()


def option_lines(program: Program, phraser: Phraser) -> Lines:
    """Return the options with the values chosen, and the presets."""
    rules = program.rules
    lines: Lines = [option_line(program, one) for one in rules.options.values()]
    if rules.presets:
        lines += [
            "Presets choose several options at once:",
            [preset_line(rules, name) for name in rules.presets],
        ]
    return lines


def option_line(program: Program, option: model.Option) -> str:
    """Return an option, its value here and what else it takes."""
    value, default = program.options[option.name], option.default
    chosen = spoken(value) + ("" if value == default else f" (usually {spoken(default)})")
    takes = "yes or no" if option.kind == BOOLEAN else spoken(describe(option))
    return f"{capital(spoken(option.name))}: {chosen}. {sentence(option.help)} Takes {takes}."


def preset_line(rules: model.Ruleset, name: str) -> str:
    """Return a preset, what it is for and what it chooses."""
    chosen = [f"{spoken(option)}: {spoken(value)}" for option, value in rules.presets[name].items()]
    help = f" {sentence(rules.preset_helps[name])}" if rules.preset_helps.get(name) else ""
    return f"“{capital(spoken(name))}” chooses {', '.join(chosen)}.{help}"


def ruling_lines(program: Program, phraser: Phraser) -> Lines:
    """Return the rulings and assumptions with their grounds."""
    lines: Lines = []
    for name, ruling in program.rules.rulings.items():
        ground = f" Ground: {sentence(ruling['ground'])}" if ruling.get("ground") else ""
        lines.append(f"{name}: {sentence(ruling['text'])}{ground}")
    return lines
