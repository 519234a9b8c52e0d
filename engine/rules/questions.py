"""Decisions: actions, what is chosen in them, questions to several players, challenges."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import suggest_or_list
from ..reading.reader import Mapping, Node, Scalar
from . import model
from .checking import known_if
from .drafting import Draft, child, entries, text, truth
from .instructions import VERBS, Made, forget, read_lets, read_steps, turned_up
from .kinds import (
    BOOLEAN,
    INTEGER,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    Bag,
    Kind,
    Series,
    Set,
    Symbol,
    Unknown,
    accepts,
    element_of,
)
from .scopes import Scope
from .terms import Constant, Local, MakeSet, Term, Variable

ORDERS = ("clockwise", "first_come", "sealed")


def read_clauses(draft: Draft, node: Node | None, key: str, scope: Scope) -> tuple[model.Clause, ...]:
    """Return the named conditions below a key, in order; each may rely on those before it."""
    clauses: list[model.Clause] = []
    for name, entry in entries(child(node, key)):
        clause = read_clause(draft, entry.value, name, scope)
        clauses.append(clause)
        scope = scope.with_facts(known_if(clause.when, True))
    return tuple(clauses)


def read_clause(draft: Draft, node: Node, name: str, scope: Scope) -> model.Clause:
    """Return the condition `when` with the author's `because`."""
    when = draft.term(child(node, "when"), scope, BOOLEAN)
    return model.Clause(name, when, draft.template(child(node, "because"), scope))


def read_action(draft: Draft, name: str, node: Mapping, scope: Scope) -> model.Action:
    """Return an action: conditions, choices, then what it does."""
    clauses = read_clauses(draft, node, "requires", scope)
    if node.get("when") is not None:
        clauses = (read_clause(draft, node, "when", scope), *clauses)
    scope = scope.with_facts(fact for one in clauses for fact in known_if(one.when, True))
    parameters: list[model.Parameter] = []
    for key, entry in entries(node.get("choose")):
        parameter = read_parameter(draft, key, entry.key, entry.value, scope)
        parameters.append(parameter)
        scope = scope.with_locals([Local(parameter.kind, entry.key.span, key)])
    return model.Action(
        name=name,
        title=text(node, "title", name.replace("_", " ")),
        help=text(node, "help"),
        clauses=clauses,
        parameters=tuple(parameters),
        accepts=read_clauses(draft, node, "accepts", scope),
        label=draft.template(node.get("label"), scope),
        say=draft.template(node.get("say"), scope),
        steps=read_steps(draft, node.get("do"), scope),
        span=node.span,
    )


def read_parameter(draft: Draft, name: str, key: Scalar, node: Node, scope: Scope) -> model.Parameter:
    """Return one part of a choice: some cards, one card, or an element of a set."""
    from_zone, low, high = child(node, "from"), child(node, "min"), child(node, "max")
    among, one = child(node, "among"), truth(child(node, "one"))
    if isinstance(among, Scalar) and among.text in draft.ruleset.types:
        source: Term = all_values(draft, among)
    else:
        source = draft.term(from_zone if from_zone is not None else among, scope)
    element = element_of(source.kind)
    if element is None:
        draft.checker.fail("RP320", f"cannot choose from {source.kind}", source.span)
        element = UNKNOWN
    form = "among" if from_zone is None else "piece" if one else "bag"
    is_bag = isinstance(source.kind, Bag)
    if form != "among" and element != UNKNOWN and not is_bag:
        draft.checker.fail(
            "RP320", f"expected a zone, found {source.kind}", source.span, "use `among` for other sets"
        )
    local = Local(element, key.span, name if form == "among" else "die" if is_die(source.kind) else "card")
    kind: Kind = element
    if form == "bag":
        kind = source.kind if is_bag else UNKNOWN
    return model.Parameter(
        name=name,
        kind=kind,
        form=form,
        source=source,
        low=draft.maybe(low, scope, INTEGER),
        high=draft.maybe(high, scope, INTEGER),
        element=local,
        where=draft.maybe(child(node, "where"), scope.with_locals([local]), BOOLEAN),
        help=text(node, "help"),
        span=key.span,
    )


