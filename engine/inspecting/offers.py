"""What players are offered, and who is asked, may depend only on what they may see.

The rules are gone through as they would be played, and each condition of an offer is asked whether
it tells something hidden. Taken for known, so that nothing is blamed that may be right: a zone that
was turned up before, a zone into which only pieces went that the player knew, whom a `for` goes
through, and which branch of an `if` was taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ..diagnostics import Diagnostic, Label
from ..program.folding import substitute
from ..rules import model
from ..rules.kinds import Bag
from ..rules.terms import Local, PerPlayer, Term, Variable
from .secrecy import Either, Key, Leak, Names, Picked, Secrecy, Viewer, key, learnt, wording

OWN = "the player who is offered this does not see it"
ALL = "not everybody sees it"
AFTER = "let it decide in `do`, behind the choice, or show it (`seen_by`)"
PUBLIC = (
    "ask by what everybody sees (`size(…)` and `empty(…)` of a hidden zone, say), and test the rest in `do`"
)


@dataclass(frozen=True)
class Spot:
    """What is known at a place: the terms of locals, zones turned up, and what went where."""

    names: Names = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    moved: tuple[tuple[str, tuple[Term, ...]], ...] = ()

    def bind(self, name: str, term: Term) -> Spot:
        """Return the place with one more local."""
        return replace(self, names=self.names | {name: term})

    def behind(self, *others: Spot) -> Spot:
        """Return the place behind parts in which more may have been shown and moved."""
        shown = self.shown.union(*(one.shown for one in others))
        moved = dict.fromkeys(move for one in (self, *others) for move in one.moved)
        return replace(self, shown=shown, moved=tuple(moved))


class Offers:
    """Goes through a ruleset and gathers what tells too much."""

    def __init__(self, rules: model.Ruleset) -> None:
        self.rules, self.secrecy = rules, Secrecy(rules)
        self.found: list[Diagnostic] = []
        self.done: dict[object, Spot] = {}

    def look(self) -> list[Diagnostic]:
        """Return everything that is found."""
        self.steps(self.rules.setup, Spot())
        for phase in self.rules.phases.values():
            self.phase(phase)
        for rule in self.rules.eliminations.values():
            spot = Spot().bind("player", self.secrecy.local("player"))
            self.say(rule.say, spot)
            self.steps(rule.steps, spot)
        return self.found

    def phase(self, phase: model.Phase) -> None:
        """Go through a phase."""
        self.steps(phase.before, Spot())
        if phase.turns is not None:
            if phase.turns.who is not None:
                spot = Spot().bind("player", self.secrecy.local("player"))
                self.public(phase.turns.who, spot, "who takes turns")
            for name in phase.turns.actions:
                self.action(self.rules.actions[name], Spot(), frozenset({("variable", "me")}))
        self.steps(phase.after, Spot())

    # Steps -----------------------------------------------------------------------------

    def steps(self, steps: Iterable[model.Step], spot: Spot) -> Spot:
        """Go through steps; return the place behind them."""
        for step in steps:
            before, spot = spot, self.step(step, spot)
            self.say(step.say, before if isinstance(step, model.SPEAK_FIRST) else spot)
        return spot

    def step(self, step: model.Step, spot: Spot) -> Spot:
        """Go through one step."""
        secrecy = self.secrecy
        match step:
            case model.Let():
                for local, term in step.values:
                    spot = spot.bind(local.name, substitute(term, spot.names))
            case model.If():
                return spot.behind(self.steps(step.then, spot), self.steps(step.otherwise, spot))
            case model.For(variable=Local() as variable, within=Term() as gone_through):
                whole = Either((substitute(gone_through, spot.names),))  # who knows all of it knows each
                element = secrecy.local(variable.name, whole)
                return spot.behind(self.steps(step.steps, spot.bind(variable.name, element)))
            case model.While():
                return spot.behind(self.steps(step.steps, spot))
            case model.Invoke():
                return self.routine(step, spot)
            case model.Ask():
                return self.ask(step, spot)
            case model.Contest(claimer=Term() as claimer):
                window = self.rules.challenges[step.challenge].window
                inner = replace(spot, names={"claimer": substitute(claimer, spot.names)})
                if window is None:
                    return self.judge(step.challenge, inner.bind("caller", inner.names["claimer"]), spot)
                return spot.behind(self.ask(window, inner))
            case model.Judge(claimer=Term() as claimer, caller=Term() as caller):
                both = {"claimer": claimer, "caller": caller}
                names = {name: substitute(term, spot.names) for name, term in both.items()}
                return self.judge(step.challenge, replace(spot, names=names), spot)
            case model.Move(target=Term() as target):
                return self.move(step, target, spot)
            case model.Deal(source=Term() as source, target=Term() as target):
                ends = tuple(substitute(one, spot.names) for one in (source, target))
                spot = self.put(target, (ends[0],), spot)
                return spot.bind("dealt", secrecy.local("dealt", Either(ends)))
            case model.Roll(target=Term() as target) | model.Reroll(target=Term() as target):
                where = substitute(target, spot.names)
                return spot.bind("rolled", secrecy.local("rolled", Either((where,))))
            case model.Reveal():
                return replace(spot, shown=spot.shown | names_of(step.zones))
        return spot

    def move(self, step: model.Move, target: Term, spot: Spot) -> Spot:
        """Note what lies where now; pieces that were chosen are known to those who see where they go."""
        taken = (step.cards,) if step.cards is not None else step.sources
        terms = tuple(substitute(one, spot.names) for one in taken)
        if isinstance(step.cards, Local):
            known = self.secrecy.local(step.cards.name, Either((terms[0], substitute(target, spot.names))))
            spot = spot.bind(step.cards.name, known)
        return self.put(target, terms, spot)

    def put(self, target: Term, terms: tuple[Term, ...], spot: Spot) -> Spot:
        """Return the place behind pieces put into a zone."""
        (name,) = names_of((target,)) or {""}
        return replace(spot, moved=(*spot.moved, (name, terms)))

    def routine(self, step: model.Invoke, spot: Spot) -> Spot:
        """Go through a procedure as it is called here, once for each way of calling it."""
        head, body = self.rules.procedures[step.procedure]
        given = [substitute(one, spot.names) for one in step.arguments]
        mark = (step.procedure, tuple(map(key, given)), spot.shown, spot.moved)
        if mark not in self.done:
            self.done[mark] = spot
            names = dict(zip((name for name, _ in head.parameters), given, strict=True))
            self.done[mark] = self.steps(body, replace(spot, names=names))
        return spot.behind(self.done[mark])

    def judge(self, name: str, inner: Spot, spot: Spot) -> Spot:
        """Go through the outcomes of a challenge."""
        challenge = self.rules.challenges[name]
        mark = (
            name,
            tuple((role, key(term)) for role, term in inner.names.items()),
            inner.shown,
            inner.moved,
        )
        if mark in self.done:
            return spot.behind(self.done[mark])
        self.done[mark] = inner
        inner = replace(inner, shown=inner.shown | names_of(challenge.reveals))
        for local, term in challenge.lets:
            inner = inner.bind(local.name, substitute(term, inner.names))
        self.say(challenge.say, inner)
        ends = []
        for outcome in challenge.outcomes:
            self.say(outcome.say, inner)
            ends.append(self.steps(outcome.steps, inner))
        self.done[mark] = inner.behind(*ends)
        return spot.behind(self.done[mark])

    # Offers ----------------------------------------------------------------------------

    def ask(self, step: model.Ask, spot: Spot) -> Spot:
        """Look at who is asked, and at what each is offered."""
        assert step.who is not None and step.answerer is not None
        player = self.secrecy.local("player")
        inner = spot.bind("player", player).bind(step.answerer.name, player)
        self.public(step.who, spot, "who is asked")
        if step.order is not None:
            self.public(step.order, spot, "the order of the answers")
        if step.when is not None:
            self.public(step.when.when, inner, "who is asked")
        same = {key(player)} | ({key(substitute(step.who, spot.names))} if step.single else set())
        ends = [self.action(one, inner, frozenset(same)) for one in step.actions]
        if step.decline is not None:
            waiting = inner.bind("waiting", self.secrecy.local("waiting"))
            ends.append(self.action(step.decline, waiting, frozenset(same)))
        ends.append(self.steps(step.nobody, spot))
        return spot.behind(*ends)

    def action(self, action: model.Action, spot: Spot, same: frozenset[Key]) -> Spot:
        """Look at what an action is offered by, then go through what it does."""
        viewer = self.viewer(spot, same)
        for clause in action.clauses:
            viewer = self.clause(clause, spot, viewer)
        for one in action.parameters:
            inner = spot.bind(one.element.name, self.secrecy.local(one.element.name))
            for term in (one.source, one.low, one.high):
                self.known(term, spot, viewer, "what can be chosen")
            self.known(one.where, inner, viewer, "what can be chosen")
            source = substitute(one.source, spot.names) if isinstance(one.source.kind, Bag) else None
            spot = spot.bind(one.name, self.secrecy.local(one.name, Picked(same, source)))
        for clause in action.accepts:
            viewer = self.clause(clause, spot, viewer)
        self.spoken(action.label, spot, viewer)
        self.say(action.say, spot)
        return self.steps(action.steps, spot)

    def clause(self, clause: model.Clause, spot: Spot, viewer: Viewer) -> Viewer:
        """Look at a condition and its reason; return the viewer who knows that it holds."""
        self.known(clause.when, spot, viewer, "what is offered")
        self.spoken(clause.because, spot, viewer)
        return learnt(viewer, clause.when, spot.names, True)

    def viewer(self, spot: Spot, same: frozenset[Key] = frozenset()) -> Viewer:
        """Return a player, or everybody, who has seen what was shown or put away before their eyes."""
        viewer = Viewer(same, shown=spot.shown)
        filled: dict[str, bool] = {}
        for name, terms in spot.moved if same else ():
            unseen = any(self.secrecy.leak(one, {}, viewer) for one in terms)
            filled[name] = filled.get(name, True) and not unseen
        return replace(viewer, shown=spot.shown | {name for name, seen in filled.items() if seen})

    def known(self, term: Term | None, spot: Spot, viewer: Viewer, what: str) -> None:
        """Report a term that the viewer of an offer may not know."""
        if term is not None and (leak := self.secrecy.leak(term, spot.names, viewer)):
            self.fail(leak, f"{what} may not depend on `{leak.text}`: {OWN}", AFTER)

    def public(self, term: Term, spot: Spot, what: str) -> None:
        """Report a term that not everybody may know."""
        if leak := self.secrecy.leak(term, spot.names, self.viewer(spot)):
            self.fail(leak, f"{what} may not depend on `{leak.text}`: {ALL}", PUBLIC)

    def spoken(self, template: model.Template | None, spot: Spot, viewer: Viewer) -> None:
        """Report a sentence of an offer that tells its reader too much."""
        for part in template.parts if template else ():
            if isinstance(part, Term) and (leak := self.secrecy.leak(part, spot.names, viewer)):
                self.fail(leak, f"this sentence may not tell `{leak.text}`: {OWN}", "leave it out")

    def say(self, template: model.Template | None, spot: Spot) -> None:
        """Report a value in the log that no reader may ever see."""
        for part in template.parts if template else ():
            if isinstance(part, str) or isinstance(part.kind, Bag):
                continue
            if leak := self.secrecy.leak(part, spot.names, Viewer(shown=spot.shown, anyone=True)):
                message = f"nobody may see `{leak.text}`, so this always reads “something”"
                help = "leave it out, or turn it up first with a `reveal` step"
                self.found.append(Diagnostic("RP431", message, part.span, "warning", help, self.labels(leak)))

    def fail(self, leak: Leak, message: str, help: str) -> None:
        """Report a leak."""
        self.found.append(Diagnostic("RP430", message, leak.span, help=help, labels=self.labels(leak)))

    def labels(self, leak: Leak) -> tuple[Label, ...]:
        """Return the way of a leak: where the value is read, and where it is declared hidden."""
        declared = self.rules.zones.get(leak.name) or self.rules.variables[leak.name]
        sort = "zone" if leak.name in self.rules.zones else "variable"
        return *leak.path, Label(declared.span, f"{sort} `{wording(declared.span)}` is declared here")


def names_of(zones: Iterable[Term]) -> frozenset[str]:
    """Return the names of zones."""
    return frozenset(one.name for one in zones if isinstance(one, (Variable, PerPlayer)))


def look_for_leaks(rules: model.Ruleset) -> list[Diagnostic]:
    """Return where offers and questions tell what is hidden, and sentences that nobody may read."""
    return Offers(rules).look()
