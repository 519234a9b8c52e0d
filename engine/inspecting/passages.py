"""The ways through a ruleset: every list of steps, every step, every condition, whatever its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..program.compiling import all_terms
from ..rules import model
from ..rules.terms import Term, walk

Steps = tuple[model.Step, ...]


@dataclass(frozen=True)
class Passage:
    """A list of steps that stands on its own, and what begins it.

    `where` is setup, before, after, action, procedure, challenge or elimination.
    """

    where: str
    name: str
    steps: Steps


def passages(rules: model.Ruleset) -> Iterator[Passage]:
    """Yield all lists of steps of a ruleset, but not those nested in steps."""
    yield Passage("setup", "", rules.setup)
    for phase in rules.phases.values():
        yield Passage("before", phase.name, phase.before)
        yield Passage("after", phase.name, phase.after)
    for action in rules.actions.values():
        yield Passage("action", action.name, action.steps)
    for name, (_, steps) in rules.procedures.items():
        yield Passage("procedure", name, steps)
    for challenge in rules.challenges.values():
        yield Passage("challenge", challenge.name, body_of(challenge))
    for rule in rules.eliminations.values():
        yield Passage("elimination", rule.name, rule.steps)


def body_of(challenge: model.Challenge) -> Steps:
    """Return what may follow when a challenge is judged, and its window as a step."""
    window = (challenge.window,) if challenge.window is not None else ()
    return (*window, *(step for outcome in challenge.outcomes for step in outcome.steps))


def nested(step: model.Step) -> Iterator[Steps]:
    """Yield the lists of steps directly inside a step."""
    if isinstance(step, model.If):
        yield step.then
        yield step.otherwise
    elif isinstance(step, (model.For, model.While)):
        yield step.steps
    elif isinstance(step, model.Ask):
        yield from (action.steps for action in offered(step))
        yield step.nobody


def offered(step: model.Ask) -> tuple[model.Action, ...]:
    """Return what may be answered, to decline included."""
    return step.actions + ((step.decline,) if step.decline is not None else ())


def every(steps: Iterable[model.Step]) -> Iterator[model.Step]:
    """Yield steps and all steps inside them."""
    for step in steps:
        yield step
        for inner in nested(step):
            yield from every(inner)


def every_step(rules: model.Ruleset) -> Iterator[model.Step]:
    """Yield every step of a ruleset."""
    for passage in passages(rules):
        yield from every(passage.steps)


def every_list(rules: model.Ruleset) -> Iterator[Steps]:
    """Yield every list of steps of a ruleset, those nested in steps too."""
    for passage in passages(rules):
        if passage.where != "challenge":
            yield passage.steps
    for challenge in rules.challenges.values():
        yield from (outcome.steps for outcome in challenge.outcomes)
    for step in every_step(rules):
        yield from nested(step)


def every_term(rules: model.Ruleset) -> Iterator[Term]:
    """Yield every expression of a ruleset and everything inside it."""
    for term in all_terms(rules):
        yield from walk(term)


def every_action(rules: model.Ruleset) -> Iterator[model.Action]:
    """Yield the actions of turns and those of questions."""
    yield from rules.actions.values()
    for step in every_step(rules):
        if isinstance(step, model.Ask):
            yield from offered(step)


def conditions(rules: model.Ruleset) -> Iterator[tuple[str, Term]]:
    """Yield every condition of the rules, with what it decides."""
    for step in every_step(rules):
        if isinstance(step, model.If) and step.condition is not None:
            yield "this condition", step.condition
        if isinstance(step, model.Ask) and step.when is not None:
            yield "this condition", step.when.when
    for action in every_action(rules):
        for clause in (*action.clauses, *action.accepts):
            yield "this condition", clause.when
        yield from (("this condition", one.where) for one in action.parameters if one.where is not None)
    for challenge in rules.challenges.values():
        for outcome in challenge.outcomes:
            if outcome.when is not None:
                yield f"outcome `{outcome.name}`", outcome.when
    for phase in rules.phases.values():
        if phase.turns is not None and phase.turns.who is not None:
            yield "this condition", phase.turns.who
    yield from (("this condition", rule.when) for rule in rules.eliminations.values())
    yield from (("this condition", ending.when) for ending in rules.endings.values())