def is_die(kind: Kind) -> bool:
    """Tell whether a bag holds dice."""
    return isinstance(kind, Bag) and kind.die


def all_values(draft: Draft, node: Scalar) -> Term:
    """Return the set of all values of a declared type."""
    kind = draft.ruleset.types[node.text]
    values = kind.values if isinstance(kind, Symbol) else ()
    items = tuple(Constant(Symbol((value,)), node.span, value) for value in values)
    return MakeSet(Set(kind), node.span, items)


def read_ask(draft: Draft, node: Mapping, scope: Scope) -> model.Ask:
    """Return a question to one player or to several."""
    who = draft.term(node.get("who"), scope)
    single = accepts(PLAYER, who.kind) and not isinstance(who.kind, Unknown)
    if not single and not accepts(PLAYERS, who.kind) and not isinstance(who.kind, Series):
        draft.checker.fail("RP320", f"expected a player or players, found {who.kind}", who.span)
    answerer = Local(PLAYER, node.span, text(node, "as", "player"))
    inner = forget(scope).with_locals([answerer])
    actions = tuple(
        read_action(draft, name, entry.value, inner)
        for name, entry in entries(node.get("actions"))
        if isinstance(entry.value, Mapping)
    )
    taken = node.get("takers")
    one_taker = not single and (
        text(node, "takers") == "1" if taken is not None else node.get("pass") is not None
    )
    return model.Ask(
        node.span,
        who=who,
        single=single,
        order=read_order(draft, node, scope),
        answerer=answerer,
        when=read_clause(draft, node, "when", inner) if node.get("when") is not None else None,
        actions=actions,
        decline=read_decline(draft, node.get("pass"), inner, waiting(node)),
        one_taker=one_taker,
        nobody=read_steps(draft, node.get("nobody"), scope),
    )


def waiting(node: Node) -> Local:
    """Return the name for the players who have not answered yet."""
    return Local(PLAYERS, node.span, "waiting")


def read_order(draft: Draft, node: Mapping, scope: Scope) -> Term:
    """Return the order of a question: a symbol, or an expression that gives one (an option)."""
    written = node.get("order")
    if written is None:
        return Constant(Symbol(ORDERS), node.span, "clockwise")
    if isinstance(written, Scalar) and written.text in ORDERS:
        return Constant(Symbol(ORDERS), written.span, written.text)
    return draft.term(written, scope, Symbol(ORDERS))


def read_decline(draft: Draft, node: Node | None, scope: Scope, waits: Local) -> model.Action | None:
    """Return the way to say no: a title, or a title with a condition."""
    if node is None:
        return None
    inner = scope.with_locals([waits])
    if isinstance(node, Mapping):
        return replace(read_action(draft, "pass", node, inner), title=text(node, "title", "pass"))
    title = node.text if isinstance(node, Scalar) and isinstance(node.value, str) else "pass"
    return model.Action("pass", title, "", (), (), (), None, None, (), node.span)


def read_challenge(draft: Draft, name: str, node: Mapping, scope: Scope) -> model.Challenge:
    """Return a challenge: what is turned up, who may doubt, what follows."""
    claimer, caller = (Local(PLAYER, node.span, role) for role in ("claimer", "caller"))
    inner = scope.in_turn().with_locals([claimer, caller])
    lets = read_lets(draft, node.get("let"), inner)
    inner = inner.with_locals(one for one, _ in lets)
    outcomes: list[model.Outcome] = []
    for key, entry in entries(node.get("outcomes")):
        when = draft.maybe(child(entry.value, "when"), inner, BOOLEAN)
        known = inner.with_facts(known_if(when, True)) if when is not None else inner
        say = draft.template(child(entry.value, "say"), known)
        steps = read_steps(draft, child(entry.value, "do"), known)
        outcomes.append(model.Outcome(key, when, say, steps, entry.key.span))
    check_outcomes(draft, name, node, outcomes)
    return model.Challenge(
        name=name,
        help=text(node, "help"),
        reveals=turned_up(draft, node.get("reveals"), inner),
        window=read_window(draft, name, node, scope.in_turn().with_locals([claimer])),
        lets=lets,
        say=draft.template(node.get("say"), inner),
        outcomes=tuple(outcomes),
        span=node.span,
    )


