"""What stands on the pieces of a deck, by the label and word by word."""

from __future__ import annotations

import re
from itertools import product

from ..program.compiling import label_of
from ..program.folding import Folder
from ..rules.model import Deck, Ruleset
from ..rules.terms import Apply, Constant, Operation, walk

MOST = 1000  # numbers that are thought of where a label reckons
WORD = re.compile(r"[^\W_]+|[^\s\w]")


def labels_on(deck: Deck, rules: Ruleset) -> set[str]:
    """Return the labels of all pieces, with the usual options."""
    folder = Folder({name: one.default for name, one in rules.options.items()}, rules.low, rules.functions)
    found = set()
    for line in deck.lines:
        names = [name for name, _ in line.attributes]
        for values in product(*(values for _, values in line.attributes)):
            try:
                found.add(label_of(deck, dict(zip(names, values, strict=True)), folder))
            except (ValueError, ArithmeticError):  # it cannot be worked out beforehand
                continue
    return found


def words_on(deck: Deck) -> set[str]:
    """Return every word that can stand in the label of a piece."""
    texts = [str(value) for line in deck.lines for _, values in line.attributes for value in values]
    for part in deck.label.parts if deck.label else ():
        terms = () if isinstance(part, str) else walk(part)
        texts += [part] if isinstance(part, str) else []
        for term in terms:
            texts += [str(term.value)] if isinstance(term, Constant) else []
            texts += map(str, range(MOST)) if isinstance(term, (Operation, Apply)) and reckons(term) else ()
    return {word for text in texts for word in WORD.findall(text)}


def reckons(term: Operation | Apply) -> bool:
    """Tell whether a term may come to a number that is written nowhere."""
    return isinstance(term, Apply) or term.name in ("+", "-", "*", "//", "%", "neg", "abs", "size")
