"""Checked expressions and steps in words, for the rulebook that is made from a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..program.folding import Folder
from ..program.naming import spoken
from ..rules import model
from ..rules.kinds import PLAYER
from ..rules.terms import (
    Aggregate,
    Apply,
    Attribute,
    Component,
    Constant,
    Interval,
    Local,
    MakeRecord,
    MakeSet,
    Operation,
    PerPlayer,
    Term,
    Variable,
)

NAMES = {
    "me": "the player",
    "others": "the others",
    "players": "all players",
    "playing": "all players in the round",
    "seats": "everybody",
    "turn_count": "the number of turns so far",
    "round_count": "the number of rounds so far",
}
COMPARISONS = {
    "==": "{0} is {1}",
    "!=": "{0} is not {1}",
    "<": "{0} is less than {1}",
    "<=": "{0} is at most {1}",
    ">": "{0} is more than {1}",
    ">=": "{0} is at least {1}",
    "in": "{0} is among {1}",
    "not in": "{0} is not among {1}",
}
OPERATIONS = {
    "and": "{0} and {1}",
    "or": "{0} or {1}",
    "+": "{0} plus {1}",
    "-": "{0} minus {1}",
    "*": "{0} times {1}",
    "//": "{0} divided by {1} (rounded down)",
    "%": "the rest of {0} divided by {1}",
    "neg": "minus {0}",
    "if": "({1} if {0}, else {2})",
    "size": "the number of {0}",
    "empty": "{0} is empty",
    "clockwise": "the players from the left of {0}",
    "around": "the players from {0} on",
    "seat": "the player on seat {0}",
    "abs": "the difference {0}",
    "least": "the smaller of {0} and {1}",
    "most": "the larger of {0} and {1}",
    "sure": "{0}",
    "with": "{0} and {1}",
    "without": "{0} except {1}",
}
AGGREGATES = {
    "sum": "the total of {value} over {each}",
    "count": "how many {each} there are",
    "min": "the smallest {value} of {each}",
    "max": "the largest {value} of {each}",
    "any": "{value} for at least one of {each}",
    "all": "{value} for each of {each}",
    "first": "the first of {each}",
    "set": "{each}",
}
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}


class Phraser:
    """Puts terms and steps into words, with the options and the number of players filled in."""

    def __init__(self, rules: model.Ruleset, folder: Folder) -> None:
        self.rules, self.folder = rules, folder

    def term(self, term: Term | None) -> str:
        """Return an expression in words."""
        return "" if term is None else self._words(self.folder.fold(term))

    def truth(self, term: Term | None) -> bool | None:
        """Return whether a condition holds, if that is settled before the game."""
        folded = self.folder.fold(term) if term is not None else None
        return folded.value if isinstance(folded, Constant) else None

    def template(self, template: model.Template | None) -> str:
        """Return a sentence with its values in words."""
        parts = template.parts if template else ()
        return "".join(part if isinstance(part, str) else self.blank(part) for part in parts)

    def blank(self, term: Term) -> str:
        """Return what stands in a sentence for a value that only play will tell."""
        known = isinstance(term, (Local, Variable)) and term.kind == PLAYER
        return self.term(term) if known else "…"

    def _words(self, term: Term) -> str:
        if isinstance(term, Constant):
            return self._constant(term)
        if isinstance(term, (Variable, Local)):
            return NAMES.get(term.name, self.called(term.name))
        if isinstance(term, PerPlayer):
            return self._owned(term)
        if isinstance(term, (Attribute, Component)):
            inner = term.piece if isinstance(term, Attribute) else term.record
            return f"the {spoken(term.name)} of {self._words(inner)}"
        if isinstance(term, (MakeSet, MakeRecord)):
            return ", ".join(self._words(one) for one in term.items) or "nobody"
        if isinstance(term, Interval):
            return f"{self._words(term.low)} to {self._words(term.high)}"
        if isinstance(term, Aggregate):
            return self._aggregate(term)
        if isinstance(term, Apply):
            given = ", ".join(self._words(one) for one in term.items)
            return f"“{spoken(term.name)}” of {given}" if given else f"“{spoken(term.name)}”"
        assert isinstance(term, Operation)
        return self._operation(term)

    def _constant(self, term: Constant) -> str:
        if term.kind == PLAYER:
            return f"player {term.value + 1}"
        return spoken(term.value)

    def called(self, name: str) -> str:
        """Return a zone or variable of the table with its article; a local as it is."""
        zone = self.rules.zones.get(name)
        if zone is not None and zone.each:
            return f"everybody's {spoken(name)}"
        known = zone is not None or name in self.rules.variables
        return f"the {spoken(name)}" if known else spoken(name.rstrip("'"))

    def _owned(self, term: PerPlayer) -> str:
        owner = self._words(term.player)
        if term.name == "out":
            return f"{owner} is out"
        declared = self.rules.variables.get(term.name)
        if declared is not None and str(declared.kind) == "boolean":
            return f"{owner}'s {spoken(term.name)} holds"
        return f"{owner}'s {spoken(term.name)}"

    def _aggregate(self, term: Aggregate) -> str:
        each = self._words(term.within)
        value = self._words(term.value)
        if term.where is not None:
            each += f" ({self._words(term.variable)}: {self._words(term.where)})"
        return AGGREGATES[term.function].format(value=value, each=each)

    def _operation(self, term: Operation) -> str:
        if term.name == "not":
            return self._negation(term.items[0])
        items = [self._words(one) for one in term.items]
        if term.name in ("and", "or"):
            items = [
                f"({text})" if mixed(term, one) else text for one, text in zip(term.items, items, strict=True)
            ]
        if term.name in ("==", "!=") and isinstance(term.items[1], Constant) and term.items[1].value is None:
            return f"{items[0]} is {'not ' if term.name == '==' else ''}set"
        return (COMPARISONS | OPERATIONS)[term.name].format(*items)

    def _negation(self, term: Term) -> str:
        if isinstance(term, Operation) and term.name in NEGATED:
            items = [self._words(one) for one in term.items]
            return COMPARISONS[NEGATED[term.name]].format(*items)
        if isinstance(term, Operation) and term.name == "empty":
            return f"{self._words(term.items[0])} is not empty"
        return f"not: {self._words(term)}"

    # Steps -----------------------------------------------------------------------------

    def steps(self, steps: tuple[model.Step, ...]) -> list[Any]:
        """Return steps as a list of sentences; what depends on a condition is a list below its sentence."""
        lines: list[Any] = []
        for step in steps:
            lines += _STEPS[type(step)](self, step)
            if step.say is not None and not isinstance(step, model.Say):
                lines.append(f"Announce: “{self.template(step.say)}”")
        return lines

    def _say(self, step: model.Say) -> list[Any]:
        return [f"Announce: “{self.template(step.say)}”"]

    def _move(self, step: model.Move) -> list[Any]:
        sources = " and ".join(self.term(one) for one in step.sources)
        what = f"{self.term(step.cards)} from" if step.cards is not None else "everything from"
        return [f"Move {what} {sources} to {self.term(step.target)}."]

    def _deal(self, step: model.Deal) -> list[Any]:
        one, many = self.rules.decks[getattr(step.source, "kind").deck].noun  # noqa: B009
        count = self.term(step.count)
        noun = one if count == "1" else many
        return [f"Deal {count} {noun} at random from {self.term(step.source)} to {self.term(step.target)}."]

    def _roll(self, step: model.Roll) -> list[Any]:
        return [f"Roll {self.term(step.count)} dice into {self.term(step.target)}."]

    def _reroll(self, step: model.Reroll) -> list[Any]:
        return [f"Roll all dice in {self.term(step.target)} again."]

    def _clear(self, step: model.Clear) -> list[Any]:
        return [f"Take the dice out of {self.term(step.target)}."]

    def _pick(self, step: model.Pick) -> list[Any]:
        return [f"Draw {self.term(step.target)} by lot from {self.term(step.among)}."]

    def _assign(self, step: model.Assign) -> list[Any]:
        return [f"Set {self.term(target)} to {self.term(value)}." for target, value in step.targets]

    def _let(self, step: model.Let) -> list[Any]:
        return [f"Call {spoken(local.name)}: {self.term(value)}." for local, value in step.values]

    def _if(self, step: model.If) -> list[Any]:
        known = self.truth(step.condition)
        if known is not None:
            return self.steps(step.then if known else step.otherwise)
        lines: list[Any] = [f"If {self.term(step.condition)}:", self.steps(step.then)]
        return lines + (["Otherwise:", self.steps(step.otherwise)] if step.otherwise else [])

    def _for(self, step: model.For) -> list[Any]:
        assert step.variable is not None
        name = spoken(step.variable.name)
        return [f"For each {name} of {self.term(step.within)}:", self.steps(step.steps)]

    def _while(self, step: model.While) -> list[Any]:
        return [f"As long as {self.term(step.condition)}:", self.steps(step.steps)]

    def _invoke(self, step: model.Invoke) -> list[Any]:
        given = ", ".join(self.term(one) for one in step.arguments)
        return [f"Carry out “{spoken(step.procedure)}”" + (f" ({given})." if given else ".")]

    def _eliminate(self, step: model.Eliminate) -> list[Any]:
        return [f"{capital(self.term(step.players))} leaves the {'game' if step.whole_game else 'round'}."]

    def _end(self, step: model.EndPhase) -> list[Any]:
        return ["The turns of this phase end."]

    def _next_turn(self, step: model.NextTurn) -> list[Any]:
        return [f"The next turn is taken by {self.term(step.player)}."]

    def _reveal(self, step: model.Reveal) -> list[Any]:
        return [f"Turn up {' and '.join(self.term(zone) for zone in step.zones)}."]

    def _ask(self, step: model.Ask) -> list[Any]:
        lines: list[Any] = [f"Ask {self.term(step.who)}{self.order(step)}:"]
        return lines + [[line for action in step.actions for line in self.action(action)]]

    def order(self, step: model.Ask) -> str:
        """Return in which order several players answer."""
        if step.single:
            return ""
        words = {"clockwise": ", one after the other", "first_come": ", the first to answer counts"}
        return words.get(self.term(step.order).replace(" ", "_"), ", all in secret")

    def action(self, action: model.Action) -> list[Any]:
        """Return an action: its title, when it may be taken, what is chosen, what it does."""
        if self.is_barred(action):
            return []
        lines: list[Any] = [f"{action.title}." + (f" {' '.join(action.help.split())}" if action.help else "")]
        inner: list[Any] = [self.clause(one) for one in (*action.clauses, *action.accepts)]
        inner += [self.parameter(one) for one in action.parameters]
        return lines + [[line for line in inner if line] + self.steps(action.steps)]

    def is_barred(self, action: model.Action) -> bool:
        """Tell whether an action can never be taken with these options."""
        return any(self.truth(one.when) is False for one in action.clauses)

    def contested(self) -> set[str]:
        """Return the challenges whose window can open with these options."""
        found: set[str] = set()
        stack: list[Any] = [self.rules.setup, *self.rules.phases.values(), *self.rules.actions.values()]
        stack += [self.rules.challenges, self.rules.procedures]
        while stack:
            one = stack.pop()
            if isinstance(one, model.Contest):
                found.add(one.challenge)
            elif isinstance(one, model.If) and (known := self.truth(one.condition)) is not None:
                stack.append(one.then if known else one.otherwise)
            elif isinstance(one, (tuple, list)):
                stack += one
            elif isinstance(one, dict):
                stack += one.values()
            elif isinstance(one, (model.Step, model.Phase, model.Action, model.Challenge, model.Outcome)):
                stack += vars(one).values()
        return found

    def clause(self, clause: model.Clause) -> str:
        """Return a condition; one that always holds at this table is left out."""
        if self.truth(clause.when):
            return ""
        because = f" (Otherwise: {self.template(clause.because)}.)" if clause.because is not None else ""
        return f"Only if {self.term(clause.when)}.{because}"

    def parameter(self, parameter: model.Parameter) -> str:
        """Return what is chosen."""
        low, high = self.term(parameter.low), self.term(parameter.high)
        limits = f"{low or 0} to {high}" if high else f"at least {low}" if low else "any number"
        some = f"{low if low == high and low else limits} of " if parameter.form == "bag" else ""
        where = f", where {self.term(parameter.where)}" if parameter.where is not None else ""
        return f"Choose {spoken(parameter.name)}: {some}{self.term(parameter.source)}{where}."

    def _contest(self, step: model.Contest) -> list[Any]:
        return [f"The others may challenge: see “{spoken(step.challenge)}”."]

    def _judge(self, step: model.Judge) -> list[Any]:
        return [f"The claim is judged: see “{spoken(step.challenge)}”."]


_STEPS: dict[type[model.Step], Callable[[Phraser, Any], list[Any]]] = {
    model.Say: Phraser._say,
    model.Move: Phraser._move,
    model.Deal: Phraser._deal,
    model.Roll: Phraser._roll,
    model.Reroll: Phraser._reroll,
    model.Clear: Phraser._clear,
    model.Pick: Phraser._pick,
    model.Assign: Phraser._assign,
    model.Let: Phraser._let,
    model.If: Phraser._if,
    model.For: Phraser._for,
    model.While: Phraser._while,
    model.Invoke: Phraser._invoke,
    model.Eliminate: Phraser._eliminate,
    model.EndPhase: Phraser._end,
    model.NextTurn: Phraser._next_turn,
    model.Reveal: Phraser._reveal,
    model.Ask: Phraser._ask,
    model.Contest: Phraser._contest,
    model.Judge: Phraser._judge,
}


def mixed(outer: Operation, inner: Term) -> bool:
    """Tell whether `and` stands in `or` or the other way round."""
    return isinstance(inner, Operation) and inner.name in ("and", "or") and inner.name != outer.name


def capital(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]
