"""What is written at a place where it cannot be done, though every name and type is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..diagnostics import Diagnostic, Label
from ..program.compiling import all_terms
from ..rules import model
from ..rules.kinds import INTEGER, Bag, Nothing, Piece, Unknown
from ..rules.scopes import TURN
from ..rules.terms import Apply, Attribute, Constant, Operation, PerPlayer, Term, Variable, walk
from ..source import Span
from .expansion import too_long
from .passages import Passage, Steps, body_of, conditions, every, every_action, every_term, nested, passages

WAITING: dict[type[model.Step], str] = {
    model.Deal: "`deal` is left to chance",
    model.Roll: "`roll` is left to chance",
    model.Reroll: "`reroll` is left to chance",
    model.Pick: "`pick` is left to chance",
    model.Ask: "`ask` waits for players",
    model.Contest: "`challenge` waits for players",
}
LATER = "set a variable here, and let the next phase or turn look at it"


def look_for_the_impossible(rules: model.Ruleset) -> list[Diagnostic]:
    """Return what no game can be made of."""
    endless = list(going_round(rules)) or list(too_long(rules))
    if endless:
        return endless
    return [
        *misplaced(rules),
        *choices(rules),
        *moves(rules),
        *unknown_beforehand(rules),
        *half_printed(rules),
        *sure_of_none(rules),
    ]


def fail(message: str, span: Span, help: str, code: str = "RP417") -> Diagnostic:
    """Return an error."""
    return Diagnostic(code, message, span, help=help)


# Steps that carry out themselves -----------------------------------------------------------


def going_round(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield procedures and challenges that lead to themselves."""
    calls = {("procedure", name): calls_in(steps) for name, (_, steps) in rules.procedures.items()}
    for name, one in rules.challenges.items():
        calls["challenge", name] = calls_in(step for outcome in one.outcomes for step in outcome.steps)
        judged: list[Call] = [("challenge", name, one.span)]
        calls["window", name] = calls_in([one.window]) if one.window is not None else judged
    for start, found in calls.items():
        for sort, name, span in found:
            if start in reachable((sort, name), calls):
                by = "itself" if name == start[1] else f"itself, through {SORTS[sort]} `{name}`"
                message = f"{SORTS[start[0]]} `{start[1]}` comes to carry out {by}"
                yield fail(message, span, "use `while` or `for` to do something again", "RP418")


SORTS = {"procedure": "procedure", "challenge": "challenge", "window": "challenge"}
Call = tuple[str, str, Span]


def calls_in(steps: Iterable[model.Step]) -> list[Call]:
    """Return which procedures and challenges steps carry out, and where."""
    found: list[Call] = []
    for step in every(steps):
        if isinstance(step, model.Invoke):
            found.append(("procedure", step.procedure, step.span))
        elif isinstance(step, (model.Contest, model.Judge)):
            sort = "window" if isinstance(step, model.Contest) else "challenge"
            found.append((sort, step.challenge, step.span))
    return found


def reachable(start: tuple[str, str], calls: dict[tuple[str, str], list[Call]]) -> set[tuple[str, str]]:
    """Return what comes to be carried out, the start included."""
    seen, stack = set(), [start]
    while stack:
        one = stack.pop()
        if one not in seen:
            seen.add(one)
            stack += [call[:2] for call in calls.get(one, ())]
    return seen


# Steps at the wrong place ------------------------------------------------------------------


