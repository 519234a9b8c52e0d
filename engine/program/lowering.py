"""Steps to blocks: structured Python where nothing waits, split blocks where something does.

Every block is a function of the state `s`, the action or outcome `a` just taken, and the
list `ev` that receives the lines of the log (or None); it gives the number of the block to
run next, or -1 when the game waits at the node in slot 0. Locals that must outlive a wait
have slots of their own: since procedures cannot call themselves, every frame has one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..rules import model
from ..rules.kinds import PLAYER, Bag, Optional, Set
from ..rules.terms import Local, PerPlayer, Term, Variable
from .audience import Audience, either
from .blocks import Block, Node, Reason, Sentence, kind_mark
from .emitting import Emitter
from .layout import NEXT, NODE, PHASE, PLAYERS, PLAYING, TURN, Layout
from .place import Place, sequence

SLOT = re.compile(r"s\[(\d+)")

# These write their line themselves, amid what they do.
SPEAK_WITHIN = (model.Deal, model.Roll, model.Reroll, model.Reveal, model.Eliminate)


@dataclass
class Lowering:
    """Writes the blocks of a ruleset.

    `touched` are the slots of locals in what was written lately, `frames` those of each routine.
    """

    rules: model.Ruleset
    layout: Layout
    emitter: Emitter
    blocks: list[Block] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    routines: dict[str, tuple[int, int, dict[str, int]]] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    frames: dict[str, set[int]] = field(default_factory=dict)
    waits: dict[str, bool] = field(default_factory=dict)
    reasons: dict[str, list[Reason]] = field(default_factory=dict)

    # Small things ----------------------------------------------------------------------

    def block(self) -> Block:
        """Return a new block."""
        self.blocks.append(Block(len(self.blocks)))
        return self.blocks[-1]

    def slot(self) -> int:
        """Return a new slot for a local."""
        self.layout.size += 1
        self.touched.add(self.layout.size - 1)
        return self.layout.size - 1

    def place(self, block: Block) -> Place:
        """Return a place without locals."""
        return Place({}, Audience(self.rules, self.emitter), block)

    def go(self, place: Place, block: Block) -> None:
        """End the block: another one follows."""
        if not place.block.closed:
            place.block.add(f"return {block.number}")

    def wait(self, place: Place, node: Node) -> None:
        """End the block: the game waits at a node, and goes on in the node's block."""
        self.wait_at(place, self.reserve(node))

    def reserve(self, node: Node) -> int:
        """Give a node its number."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def wait_at(self, place: Place, number: int) -> None:
        """End the block: the game waits at a node that has its number already."""
        place.block.add(f"s[{NODE}] = {number}")
        place.block.add("return -1")

    def keep(self, place: Place, mask: str, later: bool) -> str:
        """Return a mask of players that stays as it is now, whatever it was made from becomes later.

        What a mask reads from locals and of whose turn it is stays anyway; the variables of the table do not.
        """
        read = [int(number) for number in SLOT.findall(mask)]
        if all(number == TURN or number >= self.layout.frame for number in read):
            return mask
        python = f"s[{self.slot()}]" if later else self.emitter.fresh("l")
        place.block.add(f"{python} = {mask}")
        return python

    def put(self, place: Place, term: Term) -> str:
        """Return the Python of a term at a place."""
        return self.emitter.emit(term, place.names)

    def constant(self, term: Term | None) -> Any:
        """Return the value of a term if it is known before the game, else None."""
        try:
            return self.emitter.folder.value(term) if term is not None else None
        except ValueError:
            return None

    # Waiting ---------------------------------------------------------------------------

    def any_waits(self, steps: tuple[model.Step, ...]) -> bool:
        """Tell whether any of the steps asks somebody or leaves something to chance."""
        return any(self.step_waits(step) for step in steps)

    def step_waits(self, step: model.Step) -> bool:
        """Tell whether a step asks somebody or leaves something to chance."""
        if isinstance(step, (model.Deal, model.Roll, model.Reroll, model.Pick, model.Ask, model.Contest)):
            return True
        if isinstance(step, model.If):
            known = self.constant(step.condition)
            branches = (step.then if known is not False else ()) + (
                step.otherwise if known is not True else ()
            )
            return self.any_waits(branches)
        if isinstance(step, (model.For, model.While)):
            return self.any_waits(step.steps)
        if isinstance(step, model.Invoke):
            return self.routine_waits(f"procedure {step.procedure}")
        if isinstance(step, model.Judge):
            return self.routine_waits(f"challenge {step.challenge}")
        return False

    def routine_waits(self, name: str) -> bool:
        """Tell whether a procedure or the judging of a challenge waits."""
        if name not in self.waits:
            self.waits[name] = False
            self.waits[name] = self.any_waits(self.body_of(name))
        return self.waits[name]

    def body_of(self, name: str) -> tuple[model.Step, ...]:
        """Return all steps of a procedure or of a challenge's outcomes."""
        sort, _, key = name.partition(" ")
        if sort == "procedure":
            return self.rules.procedures[key][1]
        return tuple(step for outcome in self.rules.challenges[key].outcomes for step in outcome.steps)

    # Steps -----------------------------------------------------------------------------

    def steps(self, steps: tuple[model.Step, ...], place: Place) -> Place:
        """Write steps; return the place behind them."""
        for index, step in enumerate(steps):
            if place.block.closed:
                break
            later = self.any_waits(steps[index + 1 :])
            place = self.step(step, place, later)
        return place

    def step(self, step: model.Step, place: Place, later: bool) -> Place:
        """Write one step; `later` tells that something behind it waits."""
        if isinstance(step, model.Let):
            return self.let(step, place, later)
        if isinstance(step, (model.For, model.While)):
            place = self.covered(step, place)
        if isinstance(step, model.Move):
            place = self.laid_open(step, place)
        if isinstance(step, model.SPEAK_FIRST):
            self.say(step.say, place)
        place = self.covered(step, WRITERS[type(step)](self, step, place))
        if not isinstance(step, model.SPEAK_FIRST + SPEAK_WITHIN):
            self.say(step.say, place)
        return place

    def covered(self, step: model.Step, place: Place) -> Place:
        """Return the place in which zones that a step puts pieces into no longer count as turned up."""
        shown = place.audience.revealed
        if not shown:
            return place
        filled = {name for one in within(step, self.rules) for name in filled_by(one)}
        left = frozenset(pair for pair in shown if pair[0] not in filled)
        return replace(place, audience=replace(place.audience, revealed=left))

    def laid_open(self, step: model.Move, place: Place) -> Place:
        """Return the place in which chosen pieces are known to those who see where they go."""
        known = place.audience.known.get(step.cards.name) if isinstance(step.cards, Local) else None
        if known is None or step.target is None:
            return place
        assert isinstance(step.cards, Local)
        contents = self.keep(place, either(known[0], place.audience.of(step.target, place.names)), True)
        return place.bind(step.cards.name, place.names[step.cards.name], contents, known[1])

    def say(self, template: model.Template | None, place: Place) -> None:
        """Write what appends a line to the log."""
        if template is None or place.block.closed:
            return
        number, values = self.sentence(template, place)
        masks = [place.audience.of(part, place.names) for part in template.parts if isinstance(part, Term)]
        pairs = [text for pair in zip(values, masks, strict=True) for text in pair]
        place.block.add(f"if ev is not None: ev.append(({', '.join([str(number), *pairs])},))")

    def sentence(self, template: model.Template, place: Place) -> tuple[int, list[str]]:
        """Note a sentence; return its number and the Python of the values in it."""
        terms = [part for part in template.parts if isinstance(part, Term)]
        kinds = [part.kind.of if isinstance(part.kind, Optional) else part.kind for part in terms]
        counts = [
            isinstance(kind, Bag) and place.audience.counted(part, place.names) == "EV"
            for part, kind in zip(terms, kinds, strict=True)
        ]
        self.sentences.append(Sentence(template, tuple(map(kind_mark, kinds)), tuple(counts)))
        return len(self.sentences) - 1, [self.put(place, part) for part in terms]

    def let(self, step: model.Let, place: Place, later: bool) -> Place:
        """Write names for values: in slots if something waits while they are needed."""
        return self.bind_all(step.values, place, later)

    def bind_all(self, values: tuple[tuple[Local, Term], ...], place: Place, later: bool) -> Place:
        """Write names for values."""
        for local, term in values:
            python = f"s[{self.slot()}]" if later else self.emitter.fresh("l")
            value = self.put(place, term)
            kept = (
                f"tuple({value})" if later and isinstance(term.kind, Set) and sequence(term.kind) else value
            )
            place.block.add(f"{python} = {kept}")
            contents = self.keep(place, place.audience.of(term, place.names), later)
            place = place.bind(local.name, python, contents, place.audience.counted(term, place.names))
        return place

    def nothing(self, step: model.Step, place: Place) -> Place:
        """Write a step that only speaks."""
        return place

    def end_phase(self, step: model.EndPhase, place: Place) -> Place:
        """Write the way out of the turns of the phase."""
        place.block.add(f"return s[{PHASE}]")
        place.block.closed = place.block.indent == 1
        return place

    def next_turn(self, step: model.NextTurn, place: Place) -> Place:
        """Write who takes the next turn."""
        assert step.player is not None
        place.block.add(f"s[{NEXT}] = {self.put(place, step.player)}")
        return place

    def settled(self) -> str:
        """Return the Python that lets players leave and tells whether the game is over."""
        return "settle(s, ev)"

    def eliminate(self, step: model.Eliminate, place: Place) -> Place:
        """Write the leaving of players, all at once, and the look at the endings."""
        assert step.players is not None
        value = self.put(place, step.players)
        mask = f"1 << {value}" if step.players.kind == PLAYER else value
        add = place.block.add
        add(f"m = {mask}")
        if step.whole_game:
            add(f"s[{PLAYERS}] &= ~m")
        add(f"s[{PLAYING}] &= ~m")
        self.say(step.say, place)
        if step.whole_game:
            add(f"if {self.settled()}: return -1")
        return replace(place)


