"""Actions to functions: their conditions, their choices, and the blocks that carry them out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .. import bags
from ..rules import model
from ..rules.kinds import Bag
from ..rules.terms import Apply, Interval, Local, Operation, PerPlayer, Term, Variable, walk
from .aggregates import touches_table
from .audience import either
from .blocks import Block, Offer, Reason
from .drawing import Drawing
from .emitting import Names
from .keying import Depends, Keys
from .place import Place, elements_of

CLOCKWISE, FIRST_COME, SEALED = "clockwise", "first_come", "sealed"
ALWAYS_IN = ("players", "playing", "others")


@dataclass
class Offering(Drawing):
    """Lowering of actions: when they may be taken, what is chosen in them, what they do."""

    depends: dict[str, Depends | None] = field(default_factory=dict)

    def offer(self, action: model.Action, place: Place, answerer: str, after: Block | None) -> Offer:
        """Write the functions of an action and the block that carries it out."""
        block = self.block()
        inner = self.chosen(action, place.at(block), answerer)
        self.say(action.say, inner)
        end = self.steps(action.steps, inner)
        if after is not None:
            self.go(end, after)
        given = replace(inner, names=self.given(action, place.names))
        label, sentence = self.spoken(action.label, given, "s, a") if action.label else ("", 0)
        clauses, domain = self.clauses(action.clauses, place, "c"), self.domain(action, place)
        self.depends[domain] = Keys(self.layout, self.emitter, place.names, answerer).depends(action)
        return Offer(
            action,
            clauses,
            domain,
            self.clauses(action.accepts, given, "k", "s, a"),
            block.number,
            label,
            sentence,
            self.membership(action, place),
        )

    def spoken(self, template: model.Template, place: Place, arguments: str) -> tuple[str, int]:
        """Write a function that gives the values in a sentence; return it and the sentence's number."""
        number, values = self.sentence(template, place)
        name = self.emitter.fresh("t")
        self.emitter.lines += [
            f"def {name}({arguments}):",
            f"    return ({' '.join(v + ',' for v in values)})",
        ]
        return name, number

    def given(self, action: model.Action, names: Names) -> Names:
        """Return the names with the choices read from the action itself."""
        return names | {one.name: f"a[{i + 1}]" for i, one in enumerate(action.parameters)}

    def chosen(self, action: model.Action, place: Place, answerer: str) -> Place:
        """Return the place in which the choices are known, kept in slots if they must outlive a wait."""
        keep = self.any_waits(action.steps)
        for index, parameter in enumerate(action.parameters):
            python = f"a[{index + 1}]"
            if keep:
                python = f"s[{self.slot()}]"
                place.block.add(f"{python} = a[{index + 1}]")
            contents = place.audience.of(parameter.source, place.names)
            if parameter.form == "among":
                contents = "EV"
            contents = self.keep(place, either(contents, f"(1 << {answerer})"), keep)
            place = place.bind(parameter.name, python, contents, "EV")
        return place

    def clauses(
        self, clauses: tuple[model.Clause, ...], place: Place, prefix: str, arguments: str = "s"
    ) -> str:
        """Write a function that gives the number of the first clause that fails; "" if there is none."""
        tests = [(self.put(place, one.when), one) for one in clauses]
        tests = [(test, one) for test, one in tests if test != "True"]
        if not tests:
            return ""
        name = self.emitter.fresh(prefix)
        lines = [f"    if not {test}: return {number}" for number, (test, _) in enumerate(tests, 1)]
        self.emitter.lines += [f"def {name}({arguments}):", *lines, "    return 0"]
        self.reasons[name] = [self.reason(one, place, arguments) for _, one in tests]
        return name

    def reason(self, clause: model.Clause, place: Place, arguments: str) -> Reason:
        """Return how to say why a clause refuses."""
        if clause.because is None:
            return Reason(clause)
        return Reason(clause, *self.spoken(clause.because, place, arguments))

    def domain(self, action: model.Action, place: Place) -> str:
        """Write a function that gives the parts of a choice."""
        name, bag = self.emitter.fresh("d"), None
        scope, depth = dict(place.names), 1
        lines: list[str] = ["    out = []; parts = []"]
        for parameter in action.parameters:
            if parameter.form == "bag":
                bag = parameter
                continue
            scope, depth = self.each_value(parameter, scope, depth, lines)
        values = ", ".join(
            [repr(action.name), *(scope[one.name] for one in action.parameters if one is not bag)]
        )
        if bag is None:
            lines += self.listed(action, scope, depth, values)
        else:
            source, choice = self.bagged(action, bag, scope, depth, values)
            if depth == 1:
                self.emitter.lines += [f"def {name}(s):", *source, f"    return ({choice},)"]
                reads = self.reads(action, place)
                return self.remembered(name, reads, place) if reads is not None else name
            lines += [*source, "    " * depth + f"parts.append({choice})"]
        reads = self.reads(action, place)
        lines = [f"def {name}(s):", *lines, "    return (Listed(out), *parts) if out else tuple(parts)"]
        self.emitter.lines += lines
        if not action.parameters:
            constant = name.upper()
            self.emitter.lines.append(f"{constant} = (Listed([({action.name!r},)]),)")
            self.emitter.lines.append(f"def {name}(s): return {constant}")
            return name
        return self.remembered(name, reads, place) if reads is not None else name

    def each_value(
        self, parameter: model.Parameter, scope: Names, depth: int, lines: list[str]
    ) -> tuple[Names, int]:
        """Write the loop over the values of one part of a choice."""
        python = self.emitter.fresh("x")
        value = self.emitter.emit(parameter.source, scope)
        elements = elements_of(value, parameter.source.kind, pieces="KINDS")
        if isinstance(parameter.source, Interval):
            fault = self.emitter.fault("there are too many numbers to choose from", parameter.span)
            elements = f"BOUNDED({elements}, {fault})"
        lines.append("    " * depth + f"for {python} in {elements}:")
        scope = scope | {parameter.name: python, parameter.element.name: python}
        if parameter.where is not None:
            test = self.emitter.emit(parameter.where, scope)
            lines.append("    " * (depth + 1) + f"if not {test}: continue")
        return scope, depth + 1

    def listed(self, action: model.Action, scope: Names, depth: int, values: str) -> list[str]:
        """Return the lines that append one choice, if it is accepted."""
        lines = []
        for clause in action.accepts:
            lines.append("    " * depth + f"if not {self.emitter.emit(clause.when, scope)}: continue")
        if depth == 1:
            lines = []
        return [*lines, "    " * depth + f"out.append(({values},))"]

    def bagged(
        self, action: model.Action, bag: model.Parameter, scope: Names, depth: int, values: str
    ) -> tuple[list[str], str]:
        """Return the lines that set `z` to the pieces to choose from, and the choice of some of them."""
        low, high = self.bounds(bag, scope)
        lines = self.pieces_of(bag, scope, "    " * depth)
        test = "None"
        if action.accepts:
            names = scope | {bag.name: "w"}
            chosen = [scope[one.name] for one in action.parameters if one is not bag]
            bound = ", ".join(["w", *(f"{one}={one}" for one in chosen)])  # the loop goes on
            test = f"lambda {bound}: " + " and ".join(
                self.emitter.emit(one.when, names) for one in action.accepts
            )
        return lines, f"BAGS(({values},), z, {low}, {high}, {self.guard(bag)}, {test})"

    def bounds(self, bag: model.Parameter, scope: Names) -> tuple[str, str]:
        """Return how many pieces are chosen: the fewest and the most."""
        low = self.emitter.emit(bag.low, scope) if bag.low else "0"
        return low, self.emitter.emit(bag.high, scope) if bag.high else "MOST"

    def guard(self, bag: model.Parameter) -> int:
        """Return the guard of the deck that pieces are chosen from."""
        assert isinstance(bag.kind, Bag)
        return self.layout.pieces[bag.kind.deck].guard

    def pieces_of(self, bag: model.Parameter, scope: Names, pad: str) -> list[str]:
        """Return the lines that set `z` to the pieces to choose from."""
        lines = [f"{pad}z = {self.emitter.emit(bag.source, scope)}"]
        if bag.where is not None:
            element = self.emitter.fresh("x")
            test = self.emitter.emit(bag.where, scope | {bag.element.name: element})
            lines.append(f"{pad}z = FILTER(z, lambda {element}: {test})")
        return lines

    def membership(self, action: model.Action, place: Place) -> str:
        """Write a function that tells whether an action is in its domain; "" if it must be looked up there."""
        if len(action.parameters) != 1 or action.parameters[0].form != "bag":
            return ""
        bag, name = action.parameters[0], self.emitter.fresh("h")
        low, high = self.bounds(bag, place.names)
        guard = self.guard(bag)
        tests = ["0 < m <= z" if low == "1" else "0 <= m <= z"]
        tests += [f"{low} <= m % {bags.MASK}"] if low not in ("0", "1") else []
        tests += [f"m % {bags.MASK} <= {high}"] if high != "MOST" else []
        tests += [f"not m & {guard} and ((z | {guard}) - m) & {guard} == {guard}"]
        tests += [self.emitter.emit(one.when, place.names | {bag.name: "m"}) for one in action.accepts]
        lines = ["    if len(a) != 2 or not isinstance(a[1], int): return False", "    m = a[1]"]
        lines += [*self.pieces_of(bag, place.names, "    "), f"    return {' and '.join(tests)}"]
        self.emitter.lines += [f"def {name}(s, a):", *lines]
        return name

    def reads(self, action: model.Action, place: Place) -> list[str] | None:
        """Return what a choice depends on, as Python, or None if that is too much to remember by."""
        terms: list[Term] = []
        for parameter in action.parameters:
            every = (parameter.source, parameter.low, parameter.high, parameter.where)
            terms += [term for term in every if term is not None]
        terms += [one.when for one in action.accepts]
        found: dict[str, None] = {}
        for term in (self.emitter.folder.fold(one) for one in terms):
            for one in walk(term):
                if isinstance(one, Variable) or (isinstance(one, PerPlayer) and fixed(one, place)):
                    found[self.emitter.print(one, place.names)] = None
                elif isinstance(one, PerPlayer):
                    return None
                elif isinstance(one, Local) and one.name in place.names:
                    found[place.names[one.name]] = None
                elif (
                    isinstance(one, Apply)
                    and touches_table(self.emitter.functions[one.name][1], self.emitter.functions)
                    or isinstance(one, Operation)
                    and one.name in ("clockwise", "around")
                ):
                    return None
        bags = [one.source.kind for one in action.parameters if one.form == "bag"]
        if any(isinstance(kind, Bag) and not kind.die for kind in bags):  # these hardly ever come again
            return None
        return list(found)

    def remembered(self, name: str, reads: list[str], place: Place) -> str:
        """Write a function that looks a choice up by what it depends on."""
        memo = name.replace("d", "r", 1)
        key = ", ".join(reads)
        self.emitter.lines += [
            f"{memo} = {{}}",
            f"def {memo}_(s):",
            f"    k = ({key},)" if reads else "    k = 0",
            f"    r = {memo}.get(k)",
            "    if r is None:",
            f"        if len({memo}) > 20000: {memo}.clear()",
            f"        r = {memo}[k] = {name}(s)",
            "    return r",
        ]
        return f"{memo}_"


def fixed(term: PerPlayer, place: Place) -> bool:
    """Tell whether whose it is does not depend on the choice itself."""
    return all(one.name in place.names for one in walk(term.player) if isinstance(one, Local))
