"""Sentences, actions and choices in words, for the rulebook that is made from a ruleset."""

from __future__ import annotations

from typing import Any

from ..program.naming import spoken
from ..rules import model
from ..rules.kinds import PLAYER
from ..rules.terms import (
    Constant,
    Interval,
    Local,
    Operation,
    Term,
    Variable,
)
from .calling import bare, core
from .vocabulary import capital
from .wording import Wording

Lines = list[Any]  # sentences; a list inside belongs to the sentence before it


class Asking(Wording):
    """Puts what is said, asked and chosen into words."""

    def steps(self, steps: tuple[model.Step, ...]) -> Lines:
        """Return steps as a list of sentences; what depends on a condition is a list below its sentence."""
        raise NotImplementedError

    def template(self, template: model.Template | None) -> str:
        """Return a sentence; what only play will tell stands in brackets."""
        text = ""
        for part in template.parts if template else ():
            word = part if isinstance(part, str) else self.blank(part)
            text += word.replace("[the ", "[", 1) if text.endswith(("the ", "The ")) else word
        return text

    def blank(self, term: Term) -> str:
        """Return what stands in a sentence for a value."""
        folded = bare(self.folder.fold(term))
        words = self.term(folded)
        if isinstance(folded, Constant):
            return words
        if isinstance(folded, Operation) and folded.name == "if":
            return f"[{' or '.join(self.term(one) for one in folded.items[1:])}]"
        if words == "you":
            return "[your name]"
        if words.startswith("“") and words.find("”") == len(words) - 1:
            return f"[{words[1:-1]}]"
        named = isinstance(folded, (Local, Variable)) and core(folded.kind) == PLAYER
        return words if named else f"[{words}]"

    def announced(self, template: model.Template | None) -> str:
        """Return a line that is said at the table."""
        return f"Announce: “{capital(self.template(template))}”"

    def order(self, step: model.Ask) -> str:
        """Return in which order several players answer."""
        if step.single:
            return ""
        words = {
            "clockwise": ", one after the other from the left",
            "first_come": ", the first to answer counts",
        }
        return words.get(self.term(step.order).replace(" ", "_"), ", all in secret")

    def action(self, action: model.Action) -> Lines:
        """Return an action: its title, when it may be taken, what is chosen, what it does."""
        if self.is_barred(action):
            return []
        lines: Lines = [f"{action.title}." + (f" {' '.join(action.help.split())}" if action.help else "")]
        chosen = {one.name: f"the chosen {self.choice(one)}" for one in action.parameters}
        with self.naming(chosen):
            inner = [self.clause(one) for one in action.clauses]
            inner += [self.parameter(one) for one in action.parameters]
            inner += [self.clause(one) for one in action.accepts]
            return lines + [[line for line in inner if line] + self.steps(action.steps)]

    def is_barred(self, action: model.Action) -> bool:
        """Tell whether an action can never be taken with these options."""
        return any(self.truth(one.when) is False for one in action.clauses)

    def clause(self, clause: model.Clause) -> str:
        """Return a condition; one that always holds at this table is left out."""
        if self.truth(clause.when):
            return ""
        because = f" (Otherwise: {self.template(clause.because)}.)" if clause.because is not None else ""
        return f"Only if {self.term(clause.when)}.{because}"

    def choice(self, parameter: model.Parameter) -> str:
        """Return what a choice is called: `card` where only one of the `cards` can be chosen."""
        one, many = self.noun(parameter.element.kind)
        single = parameter.form == "bag" and self.term(parameter.high) == "1"
        return one if single and parameter.name == many else spoken(parameter.name)

    def parameter(self, parameter: model.Parameter) -> str:
        """Return what is chosen."""
        one, many = self.noun(parameter.element.kind)
        name, help_words = self.choice(parameter), " ".join(parameter.help.split())
        what = (
            help_words if name in help_words.split() else f"{help_words} (the {name})" if help_words else ""
        )
        source = self.folder.fold(parameter.source)
        if parameter.form == "among":
            group = self.term(source)
            some = f"a number from {group}" if isinstance(source, Interval) else f"one of {group}"
        elif parameter.form == "piece":
            some = f"one {one} of {self.term(source)}"
        else:
            some = f"{self._limits(parameter, one, many)}"
        where = self.behind(parameter.element, self.folder.fold(parameter.where)) if parameter.where else ""
        return f"Choose {what or f'the {name}'}: {some}{where}."

    def _limits(self, parameter: model.Parameter, one: str, many: str) -> str:
        """Return how many pieces of a place may be chosen."""
        source, low, high = self.term(parameter.source), self.term(parameter.low) or "0", parameter.high
        if high is None:
            number = f"{low} or more {many}" if low != "0" else f"any number of {many}"
            return f"{number} of {source}"
        most = self.folder.fold(high)
        if low == self.term(most):
            return f"{low} {one if low == '1' else many} of {source}"
        if isinstance(most, Operation) and most.name == "-" and isinstance(most.items[0], Operation):
            whole = most.items[0]
            if whole.name == "size" and whole.items[0] == self.folder.fold(parameter.source):
                return f"{low} or more {many} of {source}, leaving at least {self.term(most.items[1])}"
        if isinstance(most, Constant):
            return f"{low} to {most.value} {many} of {source}"
        return f"{low} or more {many} of {source}, at most {self.term(most)}"
