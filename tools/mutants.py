"""Rulesets with one fault each: every place of a file at which a kind of mistake can be made."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulesplay.engine import syntax
from rulesplay.engine.loading import Examined, examine, schema_of, tree_of
from rulesplay.engine.parsing import parse
from rulesplay.engine.reading.reader import open_source
from rulesplay.engine.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from rulesplay.engine.rules.kinds import BOOLEAN, INTEGER, UNKNOWN, Kind, accepts, comparable
from rulesplay.engine.rules.scopes import Scope, all_symbols, player_fields
from rulesplay.engine.rules.terms import Constant
from rulesplay.engine.source import Span

# The kinds of mistakes, in the order in which they are told, and what each is.
NAMES = {
    "misspelt key": "a letter of a key lost, doubled or swapped with its neighbour",
    "misspelt name in an expression": "the same in a word of an expression",
    "misspelt reference": "the same where a name stands by itself: a zone's deck, an action of a turn, …",
    "misspelt declaration": "the same where a name that is used elsewhere is declared",
    "misspelt name in a scenario": "the same in a player, action, part of a choice, zone, … of a scenario",
}
TYPES = {
    "name of another type": "a name in an expression replaced by one of a type that does not fit",
    "literal of another type": "an integer made a symbol, a truth or a symbol made an integer",
    "operator on a wrong type": "an operator or function put where its operands have another type",
}
SHAPES = {
    "key at a wrong level": "a key with its value moved out of its map, or into the one above it",
    "required part dropped": "a key that must be there left out with its value, or a name used elsewhere",
    "optional part dropped": "any other key left out with its value, unless it is only prose",
}
SENSE = {
    "name of the same type": "a name in an expression replaced by another one of its type",
    "visibility changed": "`seen_by` of a zone or variable another one",
    "condition negated": "`not` in front of a condition",
    "comparison changed": "`==` made `!=`, `<` made `<=`, …",
    "step dropped": "one step of a list left out",
    "steps swapped": "two steps that follow one another the other way round",
}
KINDS = {**NAMES, **TYPES, **SHAPES, **SENSE}

TEMPLATES = frozenset({"say", "label", "because"})
PROSE = frozenset(
    {"help", "title", "summary", "source", "because", "noun", "nouns", "ground", "text", "name"}
)
QUOTED = frozenset({"has", "lacks", "last", "impossible"})  # words of the log, or of a refusal, in scenarios
CONDITIONS = frozenset({"when", "where", "if", "while", "who"})
STEPS = frozenset({"do", "then", "else", "before", "after", "setup", "unchallenged", "nobody"})
DECLARING = frozenset(
    {"options", "decks", "dice", "zones", "types", "variables", "functions", "phases"}
    | {"actions", "challenges", "procedures", "with", "choose", "let", "record"}
)
NAMED = frozenset(
    {"options", "presets", "decks", "dice", "zones", "types", "variables", "functions", "phases", "actions"}
    | {"challenges", "procedures", "elimination", "ending", "rulings", "scenarios", "choose", "requires"}
    | {"accepts", "outcomes", "let", "set", "with", "record", "pick", "at", "changed_scenarios"}
)
KEYWORDS = frozenset(
    ["if", "then", "else", "or", "and", "not", "in", "for", "where", "true", "false", "none", "option"]
)
TOKEN = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[A-Za-z_]\w*|\d+|\.\.|[=!<>]=|//|\S")
HOLE = re.compile(r"""\{((?:[^{}'"]|'[^'\n]*'|"[^"\n]*")*)\}""")
WORD = re.compile(r"[A-Za-z_]\w*")
BOUND = re.compile(r"\bfor\s+(\w+)\s+in\b")

Edit = tuple[int, int, str]
Path_ = tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    """A file with one mistake: what to change, and where a finding about it should stand.

    That is one of `lines`, or a line with one of `words`: where what is misspelt or gone is used.
    """

    kind: str
    path: str
    edits: tuple[Edit, ...]
    lines: frozenset[int]
    words: frozenset[str]
    about: str

    def text(self, original: str) -> str:
        """Return the text with the mistake."""
        for start, end, new in sorted(self.edits, reverse=True):
            original = original[:start] + new + original[end:]
        return original


@dataclass(frozen=True)
class Spot:
    """An entry of a map or an item of a list, and the way to it."""

    node: Node
    path: Path_
    owner: Node
    entry: Entry | None = None
    holder: Entry | None = None  # the entry whose value the owner is

    @property
    def named(self) -> bool:
        """Whether the key is a name that the author gave."""
        return is_named(self.path[:-1])

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.entry.key.span.start if self.entry else self.node.span.start


def is_named(path: Path_) -> bool:
    """Tell whether the keys of a map are the author's names."""
    if not path or path == ("change",):
        return False
    *above, key = path
    inside = tuple(above)
    if key == "add" and is_named(inside):
        return True
    if key not in NAMED or is_named(inside):
        return False
    return key != "actions" or inside in ((), ("change",)) or inside[-1:] == ("ask",)


class Text:
    """One file and all that mutants are made of."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        source, problems = open_source(path)
        assert source is not None, problems
        root = tree_of(source)
        assert isinstance(root, Mapping)
        self.source, self.root, self.chance, self.name = source, root, chance, str(path)
        self.examined: Examined = examine(source)
        assert self.examined.rules is not None and self.examined.draft is not None
        self.rules, self.draft = self.examined.rules, self.examined.draft
        self.symbols = sorted(all_symbols(self.rules))

    # What there is ---------------------------------------------------------------------

    @cached_property
    def spots(self) -> list[Spot]:
        """Every entry and item of the file."""
        return list(self.below(self.root, (), None))

    def below(self, node: Node, path: Path_, holder: Entry | None) -> Iterator[Spot]:
        """Yield every entry and item below a node."""
        if isinstance(node, Mapping):
            for name, entry in node.entries.items():
                yield Spot(entry.value, (*path, name), node, entry, holder)
                yield from self.below(entry.value, (*path, name), entry)
        elif isinstance(node, Sequence):
            for item in node.items:
                yield Spot(item, (*path, "-"), node, None, holder)
                yield from self.below(item, (*path, "-"), holder)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands in the file, but for prose."""
        found: Counter[str] = Counter()
        for spot in self.spots:
            found.update(WORD.findall(spot.entry.key.text) if spot.entry else ())
            prose = (PROSE | QUOTED) & {*spot.path[-2:]} and not spot.named
            if isinstance(spot.node, Scalar) and not prose:
                found.update(WORD.findall(spot.node.text))
        return found

    @cached_property
    def ruling(self) -> list[Spot]:
        """Every entry and item but those of scenarios and rulings."""
        apart = ("scenarios", "rulings", "changed_scenarios")
        return [one for one in self.spots if not set(one.path[:2]) & set(apart)]

    @cached_property
    def keys(self) -> dict[int, str]:
        """The key of each value, by where the value starts."""
        return {one.node.span.start: one.path[-1] for one in self.spots if one.entry}

    @cached_property
    def expressions(self) -> list[tuple[Scalar, Scope, bool]]:
        """Every expression and sentence of this file, and whether it is a sentence."""
        found: dict[int, tuple[Scalar, Scope, bool]] = {}
        for node, scope in self.draft.seen:
            if node.span.source is self.examined.root.span.source:  # type: ignore[union-attr]
                said = self.keys.get(node.span.start) in TEMPLATES
                found.setdefault(node.span.start, (node, scope, said))
        return list(found.values())

    def tokens(self, node: Scalar, said: bool) -> Iterator[tuple[str, Span, str, str]]:
        """Yield the words and signs of an expression, each with those before and behind it."""
        parts = [(hole.start(1), hole[1]) for hole in HOLE.finditer(node.text)] if said else [(0, node.text)]
        for start, text in parts:
            found = list(TOKEN.finditer(text))
            for index, token in enumerate(found):
                span = node.place(start + token.start(), start + token.end())
                if self.source.text[span.start : span.end] == token[0]:
                    before = found[index - 1][0] if index else ""
                    behind = found[index + 1][0] if index + 1 < len(found) else ""
                    yield token[0], span, before, behind

    @cached_property
    def kinds(self) -> dict[tuple[int, int], Kind]:
        """The type of every part of an expression, by its place."""
        return {(term.span.start, term.span.end): term.kind for term, _ in self.draft.checker.terms}

    # Making mutants --------------------------------------------------------------------

    def mutant(
        self,
        kind: str,
        edits: Iterable[Edit],
        lines: Iterable[int],
        words: Iterable[str] = (),
        about: str = "",
    ) -> Mutant:
        """Return a mutant of this file."""
        every = tuple(edits)
        start, end, new = every[0]
        was = self.source.text[start:end]
        said = about or f"{short(was)} → {short(new)}"
        line = self.source.position(start)[0]
        return Mutant(
            kind, self.name, every, frozenset(lines), frozenset(words) - KEYWORDS, f"{line}: {said}"
        )

    def lines_of(self, span: Span) -> range:
        """Return the lines of a part of the file."""
        return range(span.line, self.source.position(max(span.start, span.end - 1))[0] + 1)

    def misspelt(self, word: str) -> str | None:
        """Return a word with a letter lost, doubled or swapped with the next one."""
        ways: list[Callable[[int], str]] = [
            lambda at: word[:at] + word[at + 1 :],
            lambda at: word[:at] + word[at] + word[at:],
            lambda at: word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
        for _ in range(20):
            found = self.chance.choice(ways)(self.chance.randrange(len(word)))
            if found != word and WORD.fullmatch(found) and found not in KEYWORDS:
                return found
        return None

    def respelt(
        self, kind: str, span: Span, lines: Iterable[int], words: Iterable[str] = ()
    ) -> Iterator[Mutant]:
        """Yield the mutant with a word misspelt, if it can be."""
        word = self.source.text[span.start : span.end]
        if WORD.fullmatch(word) and (new := self.misspelt(word)) is not None:
            yield self.mutant(kind, [(span.start, span.end, new)], lines, words)

    # Names -----------------------------------------------------------------------------

    def misspelt_keys(self) -> Iterator[Mutant]:
        """Yield mutants in which a key is misspelt."""
        for spot in self.spots:
            operator = "change" in spot.path[:1] and spot.path[-1] in ("add", "remove", "replace")
            if spot.entry is None or not self.has_fixed_keys(spot.path[:-1]) or spot.named and not operator:
                continue
            holder = [spot.holder.key.span.line] if spot.holder else []
            lines = [*self.lines_of(spot.entry.key.span), *holder, spot.owner.span.line]
            yield from self.respelt("misspelt key", spot.entry.key.span, lines)

    def has_fixed_keys(self, path: Path_) -> bool:
        """Tell whether the keys of a map are words of the language."""
        if "scenarios" in path[:2]:
            return len(path) - path.index("scenarios") == 2
        if path[-2:-1] in (("cards",), ("faces",)):
            return False
        return not any(step.startswith("x-") for step in path)

    def misspelt_names(self) -> Iterator[Mutant]:
        """Yield mutants in which a word of an expression is misspelt."""
        for node, _, said in self.expressions:
            for token, span, _, _ in self.tokens(node, said):
                if WORD.fullmatch(token) and token not in KEYWORDS:
                    lines = self.lines_of(node.span)
                    yield from self.respelt("misspelt name in an expression", span, lines)

    def misspelt_references(self) -> Iterator[Mutant]:
        """Yield mutants in which a name that stands by itself is misspelt."""
        for spot in self.ruling:
            span = self.reference(spot)
            if span is not None:
                word = self.source.text[span.start : span.end]
                words = {word} if self.counts.get(word, 0) else set()
                yield from self.respelt("misspelt reference", span, self.lines_of(span), words)

    def reference(self, spot: Spot) -> Span | None:
        """Return where an entry or item is a name by itself, if it is."""
        *above, key = spot.path
        parent = above[-1] if above else ""
        if spot.entry is not None and (parent == "with" and "call" in getattr(spot.owner, "entries", {})):
            return spot.entry.key.span
        if spot.entry is not None:
            in_preset = above[-3:-2] == ["presets"] and parent == "options"
            argument = parent == "with" and spot.holder is not None and self.is_call(spot)
            if in_preset or argument or parent == "at":
                return spot.entry.key.span
        if not isinstance(spot.node, Scalar) or not isinstance(spot.node.value, str):
            return None
        if spot.entry is None:
            listed = spot.path[-2:] == ("actions", "-") or parent == "remove"
            return spot.node.span if listed else None
        typed = key == "type" or parent == "record"
        typed |= parent == "with" and not self.is_call(spot)
        if key in ("of", "call", "challenge", "judge", "next") or typed:
            return spot.node.span
        return spot.node.span if key in ("before", "after") else None

    def is_call(self, spot: Spot) -> bool:
        """Tell whether an entry below `with` is an argument and no parameter."""
        return "do" in spot.path or "setup" in spot.path or "then" in spot.path or "before" in spot.path

    def misspelt_declarations(self) -> Iterator[Mutant]:
        """Yield mutants in which a name that is used elsewhere is misspelt where it is declared."""
        for spot in self.ruling:
            parent = [step for step in spot.path[:-1] if step != "add"][-1:]
            if spot.entry is None or not spot.named or not parent or parent[0] not in DECLARING:
                continue
            name = spot.path[-1]
            if name in ("add", "remove", "at", "replace"):
                continue
            if parent[0] == "with" and self.is_call(spot) or self.counts.get(name, 0) < 2:
                continue
            span = spot.entry.key.span
            yield from self.respelt("misspelt declaration", span, [span.line], [name])

    def misspelt_in_scenarios(self) -> Iterator[Mutant]:
        """Yield mutants in which a name that a scenario uses is misspelt."""
        for spot in self.spots:
            if "scenarios" not in spot.path[:2]:
                continue
            path = spot.path[spot.path.index("scenarios") + 2 :]
            if path[:1] not in (("given",), ("when",), ("then",)):
                if path[:1] == ("options",) and len(path) == 2 and spot.entry:
                    yield from self.in_scenario(spot.entry.key)
                continue
            if spot.entry is not None and len(path) > 1:
                yield from self.in_scenario(spot.entry.key)
            if not isinstance(spot.node, Scalar) or (QUOTED | {"because"}) & {*path[-2:]}:
                continue
            if isinstance(spot.node.value, str) and "chance" not in path:
                yield from self.in_scenario(spot.node)

    def in_scenario(self, node: Scalar) -> Iterator[Mutant]:
        """Yield mutants in which a word of a scenario is misspelt."""
        for token, span, _, _ in self.tokens(node, False):
            if WORD.fullmatch(token) and token not in KEYWORDS and len(token) < len(node.text) + 1:
                lines = self.lines_of(node.span)
                yield from self.respelt("misspelt name in a scenario", span, lines)

    # Types -----------------------------------------------------------------------------

    def other_names(self, same: bool) -> Iterator[Mutant]:
        """Yield mutants in which a name is replaced by one of the same type, or one that does not fit."""
        kind = "name of the same type" if same else "name of another type"
        for node, scope, said in self.expressions:
            bound = set(BOUND.findall(node.text))
            for token, span, before, behind in self.tokens(node, said):
                if not WORD.fullmatch(token) or token in KEYWORDS | bound or behind in ("(", ":"):
                    continue
                if said and not same:
                    continue  # a sentence takes values of any type
                names = self.names_beside(token, before, scope)
                own = names.get(token)
                if own is None or own == UNKNOWN:
                    continue
                fit = [
                    name
                    for name, one in names.items()
                    if name not in {token, *bound} and (one == own if same else unlike(one, own))
                ]
                if fit:
                    new = self.chance.choice(sorted(fit))
                    lines = self.lines_of(node.span)
                    yield self.mutant(kind, [(span.start, span.end, new)], lines, [token, new])

    def names_beside(self, token: str, before: str, scope: Scope) -> dict[str, Kind]:
        """Return the names that could be written in place of one, with their types."""
        if before == ".":
            fields = player_fields(self.rules)
            return fields if token in fields else {}
        found = {}
        for name in scope.names() - {"option"} - {"player_count"}:
            term = scope.resolve(name, self.root.span)
            if term is not None and not (isinstance(term, Constant) and token not in self.symbols):
                found[name] = term.kind
        return found

    def retyped(self) -> Iterator[Mutant]:
        """Yield mutants in which a literal is one of another type."""
        kind = "literal of another type"
        for node, scope, said in self.expressions:
            lines = self.lines_of(node.span)
            for token, span, before, behind in self.tokens(node, said):
                if before in (".", "..") or behind in ("(", ":", "..") or said:
                    continue
                new = self.literal(token, scope)
                if new is not None:
                    words = self.above(node)
                    yield self.mutant(kind, [(span.start, span.end, new)], lines, words)
        for spot in self.ruling:
            if not isinstance(spot.node, Scalar) or spot.path[-1] not in ("default", "optional", "one"):
                continue
            value = spot.node.value
            new = "1" if isinstance(value, bool) else (self.symbols or ["red"])[0]
            new = "7" if isinstance(value, str) else new
            span = spot.node.span
            edit = (span.start, span.end, new)
            yield self.mutant(kind, [edit], self.lines_of(span), [spot.path[-2]])

    def above(self, node: Scalar) -> tuple[str, ...]:
        """Return the names below which a value stands: a fault of its type may show where they are used."""
        ways = [one.path for one in self.spots if one.entry and one.node.span.start == node.span.start]
        return tuple(step for way in ways[:1] for step in way[-3:-1] if step != "-")

    def literal(self, token: str, scope: Scope) -> str | None:
        """Return a literal of another type, if a word is one."""
        if token.isdigit():
            return self.chance.choice(self.symbols or ["red"])
        if token in ("true", "false"):
            return "1"
        if WORD.fullmatch(token) and token not in KEYWORDS:
            term = scope.resolve(token, self.root.span)
            return "7" if isinstance(term, Constant) else None
        return None

    def wrong_operators(self) -> Iterator[Mutant]:
        """Yield mutants in which operands have a type that their operator does not take."""
        for node, _, said in self.expressions:
            text = node.text if isinstance(node.value, str) else node.text.lower()
            tree, problems = (None, []) if said else parse(text, node.place)
            if tree is None or problems:
                continue
            for part in parts_of(tree):
                for span, new in self.mistyped(part):
                    if self.source.text[span.start : span.end].strip():
                        edit = (span.start, span.end, new)
                        yield self.mutant("operator on a wrong type", [edit], self.lines_of(node.span))
            whole = node.place(0, len(node.text))
            wrap = {BOOLEAN: ("(", ") + 1"), INTEGER: ("not (", ")")}.get(self.kind_of(tree))
            if wrap:
                edits = [(whole.start, whole.start, wrap[0]), (whole.end, whole.end, wrap[1])]
                about = f"{short(node.text)} → {wrap[0]}…{wrap[1]}"
                yield self.mutant("operator on a wrong type", edits, self.lines_of(node.span), (), about)

    def kind_of(self, tree: syntax.Expression) -> Kind:
        """Return the type of a part of an expression."""
        return self.kinds.get((tree.span.start, tree.span.end), UNKNOWN)

    def mistyped(self, part: syntax.Expression) -> Iterator[tuple[Span, str]]:
        """Yield what to write in place of an operator or function so that the types are wrong."""
        match part:
            case syntax.Both():
                yield part.operator_span, "+"
            case syntax.Arithmetic():
                if self.kind_of(part.left) == INTEGER:
                    yield part.operator_span, " and "
            case syntax.Compare(operator="==" | "!="):
                left, right = self.kind_of(part.left), self.kind_of(part.right)
                if INTEGER not in (left, right) and UNKNOWN not in (left, right):
                    yield part.operator_span, "<"
                elif left == INTEGER == right:
                    yield part.operator_span, " in "
            case syntax.Compare():
                yield part.operator_span, " < " if "in" in part.operator else " in "
            case syntax.Call(function="size" | "empty"):
                yield part.name_span, "abs"
            case syntax.Each(function="any" | "all"):
                yield part.name_span, "sum"
            case syntax.Each(function="sum"):
                yield part.name_span, "all"

    # Shapes ----------------------------------------------------------------------------

    def dropped(self, required: bool) -> Iterator[Mutant]:
        """Yield mutants in which a key is missing with its value."""
        kind = "required part dropped" if required else "optional part dropped"
        for spot in self.ruling:
            if spot.entry is None or not spot.path[1:] and spot.path[0] == "rulesplay":
                continue
            if spot.path[-1] in PROSE and not spot.named or spot.path[-1].startswith("x-"):
                continue
            if self.is_required(spot) != required:
                continue
            cut = self.cut(spot)
            if cut is None:
                continue
            start, end, new = cut
            gone = self.source.text[start:end]
            words = {spot.path[-1], *spot.path[-2:-1], *WORD.findall(gone)}
            lines = self.around(spot)
            about = f"without {short(gone.strip())}"
            yield self.mutant(kind, [cut], lines, words, about)

    def around(self, spot: Spot) -> set[int]:
        """Return the lines at which something may be said of what is missing."""
        lines = {self.source.position(spot.start)[0], spot.owner.span.line}
        lines |= {spot.holder.key.span.line} if spot.holder else set()
        entries = list(spot.owner.entries.values()) if isinstance(spot.owner, Mapping) else []
        if spot.path[-2:-1] == ("with",):  # what a step hands over is missed at its verb
            steps = [one.owner for one in self.spots if one.entry is spot.holder]
            entries += [one for step in steps if isinstance(step, Mapping) for one in step.entries.values()]
        return lines | {one.key.span.line for one in entries}

    def is_required(self, spot: Spot) -> bool:
        """Tell whether a key must be there: by the schema, as the verb of a step, or as a name in use."""
        assert spot.entry is not None and isinstance(spot.owner, Mapping)
        if spot.named:
            section = [step for step in spot.path[:-1] if step != "add"][-1]
            own = spot.path[0] != "change" or "add" in spot.path
            return own and section in DECLARING and self.counts.get(spot.path[-1], 0) > 1
        if spot.path[-1] in self.required(spot.path[:-1]):
            return True
        if "say" in spot.owner.entries:
            return False  # a step may also only speak
        others = [name for name in spot.owner.entries if name != "id"]
        return spot.path[-2:-1] == ("-",) and others[:1] == [spot.path[-1]]

    def required(self, path: Path_) -> set[str]:
        """Return the keys that the schema wants in a map."""
        schema = schema_of(self.root)
        forms: list[Any] = [schema]
        for step in path:
            forms = [one for form in forms for one in inside(schema, form, step)]
        return {name for form in forms for one in resolved(schema, form) for name in one.get("required", ())}

    def cut(self, spot: Spot) -> Edit | None:
        """Return how to leave an entry out; the lines keep their numbers."""
        assert spot.entry is not None and isinstance(spot.owner, Mapping)
        text, start = self.source.text, spot.start
        column = spot.entry.key.span.column - 1
        lead = self.source.line(spot.entry.key.span.line)[:column]
        entries = list(spot.owner.entries.values())
        index = entries.index(spot.entry)
        if text[spot.owner.span.start] == "{":
            if index + 1 < len(entries):
                return start, entries[index + 1].key.span.start, ""
            first = entries[index - 1].value.span.end if index else start
            return first, spot.node.span.end, ""
        if not lead.strip():
            end = self.block_end(start, column, isinstance(spot.node, Sequence))
            return start, end, "\n" * text[start:end].count("\n")
        if index + 1 < len(entries):
            return start, entries[index + 1].key.span.start, ""
        return None

    def block_end(self, start: int, column: int, listed: bool = False) -> int:
        """Return where the block that begins at a column ends."""
        number = self.source.position(start)[0]
        last = number
        for line in range(number + 1, self.source.text.count("\n") + 2):
            text = self.source.line(line)
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            lead = len(text) - len(text.lstrip())
            if lead <= column and not (listed and lead == column and text.lstrip().startswith("- ")):
                break
            last = line
        return self.line_start(last) + len(self.source.line(last))

    def line_start(self, line: int) -> int:
        """Return where a line begins."""
        return self.source._starts[line - 1]

    def moved(self) -> Iterator[Mutant]:
        """Yield mutants in which a key stands at a wrong level."""
        for spot in self.ruling:
            if spot.entry is None or spot.named or len(spot.path) < 2 or spot.path[-1] in PROSE:
                continue
            column = spot.entry.key.span.column - 1
            lead = self.source.line(spot.entry.key.span.line)[:column]
            if lead.strip() or not isinstance(spot.owner, Mapping):
                continue
            end = self.block_end(spot.start, column, isinstance(spot.node, Sequence))
            start = self.line_start(spot.entry.key.span.line)
            block = self.source.text[start:end]
            above = spot.holder.key.span.column - 1 if spot.holder else column
            if spot.holder and above < column and spot.path[-2] != "-":
                yield from self.moved_out(spot, (start, end), block, above)
            entries = list(spot.owner.entries.values())
            index = entries.index(spot.entry)
            before = entries[index - 1].value if index else None
            if isinstance(before, Mapping) and before.span.column - 1 > column and before.entries:
                new = reindented(block, before.span.column - 1 - column)
                words = {spot.path[-1], *spot.path[-2:-1], *WORD.findall(block)}
                lines = {*self.around(spot), *self.lines_of(Span(self.source, start, end))}
                lines |= {entries[index - 1].key.span.line, before.span.line}
                about = f"{spot.path[-1]} into {entries[index - 1].key.text}"
                yield self.mutant("key at a wrong level", [(start, end, new)], lines, words, about)

    def moved_out(self, spot: Spot, part: tuple[int, int], block: str, above: int) -> Iterator[Mutant]:
        """Yield the mutant in which a key stands beside the map that it belongs to."""
        assert spot.holder is not None and spot.entry is not None
        start, end = part
        owner_end = self.block_end(spot.holder.key.span.start, above)
        if owner_end < end:
            return
        column = spot.entry.key.span.column - 1
        behind = self.source.text[end:owner_end]
        new = behind.lstrip("\n") + ("\n" if behind.strip() else "") + reindented(block, above - column)
        first = self.source.position(start)[0]
        size = block.count("\n") + 1
        last = self.source.position(owner_end)[0]
        lines = {*self.around(spot), *range(last - size, last + 1), first}
        words = {spot.path[-1], *spot.path[-2:-1], *WORD.findall(block)}
        about = f"{spot.path[-1]} out of {spot.path[-2]}"
        yield self.mutant("key at a wrong level", [(start, owner_end, new)], lines, words, about)

    # Sense -----------------------------------------------------------------------------

    def seen_otherwise(self) -> Iterator[Mutant]:
        """Yield mutants in which somebody else sees a zone or variable."""
        kind = "visibility changed"
        for spot in self.ruling:
            section = [step for step in spot.path[:-1] if step not in ("add", "change")]
            if section not in (["zones"], ["variables"]) or not isinstance(spot.node, Mapping):
                continue
            owned = spot.node.get("each") is not None
            seen = spot.node.get("seen_by")
            lines = [spot.entry.key.span.line if spot.entry else 0, spot.node.span.line]
            if seen is None and self.source.text[spot.node.span.start] == "{" and "of" in spot.node.entries:
                at = spot.node.span.start + 1
                word = "owner" if owned else "nobody"
                edit = (at, at, f"seen_by: {word}, ")
                yield self.mutant(kind, [edit], lines, [spot.path[-1]], f"{spot.path[-1]} seen by {word}")
            elif isinstance(seen, Scalar):
                other = {"owner": "everyone", "nobody": "everyone", "everyone": "owner"}.get(seen.text)
                if other is not None:
                    lines.append(seen.span.line)
                    edit = (seen.span.start, seen.span.end, other)
                    yield self.mutant(kind, [edit], lines, [spot.path[-1]])

    def negated(self) -> Iterator[Mutant]:
        """Yield mutants in which a condition is its contrary."""
        for node, _, said in self.expressions:
            if said or self.keys.get(node.span.start) not in CONDITIONS:
                continue
            whole = node.place(0, len(node.text))
            if self.kind_of(parse(node.text, node.place)[0] or syntax.Nothing(whole)) != BOOLEAN:
                continue
            edits = [(whole.start, whole.start, "not ("), (whole.end, whole.end, ")")]
            words = [one for one in WORD.findall(node.text) if one not in KEYWORDS]
            about = f"{short(node.text)} → not (…)"
            yield self.mutant("condition negated", edits, self.lines_of(node.span), words, about)

    def compared(self) -> Iterator[Mutant]:
        """Yield mutants in which a comparison is another one."""
        others = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
        for node, _, said in self.expressions:
            tree = None if said else parse(node.text, node.place)[0]
            for part in parts_of(tree) if tree else ():
                if isinstance(part, syntax.Compare) and part.operator in others:
                    span, new = part.operator_span, others[part.operator]
                    edit = (span.start, span.end, new)
                    words = WORD.findall(node.text)
                    yield self.mutant("comparison changed", [edit], self.lines_of(node.span), words)

    def steps(self) -> Iterator[tuple[Spot, list[tuple[int, int]]]]:
        """Yield every list of steps, and where each step stands, dash and all."""
        for spot in self.ruling:
            steps = spot.node.items if isinstance(spot.node, Sequence) else ()
            if spot.path[-1] not in STEPS or not all(isinstance(one, Mapping) for one in steps):
                continue
            places = []
            for item in steps:
                start = self.source.text.rfind("\n", 0, item.span.start) + 1
                dash = self.source.text.find("-", start)
                if not self.source.text[start:dash].strip() and dash < item.span.start:
                    places.append((dash, self.block_end(dash, dash - start)))
            if len(places) == len(steps):
                yield spot, places

    def steps_dropped(self) -> Iterator[Mutant]:
        """Yield mutants in which a step is missing."""
        for spot, places in self.steps():
            for start, end in places:
                gone = self.source.text[start:end]
                new = ("[]" if len(places) == 1 else "") + "\n" * gone.count("\n")
                lines = {self.source.position(start)[0], *self.around(spot)}
                words = WORD.findall(gone)
                about = f"without {short(gone)}"
                yield self.mutant("step dropped", [(start, end, new)], lines, words, about)

    def steps_swapped(self) -> Iterator[Mutant]:
        """Yield mutants in which two steps are the other way round."""
        for _, places in self.steps():
            for (start, middle), (other, end) in zip(places, places[1:], strict=False):
                text = self.source.text
                new = text[other:end] + text[middle:other] + text[start:middle]
                lines = self.lines_of(Span(self.source, start, end))
                words = WORD.findall(text[start:end])
                about = f"{short(text[start:middle])} ⇄ {short(text[other:end])}"
                yield self.mutant("steps swapped", [(start, end, new)], lines, words, about)

    def mutants(self) -> dict[str, list[Mutant]]:
        """Return all mutants of this file by kind."""
        made = {
            "misspelt key": self.misspelt_keys(),
            "misspelt name in an expression": self.misspelt_names(),
            "misspelt reference": self.misspelt_references(),
            "misspelt declaration": self.misspelt_declarations(),
            "misspelt name in a scenario": self.misspelt_in_scenarios(),
            "name of another type": self.other_names(same=False),
            "literal of another type": self.retyped(),
            "operator on a wrong type": self.wrong_operators(),
            "key at a wrong level": self.moved(),
            "required part dropped": self.dropped(required=True),
            "optional part dropped": self.dropped(required=False),
            "name of the same type": self.other_names(same=True),
            "visibility changed": self.seen_otherwise(),
            "condition negated": self.negated(),
            "comparison changed": self.compared(),
            "step dropped": self.steps_dropped(),
            "steps swapped": self.steps_swapped(),
        }
        return {kind: list(found) for kind, found in made.items()}


def unlike(one: Kind, other: Kind) -> bool:
    """Tell whether neither type can stand for the other."""
    return not accepts(one, other) and not accepts(other, one) and not comparable(one, other)


def parts_of(tree: Any) -> Iterator[syntax.Expression]:
    """Yield an expression and everything inside it."""
    if isinstance(tree, syntax.Expression):
        yield tree
        for name, value in vars(tree).items():
            if "span" not in name:
                yield from parts_of(value)
    elif isinstance(tree, tuple):
        for item in tree:
            yield from parts_of(item)


def resolved(schema: dict[str, Any], form: Any) -> Iterator[dict[str, Any]]:
    """Yield a part of a schema and what it refers to, for maps."""
    if not isinstance(form, dict):
        return
    yield form
    if "$ref" in form:
        yield from resolved(schema, schema["$defs"][form["$ref"].rpartition("/")[2]])
    for part in form.get("allOf", ()):
        if part.get("if", {}).get("type") in (None, "object", "array"):
            yield from resolved(schema, part.get("then", part if "if" not in part else {}))


def inside(schema: dict[str, Any], form: Any, step: str) -> Iterator[Any]:
    """Yield the parts of a schema for what stands at a key or in a list."""
    for one in resolved(schema, form):
        if step == "-":
            yield one.get("items", {})
        elif step in one.get("properties", {}):
            yield one["properties"][step]
        else:
            for pattern, part in one.get("patternProperties", {}).items():
                if pattern != "^x-" and re.search(pattern, step):
                    yield part


def reindented(block: str, by: int) -> str:
    """Return lines further to the right, or to the left."""
    return "\n".join(
        (" " * by + line if by > 0 else line[-by:]) if line.strip() else line for line in block.split("\n")
    )


def short(text: str, longest: int = 60) -> str:
    """Return a text on one line, shortened."""
    said = " ".join(text.split())
    return said if len(said) <= longest else said[: longest - 1] + "…"
