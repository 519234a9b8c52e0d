"""Expressions worked out on a position from outside the rules: for scenarios and questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..play.state import State
from ..program.changes import bodies
from ..program.emitting import Emitter
from ..program.folding import Folder
from ..program.program import Program, RuleError
from ..program.runtime import Fault
from ..reading.reader import Node
from ..rules.checking import Checker
from ..rules.drafting import Draft
from ..rules.kinds import PLAYER, Kind
from ..rules.scopes import Scope
from ..rules.terms import Local, Operation, Term


class Evaluator:
    """Reads and works out expressions about positions of one program.

    `names` are the seats by name; `turn` is whoever has the turn.
    """

    def __init__(self, program: Program, names: tuple[str, ...]) -> None:
        self.program, self.names = program, names
        self.draft = Draft()
        self.draft.ruleset = program.rules
        self.count = 0

    @property
    def checker(self) -> Checker:
        """Where faults of the expressions are collected."""
        return self.draft.checker

    def term(self, node: Node, wanted: Kind | None = None) -> Term:
        """Return the checked expression at a node; faults go to the checker."""
        seats = [Local(PLAYER, node.span, name) for name in self.names]
        scope = Scope(self.program.rules, has_turn=True)
        return self.draft.term(node, scope.with_locals([*seats, Local(PLAYER, node.span, "turn")]), wanted)

    def value(self, state: State, term: Term) -> Any:
        """Return the value of a term; raises RuleError where it has none."""
        function, faults = self.function(term)
        try:
            return function(state.slots)
        except Fault as fault:
            message, span = faults[fault.number]
            raise RuleError(message, span) from None

    def function(self, term: Term) -> tuple[Callable[[list[Any]], Any], list[Any]]:
        """Return a function of the slots that works a term out, and the faults it may meet."""
        program = self.program
        folder = Folder(program.options, program.players, program.rules.functions)
        emitter = Emitter(program.layout, folder, bodies(program.rules))
        emitter.count = 1_000_000 + 1_000 * self.count
        self.count += 1
        names = {name: str(seat) for seat, name in enumerate(self.names)} | {"turn": "s[1]"}
        python = emitter.emit(term, names)
        source = "\n".join([*emitter.lines, "def value(s):", f"    return {python}", ""])
        space = dict(program.names)
        exec(compile(source, "<expression>", "exec"), space)
        return space["value"], emitter.faults

    def explain(self, state: State, term: Term) -> str:
        """Return what is not as expected: the part that fails, and the two sides of a comparison as they are."""
        if isinstance(term, Operation) and term.name == "and":
            failing = next(one for one in term.items if not self.value(state, one))
            sides = self.explain(state, failing)
            written = failing.span.source.text[failing.span.start : failing.span.end]
            return sides if sides.startswith("`") else f"`{written}`" + (f": {sides}" if sides else "")
        if isinstance(term, Operation) and term.name in ("==", "!=", "<", "<=", ">", ">="):
            left, right = (self.value(state, one) for one in term.items)
            return f"{shown(left)} {term.name} {shown(right)}"
        return ""


def shown(value: Any) -> str:
    """Return a value as expressions write it."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return str(value)
