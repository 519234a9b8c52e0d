"""Rules with probes in them: a copy of a ruleset that is compiled as usual.

Nothing of this is in the program that people play.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..program.compiling import all_terms, compile_rules
from ..program.probes import (
    ACTION,
    CONDITION,
    ELIMINATION,
    ENDING,
    OUTCOME,
    PHASE,
    PROCEDURE,
    REFUSAL,
    Arm,
    Probe,
    Sightings,
    Watch,
)
from ..program.program import Program
from ..rules import model
from ..rules.kinds import BOOLEAN, INTEGER
from ..rules.terms import Apply, Constant, Local, Operation, Term, walk
from ..source import Span


class Probing:
    """A ruleset with probes in it, and what they have seen in all its programs.

    `deep` puts them into every condition and its operands; else only where steps are carried out.
    """

    def __init__(self, rules: model.Ruleset, deep: bool = True) -> None:
        self.original, self.deep = rules, deep
        self.probes: list[Probe] = []
        self.sightings = Sightings()
        self.refusals: dict[int, int] = {}
        self.rules = self.watched()

    def compile(
        self, rules: model.Ruleset, players: int | None = None, options: dict[str, Any] | None = None
    ) -> Program:
        """Return the watched program of the ruleset, in the place of the usual one."""
        assert rules is self.original
        program = compile_rules(self.rules, players, options)
        program.names["seen"] = self.sightings.seen
        if not self.deep:
            return replace(program, rules=rules)
        return Watch(self.sightings, self.refusals).over(program, rules=rules)

    def saw(self, number: int, arm: bool = True) -> bool:
        """Tell whether a probe has seen something."""
        return (number, arm) in self.sightings.arms

    # Putting probes in -----------------------------------------------------------------

    def add(self, kind: str, name: str, span: Span, within: Arm | None = None, **more: Any) -> int:
        """Return the number of a new probe."""
        self.probes.append(Probe(kind, name, span, within, **more))
        return len(self.probes) - 1

    def watched(self) -> model.Ruleset:
        """Return the ruleset with probes."""
        rules = self.original
        return replace(
            rules,
            digest=f"{rules.digest} watched",
            setup=self.steps(rules.setup, None),
            phases={name: self.phase(one) for name, one in rules.phases.items()},
            actions={name: self.action(one, None) for name, one in rules.actions.items()},
            challenges={name: self.challenge(one) for name, one in rules.challenges.items()},
            procedures={name: self.procedure(*one) for name, one in rules.procedures.items()},
            functions={name: self.function(one) for name, one in rules.functions.items()},
            eliminations={name: self.elimination(one) for name, one in rules.eliminations.items()},
            endings={name: self.ending(one) for name, one in rules.endings.items()},
            limit=replace(rules.limit, when=self.reached(ENDING, rules.limit)) if rules.limit else None,
        )

    def condition(self, term: Term, within: Arm | None, **more: Any) -> tuple[int, Term]:
        """Return a probe's number and the condition with probes around it and its operands."""
        number = self.add(CONDITION, "", term.span, within, **more)
        first = len(self.probes)
        inner = self.inside(term, within)
        if self.deep and isinstance(term, Operation) and term.name in ("and", "or"):
            probe, spans = self.probes[number], [one.span for one in term.items]
            probe.operands = tuple(k for k in range(first, len(self.probes)) if self.probes[k].span in spans)
        return number, seen(number, inner)

    def inside(self, term: Term, within: Arm | None) -> Term:
        """Return a term with probes around the operands of `and` and `or`; `not x` counts as one."""
        if not self.deep or not isinstance(term, Operation) or term.kind != BOOLEAN:
            return term
        if term.name == "not":
            return replace(term, items=tuple(self.inside(one, within) for one in term.items))
        if term.name in ("and", "or", "if"):
            operands = (self.condition(one, within, is_operand=True)[1] for one in term.items)
            return replace(term, items=tuple(operands))
        return term

    def clause(self, clause: model.Clause, within: Arm | None) -> model.Clause:
        """Return a condition of an action with probes."""
        return replace(clause, when=self.condition(clause.when, within)[1]) if self.deep else clause

    def mark(self, number: int, span: Span) -> model.Let:
        """Return a step that does nothing but be seen."""
        here = seen(number, Constant(BOOLEAN, span, True))
        return model.Let(span, values=((Local(BOOLEAN, span, f"seen {number}"), here),))

    def part(
        self, kind: str, name: str, span: Span, steps: tuple[model.Step, ...], within: Arm | None = None
    ) -> tuple[int, tuple[model.Step, ...]]:
        """Return the probe of something that is carried out, and its steps with probes."""
        number = self.add(kind, name, span, within)
        return number, (self.mark(number, span), *self.steps(steps, (number, True)))

    # Declarations ----------------------------------------------------------------------

    def function(self, one: model.Function) -> model.Function:
        """Return a function with probes, if it is a condition that play works out."""
        if not self.deep or one.value.kind != BOOLEAN or one.name in self.early():
            return one
        return replace(one, value=self.condition(one.value, None)[1])

    def early(self) -> set[str]:
        """Return the functions that are worked out before the game."""
        rules, found = self.original, set[str]()
        waiting = [*all_terms([rules.options, rules.decks, rules.variables])]
        while waiting:
            for one in walk(waiting.pop()):
                if isinstance(one, Apply) and one.name not in found:
                    found.add(one.name)
                    waiting.append(rules.functions[one.name].value)
        return found

    def action(self, one: model.Action, within: Arm | None, owner: str = "") -> model.Action:
        """Return an action with probes."""
        name = f"`{one.name}` of `{owner}`" if owner else f"`{one.name}`"
        _, steps = self.part(ACTION, name, one.span, one.steps, within)
        watched = replace(
            one,
            clauses=tuple(self.clause(clause, within) for clause in one.clauses),
            accepts=tuple(self.clause(clause, within) for clause in one.accepts),
            steps=steps,
        )
        if self.deep and (one.clauses or one.accepts or one.parameters):
            self.refusals[id(watched)] = self.add(REFUSAL, name, one.span, within)
        return watched

    def procedure(
        self, head: model.Parameterised, steps: tuple[model.Step, ...]
    ) -> tuple[model.Parameterised, tuple[model.Step, ...]]:
        """Return a procedure with probes."""
        return head, self.part(PROCEDURE, f"`{head.name}`", head.span, steps)[1]

    def phase(self, one: model.Phase) -> model.Phase:
        """Return a phase with probes."""
        number, before = self.part(PHASE, f"`{one.name}`", one.span, one.before)
        here, turns = (number, True), one.turns
        if self.deep and turns is not None and turns.who is not None:
            turns = replace(turns, who=self.condition(turns.who, here)[1])
        return replace(one, before=before, turns=turns, after=self.steps(one.after, here))

    def challenge(self, one: model.Challenge) -> model.Challenge:
        """Return a challenge with probes."""
        window = self.ask(one.window, None, one.name) if one.window is not None else None
        outcomes = tuple(self.outcome(outcome, one.name) for outcome in one.outcomes)
        return replace(one, window=window, outcomes=outcomes)

    def outcome(self, one: model.Outcome, owner: str) -> model.Outcome:
        """Return an outcome of a challenge with probes."""
        number, steps = self.part(OUTCOME, f"`{one.name}` of `{owner}`", one.span, one.steps)
        when = self.condition(one.when, None, twin=number)[1] if one.when is not None else None
        return replace(one, when=when, steps=steps)

    def reached(self, kind: str, one: model.Ending | model.Elimination, inner: bool = False) -> Term:
        """Return the condition of what comes about as soon as it holds."""
        number = self.add(kind, f"`{one.name}`", one.span)
        when = self.condition(one.when, None, twin=number)[1] if inner else one.when
        return seen(number, when)

    def elimination(self, one: model.Elimination) -> model.Elimination:
        """Return an elimination with probes."""
        number = len(self.probes)
        return replace(
            one, when=self.reached(ELIMINATION, one, True), steps=self.steps(one.steps, (number, True))
        )

    def ending(self, one: model.Ending) -> model.Ending:
        """Return an ending with probes."""
        return replace(one, when=self.reached(ENDING, one, True))

    # Steps -----------------------------------------------------------------------------

    def steps(self, steps: tuple[model.Step, ...], within: Arm | None) -> tuple[model.Step, ...]:
        """Return steps with probes."""
        return tuple(self.step(one, within) for one in steps)

    def step(self, step: model.Step, within: Arm | None) -> model.Step:
        """Return a step with probes."""
        if isinstance(step, model.If) and step.condition is not None:
            branches = (True, False) if step.otherwise else (True,)
            number, when = self.condition(step.condition, within, branches=branches)
            then, otherwise = (
                self.steps(steps, (number, arm))
                for steps, arm in ((step.then, True), (step.otherwise, False))
            )
            return replace(step, condition=when, then=then, otherwise=otherwise)
        if isinstance(step, model.While) and step.condition is not None:
            number, when = self.condition(step.condition, within, branches=(True,))
            return replace(step, condition=when, steps=self.steps(step.steps, (number, True)))
        if isinstance(step, model.For):
            return replace(step, steps=self.steps(step.steps, within))
        return self.ask(step, within) if isinstance(step, model.Ask) else step

    def ask(self, step: model.Ask, within: Arm | None, owner: str = "") -> model.Ask:
        """Return a question with probes."""
        return replace(
            step,
            when=self.clause(step.when, within) if step.when is not None else None,
            actions=tuple(self.action(one, within, owner or step.id) for one in step.actions),
            decline=self.action(step.decline, within, owner or step.id) if step.decline is not None else None,
            nobody=self.steps(step.nobody, within),
        )


def seen(number: int, term: Term) -> Term:
    """Return a term whose value is noted."""
    return Operation(BOOLEAN, term.span, "seen", (Constant(INTEGER, term.span, number), term))
