"""The course of a game to blocks: setup, phases and turns, eliminations, endings."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import model
from .asking import Questions
from .blocks import DECISION, OVER, Block, Node
from .emitting import is_bits
from .keying import key_of
from .layout import ENDING, NEXT, NODE, PHASE, PLAYERS, PLAYING, ROUNDS, TURN, TURNS, WINNERS
from .lowering import Place
from .source import Source, Span
from .terms import Constant, Local, Operation, PerPlayer, Term

ROUND_LIMIT = 100_000


@dataclass
class Course(Questions):
    """Lowering of a whole ruleset."""

    takes: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    over: int = 0

    def write(self) -> None:
        """Write everything; block 0 is where a game starts, node 0 where it is over."""
        self.over = self.reserve(Node(OVER, self.first_span()))
        place = self.place(self.block())
        starts = {name: self.block() for name in self.rules.phases}
        self.settling()
        place = self.steps(self.rules.setup, place)
        first = next(iter(starts.values()), None)
        if first is not None:
            self.go(place, first)
        else:
            self.stuck(place.block, "the ruleset has no phase")
        for name, phase in self.rules.phases.items():
            self.phase(phase, starts[name], starts)

        self.remembering()

    def remembering(self) -> None:
        """Write, for every decision that depends on little, the function that remembers what may be done."""
        for node in self.nodes:
            offers = node.offers.values()
            parts = [self.depends[one.domain] for one in offers]
            known = [one for one in parts if one is not None]
            if not any(one.clauses or one.action.parameters for one in offers) or len(known) < len(parts):
                continue
            node.ready = self.emitter.fresh("g")
            memo = node.ready.upper()
            rows = ", ".join(f"({one.clauses or None}, {one.domain}, b{one.block})" for one in offers)
            self.emitter.last.append(f"{memo} = DECISIONS({rows})")
            self.emitter.lines += [
                f"def {node.ready}(s):",
                f"    k = {key_of(known)}",
                f"    try: return {memo}[k]",
                f"    except KeyError: return {memo}.add(k, s)",
            ]

    def first_span(self) -> Span:
        """Return a place that stands for the ruleset."""
        return next((phase.span for phase in self.rules.phases.values()), Span(Source(self.rules.path, ""), 0, 0))

    def stuck(self, block: Block, message: str) -> None:
        """Write an error for a course that leads nowhere."""
        block.add(f"fail({self.emitter.fault(message, self.first_span())})")

    # Phases and turns ------------------------------------------------------------------

    def phase(self, phase: model.Phase, start: Block, starts: dict[str, Block]) -> None:
        """Write a phase: what comes before its turns, the turns, what comes after."""
        end = self.block()
        self.ends[phase.name] = end.number
        fault = self.emitter.fault("the phases go round without end", phase.span)
        start.add(f"s[{ROUNDS}] += 1; s[{PLAYING}] = s[{PLAYERS}]; s[{PHASE}] = {end.number}")
        start.add(f"s[{TURN}] = None; s[{NEXT}] = None")
        self.blank(start)
        start.add(f"if s[{ROUNDS}] > {ROUND_LIMIT}: fail({fault})")
        place = self.steps(phase.before, self.place(start))
        if phase.turns is None:
            self.go(place, end)
        else:
            self.turns(phase, phase.turns, place, end)
        end.add(f"s[{TURN}] = None")
        place = self.steps(phase.after, self.place(end))
        if not place.block.closed:
            place.block.add("if settle(s, ev): return -1")
            following = starts.get(phase.next)
            if following is not None:
                self.go(place, following)
            else:
                self.stuck(place.block, f"phase `{phase.name}` is over, nothing follows and no ending holds")

    def turns(self, phase: model.Phase, turns: model.Turns, place: Place, end: Block) -> None:
        """Write the turns of a phase."""
        take, finish = self.block(), self.block()
        self.takes[phase.name] = take.number
        table, around = ("CWS", "AR") if turns.order == "clockwise" else ("CCWS", "CAR")
        place.block.add("if settle(s, ev): return -1")
        self.seek(place.block, turns, f"{around}[{self.put(place, turns.first)}, s[{PLAYING}]]")
        self.hand_over(place.block, take, end)
        finish.add("if settle(s, ev): return -1")
        following = f"{table}[s[{TURN}], s[{PLAYING}]]"
        finish.add(f"p, s[{NEXT}] = s[{NEXT}], None")
        self.seek(finish, turns, f"({following} if p is None else {around}[p, s[{PLAYING}]])")
        self.hand_over(finish, take, end)
        self.blank(take)
        node = Node(DECISION, turns.span, player=TURN)
        number = self.reserve(node)
        for name in turns.actions:
            place = self.place(take)
            node.offers[name] = self.offer(self.rules.actions[name], place, f"s[{TURN}]", finish)
        take.add(f"s[{NODE}] = {number}")
        take.add("return -1")

    def seek(self, block: Block, turns: model.Turns, order: str) -> None:
        """Write the search for the first player in an order who takes turns; None if nobody does."""
        test = "True" if turns.who is None else self.emitter.emit(turns.who, {"player": "p"})
        block.add(f"for p in {order}:")
        block.add(f"    if {test}: break")
        block.add("else: p = None")

    def hand_over(self, block: Block, take: Block, end: Block) -> None:
        """Write who has the turn now; if nobody can, the turns are over."""
        block.add(f"if p is None: return {end.number}")
        block.add(f"s[{TURN}] = p; s[{TURNS}] += 1")
        block.add(f"return {take.number}")

    def blank(self, block: Block) -> None:
        """Write the forgetting of all locals, so that equal positions are equal states."""
        block.add("s[FRAME:] = BLANK")

    # Leaving and ending ----------------------------------------------------------------

    def settling(self) -> None:
        """Write the function that lets players leave and tells whether the game is over."""
        block = Block(-1)
        for rule in self.rules.eliminations.values():
            self.leaving(rule, block)
        for index, ending in enumerate(self.all_endings()):
            self.ending(index, ending, block)
        block.add("return False")
        self.emitter.lines += ["def settle(s, ev):", *block.lines]

    def all_endings(self) -> list[model.Ending]:
        """Return the endings in the order in which they are looked at, the limit last."""
        return [*self.rules.endings.values(), *([self.rules.limit] if self.rules.limit else [])]

    def leaving(self, rule: model.Elimination, block: Block) -> None:
        """Write an elimination: first who leaves, together, then what follows for each."""
        place = self.place(block)
        player = self.emitter.fresh("l")
        inner = place.bind("player", player, "EV", "EV")
        condition = self.put(inner, rule.when)
        if condition == "False":
            return
        add = block.add
        add("m = 0")
        among = f"MEMBERS[s[{PLAYERS if rule.whole_game else PLAYING}]]"
        quick = self.anybody(self.emitter.folder.fold(rule.when))
        add(f"for {player} in {among} if {quick} else ():" if quick else f"for {player} in {among}:")
        add(f"    if {condition}: m |= 1 << {player}")
        add("if m:")
        block.indent += 1
        if rule.whole_game:
            add(f"s[{PLAYERS}] &= ~m")
        add(f"s[{PLAYING}] &= ~m")
        add(f"for {player} in MEMBERS[m]:")
        block.indent += 1
        self.say(rule.say, inner)
        self.steps(rule.steps, inner)
        add("pass")
        block.indent -= 2

    def anybody(self, when: Term) -> str:
        """Return a quick test that fails where a condition holds for no player; "" if there is none."""
        if not isinstance(when, Operation):
            return ""
        if when.name == "and":
            return self.anybody(when.items[0]) or self.anybody(when.items[1])
        value = 0 if when.name == "empty" and is_bits(when.items[0].kind) else None
        if when.name == "==" and isinstance(when.items[1], Constant):
            value = when.items[1].value
        one = when.items[0]
        if value is None or not isinstance(one, PerPlayer) or not isinstance(one.player, Local):
            return ""
        first = self.layout.slots.get(one.name)
        return f"{value!r} in s[{first}:{first + self.layout.players}]" if first is not None else ""

    def ending(self, index: int, ending: model.Ending, block: Block) -> None:
        """Write an ending: its condition, its winners, its line in the log."""
        place = self.place(block)
        condition = self.put(place, ending.when)
        if condition == "False":
            return
        block.add(f"if {condition}:")
        block.indent += 1
        winners = self.put(place, ending.winners) if ending.winners is not None else "0"
        block.add(f"s[{WINNERS}] = {winners}; s[{ENDING}] = {index}; s[{NODE}] = {self.over}")
        self.say(ending.say, place)
        block.add("return True")
        block.indent -= 1

    def returns(self, ending: model.Ending) -> str:
        """Write a function that gives the return of a player; "" for the usual ones."""
        if ending.returns is None:
            return ""
        name = self.emitter.fresh("u")
        value = self.emitter.emit(ending.returns, {"player": "p"})
        self.emitter.lines += [f"def {name}(s, p):", f"    return {value}"]
        return name