def check_outcomes(draft: Draft, name: str, node: Mapping, outcomes: list[model.Outcome]) -> None:
    """Report a challenge that leaves a case open, or one that can never come about."""
    if not outcomes or outcomes[-1].when is not None:
        hint = "leave out `when` in the last outcome: it takes every case the others do not"
        draft.fail("RP415", f"challenge `{name}` has no outcome for some case", node.span, hint)
    for outcome in outcomes[:-1]:
        if outcome.when is None:
            message = f"nothing behind outcome `{outcome.name}` can come about"
            draft.fail("RP415", message, outcome.span, "give it a `when`, or put it last")


def read_window(draft: Draft, name: str, node: Mapping, scope: Scope) -> model.Ask | None:
    """Return the question that a challenge puts to the others."""
    window = node.get("window")
    if not isinstance(window, Mapping):
        return None
    who, asked = draft.term(window.get("who"), scope, PLAYERS), Local(PLAYER, window.span, "player")
    caller = Local(PLAYER, window.span, "caller")
    inner = forget(scope).with_locals([caller])
    me = Local(PLAYER, window.span, "claimer")
    judge = model.Judge(window.span, challenge=name, claimer=me, caller=caller)
    when = None
    if window.get("when") is not None:
        when = read_clause(draft, window, "when", scope.with_locals([asked]))
    call = model.Action(
        name="call",
        title=text(window, "title", "call"),
        help=text(window, "help"),
        clauses=(),
        parameters=(),
        accepts=(),
        label=None,
        say=draft.template(window.get("say"), inner),
        steps=(*read_steps(draft, window.get("do"), inner), judge),
        span=window.span,
    )
    decline_scope = scope.with_locals([asked])
    return model.Ask(
        window.span,
        who=who,
        single=False,
        order=read_order(draft, window, scope),
        answerer=caller,
        when=when,
        actions=(call,),
        decline=read_decline(draft, window.get("pass"), decline_scope, waiting(window))
        or model.Action("pass", "pass", "", (), (), (), None, None, (), window.span),
        one_taker=True,
        nobody=read_steps(draft, node.get("unchallenged"), scope),
    )


def _ask(draft: Draft, node: Mapping, scope: Scope) -> Made:
    body = node.get("ask")
    return (read_ask(draft, body, scope) if isinstance(body, Mapping) else model.Say(node.span)), forget(
        scope
    )


def _challenge(draft: Draft, node: Mapping, scope: Scope) -> Made:
    name = challenge_name(draft, node, "challenge")
    claimer = draft.maybe(node.get("claimer"), scope, PLAYER) or _me(draft, node, scope)
    return model.Contest(node.span, challenge=name, claimer=claimer), forget(scope)


def _judge(draft: Draft, node: Mapping, scope: Scope) -> Made:
    name = challenge_name(draft, node, "judge")
    claimer = draft.maybe(node.get("claimer"), scope, PLAYER) or _me(draft, node, scope)
    caller = draft.maybe(node.get("caller"), scope, PLAYER) or _me(draft, node, scope)
    return model.Judge(node.span, challenge=name, claimer=claimer, caller=caller), forget(scope)


def _me(draft: Draft, node: Mapping, scope: Scope) -> Term:
    if not scope.has_turn:
        return draft.checker.fail("RP310", "say who: it is nobody's turn here", node.span, "add `claimer:`")
    return Variable(PLAYER, node.span, "me")


def challenge_name(draft: Draft, node: Mapping, key: str) -> str:
    """Return the challenge that a step names, reported if there is none of that name."""
    name, known = text(node, key), draft.ruleset.challenges
    if name not in known:
        span = (node.get(key) or node).span
        draft.fail("RP401", f"unknown challenge `{name}`", span, suggest_or_list(name, known))
    return name


VERBS.update(ask=_ask, challenge=_challenge, judge=_judge)
