"""Branches, loops and procedures to blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..diagnostics import Diagnostic, RulesetError
from ..rules import model
from ..rules.terms import Interval, Local, Term
from .audience import EVERYONE
from .lowering import WRITERS
from .moving import Moving
from .place import Place, elements_of

DEEPEST = 18  # Python nests twenty blocks, and a function is one
MOST_TIMES = 100_000


class Branching(Moving):
    """Lowering of what holds other steps."""

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
        if place.block.indent > DEEPEST and steps:
            message = f"steps are nested more than {DEEPEST - 1} deep here"
            raise RulesetError(
                [Diagnostic("RP425", message, steps[0].span, help="put some into a procedure")]
            )
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
        elements = elements_of(self.put(place, step.within), step.within.kind)
        if self.any_waits(step.steps):
            return self.split_loop(step, elements, place)
        python = self.emitter.fresh("l")
        known = self.keep(place, place.audience.of(step.within, place.names), False)
        inner = place.bind(step.variable.name, python, known, known)
        self.nested(f"for {python} in {self.bounded(step, elements)}:", step.steps, inner)
        return place

    def bounded(self, step: model.For, elements: str) -> str:
        """Return what a loop goes through, refused where that is more than anybody would play through."""
        if not isinstance(step.within, Interval):
            return elements
        return f"BOUNDED({elements}, {self.emitter.fault('this goes through too many numbers', step.span)})"

    def split_loop(self, step: model.For, elements: str, place: Place) -> Place:
        """Write a loop whose body waits: what is left to go through has a slot."""
        assert step.variable is not None
        rest, current = self.slot(), self.slot()
        head, body, after = self.block(), self.block(), self.block()
        assert step.within is not None
        known = self.keep(place, place.audience.of(step.within, place.names), True)
        place.block.add(f"s[{rest}] = tuple({self.bounded(step, elements)})")
        self.go(place, head)
        head.add(f"i = s[{rest}]")
        head.add(f"if not i: return {after.number}")
        head.add(f"s[{current}] = i[0]; s[{rest}] = i[1:]")
        head.add(f"return {body.number}")
        inner = place.at(body).bind(step.variable.name, f"s[{current}]", known, known)
        self.go(self.steps(step.steps, inner), head)
        return place.at(after)

    def repeat(self, step: model.While, place: Place) -> Place:
        """Write a bounded loop."""
        assert step.condition is not None and step.limit is not None
        fault = self.emitter.fault("the loop went on longer than its `at_most`", step.span)
        limit = f"min({self.put(place, step.limit)}, {MOST_TIMES})"
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
        masks = {local.name: place.audience.of(term, place.names) for local, term in pairs}
        secret = frozenset(local for local, mask in masks.items() if mask != EVERYONE)
        key = " ".join([name, *sorted(secret)])
        if key not in self.routines:
            self.shared(key, pairs, secret, write)
        self.touched |= self.frames[key]
        start, back, slots = self.routines[key]
        values = [self.put(place, term) for _, term in pairs]
        after = self.block()
        for (local, _), value in zip(pairs, values, strict=True):
            place.block.add(f"s[{slots[local.name]}] = {value}")
            if local.name in secret:
                place.block.add(f"s[{slots[local.name] + 1}] = {masks[local.name]}")
        place.block.add(f"s[{back}] = AT({after.number}) # back")
        place.block.add(f"return {start}")
        return place.at(after)

    def in_place(self, pairs: tuple[tuple[Local, Term], ...], place: Place) -> Place:
        """Return the place of a body written where it is used: only its parameters are known."""
        inner = replace(self.place(place.block), audience=replace(place.audience, known={}))
        for local, term in pairs:
            python = self.emitter.fresh("l")
            place.block.add(f"{python} = {self.put(place, term)}")
            contents = self.keep(place, place.audience.of(term, place.names), False)
            inner = inner.bind(local.name, python, contents, place.audience.counted(term, place.names))
        return inner

    def shared(
        self,
        key: str,
        pairs: tuple[tuple[Local, Term], ...],
        secret: frozenset[str],
        write: Callable[[Place], Place],
    ) -> None:
        """Write shared steps once, with a frame of their own; who may know a `secret` parameter has a slot too."""
        outside, self.touched = self.touched, set()
        start, back = self.block(), self.slot()
        slots = {local.name: self.slot() for local, _ in pairs for _ in range(2)}
        slots = {name: slot - 1 for name, slot in slots.items()}
        self.routines[key] = (start.number, back, slots)
        inner = self.place(start)
        for local, _ in pairs:
            slot = slots[local.name]
            known = f"s[{slot + 1}]" if local.name in secret else EVERYONE
            inner = inner.bind(local.name, f"s[{slot}]", known, known)
        end = write(inner)
        if not end.block.closed:
            end.block.add(f"return s[{back}]")
        self.frames[key], self.touched = self.touched, outside


WRITERS[model.If] = Branching.branch
WRITERS[model.For] = Branching.loop
WRITERS[model.While] = Branching.repeat
WRITERS[model.Invoke] = Branching.invoke