def within(step: model.Step, rules: model.Ruleset) -> Iterator[model.Step]:
    """Yield a step and everything that may happen inside it, procedures and challenges included."""
    seen: set[str] = set()
    stack: list[Any] = [step]
    while stack:
        one = stack.pop()
        if isinstance(one, model.Step):
            yield one
            name = getattr(one, "procedure", "") or getattr(one, "challenge", "")
            if name and name not in seen:
                seen.add(name)
                stack.append(rules.procedures.get(name, ((), ()))[1] or rules.challenges.get(name))
        if isinstance(one, (tuple, list)):
            stack += one
        elif isinstance(one, (model.Step, model.Action, model.Challenge, model.Outcome)):
            stack += vars(one).values()


def filled_by(step: model.Step) -> Iterator[str]:
    """Yield the names of zones that a step puts pieces into."""
    fills = isinstance(step, (model.Move, model.Deal, model.Roll, model.Reroll))
    target = getattr(step, "target", None) if fills else None
    if isinstance(target, (Variable, PerPlayer)):
        yield target.name


# Who writes each kind of step; `moving`, `branching`, `drawing` and `asking` add theirs.
WRITERS: dict[type[model.Step], Callable[[Any, Any, Place], Place]] = {
    model.Say: Lowering.nothing,
    model.EndPhase: Lowering.end_phase,
    model.NextTurn: Lowering.next_turn,
    model.Eliminate: Lowering.eliminate,
}
