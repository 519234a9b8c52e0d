"""What happens in a scenario: its table, what players do in it, what chance brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..diagnostics import suggest_or_list
from ..play.match import Match
from ..play.reasons import explain
from ..play.state import IllegalAction
from ..program.compiling import ChoiceError
from ..program.layout import NODE
from ..program.naming import spoken
from ..program.program import Program
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, plain
from ..rules.drafting import child, entries, text
from ..rules.model import Ruleset
from .evaluating import Evaluator
from .staging import Stage, Wrong, read_action, read_outcome

Programs = dict[str, Program]
Compiler = Callable[[Ruleset, int, dict[str, Any]], Program]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Scene:
    """A scenario being played; `forms` are the words that may stand where a player's name can."""

    def __init__(
        self, rules: Ruleset, entry: Entry, programs: Programs, compiler: Compiler, forms: tuple[str, ...]
    ) -> None:
        self.entry, self.node, self.compiler, self.forms = entry, entry.value, compiler, forms
        self.names = self.seat_names(rules)
        program = self.compiled(rules, programs)
        self.match = Match(program, text(self.node, "seed"), self.names)
        self.stage = Stage(program, self.names, Evaluator(program, self.names), self.match)

    def seat_names(self, rules: Ruleset) -> tuple[str, ...]:
        """Return the names of the players."""
        listed = child(self.node, "players")
        if isinstance(listed, Sequence):
            return tuple(item.text for item in listed.items if isinstance(item, Scalar))
        number = listed.value if isinstance(listed, Scalar) else None
        return tuple(LETTERS[: number if isinstance(number, int) else max(rules.low, min(4, rules.high))])

    def compiled(self, rules: Ruleset, programs: Programs) -> Program:
        """Return the program for the players and options of the scenario."""
        options = {name: plain(entry.value) for name, entry in entries(child(self.node, "options"))}
        key = repr((len(self.names), sorted(options.items())))
        try:
            if key not in programs:
                programs[key] = self.compiler(rules, len(self.names), options)
            return programs[key]
        except ChoiceError as error:
            where = child(self.node, "options") or self.entry.key
            raise Wrong("RP701", str(error), where.span) from None

    def seat(self, node: Scalar) -> int:
        """Return the seat of a player's name."""
        return self.stage.seat(node, self.forms)

    def act(self, seat: int, node: Node) -> None:
        """Let a player take an action."""
        self.draw(needed=True)
        action = read_action(self.stage, node)
        try:
            self.match.act(seat, action)
        except IllegalAction as refused:
            message = f"{self.names[seat]} may not do this: {self.why(refused, action, seat)}"
            raise Wrong("RP703", message, node.span, f"the rule is at {refused.span}") from None

    def why(self, refused: IllegalAction, action: tuple[Any, ...], seat: int) -> str:
        """Return the reason of a refusal with the names of this scenario."""
        state = self.match.state
        if seat not in state.players:
            return refused.because.replace(f"player {seat + 1}", self.names[seat])
        return explain(state, action, seat, self.names)[0]

    def draw(self, needed: bool) -> None:
        """Let chance move by the seed where the scenario does not say how."""
        state = self.match.state
        while state.is_chance:
            outcomes = state.chance_outcomes()
            if len(outcomes) == 1:
                self.match.chance(outcomes[0][0])
            elif child(self.node, "seed") is not None:
                self.match.chance(state.sample_chance(self.match.generator()))
            elif needed:
                what = state.node.purpose
                hint = "write `- chance: […]` before this, or give the scenario a `seed`"
                raise Wrong("RP705", f"chance moves first here ({what})", self.entry.key.span, hint)
            else:
                return

    def chance(self, node: Node, whole: Mapping) -> None:
        """Let chance have the written outcomes, in order."""
        for item in node.items if isinstance(node, Sequence) else (node,):
            if not self.match.state.is_chance:
                raise Wrong("RP705", "chance does not move here", item.span)
            outcome = read_outcome(self.stage, item)
            try:
                self.match.chance(outcome)
            except IllegalAction:
                known = [self.outcome_text(one) for one, _ in self.match.state.chance_outcomes()]
                hint = suggest_or_list(str(plain(item)), known)
                raise Wrong("RP705", f"`{plain(item)}` cannot come up here", item.span, hint) from None

    def outcome_text(self, outcome: Any) -> str:
        """Return an outcome of chance as a scenario writes it."""
        deck = self.match.state.node.deck
        return self.stage.program.labels[deck][outcome] if deck else spoken(outcome)

    def rest(self, node: Node, whole: Mapping) -> None:
        """Let everybody who is still asked here do the same."""
        self.draw(needed=True)
        where = self.match.state.slots[NODE]
        answered: set[int] = set()
        while not self.match.state.is_over and self.match.state.slots[NODE] == where:
            waiting = [seat for seat in self.match.state.players if seat not in answered]
            if not waiting:
                return
            answered.add(waiting[0])
            self.act(waiting[0], node)
