"""Scenarios: a position, what happens, what must be so then; written in the ruleset and run from it.

    scenarios:
      name:
        title: what it shows
        rules: [E8-12]               # the rules it proves
        players: [A, B, C]           # or a number: A, B, C, …
        preset: long                 # its options; `options` come after them
        options: {deal: whole_deck}
        impossible: at most 8        # instead of all that follows: there is no such table, and why
        given:                       # a turn in the middle of a game; without it, a game from its start
          phase: play                # by default the first with turns
          turn: A
          A.hand: [7, 6, 2]          # pieces by label, or a number of any pieces
          chips: 3                   # a variable of every player; `C.chips: 1` of one
          out: [D]
        seed: 7                      # chance not written out is drawn from this
        when:                        # in order
          - A: {lay: {cards: [7, 6]}}
          - chance: [K, 2, B]        # the next outcomes of chance
          - B: call
          - rest: pass               # everybody else who is asked
        then:
          - size(A.hand) == 7
          - legal: {B: [lay]}        # exactly the actions offered
          - refused: {B: {lay: {cards: []}}}
            because: at least 1      # part of the reason
          - ends: {by: shed_everything, winners: [A], returns: {A: 1, B: -1}}   # or `ends: false`
          - stuck: false             # the game is over, chance moves, or somebody asked can do something
          - log: {to: C, has: lays 2 cards, lacks: "7"}
          - log: {to: C, last: ["A lays 2 cards.", "B calls."]}   # the last lines, word for word
          - hidden: {from: B, what: A.hand}
          - seen: {by: A, what: A.hand}

Every form may stand below `when` and `then` alike. Pieces that `given` does not name stay
where the deck starts, or go to the zone that `rest` in `given` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Diagnostic, listed, suggest_or_list
from ..inspecting.rehearsing import NO_LINE, PARTS, says_something
from ..inspecting.rehearsing import items as items_of
from ..play.state import IllegalAction
from ..program.compiling import compile_rules
from ..program.program import RuleError
from ..reading.reader import Entry, Mapping, Node, Scalar, Sequence, plain
from ..rules.drafting import child, entries, text
from ..rules.kinds import BOOLEAN
from ..rules.model import Ruleset
from ..source import Span
from .scene import Compiler, Programs, Scene, refused
from .stage import Unreadable, Wrong, wrong
from .staging import set_up, shown
from .values import read_action, scalar


@dataclass
class Result:
    """What came of a scenario: nothing to report, or the first thing that is not as written."""

    name: str
    title: str
    rules: tuple[str, ...]
    span: Span
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything was as the scenario says."""
        return not self.diagnostics


def run_scenarios(rules: Ruleset, only: str = "", compiler: Compiler = compile_rules) -> list[Result]:
    """Return what came of every scenario of a ruleset, or of one."""
    wanted = {name: entry for name, entry in rules.scenarios.items() if not only or name == only}
    programs: Programs = {}
    results = [run_scenario(rules, name, entry, programs, compiler) for name, entry in wanted.items()]
    for result in results:
        if not result.passed and result.span.source.name != rules.path:
            result.diagnostics = [broken(result)]
    return results + [listed_pass(rules, name) for name in rules.changed if not only or name == only]


def broken(result: Result) -> Diagnostic:
    """Return the report that a scenario of the base does not hold in the variant."""
    found = result.diagnostics[0]
    message = f"the scenario `{result.name}` of the base no longer holds: {found.message}"
    hint = f"if this is meant, list it: `changed_scenarios: {{{result.name}: why}}`"
    if found.code == "RP450":
        hint = "the rules fail here, which no reason can make good: mend what is changed"
    return Diagnostic("RP710", message, found.span, help=hint)


def listed_pass(rules: Ruleset, name: str) -> Result:
    """Return what came of a scenario that the variant says no longer holds: it must fail."""
    entry, listed = rules.changed[name]
    result = run_scenario(rules, name, entry)
    if result.passed:
        message = f"the scenario `{name}` of the base still holds"
        hint = "take it off the list of changed scenarios"
        result.diagnostics = [Diagnostic("RP711", message, listed.key.span, help=hint)]
    else:
        result.diagnostics = []
    result.span = listed.key.span
    return result


