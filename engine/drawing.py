"""Chance to nodes: deals, rolls and picks."""

from __future__ import annotations

from . import bags, model
from .audience import either
from .blocks import CHANCE, Block, Node
from .branching import Branching
from .kinds import Bag
from .layout import NODE
from .lowering import WRITERS, Place, sequence
from .terms import Term


class Drawing(Branching):
    """Lowering of everything that is left to chance."""

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
        known = place.drawing()
        ends = either(known.of(step.source, place.names), known.of(step.target, place.names))
        audience = self.keep(place, ends, True)
        take = [f"m = 1 << a * 8; s[s[{source}]] -= m; s[s[{target}]] += m; s[{drawn}] += m"]
        single = self.constant(step.count) == 1
        draw = f"DRAW_ONE(s[s[{source}]], a)" if single else f"DRAW(s[s[{source}]], s[{left}], a)"
        all_at_once = [
            f"m = {draw}; s[{left}] = 0",
            f"s[s[{source}]] -= m; s[s[{target}]] += m; s[{drawn}] += m",
        ]
        after = self.draw_loop(step, place, left, take, all_at_once, f"s[s[{source}]]", kind.deck)
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
        fault = self.emitter.fault(f"there are more than {bags.MOST} dice in one zone", step.span)
        place.block.add(f"s[{left}] = {self.put(place, step.count)}")
        place.block.add(f"s[{target}] = i = {self.emitter.index(step.target, place.names)}")
        place.block.add(f"if s[{left}] + PIECES_IN(s[i]) > {bags.MOST}: fail({fault})")
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
        known = self.keep(place, place.drawing().of(zone, place.names), True)
        take = [f"m = 1 << a * 8; s[s[{target}]] += m; s[{drawn}] += m"]
        die = str(self.layout.pieces[kind.deck].full)
        sides = bags.size(self.layout.pieces[kind.deck].full)
        all_at_once = [
            "m = 0",
            f"for _ in range(s[{left}]): m += SIDES_{kind.deck}[int(a() * {sides})]",
            f"s[{left}] = 0; s[s[{target}]] += m; s[{drawn}] += m",
        ]
        after = self.draw_loop(step, place, left, take, all_at_once, die, kind.deck)
        inner = place.at(after).bind("rolled", f"s[{drawn}]", known, "EV")
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


WRITERS[model.Deal] = Drawing.deal
WRITERS[model.Roll] = Drawing.roll
WRITERS[model.Reroll] = Drawing.reroll
WRITERS[model.Pick] = Drawing.pick