def misplaced(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield steps that have no meaning where they come to be carried out."""
    for passage in passages(rules):
        if passage.where == "elimination":
            yield from in_elimination(rules, passage)
        elif passage.where in ("setup", "before", "after"):
            where = "setup" if passage.where == "setup" else f"`{passage.where}` of phase `{passage.name}`"
            yield from outside_turns(rules, passage.steps, where, passage.where == "before")
            yield from without_turn(rules, passage.steps, where)


def in_elimination(rules: model.Ruleset, passage: Passage) -> Iterator[Diagnostic]:
    """Yield what cannot be done while players leave."""
    for step, _ in carried_out(rules, passage.steps):
        why = WAITING.get(type(step))
        if isinstance(step, model.Eliminate):
            why = "`eliminate` would begin another elimination"
        if isinstance(step, (model.EndPhase, model.NextTurn)):
            why = "the turn is not over yet"
        if why is not None:
            message = f"{why}, so it cannot be part of elimination `{passage.name}`"
            yield fail(message, step.span, LATER)


def outside_turns(rules: model.Ruleset, steps: Steps, where: str, before: bool) -> Iterator[Diagnostic]:
    """Yield steps that need turns and come to be carried out where there are none."""
    for step, through in carried_out(rules, steps):
        if isinstance(step, model.NextTurn) or isinstance(step, model.EndPhase) and not before:
            verb = "`next_turn`" if isinstance(step, model.NextTurn) else "`end: phase`"
            by = f", through {through}" if through else ""
            message = f"{verb} in {where}{by}: there are no turns"
            help = "say who begins by `first` of the turns" if "next" in verb else "take it out, or use `if`"
            yield fail(message, step.span, help)


def without_turn(rules: model.Ruleset, steps: Steps, where: str) -> Iterator[Diagnostic]:
    """Yield challenges that speak of whose turn it is, opened while it is nobody's."""
    seen: set[str] = set()
    for step, _ in carried_out(rules, steps):
        name = step.challenge if isinstance(step, (model.Contest, model.Judge)) else ""
        if not name or name in seen:
            continue
        seen.add(name)
        parts = (one for term in all_terms(rules.challenges[name]) for one in walk(term))
        turn = next((one for one in parts if isinstance(one, Variable) and one.name in TURN), None)
        if turn is not None:
            message = f"challenge `{name}` speaks of `{turn.name}`, and in {where} it is nobody's turn"
            help = "let it speak of `claimer` and `caller`, as in `players - claimer`"
            labels = (Label(turn.span, f"`{turn.name}` is read here"),)
            yield Diagnostic("RP417", message, step.span, help=help, labels=labels)


def carried_out(
    rules: model.Ruleset, steps: Iterable[model.Step], by: str = ""
) -> Iterator[tuple[model.Step, str]]:
    """Yield steps and all that they come to carry out, with the procedure or challenge it stands in."""
    for step in steps:
        yield step, by
        if isinstance(step, model.Invoke):
            yield from carried_out(
                rules, rules.procedures[step.procedure][1], f"procedure `{step.procedure}`"
            )
        elif isinstance(step, model.Contest):
            yield from carried_out(
                rules, body_of(rules.challenges[step.challenge]), f"challenge `{step.challenge}`"
            )
        elif isinstance(step, model.Judge):
            outcomes = rules.challenges[step.challenge].outcomes
            inside = (one for outcome in outcomes for one in outcome.steps)
            yield from carried_out(rules, inside, f"challenge `{step.challenge}`")
        for inner in nested(step):
            yield from carried_out(rules, inner, by)


# Choices and moves -------------------------------------------------------------------------


def choices(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield several pieces chosen anywhere but in the last part of a choice."""
    for action in every_action(rules):
        for one in action.parameters:
            if isinstance(one.source.kind, Unknown):
                help = "say what there is to choose from: `from: ZONE` or `among: SET`"
                yield fail(f"choice `{one.name}` has neither `from` nor `among`", one.span, help, "RP103")
        for one in action.parameters[:-1]:
            if one.form == "bag":
                message = f"several pieces can only be the last part of a choice, and `{one.name}` is not"
                help = "put it last, ask for it in an `ask` of its own, or make it one piece (`one: true`)"
                yield fail(message, one.span, help)


def moves(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield moves of some pieces from several places, or of pieces of another deck."""
    for passage in passages(rules):
        for step in every(passage.steps):
            if isinstance(step, model.Move) and any(isinstance(one.kind, Unknown) for one in step.sources):
                yield fail("`from` is missing in `move`", step.span, "say where the pieces are", "RP103")
                continue
            if not isinstance(step, model.Move) or step.cards is None or step.target is None:
                continue
            if len(step.sources) > 1:
                help = "write one `move` for each zone, or leave out `cards` to move all"
                yield fail("some pieces can only be moved from one zone", step.cards.span, help)
            given, taken = step.cards.kind, step.target.kind
            if isinstance(given, (Bag, Piece)) and isinstance(taken, Bag) and given.deck != taken.deck:
                message = f"{given} cannot lie among {taken}"
                yield Diagnostic("RP320", message, step.cards.span)


# What must be known before the game --------------------------------------------------------


def unknown_beforehand(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield what a table starts with and yet depends on play."""
    early: list[tuple[str, Term | None]] = [
        ("when an option applies", o.when) for o in rules.options.values()
    ]
    for one in rules.variables.values():
        early += [("what a variable starts with", one.starts), ("the range of a variable", one.low)]
        early += [("the range of a variable", one.high)]
    for deck in rules.decks.values():
        early += [("how many cards there are", line.count) for line in deck.lines]
    for what, term in early:
        if term is not None and (late := of_play(term, rules)) is not None:
            message = f"{what} must be known before the game, and this depends on play"
            yield fail(message, late.span, "use options, `player_count` and numbers")
    for deck in rules.decks.values():
        for part in deck.label.parts if deck.label else ():
            if isinstance(part, Term) and (late := of_play(part, rules)) is not None:
                message = "how a piece is printed must be known before the game, and this depends on play"
                yield fail(message, late.span, "use what is printed on the piece, and options")


def of_play(term: Term, rules: model.Ruleset) -> Term | None:
    """Return the part of a term, functions followed, that is only known in play."""
    for one in walk(term):
        if (
            isinstance(one, (Variable, PerPlayer))
            or isinstance(one, Operation)
            and one.name in ("clockwise", "around")
        ):
            return one
        if isinstance(one, Apply) and of_play(rules.functions[one.name].value, rules) is not None:
            return one
    return None


def half_printed(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield numbers that rules read on every piece of a deck and that some pieces do not have."""
    read = {
        (one.piece.kind.deck, one.name): one
        for one in every_term(rules)
        if isinstance(one, Attribute) and isinstance(one.piece.kind, Piece) and one.kind == INTEGER
    }
    for (name, attribute), term in read.items():
        deck = rules.decks[name]
        if not all(attribute in dict(line.attributes) for line in deck.lines):
            message = f"not every {deck.noun[0]} of `{name}` has a `{attribute}`, and rules count with it"
            help = f"give each line of the deck a `{attribute}`, 0 perhaps"
            labels = (Label(term.span, "it is read here"),)
            yield Diagnostic("RP421", message, deck.span, help=help, labels=labels)


# Values that are none for sure -------------------------------------------------------------


def sure_of_none(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield `sure(x)` where the condition around it says that x is none."""
    for _, condition in conditions(rules):
        for one in walk(condition):
            if isinstance(one, Operation) and one.name in ("and", "or", "if"):
                none = known_none(one.items[0], one.name != "or")
                yield from contradicted(none, one.items[1])
                if one.name == "if":
                    yield from contradicted(known_none(one.items[0], False), one.items[2])


def known_none(condition: Term, holds: bool) -> set[Term]:
    """Return the values that are none when a condition holds (or does not)."""
    if not isinstance(condition, Operation):
        return set()
    name, items = condition.name, condition.items
    if name == "not":
        return known_none(items[0], not holds)
    if (name, holds) in (("and", True), ("or", False)):
        return known_none(items[0], holds) | known_none(items[1], holds)
    if (name, holds) in (("==", True), ("!=", False)):
        pairs = (items, items[::-1])
        return {
            one for one, other in pairs if isinstance(other.kind, Nothing) and not isinstance(one, Constant)
        }
    return set()


def contradicted(none: set[Term], term: Term) -> Iterator[Diagnostic]:
    """Yield every `sure(x)` in a term of an x that is none."""
    for one in walk(term) if none else ():
        if isinstance(one, Operation) and one.name == "sure" and one.items[0] in none:
            help = "turn the condition round (`!= none`), or take `sure` out"
            yield fail("this is none here: the condition before it says so", one.span, help, "RP416")
