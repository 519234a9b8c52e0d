"""Names bound nearby that hide what the same name means everywhere else.

Symbols are left out: where a name hides one, the symbol is written in quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Label
from ..program.compiling import all_terms
from ..rules import model
from ..rules.scopes import TABLE, TURN
from ..rules.terms import Aggregate, Term, children
from ..source import Span
from .passages import offered
from .uses import lint


@dataclass
class Shadows:
    """Goes through the rules with the names bound so far; `bound` says what each is and where."""

    rules: model.Ruleset
    found: list[Diagnostic] = field(default_factory=list)

    def look(self) -> list[Diagnostic]:
        """Return every name that hides another one."""
        rules = self.rules
        for name, function in rules.functions.items():
            self.terms([function.value], self.parameters(f"function `{name}`", function))
        for name, (head, steps) in rules.procedures.items():
            self.steps(steps, self.parameters(f"procedure `{name}`", head))
        for phase in rules.phases.values():
            self.steps(phase.before, {})
            self.terms(all_terms(phase.turns), {})
            self.steps(phase.after, {})
        for action in rules.actions.values():
            self.action(action, {})
        for challenge in rules.challenges.values():
            self.challenge(challenge)
        for rule in rules.eliminations.values():
            self.steps(rule.steps, {})
        self.terms(all_terms([rules.endings, rules.limit]), {})
        self.steps(rules.setup, {})
        return self.found

    def challenge(self, challenge: model.Challenge) -> None:
        """Go through a challenge."""
        if challenge.window is not None:
            self.steps([challenge.window], {})
        bound: Bound = {}
        for local, term in challenge.lets:
            self.terms([term], bound)
            bound = self.bind("named value", local.name, local.span, bound)
        for outcome in challenge.outcomes:
            self.terms(all_terms(outcome.when), bound)
            self.steps(outcome.steps, bound)

    def parameters(self, whose: str, head: model.Parameterised) -> Bound:
        """Return the parameters of a function or procedure as bound names."""
        bound: Bound = {}
        for name, _ in head.parameters:
            bound = self.bind("parameter", name, head.span, bound, f" of {whose}")
        return bound

    def bind(self, what: str, name: str, span: Span, bound: Bound, whose: str = "") -> Bound:
        """Return the names with one more, reported if it hides something."""
        if hidden := self.meaning(name, bound):
            message = f"{what} `{name}`{whose} hides {hidden[0]}"
            labels = (Label(hidden[1], f"{hidden[0]} is declared here"),) if hidden[1] else ()
            found = lint("RP503", message, span, "give it another name")
            self.found.append(Diagnostic(found.code, message, span, "warning", found.help, labels))
        return bound | {name: (f"{what} `{name}`{whose}", span)}

    def meaning(self, name: str, bound: Bound) -> tuple[str, Span | None] | None:
        """Return what a name means before it is bound."""
        rules = self.rules
        if name in bound:
            return bound[name]
        if name in rules.zones and not rules.zones[name].each:
            return f"zone `{name}`", rules.zones[name].span
        if name in rules.variables and not rules.variables[name].each:
            return f"variable `{name}`", rules.variables[name].span
        if name in TABLE or name in TURN or name == "player_count":
            return f"the built-in `{name}`", None
        return None

    def steps(self, steps: Iterable[model.Step], bound: Bound) -> None:
        """Go through steps."""
        for step in steps:
            bound = self.step(step, bound)

    def step(self, step: model.Step, bound: Bound) -> Bound:
        """Go through a step; return the names behind it."""
        match step:
            case model.Let():
                for local, term in step.values:
                    self.terms([term], bound)
                    bound = self.bind("named value", local.name, local.span, bound)
            case model.If():
                self.terms(all_terms(step.condition), bound)
                self.steps(step.then, bound)
                self.steps(step.otherwise, bound)
            case model.For():
                self.terms(all_terms(step.within), bound)
                inner = bound
                if step.variable is not None:
                    inner = self.bind("loop name", step.variable.name, step.variable.span, bound)
                self.steps(step.steps, inner)
            case model.While():
                self.terms(all_terms([step.condition, step.limit]), bound)
                self.steps(step.steps, bound)
            case model.Ask():
                self.terms(all_terms([step.who, step.order, step.when]), bound)
                for action in offered(step):
                    self.action(action, bound)
                self.steps(step.nobody, bound)
            case _:
                self.terms(all_terms(step), bound)
        return bound

    def action(self, action: model.Action, bound: Bound) -> None:
        """Go through an action."""
        self.terms(all_terms(action.clauses), bound)
        for one in action.parameters:
            self.terms(all_terms([one.source, one.low, one.high, one.where]), bound)
            bound = self.bind("choice", one.name, one.span, bound)
        self.terms(all_terms([action.accepts, action.label, action.say]), bound)
        self.steps(action.steps, bound)

    def terms(self, terms: Iterable[Term], bound: Bound) -> None:
        """Go through expressions."""
        for term in terms:
            for inner, name, span in aggregates(term):
                self.terms(inner, self.bind("loop name", name, span, bound))


Bound = dict[str, tuple[str, Span]]


def aggregates(term: Term) -> Iterator[tuple[list[Term], str, Span]]:
    """Yield the outermost aggregates of a term: what is inside, and the name bound there."""
    if isinstance(term, Aggregate):
        yield [one for one in (term.value, term.where) if one], term.variable.name, term.variable.span
        yield from aggregates(term.within)
        return
    for child in children(term):
        yield from aggregates(child)


def look_for_shadows(rules: model.Ruleset) -> list[Diagnostic]:
    """Return every name that hides another one."""
    return Shadows(rules).look()
