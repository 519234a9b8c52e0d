"""Steps in words, for the rulebook that is made from a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..program.folding import known_set
from ..program.naming import listed as joined
from ..program.naming import spoken
from ..rules import model
from ..rules.kinds import PLAYER, Kind
from ..rules.terms import (
    Aggregate,
    Constant,
    Interval,
    Local,
    MakeSet,
    Operation,
    PerPlayer,
    Term,
    Variable,
    walk,
)
from .asking import Asking, Lines
from .calling import bare, core
from .vocabulary import ACTIVE, OBJECTS, THAT_PLAYER, capital, is_nameless


class Phraser(Asking):
    """Puts steps into words."""

    def steps(self, steps: tuple[model.Step, ...]) -> Lines:
        """Return steps as a list of sentences; what depends on a condition is a list below its sentence."""
        lines: Lines = []
        with self.naming({}):
            for step in steps:
                lines += _STEPS[type(step)](self, step)
                self.called = self.called | self.named_by(step)
                if step.say is not None and not isinstance(step, model.Say):
                    lines.append(self.announced(step.say))
        return lines

    def named_by(self, step: model.Step) -> dict[str, str]:
        """Return what later steps know by a name, and how it is read there."""
        if isinstance(step, model.Let):
            return {local.name: f"“{spoken(local.name)}”" for local, _ in step.values}
        if isinstance(step, (model.Deal, model.Roll, model.Reroll)) and step.target is not None:
            one, many = self.noun(step.target.kind)
            if isinstance(step, model.Deal):
                return {"dealt": f"the {one if self.term(step.count) == '1' else many} drawn"}
            return {"rolled": f"the {many} rolled"}
        return {}

    # Cards and dice --------------------------------------------------------------------

    def _say(self, step: model.Say) -> Lines:
        return [self.announced(step.say)]

    def _move(self, step: model.Move) -> Lines:
        sources, target = joined([self.term(one) for one in step.sources]), self.term(step.target)
        cards = bare(self.folder.fold(step.cards)) if step.cards is not None else None
        what = "everything" if cards is None else self.term(cards)
        if isinstance(cards, Aggregate) and isinstance(bare(cards.within), (Variable, PerPlayer)):
            # The place is named once: `one card whose … from the box`.
            what = what.replace(f" in {self.term(cards.within)}", "", 1)
        return [f"Move {what} from {sources} to {target}."]

    def _amount_of(self, count: Term | None, kind: Kind) -> tuple[str, str]:
        """Return how many pieces: what stands before the place and what behind it."""
        (one, many), words = self.noun(kind), self.term(count)
        if words.isdigit():
            return f"{words} {one if words == '1' else many}", ""
        return many, f", as many as {words}"

    def _deal(self, step: model.Deal) -> Lines:
        assert step.source is not None
        what, number = self._amount_of(step.count, step.source.kind)
        return [f"Deal {what} at random from {self.term(step.source)} to {self.term(step.target)}{number}."]

    def _roll(self, step: model.Roll) -> Lines:
        assert step.target is not None
        what, number = self._amount_of(step.count, step.target.kind)
        return [f"Roll {what} into {self.term(step.target)}{number}."]

    def _reroll(self, step: model.Reroll) -> Lines:
        return [f"Roll all dice in {self.term(step.target)} again."]

    def _clear(self, step: model.Clear) -> Lines:
        return [f"Take the dice out of {self.term(step.target)}."]

    def _reveal(self, step: model.Reveal) -> Lines:
        return [f"Turn up {joined([self.term(zone) for zone in step.zones])}."]

    # Values ----------------------------------------------------------------------------

    def _pick(self, step: model.Pick) -> Lines:
        among = f"{'the numbers ' if isinstance(step.among, Interval) else ''}{self.term(step.among)}"
        assert step.target is not None
        return [f"Draw {self.place(self.folder.fold(step.target))} by lot from {among}."]

    def _assign(self, step: model.Assign) -> Lines:
        return [self._set(self.folder.fold(one), self.folder.fold(value)) for one, value in step.targets]

    def _set(self, target: Term, value: Term) -> str:
        """Return how a variable changes."""
        name = self.place(target)
        if isinstance(value, Operation) and value.items[0] == target:
            other = self.term(value.items[-1])
            if value.name in ("+", "with"):
                return f"Add {OBJECTS.get(other, other)} to {name}."
            if value.name in ("-", "without"):
                return f"Take {OBJECTS.get(other, other)} {'off' if value.name == '-' else 'out of'} {name}."
        if isinstance(value, MakeSet) and not value.items:
            return f"Nobody is in {name} any more."
        if isinstance(value, Constant) and value.value is None:
            return f"{capital(self._presence(target, False))} any more."
        if core(target.kind) == PLAYER:
            who, role = self.term(value), self.term(target)
            return f"You are now {role}." if who == "you" else f"{capital(role)} is now {who}."
        return f"Set {name} to {self.term(value)}."

    def _let(self, step: model.Let) -> Lines:
        lines: Lines = []
        with self.naming({}):
            for local, value in step.values:
                lines.append(f"Let “{spoken(local.name)}” be {self.term(value)}.")
                self.called = self.called | {local.name: f"“{spoken(local.name)}”"}
        return lines

    # The course of things --------------------------------------------------------------

    def _if(self, step: model.If) -> Lines:
        known = self.truth(step.condition)
        if known is not None:
            return self.steps(step.then if known else step.otherwise)
        lines: Lines = [f"If {self.term(step.condition)}:", self.steps(step.then)]
        return lines + (["Otherwise:", self.steps(step.otherwise)] if step.otherwise else [])

    def _for(self, step: model.For) -> Lines:
        assert step.variable is not None and step.within is not None
        variable, within = step.variable, self.folder.fold(step.within)
        known = known_set(within)
        if known is not None and not mentions(step.steps, variable.name):
            # Nothing depends on the element: it is only a number of times.
            inner = self.steps(step.steps)
            return inner if len(known) == 1 else [f"{len(known)} times:", inner] if known else []
        one, _, tail = self.members(within)
        names = self.personal([variable]) or self._numbered(variable)
        words = names.get(variable.name, self.term(variable))
        named = "" if words.startswith("that ") else f" ({words})"
        with self.naming(names):
            return [f"For each {one}{tail}{named}:", self.steps(step.steps)]

    def _numbered(self, variable: Local) -> dict[str, str]:
        """Return how a number, card or value is read: as `that number` unless another one is read so."""
        if core(variable.kind) == PLAYER or len(variable.name) > 1:
            return {}
        one = self.noun(variable.kind)[0]
        taken = f"that {one}" in self.called.values()
        return {variable.name: f"{one} {variable.name}" if taken else f"that {one}"}

    def personal(self, variables: Iterable[Local]) -> dict[str, str]:
        """Return how players are read whose names say nothing: the first as `that player`."""
        for one in variables:
            if core(one.kind) == PLAYER and is_nameless(one.name) and THAT_PLAYER not in self.called.values():
                return {one.name: THAT_PLAYER}
        return {}

    def _while(self, step: model.While) -> Lines:
        return [f"As long as {self.term(step.condition)}:", self.steps(step.steps)]

    def _invoke(self, step: model.Invoke) -> Lines:
        head, steps = self.rules.procedures[step.procedure]
        if not self.steps(steps):
            return []  # nothing is left of it with these options
        parameters = head.parameters
        person, given = "", []
        for (name, kind), argument in zip(parameters, step.arguments, strict=True):
            words, plain = self.term(argument), spoken(name)
            if is_nameless(name) and kind == PLAYER and not person:
                person = f" for {words}"
            else:
                given.append(words if words == f"the {plain}" else f"{plain}: {words}")
        return [
            f"Carry out “{spoken(step.procedure)}”{person}" + (f" ({', '.join(given)})." if given else ".")
        ]

    def _eliminate(self, step: model.Eliminate) -> Lines:
        assert step.players is not None
        players, where = self.folder.fold(step.players), "game" if step.whole_game else "round"
        words = self.term(players)
        if players.kind == PLAYER:
            return [f"{capital(words)} {'leave' if words == 'you' else 'leaves'} the {where}."]
        _, _, tail = self.members(players)
        if isinstance(bare(players), Local):
            tail = f" in {words}"
        return [f"Everybody{tail} leaves the {where}."]

    def _end(self, step: model.EndPhase) -> Lines:
        return ["The turns of this phase end."]

    def _next_turn(self, step: model.NextTurn) -> Lines:
        return [f"The next turn is taken by {self.term(step.player)}."]

    # Questions and challenges ----------------------------------------------------------

    def _ask(self, step: model.Ask) -> Lines:
        if step.when is not None and self.truth(step.when.when) is False:
            return []
        assert step.who is not None and step.answerer is not None
        who, declined = self.folder.fold(step.who), self.declining(step)
        asked = {step.answerer.name: "you"} | ({who.name: "you"} if isinstance(who, Local) else {})
        with self.naming(asked, me="you" if self._is_me(who) else ACTIVE):
            inner = [line for action in step.actions for line in self.action(action)]
        if not inner:
            return self.steps(step.nobody)
        verb = "may" if declined else "must"
        if len(step.actions) == 1:
            what = "do this" if not declined else f"do this, or “{declined.title}”"
        else:
            what = "choose" + (f", or “{declined.title}”" if declined else "")
        lines: Lines = [f"{self._asked(step, who)} {verb} {what}{self.order(step)}:", inner]
        return lines + (["If nobody does:", self.steps(step.nobody)] if step.nobody else [])

    def _asked(self, step: model.Ask, who: Term) -> str:
        """Return who answers, with the condition for it."""
        assert step.answerer is not None
        when = step.when.when if step.when is not None else None
        settled = when is None or self.truth(when) is True
        if step.single:
            with self.naming({step.answerer.name: self.term(who)}):
                return capital(self.term(who) if settled else f"if {self.term(when)}, {self.term(who)}")
        _, many, tail = self.members(who)
        clause = "" if settled or when is None else self.behind(step.answerer, self.folder.fold(when))
        return f"All {many}{tail}{clause}"

    def _is_me(self, who: Term) -> bool:
        return isinstance(who, Variable) and who.name == "me" and self.me == "you"

    def declining(self, step: model.Ask) -> model.Action | None:
        """Return the way to say no, if there is one with these options."""
        return None if step.decline is None or self.is_barred(step.decline) else step.decline

    def _contest(self, step: model.Contest) -> Lines:
        return [
            f"The others may challenge this: see “{spoken(step.challenge)}”{self._roles(step.claimer, None)}."
        ]

    def _judge(self, step: model.Judge) -> Lines:
        roles = self._roles(step.claimer, step.caller)
        return [f"The claim is judged: see “{spoken(step.challenge)}”{roles}."]

    def _roles(self, claimer: Term | None, caller: Term | None) -> str:
        """Return who is who in a challenge."""
        roles = (("claimer", claimer), ("caller", caller))
        words = [(role, self.term(term)) for role, term in roles if term is not None]
        said = [f"{who} {'are' if who == 'you' else 'is'} the {role}" for role, who in words]
        return f" ({', '.join(said)})" if said else ""


_STEPS: dict[type[model.Step], Callable[[Phraser, Any], list[Any]]] = {
    model.Say: Phraser._say,
    model.Move: Phraser._move,
    model.Deal: Phraser._deal,
    model.Roll: Phraser._roll,
    model.Reroll: Phraser._reroll,
    model.Clear: Phraser._clear,
    model.Pick: Phraser._pick,
    model.Assign: Phraser._assign,
    model.Let: Phraser._let,
    model.If: Phraser._if,
    model.For: Phraser._for,
    model.While: Phraser._while,
    model.Invoke: Phraser._invoke,
    model.Eliminate: Phraser._eliminate,
    model.EndPhase: Phraser._end,
    model.NextTurn: Phraser._next_turn,
    model.Reveal: Phraser._reveal,
    model.Ask: Phraser._ask,
    model.Contest: Phraser._contest,
    model.Judge: Phraser._judge,
}


def mentions(part: Any, name: str) -> bool:
    """Tell whether a name stands anywhere in steps."""
    if isinstance(part, Term):
        return any(isinstance(one, Local) and one.name == name for one in walk(part))
    if isinstance(part, (tuple, list)):
        return any(mentions(one, name) for one in part)
    wholes = (model.Step, model.Action, model.Clause, model.Parameter, model.Template)
    return isinstance(part, wholes) and any(mentions(one, name) for one in vars(part).values())