def run_scenario(
    rules: Ruleset,
    name: str,
    entry: Entry,
    programs: Programs | None = None,
    compiler: Compiler = compile_rules,
) -> Result:
    """Return what came of one scenario; `programs` are those compiled already, by table."""
    node = entry.value
    listed = child(node, "rules")
    cited = tuple(str(value) for value in plain(listed)) if isinstance(listed, Sequence) else ()
    result = Result(name, text(node, "title", name.replace("_", " ")), cited, entry.key.span)
    try:
        if child(node, "impossible") is not None:
            refused(rules, entry, compiler)
        else:
            Run(rules, entry, {} if programs is None else programs, compiler).play()
    except Wrong as wrong:
        result.diagnostics.append(wrong.diagnostic)
    except Unreadable as problem:
        result.diagnostics.append(Diagnostic("RP701", problem.message, problem.span, help=problem.hint))
    except RuleError as error:
        result.diagnostics.append(Diagnostic("RP450", error.message, error.span))
    return result


class Run(Scene):
    """One scenario being played and checked."""

    def play(self) -> None:
        """Set the position up, then go through everything in order."""
        given = child(self.node, "given")
        if given is not None:
            set_up(self.stage, given)
        for key in ("when", "then"):
            listed = child(self.node, key)
            for item in listed.items if isinstance(listed, Sequence) else ():
                self.item(item)

    # Items -----------------------------------------------------------------------------

    def item(self, node: Node) -> None:
        """Do or check one item."""
        if isinstance(node, Scalar):
            self.expression(node)
            return
        if not isinstance(node, Mapping) or not node.entries:
            raise Wrong("RP701", "expected an expression or one thing to do", node.span)
        name, entry = next(iter(node.entries.items()))
        for other in [key for key in node.entries if key != name and (name, key) != ("refused", "because")]:
            hint = "put each into an item of its own"
            raise Wrong("RP701", f"`{other}` does not go with `{name}`", node.key(other).span, hint)
        if name in _FORMS:
            parts_of(name, entry)
            _FORMS[name](self, entry.value, node)
        else:
            self.act(self.seat(entry.key), entry.value)

    def expression(self, node: Scalar) -> None:
        """Check that an expression holds."""
        self.draw(needed=False)
        term = self.stage.evaluator.term(node, BOOLEAN)
        if self.stage.evaluator.checker.diagnostics:
            raise self.stage.faulty()
        if not self.stage.evaluator.value(self.match.state, term):
            found = self.stage.evaluator.explain(self.match.state, term)
            raise Wrong("RP702", "this does not hold" + (f": {found}" if found else ""), node.span)

    def legal(self, node: Node, whole: Mapping) -> None:
        """Check which actions are offered."""
        self.draw(needed=True)
        for entry in players_in(node):
            seat, wanted = self.seat(entry.key), {scalar(one).text for one in items_of(entry.value)}
            state = self.match.state
            offered = {action_name(part) for part in state.legal(seat).parts if len(part)}
            if seat not in state.players:
                offered = set()
            if offered != wanted:
                shown = ", ".join(sorted(offered)) or "nothing"
                raise Wrong("RP702", f"{entry.key.text} is offered {shown}", entry.value.span)

    def refused(self, node: Node, whole: Mapping) -> None:
        """Check that an action is refused, and why."""
        self.draw(needed=True)
        because = text(whole, "because")
        for entry in players_in(node):
            seat, state = self.seat(entry.key), self.match.state
            try:
                action = read_action(self.stage, entry.value)
                state.clone().apply(action, seat)
            except IllegalAction as refused:
                why = self.why(refused, action, seat)
                if because and because not in why:
                    raise Wrong("RP702", f"refused for another reason: {why}", entry.value.span) from None
                continue
            except Unreadable as problem:
                if because and because not in problem.message:
                    raise Wrong(
                        "RP702", f"refused for another reason: {problem.message}", entry.value.span
                    ) from None
                continue
            raise Wrong("RP704", f"{entry.key.text} may do this", entry.value.span)

    def ends(self, node: Node, whole: Mapping) -> None:
        """Check that the game is over and how, or that it goes on."""
        self.draw(needed=False)
        outcome = self.match.state.outcome
        if isinstance(node, Scalar) and node.value is False:
            if outcome is not None:
                raise Wrong("RP702", f"the game is over: {outcome.reason}", node.span)
            return
        if outcome is None:
            raise Wrong("RP702", "the game goes on", node.span)
        by, winners = child(node, "by"), child(node, "winners")
        if by is not None and plain(by) != outcome.reason:
            raise Wrong("RP702", f"the game ended by `{outcome.reason}`", by.span)
        won = [self.names[seat] for seat in outcome.winners]
        if winners is not None and sorted(map(str, plain(winners) or ())) != sorted(won):
            raise Wrong("RP702", f"the winners are {', '.join(won) or 'nobody'}", winners.span)
        for _, entry in entries(child(node, "returns")):
            gained = outcome.returns[self.seat(entry.key)]
            if plain(entry.value) != gained:
                raise Wrong("RP702", f"{entry.key.text} gains {gained:g}", entry.value.span)

    def stuck(self, node: Node, whole: Mapping) -> None:
        """Check whether the game stands at a decision at which nobody can do anything."""
        self.draw(needed=False)
        state = self.match.state
        stuck = not (state.is_over or state.is_chance or any(state.legal(seat) for seat in state.players))
        if not isinstance(plain(node), bool):
            raise wrong("`stuck` is true or false", node.span)
        if stuck != plain(node):
            raise Wrong("RP702", "nobody can go on" if stuck else "the game can go on", node.span)

    def log(self, node: Node, whole: Mapping) -> None:
        """Check what the log tells somebody."""
        self.draw(needed=False)
        reader = child(node, "to")
        lines = self.match.log(None if reader is None else self.seat(scalar(reader)))
        has, lacks = (
            None if one is None else scalar(one) for one in (child(node, "has"), child(node, "lacks"))
        )
        if has is not None and not any(has.text in line for line in lines):
            last = lines[-1] if lines else "nothing"
            raise Wrong("RP702", f"no line of the log has this; the last one is: {last}", has.span)
        found = [line for line in lines if lacks is not None and lacks.text in line]
        if lacks is not None and found:
            raise Wrong("RP702", f"a line of the log has this: {found[0]}", lacks.span)
        self.last_lines(child(node, "last"), lines)

    def last_lines(self, node: Node | None, lines: list[str]) -> None:
        """Check that the log ends with these lines, word for word."""
        wanted = items_of(node)
        told = [*[None] * len(wanted), *lines][len(lines) :]
        for item, line in zip(wanted, told, strict=True):
            if scalar(item).text != line:
                raise Wrong("RP702", f"the log has here: {line or 'nothing'}", item.span)

    def hidden(self, node: Node, whole: Mapping) -> None:
        """Check that somebody may not see what is in a zone or variable."""
        self.sight(node, "from", expected=False)

    def seen(self, node: Node, whole: Mapping) -> None:
        """Check that somebody may see what is in a zone or variable."""
        self.sight(node, "by", expected=True)

    def sight(self, node: Node, key: str, expected: bool) -> None:
        """Check whether a view shows something."""
        reader, what = child(node, key), child(node, "what")
        if not isinstance(reader, Scalar) or not isinstance(what, Scalar):
            raise Wrong("RP701", f"write `{key}: PLAYER` and `what: ZONE`", node.span)
        visible = shown(self.stage, self.match.view(self.seat(reader)), what)
        if visible != expected:
            verb = "sees" if visible else "does not see"
            raise Wrong("RP702", f"{reader.text} {verb} `{what.text}`", what.span)


