"""Chance to nodes: deals, rolls and picks."""

from __future__ import annotations

import re

from .. import bags
from ..rules import model
from ..rules.kinds import Bag
from ..rules.terms import Term
from .audience import either
from .blocks import CHANCE, Block, Node
from .branching import Branching
from .layout import NODE, TURN
from .lowering import WRITERS
from .place import Place, elements_of
from .runtime import most_at_once

LASTING = re.compile(r"\d+(?: \+ s\[(\d+)\])?")  # an index that may be known as long as its slot stays


class Drawing(Branching):
    """Lowering of everything that is left to chance."""

    def deal(self, step: model.Deal, place: Place) -> Place:
        """Write random pieces drawn one after the other from a zone into another."""
        assert step.count is not None and step.source is not None and step.target is not None
        left, drawn = self.counted(step.count), self.slot()
        kind = step.source.kind
        assert isinstance(kind, Bag)
        fault = self.emitter.fault("there are fewer pieces than are to be dealt", step.span)
        add = place.block.add
        source, target = self.spot(step.source, place), self.spot(step.target, place)
        if left is None:
            add(f"if not s[{source}]: fail({fault})")
        else:
            add(f"n = {self.put(place, step.count)}; s[{drawn}] = 0")
            add(f"if n > s[{source}] % {bags.MASK}: fail({fault})")
        known = place.drawing()
        ends = either(known.of(step.source, place.names), known.of(step.target, place.names))
        audience = self.keep(place, ends, True)
        moved = f"s[{source}] -= m; s[{target}] += m; s[{drawn}] {'' if left is None else '+'}= m"
        draw = f"DRAW_ONE(s[{source}], a)" if left is None else f"DRAW(s[{source}], s[{left}], a)"
        after = self.draw_loop(step, place, left, moved, [f"m = {draw}"], f"s[{source}]", kind.deck)
        inner = place.at(after).bind("dealt", f"s[{drawn}]", audience, "EV")
        self.say(step.say, inner)
        return inner

    def counted(self, count: Term) -> int | None:
        """Return the slot for how much is left to draw; None if it is only one."""
        return None if self.constant(count) == 1 else self.slot()

    def spot(self, zone: Term, place: Place) -> str:
        """Return the index of a zone that stays as it is now while chance moves, from a slot if need be."""
        index = self.emitter.index(zone, place.names)
        found = LASTING.fullmatch(index)
        if found and (found[1] is None or int(found[1]) == TURN or int(found[1]) >= self.layout.frame):
            return index
        slot = self.slot()
        place.block.add(f"s[{slot}] = {index}")
        return f"s[{slot}]"

    def draw_loop(
        self, step: model.Step, place: Place, left: int | None, moved: str, draw: list[str], outcomes: str, deck: str
    ) -> Block:  # fmt: skip
        """Write a chance node that comes back until nothing is left to draw; return what follows.

        It begins with `n` pieces to draw; `draw` sets `m` to all of them, drawn at once, and `moved` moves `m`.
        """
        drawn, together, after = self.block(), self.block(), self.block()
        function = self.emitter.fresh("o")
        self.emitter.lines += [f"def {function}(s):", f"    return {outcomes}"]
        purpose = "deal" if isinstance(step, model.Deal) else "roll"
        node = Node(CHANCE, step.span, drawn.number, deck=deck, outcomes=function, purpose=purpose)
        node.together = together.number
        number = self.reserve(node)
        if left is not None:
            place.block.add(f"if n <= 0: return {after.number}")
            place.block.add(f"s[{left}] = n")
        self.wait_at(place, number)
        drawn.add(f"m = 1 << a * {bags.LANE}; {moved}")
        if left is not None:
            drawn.add(f"s[{left}] -= 1")
            drawn.add(f"if s[{left}] > 0: s[{NODE}] = {number}; return -1")
        for block, lines in ((drawn, []), (together, [*draw, moved])):
            for line in lines:
                block.add(line)
            block.add(f"return {after.number}")
        return after

    def roll(self, step: model.Roll, place: Place) -> Place:
        """Write dice rolled one after the other into a zone."""
        assert step.count is not None and step.target is not None
        left, target = self.counted(step.count), self.spot(step.target, place)
        fault = self.emitter.fault(f"there are more than {bags.MOST} dice in one zone", step.span)
        if left is None:
            place.block.add(f"if s[{target}] % {bags.MASK} >= {bags.MOST}: fail({fault})")
        else:
            place.block.add(f"n = {self.put(place, step.count)}")
            place.block.add(f"if n + s[{target}] % {bags.MASK} > {bags.MOST}: fail({fault})")
        return self.rolling(step, step.target, left, target, place)

    def reroll(self, step: model.Reroll, place: Place) -> Place:
        """Write all dice of a zone rolled again."""
        assert step.target is not None
        left, target = self.slot(), self.spot(step.target, place)
        place.block.add(f"n = s[{target}] % {bags.MASK}; s[{target}] = 0")
        return self.rolling(step, step.target, left, target, place)

    def rolling(self, step: model.Step, zone: Term, left: int | None, target: str, place: Place) -> Place:
        """Write the chance of `n` dice; what was rolled is known by whoever sees the zone."""
        kind = zone.kind
        assert isinstance(kind, Bag)
        drawn = self.slot()
        if left is not None:
            place.block.add(f"s[{drawn}] = 0")
        known = self.keep(place, place.drawing().of(zone, place.names), True)
        die = self.layout.pieces[kind.deck].full
        sides, most = bags.size(die), most_at_once(bags.size(die))
        rolls = f"ROLLS_{kind.deck}"
        draw = [f"m = {rolls}[1][int(a() * {sides})]"]
        if left is not None:
            draw = [
                f"n = s[{left}]; m = 0",
                f"while n > {most}: n -= {most}; m += {rolls}[{most}][int(a() * {sides**most})]",
                f"n = {rolls}[n]; m += n[int(a() * len(n))]",
            ]
        moved = f"s[{target}] += m; s[{drawn}] {'' if left is None else '+'}= m"
        after = self.draw_loop(step, place, left, moved, draw, str(die), kind.deck)
        inner = place.at(after).bind("rolled", f"s[{drawn}]", known, "EV")
        self.say(step.say, inner)
        return inner

    def pick(self, step: model.Pick, place: Place) -> Place:
        """Write one value drawn uniformly."""
        assert step.target is not None and step.among is not None
        value, kind = self.put(place, step.among), step.among.kind
        elements = elements_of(value, kind)
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
