"""What steps change and what conditions read, by names: a condition need not be looked at again for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..rules import model
from ..rules.terms import Apply, Operation, PerPlayer, Term, Variable, walk
from .folding import Folder

Functions = Mapping[str, tuple[tuple[str, ...], Term]]
EVERY_TURN = frozenset({"me", "turn_count"})  # what a new turn changes


def bodies(rules: model.Ruleset) -> dict[str, tuple[tuple[str, ...], Term]]:
    """Return the names of the parameters and the value of every function."""
    return {
        name: (tuple(key for key, _ in one.parameters), one.value) for name, one in rules.functions.items()
    }


def changed(steps: Iterable[model.Step], rules: model.Ruleset, folder: Folder) -> frozenset[str]:
    """Return the names of all that steps may change, with what they call and what players may answer."""
    return frozenset(name for one in reached(steps, rules, folder) for name in changed_by(one))


def reached(steps: Iterable[model.Step], rules: model.Ruleset, folder: Folder) -> Iterator[model.Step]:
    """Yield all steps that may be taken at this table, by options and number of players."""
    seen: set[str] = set()
    stack: list[Any] = [*steps]
    while stack:
        one = stack.pop()
        if isinstance(one, model.Step):
            yield one
            name = getattr(one, "procedure", "") or getattr(one, "challenge", "")
            if name and name not in seen:
                seen.add(name)
                stack.append(rules.procedures.get(name, ((), ()))[1])
                stack.append(rules.challenges.get(name))
        if isinstance(one, model.If):
            stack += branches(one, folder)
        elif isinstance(one, (tuple, list)):
            stack += one
        elif isinstance(one, (model.Step, model.Action, model.Challenge, model.Outcome)):
            stack += vars(one).values()


def branches(step: model.If, folder: Folder) -> tuple[model.Step, ...]:
    """Return the steps of a condition that may be taken."""
    assert step.condition is not None
    try:
        return step.then if folder.value(step.condition) else step.otherwise
    except ValueError:
        return step.then + step.otherwise


def changed_by(step: model.Step) -> Iterator[str]:
    """Yield the names of what a step itself changes."""
    if isinstance(step, model.Eliminate):
        yield from ("players", "playing")
    targets = [getattr(step, "target", None), getattr(step, "source", None), *getattr(step, "sources", ())]
    if isinstance(step, model.Assign):
        targets += [target for target, _ in step.targets]
    for target in targets:
        if isinstance(target, (Variable, PerPlayer)):
            yield target.name


def reads(term: Term, functions: Functions) -> frozenset[str]:
    """Return the names of all that a term reads, itself or through functions."""
    return frozenset(name for one in walk(term) for name in read_by(one, functions))


def read_by(term: Term, functions: Functions) -> Iterator[str]:
    """Yield the names of what a term reads without what is inside it."""
    if isinstance(term, Variable):
        yield from ("me", "playing") if term.name == "others" else (term.name,)
    elif isinstance(term, PerPlayer):
        yield "players" if term.name == "out" else term.name
    elif isinstance(term, Operation) and term.name in ("clockwise", "around"):
        yield "playing"
    elif isinstance(term, Apply):
        yield from reads(functions[term.name][1], functions)


def takes_over(rules: model.Ruleset, folder: Folder) -> bool:
    """Tell whether any step names who takes the next turn."""
    roots: list[Iterable[model.Step]] = [rules.setup, *(one.steps for one in rules.actions.values())]
    roots += [steps for phase in rules.phases.values() for steps in (phase.before, phase.after)]
    roots += [rule.steps for rule in rules.eliminations.values()]
    return any(isinstance(one, model.NextTurn) for steps in roots for one in reached(steps, rules, folder))
