"""The course of a game to blocks: setup, phases and turns, eliminations, endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..rules import model
from ..source import Source, Span
from .blocks import DECISION, OVER, Block, Node
from .changes import takes_over
from .endings import Endings
from .keying import key_of
from .layout import NEXT, PHASE, PLAYERS, PLAYING, ROUNDS, TURN, TURNS
from .place import Place

ROUND_LIMIT = 100_000
FEW_SLOTS = 8  # that many are blanked one by one
BLANK = "<blank>"  # stands for the forgetting of all locals until all are known


@dataclass
class Course(Endings):
    """Lowering of a whole ruleset; `keys` has the key of each decision that is remembered."""

    keys: dict[str, str] = field(default_factory=dict)
    takes: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)

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
            memo, self.keys[node.ready] = node.ready.upper(), key_of(known)
            rows = ", ".join(f"({one.clauses or None}, {one.domain}, b{one.block})" for one in offers)
            self.emitter.last.append(f"{memo} = DECISIONS({rows})")
            self.emitter.lines += [
                f"def {node.ready}(s):",
                f"    k = {self.keys[node.ready]}",
                f"    try: return {memo}[k]",
                f"    except KeyError: return {memo}.add(k, s)",
            ]

    def first_span(self) -> Span:
        """Return a place that stands for the ruleset."""
        return next(
            (phase.span for phase in self.rules.phases.values()), Span(Source(self.rules.path, ""), 0, 0)
        )

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
        self.touched = set(self.frame_of_endings)
        start.add(f"if s[{ROUNDS}] > {ROUND_LIMIT}: fail({fault})")
        place = self.steps(phase.before, self.place(start))
        if phase.turns is None:
            self.go(place, end)
        else:
            self.turns(phase, phase.turns, place, end)
        end.add(f"s[{TURN}] = None")
        place = self.steps(phase.after, self.place(end))
        if not place.block.closed:
            place.block.add(f"if {self.settled()}: return -1")
            following = starts.get(phase.next)
            if following is not None:
                self.go(place, following)
            else:
                self.stuck(place.block, f"phase `{phase.name}` is over, nothing follows and no ending holds")

    def turns(self, phase: model.Phase, turns: model.Turns, place: Place, end: Block) -> None:
        """Write the turns of a phase."""
        take, waits = self.block(), self.block()
        self.takes[phase.name] = take.number
        around = ("AR" if turns.order == "clockwise" else "CAR") + first_only(turns)
        place.block.add(f"if {self.settled()}: return -1")
        self.seek(place.block, turns, f"{around}[{self.put(place, turns.first)}][s[{PLAYING}]]")
        self.blank_some(place.block, sorted(self.touched))
        self.hand_over(place.block, waits, end)
        node = Node(DECISION, turns.span, player=TURN)
        number = self.reserve(node)
        self.blank(take)
        self.go(self.place(take), waits)
        self.wait_at(self.place(waits), number)
        finishes: dict[tuple[str, frozenset[str]], tuple[Block, set[int]]] = {}
        for name in turns.actions:
            action, last, self.touched = self.rules.actions[name], self.block(), set(self.frame_of_endings)
            node.offers[name] = self.offer(action, self.place(take), f"s[{TURN}]", last)
            called = frozenset(key for key, frame in self.frames.items() if frame <= self.touched)
            finish, slots = finishes.setdefault((self.unsettled(action.steps), called), (last, set()))
            slots |= self.touched
            if finish is not last:  # those who call the same come back to the same place
                self.go(self.place(last), finish)
        for (unsettled, _), (finish, slots) in finishes.items():
            finish.add(f"if {unsettled}: return -1")
            self.seek_next(finish, turns)
            self.blank_some(finish, sorted(slots))
            self.hand_over(finish, waits, end)

    def seek_next(self, block: Block, turns: model.Turns) -> None:
        """Write the search for the player whose turn is next."""
        table, around = ("CWS", "AR") if turns.order == "clockwise" else ("CCWS", "CAR")
        table, around = table + first_only(turns), around + first_only(turns)
        following = f"{table}[s[{TURN}]][s[{PLAYING}]]"
        if takes_over(self.rules, self.emitter.folder):
            block.add(f"p, s[{NEXT}] = s[{NEXT}], None")
            following = f"({following} if p is None else {around}[p][s[{PLAYING}]])"
        self.seek(block, turns, following)

    def seek(self, block: Block, turns: model.Turns, order: str) -> None:
        """Write the search for the first player in an order who takes turns; None if nobody does.

        Where all take turns, `order` is this player.
        """
        if turns.who is None:
            block.add(f"p = {order}")
            return
        test = self.emitter.emit(turns.who, {"player": "p"})
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
        block.add(BLANK)

    def blank_some(self, block: Block, slots: list[int]) -> None:
        """Write the forgetting of the locals that may have been set since the turn began."""
        if slots:
            block.add(blanking(slots))

    def written(self, block: Block) -> list[str]:
        """Return the lines of a block, all slots being known."""
        slots = range(self.layout.frame, self.layout.size)
        blank = blanking(slots) if slots else "pass"
        return [line.replace(BLANK, blank) for line in block.lines] or ["    fail(0)"]


def blanking(slots: Sequence[int]) -> str:
    """Return the line that forgets what is in slots, which are in order."""
    if len(slots) <= FEW_SLOTS:
        return f"{' = '.join(f's[{slot}]' for slot in slots)} = None"
    return f"s[{slots[0]}:{slots[-1] + 1}] = (None,) * {slots[-1] + 1 - slots[0]}"


def first_only(turns: model.Turns) -> str:
    """Return what is behind the name of a table of orders if only the first player of an order is of interest."""
    return "1" if turns.who is None else ""