def players_in(node: Node) -> Iterator[Entry]:
    """Yield what a check says of each player; it must say something."""
    if not isinstance(node, Mapping) or not node.entries:
        raise wrong(
            "say of which player", node.span, "as in `legal: {A: [call, pass]}` or `refused: {A: call}`"
        )
    yield from node.entries.values()


def parts_of(form: str, entry: Entry) -> None:
    """Refuse a check with parts that it does not have, or one that checks nothing."""
    parts, node = PARTS.get(form, ()), entry.value
    if not isinstance(node, Mapping):
        if form in PARTS and form != "ends":
            raise Wrong("RP701", f"`{form}` takes {listed(f'`{one}`' for one in parts)}", node.span)
        return
    for key, one in node.entries.items() if parts else ():
        if key not in parts:
            hint = suggest_or_list(key, parts)
            raise Wrong("RP701", f"`{key}` means nothing below `{form}`", one.key.span, hint)
    if form == "log" and not says_something(node):
        raise Wrong("RP701", NO_LINE, entry.key.span)


_FORMS: dict[str, Callable[[Run, Node, Mapping], None]] = {
    "chance": Run.chance,
    "rest": Run.rest,
    "legal": Run.legal,
    "refused": Run.refused,
    "ends": Run.ends,
    "stuck": Run.stuck,
    "log": Run.log,
    "hidden": Run.hidden,
    "seen": Run.seen,
}


def action_name(part: Any) -> str:
    """Return the name of the action that a part of the legal actions belongs to."""
    return str(part.prefix[0] if hasattr(part, "prefix") else part[0][0])
