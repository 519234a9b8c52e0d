"""Steps of procedures: from the tree of the file to checked instructions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..diagnostics import suggest_or_list
from ..reading.reader import Mapping, Node, Scalar, Sequence
from . import model
from .checking import known_if
from .drafting import Draft, child, entries, text
from .kinds import (
    BOOLEAN,
    INTEGER,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    Bag,
    Kind,
    Optional,
    Piece,
    Unknown,
    accepts,
    element_of,
)
from .scopes import Scope
from .terms import Local, PerPlayer, Term, Variable

Made = tuple[model.Step, Scope]


def read_steps(draft: Draft, node: Node | None, scope: Scope) -> tuple[model.Step, ...]:
    """Return the checked steps of a list; names bound by a step hold until its end."""
    steps: list[model.Step] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Mapping) and (made := read_step(draft, item, scope)) is not None:
            step, scope = made
            steps.append(step)
    return tuple(steps)


def read_step(draft: Draft, node: Mapping, scope: Scope) -> Made | None:
    """Return one step and the scope behind it."""
    verbs = [name for name in node.entries if name in VERBS]
    if len(verbs) != 1 and verbs != ["say"]:
        verbs = [name for name in verbs if name != "say"]
    if len(verbs) != 1:
        found = f"two things: `{verbs[0]}` and `{verbs[1]}`" if verbs else "nothing"
        hint = (
            "one step says one thing; put each into a step of its own"
            if verbs
            else f"one of {', '.join(VERBS)}"
        )
        draft.fail("RP107", f"this step does {found}", node.span, hint)
        return None
    refuse_companions(draft, node, verbs[0])
    step, after = VERBS[verbs[0]](draft, node, scope)
    after = after.with_locals(drawn(step))
    said = draft.template(node.get("say"), after)
    return replace(step, id=text(node, "id"), say=said), after


def drawn(step: model.Step) -> tuple[Local, ...]:
    """Return the name for what chance brought, in the step's line and until the end of the steps."""
    if isinstance(step, (model.Roll, model.Reroll)) and step.target is not None:
        return (Local(step.target.kind, step.span, "rolled"),)
    if isinstance(step, model.Deal) and step.target is not None:
        return (Local(step.target.kind, step.span, "dealt"),)
    return ()


# What stands beside which verbs.
COMPANIONS = {
    "then": ("if",),
    "else": ("if",),
    "in": ("for",),
    "do": ("for", "while"),
    "at_most": ("while",),
    "with": ("call",),
    "claimer": ("challenge", "judge"),
    "caller": ("judge",),
}


def refuse_companions(draft: Draft, node: Mapping, verb: str) -> None:
    """Report keys that belong to another verb: they would do nothing here."""
    for name, owners in COMPANIONS.items():
        if name in node.entries and verb not in owners:
            message = f"`{name}` does not go with `{verb}`"
            goes = " or ".join(f"`{owner}`" for owner in owners)
            draft.fail("RP107", message, node.key(name).span, f"it goes with {goes}")


