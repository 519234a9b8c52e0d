"""What is declared and never used, and what can never be reached."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from ..diagnostics import Diagnostic, Label
from ..program.compiling import all_terms
from ..reading.tree import Mapping, Node, plain
from ..rules import model
from ..rules.drafting import child, entries
from ..rules.kinds import Bag, Kind, Optional, Piece, Record, Series, Set, Symbol
from ..rules.terms import Apply, Constant, Local, OptionValue, PerPlayer, Term, Variable, walk
from ..source import Span
from .passages import every, every_action, every_list, every_step, every_term, nested, passages

UNUSED_HELP = {
    "zone": "move or deal something there, or take it out",
    "variable": "set it or read it somewhere, or take it out",
    "option": "read it as `option.{name}` in a rule, or take it out",
    "function": "call it as `{name}(…)`, or take it out",
    "procedure": "do it with `call: {name}`, or take it out",
    "challenge": "open it with `challenge: {name}` or `judge: {name}`, or take it out",
}


def look_for_unused(rules: model.Ruleset, root: Node) -> list[Diagnostic]:
    """Return everything that could be left out without any difference."""
    look = Uses(rules, root)
    return [*look.unreached(), *look.unused(), *look.unused_names(), *behind_the_end(rules)]


def behind_the_end(rules: model.Ruleset) -> Iterator[Diagnostic]:
    """Yield the first step of each list that stands behind `end: phase`."""
    for steps in every_list(rules):
        for step, following in pairwise(steps):
            if isinstance(step, model.EndPhase):
                help = "put it in front of `end: phase`, or take it out"
                yield lint("RP505", "the phase has ended before this step", following.span, help)


def orphans(found: list[Diagnostic], variant: Mapping) -> list[Diagnostic]:
    """Return, at the changes of a variant, what nothing uses of what stands in other files."""
    if "change" not in variant.entries:
        return []
    place, help = variant.key("change").span, "take it out with `remove`, or use it"
    return [
        lint("RP502", f"since this change, {one.message}", place, help, (Label(one.span, "declared here"),))
        for one in found
        if one.code == "RP502" and one.span.source is not variant.span.source
    ]


class Uses:
    """What the rules of a ruleset use."""

    def __init__(self, rules: model.Ruleset, root: Node) -> None:
        self.rules, self.root = rules, root
        self.terms = list(every_term(rules))
        self.steps = list(every_step(rules))
        self.said = words_of(child(root, "scenarios"))

    # What is never reached -------------------------------------------------------------

    def unreached(self) -> Iterator[Diagnostic]:
        """Yield phases that never come and actions that nobody is offered."""
        reached = phases_from(self.rules, next(iter(self.rules.phases), ""))
        for phase in self.rules.phases.values():
            if phase.name not in reached:
                help = f"give another phase `next: {phase.name}`, or take it out"
                yield Diagnostic("RP410", f"phase `{phase.name}` never comes", phase.span, help=help)
        offered = {
            name for one in self.rules.phases.values() if one.turns is not None for name in one.turns.actions
        }
        for name, action in self.rules.actions.items():
            if name not in offered:
                help = f"list `{name}` below `actions` of the turns of a phase, or take it out"
                span = self.key("actions", name, action.span)
                yield Diagnostic("RP411", f"action `{name}` is never offered", span, help=help)

    # What is never used ----------------------------------------------------------------

    def unused(self) -> Iterator[Diagnostic]:
        """Yield declarations that nothing uses."""
        yield from self.places()
        yield from self.variables()
        rules = self.rules
        called = {one.name for one in self.terms if isinstance(one, Apply)} | self.said
        yield from self.never("function", {n: f.span for n, f in rules.functions.items() if n not in called})
        done = {one.procedure for one in self.steps if isinstance(one, model.Invoke)}
        yield from self.never(
            "procedure", {n: h.span for n, (h, _) in rules.procedures.items() if n not in done}
        )
        opened = set(self.opened())
        yield from self.never(
            "challenge", {n: c.span for n, c in rules.challenges.items() if n not in opened}
        )
        read = {one.name for one in self.terms if isinstance(one, OptionValue)}
        yield from self.never("option", {n: o.span for n, o in rules.options.items() if n not in read})
        yield from self.decks_and_types()

    def opened(self) -> Iterator[str]:
        """Yield the challenges that are opened or judged from outside of themselves."""
        for passage in passages(self.rules):
            for step in every(passage.steps):
                name = step.challenge if isinstance(step, (model.Contest, model.Judge)) else ""
                if name and (passage.where, passage.name) != ("challenge", name):
                    yield name

    def places(self) -> Iterator[Diagnostic]:
        """Yield zones in which nothing ever lies, and those that nothing names."""
        named = self.named()
        filled = {name for step in self.steps for name in names_of([getattr(step, "target", None)])}
        for name, zone in self.rules.zones.items():
            if name not in named and not zone.full:
                yield from self.never("zone", {name: zone.span})
            elif name not in filled and not zone.full:
                message = f"nothing ever comes into zone `{name}`"
                yield lint("RP502", message, zone.span, "move or deal something there, or take it out")

    def variables(self) -> Iterator[Diagnostic]:
        """Yield variables that nothing names, nothing changes, or nobody and nothing reads."""
        named, read = self.named(), self.read()
        written = {one.name for one in self.written()}
        for name, variable in self.rules.variables.items():
            hidden = {variable.sight.owner, variable.sight.others} == {model.NOTHING_SEEN}
            if name not in named:
                yield from self.never("variable", {name: variable.span})
            elif name not in written:
                help = "set it somewhere; what never changes is an option or a function"
                yield lint("RP502", f"variable `{name}` is never set", variable.span, help)
            elif name not in read and hidden:
                help = "read it in a rule, let players see it, or take it out"
                yield lint(
                    "RP502",
                    f"variable `{name}` is set, but nobody sees it and no rule reads it",
                    variable.span,
                    help,
                )

    def written(self) -> Iterator[Variable | PerPlayer]:
        """Yield what is set or picked."""
        for step in self.steps:
            targets = [one for one, _ in step.targets] if isinstance(step, model.Assign) else []
            targets += [step.target] if isinstance(step, model.Pick) and step.target is not None else []
            yield from (one for one in targets if isinstance(one, (Variable, PerPlayer)))

    def named(self) -> set[str]:
        """Return the names of zones and variables anywhere in the rules."""
        return {one.name for one in self.terms if isinstance(one, (Variable, PerPlayer))}

    def read(self) -> set[str]:
        """Return the names of zones and variables that are looked at."""
        written = {id(one) for one in self.written()}
        return {
            one.name
            for one in self.terms
            if isinstance(one, (Variable, PerPlayer)) and id(one) not in written
        }

    def decks_and_types(self) -> Iterator[Diagnostic]:
        """Yield decks of which no zone is, and types that nothing has."""
        rules = self.rules
        kinds = {kind for term in self.terms for kind in inside(term.kind)}
        kinds |= {kind for one in rules.variables.values() for kind in inside(one.kind)}
        kinds |= {
            kind for action in every_action(rules) for one in action.parameters for kind in inside(one.kind)
        }
        heads = [*rules.functions.values(), *(head for head, _ in rules.procedures.values())]
        kinds |= {kind for head in heads for _, one in head.parameters for kind in inside(one)}
        decks = {zone.deck for zone in rules.zones.values()}
        decks |= {kind.deck for kind in kinds if isinstance(kind, (Bag, Piece))}
        for name, deck in rules.decks.items():
            if name not in decks:
                sort = "die" if deck.die else "deck"
                yield lint(
                    "RP502",
                    f"{sort} `{name}` is never used",
                    deck.span,
                    f"give a zone `of: {name}`, or take it out",
                )
        names = {kind.name for kind in kinds if isinstance(kind, (Symbol, Record))}
        symbols = {
            one.value for one in self.terms if isinstance(one, Constant) and isinstance(one.kind, Symbol)
        }
        for name, kind in rules.types.items():
            symbolic = isinstance(kind, Symbol) and symbols & set(kind.values)
            if isinstance(kind, (Symbol, Record)) and name not in names and not symbolic:
                span = self.key("types", name, Span(self.root.span.source, 0, 0))
                yield lint(
                    "RP502", f"type `{name}` is never used", span, "give a variable this type, or take it out"
                )

    def never(self, sort: str, found: dict[str, Span]) -> Iterator[Diagnostic]:
        """Yield what is never used, of one sort."""
        for name, span in found.items():
            help = UNUSED_HELP[sort].format(name=name)
            yield lint("RP502", f"{sort} `{name}` is never used", self.key(f"{sort}s", name, span), help)

    def key(self, section: str, name: str, span: Span) -> Span:
        """Return where a name is declared."""
        entry = dict(entries(child(self.root, section))).get(name)
        return entry.key.span if entry is not None else span

    # Names nearby ----------------------------------------------------------------------

    def unused_names(self) -> Iterator[Diagnostic]:
        """Yield parameters, choices and lets that nothing looks at."""
        for name, function in self.rules.functions.items():
            yield from self.parameters("function", name, function, locals_in(function.value))
        for name, (head, steps) in self.rules.procedures.items():
            yield from self.parameters("procedure", name, head, locals_in(steps))
        for passage in passages(self.rules):
            yield from unused_lets(passage.steps)
        for challenge in self.rules.challenges.values():
            behind = locals_in([challenge.say, challenge.outcomes, challenge.reveals])
            for index, (local, _) in enumerate(challenge.lets):
                if local.name not in behind | locals_in([term for _, term in challenge.lets[index + 1 :]]):
                    yield useless("named value", local.name, local.span)
        for action in every_action(self.rules):
            yield from unused_choices(action)

    def parameters(
        self, sort: str, name: str, head: model.Parameterised, used: set[str]
    ) -> Iterator[Diagnostic]:
        """Yield the parameters of a function or procedure that nothing looks at."""
        node = child(child(child(self.root, f"{sort}s"), name), "with")
        for key, entry in entries(node):
            if key not in used:
                yield useless("parameter", key, entry.key.span, f" of {sort} `{name}`")


def unused_lets(steps: Iterable[model.Step]) -> Iterator[Diagnostic]:
    """Yield named values that no step behind them looks at."""
    listed = list(steps)
    for index, step in enumerate(listed):
        if isinstance(step, model.Let):
            for number, (local, _) in enumerate(step.values):
                later = [term for _, term in step.values[number + 1 :]]
                if local.name not in locals_in([step.say, later, listed[index + 1 :]]):
                    yield useless("named value", local.name, local.span)
        for inner in nested(step):
            yield from unused_lets(inner)


def unused_choices(action: model.Action) -> Iterator[Diagnostic]:
    """Yield what is chosen and makes no difference."""
    for index, one in enumerate(action.parameters):
        rest = [action.accepts, action.say, action.steps, action.parameters[index + 1 :]]
        if one.name not in locals_in(rest):
            yield useless("choice", one.name, one.span)


def useless(sort: str, name: str, span: Span, whose: str = "") -> Diagnostic:
    """Return the finding that a name is never looked at."""
    return lint("RP504", f"{sort} `{name}`{whose} is never used", span, "use it, or take it out")


def locals_in(value: Any) -> set[str]:
    """Return the locals that anything looks at."""
    return {one.name for term in all_terms(value) for one in walk(term) if isinstance(one, Local)}


def phases_from(rules: model.Ruleset, name: str) -> set[str]:
    """Return the phases that come to be when a phase begins, itself included."""
    reached: set[str] = set()
    while name in rules.phases and name not in reached:
        reached.add(name)
        name = rules.phases[name].next
    return reached


def names_of(terms: Iterable[Term | None]) -> list[str]:
    """Return the names of zones or variables."""
    return [one.name for one in terms if isinstance(one, (Variable, PerPlayer))]


def inside(kind: Kind | None) -> Iterator[Kind]:
    """Yield a type and those it is made of."""
    if kind is None:
        return
    yield kind
    if isinstance(kind, (Optional, Set, Series)):
        yield from inside(kind.of)
    if isinstance(kind, Record):
        for _, one in kind.fields:
            yield from inside(one)


def words_of(node: Node | None) -> set[str]:
    """Return every word that scenarios write: they may test what no rule uses yet."""
    return set(re.findall(r"[a-z_]\w*", str(plain(node)))) if node is not None else set()


def lint(code: str, message: str, span: Span, help: str, labels: tuple[Label, ...] = ()) -> Diagnostic:
    """Return a warning."""
    return Diagnostic(code, message, span, "warning", help, labels)
