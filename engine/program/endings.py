"""Who leaves and when the game is over: one function that is called at the end of every turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..rules import model
from ..rules.terms import Constant, Local, Operation, PerPlayer, Term
from .asking import Questions
from .blocks import Block
from .changes import EVERY_TURN, changed, reads
from .layout import ENDING, NODE, PLAYERS, PLAYING, TURNS, WINNERS, is_bits

SHORT = 60  # characters of conditions that are looked at without a call


@dataclass
class Endings(Questions):
    """Lowering of eliminations and endings; `over` is the node of a game that has ended."""

    over: int = 0
    frame_of_endings: frozenset[int] = field(default_factory=frozenset)

    def settling(self) -> None:
        """Write the function that lets players leave and tells whether the game is over."""
        block, self.touched = Block(-1), set()
        for rule in self.rules.eliminations.values():
            self.leaving(rule, block)
        for index, ending in enumerate(self.all_endings()):
            self.ending(index, ending, block)
        block.add("return False")
        self.emitter.lines += ["def settle(s, ev):", *block.lines]
        self.frame_of_endings = frozenset(self.touched)

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
        if first is None:
            return ""
        return (
            f"not {self.layout.filled(first)}"
            if value == 0
            else f"{value!r} in s[{first}:{first + self.layout.players}]"
        )

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

    # What need not be looked at --------------------------------------------------------

    def settled(self) -> str:
        """Return the Python that lets players leave and tells whether the game is over.

        Where nobody leaves and few endings are short, they are looked at before anything is called.
        """
        tests = [self.emitter.emit(ending.when, {}) for ending in self.all_endings()]
        tests = [test for test in tests if test != "False"]
        if self.rules.eliminations or not tests or len(" or ".join(tests)) > SHORT:
            return "settle(s, ev)"
        return f"({' or '.join(tests)}) and settle(s, ev)"

    def unsettled(self, steps: tuple[model.Step, ...]) -> str:
        """Return the Python that settles the game at the end of a turn in which these steps were taken.

        What no step changed was looked at when the turn before ended, except in the first turn:
        a position that was laid out by hand begins with it.
        """
        if (always := self.settled()) != "settle(s, ev)":
            return always
        touched = changed(steps, self.rules, self.emitter.folder)
        functions = self.emitter.functions
        leaving = [reads(rule.when, functions) for rule in self.rules.eliminations.values()]
        if self.restless(leaving) or any(read & (touched | EVERY_TURN) for read in leaving):
            return "settle(s, ev)"
        tests = [f"s[{TURNS}] < 2"]
        for ending in self.all_endings():
            read = reads(ending.when, functions)
            if read & touched:
                return "settle(s, ev)"
            if read & EVERY_TURN:
                tests.append(self.emitter.emit(ending.when, {}))
        return f"({' or '.join(tests)}) and settle(s, ev)"

    def restless(self, leaving: list[frozenset[str]]) -> bool:
        """Tell whether somebody may have to leave because somebody else has left."""
        steps = tuple(step for rule in self.rules.eliminations.values() for step in rule.steps)
        after = changed(steps, self.rules, self.emitter.folder) | {"players", "playing"}
        return any(read & after for read in leaving)