def _say(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.Say(node.span), scope


def _move(draft: Draft, node: Mapping, scope: Scope) -> Made:
    body = node.get("move")
    target = zone(draft, child(body, "to"), scope)
    listed = child(body, "from")
    nodes = listed.items if isinstance(listed, Sequence) else (listed,)
    sources = tuple(zone(draft, one, scope) for one in nodes)
    cards = draft.maybe(child(body, "cards"), scope)
    if cards is not None and not isinstance(cards.kind, (Bag, Piece, Unknown)):
        draft.checker.fail("RP320", f"expected cards or dice, found {cards.kind}", cards.span)
    for source in sources:
        same_deck(draft, source, target)
    return model.Move(node.span, cards=cards, sources=sources, target=target), scope


def _deal(draft: Draft, node: Mapping, scope: Scope) -> Made:
    body = node.get("deal")
    count = draft.term(child(body, "count"), scope, INTEGER)
    source, target = zone(draft, child(body, "from"), scope), zone(draft, child(body, "to"), scope)
    same_deck(draft, source, target)
    return model.Deal(node.span, count=count, source=source, target=target), scope


def _roll(draft: Draft, node: Mapping, scope: Scope) -> Made:
    body = node.get("roll")
    count = draft.term(child(body, "count"), scope, INTEGER)
    return model.Roll(node.span, count=count, target=dice(draft, child(body, "to"), scope)), scope


def _reroll(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.Reroll(node.span, target=dice(draft, node.get("reroll"), scope)), scope


def _clear(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.Clear(node.span, target=dice(draft, node.get("clear"), scope)), scope


def _pick(draft: Draft, node: Mapping, scope: Scope) -> Made:
    items = list(entries(node.get("pick")))
    if len(items) != 1:
        draft.fail("RP107", "pick one thing in a step", node.span, "as in `pick: {starter: players}`")
        return model.Say(node.span), scope
    (name, entry) = items[0]
    target = target_of(draft, entry.key, scope)
    among = draft.term(entry.value, scope)
    element = element_of(among.kind)
    if element is None or not accepts(target.kind, element):
        draft.checker.fail(
            "RP320", f"`{name}` is {target.kind}, this gives {element or among.kind}", among.span
        )
    return model.Pick(node.span, target=target, among=among), learn(scope, target, element or UNKNOWN)


def _set(draft: Draft, node: Mapping, scope: Scope) -> Made:
    pairs: list[tuple[Term, Term]] = []
    for _, entry in entries(node.get("set")):
        target = target_of(draft, entry.key, scope)
        value = draft.term(entry.value, scope, target.kind)
        pairs.append((target, value))
        scope = learn(scope, target, value.kind)
    return model.Assign(node.span, targets=tuple(pairs)), scope


def _let(draft: Draft, node: Mapping, scope: Scope) -> Made:
    pairs = read_lets(draft, node.get("let"), scope)
    return model.Let(node.span, values=pairs), scope.with_locals(one for one, _ in pairs)


def read_lets(draft: Draft, node: Node | None, scope: Scope) -> tuple[tuple[Local, Term], ...]:
    """Return named values; each may use those before it."""
    pairs: list[tuple[Local, Term]] = []
    for name, entry in entries(node):
        value = draft.term(entry.value, scope)
        local = Local(value.kind, entry.key.span, name)
        pairs.append((local, value))
        scope = scope.with_locals([local])
    return tuple(pairs)


def _if(draft: Draft, node: Mapping, scope: Scope) -> Made:
    condition = draft.term(node.get("if"), scope, BOOLEAN)
    then = read_steps(draft, node.get("then"), scope.with_facts(known_if(condition, True)))
    otherwise = read_steps(draft, node.get("else"), scope.with_facts(known_if(condition, False)))
    step = model.If(node.span, condition=condition, then=then, otherwise=otherwise)
    return step, forget(scope)


def _for(draft: Draft, node: Mapping, scope: Scope) -> Made:
    within = draft.term(node.get("in"), scope)
    element = element_of(within.kind)
    if element is None:
        draft.checker.fail("RP320", f"cannot go through {within.kind}", within.span)
    name = node.get("for")
    variable = Local(element or UNKNOWN, name.span if name else node.span, text(node, "for"))
    steps = read_steps(draft, node.get("do"), forget(scope).with_locals([variable]))
    return model.For(node.span, variable=variable, within=within, steps=steps), forget(scope)


def _while(draft: Draft, node: Mapping, scope: Scope) -> Made:
    condition = draft.term(node.get("while"), forget(scope), BOOLEAN)
    limit = draft.term(node.get("at_most"), scope, INTEGER)
    steps = read_steps(draft, node.get("do"), forget(scope))
    return model.While(node.span, condition=condition, limit=limit, steps=steps), forget(scope)


def _call(draft: Draft, node: Mapping, scope: Scope) -> Made:
    name, called = text(node, "call"), node.get("call")
    procedures = draft.ruleset.procedures
    if name not in procedures:
        if called is not None:
            draft.fail("RP401", f"unknown procedure `{name}`", called.span, suggest_or_list(name, procedures))
        return model.Say(node.span), scope
    wanted = dict(procedures[name][0].parameters)
    given = dict(entries(node.get("with")))
    for key, entry in given.items():
        if key not in wanted:
            draft.fail("RP312", f"`{name}` takes no `{key}`", entry.key.span, suggest_or_list(key, wanted))
    for key in wanted:
        if key not in given:
            hint = f"add `{key}: …` below `with`, of type {wanted[key]}"
            draft.fail("RP312", f"`{name}` needs `{key}`", node.span, hint)
    terms = tuple(draft.term(given[key].value, scope, kind) for key, kind in wanted.items() if key in given)
    return model.Invoke(node.span, procedure=name, arguments=terms), forget(scope)


def _eliminate(draft: Draft, node: Mapping, scope: Scope) -> Made:
    body = node.get("eliminate")
    whole = text(body, "from", "game") == "game"
    who = draft.term(child(body, "players") if isinstance(body, Mapping) else body, scope)
    if not accepts(PLAYERS, who.kind) and not accepts(PLAYER, who.kind):
        draft.checker.fail("RP320", f"expected a player or players, found {who.kind}", who.span)
    return model.Eliminate(node.span, players=who, whole_game=whole), forget(scope)


def _end(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.EndPhase(node.span), scope


def _next_turn(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.NextTurn(node.span, player=draft.term(node.get("next_turn"), scope, PLAYER)), scope


def _reveal(draft: Draft, node: Mapping, scope: Scope) -> Made:
    return model.Reveal(node.span, zones=turned_up(draft, node.get("reveal"), scope)), scope


# `questions` adds the steps that ask players: `ask`, `challenge`, `judge`.
VERBS: dict[str, Callable[[Draft, Mapping, Scope], Made]] = {
    "say": _say,
    "move": _move,
    "deal": _deal,
    "roll": _roll,
    "reroll": _reroll,
    "clear": _clear,
    "pick": _pick,
    "set": _set,
    "let": _let,
    "if": _if,
    "for": _for,
    "while": _while,
    "call": _call,
    "eliminate": _eliminate,
    "end": _end,
    "next_turn": _next_turn,
    "reveal": _reveal,
}


def zone(draft: Draft, node: Node | None, scope: Scope) -> Term:
    """Return the zone an expression names."""
    term = draft.term(node, scope)
    known = isinstance(term, (Variable, PerPlayer)) and term.name in draft.ruleset.zones
    if not known and not isinstance(term.kind, Unknown):
        draft.checker.fail("RP320", f"expected a zone, found {term.kind}", term.span)
    return term


def turned_up(draft: Draft, node: Node | None, scope: Scope) -> tuple[Term, ...]:
    """Return the zones of a list, or a single one, that everybody is shown.

    The bare name of a zone that each player has stands for everybody's.
    """
    listed = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    return tuple(everybodys(draft, one, scope) or zone(draft, one, scope) for one in listed)


def everybodys(draft: Draft, node: Node, scope: Scope) -> Term | None:
    """Return the term for all the zones with a name that each player has, or None for anything else."""
    name = node.text if isinstance(node, Scalar) else ""
    declared = draft.ruleset.zones.get(name)
    if declared is None or not declared.each or name in scope.locals:
        return None
    return Variable(Bag(declared.deck, declared.die), node.span, name)


def dice(draft: Draft, node: Node | None, scope: Scope) -> Term:
    """Return the zone of dice an expression names."""
    term = zone(draft, node, scope)
    if isinstance(term.kind, Bag) and not term.kind.die:
        draft.checker.fail("RP320", "expected a zone of dice, found one of cards", term.span)
    return term


def same_deck(draft: Draft, source: Term, target: Term) -> None:
    """Report a move between zones of different decks."""
    if isinstance(source.kind, Bag) and isinstance(target.kind, Bag) and source.kind != target.kind:
        draft.checker.fail("RP320", f"{source.kind} cannot lie among {target.kind}", source.span)


def target_of(draft: Draft, key: Scalar, scope: Scope) -> Term:
    """Return the variable that a key names, with its declared type."""
    term = draft.term(key, replace(scope, facts=frozenset()))
    names = draft.ruleset.variables
    if not (isinstance(term, (Variable, PerPlayer)) and term.name in names) and term.kind != UNKNOWN:
        draft.checker.fail("RP322", f"`{key.text}` cannot be set: it is no variable", key.span)
    return term


def learn(scope: Scope, target: Term, given: Kind) -> Scope:
    """Return the scope after a variable was set to a value of a type."""
    if not isinstance(target.kind, Optional):
        return scope
    fact = replace(target, kind=target.kind.of)
    scope = scope.without_facts([fact])
    return scope if isinstance(given, Optional) or str(given) == "none" else scope.with_facts([fact])


def forget(scope: Scope) -> Scope:
    """Return the scope after steps that may have set any variable."""
    return replace(scope, facts=frozenset(fact for fact in scope.facts if isinstance(fact, Local)))
