"""Questions to nodes: who is asked, in which order, and what follows; challenges."""

from __future__ import annotations

from dataclasses import replace

from ..rules import model
from ..rules.kinds import BOOLEAN, PLAYER
from ..rules.terms import Constant, Local, Operation, Variable
from .blocks import DECISION, OPEN, Block, Node
from .layout import NODE, PLAYERS, TURN
from .lowering import WRITERS
from .offering import Offering
from .place import Place, sequence

CLOCKWISE, FIRST_COME, SEALED = "clockwise", "first_come", "sealed"
ALWAYS_IN = ("players", "playing", "others")


class Questions(Offering):
    """Lowering of everything that asks players."""

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


WRITERS[model.Ask] = Questions.ask
WRITERS[model.Contest] = Questions.contest
WRITERS[model.Judge] = Questions.judge
