"""What house rules forget to say: who wins a tie, and that a last play may be called too."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..program.changes import bodies, changed_by, reads
from ..program.compiling import all_terms
from ..rules import model
from ..rules.kinds import PLAYER, Set, accepts
from ..rules.terms import Aggregate, Apply, Operation, PerPlayer, Term, Variable, walk
from .feasibility import carried_out
from .passages import every_term
from .uses import lint


def look_for_silences(rules: model.Ruleset) -> list[Diagnostic]:
    """Return ties that the order of seats decides, and plays that end the game before they can be called."""
    return [*ties(rules), *last_plays(rules)]


# Ties ------------------------------------------------------------------------------------


def ties(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield the choices of the first of all players who have the most or the least of something."""
    message = "several may tie here, and the order of seats decides between them"
    help = "take all of them by `set(…)`, or go around from somebody: `first(p for p in around(…) …)`"
    firsts = (one for one in every_term(rules) if isinstance(one, Aggregate) and one.function == "first")
    for one in firsts:
        if is_by_seats(one.within) and any(map(is_best, inside(rules, one.where))):
            yield lint("RP514", message, one.span, help)


def is_by_seats(term: Term) -> bool:
    """Tell whether a term is players who are in no order but that of the seats."""
    return isinstance(term, Variable) and accepts(Set(PLAYER), term.kind)


def is_best(term: Term) -> bool:
    """Tell whether a term asks who has the most or the least: as much as the largest, no less than all."""
    if isinstance(term, Operation) and term.name == "==":
        return any(isinstance(one, Aggregate) and one.function in ("min", "max") for one in term.items)
    if isinstance(term, Aggregate) and term.function == "all" and accepts(Set(PLAYER), term.within.kind):
        return isinstance(term.value, Operation) and term.value.name in (">=", "<=")
    return False


def inside(rules: model.Ruleset, term: Term | None) -> Iterator[Term]:
    """Yield a term and all that is in it, functions followed."""
    for one in walk(term) if term is not None else ():
        yield one
        if isinstance(one, Apply):
            yield from inside(rules, rules.functions[one.name].value)


# Last plays ------------------------------------------------------------------------------


def last_plays(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield the plays that may end the game at once, though others call plays in turns of their own."""
    for phase in rules.phases.values():
        actions = [rules.actions[name] for name in phase.turns.actions] if phase.turns is not None else []
        steps = {one.name: [step for step, _ in carried_out(rules, one.steps)] for one in actions}
        called = {step.challenge for one in steps.values() for step in one if type(step) is model.Judge}
        about = {name for one in called for name in judged_by(rules, rules.challenges[one])}
        for action in actions:
            if not any(isinstance(step, (model.Judge, model.Contest)) for step in steps[action.name]):
                yield from ended_by(rules, action, steps[action.name], about)


def judged_by(rules: model.Ruleset, challenge: model.Challenge) -> frozenset[str]:
    """Return the names of the zones and variables that a challenge looks at."""
    functions = bodies(rules)
    terms = [*all_terms(challenge.lets), *all_terms([one.when for one in challenge.outcomes])]
    return frozenset(name for term in terms for name in reads(term, functions))


def ended_by(
    rules: model.Ruleset, action: model.Action, steps: list[model.Step], about: set[str]
) -> Iterator[Diagnostic]:
    """Yield the endings that come of an action which empties a zone of whoever takes it, and is judged later."""
    moved = [zone for step in steps if isinstance(step, model.Move) for zone in step.sources]
    emptied = {zone.name for zone in moved if isinstance(zone, PerPlayer) and is_own(zone)}
    others = {name for step in steps for name in changed_by(step)} - emptied
    functions = bodies(rules)
    for ending in rules.endings.values() if others & about else ():
        empty = {name for one in inside(rules, ending.when) for name in said_empty(one)} & emptied
        if empty and not reads(ending.when, functions) & others:
            zone = min(empty)
            message = f"nobody can call the play that empties `{zone}`: `{ending.name}` comes first"
            help = f"let `{ending.name}` wait until the play can no longer be called, or open the challenge with it"
            yield lint("RP515", message, action.span, help)


def is_own(zone: PerPlayer) -> bool:
    """Tell whether a zone is that of whoever has the turn."""
    return isinstance(zone.player, Variable) and zone.player.name == "me"


def said_empty(term: Term) -> Iterator[str]:
    """Yield the zone of a player that a term asks to be empty."""
    if isinstance(term, Operation) and term.name == "empty" and isinstance(term.items[0], PerPlayer):
        yield term.items[0].name
