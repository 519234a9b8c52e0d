"""What the rules leave open: questions that players would ask at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..program.compiling import all_terms
from ..rules import model
from ..rules.kinds import INTEGER
from ..rules.terms import Apply, Constant, MakeSet, Operation, PerPlayer, Term, Variable, walk
from .passages import every_step
from .uses import lint, phases_from


def look_for_doubts(rules: model.Ruleset) -> list[Diagnostic]:
    """Return what the rules do not say."""
    return [*boundless(rules), *nobody_wins(rules), *races(rules), *starters(rules), *Deals(rules).look()]


def boundless(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield integer options without a least or a greatest value."""
    for one in rules.options.values():
        lacking = [word for word, value in (("min", one.low), ("max", one.high)) if value is None]
        if one.kind == INTEGER and not one.values and lacking:
            lack = "neither `min` nor `max`" if len(lacking) > 1 else f"no `{lacking[0]}`"
            message = f"option `{one.name}` has {lack}"
            yield lint("RP513", message, one.span, "write `min` and `max`, or the `values` it can have")


def nobody_wins(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield an ending if no ending has winners."""
    endings = [*rules.endings.values(), *([rules.limit] if rules.limit else [])]
    if endings and all(one.returns is None and none_of(one.winners) for one in endings):
        help = "write `winners`, a set of players, below an ending"
        yield Diagnostic("RP412", "nobody can ever win: no ending has winners", endings[0].span, help=help)


def none_of(winners: Term | None) -> bool:
    """Tell whether a set of winners is written as empty."""
    return winners is None or isinstance(winners, MakeSet) and not winners.items


def races(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield questions to several, first come first served, that do not say how many may answer."""
    for step in every_step(rules):
        if not isinstance(step, model.Ask) or step.single or step.decline is not None:
            continue
        first = isinstance(step.order, Constant) and step.order.value == "first_come"
        written = step.span.source.text[step.span.start : step.span.end]
        if first and not step.one_taker and not re.search(r"\btakers\s*:", written):
            message = "it is open whether the first answer closes this question or everybody answers"
            help = "say `takers: 1` or `takers: all`, or let players `pass`"
            yield lint("RP510", message, step.order.span if step.order else step.span, help)


def starters(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield phases that come again and begin with a seat whose player may have left."""
    leaving = any(rule.whole_game for rule in rules.eliminations.values())
    leaving |= any(isinstance(step, model.Eliminate) and step.whole_game for step in every_step(rules))
    for phase in rules.phases.values() if leaving else ():
        first = phase.turns.first if phase.turns is not None else None
        seat = isinstance(first, Operation) and first.name == "seat"
        if first is not None and seat and phase.name in phases_from(rules, phase.next):
            message = "it is open who begins when the player on this seat is out of the game"
            help = "say it, as in `sure(first(p for p in around(seat(1))))`"
            yield lint("RP512", message, first.span, help)


class Deals:
    """Deals in turns from zones that no condition around them looks at."""

    def __init__(self, rules: model.Ruleset) -> None:
        self.rules = rules
        self.found: dict[int, Diagnostic] = {}
        self.done: set[tuple[str, frozenset[str]]] = set()

    def look(self) -> Iterator[Diagnostic]:
        """Yield deals that may find too few pieces."""
        for phase in self.rules.phases.values():
            if phase.turns is not None:
                tested = self.zones([phase.turns.who])
                for name in phase.turns.actions:
                    self.action(self.rules.actions[name], tested)
        yield from self.found.values()

    def action(self, action: model.Action, tested: frozenset[str]) -> None:
        """Go through what an action does; its conditions and choices look at zones."""
        looked = [action.clauses, action.accepts, action.parameters]
        self.steps(action.steps, tested | self.zones(looked))

    def steps(self, steps: tuple[model.Step, ...], tested: frozenset[str]) -> frozenset[str]:
        """Go through steps; return the zones looked at up to their end."""
        for step in steps:
            match step:
                case model.If():
                    inside = tested | self.zones(step.condition)
                    tested = self.steps(step.then, inside) | self.steps(step.otherwise, inside)
                case model.For():
                    self.steps(step.steps, tested | self.zones(step.within))
                case model.While():
                    self.steps(step.steps, tested | self.zones(step.condition))
                case model.Let():
                    tested |= self.zones(step.values)
                case model.Invoke():
                    self.routine(
                        f"procedure {step.procedure}", self.rules.procedures[step.procedure][1], tested
                    )
                case model.Ask():
                    self.ask(step, tested)
                case model.Contest() | model.Judge():
                    self.challenge(self.rules.challenges[step.challenge], tested)
                case model.Move(target=(Variable() | PerPlayer()) as target):
                    tested |= {target.name}  # whoever fills a zone has thought of it
                case model.Deal():
                    self.deal(step, tested)
        return tested

    def routine(self, name: str, steps: tuple[model.Step, ...], tested: frozenset[str]) -> None:
        """Go through shared steps, once for each state of what was looked at."""
        if (name, tested) not in self.done:
            self.done.add((name, tested))
            self.steps(steps, tested)

    def ask(self, step: model.Ask, tested: frozenset[str]) -> None:
        """Go through a question."""
        tested |= self.zones([step.who, step.when])
        for action in step.actions:
            self.action(action, tested)
        if step.decline is not None:
            self.action(step.decline, tested)
        self.steps(step.nobody, tested)

    def challenge(self, one: model.Challenge, tested: frozenset[str]) -> None:
        """Go through a challenge."""
        if (f"challenge {one.name}", tested) in self.done:
            return
        self.done.add((f"challenge {one.name}", tested))
        if one.window is not None:
            self.ask(one.window, tested)
        tested |= self.zones([one.lets, *(outcome.when for outcome in one.outcomes if outcome.when)])
        for outcome in one.outcomes:
            self.steps(outcome.steps, tested)

    def deal(self, step: model.Deal, tested: frozenset[str]) -> None:
        """Note a deal from a zone at which nothing looked."""
        source = step.source
        if not isinstance(source, (Variable, PerPlayer)):
            return
        if source.name in tested or source.name in self.zones(step.count):
            return
        name = source.name
        message = f"it is open what happens when `{name}` has fewer pieces than are to be dealt"
        help = f"test it, as in `if: not empty({name})`, or deal `least(n, size({name}))`"
        self.found[step.span.start] = lint("RP511", message, step.span, help)

    def zones(self, value: object) -> frozenset[str]:
        """Return the zones that conditions look at, functions followed."""
        names: set[str] = set()
        for term in all_terms(value):
            for one in walk(term):
                if isinstance(one, (Variable, PerPlayer)) and one.name in self.rules.zones:
                    names.add(one.name)
                elif isinstance(one, Apply):
                    names |= self.zones(self.rules.functions[one.name].value)
        return frozenset(names)
