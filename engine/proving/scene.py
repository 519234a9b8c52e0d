"""What happens in a scenario: its table, what players do in it, what chance brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..diagnostics import RulesetError, suggest_or_list
from ..inspecting.rehearsing import FORMS, seat_names
from ..play.match import Match
from ..play.reasons import explain
from ..play.state import IllegalAction
from ..program.compiling import ChoiceError
from ..program.layout import NODE
from ..program.naming import spoken
from ..program.program import Program
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, plain
from ..rules.choosing import fits
from ..rules.drafting import child, entries, text
from ..rules.model import Ruleset
from .evaluating import Evaluator
from .stage import Stage, Wrong
from .values import read_action, read_outcome, scalar

Programs = dict[str, Program]
Compiler = Callable[[Ruleset, int, dict[str, Any]], Program]


def refused(rules: Ruleset, entry: Entry, compiler: Compiler) -> None:
    """Check that a table cannot be, with part of the reason; raises Wrong if it can."""
    names, options = table(rules, entry.value)
    reason, place = text(entry.value, "impossible"), child(entry.value, "impossible") or entry.key
    try:
        compiler(rules, len(names), options)
    except (ChoiceError, RulesetError) as problem:
        said = problem.diagnostics[0].message if isinstance(problem, RulesetError) else str(problem)
        if reason not in said:
            raise Wrong("RP702", f"this table is refused for another reason: {said}", place.span) from None
        return
    raise Wrong("RP702", "this table is possible", entry.key.span)


def table(rules: Ruleset, node: Node) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the names of the players of a scenario, and its options."""
    names, preset = seat_names(node, rules), child(node, "preset")
    listed = child(node, "players")
    for at, one in enumerate(listed.items if isinstance(listed, Sequence) else ()):
        if scalar(one).text in names[:at]:
            raise Wrong("RP701", f"`{scalar(one).text}` is there already", one.span)
    chosen = rules.presets.get(preset.text) if isinstance(preset, Scalar) else {}
    if chosen is None:
        assert isinstance(preset, Scalar)
        hint = suggest_or_list(preset.text, rules.presets)
        raise Wrong("RP701", f"there is no preset `{preset.text}`", preset.span, hint)
    return names, chosen | {name: plain(one.value) for name, one in entries(child(node, "options"))}


class Scene:
    """A scenario being played."""

    def __init__(self, rules: Ruleset, entry: Entry, programs: Programs, compiler: Compiler) -> None:
        self.entry, self.node, self.compiler = entry, entry.value, compiler
        self.names, options = table(rules, self.node)
        program = self.compiled(rules, options, programs)
        self.match = Match(program, text(self.node, "seed"), self.names)
        self.stage = Stage(program, self.names, Evaluator(program, self.names), self.match)

    def compiled(self, rules: Ruleset, options: dict[str, Any], programs: Programs) -> Program:
        """Return the program for the players and options of the scenario."""
        key = repr((len(self.names), sorted(options.items())))
        try:
            if key not in programs:
                programs[key] = self.compiler(rules, len(self.names), options)
            return programs[key]
        except ChoiceError as error:
            raise Wrong("RP701", str(error), self.blamed(rules).span) from None

    def blamed(self, rules: Ruleset) -> Node:
        """Return the option that the table cannot have, where it is one by itself."""
        for name, entry in entries(child(self.node, "options")):
            if name not in rules.options:
                return entry.key
            if fits(rules.options[name], plain(entry.value)) is not None:
                return entry.value
        return child(self.node, "options") or self.entry.key

    def seat(self, node: Scalar) -> int:
        """Return the seat of a player's name."""
        return self.stage.seat(node, FORMS)

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
