"""What an aggregate goes through and gathers, as lines of Python; what it reads."""

from __future__ import annotations

from dataclasses import replace

from .. import bags
from ..rules.kinds import INTEGER, PLAYER, Bag, Kind, Series, Set, accepts
from ..rules.terms import Aggregate, Apply, Local, Operation, PerPlayer, Term, Variable, children, walk
from .layout import is_bits

WEIGHT = "\0"  # stands for how often an element counts until that is known


def how_many(term: Term) -> Aggregate | None:
    """Return what counts as many as a term says there are, a count itself or the size of a set of players."""
    if isinstance(term, Operation) and term.name == "size":
        one = term.items[0]
        whole = isinstance(one, Aggregate) and one.function == "set" and one.value == one.variable
        if whole and isinstance(one, Aggregate) and accepts(Set(PLAYER), one.kind):
            return replace(one, function="count", kind=INTEGER)
        return None
    return term if isinstance(term, Aggregate) and term.function == "count" else None


def loop_head(kind: Kind, element: str) -> tuple[list[str], str]:
    """Return the lines that go through a value, and how often each element counts."""
    if isinstance(kind, Bag):
        return [
            f"for {element}, n in enumerate(LANES(w)):",
            "    if n == 0: continue",
        ], "n"
    if isinstance(kind, Series):
        return [f"for {element} in w:"], "1"
    return [f"for {element} in {'MEMBERS[w]' if is_bits(kind) else 'w'}:"], "1"


def accumulate(
    term: Aggregate, value: str, element: str, number: str
) -> tuple[list[str], list[str], list[str]]:
    """Return the lines before, inside and behind the loop of an aggregate."""
    function = term.function
    if function in ("sum", "count"):
        more = WEIGHT if function == "count" else f"{WEIGHT} * {value}"
        return ["t = 0"], [f"t += {more}"], ["return t"]
    if function in ("any", "all"):
        test, found = (value, "True") if function == "any" else (f"not {value}", "False")
        return [], [f"if {test}: return {found}"], [f"return {'False' if found == 'True' else 'True'}"]
    if function in ("min", "max"):
        sign = "<" if function == "min" else ">"
        body = [f"v = {value}", f"if t is None or v {sign} t: t = v"]
        return ["t = None"], body, [f"if t is None: fail({number})", "return t"]
    if function == "first":
        return [], [f"return {value}"], ["return None"]
    if isinstance(term.kind, Bag):
        return ["t = 0"], [f"t += n << {element} * {bags.LANE}"], ["return t"]
    if is_bits(term.kind):
        return ["t = 0"], [f"t |= 1 << {value}"], ["return t"]
    return ["t = set()"], [f"t.add({value})"], ["return tuple(sorted(t))"]


def free_names(term: Term) -> set[str]:
    """Return the local names a term reads and does not bind itself."""
    if isinstance(term, Local):
        return {term.name}
    if isinstance(term, Aggregate):
        inner = free_names(term.value) | (free_names(term.where) if term.where else set())
        return free_names(term.within) | (inner - {term.variable.name})
    return {name for child in children(term) for name in free_names(child)}


def reads_state(term: Aggregate, functions: dict[str, tuple[tuple[str, ...], Term]]) -> bool:
    """Tell whether the inside of an aggregate reads the table (what it goes through is passed)."""
    inside = [term.value] + ([term.where] if term.where else [])
    return any(touches_table(one, functions) for one in inside)


def touches_table(term: Term, functions: dict[str, tuple[tuple[str, ...], Term]]) -> bool:
    """Tell whether a term reads variables or zones, itself or through functions."""
    for one in walk(term):
        if isinstance(one, (Variable, PerPlayer)):
            return True
        if isinstance(one, Operation) and one.name in ("clockwise", "around"):
            return True
        if isinstance(one, Apply) and touches_table(functions[one.name][1], functions):
            return True
    return False
