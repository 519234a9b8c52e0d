"""The reference semantics: a slow walk over the checked rules that says what each of them means.

It knows nothing of blocks, slots or generated code. A game is a generator that stops where
somebody must decide or chance moves, and is told what happened. Values are what they look
like: a player is a seat, a piece the number of its kind in its deck, a bag a `Counter` of
kinds, a set of players a `frozenset`, any other set a `tuple` in order, a record a `tuple`.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from copy import copy
from fractions import Fraction
from typing import Any

from rulesplay.engine.program.folding import Folder
from rulesplay.engine.program.layout import pieces_of
from rulesplay.engine.rules import model
from rulesplay.engine.rules.kinds import BOOLEAN, INTEGER, PLAYER, Bag, Piece, Set, Symbol
from rulesplay.engine.rules.terms import (
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
    OptionValue,
    PerPlayer,
    PlayerCount,
    Term,
    Variable,
)

Env = dict[str, Any]
Course = Generator["Moment", Any, None]
NO_LIMIT = 10**9


class Fault(Exception):
    """The rules came to something they do not allow for."""


class Over(Exception):
    """The game has ended."""


class Leave(Exception):
    """The turns of this phase are over."""


@dataclasses.dataclass
class Moment:
    """Where the game waits: for one player, for several at once, or for chance."""

    kind: str
    offers: dict[int, list[tuple[model.Action, Env]]] = dataclasses.field(default_factory=dict)
    outcomes: Counter[Any] = dataclasses.field(default_factory=Counter)


class Walker:
    """A game: its table, and where it waits."""

    def __init__(self, rules: model.Ruleset, seats: int, options: dict[str, Any]) -> None:
        self.rules, self.seats, self.options = rules, seats, options
        folder = Folder(options, seats, rules.functions)
        read = frozenset(attributes_read(rules))
        self.decks = {name: pieces_of(deck, read, folder) for name, deck in rules.decks.items()}
        self.players = self.playing = frozenset(range(seats))
        self.turn: int | None = None
        self.next: int | None = None
        self.turn_count = self.round_count = 0
        self.zones: dict[str, Any] = {}
        self.values: dict[str, Any] = {}
        self.winners: frozenset[int] = frozenset()
        self.reason = ""
        self.lay_table()
        self.course = self.game()
        self.moment: Moment | None = None
        self.resume(None)

    # What a driver calls ----------------------------------------------------------------

    @property
    def kind(self) -> str:
        return self.moment.kind if self.moment else "over"

    @property
    def asked(self) -> tuple[int, ...]:
        return tuple(sorted(self.moment.offers)) if self.moment else ()

    def chances(self) -> dict[Any, Fraction]:
        assert self.moment is not None
        total = self.moment.outcomes.total()
        return {value: Fraction(number, total) for value, number in self.moment.outcomes.items() if number}

    def legal(self, player: int) -> Iterator[tuple[Any, ...]]:
        """Yield every action, with bags as sorted pairs of a kind and a number."""
        assert self.moment is not None
        for action, env in self.moment.offers[player]:
            if self.all_hold(action.clauses, env):
                for values, inner in self.choices(action.parameters, env):
                    if self.all_hold(action.accepts, inner):
                        yield (action.name, *values)

    def allows(self, player: int, taken: tuple[Any, ...]) -> bool:
        """Tell whether an action is one of the legal ones, without listing them."""
        assert self.moment is not None
        for action, env in self.moment.offers[player]:
            if action.name == taken[0] and self.all_hold(action.clauses, env):
                inner = self.checked(action, taken[1:], env)
                return inner is not None and self.all_hold(action.accepts, inner)
        return False

    def act(self, player: int, taken: tuple[Any, ...]) -> None:
        assert player in self.asked and self.allows(player, taken), (player, taken)
        self.resume((player, taken))

    def happen(self, outcome: Any) -> None:
        assert outcome in self.chances()
        self.resume(outcome)

    def resume(self, what: Any) -> None:
        try:
            self.moment = self.course.send(what)
        except Over:
            self.moment = None

    # The table --------------------------------------------------------------------------

    def lay_table(self) -> None:
        for name, zone in self.rules.zones.items():
            counts = self.decks[zone.deck].counts if zone.full else ()
            self.zones[name] = self.each(zone.each, Counter(dict(enumerate(counts))))
        for name, variable in self.rules.variables.items():
            value = self.value(variable.starts, {}) if variable.starts else usual(variable.kind)
            self.values[name] = self.each(variable.each, value)

    def each(self, each: bool, value: Any) -> Any:
        return [copy(value) for _ in range(self.seats)] if each else copy(value)

    def zone(self, term: Term, env: Env) -> Counter[int]:
        """Return the zone itself, to be changed."""
        if isinstance(term, PerPlayer):
            return self.zones[term.name][self.value(term.player, env)]  # type: ignore[no-any-return]
        assert isinstance(term, Variable)
        return self.zones[term.name]  # type: ignore[no-any-return]

    def store(self, target: Term, value: Any, env: Env) -> None:
        assert isinstance(target, (Variable, PerPlayer))
        declared = self.rules.variables[target.name]
        low, high = (self.value(one, {}) if one else None for one in (declared.low, declared.high))
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            raise Fault(f"`{target.name}` leaves its range")
        if isinstance(target, PerPlayer):
            self.values[target.name][self.value(target.player, env)] = value
        else:
            self.values[target.name] = value

    # Players ----------------------------------------------------------------------------

    def clockwise(self, player: int | None) -> tuple[int, ...]:
        """Return every seat once, from the left of a player, who comes last."""
        start = -1 if player is None else player
        return tuple((start + k) % self.seats for k in range(1, self.seats + 1))

    def around(self, player: int, order: str = "clockwise") -> tuple[int, ...]:
        """Return those still in, a player first."""
        seats = (player, *self.clockwise(player)[:-1])
        if order != "clockwise":
            seats = (player, *reversed(seats[1:]))
        return tuple(one for one in seats if one in self.playing)

    # Expressions ------------------------------------------------------------------------

    def all_hold(self, clauses: tuple[model.Clause, ...], env: Env) -> bool:
        return all(self.value(clause.when, env) for clause in clauses)

    def value(self, term: Term, env: Env) -> Any:
        """Return what an expression comes to now."""
        match term:
            case Constant():
                return term.value
            case OptionValue():
                return self.options[term.name]
            case PlayerCount():
                return self.seats
            case Local():
                return env[term.name]
            case Variable():
                return self.named(term.name)
            case PerPlayer():
                return self.owned(term.name, self.value(term.player, env))
            case Attribute():
                kind = term.piece.kind
                assert isinstance(kind, Piece)
                return self.decks[kind.deck].values[self.value(term.piece, env)].get(term.name)
            case Component():
                return self.value(term.record, env)[term.index]
            case MakeRecord():
                return tuple(self.value(one, env) for one in term.items)
            case MakeSet():
                values = [self.value(one, env) for one in term.items]
                return (
                    frozenset(values)
                    if term.kind in (Set(PLAYER), Set(None))
                    else tuple(dict.fromkeys(values))
                )
            case Interval():
                return tuple(range(self.value(term.low, env), self.value(term.high, env) + 1))
            case Aggregate():
                return self.aggregate(term, env)
            case Apply():
                names = [name for name, _ in self.rules.functions[term.name].parameters]
                given = [self.value(one, env) for one in term.items]
                return self.value(self.rules.functions[term.name].value, dict(zip(names, given, strict=True)))
            case Operation():
                return self.operation(term, env)
        raise TypeError(term)

    def named(self, name: str) -> Any:
        if name in self.zones:
            return +self.zones[name]
        if name in self.values:
            return self.values[name]
        if name == "others":
            return self.playing - {self.turn}
        if name == "seats":
            return frozenset(range(self.seats))
        return getattr(self, {"me": "turn"}.get(name, name))

    def owned(self, name: str, player: int) -> Any:
        if name == "out":
            return player not in self.players
        return +self.zones[name][player] if name in self.zones else self.values[name][player]

    def operation(self, term: Operation, env: Env) -> Any:
        first = self.value(term.items[0], env)
        if term.name == "if":
            return self.value(term.items[1 if first else 2], env)
        if term.name in ("and", "or"):
            return self.value(term.items[1], env) if first == (term.name == "and") else first
        rest = [self.value(one, env) for one in term.items[1:]]
        if term.name in ("clockwise", "around"):
            around = self.around(first)
            return around if term.name == "around" else tuple(one for one in around if one != first)
        if term.name == "sure" and first is None:
            raise Fault("this is none")
        if term.name == "seat":
            if not 0 < first <= self.seats:
                raise Fault("there is no such seat")
            return first - 1
        if term.name in ("==", "!=") and isinstance(term.items[0].kind, Set):
            first, rest = set(first), [set(rest[0])]
        if term.name in ("//", "%") and rest[0] == 0:
            raise Fault("division by zero")
        return OPERATIONS[term.name](first, *rest)

    def aggregate(self, term: Aggregate, env: Env) -> Any:
        if term.function not in ("first", "any", "all"):
            return gather(term, list(self.passing(term, env)))
        values = (value for _, value in self.passing(term, env))
        if term.function == "first":
            return next(values, None)
        return any(values) if term.function == "any" else all(values)

    def passing(self, term: Aggregate, env: Env) -> Iterator[tuple[Any, Any]]:
        """Yield the elements that pass, each with the value asked for."""
        for element in elements(self.value(term.within, env)):
            inner = env | {term.variable.name: element}
            if term.where is None or self.value(term.where, inner):
                yield element, None if term.function == "count" else self.value(term.value, inner)

    # Choices ----------------------------------------------------------------------------

    def domain(self, one: model.Parameter, env: Env) -> tuple[Any, int, int]:
        """Return what may be chosen from, and the fewest and the most."""
        low = self.value(one.low, env) if one.low else 0
        high = self.value(one.high, env) if one.high else NO_LIMIT
        source = self.value(one.source, env)
        kept = [each for each in dict.fromkeys(elements(source)) if self.fits(one, each, env)]
        if isinstance(source, Counter):
            return Counter({each: source[each] for each in kept}), max(low, 0), high
        return kept, low, high

    def fits(self, one: model.Parameter, element: Any, env: Env) -> bool:
        return one.where is None or bool(self.value(one.where, env | {one.element.name: element}))

    def choices(
        self, parameters: tuple[model.Parameter, ...], env: Env
    ) -> Iterator[tuple[tuple[Any, ...], Env]]:
        """Yield every way to choose, with the names it binds."""
        if not parameters:
            yield (), env
            return
        one, *rest = parameters
        source, low, high = self.domain(one, env)
        for value in subsets(source, low, high) if one.form == "bag" else source:
            said = bag_key(value) if one.form == "bag" else value
            for values, inner in self.choices(tuple(rest), env | {one.name: value}):
                yield (said, *values), inner

    def checked(self, action: model.Action, values: tuple[Any, ...], env: Env) -> Env | None:
        """Return the names that a choice binds, or None where a part of it may not be chosen."""
        if len(values) != len(action.parameters):
            return None
        for one, said in zip(action.parameters, values, strict=True):
            source, low, high = self.domain(one, env)
            value = Counter(dict(said)) if one.form == "bag" else said
            if one.form == "bag" and not (value <= source and low <= value.total() <= high):
                return None
            if one.form != "bag" and value not in source:
                return None
            env = env | {one.name: value}
        return env

    # The course of a game ---------------------------------------------------------------

    def game(self) -> Course:
        yield from self.do(self.rules.setup, {})
        phase = next(iter(self.rules.phases.values()))
        while True:
            self.round_count += 1
            self.playing, self.turn, self.next = self.players, None, None
            try:
                yield from self.do(phase.before, {})
                if phase.turns is not None:
                    yield from self.turns(phase.turns)
            except Leave:
                pass
            self.turn = None
            yield from self.do(phase.after, {})
            yield from self.settle()
            phase = self.rules.phases[phase.next]

    def turns(self, turns: model.Turns) -> Course:
        yield from self.settle()
        following = self.around(self.value(turns.first, {}), turns.order)
        while (player := self.first_able(turns, following)) is not None:
            self.turn = player
            self.turn_count += 1
            offers = [(self.rules.actions[name], Env()) for name in turns.actions]
            _, taken = yield Moment("decision", {player: offers})
            yield from self.take(self.rules.actions[taken[0]], taken, {})
            yield from self.settle()
            if self.next is not None:
                following, self.next = self.around(self.next, turns.order), None
            else:
                seats = self.clockwise(player)
                seats = seats if turns.order == "clockwise" else (*reversed(seats[:-1]), player)
                following = tuple(one for one in seats if one in self.playing)

    def first_able(self, turns: model.Turns, players: tuple[int, ...]) -> int | None:
        able = (p for p in players if turns.who is None or self.value(turns.who, {"player": p}))
        return next(able, None)

    def settle(self) -> Course:
        """Let players leave, one rule after the other, then look at the endings."""
        for rule in self.rules.eliminations.values():
            among = self.players if rule.whole_game else self.playing
            leaving = frozenset(p for p in among if self.value(rule.when, {"player": p}))
            self.remove(leaving, rule.whole_game)
            for player in sorted(leaving):
                yield from self.do(rule.steps, {"player": player})
        for ending in (*self.rules.endings.values(), self.rules.limit):
            if ending is not None and self.value(ending.when, {}):
                self.winners = self.value(ending.winners, {}) if ending.winners else frozenset()
                self.reason = ending.name
                raise Over

    def remove(self, players: frozenset[int], whole_game: bool) -> None:
        if whole_game:
            self.players -= players
        self.playing -= players

    def take(self, action: model.Action, taken: tuple[Any, ...], env: Env) -> Course:
        """Carry out an action."""
        for one, said in zip(action.parameters, taken[1:], strict=True):
            env = env | {one.name: Counter(dict(said)) if one.form == "bag" else said}
        yield from self.do(action.steps, env)

    # Steps ------------------------------------------------------------------------------

    def do(self, steps: tuple[model.Step, ...], env: Env) -> Course:
        env = dict(env)
        for step in steps:
            yield from getattr(self, "do_" + type(step).__name__.lower())(step, env)

    def do_say(self, step: model.Say, env: Env) -> Course:
        yield from ()

    do_reveal = do_say

    def do_move(self, step: model.Move, env: Env) -> Course:
        yield from ()
        assert step.target is not None
        target, sources = self.zone(step.target, env), [self.zone(one, env) for one in step.sources]
        if step.cards is None:
            for source in sources:
                pieces = Counter(source)
                source.clear()
                target.update(pieces)
            return
        value = self.value(step.cards, env)
        pieces = Counter([value]) if isinstance(step.cards.kind, Piece) else value
        if not pieces <= sources[0]:
            raise Fault("these are not all there to be moved")
        sources[0].subtract(pieces)
        target.update(pieces)

    def do_deal(self, step: model.Deal, env: Env) -> Course:
        assert step.count and step.source and step.target
        number, source, target = (
            self.value(step.count, env),
            self.zone(step.source, env),
            self.zone(step.target, env),
        )
        if number > source.total():
            raise Fault("there are fewer pieces than are to be dealt")
        env["dealt"] = dealt = Counter[int]()
        for _ in range(number):
            piece = yield Moment("chance", outcomes=+source)
            source[piece] -= 1
            target[piece] += 1
            dealt[piece] += 1

    def do_roll(self, step: model.Roll, env: Env) -> Course:
        assert step.count and step.target
        yield from self.roll(self.value(step.count, env), step.target, env)

    def do_reroll(self, step: model.Reroll, env: Env) -> Course:
        assert step.target is not None
        zone = self.zone(step.target, env)
        number = zone.total()
        zone.clear()
        yield from self.roll(number, step.target, env)

    def roll(self, number: int, target: Term, env: Env) -> Course:
        assert isinstance(target.kind, Bag)
        zone, faces = self.zone(target, env), self.decks[target.kind.deck].counts
        env["rolled"] = rolled = Counter[int]()
        for _ in range(number):
            face = yield Moment("chance", outcomes=Counter(dict(enumerate(faces))))
            zone[face] += 1
            rolled[face] += 1

    def do_clear(self, step: model.Clear, env: Env) -> Course:
        yield from ()
        assert step.target is not None
        self.zone(step.target, env).clear()

    def do_pick(self, step: model.Pick, env: Env) -> Course:
        assert step.among and step.target
        among = Counter(elements(self.value(step.among, env)))
        if not among:
            raise Fault("there is nothing to pick from")
        value = yield Moment("chance", outcomes=among)
        self.store(step.target, value, env)

    def do_assign(self, step: model.Assign, env: Env) -> Course:
        yield from ()
        for target, term in step.targets:
            self.store(target, self.value(term, env), env)

    def do_let(self, step: model.Let, env: Env) -> Course:
        yield from ()
        for local, term in step.values:
            env[local.name] = self.value(term, env)

    def do_if(self, step: model.If, env: Env) -> Course:
        assert step.condition is not None
        yield from self.do(step.then if self.value(step.condition, env) else step.otherwise, env)

    def do_for(self, step: model.For, env: Env) -> Course:
        assert step.within and step.variable
        for element in list(elements(self.value(step.within, env))):
            yield from self.do(step.steps, env | {step.variable.name: element})

    def do_while(self, step: model.While, env: Env) -> Course:
        assert step.condition and step.limit
        left = self.value(step.limit, env)
        while self.value(step.condition, env):
            left -= 1
            if left < 0:
                raise Fault("the loop went on longer than its `at_most`")
            yield from self.do(step.steps, env)

    def do_invoke(self, step: model.Invoke, env: Env) -> Course:
        head, steps = self.rules.procedures[step.procedure]
        values = [self.value(one, env) for one in step.arguments]
        names = [name for name, _ in head.parameters]
        yield from self.do(steps, dict(zip(names, values, strict=True)))

    def do_eliminate(self, step: model.Eliminate, env: Env) -> Course:
        assert step.players is not None
        value = self.value(step.players, env)
        self.remove(frozenset([value]) if step.players.kind == PLAYER else value, step.whole_game)
        if step.whole_game:
            yield from self.settle()

    def do_endphase(self, step: model.EndPhase, env: Env) -> Course:
        yield from ()
        raise Leave

    def do_nextturn(self, step: model.NextTurn, env: Env) -> Course:
        yield from ()
        assert step.player is not None
        self.next = self.value(step.player, env)

    # Questions --------------------------------------------------------------------------

    def do_ask(self, step: model.Ask, env: Env) -> Course:
        assert step.who and step.answerer
        who = self.value(step.who, env)
        if step.single:
            yield from self.ask_one(step, who, env)
            return
        asked = {p for p in who if self.may_answer(step, p, env)}
        order = self.value(step.order, env) if step.order else "clockwise"
        yield from (self.ask_sealed if order == "sealed" else self.ask_openly)(step, asked, order, env)

    def may_answer(self, step: model.Ask, player: int, env: Env) -> bool:
        """Tell whether a player is asked: nobody who is out, nobody who may not react."""
        inner = self.asking(step, player, env)
        return player in self.players and (step.when is None or self.value(step.when.when, inner))

    def asking(self, step: model.Ask, player: int, env: Env) -> Env:
        """Return the names with the one who is asked; a window calls that player `player` too."""
        assert step.answerer is not None
        return {"player": player} | env | {step.answerer.name: player}

    def offers(
        self, step: model.Ask, player: int, waiting: frozenset[int], env: Env
    ) -> list[tuple[model.Action, Env]]:
        inner = self.asking(step, player, env)
        said_no = [(step.decline, inner | {"waiting": waiting})] if step.decline else []
        return [(action, inner) for action in step.actions] + said_no

    def answer(
        self, step: model.Ask, player: int, taken: tuple[Any, ...], waiting: frozenset[int], env: Env
    ) -> Course:
        """Carry out what a player answered."""
        offers = {action.name: (action, inner) for action, inner in self.offers(step, player, waiting, env)}
        action, inner = offers[taken[0]]
        yield from self.take(action, taken, inner)

    def ask_one(self, step: model.Ask, player: int, env: Env) -> Course:
        if not self.may_answer(step, player, env):
            return
        waiting = frozenset([player])
        _, taken = yield Moment("decision", {player: self.offers(step, player, waiting, env)})
        yield from self.answer(step, player, taken, waiting, env)
        if declined(step, taken):
            yield from self.do(step.nobody, env)

    def ask_openly(self, step: model.Ask, asked: set[int], order: str, env: Env) -> Course:
        """Ask so that an answer takes effect at once: one by one from the left, or whoever is first."""
        acted = False
        while waiting := frozenset(asked & self.players):
            able = [p for p in self.clockwise(self.turn) if p in waiting]
            able = able[:1] if order == "clockwise" else able
            kind = "decision" if order == "clockwise" else "open"
            player, taken = yield Moment(kind, {p: self.offers(step, p, waiting, env) for p in able})
            asked.discard(player)
            if not declined(step, taken):
                acted = True
                asked = set() if step.one_taker else asked
            yield from self.answer(step, player, taken, frozenset(asked), env)
        if not acted:
            yield from self.do(step.nobody, env)

    def ask_sealed(self, step: model.Ask, asked: set[int], order: str, env: Env) -> Course:
        """Ask all at once; what they answered takes effect when the last has answered."""
        answers: dict[int, tuple[Any, ...]] = {}
        while waiting := frozenset(asked - set(answers)):
            player, taken = yield Moment("open", {p: self.offers(step, p, waiting, env) for p in waiting})
            answers[player] = taken
        acted = False
        for player in self.clockwise(self.turn):
            if player not in answers:
                continue
            yield from self.answer(step, player, answers[player], frozenset(), env)
            if not declined(step, answers[player]):
                acted = True
                if step.one_taker:
                    break
        if not acted:
            yield from self.do(step.nobody, env)

    def do_contest(self, step: model.Contest, env: Env) -> Course:
        assert step.claimer is not None
        claimer, window = self.value(step.claimer, env), self.rules.challenges[step.challenge].window
        if window is None:
            yield from self.judge(step.challenge, claimer, claimer)
        else:
            yield from self.do_ask(window, {"claimer": claimer})

    def do_judge(self, step: model.Judge, env: Env) -> Course:
        assert step.claimer and step.caller
        yield from self.judge(step.challenge, self.value(step.claimer, env), self.value(step.caller, env))

    def judge(self, name: str, claimer: int, caller: int) -> Course:
        challenge = self.rules.challenges[name]
        env: Env = {"claimer": claimer, "caller": caller}
        for local, term in challenge.lets:
            env[local.name] = self.value(term, env)
        for outcome in challenge.outcomes:
            if outcome.when is None or self.value(outcome.when, env):
                yield from self.do(outcome.steps, env)
                return


OPERATIONS: dict[str, Callable[..., Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "in": lambda a, b: a in elements(b),
    "not in": lambda a, b: a not in elements(b),
    "not": lambda a: not a,
    "neg": lambda a: -a,
    "abs": abs,
    "least": min,
    "most": max,
    "with": lambda a, b: a | b,
    "without": lambda a, b: a - b,
    "sure": lambda a: a,
    "size": lambda a: len(elements(a)),
    "empty": lambda a: not elements(a),
}


def declined(step: model.Ask, taken: tuple[Any, ...]) -> bool:
    """Tell whether an answer was a no."""
    return step.decline is not None and taken[0] == step.decline.name


def elements(value: Any) -> list[Any]:
    """Return what is in a value, in order: every piece of a bag, players by seat, a set as it stands."""
    if isinstance(value, Counter):
        return sorted((+value).elements())
    return sorted(value) if isinstance(value, frozenset) else list(value)


def gather(term: Aggregate, found: list[tuple[Any, Any]]) -> Any:
    """Return what the elements that pass come to."""
    values = [value for _, value in found]
    if term.function == "count":
        return len(found)
    if term.function == "sum":
        return sum(values)
    if term.function in ("min", "max"):
        if not values:
            raise Fault(f"`{term.function}` of nothing")
        return min(values) if term.function == "min" else max(values)
    if isinstance(term.kind, Bag):
        return Counter(element for element, _ in found)
    return frozenset(values) if term.kind == Set(PLAYER) else tuple(sorted(set(values)))


def subsets(bag: Counter[int], low: int, high: int) -> Iterator[Counter[int]]:
    """Yield every choice of so many pieces."""
    kinds = sorted(bag)
    for counts in itertools.product(*(range(bag[kind] + 1) for kind in kinds)):
        if low <= sum(counts) <= high:
            yield +Counter(dict(zip(kinds, counts, strict=True)))


def bag_key(bag: Counter[int]) -> tuple[tuple[int, int], ...]:
    """Return a bag as a value that can stand in a set."""
    return tuple(sorted((+bag).items()))


def usual(kind: object) -> Any:
    """Return what a variable begins with if the rules do not say."""
    if kind == INTEGER:
        return 0
    if kind == BOOLEAN:
        return False
    if isinstance(kind, Symbol):
        return kind.values[0]
    return frozenset() if isinstance(kind, Set) else None


def attributes_read(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the deck and name of every attribute that any expression reads."""
    if isinstance(value, Attribute) and isinstance(value.piece.kind, Piece):
        yield value.piece.kind.deck, value.name
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        for one in value:
            yield from attributes_read(one)
    elif isinstance(value, (Term, model.Ruleset)) or type(value).__module__ == model.__name__:
        for slot in dataclasses.fields(value):
            yield from attributes_read(getattr(value, slot.name))
