"""Terms as Python source over a flat list `s`.

A term becomes an expression; what needs a loop becomes a function of its own (`a7`), and one
that depends on nothing but its arguments remembers its answers (`m7[…]`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from .. import bags
from ..rules.kinds import PLAYER, Bag, Kind, Optional, Set, accepts
from ..rules.terms import (
    Aggregate,
    Apply,
    Attribute,
    Component,
    Constant,
    Interval,
    Local,
    MakeRecord,
    MakeSet,
    Operation,
    PerPlayer,
    Term,
    Variable,
)
from ..source import Span
from .aggregates import WEIGHT, accumulate, free_names, how_many, loop_head, reads_state
from .folding import Folder, known_set, substitute
from .layout import BUILTIN, PLAYERS, PLAYING, TURN, Layout, is_bits

Names = dict[str, str]
SLOT = re.compile(r"s\[\d+\]")
FEW = 8  # a sum over that many players is written out


@dataclass
class Emitter:
    """Prints terms; collects the functions and tables they need; `last` are lines behind all blocks.

    `names` maps a local name to the Python expression that holds it.
    """

    layout: Layout
    folder: Folder
    functions: dict[str, tuple[tuple[str, ...], Term]]
    lines: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    faults: list[tuple[str, Span]] = field(default_factory=list)
    memos: list[str] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def fresh(self, prefix: str) -> str:
        """Return a name not used yet."""
        self.count += 1
        return f"{prefix}{self.count}"

    def fault(self, message: str, span: Span) -> str:
        """Return the number under which generated code reports a fault."""
        self.faults.append((message, span))
        return str(len(self.faults) - 1)

    def emit(self, term: Term, names: Names) -> str:
        """Return the Python expression of a term."""
        return self.print(self.folder.fold(term), names)

    def print(self, term: Term, names: Names) -> str:
        """Return the Python expression of a folded term."""
        if isinstance(term, Constant):
            return self.constant(term)
        if isinstance(term, Local):
            return names[term.name]
        if isinstance(term, Variable):
            return self.variable(term)
        if isinstance(term, PerPlayer):
            return self.per_player(term, names)
        if isinstance(term, Attribute):
            assert hasattr(term.piece.kind, "deck")
            return f"{self.layout.table(term.piece.kind.deck, term.name)}[{self.print(term.piece, names)}]"
        if isinstance(term, Component):
            return f"{self.print(term.record, names)}[{term.index}]"
        if isinstance(term, MakeRecord):
            return f"({' '.join(self.print(one, names) + ',' for one in term.items)})"
        if isinstance(term, MakeSet):
            return self.make_set(term, names)
        if isinstance(term, Interval):
            return f"range({self.print(term.low, names)}, {self.print(term.high, names)} + 1)"
        if isinstance(term, Aggregate):
            return self.aggregate(term, names)
        if isinstance(term, Apply):
            return self.apply(term, names)
        assert isinstance(term, Operation)
        return self.operation(term, names)

    def constant(self, term: Constant) -> str:
        """Return a literal."""
        return repr(term.value)

    def variable(self, term: Variable) -> str:
        """Return what reads a variable, zone or built-in name."""
        if term.name == "seats":
            return str((1 << self.layout.players) - 1)
        if term.name == "others":
            return f"(s[{PLAYING}] & ~(1 << s[{TURN}]))"
        if term.name in BUILTIN:
            return f"s[{BUILTIN[term.name]}]"
        return f"s[{self.layout.slots[term.name]}]"

    def per_player(self, term: PerPlayer, names: Names) -> str:
        """Return what reads something a player has."""
        player = self.print(term.player, names)
        if term.name == "out":
            return f"(s[{PLAYERS}] >> {player} & 1 == 0)"
        return f"s[{self.index(term, names)}]"

    def index(self, term: Term, names: Names) -> str:
        """Return the slot number of a variable or zone."""
        term = self.folder.fold(term)
        if isinstance(term, Variable):
            return str(self.layout.slots[term.name])
        assert isinstance(term, PerPlayer)
        base = self.layout.slots[term.name]
        if isinstance(term.player, Constant):
            return str(base + term.player.value)
        return f"{base} + {self.print(term.player, names)}"

    def make_set(self, term: MakeSet, names: Names) -> str:
        """Return a set written out."""
        if accepts(Set(PLAYER), term.kind) and (term.items == () or term.items[0].kind == PLAYER):
            bits = [f"1 << {self.print(one, names)}" for one in term.items]
            return f"({' | '.join(bits) or '0'})"
        if (known := known_set(term)) is not None:
            return repr(tuple(sorted(set(known), key=known.index)))
        return f"tuple(dict.fromkeys(({' '.join(self.print(one, names) + ',' for one in term.items)})))"

    def apply(self, term: Apply, names: Names) -> str:
        """Return a call of a function of the ruleset, written once."""
        if term.name not in self.made:
            python = self.made[term.name] = self.fresh("f")
            parameters, body = self.functions[term.name]
            inner = {name: f"p_{i}" for i, name in enumerate(parameters)}
            value = self.emit(body, inner)
            self.lines += [f"def {python}({', '.join(['s', *inner.values()])}):", f"    return {value}"]
        arguments = ["s", *(self.print(one, names) for one in term.items)]
        return f"{self.made[term.name]}({', '.join(arguments)})"

    # Operators and built-ins ------------------------------------------------------------

    def operation(self, term: Operation, names: Names) -> str:
        """Return an operator or built-in applied."""
        if (few := self.few(term, names)) is not None:
            return few
        name, items = term.name, [self.print(one, names) for one in term.items]
        kinds = [one.kind for one in term.items]
        if any(isinstance(kind, Set) and not is_bits(kind) for kind in kinds):
            items = ["()" if kind == Set(None) else item for kind, item in zip(kinds, items, strict=True)]
            if name in ("==", "!="):
                return f"(set({items[0]}) {name} set({items[1]}))"
        if name == "*" and not any(isinstance(one, Constant) for one in term.items):
            number = self.fault("this number grows beyond all bounds", term.span)
            return f"product({items[0]}, {items[1]}, {number})"
        if name in ("==", "!=") and "None" in items:
            return f"({items[items[0] == 'None']} {'is' if name == '==' else 'is not'} None)"
        if name in ("and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*"):
            return f"({items[0]} {name} {items[1]})"
        if name in ("//", "%"):
            return self.division(term, items)
        if name in ("in", "not in"):
            found = self.membership(term, items)
            return found if name == "in" else f"(not {found})"
        if name == "size":
            return self.size(term.items[0].kind, items[0])
        if name == "empty":
            return f"(not {items[0]})"
        if name in ("clockwise", "around"):
            table = "CW" if name == "clockwise" else "AR"
            return f"{table}[{items[0]}][s[{PLAYING}]]"
        if name == "sure":
            number = self.fault("this is none, which `sure` says it cannot be", term.span)
            return f"(q if (q := {items[0]}) is not None else fail({number}))"
        if name == "seat":
            known = term.items[0]
            if isinstance(known, Constant) and 1 <= known.value <= self.layout.players:
                return str(known.value - 1)
            number = self.fault("there is no such seat", term.span)
            return f"seat({items[0]}, {self.layout.players}, {number})"
        return _SIMPLE[name].format(*items)

    def few(self, term: Operation, names: Names) -> str | None:
        """Return a comparison of how many there are with a number, counted no further than that; else None."""
        if term.name not in COMPARISONS or not isinstance(term.items[1], Constant):
            return None
        counted = how_many(term.items[0])
        if counted is None or not reads_state(counted, self.functions):
            return None
        most = term.items[1].value
        return f"({self.aggregate(counted, names, most)} {term.name} {most})"

    def division(self, term: Operation, items: list[str]) -> str:
        """Return a division, guarded where the divisor could be zero."""
        if isinstance(term.items[1], Constant) and term.items[1].value:
            return f"({items[0]} {term.name} {items[1]})"
        number = self.fault("division by zero", term.span)
        return f"({items[0]} {term.name} nonzero({items[1]}, {number}))"

    def membership(self, term: Operation, items: list[str]) -> str:
        """Return a test for an element."""
        kind = term.items[1].kind
        if isinstance(kind, Bag):
            test = f"({items[1]} >> {items[0]} * {bags.LANE} & {bags.MASK} != 0)"
        elif not is_bits(kind):
            return f"({items[0]} in {items[1]})"
        else:
            test = f"({items[1]} >> {items[0]} & 1 != 0)"
        return f"({items[0]} is not None and {test})" if isinstance(term.items[0].kind, Optional) else test

    def size(self, kind: Kind, item: str) -> str:
        """Return the number of elements."""
        if isinstance(kind, Bag):
            return f"({item} % {bags.MASK})"
        return f"({item}).bit_count()" if is_bits(kind) else f"len({item})"

    # Aggregates -------------------------------------------------------------------------

    def aggregate(self, term: Aggregate, names: Names, most: int | None = None) -> str:
        """Return the call of a function that goes through something, and counts to one more than `most`."""
        if (few := self.written_out(term, names)) is not None:
            return few
        inside = [term.value] + ([term.where] if term.where else [])
        free = sorted({name for one in inside for name in free_names(one)} - {term.variable.name})
        free = [name for name in free if name in names]
        key = repr((replace(term, within=Constant(term.within.kind, term.span, None)), free, most))
        inner = {name: f"v_{i}" for i, name in enumerate(free)}
        reads = reads_state(term, self.functions)
        if key not in self.made:
            self.made[key] = self.loop(term, inner, reads, most)
        arguments = [self.print(term.within, names), *(names[name] for name in free)]
        if reads:
            call = f"{self.made[key]}(s, {', '.join(arguments)})"
            quick = self.everybody(term) if SLOT.fullmatch(arguments[0]) else ""
            everybody = arguments[0] if term.function == "set" else f"{arguments[0]}.bit_count()"
            return f"({everybody} if {quick} else {call})" if quick else call
        return f"{self.made[key]}[{', '.join(arguments)}]"

    def written_out(self, term: Aggregate, names: Names) -> str | None:
        """Return a sum over all seats, if there are few, written out; else None."""
        within, each = term.within, term.variable
        known = isinstance(within, Variable) and within.name == "seats" and self.layout.players <= FEW
        if not known or term.function != "sum" or term.where is not None:
            return None
        seats = range(self.layout.players)
        values = [substitute(term.value, {each.name: Constant(each.kind, each.span, seat)}) for seat in seats]
        return f"({' + '.join(self.emit(one, names) for one in values)})"

    def everybody(self, term: Aggregate) -> str:
        """Return a test that all players have what those do not have who are left out: a bag with pieces in it."""
        where, known = term.where, isinstance(term.within.kind, Set) and is_bits(term.within.kind)
        if not known or term.value != term.variable or term.function not in ("set", "count"):
            return ""
        for name in ("not", "empty"):
            if not isinstance(where, Operation) or where.name != name:
                return ""
            where = where.items[0]
        if not isinstance(where, PerPlayer) or where.player != term.variable or not is_bits(where.kind):
            return ""
        first = self.layout.slots[where.name]
        return self.layout.filled(first)

    def column(self, term: Aggregate) -> str:
        """Return the table of a number that is summed over all pieces of a bag; "" for anything else."""
        value = term.value
        plain = isinstance(value, Attribute) and value.piece == term.variable and term.where is None
        if not plain or term.function != "sum" or not isinstance(term.within.kind, Bag):
            return ""
        assert isinstance(value, Attribute)
        kinds = self.layout.pieces[term.within.kind.deck].values
        numbers = all(isinstance(one.get(value.name), int) for one in kinds)
        return self.layout.table(term.within.kind.deck, value.name) if numbers else ""

    def weighed(self, column: str) -> str:
        """Write the function that sums a table's numbers over a bag; return the name to look up."""
        memo = self.fresh("m")
        self.memos.append(memo)
        self.lines.append(f"{memo} = Memo(lambda w: sum(map(MUL, LANES(w), {column})), 1)")
        return memo

    def loop(self, term: Aggregate, inner: Names, reads: bool, most: int | None) -> str:
        """Write the function of an aggregate; return the name to call or to look up."""
        if column := self.column(term):
            return self.weighed(column)
        name, element = self.fresh("a"), self.fresh("x")
        scope = inner | {term.variable.name: element}
        where = self.print(term.where, scope) if term.where else ""
        value = self.print(term.value, scope)
        number = (
            self.fault(f"`{term.function}` of nothing", term.span) if term.function in ("min", "max") else "0"
        )
        start, body, end = accumulate(term, value, element, number)
        if most is not None:
            body = [*body, f"if t > {most}: return t"]
        head, weight = loop_head(term.within.kind, element)
        parameters = ", ".join((["s"] if reads else []) + ["w", *inner.values()])
        lines = [
            f"def {name}({parameters}):",
            *(f"    {one}" for one in start),
            *(f"    {one}" for one in head),
        ]
        indent = "        "
        if where:
            lines += [f"{indent}if not {where}: continue"]
        lines += [f"{indent}{one.replace(WEIGHT, weight)}" for one in body]
        lines += [f"    {one}" for one in end]
        self.lines += lines
        if reads:
            return name
        memo = name.replace("a", "m", 1)
        self.memos.append(memo)
        self.lines.append(f"{memo} = Memo({name}, {1 + len(inner)})")
        return memo


COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_SIMPLE = {
    "not": "(not {0})",
    "neg": "(-{0})",
    "if": "({1} if {0} else {2})",
    "abs": "abs({0})",
    "least": "min({0}, {1})",
    "most": "max({0}, {1})",
    "with": "({0} | {1})",
    "without": "({0} & ~{1})",
    "seen": "seen({0}, {1})",  # put in by `probes`, never written in a ruleset
}
