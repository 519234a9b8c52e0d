"""Checked expressions in words, for the rulebook that is made from a ruleset."""

from __future__ import annotations

from dataclasses import replace

from ..program.naming import listed as joined
from ..program.naming import spoken
from ..rules.kinds import INTEGER, PLAYER, Bag, Optional
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
from .calling import bare
from .grouping import Grouping, mixed, negation
from .vocabulary import (
    AMOUNTS,
    COMPARISONS,
    GROUPS,
    OPERATIONS,
    article,
    owned,
    sounds_plural,
)

SUMS, PRODUCTS = ("+", "-"), ("*", "//", "%", "neg")


class Wording(Grouping):
    """Puts expressions into words."""

    def _words(self, term: Term) -> str:
        if isinstance(term, Constant):
            return f"player {term.value + 1}" if term.kind == PLAYER else spoken(term.value)
        if isinstance(term, Local):
            return self._local(term)
        if isinstance(term, Variable):
            return self._variable(term)
        if isinstance(term, PerPlayer):
            return self._owned(term)
        if isinstance(term, (Attribute, Component)):
            owner = self._words(term.piece if isinstance(term, Attribute) else term.record)
            name = spoken(term.name)
            return owned(owner, name) if owner in ("it", "who") else f"the {name} of {owner}"
        if isinstance(term, MakeRecord):
            return self._record(term)
        if isinstance(term, MakeSet):
            return joined([self._words(one) for one in term.items])
        if isinstance(term, Interval):
            return f"{self._words(term.low)} to {self._words(term.high)}"
        if isinstance(term, Aggregate):
            return self._aggregate(term)
        if isinstance(term, Apply):
            return self._apply(term)
        assert isinstance(term, Operation)
        return self._operation(term)

    def _operation(self, term: Operation) -> str:
        if term.name == "not":
            return self._negated(term.items[0])
        if term.name in COMPARISONS:
            return self._comparison(term)
        if term.name == "size":
            _, many, tail = self.counted(term.items[0])
            return f"the number of {many}{tail}"
        if term.name == "empty":
            return self._emptiness(term.items[0], True)
        first = term.items[0]
        if term.name == "abs" and isinstance(first, Operation) and first.name == "-":
            return "the difference between {} and {}".format(*map(self._words, first.items))
        if term.name == "or" and (merged := self._alternatives(term)):
            return merged
        items = [self._words(one) for one in term.items]
        if term.name in SUMS or term.name in PRODUCTS:
            return self._sum(term, items)
        if term.name in ("and", "or"):
            items = [
                f"({text})" if mixed(term, one) else text for one, text in zip(term.items, items, strict=True)
            ]
        return OPERATIONS[term.name].format(*items)

    def _sum(self, term: Operation, items: list[str]) -> str:
        """Return a sum or product, with brackets where they are needed."""
        tight = PRODUCTS + SUMS if term.name in PRODUCTS else ("-", "+")
        for index, one in enumerate(term.items):
            if isinstance(one, Operation) and one.name in tight and (term.name in PRODUCTS or index):
                items[index] = f"({items[index]})"
        if len(items) > 1 and any(word in items[0] for word in (" whose ", " for which ", " for whom ")):
            items[0] += ","  # or the sum would be read as part of the clause
        return OPERATIONS[term.name].format(*items)

    def _alternatives(self, term: Operation) -> str:
        """Return what one thing may be, where several conditions name it again and again."""
        tests = [one for one in alternatives(term) if isinstance(one, Operation) and one.name in ("==", "in")]
        left, missing = tests[0].items[0] if tests else term, [is_missing(one.items[1]) for one in tests]
        if len(tests) < len(alternatives(term)) or any(missing) or any(one.items[0] != left for one in tests):
            return ""
        values: list[str] = []
        for one in tests:
            right = one.items[1]
            values += map(self._words, right.items) if isinstance(right, MakeSet) else [self._value(one)]
        return COMPARISONS["=="].format(self._words(left), joined(values, "or"), be=self._be(left))

    def _value(self, term: Operation) -> str:
        return self._range(term.items[1], True) if term.name == "in" else self._words(term.items[1])

    def counted(self, term: Term) -> tuple[str, str, str]:
        """Return the members of a group that are being counted."""
        one, many, tail = self.members(term)
        return one, many, tail or " in the game"

    def _emptiness(self, term: Term, is_empty: bool) -> str:
        if isinstance(term, Variable) and term.name in GROUPS or isinstance(term, Aggregate):
            one, _, tail = self.counted(term)
            return f"there is {'no' if is_empty else 'at least one'} {one}{tail}"
        return f"{self._words(term)} {self._be(term)} {'' if is_empty else 'not '}empty"

    def _be(self, term: Term) -> str:
        """Return `is` or `are`, as the words for a term want it."""
        term = bare(term)
        name = spoken(term.name) if isinstance(term, (Variable, PerPlayer)) else ""
        last, nouns = name.split(" ")[-1], {deck.noun[1] for deck in self.rules.decks.values()}
        many = isinstance(term, Local) and self._words(term).split(" ")[-1] in nouns
        plural = many or self._words(term) in ("you", "they") or last in nouns or sounds_plural(last)
        return "are" if plural and isinstance(term, (Variable, PerPlayer, Local)) else "is"

    def _comparison(self, term: Operation) -> str:
        left, right = bare(term.items[0]), term.items[1]
        if is_missing(right):
            return self._presence(left, term.name == "!=")
        amount = isinstance(left, Operation) and left.name == "size"
        if isinstance(left, Aggregate) and left.function == "count":
            left, amount = Operation(INTEGER, left.span, "size", (replace(left, function="set"),)), True
        if amount and isinstance(left, Operation) and isinstance(right, Constant) and term.name in AMOUNTS:
            return self._amount(left.items[0], AMOUNTS[term.name].format(right.value), right.value == 1)
        words, other = self._words(left), self._words(right)
        if words == "who" and term.name == "!=":
            return f"other than {other}"
        if term.name in ("in", "not in"):
            other = self._range(right, term.name == "in")
        equal = left.kind == INTEGER and not isinstance(right, Constant) and term.name in ("==", "!=")
        return COMPARISONS[term.name].format(
            words, f"equal to {other}" if equal else other, be=self._be(left)
        )

    def _range(self, term: Term, inside: bool) -> str:
        """Return the values among which something is."""
        if isinstance(term, MakeSet):
            return joined([self._words(one) for one in term.items], "or" if inside else "and")
        if isinstance(term, Interval):
            return ("" if inside else "the numbers ") + self._words(term)
        return ("in " if inside else "those in ") + self._words(term)

    def _amount(self, group: Term, amount: str, one_only: bool) -> str:
        one, many, tail = self.counted(group)
        noun = one if one_only else many
        if isinstance(group.kind, Bag) and isinstance(group, (Variable, PerPlayer)):
            return f"{self._words(group)} holds {amount.removeprefix('exactly ')} {noun}"
        return f"there {'is' if one_only else 'are'} {amount} {noun}{tail}"

    def _presence(self, term: Term, there: bool) -> str:
        """Return whether something that may be missing is there."""
        if isinstance(term, Variable):
            return f"there is {article(spoken(term.name)) if there else f'no {spoken(term.name)}'}"
        if isinstance(term, PerPlayer):
            owner, name = self._words(term.player), spoken(term.name)
            has = "have" if owner in ("you", "they") else "has"
            return f"{owner} {has} {article(name) if there else f'no {name}'}"
        kind = term.kind.of if isinstance(term.kind, Optional) else term.kind
        missing = ("nobody", "somebody") if kind == PLAYER else ("nothing", "something")
        return f"{self._words(term)} is {missing[there]}"

    def _negated(self, term: Term) -> str:
        turned = negation(term)
        if not (isinstance(turned, Operation) and turned.name == "not"):
            return self._words(turned)
        if isinstance(term, Operation) and term.name == "empty":
            return self._emptiness(term.items[0], False)
        words = self._words(term)
        if " holds" in words or words.endswith((" is out", " are out")):
            head, verb = (" holds", " does not hold") if " holds" in words else (" out", " not out")
            return words.replace(head, verb, 1) if verb != " not out" else f"{words.removesuffix(head)}{verb}"
        return f"not: {words}"


def alternatives(term: Term) -> list[Term]:
    """Return the conditions that `or` joins."""
    if isinstance(term, Operation) and term.name == "or":
        return [one for item in term.items for one in alternatives(item)]
    return [term]


def is_missing(term: Term) -> bool:
    """Tell whether a term is `none`."""
    return isinstance(term, Constant) and term.value is None
