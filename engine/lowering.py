"""Steps to blocks: structured Python where nothing waits, split blocks where something does.

Every block is a function of the state `s`, the action or outcome `a` just taken, and the
list `ev` that receives the lines of the log (or None); it gives the number of the block to
run next, or -1 when the game waits at the node in slot 0. Locals that must outlive a wait
have slots of their own: since procedures cannot call themselves, every frame has one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from . import bags, model
from .audience import Audience, either
from .blocks import CHANCE, Block, Node, Sentence
from .emitting import Emitter, Names, is_bits
from .kinds import PLAYER, Bag, Optional, Piece, Set
from .layout import NEXT, NODE, PHASE, PLAYERS, PLAYING, Layout
from .source import Span
from .terms import Constant, Local, PerPlayer, Term, Variable


@dataclass
class Place:
    """Where a step stands: how locals are held, who may know them, the block being written."""

    names: Names
    audience: Audience
    block: Block

    def bind(self, name: str, python: str, contents: str, size: str) -> Place:
        """Return the place with one more local."""
        known = self.audience.known | {name: (contents, size)}
        return replace(self, names=self.names | {name: python}, audience=replace(self.audience, known=known))

    def at(self, block: Block) -> Place:
        """Return the place in another block."""
        return replace(self, block=block)

    def reveal(self, zones: frozenset[tuple[str, str]]) -> Place:
        """Return the place where everybody has seen these zones."""
        return replace(self, audience=replace(self.audience, revealed=self.audience.revealed | zones))

    def drawing(self) -> Audience:
        """Return who may know what chance brings: to have seen a zone is not to see what comes or goes."""
        return replace(self.audience, revealed=frozenset())


@dataclass(frozen=True)
class Reason:
    """Why a condition refuses: the clause, and how to make its sentence (a function and a number)."""

    clause: model.Clause
    function: str = ""
    sentence: int = 0


# When a step's line is written: before what it does, by the step itself, or (all others) after it.
SPEAK_FIRST = (model.Move, model.Say, model.EndPhase)
SPEAK_WITHIN = (model.Deal, model.Roll, model.Reroll, model.Reveal, model.Eliminate)


@dataclass
class Lowering:
    """Writes the blocks of a ruleset."""

    rules: model.Ruleset
    layout: Layout
    emitter: Emitter
    blocks: list[Block] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    routines: dict[str, tuple[int, int, dict[str, int]]] = field(default_factory=dict)
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
        if isinstance(step, model.Move):
            place = self.laid_open(step, place)
        if isinstance(step, SPEAK_FIRST):
            self.say(step.say, place)
        place = _WRITERS[type(step)](self, step, place)
        if not isinstance(step, SPEAK_FIRST + SPEAK_WITHIN):
            self.say(step.say, place)
        return place

    def laid_open(self, step: model.Move, place: Place) -> Place:
        """Return the place in which chosen pieces are known to those who see where they go."""
        known = place.audience.known.get(step.cards.name) if isinstance(step.cards, Local) else None
        if known is None or step.target is None:
            return place
        assert isinstance(step.cards, Local)
        contents = either(known[0], place.audience.of(step.target, place.names))
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
            contents = place.audience.of(term, place.names)
            place = place.bind(local.name, python, contents, place.audience.counted(term, place.names))
        return place

    def nothing(self, step: model.Step, place: Place) -> Place:
        """Write a step that only speaks."""
        return place

    def move(self, step: model.Move, place: Place) -> Place:
        """Write a move of all pieces, or of some."""
        assert step.target is not None
        add, target = place.block.add, self.emitter.index(step.target, place.names)
        if "(" in target:  # where to may depend on what lies where before the move
            add(f"j = {target}")
            target = "j"
        if step.cards is None:
            for source in step.sources:
                index = self.emitter.index(source, place.names)
                add(f"i = {index}; m = s[i]; s[i] = 0; s[{target}] += m")
            return place
        index = self.emitter.index(step.sources[0], place.names)
        taken = self.put(place, step.cards)
        if isinstance(step.cards.kind, Piece):
            taken = f"1 << {taken} * 8"
        deck = step.target.kind
        assert isinstance(deck, Bag)
        guard = self.layout.pieces[deck.deck].guard
        fault = self.emitter.fault("these are not all there to be moved", step.cards.span)
        add(f"m = {taken}; i = {index}")
        add(f"if ((s[i] | {guard}) - m) & {guard} != {guard}: fail({fault})")
        add(f"s[i] -= m; s[{target}] += m")
        return place

    def clear(self, step: model.Clear, place: Place) -> Place:
        """Write the removal of dice."""
        assert step.target is not None
        place.block.add(f"s[{self.emitter.index(step.target, place.names)}] = 0")
        return place

    def assign(self, step: model.Assign, place: Place) -> Place:
        """Write assignments, with the declared bounds checked."""
        for target, term in step.targets:
            self.store(target, self.put(place, term), place, term.span)
        return place

    def store(self, target: Term, value: str, place: Place, span: Span) -> None:
        """Write one assignment."""
        assert isinstance(target, (Variable, PerPlayer))
        declared = self.rules.variables[target.name]
        index = self.emitter.index(target, place.names)
        if declared.low is None and declared.high is None:
            place.block.add(f"s[{index}] = {value}")
            return
        place.block.add(f"m = {value}")
        low, high = self.constant(declared.low), self.constant(declared.high)
        tests = [f"m < {low}"] * (low is not None) + [f"m > {high}"] * (high is not None)
        fault = self.emitter.fault(f"`{target.name}` leaves its range of {low} to {high}", span)
        place.block.add(f"if {' or '.join(tests) or 'False'}: fail({fault})")
        place.block.add(f"s[{index}] = m")

    def reveal(self, step: model.Reveal, place: Place) -> Place:
        """Write what everybody is shown."""
        self.say(step.say, place.reveal(self.turned_up(step.zones, place)))
        return place

    def turned_up(self, zones: tuple[Term, ...], place: Place) -> frozenset[tuple[str, str]]:
        """Return the names of zones and whose they are; who that is stays settled from here on."""
        found = set()
        for zone in zones:
            if isinstance(zone, PerPlayer):
                owner = self.put(place, zone.player)
                if not isinstance(zone.player, (Local, Constant)):
                    slot = f"s[{self.slot()}]"
                    place.block.add(f"{slot} = {owner}")
                    owner = slot
                found.add((zone.name, owner))
            elif isinstance(zone, Variable):
                found.add((zone.name, ""))
        return frozenset(found)

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
            add("if settle(s, ev): return -1")
        return replace(place)

    # Branches and loops ----------------------------------------------------------------

    def branch(self, step: model.If, place: Place) -> Place:
        """Write a condition: structured, or by blocks where a branch waits."""
        known = self.constant(step.condition)
        if known is not None:
            return place.at(self.steps(step.then if known else step.otherwise, place).block)
        assert step.condition is not None
        condition = self.put(place, step.condition)
        if self.step_waits(step):
            return self.split_branch(step, condition, place)
        self.nested(f"if {condition}:", step.then, place)
        if step.otherwise:
            self.nested("else:", step.otherwise, place)
        return place

    def nested(self, head: str, steps: tuple[model.Step, ...], place: Place) -> None:
        """Write steps that do not wait, one level further in."""
        place.block.add(head)
        place.block.indent += 1
        before = len(place.block.lines)
        self.steps(steps, place)
        if len(place.block.lines) == before:
            place.block.add("pass")
        place.block.indent -= 1

    def split_branch(self, step: model.If, condition: str, place: Place) -> Place:
        """Write a condition whose branches are blocks."""
        then, otherwise, after = self.block(), self.block(), self.block()
        place.block.add(f"return {then.number} if {condition} else {otherwise.number}")
        self.go(self.steps(step.then, place.at(then)), after)
        self.go(self.steps(step.otherwise, place.at(otherwise)), after)
        return place.at(after)

    def loop(self, step: model.For, place: Place) -> Place:
        """Write a loop over the elements of a value."""
        assert step.within is not None and step.variable is not None
        kind = step.within.kind
        value = self.put(place, step.within)
        elements = (
            value if sequence(kind) else f"PIECES({value})" if isinstance(kind, Bag) else f"MEMBERS[{value}]"
        )
        if self.any_waits(step.steps):
            return self.split_loop(step, elements, place)
        python = self.emitter.fresh("l")
        inner = place.bind(step.variable.name, python, "EV", "EV")
        self.nested(f"for {python} in {elements}:", step.steps, inner)
        return place

    def split_loop(self, step: model.For, elements: str, place: Place) -> Place:
        """Write a loop whose body waits: what is left to go through has a slot."""
        assert step.variable is not None
        rest, current = self.slot(), self.slot()
        head, body, after = self.block(), self.block(), self.block()
        place.block.add(f"s[{rest}] = tuple({elements})")
        self.go(place, head)
        head.add(f"if not s[{rest}]: return {after.number}")
        head.add(f"s[{current}] = s[{rest}][0]; s[{rest}] = s[{rest}][1:]")
        head.add(f"return {body.number}")
        inner = place.at(body).bind(step.variable.name, f"s[{current}]", "EV", "EV")
        self.go(self.steps(step.steps, inner), head)
        return place.at(after)

    def repeat(self, step: model.While, place: Place) -> Place:
        """Write a bounded loop."""
        assert step.condition is not None and step.limit is not None
        fault = self.emitter.fault("the loop went on longer than its `at_most`", step.span)
        limit = self.put(place, step.limit)
        if self.any_waits(step.steps):
            return self.split_repeat(step, limit, fault, place)
        count = self.emitter.fresh("l")
        place.block.add(f"{count} = {limit}")
        place.block.add(f"while {self.put(place, step.condition)}:")
        place.block.indent += 1
        place.block.add(f"{count} -= 1")
        place.block.add(f"if {count} < 0: fail({fault})")
        self.steps(step.steps, place)
        place.block.indent -= 1
        return place

    def split_repeat(self, step: model.While, limit: str, fault: str, place: Place) -> Place:
        """Write a bounded loop whose body waits."""
        assert step.condition is not None
        count = self.slot()
        head, body, after = self.block(), self.block(), self.block()
        place.block.add(f"s[{count}] = {limit}")
        self.go(place, head)
        head.add(f"if not {self.put(place, step.condition)}: return {after.number}")
        head.add(f"s[{count}] -= 1")
        head.add(f"if s[{count}] < 0: fail({fault})")
        head.add(f"return {body.number}")
        self.go(self.steps(step.steps, place.at(body)), head)
        return place.at(after)

    # Procedures ------------------------------------------------------------------------

    def invoke(self, step: model.Invoke, place: Place) -> Place:
        """Write a call of a procedure."""
        head, body = self.rules.procedures[step.procedure]
        pairs = tuple(
            (Local(kind, step.span, name), term)
            for (name, kind), term in zip(head.parameters, step.arguments, strict=True)
        )
        return self.routine(
            f"procedure {step.procedure}", pairs, place, lambda inner: self.steps(body, inner)
        )

    def routine(
        self,
        name: str,
        pairs: tuple[tuple[Local, Term], ...],
        place: Place,
        write: Callable[[Place], Place],
    ) -> Place:
        """Write a use of shared steps: in place if they never wait, else as a call with a way back."""
        if not self.routine_waits(name):
            inner = self.in_place(pairs, place)
            return replace(place, block=write(inner).block)
        if name not in self.routines:
            self.shared(name, pairs, place, write)
        start, back, slots = self.routines[name]
        values = [self.put(place, term) for _, term in pairs]
        after = self.block()
        for (local, term), value in zip(pairs, values, strict=True):
            place.block.add(f"s[{slots[local.name]}] = {value}")
            if local.kind != PLAYER:
                place.block.add(f"s[{slots[local.name] + 1}] = {place.audience.of(term, place.names)}")
        place.block.add(f"s[{back}] = AT({after.number})")
        place.block.add(f"return {start}")
        return place.at(after)

    def in_place(self, pairs: tuple[tuple[Local, Term], ...], place: Place) -> Place:
        """Return the place of a body written where it is used: only its parameters are known."""
        inner = replace(self.place(place.block), audience=replace(place.audience, known={}))
        for local, term in pairs:
            python = self.emitter.fresh("l")
            place.block.add(f"{python} = {self.put(place, term)}")
            contents = place.audience.of(term, place.names)
            inner = inner.bind(local.name, python, contents, place.audience.counted(term, place.names))
        return inner

    def shared(
        self,
        name: str,
        pairs: tuple[tuple[Local, Term], ...],
        place: Place,
        write: Callable[[Place], Place],
    ) -> None:
        """Write shared steps once, with a frame of their own."""
        start, back = self.block(), self.slot()
        slots = {local.name: self.slot() for local, _ in pairs for _ in range(2)}
        slots = {name: slot - 1 for name, slot in slots.items()}
        self.routines[name] = (start.number, back, slots)
        inner = self.place(start)
        for local, _ in pairs:
            slot = slots[local.name]
            contents = "EV" if local.kind == PLAYER else f"s[{slot + 1}]"
            inner = inner.bind(local.name, f"s[{slot}]", contents, "EV")
        end = write(inner)
        if not end.block.closed:
            end.block.add(f"return s[{back}]")

    # Chance ----------------------------------------------------------------------------

    def deal(self, step: model.Deal, place: Place) -> Place:
        """Write random pieces drawn one after the other from a zone into another."""
        assert step.count is not None and step.source is not None and step.target is not None
        left, source, target, drawn = self.slot(), self.slot(), self.slot(), self.slot()
        kind = step.source.kind
        assert isinstance(kind, Bag)
        fault = self.emitter.fault("there are fewer pieces than are to be dealt", step.span)
        add = place.block.add
        add(f"s[{left}] = n = {self.put(place, step.count)}; s[{drawn}] = 0")
        add(f"s[{source}] = i = {self.emitter.index(step.source, place.names)}")
        add(f"s[{target}] = {self.emitter.index(step.target, place.names)}")
        add(f"if n > s[i] % 255: fail({fault})")
        take = [f"m = 1 << a * 8; s[s[{source}]] -= m; s[s[{target}]] += m; s[{drawn}] += m"]
        all_at_once = [
            f"m = DRAW(s[s[{source}]], s[{left}], a); s[{left}] = 0",
            f"s[s[{source}]] -= m; s[s[{target}]] += m; s[{drawn}] += m",
        ]
        after = self.draw_loop(step, place, left, take, all_at_once, f"s[s[{source}]]", kind.deck)
        known = place.drawing()
        audience = either(known.of(step.source, place.names), known.of(step.target, place.names))
        inner = place.at(after).bind("dealt", f"s[{drawn}]", audience, "EV")
        self.say(step.say, inner)
        return inner

    def draw_loop(
        self,
        step: model.Step,
        place: Place,
        left: int,
        take: list[str],
        all_at_once: list[str],
        outcomes: str,
        deck: str,
    ) -> Block:
        """Write a chance node that comes back until nothing is left to draw; return what follows."""
        head, drawn, together, after = self.block(), self.block(), self.block(), self.block()
        self.go(place, head)
        head.add(f"if s[{left}] <= 0: return {after.number}")
        function = self.emitter.fresh("o")
        self.emitter.lines += [f"def {function}(s):", f"    return {outcomes}"]
        purpose = "deal" if isinstance(step, model.Deal) else "roll"
        node = Node(CHANCE, step.span, drawn.number, deck=deck, outcomes=function, purpose=purpose)
        node.together = together.number
        for line in [*all_at_once, f"return {after.number}"]:
            together.add(line)
        self.wait(place.at(head), node)
        for line in take:
            drawn.add(line)
        drawn.add(f"s[{left}] -= 1")
        drawn.add(f"if s[{left}] > 0: s[{NODE}] = {len(self.nodes) - 1}; return -1")
        drawn.add(f"return {after.number}")
        return after

    def roll(self, step: model.Roll, place: Place) -> Place:
        """Write dice rolled one after the other into a zone."""
        assert step.count is not None and step.target is not None
        left, target = self.slot(), self.slot()
        place.block.add(f"s[{left}] = {self.put(place, step.count)}")
        place.block.add(f"s[{target}] = {self.emitter.index(step.target, place.names)}")
        return self.rolling(step, step.target, left, target, place)

    def reroll(self, step: model.Reroll, place: Place) -> Place:
        """Write all dice of a zone rolled again."""
        assert step.target is not None
        left, target = self.slot(), self.slot()
        place.block.add(f"s[{target}] = i = {self.emitter.index(step.target, place.names)}")
        place.block.add(f"s[{left}] = s[i] % 255; s[i] = 0")
        return self.rolling(step, step.target, left, target, place)

    def rolling(self, step: model.Step, zone: Term, left: int, target: int, place: Place) -> Place:
        """Write the chance of dice; what was rolled is known by whoever sees the zone."""
        kind = zone.kind
        assert isinstance(kind, Bag)
        drawn = self.slot()
        place.block.add(f"s[{drawn}] = 0")
        take = [f"m = 1 << a * 8; s[s[{target}]] += m; s[{drawn}] += m"]
        die = str(self.layout.pieces[kind.deck].full)
        sides = bags.size(self.layout.pieces[kind.deck].full)
        all_at_once = [
            "m = 0",
            f"for _ in range(s[{left}]): m += SIDES_{kind.deck}[int(a() * {sides})]",
            f"s[{left}] = 0; s[s[{target}]] += m; s[{drawn}] += m",
        ]
        after = self.draw_loop(step, place, left, take, all_at_once, die, kind.deck)
        inner = place.at(after).bind("rolled", f"s[{drawn}]", place.drawing().of(zone, place.names), "EV")
        self.say(step.say, inner)
        return inner

    def pick(self, step: model.Pick, place: Place) -> Place:
        """Write one value drawn uniformly."""
        assert step.target is not None and step.among is not None
        value, kind = self.put(place, step.among), step.among.kind
        elements = (
            value if sequence(kind) else f"PIECES({value})" if isinstance(kind, Bag) else f"MEMBERS[{value}]"
        )
        function, drawn = self.emitter.fresh("o"), self.block()
        fault = self.emitter.fault("there is nothing to pick from", step.among.span)
        place.block.add(f"if not {elements}: fail({fault})")
        deck, outcomes = (kind.deck, value) if isinstance(kind, Bag) else ("", f"tuple({elements})")
        self.emitter.lines += [f"def {function}(s):", f"    return {outcomes}"]
        self.wait(place, Node(CHANCE, step.span, drawn.number, deck=deck, outcomes=function, purpose="pick"))
        after = place.at(drawn)
        self.store(step.target, "a", after, step.span)
        return after


def sequence(kind: object) -> bool:
    """Tell whether values of a type can be gone through as they are."""
    return not is_bits(kind)  # type: ignore[arg-type]


def kind_mark(kind: object) -> str:
    """Return how a value is shown: a bag or piece of a deck, a player, or as it is."""
    if isinstance(kind, Bag):
        return f"bag {kind.deck}"
    if isinstance(kind, Piece):
        return f"piece {kind.deck}"
    if kind == PLAYER:
        return "player"
    if isinstance(kind, Optional):
        return kind_mark(kind.of)
    return "players" if getattr(kind, "of", None) == PLAYER else ""


_WRITERS: dict[type[model.Step], Callable[[Lowering, Any, Place], Place]] = {
    model.Say: Lowering.nothing,
    model.Move: Lowering.move,
    model.Clear: Lowering.clear,
    model.Assign: Lowering.assign,
    model.Reveal: Lowering.reveal,
    model.EndPhase: Lowering.end_phase,
    model.NextTurn: Lowering.next_turn,
    model.Eliminate: Lowering.eliminate,
    model.If: Lowering.branch,
    model.For: Lowering.loop,
    model.While: Lowering.repeat,
    model.Invoke: Lowering.invoke,
    model.Deal: Lowering.deal,
    model.Roll: Lowering.roll,
    model.Reroll: Lowering.reroll,
    model.Pick: Lowering.pick,
}
