"""Decisions to nodes: what is offered, to whom, in which order, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .. import bags
from ..rules import model
from ..rules.kinds import BOOLEAN, PLAYER, Bag
from ..rules.terms import Apply, Constant, Interval, Local, Operation, PerPlayer, Term, Variable, walk
from .audience import either
from .blocks import DECISION, OPEN, Block, Node, Offer
from .drawing import Drawing
from .emitting import Names, touches_table
from .keying import Depends, Keys
from .layout import NODE, PLAYERS, TURN
from .lowering import WRITERS, Place, Reason, sequence

CLOCKWISE, FIRST_COME, SEALED = "clockwise", "first_come", "sealed"
ALWAYS_IN = ("players", "playing", "others")


@dataclass
class Questions(Drawing):
    """Lowering of everything that asks players; `depends` has what actions depend on, by their domains."""

    depends: dict[str, Depends | None] = field(default_factory=dict)

    # What is offered -------------------------------------------------------------------

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
        value, kind = self.emitter.emit(parameter.source, scope), parameter.source.kind
        elements = (
            value if sequence(kind) else f"KINDS({value})" if isinstance(kind, Bag) else f"MEMBERS[{value}]"
        )
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

    # Who is asked ----------------------------------------------------------------------

    def ask(self, step: model.Ask, place: Place) -> Place:
        """Write a question."""
        assert step.answerer is not None
        answer = self.slot()
        inner = place.bind(step.answerer.name, f"s[{answer}]", "EV", "EV")
        if step.single:
            return self.ask_one(step, place, inner, answer)
        return self.ask_many(step, place, inner, answer)

    def ask_one(self, step: model.Ask, place: Place, inner: Place, answer: int) -> Place:
        """Write a question to one player."""
        assert step.who is not None
        after = self.block()
        place.block.add(f"s[{answer}] = {self.put(place, step.who)}")
        place.block.add(f"if not s[{PLAYERS}] >> s[{answer}] & 1: return {after.number}")
        if step.when is not None:
            place.block.add(f"if not {self.put(inner, step.when.when)}: return {after.number}")
        node = Node(DECISION, step.span, player=answer)
        for action in step.actions:
            node.offers[action.name] = self.offer(action, inner, f"s[{answer}]", after)
        if step.decline is not None:
            declined = self.block()
            self.go(self.steps(step.nobody, place.at(declined)), after)
            refusing = self.refusing(place, inner, answer, f"(1 << s[{answer}])")
            node.offers["pass"] = self.offer(step.decline, refusing, f"s[{answer}]", declined)
        self.wait(place, node)
        return place.at(after)

    def refusing(self, place: Place, inner: Place, answer: int, waiting: str) -> Place:
        """Return the place of a refusal: `waiting` is known, and who is asked is `player` in a window too."""
        if "player" not in place.names:
            inner = inner.bind("player", f"s[{answer}]", "EV", "EV")
        return inner.bind("waiting", waiting, "EV", "EV")

    def ask_many(self, step: model.Ask, place: Place, inner: Place, answer: int) -> Place:
        """Write a question to several players in the order of the rules."""
        order = self.constant(step.order)
        if order is None:
            return self.ask_by_order(step, place, inner, answer)
        waiting, taken = self.slot(), self.slot()
        after = self.block()
        self.asked(step, place, waiting)
        place.block.add(f"s[{taken}] = 0")
        nobody = self.block()
        self.go(self.steps(step.nobody, place.at(nobody)), after)
        if order == SEALED:
            self.sealed(step, place, inner, answer, waiting, after, nobody)
        else:
            self.in_turn(step, place, inner, answer, waiting, taken, after, nobody, order)
        return place.at(after)

    def ask_by_order(self, step: model.Ask, place: Place, inner: Place, answer: int) -> Place:
        """Write a question whose order is only known in play: one question for each order."""
        assert step.order is not None
        steps: tuple[model.Step, ...] = ()
        for order in (SEALED, FIRST_COME, CLOCKWISE):
            known = Constant(step.order.kind, step.span, order)
            same = Operation(BOOLEAN, step.span, "==", (step.order, known))
            question = replace(step, order=known)
            steps = (
                (model.If(step.span, condition=same, then=(question,), otherwise=steps),)
                if steps
                else (question,)
            )
        return self.steps(steps, place)

    def asked(self, step: model.Ask, place: Place, waiting: int) -> None:
        """Write who is asked: those named, less those who may not react."""
        assert step.who is not None
        value = self.put(place, step.who)
        add = place.block.add
        if sequence(step.who.kind):
            value = f"MASK({value})"
        elif not (isinstance(step.who, Variable) and step.who.name in ALWAYS_IN):
            value = f"{value} & s[{PLAYERS}]"
        if step.when is None:
            add(f"s[{waiting}] = {value}")
            return
        player = self.emitter.fresh("l")
        inner = place
        assert step.answerer is not None
        for name in ["player"] * ("player" not in place.names) + [step.answerer.name]:
            inner = inner.bind(name, player, "EV", "EV")
        add("m = 0")
        add(f"for {player} in MEMBERS[{value}]:")
        add(f"    if {self.put(inner, step.when.when)}: m |= 1 << {player}")
        add(f"s[{waiting}] = m")

    def in_turn(
        self, step: model.Ask, place: Place, inner: Place, answer: int, waiting: int, taken: int,
        after: Block, nobody: Block, order: str,
    ) -> None:  # fmt: skip
        """Write a question in which an answer takes effect at once."""
        head = self.block()
        self.go(place, head)
        if not step.one_taker or (step.decline is not None and step.decline.steps):
            head.add(f"s[{waiting}] &= s[{PLAYERS}]")
        done = f"{after.number} if s[{taken}] else {nobody.number}"
        head.add(f"if not s[{waiting}]: return {nobody.number if step.one_taker else done}")
        if order == CLOCKWISE:
            head.add(f"s[{answer}] = ORDER(s[{TURN}], s[{waiting}])")
            node = Node(DECISION, step.span, player=answer)
        else:
            node = Node(OPEN, step.span, player=answer, waiting=waiting)
        for action in step.actions:
            following = after if step.one_taker else head
            node.offers[action.name] = self.offer(action, inner, f"s[{answer}]", following)
            self.prefix(node.offers[action.name].block, self.take_lines(step, answer, waiting, taken))
        if step.decline is not None:
            offer = self.offer(
                step.decline, self.refusing(place, inner, answer, f"s[{waiting}]"), f"s[{answer}]", head
            )
            self.prefix(offer.block, [f"s[{waiting}] &= ~(1 << s[{answer}])"])
            node.offers["pass"] = offer
        self.wait(place.at(head), node)

    def take_lines(self, step: model.Ask, answer: int, waiting: int, taken: int) -> list[str]:
        """Return what an answer does to those who still wait."""
        if step.one_taker:
            return [f"s[{waiting}] = 0"]
        return [f"s[{waiting}] &= ~(1 << s[{answer}])", f"s[{taken}] = 1"]

    def prefix(self, number: int, lines: list[str]) -> None:
        """Put lines at the start of a block."""
        self.blocks[number].lines[:0] = ["    " + line for line in lines]

    def sealed(
        self,
        step: model.Ask,
        place: Place,
        inner: Place,
        answer: int,
        waiting: int,
        after: Block,
        nobody: Block,
    ) -> None:
        """Write a question answered unseen: answers are kept, then take effect clockwise."""
        kept = self.slot()
        for _ in range(self.layout.players - 1):
            self.slot()
        head, gather, resolve = self.block(), self.block(), self.block()
        self.go(place, head)
        head.add(f"if s[{waiting}] == 0: return {resolve.number}")
        node = Node(OPEN, step.span, gather.number, player=answer, waiting=waiting)
        number = self.reserve(node)
        gather.add(f"s[{kept} + s[{answer}]] = a; s[{waiting}] &= ~(1 << s[{answer}])")
        gather.add(f"if s[{waiting}]: s[{NODE}] = {number}; return -1")
        gather.add(f"return {resolve.number}")
        targets: dict[str, int] = {}
        for action in step.actions:
            offer = self.offer(action, inner, f"s[{answer}]", resolve)
            targets[action.name] = offer.block
            node.offers[action.name] = replace(offer, block=gather.number)
        if step.decline is not None:
            offer = self.offer(
                step.decline, self.refusing(place, inner, answer, f"s[{waiting}]"), f"s[{answer}]", resolve
            )
            targets["pass"] = offer.block
            node.offers["pass"] = replace(offer, block=gather.number)
        self.wait_at(place.at(head), number)
        self.resolve(step, resolve, kept, answer, targets, after, nobody)

    def resolve(
        self, step: model.Ask, resolve: Block, kept: int, answer: int, targets: dict[str, int],
        after: Block, nobody: Block,
    ) -> None:  # fmt: skip
        """Write how sealed answers take effect, one player after the other."""
        done = self.slot()
        last = kept + self.layout.players
        add = resolve.add
        add(f"for p in CLOCK(s[{TURN}]):")
        add(f"    a = s[{kept} + p]")
        add("    if a is None: continue")
        add(f"    s[{kept} + p] = None")
        if step.decline is not None:
            carried_out = step.decline.say or step.decline.steps
            refused = f"s[{answer}] = p; return B[{targets['pass']}](s, a, ev)" if carried_out else "continue"
            add(f"    if a[0] == 'pass': {refused}")
        add(f"    s[{answer}] = p; s[{done}] = 1")
        if step.one_taker:
            add(f"    s[{kept}:{last}] = [None] * {self.layout.players}")
        add(f"    return B[{targets!r}[a[0]]](s, a, ev)")
        add(f"p = s[{done}]; s[{done}] = None")
        add(f"return {after.number} if p else {nobody.number}")

    # Challenges ------------------------------------------------------------------------

    def contest(self, step: model.Contest, place: Place) -> Place:
        """Write the window of a challenge."""
        challenge = self.rules.challenges[step.challenge]
        assert step.claimer is not None
        if challenge.window is None:
            judge = model.Judge(
                step.span, challenge=step.challenge, claimer=step.claimer, caller=step.claimer
            )
            return self.judge(judge, place)
        claimer = self.put(place, step.claimer)
        if not (isinstance(step.claimer, Local) or step.claimer == Variable(PLAYER, step.span, "me")):
            slot = f"s[{self.slot()}]"
            place.block.add(f"{slot} = {claimer}")
            claimer = slot
        inner = replace(place, names={}).bind("claimer", claimer, "EV", "EV")
        return place.at(self.ask(challenge.window, inner).block)

    def judge(self, step: model.Judge, place: Place) -> Place:
        """Write the judging of a claim."""
        challenge = self.rules.challenges[step.challenge]
        assert step.claimer is not None and step.caller is not None
        pairs = (
            (Local(PLAYER, step.span, "claimer"), step.claimer),
            (Local(PLAYER, step.span, "caller"), step.caller),
        )
        return self.routine(
            f"challenge {step.challenge}", pairs, place, lambda inner: self.outcomes(challenge, inner)
        )

    def outcomes(self, challenge: model.Challenge, place: Place) -> Place:
        """Write what is turned up and the first outcome that holds."""
        inner = place.reveal(self.turned_up(challenge.reveals, place))
        waits = any(self.any_waits(one.steps) for one in challenge.outcomes)
        inner = self.bind_all(challenge.lets, inner, waits)
        self.say(challenge.say, inner)
        steps: tuple[model.Step, ...] = ()
        for outcome in reversed(challenge.outcomes):
            said = (model.Say(outcome.span, say=outcome.say),) if outcome.say else ()
            body = (*said, *outcome.steps)
            if outcome.when is None:
                steps = body
            else:
                steps = (model.If(outcome.span, condition=outcome.when, then=body, otherwise=steps),)
        return place.at(self.steps(steps, inner).block)


def fixed(term: PerPlayer, place: Place) -> bool:
    """Tell whether whose it is does not depend on the choice itself."""
    return all(one.name in place.names for one in walk(term.player) if isinstance(one, Local))


WRITERS[model.Ask] = Questions.ask
WRITERS[model.Contest] = Questions.contest
WRITERS[model.Judge] = Questions.judge
